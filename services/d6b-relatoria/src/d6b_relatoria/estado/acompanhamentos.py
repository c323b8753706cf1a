"""Follow-ups: read whole, written whole."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from uuid import UUID

from sqlalchemy import RowMapping

from d6b_relatoria.dominio.acompanhamento import Acompanhamento, Prazo, Situacao
from d6b_relatoria.dominio.ciclo import Ciclo
from d6b_relatoria.estado.conselheiros import CIDADAO
from d6b_relatoria.estado.lote import linhas, valores
from nucleo import UnidadeDeTrabalho

_COLUNAS = {
    "acompanhamento_id": "uuid",
    "demanda_id": "uuid",
    "conselheiro_id": "uuid",
    "unidade_civica_id": "uuid",
    "inicio": "timestamptz",
    "situacao": "text",
    "fim": "timestamptz",
    "iniciado_em": "timestamptz",
    "status": "text",
    "prazo": "date",
    "prazo_atualizacao_id": "uuid",
    "prazo_alertado": "bool",
    "ciclo": "text",
    "texto_resumo_ciclo": "text",
}


async def ler(uow: UnidadeDeTrabalho, demandas: list[UUID]) -> list[Acompanhamento]:
    """Return the follow-ups of these demands, locked, in the order in which they began."""
    return [_objeto(linha._mapping) for linha in await uow.sql(_LER, demandas=demandas)]


async def gravar(uow: UnidadeDeTrabalho, acompanhamentos: Iterable[Acompanhamento]) -> None:
    """Store those that changed."""
    mudados = [_linha(a) for a in acompanhamentos if a.mudou]
    if mudados:
        await uow.sql(_GRAVAR, **valores(_COLUNAS, mudados))


async def demandas_ativas(uow: UnidadeDeTrabalho, conselheiro_id: UUID) -> list[UUID]:
    """Return the demands that a counsellor follows: one, unless draws arrive before the end of the last."""
    return list((await uow.sql(_ATIVAS, conselheiro=conselheiro_id)).scalars())


def _objeto(linha: RowMapping) -> Acompanhamento:
    ciclo = linha["ciclo"]
    prazo = Prazo(linha["prazo"], linha["prazo_atualizacao_id"], linha["prazo_alertado"]) if linha["prazo"] else None
    return Acompanhamento(
        acompanhamento_id=linha["acompanhamento_id"],
        demanda_id=linha["demanda_id"],
        conselheiro_id=linha["conselheiro_id"],
        unidade_civica_id=linha["unidade_civica_id"],
        inicio=linha["inicio"],
        cidadao_id=linha["cidadao"],
        situacao=Situacao(linha["situacao"]),
        fim=linha["fim"],
        iniciado_em=linha["iniciado_em"],
        status=linha["status"],
        prazo=prazo,
        ciclo=Ciclo(**ciclo | {"fontes": [UUID(fonte) for fonte in ciclo["fontes"]]}),
    )


def _linha(a: Acompanhamento) -> tuple[Any, ...]:
    """The values of a follow-up, in the order of `_COLUNAS`."""
    return (
        a.acompanhamento_id,
        a.demanda_id,
        a.conselheiro_id,
        a.unidade_civica_id,
        a.inicio,
        a.situacao.value,
        a.fim,
        a.iniciado_em,
        a.status,
        a.prazo and a.prazo.dia,
        a.prazo and a.prazo.atualizacao_id,
        a.prazo is not None and a.prazo.alertado,
        json.dumps(asdict(a.ciclo), default=str),
        a.resumo,
    )


_LER = f"""
SELECT a.*, {CIDADAO.format("c")} AS cidadao
FROM acompanhamentos a JOIN conselheiros c USING (conselheiro_id)
WHERE a.demanda_id = ANY(CAST(:demandas AS uuid[])) ORDER BY a.inicio, a.acompanhamento_id FOR UPDATE OF a
"""
_TODAS = ", ".join(_COLUNAS)
_NOVAS = ", ".join("CAST(ciclo AS jsonb)" if nome == "ciclo" else nome for nome in _COLUNAS)
_GRAVAR = f"""
INSERT INTO acompanhamentos ({_TODAS}) SELECT {_NOVAS} FROM {linhas(_COLUNAS)} ORDER BY posicao
ON CONFLICT (acompanhamento_id) DO UPDATE SET ({_TODAS}) = ROW({", ".join(f"EXCLUDED.{nome}" for nome in _COLUNAS)})
"""
_ATIVAS = "SELECT demanda_id FROM acompanhamentos WHERE conselheiro_id = :conselheiro AND situacao = 'ativo'"
