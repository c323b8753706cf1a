"""What a counsellor is at an instant: available, busy or inactive."""

from datetime import datetime
from typing import Literal

Status = Literal["disponivel", "ocupado", "inativo"]


def suspensao(ate: datetime | None, agora: datetime) -> datetime | None:
    """Until when a suspension holds; it ends by itself, nothing has to run at that instant."""
    return ate if ate is not None and ate > agora else None


def status(*, ocupado: bool, apto: bool, suspenso: bool) -> Status:
    """Busy while a demand is theirs; otherwise inactive when they may not be drawn."""
    if ocupado:
        return "ocupado"
    return "disponivel" if apto and not suspenso else "inativo"
