"""What the audit keeps of each public event: the fields that a score or an order depends on, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

Evento = Mapping[str, Any]
"""An event as any Avro client decodes it: the envelope with its `payload`."""

SEM_INSTANTE = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class Categorizada:
    """What D-3 said of a demand."""

    event_id: UUID
    instante: datetime
    demanda_id: UUID
    versao: int
    unidade: UUID | None
    categoria: str
    nivel: int
    horizontal: float

    @classmethod
    def ler(cls, evento: Evento) -> "Categorizada":
        """Read a decoded demanda.categorizada; 1.0.0 had neither unit nor version."""
        p = evento["payload"]
        return cls(
            evento["event_id"],
            evento["timestamp"],
            p["demanda_id"],
            p.get("versao_categorizacao", 1),
            p.get("unidade_civica_id"),
            p["categoria_id"],
            p["nivel_precedencia"],
            p["score_horizontal"],
        )


@dataclass(frozen=True, slots=True)
class Ranqueada:
    """The score and the position that D-4 published for a demand."""

    event_id: UUID
    instante: datetime
    causa: UUID | None
    demanda_id: UUID
    unidade: UUID
    categoria: str
    nivel: int
    nacional: float
    situacional: float
    horizontal: float
    score: float
    posicao: int
    total: int
    parametros: str

    @classmethod
    def ler(cls, evento: Evento) -> "Ranqueada":
        """Read a decoded demanda.ranqueada; its order is that of `timestamp_calculo`."""
        p, fatores = evento["payload"], evento["payload"]["breakdown"]
        return cls(
            evento["event_id"],
            p.get("timestamp_calculo") or SEM_INSTANTE,
            evento["causacao_id"],
            p["demanda_id"],
            p["unidade_civica_id"],
            p["categoria_id"],
            p["nivel_precedencia"],
            fatores["peso_nacional"],
            fatores["peso_situacional"],
            fatores["score_horizontal"],
            p["score_final"],
            p["posicao_no_ranking"],
            p["total_demandas_na_uc"],
            p.get("versao_parametros", "1.0.0"),
        )

    @property
    def chave(self) -> tuple[float, UUID]:
        """Sorts the queue of a unit: highest score first, then order of reception."""
        return -self.score, self.demanda_id


@dataclass(frozen=True, slots=True)
class Atualizado:
    """What D-4 announced of the ranking of a unit; `topo` holds (position, score, demand)."""

    event_id: UUID
    instante: datetime
    unidade: UUID
    total: int
    topo: tuple[tuple[int, float, UUID], ...]
    nivel_corrente: int
    distribuicao: tuple[float, ...]
    parametros: str
    ate: UUID

    @classmethod
    def ler(cls, evento: Evento) -> "Atualizado":
        """Read a decoded ranking.atualizado."""
        p = evento["payload"]
        return cls(
            evento["event_id"],
            p["timestamp_calculo"],
            p["unidade_civica_id"],
            p["total_demandas"],
            tuple((t["posicao"], t["score_final"], t["demanda_id"]) for t in p["topo"]),
            p["nivel_corrente"],
            tuple(p["distribuicao"]),
            p["versao_parametros"],
            p["ate_event_id"],
        )
