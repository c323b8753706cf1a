"""An anonymous id that belongs to an account is refused: whoever has the account enters with it."""

from fastapi import Request

from d1a_captura.erros import ContaExigida
from d1a_captura.identidades import Identidades
from nucleo.erros import Invalido
from nucleo.identidade import anonimo


async def conferir_anonimo(request: Request) -> None:
    """Refuse with 401 an `X-Cidadao-Id` that is an account's. One that is no UUID is left to the route to refuse."""
    try:
        cidadao_id = anonimo(request)
    except Invalido:
        return
    if cidadao_id is None:
        return
    viva = request.app.state.colonia_viva
    viva.exigir_preparada()
    if await viva.recursos[Identidades].e_de_conta(cidadao_id):
        raise ContaExigida
