"""What C-1 does by the clock."""

from nucleo import UnidadeDeTrabalho


async def esquecer_vencidas(uow: UnidadeDeTrabalho) -> None:
    """Remove logins that never came back and sessions whose time is over."""
    await uow.sql("DELETE FROM entradas WHERE expira_em <= :agora", agora=uow.agora())
    await uow.sql("DELETE FROM sessoes WHERE expira_em <= :agora", agora=uow.agora())
