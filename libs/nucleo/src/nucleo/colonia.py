"""The declaration of a colony: what it is, consumes, produces and serves. Read like a table of contents."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from fastapi import APIRouter
from sqlalchemy import MetaData

from nucleo.config import Config
from nucleo.contratos import Catalogo
from nucleo.uow import UnidadeDeTrabalho

Tratador = Callable[[Any, UnidadeDeTrabalho], Awaitable[None]]
"""`async (evento, uow)` for one event at a time, or `async (eventos, uow)` with a `Sequence` for the whole batch."""

AbreRecurso = Callable[[Any, Any], AsyncIterator[object]]
"""`async def abrir(config, banco)`: an async generator that yields one in-memory resource and then closes it."""


class DeclaracaoInvalida(ValueError):
    """A declaration contradicts the contracts or itself. Raised at start, with a sentence that names the mistake."""


@dataclass(frozen=True)
class Periodico:
    """A job that one replica at a time runs in a unit of work of its own.

    Attributes:
        nome: unique in the colony; it names the lock.
        cada: pause between the end of one run and the start of the next.
        executar: `async (uow) -> None`.
    """

    nome: str
    cada: timedelta
    executar: Callable[[UnidadeDeTrabalho], Awaitable[None]]


@dataclass(frozen=True)
class Espera:
    """Something that must not wait for long: measured at each scrape and at each readiness check.

    Attributes:
        nome: label of the metric `formigueiro_espera_segundos`, and the part that readiness names.
        desde: SQL of one row and column, the instant since when the oldest has waited; NULL when nothing waits.
        limite: beyond it the colony is not ready.
        motivo: what waits, in Portuguese.
    """

    nome: str
    desde: str
    limite: timedelta
    motivo: str


@dataclass(frozen=True)
class Colonia:
    """A colony: one distribution, one database, one consumer group, one port.

    Attributes:
        id: the specification's name, as in "D-4"; it goes into `origem` of the events.
        nome: the distribution's name, as in "d4-ranking".
        porta: default HTTP port.
        resumo: one Portuguese sentence for the API's page.
        tabelas: metadata of the colony's own tables; revisions live in `<package>/migracoes/versions`.
        esquema: PostgreSQL schema of those tables. A colony that is a projection of the log has them in a schema of
            their own, apart from the core's in `public`, so that it can be rebuilt (`nucleo.reconstrucao`). A table
            that a rebuild must find as it was names `public` as its schema; its migration says IF NOT EXISTS.
        consome: event type → handler. Order across types is never guaranteed.
        consome_tudo: instead of `consome`, one handler of `Sequence[Recebido]` for every topic but its own (N-0a).
        produz: event types that it may publish.
        rotas: FastAPI routers.
        periodicos: periodic jobs.
        esperas: what must not wait for long.
        recursos: openers of in-memory resources, found by type with `uow.recurso(Tipo)`.
        config: settings class.
        duravel: whether a batch waits for the disk before it counts as committed. A crash of PostgreSQL may undo the
            last batches of the others, and the log replays them to the same result; so only a colony whose decision
            depends on when it was made (who is drawn, which item is called first) must declare it.
        folga: how long what arrives may wait for company, however quiet the log is: for who does not stand on the
            citizen's road (an archive, a memory), and would take from it the processor that it runs on.
        em_falha: what an event that cannot be handled does: go to the DLQ, or stop its partition, loudly. Bytes that
            are no event go to the DLQ in either case.
        pacote: import package; derived from `nome`.
    """

    id: str
    nome: str
    porta: int
    resumo: str = ""
    tabelas: MetaData | None = None
    esquema: str = "public"
    consome: Mapping[str, Tratador] = field(default_factory=dict)
    consome_tudo: Tratador | None = None
    produz: Sequence[str] = ()
    rotas: Sequence[APIRouter] = ()
    periodicos: Sequence[Periodico] = ()
    esperas: Sequence[Espera] = ()
    recursos: Sequence[AbreRecurso] = ()
    config: type[Config] = Config
    duravel: bool = False
    folga: timedelta = timedelta(0)
    em_falha: Literal["dlq", "parar"] = "dlq"
    pacote: str = ""

    def __post_init__(self) -> None:
        if not self.pacote:
            object.__setattr__(self, "pacote", self.nome.replace("-", "_"))

    @property
    def dlq(self) -> str:
        """Topic of this colony's dead letters."""
        return f"dlq.{self.nome}"

    def le(self, tipo: str) -> bool:
        """Tell whether it consumes a type: who consumes everything leaves out what it produces itself."""
        return tipo in self.consome or (self.consome_tudo is not None and tipo not in self.produz)

    def conferir(self, catalogo: Catalogo) -> None:
        """Check the declaration against the contracts. Raises `DeclaracaoInvalida`."""
        if self.consome and self.consome_tudo:
            raise DeclaracaoInvalida(f"{self.id}: use consome ou consome_tudo, não os dois")
        for tipo in (*self.consome, *self.produz):
            if tipo not in catalogo.por_tipo:
                raise DeclaracaoInvalida(f"{self.id}: não há contrato para {tipo}")
        for tipo in self.produz:
            if self.nome not in catalogo.por_tipo[tipo].produtores:
                raise DeclaracaoInvalida(f"{self.id}: o contrato de {tipo} não nomeia {self.nome} entre os produtores")
        nomes = [p.nome for p in self.periodicos]
        if len(nomes) != len(set(nomes)):
            raise DeclaracaoInvalida(f"{self.id}: dois trabalhos periódicos com o mesmo nome")


def recebe_lote(tratador: Tratador) -> bool:
    """Tell whether a handler takes the whole batch: its first parameter is annotated as a `Sequence`."""
    primeiro = next(iter(inspect.signature(tratador).parameters.values()))
    anotacao = primeiro.annotation
    texto = anotacao if isinstance(anotacao, str) else getattr(anotacao, "__name__", str(anotacao))
    return texto.removeprefix("collections.abc.").startswith(("Sequence", "list", "List"))
