"""What the counsellor writes (conselheiro.atualização_publicada)."""

import json
from collections.abc import Sequence
from dataclasses import fields

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import entrada, linhas
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import CamposDaAtualizacao, ConselheiroAtualizacaoPublicada

_CAMPOS = [campo.name for campo in fields(CamposDaAtualizacao)]
_COLUNAS = {**envelope.COLUNAS, "relato": "text", "conteudo_suspeito": "bool"}
_ENTRADA = entrada("conselheiro.atualização_publicada", "CAST(relato AS jsonb)", publica="NOT conteudo_suspeito")
_RELATAR = f"WITH lote AS (SELECT * FROM {linhas(_COLUNAS)}) {_ENTRADA}"


async def relatar(eventos: Sequence[Evento[ConselheiroAtualizacaoPublicada]], uow: UnidadeDeTrabalho) -> None:
    """Add the report to the timeline, internal when a term of the denylist was found in it.

    The text of the last update is read from the public entries: what is internal never touches it.
    """
    await uow.sql(
        _RELATAR,
        **envelope.colunas(eventos, "conteudo_suspeito"),
        relato=[_em_json(e.payload) for e in eventos],
    )


def _em_json(relato: ConselheiroAtualizacaoPublicada) -> str:
    campos = {nome: valor for nome in _CAMPOS if (valor := getattr(relato.campos, nome)) is not None}
    return json.dumps(
        {
            "variante": relato.tipo,
            "atualizacao_id": str(relato.atualizacao_id),
            "conselheiro_id": str(relato.conselheiro_id),
            "numero_sequencial": relato.numero_sequencial,
            "tipo_atualizacao": relato.tipo,
            "texto": relato.texto,
            "campos": campos,
            "origem_estruturacao": relato.origem_estruturacao,
            "transcricao_automatica": relato.transcricao_automatica,
        }
    )
