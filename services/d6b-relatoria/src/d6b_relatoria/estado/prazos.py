"""Deadlines that are near, each told once."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from nucleo import UnidadeDeTrabalho

_VARREDURA = "prazos"
POR_VEZ = 500


@dataclass(frozen=True, slots=True)
class Proximo:
    """A deadline to tell of."""

    demanda_id: UUID
    conselheiro_id: UUID
    atualizacao_id: UUID
    dia: date


async def e_hora(uow: UnidadeDeTrabalho, pausa: timedelta) -> bool:
    """Tell whether the last complete look was long enough ago."""
    feita: datetime | None = (await uow.sql(_ULTIMA, nome=_VARREDURA)).scalar_one_or_none()
    return feita is None or feita + pausa <= uow.agora()


async def cobrar(uow: UnidadeDeTrabalho, ate: date) -> list[Proximo]:
    """Mark as told, and return, some of the deadlines that come until a day; none: all were told."""
    linhas = await uow.sql(_COBRAR, ate=ate, limite=POR_VEZ)
    return [Proximo(p.demanda_id, p.conselheiro_id, p.prazo_atualizacao_id, p.prazo) for p in linhas]


async def anotar(uow: UnidadeDeTrabalho) -> None:
    """Note that a look was complete now."""
    await uow.sql(_ANOTAR, nome=_VARREDURA, agora=uow.agora())


_ULTIMA = "SELECT feita_em FROM varreduras WHERE nome = :nome"
_COBRAR = """
UPDATE acompanhamentos SET prazo_alertado = true
WHERE acompanhamento_id IN (
    SELECT acompanhamento_id FROM acompanhamentos
    WHERE situacao = 'ativo' AND NOT prazo_alertado AND prazo <= :ate
    ORDER BY prazo, acompanhamento_id LIMIT :limite FOR UPDATE)
RETURNING demanda_id, conselheiro_id, prazo_atualizacao_id, prazo
"""
_ANOTAR = """
INSERT INTO varreduras VALUES (:nome, :agora) ON CONFLICT (nome) DO UPDATE SET feita_em = EXCLUDED.feita_em
"""
