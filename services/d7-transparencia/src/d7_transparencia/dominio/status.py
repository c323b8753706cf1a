"""Where a demand stands: the farthest fact known of it that still holds, in whatever order facts arrived."""

from enum import StrEnum


class Status(StrEnum):
    """From reception to its end. Spec D-7, GET /api/d7/demandas: the default filter shows only what is open."""

    RECEBIDA = "recebida"
    NORMALIZADA = "normalizada"
    GEORREFERENCIADA = "georreferenciada"
    CATEGORIZADA = "categorizada"
    RANQUEADA = "ranqueada"
    DISPONIVEL = "disponivel"
    ATRIBUIDA = "atribuida"
    EM_PROGRESSO = "em_progresso"
    AGREGADA = "agregada"
    CONCLUIDA = "concluida"

    @property
    def aberto(self) -> bool:
        """Tell whether the demand still waits for someone to act on it."""
        return self not in (Status.AGREGADA, Status.CONCLUIDA)


ABERTOS = [status for status in Status if status.aberto]
