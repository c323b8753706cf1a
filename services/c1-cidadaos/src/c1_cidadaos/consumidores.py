"""What C-1 does with each event that it consumes."""

from collections.abc import Sequence

from c1_cidadaos.estado import unidades
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import TerritorioUnidadePublicada


async def conhecer_unidades(eventos: Sequence[Evento[TerritorioUnidadePublicada]], uow: UnidadeDeTrabalho) -> None:
    """Know which units a citizen may declare as theirs."""
    await unidades.guardar(uow, eventos)
