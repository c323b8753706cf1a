"""Whether an anonymous id belongs to an account, asked once for all the requests that arrive together."""

from collections.abc import AsyncIterator
from uuid import UUID

from d1a_captura.config import ConfigD1a
from d1a_captura.estado import identidades
from nucleo.microlote import MicroLote
from nucleo.viva import ColoniaViva


class Identidades:
    """Answers from the database, so that every replica knows what any of them consumed."""

    def __init__(self, viva: ColoniaViva) -> None:
        self._viva = viva
        self._lote: MicroLote[UUID, bool] = MicroLote(self._consultar)

    async def e_de_conta(self, cidadao_id: UUID) -> bool:
        """Tell whether an id is an account's, or of a device linked to one."""
        return await self._lote.submeter(cidadao_id)

    async def _consultar(self, ids: list[UUID]) -> list[bool]:
        async with self._viva.unidade() as uow:
            de_contas = await identidades.quais_sao_de_contas(uow, ids)
        return [cidadao_id in de_contas for cidadao_id in ids]


async def abrir(_: ConfigD1a, viva: ColoniaViva) -> AsyncIterator[Identidades]:
    """Open the look-up of identities."""
    yield Identidades(viva)
