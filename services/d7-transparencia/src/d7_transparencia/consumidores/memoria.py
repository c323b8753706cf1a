"""What was learned: no timeline tells it again (demanda.resumo_ciclo_atualizado, caminho.atualizado)."""

import json
from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import linhas, mais_novo
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import CaminhoAtualizado, DemandaResumoCicloAtualizado, Frequencia

_ORDEM = ("gerado_em", "ocorrido_em", "event_id")
_RESUMO = {"resumo": "text", "versao_metodo": "text", "gerado_em": "timestamptz"}
_RESUMIR = f"""
WITH lote AS (SELECT * FROM {linhas(envelope.COLUNAS | _RESUMO)})
{mais_novo("resumos_ciclo", "demanda_id", list(_RESUMO), ordem=_ORDEM)}
"""


async def resumir(eventos: Sequence[Evento[DemandaResumoCicloAtualizado]], uow: UnidadeDeTrabalho) -> None:
    """Keep the newest public summary of what was done for a demand."""
    await uow.sql(_RESUMIR, **envelope.colunas(eventos, *_RESUMO))


_PERFIL = {
    "municipio_id": "uuid",
    "categoria_id": "text",
    "subcategoria_id": "text",
    "total_casos": "int",
    "prazo_mediano_dias": "float8",
    "taxa_resolucao": "float8",
    "dossie": "text",
    "versao_metodo": "text",
    "gerado_em": "timestamptz",
}
_FREQUENCIAS = ["canais", "orgaos", "gargalos", "documentos"]
_COLUNAS = {
    "perfil_id": "uuid",
    "ocorrido_em": "timestamptz",
    "event_id": "uuid",
    **_PERFIL,
    **{f"{nome}_json": "text" for nome in _FREQUENCIAS},
}
_EM_JSONB = ", ".join(f"CAST({nome}_json AS jsonb) AS {nome}" for nome in _FREQUENCIAS)
_APRENDER = f"""
WITH lote AS (SELECT *, {_EM_JSONB} FROM {linhas(_COLUNAS)})
{mais_novo("caminhos", "perfil_id", [*_PERFIL, *_FREQUENCIAS], ordem=_ORDEM)}
"""


async def aprender(eventos: Sequence[Evento[CaminhoAtualizado]], uow: UnidadeDeTrabalho) -> None:
    """Keep the newest profile of how a kind of problem gets solved in a municipality."""
    await uow.sql(
        _APRENDER,
        **envelope.da_entidade(eventos, "perfil_id", *_PERFIL),
        **{f"{nome}_json": [_em_json(getattr(e.payload, nome)) for e in eventos] for nome in _FREQUENCIAS},
    )


def _em_json(frequencias: Sequence[Frequencia]) -> str:
    return json.dumps([{"nome": f.nome, "total": f.total} for f in frequencias])
