"""What a citizen sends to be a counsellor, and a counsellor to refuse a demand. Spec D-6a, "Eventos consumidos"."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StrictBool

from d1a_captura.dominio.entrada import Entrada


class Candidatura(Entrada):
    """That a citizen wants to act in a civic unit and in the smaller ones within it."""

    unidade_civica_id: UUID
    capacitacao_concluida: Annotated[StrictBool, Field(description="Concluiu a capacitação básica.")] = False


class Recusa(Entrada):
    """That a counsellor does not take a demand: refusals for personal risk are not counted."""

    motivo: Literal["recusa_explicita", "risco_pessoal"] = "recusa_explicita"
