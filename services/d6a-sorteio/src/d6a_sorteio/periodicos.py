"""What D-6a does in its own time."""

from d6a_sorteio.compromisso import comprometer
from d6a_sorteio.estado import conselheiros
from d6a_sorteio.estado.vez import tomar_a_vez
from nucleo import UnidadeDeTrabalho


async def reativar_suspensos(uow: UnidadeDeTrabalho) -> None:
    """See whether a demand waited for somebody whose suspension has ended.

    Whether it has is judged by its instant at each commitment; this only wakes the queue.
    """
    await tomar_a_vez(uow)
    await comprometer(uow, await conselheiros.reativar(uow))
