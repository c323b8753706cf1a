"""The hot paths: what arrives together is committed together, and answered only after the commit."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from d1a_captura.config import ConfigD1a
from nucleo import UnidadeDeTrabalho
from nucleo.banco import e_transitoria
from nucleo.erros import Sobrecarga
from nucleo.microlote import MicroLote
from nucleo.viva import ColoniaViva

T = TypeVar("T")
R = TypeVar("R")

_ESPERA_S = 5  # what a citizen's device is told to wait when the log does not drain


class Lote(ABC, Generic[T, R]):
    """Takes valid items; one transaction a turn of the loop stores and publishes all that wait."""

    def __init__(self, config: ConfigD1a, viva: ColoniaViva) -> None:
        self._viva = viva
        self._pendentes_maximos = config.saida_pendente_maxima
        self._lote: MicroLote[T, R] = MicroLote(
            self._processar, config.captura_lote, config.captura_fila, config.captura_espera_s
        )

    @abstractmethod
    async def gravar(self, uow: UnidadeDeTrabalho, itens: list[T]) -> Sequence[R | Exception]:
        """Store and publish these items, and return the answer of each, in order."""

    def exigir_lugar(self) -> None:
        """Raise `Sobrecarga` when too many wait to be stored or published, or have waited for too long."""
        if self._viva.relay.pendentes >= self._pendentes_maximos:
            raise Sobrecarga(_ESPERA_S)
        self._lote.exigir_lugar()

    async def receber(self, item: T) -> R:
        """Return the answer of an item, once it is stored.

        Raises:
            Sobrecarga: too many wait; nothing of this one was kept.
        """
        self.exigir_lugar()
        return await self._lote.submeter(item)

    async def fechar(self) -> None:
        """Take no more, and return when those taken are stored."""
        await self._lote.fechar()

    async def _processar(self, itens: list[T]) -> Sequence[R | Exception]:
        try:
            return await self._gravar_juntos(itens)
        except Exception as erro:
            if len(itens) == 1 or e_transitoria(erro):
                raise
            return [await self._gravar_so(item) for item in itens]  # one that cannot be stored takes no other with it

    async def _gravar_so(self, item: T) -> R | Exception:
        try:
            return (await self._gravar_juntos([item]))[0]
        except Exception as erro:
            return erro

    async def _gravar_juntos(self, itens: list[T]) -> Sequence[R | Exception]:
        async with self._viva.unidade() as uow:
            return await self.gravar(uow, itens)
