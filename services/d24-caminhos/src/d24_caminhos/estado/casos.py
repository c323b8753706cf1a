"""The cases, one a closed demand."""

import json
from collections.abc import Collection
from uuid import UUID

from d24_caminhos.dominio.caso import Caso, Par
from d24_caminhos.estado.lote import Tabela
from nucleo import UnidadeDeTrabalho

_CASOS = Tabela(
    "casos",
    {
        "demanda_id": "uuid",
        "municipio_id": "uuid",
        "categoria_id": "text",
        "subcategoria_id": "text",
        "desfecho": "text",
        "encerrado_em": "timestamptz",
        "prazo_dias": "int",
        "total_atualizacoes": "int",
        "resumo": "text",
        "caminho": "jsonb",
    },
)


async def conhecidos(uow: UnidadeDeTrabalho, demandas: Collection[UUID]) -> dict[UUID, Caso]:
    """Return the cases that these demands are now."""
    linhas = await uow.sql(_LER, demandas=list(demandas))
    return {
        linha.demanda_id: Caso(
            demanda_id=linha.demanda_id,
            par=Par(linha.municipio_id, linha.categoria_id, linha.subcategoria_id),
            desfecho=linha.desfecho,
            encerrado_em=linha.encerrado_em,
            prazo_dias=linha.prazo_dias,
            total_atualizacoes=linha.total_atualizacoes,
            resumo=linha.resumo,
            caminho=linha.caminho,
        )
        for linha in linhas
    }


async def trocar(uow: UnidadeDeTrabalho, saem: Collection[Caso], entram: Collection[Caso]) -> None:
    """Put cases in the place of others: those of the same demand, or nothing's."""
    ficam = {caso.demanda_id for caso in entram}
    if sobram := [caso.demanda_id for caso in saem if caso.demanda_id not in ficam]:
        await uow.sql("DELETE FROM casos WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))", demandas=sobram)
    await _CASOS.guardar(
        uow,
        (
            (
                c.demanda_id,
                c.par.municipio_id,
                c.par.categoria_id,
                c.par.subcategoria_id,
                c.desfecho,
                c.encerrado_em,
                c.prazo_dias,
                c.total_atualizacoes,
                c.resumo,
                json.dumps(c.caminho),
            )
            for c in entram
        ),
    )


_LER = f"SELECT {', '.join(_CASOS.colunas)} FROM casos WHERE demanda_id = ANY(CAST(:demandas AS uuid[]))"
