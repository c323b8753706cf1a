"""Everything that a batch changes, written by one statement: each trip to the database costs more than its rows."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from d4_ranking.dominio.calculo import Calculo
from d4_ranking.dominio.fila import Fila
from d4_ranking.estado.contagem import GRAOS, prefixo
from nucleo import UnidadeDeTrabalho

_PRESENTE = {
    "demanda_id": "uuid",
    "unidade_civica_id": "uuid",
    "categoria_id": "text",
    "nivel_precedencia": "int",
    "versao_categorizacao": "int",
    "peso_nacional": "float8",
    "peso_situacional": "float8",
    "score_horizontal": "float8",
    "score_final": "float8",
    "versao_parametros": "text",
    "ativo": "bool",
    "calculado_em": "timestamptz",
}
_HISTORICO = _PRESENTE | {"posicao_no_ranking": "int", "total_demandas_na_uc": "int"}


async def gravar(uow: UnidadeDeTrabalho, calculos: Sequence[Calculo], filas: Mapping[UUID, Fila], motivo: str) -> None:
    """Append calculations to the history, the last of each demand being its present one, and store the queues.

    Queues where something moved have their counts brought up to date and now owe an announcement.
    """
    linhas = [_linha(calculo) for calculo in calculos]
    movidas = {unidade: fila for unidade, fila in filas.items() if fila.mudou}
    movimentos = [
        (unidade, chave, sentido)
        for unidade, fila in movidas.items()
        for sentido, chaves in ((+1, fila.entraram), (-1, fila.sairam))
        for chave in chaves
    ]
    await uow.sql(
        _GRAVAR,
        **{nome: [linha[i] for linha in linhas] for i, nome in enumerate(_HISTORICO)},
        m_unidades=[unidade for unidade, _, _ in movimentos],
        m_scores=[-negativo for _, (negativo, _), _ in movimentos],
        m_ms=[prefixo(demanda_id) for _, (_, demanda_id), _ in movimentos],
        m_sentidos=[sentido for _, _, sentido in movimentos],
        u_unidades=list(movidas),
        u_totais=[fila.total for fila in movidas.values()],
        u_relogios=[fila.relogio for fila in movidas.values()],
        u_ate=[fila.ate_event_id for fila in movidas.values()],
        motivo=motivo,
    )


def _linha(c: Calculo) -> tuple[Any, ...]:
    """The values of a calculation, in the order of `_HISTORICO`."""
    return (
        c.demanda_id,
        c.unidade_civica_id,
        c.categoria_id,
        c.nivel_precedencia,
        c.versao_categorizacao,
        c.fatores.peso_nacional,
        c.fatores.peso_situacional,
        c.fatores.score_horizontal,
        c.fatores.score_final,
        c.versao_parametros,
        c.ativo,
        c.calculado_em,
        c.posicao,
        c.total,
    )


_P, _H = ", ".join(_PRESENTE), ", ".join(_HISTORICO)
_GRAVAR = f"""
WITH novos AS (
    SELECT * FROM unnest({", ".join(f"CAST(:{nome} AS {tipo}[])" for nome, tipo in _HISTORICO.items())})
        WITH ORDINALITY AS n({_H}, ordem)
), historia AS (
    INSERT INTO historico ({_H}) SELECT {_H} FROM novos ON CONFLICT DO NOTHING
), presente AS (
    INSERT INTO demandas ({_P}) SELECT DISTINCT ON (demanda_id) {_P} FROM novos ORDER BY demanda_id, ordem DESC
    ON CONFLICT (demanda_id) DO UPDATE SET ({_P}) = ROW({", ".join(f"EXCLUDED.{nome}" for nome in _PRESENTE)})
), contado AS (
    INSERT INTO contagem (unidade_civica_id, grao, score_final, balde, ativas)
    SELECT unidade, grao, score, ms >> grao, sum(sentido)
    FROM unnest(CAST(:m_unidades AS uuid[]), CAST(:m_scores AS float8[]), CAST(:m_ms AS bigint[]),
                CAST(:m_sentidos AS int[])) AS n(unidade, score, ms, sentido), unnest(ARRAY{list(GRAOS)}) AS grao
    GROUP BY unidade, grao, score, ms >> grao HAVING sum(sentido) <> 0
    ON CONFLICT (unidade_civica_id, grao, score_final, balde)
    DO UPDATE SET ativas = contagem.ativas + EXCLUDED.ativas
)
UPDATE unidades u SET total = n.total, relogio = n.relogio, ate_event_id = n.ate, motivo = :motivo, deve_anuncio = true
FROM unnest(CAST(:u_unidades AS uuid[]), CAST(:u_totais AS int[]), CAST(:u_relogios AS timestamptz[]),
            CAST(:u_ate AS uuid[])) AS n(unidade, total, relogio, ate)
WHERE u.unidade_civica_id = n.unidade"""
