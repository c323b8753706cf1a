"""What the public reads of a backlog."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import RowMapping

from d5_agenda.dominio import trabalho
from d5_agenda.dominio.pagina import Parada
from d5_agenda.dominio.trabalho import Status
from d5_agenda.estado.celulas import RAIZ
from d5_agenda.estado.contagem import INDICE, TOTAIS
from d5_agenda.estado.tabelas import FORA_DA_ORDEM, NA_ORDEM
from nucleo.banco import Sessao


class Unidade(NamedTuple):
    """What a unit says of its order."""

    cadeia_ucs: list[UUID]
    nivel_corrente: int | None
    distribuicao: list[float] | None
    disponiveis: int
    atribuidos: int
    em_progresso: int
    totais: list[int]


async def unidade(banco: Sessao, unidade_civica_id: UUID) -> Unidade | None:
    """What is known of a unit; None: the territory never had it, and nothing was ever ranked in it."""
    linha = (await banco.sql(_UNIDADE, unidade=unidade_civica_id)).first()
    return None if linha is None else Unidade._make(linha)


async def itens(
    banco: Sessao,
    unidade: UUID,
    niveis: Sequence[int],
    categoria: str | None,
    status: Status | None,
    paradas: Mapping[int, Parada],
    limite: int,
) -> Sequence[RowMapping]:
    """The next items of each of these levels; those that take part in the order have their index in their level."""
    inicios = [paradas.get(nivel, (float("inf"), UUID(int=0))) for nivel in niveis]
    linhas = await banco.sql(
        _comando(categoria, status),
        unidade=unidade,
        niveis=list(niveis),
        scores=[score for score, _ in inicios],
        ids=[demanda_id for _, demanda_id in inicios],
        limite=limite,
        **{nome: valor for nome, valor in (("categoria", categoria), ("status", status)) if valor is not None},
    )
    return linhas.mappings().all()


def _comando(categoria: str | None, status: Status | None) -> str:
    saiu = status in trabalho.FORA_DA_ORDEM
    filtro = FORA_DA_ORDEM if saiu else NA_ORDEM
    filtro += "" if status is None else " AND status = :status"
    filtro += "" if categoria is None else " AND categoria_id = :categoria"
    return _ITENS.format(filtro=filtro, indice="CAST(NULL AS bigint)" if saiu else INDICE)


# The last of the three: where all was out of the order before it was ranked, nothing else tells of the unit.
_UNIDADE = f"""
SELECT coalesce(u.cadeia_ucs, '{{}}'), u.nivel_corrente, u.distribuicao,
       coalesce(u.disponiveis, 0), coalesce(u.atribuidos, 0), coalesce(u.em_progresso, 0), {TOTAIS}
FROM (SELECT CAST(:unidade AS uuid)) AS p(unidade) LEFT JOIN unidades u ON u.unidade_civica_id = p.unidade
WHERE u.unidade_civica_id IS NOT NULL
   OR EXISTS (SELECT FROM unidades_publicadas WHERE unidade_civica_id = p.unidade)
   OR EXISTS (SELECT FROM demandas WHERE {FORA_DA_ORDEM} AND unidade_civica_id = p.unidade)"""

# Two ranges of the same index: no work on the items already shown, however many have the same score.
_DO_NIVEL = """
    SELECT * FROM demandas
    WHERE {filtro} AND unidade_civica_id = :unidade AND nivel_precedencia = p.nivel"""
_ITENS = f"""
SELECT d.*, {{indice}} AS indice, g.raiz_y, g.raiz_x
FROM unnest(CAST(:niveis AS int[]), CAST(:scores AS float8[]), CAST(:ids AS uuid[])) AS p(nivel, score, demanda_id)
CROSS JOIN LATERAL (
    ({_DO_NIVEL} AND score_final = p.score AND demandas.demanda_id > p.demanda_id
     ORDER BY demanda_id LIMIT :limite)
    UNION ALL
    ({_DO_NIVEL} AND score_final < p.score
     ORDER BY score_final DESC, demanda_id LIMIT :limite)
    ORDER BY score_final DESC, demanda_id LIMIT :limite) d
{RAIZ}"""
