"""Logins under way: each comes back at most once, in the browser where it began, before it expires."""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from c1_cidadaos.dominio import segredos
from nucleo import UnidadeDeTrabalho

_GUARDAR = """
INSERT INTO entradas (estado, navegador, emissor, nonce, verificador, retorno, cidadao_id_anonimo, expira_em)
VALUES (:estado, :navegador, :emissor, :nonce, :verificador, :retorno, :anonimo, :expira_em)
"""
_CONSUMIR = """
DELETE FROM entradas WHERE estado = :estado AND navegador = :navegador
RETURNING emissor, nonce, verificador, retorno, cidadao_id_anonimo, expira_em > :agora AS em_tempo
"""


class Entrada(NamedTuple):
    """What was agreed when a login began."""

    emissor: str
    nonce: str
    verificador: str
    retorno: str | None
    anonimo: UUID | None


async def guardar(uow: UnidadeDeTrabalho, entrada: Entrada, estado: str, navegador: str) -> None:
    """Remember a login that goes to its provider."""
    await uow.sql(
        _GUARDAR,
        **entrada._asdict(),
        estado=segredos.resumo(estado),
        navegador=segredos.resumo(navegador),
        expira_em=uow.agora() + timedelta(minutes=uow.config.entrada_minutos),
    )


async def consumir(uow: UnidadeDeTrabalho, estado: str, navegador: str) -> Entrada | None:
    """Return the login that comes back, for the only time; None when it did not begin here, or too long ago."""
    consumida = await uow.sql(
        _CONSUMIR, estado=segredos.resumo(estado), navegador=segredos.resumo(navegador), agora=uow.agora()
    )
    linha = consumida.first()
    return Entrada(*linha[:-1]) if linha is not None and linha.em_tempo else None
