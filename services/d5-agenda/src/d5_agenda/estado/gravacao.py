"""Everything that a batch changes in the backlogs, written by one statement."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.dialects import postgresql

from d5_agenda.dominio.demanda import Demanda, Lugar
from d5_agenda.estado.contagem import BITS_ALEATORIOS, GRAOS
from d5_agenda.estado.demandas import COLUNAS
from d5_agenda.estado.tabelas import Base
from nucleo import UnidadeDeTrabalho


@dataclass(frozen=True, slots=True)
class Mudanca:
    """A demand as it was and as it is."""

    antes: Demanda
    depois: Demanda

    @property
    def unidades(self) -> set[UUID]:
        """The units whose backlog it changed."""
        return {lugar.unidade_civica_id for lugar in (self.antes.lugar, self.depois.lugar) if lugar}


async def gravar(uow: UnidadeDeTrabalho, mudancas: Sequence[Mudanca], motivo: str) -> None:
    """Store demands, count the items that entered and left, and leave the units that changed owing an agenda."""
    movimentos = list(_movimentos(mudancas))
    situacoes = _situacoes(mudancas)
    await uow.sql(
        _GRAVAR,
        **{nome: [getattr(m.depois, nome) for m in mudancas] for nome in COLUNAS},
        m_unidades=[lugar.unidade_civica_id for lugar, _ in movimentos],
        m_niveis=[lugar.nivel_precedencia for lugar, _ in movimentos],
        m_scores=[lugar.score_final for lugar, _ in movimentos],
        m_ms=[lugar.demanda_id.int >> BITS_ALEATORIOS for lugar, _ in movimentos],
        m_sentidos=[sentido for _, sentido in movimentos],
        u_unidades=[unidade for unidade, _ in situacoes],
        u_status=[status for _, status in situacoes],
        u_variacoes=list(situacoes.values()),
        motivo=motivo,
    )


def _movimentos(mudancas: Sequence[Mudanca]) -> Iterator[tuple[Lugar, int]]:
    for mudanca in mudancas:
        antes, depois = mudanca.antes.lugar, mudanca.depois.lugar
        if antes != depois:
            yield from ((lugar, sentido) for lugar, sentido in ((antes, -1), (depois, +1)) if lugar)


def _situacoes(mudancas: Sequence[Mudanca]) -> Counter[tuple[UUID, str]]:
    """How many more items of each status each unit has; zeros stay, for the units that only changed their order."""
    contagem: Counter[tuple[UUID, str]] = Counter()
    for mudanca in mudancas:
        for demanda, sentido in ((mudanca.antes, -1), (mudanca.depois, +1)):
            if demanda.lugar:
                contagem[demanda.lugar.unidade_civica_id, demanda.status] += sentido
    return contagem


def _arranjos() -> Iterator[str]:
    """The columns of the demands as arrays of parameters, of the types that the tables declare."""
    colunas = Base.metadata.tables["demandas"].columns
    dialeto: Any = postgresql.dialect  # untyped in SQLAlchemy
    for nome in COLUNAS:
        yield f"CAST(:{nome} AS {colunas[nome].type.compile(dialeto())}[])"


_NOMES = ", ".join(COLUNAS)
_GRAVAR = f"""
WITH presente AS (
    INSERT INTO demandas ({_NOMES}) SELECT * FROM unnest({", ".join(_arranjos())})
    ON CONFLICT (demanda_id) DO UPDATE SET ({_NOMES}) = ROW({", ".join(f"EXCLUDED.{nome}" for nome in COLUNAS)})
), contado AS (
    INSERT INTO contagem (unidade_civica_id, nivel_precedencia, grao, score_final, balde, itens)
    SELECT unidade, nivel, grao, score, ms >> grao, sum(sentido)
    FROM unnest(CAST(:m_unidades AS uuid[]), CAST(:m_niveis AS int[]), CAST(:m_scores AS float8[]),
                CAST(:m_ms AS bigint[]), CAST(:m_sentidos AS int[])) AS n(unidade, nivel, score, ms, sentido),
         unnest(ARRAY{list(GRAOS)}) AS grao
    GROUP BY unidade, nivel, grao, score, ms >> grao HAVING sum(sentido) <> 0
    ON CONFLICT (unidade_civica_id, nivel_precedencia, grao, score_final, balde)
    DO UPDATE SET itens = contagem.itens + EXCLUDED.itens
)
INSERT INTO unidades AS u (unidade_civica_id, disponiveis, atribuidos, em_progresso, motivo, deve_agenda)
SELECT unidade, coalesce(sum(variacao) FILTER (WHERE status = 'disponivel'), 0),
       coalesce(sum(variacao) FILTER (WHERE status = 'atribuido'), 0),
       coalesce(sum(variacao) FILTER (WHERE status = 'em_progresso'), 0), :motivo, true
FROM unnest(CAST(:u_unidades AS uuid[]), CAST(:u_status AS text[]), CAST(:u_variacoes AS int[]))
    AS n(unidade, status, variacao)
GROUP BY unidade
ON CONFLICT (unidade_civica_id) DO UPDATE SET
    disponiveis = u.disponiveis + EXCLUDED.disponiveis, atribuidos = u.atribuidos + EXCLUDED.atribuidos,
    em_progresso = u.em_progresso + EXCLUDED.em_progresso, motivo = EXCLUDED.motivo, deve_agenda = true"""
