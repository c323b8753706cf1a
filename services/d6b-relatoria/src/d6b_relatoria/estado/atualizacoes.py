"""Updates: stored once, judged again while nothing accepted them."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from d6b_relatoria.dominio.atualizacao import Atualizacao
from d6b_relatoria.dominio.campos import Erro
from d6b_relatoria.estado.conselheiros import CIDADAO
from d6b_relatoria.estado.lote import linhas, valores
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import ConselheiroAtualizacaoRegistrada

_COLUNAS = {
    "atualizacao_id": "uuid",
    "demanda_id": "uuid",
    "cidadao_id": "uuid",
    "tipo": "text",
    "texto": "text",
    "campos": "text",
    "origem_estruturacao": "text",
    "transcricao_automatica": "bool",
    "termos_suspeitos": "text",
    "registrada_em": "timestamptz",
    "event_id": "uuid",
    "correlacao_id": "uuid",
    "situacao": "text",
    "erros": "text",
    "acompanhamento_id": "uuid",
    "numero_sequencial": "int",
}
_JSON = {"campos", "termos_suspeitos", "erros"}


async def conhecidas(uow: UnidadeDeTrabalho, ids: Sequence[UUID]) -> set[UUID]:
    """Return which of these were already stored."""
    return set((await uow.sql(_CONHECIDAS, ids=ids)).scalars())


async def a_julgar(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> list[Atualizacao]:
    """Return the valid updates of these demands that nothing accepted so far, in the order of arrival."""
    return [_objeto(linha._mapping) for linha in await uow.sql(_A_JULGAR, demandas=list(demandas))]


async def gravar(uow: UnidadeDeTrabalho, atualizacoes: Sequence[Atualizacao]) -> None:
    """Store new updates, and what was decided of those that waited."""
    if atualizacoes:
        await uow.sql(_GRAVAR, **valores(_COLUNAS, [_linha(u) for u in atualizacoes]))


def _objeto(linha: Any) -> Atualizacao:
    return Atualizacao(
        atualizacao_id=linha["atualizacao_id"],
        demanda_id=linha["demanda_id"],
        cidadao_id=linha["cidadao"],
        tipo=linha["tipo"],
        texto=linha["texto"],
        campos=linha["campos"],
        origem_estruturacao=linha["origem_estruturacao"],
        transcricao_automatica=linha["transcricao_automatica"],
        termos_suspeitos=linha["termos_suspeitos"],
        registrada_em=linha["registrada_em"],
        causa=_causa(linha),
        situacao=linha["situacao"],
        erros=[Erro(**erro) for erro in linha["erros"]],
    )


def _causa(linha: Any) -> Evento[None]:
    """The envelope of the event that brought an update, as far as what it causes needs it."""
    tipo = ConselheiroAtualizacaoRegistrada.TIPO
    return Evento(linha["event_id"], tipo, "", linha["registrada_em"], "", linha["correlacao_id"], None, None)


def _linha(u: Atualizacao) -> tuple[Any, ...]:
    """The values of an update, in the order of `_COLUNAS`."""
    return (
        u.atualizacao_id,
        u.demanda_id,
        u.cidadao_id,
        u.tipo,
        u.texto,
        json.dumps(u.campos),
        u.origem_estruturacao,
        u.transcricao_automatica,
        json.dumps(u.termos_suspeitos),
        u.registrada_em,
        u.causa.event_id,
        u.causa.correlacao_id,
        u.situacao,
        json.dumps([asdict(erro) for erro in u.erros]),
        u.acompanhamento_id,
        u.numero_sequencial,
    )


_CONHECIDAS = "SELECT atualizacao_id FROM atualizacoes WHERE atualizacao_id = ANY(CAST(:ids AS uuid[]))"
_A_JULGAR = f"""
SELECT a.*, {CIDADAO.format("a")} AS cidadao FROM atualizacoes a
WHERE a.demanda_id = ANY(CAST(:demandas AS uuid[])) AND a.situacao IN ('aguardando', 'recusada') ORDER BY a.ordem
"""
_NOVAS = ", ".join(f"CAST({nome} AS jsonb)" if nome in _JSON else nome for nome in _COLUNAS)
_GRAVAR = f"""
INSERT INTO atualizacoes ({", ".join(_COLUNAS)}) SELECT {_NOVAS} FROM {linhas(_COLUNAS)} ORDER BY posicao
ON CONFLICT (atualizacao_id) DO UPDATE SET situacao = EXCLUDED.situacao, erros = EXCLUDED.erros,
    acompanhamento_id = EXCLUDED.acompanhamento_id, numero_sequencial = EXCLUDED.numero_sequencial
"""
