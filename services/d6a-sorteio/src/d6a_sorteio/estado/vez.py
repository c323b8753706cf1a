"""One at a time: what decides who competes, who is drawn and who is free."""

from nucleo import UnidadeDeTrabalho

_TRAVA = 601


async def tomar_a_vez(uow: UnidadeDeTrabalho) -> None:
    """Keep every other replica out until the commit.

    All ladders end in the same root, so any two draws may meet: what one batch decides in milliseconds, the next
    one sees. Taken after the core's own locks and before any row, so nobody waits in a ring.
    """
    await uow.sql("SELECT pg_advisory_xact_lock(:trava)", trava=_TRAVA)
