"""What D-24 does in its own time: publish the profiles that changed."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from d24_caminhos.dominio import dossie
from d24_caminhos.dominio.perfil import Perfil
from d24_caminhos.estado import publicacao
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import CaminhoAtualizado, Frequencia


async def publicar_caminhos(uow: UnidadeDeTrabalho) -> None:
    """Publish each profile that waits and says something else than the log: at most once in each window."""
    novos: dict[UUID, Mapping[str, Any]] = {}
    for pendencia in await publicacao.cobrar(uow, uow.config.caminhos_janela):
        payload = _atualizado(pendencia.perfil_id, pendencia.perfil, uow.agora())
        conteudo = _conteudo(payload)
        if conteudo != pendencia.publicado:
            uow.publicar(payload)
            novos[pendencia.perfil_id] = conteudo
    await publicacao.anotar(uow, novos)


def _atualizado(perfil_id: UUID, perfil: Perfil, agora: datetime) -> CaminhoAtualizado:
    texto, referencias = dossie.compor(perfil)
    return CaminhoAtualizado(
        perfil_id=perfil_id,
        municipio_id=perfil.par.municipio_id,
        categoria_id=perfil.par.categoria_id,
        subcategoria_id=perfil.par.subcategoria_id,
        total_casos=perfil.total_casos,
        prazo_mediano_dias=perfil.prazo_mediano,
        taxa_resolucao=perfil.taxa_resolucao,
        canais=_frequencias(perfil, "canais"),
        orgaos=_frequencias(perfil, "orgaos"),
        gargalos=_frequencias(perfil, "gargalos"),
        documentos=_frequencias(perfil, "documentos"),
        dossie=texto,
        referencias=referencias,
        versao_metodo=dossie.METODO,
        gerado_em=agora,
    )


def _frequencias(perfil: Perfil, tipo: str) -> list[Frequencia]:
    return [Frequencia(nome=nome, total=total) for nome, total in perfil.frequencias.get(tipo, ())]


def _conteudo(payload: CaminhoAtualizado) -> dict[str, Any]:
    """What a profile says, apart from when: as it comes back from JSON."""
    conteudo: dict[str, Any] = json.loads(json.dumps(asdict(payload), default=str))
    del conteudo["gerado_em"]
    return conteudo
