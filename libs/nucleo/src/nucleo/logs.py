"""Structured JSON logs: one line an entry or exit of the log of events, never with a citizen's words or id."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import structlog
from sqlalchemy.exc import DBAPIError
from structlog.typing import EventDict, FilteringBoundLogger

from nucleo.banco import e_transitoria
from nucleo.erros import FalhaPermanente, Problema

_NUCLEO = Path(__file__).parent
_QUADROS = 12  # innermost lines of code told of an unexpected error
_SEM_DADOS = ("0A", "25", "28", "3D", "42")  # classes of SQLSTATE whose message names objects of the database only


def configurar(nivel: str) -> None:
    """Send every log of the process, the libraries' too, as JSON lines to the standard output."""
    comuns: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="instante"),
        structlog.processors.EventRenamer("mensagem"),
    ]
    final: list[Any] = [
        _sem_o_texto_da_falha,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    numero = logging.getLevelNamesMapping()[nivel]
    structlog.configure(
        processors=[*comuns, *final],
        wrapper_class=structlog.make_filtering_bound_logger(numero),
        logger_factory=structlog.PrintLoggerFactory(sys.stdout),
        cache_logger_on_first_use=False,
    )
    manipulador = logging.StreamHandler(sys.stdout)
    manipulador.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=comuns,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *final],
        )
    )
    logging.basicConfig(handlers=[manipulador], level=max(numero, logging.WARNING), force=True)


def registrador(colonia: str) -> FilteringBoundLogger:
    """Return the logger of a colony; every line carries its name."""
    return cast("FilteringBoundLogger", structlog.get_logger().bind(colonia=colonia))


def resumir(erro: BaseException) -> str:
    """Name a failure in one line that never quotes a citizen.

    What the house itself says, or what is away, is repeated. The text of any other error may hold a value: its kind
    is told, the constraint when a database refused it, and the line of code.
    """
    especie, estado = type(erro).__name__, _do_banco(erro, "sqlstate")
    if isinstance(erro, FalhaPermanente | Problema) or e_transitoria(erro) or estado[:2] in _SEM_DADOS:
        return f"{especie}: {next(iter(str(erro).splitlines()), '')}"[:500]
    return " ".join(filter(None, [especie, estado, _do_banco(erro, "constraint_name"), _lugar(erro)]))[:500]


def pilha(erro: BaseException) -> list[str]:
    """Return the innermost lines of code that an error went through, without its text."""
    quadros = traceback.extract_tb(erro.__traceback__)[-_QUADROS:]
    return [f"{quadro.filename}:{quadro.lineno} {quadro.name}" for quadro in quadros]


def identidade(event_id: UUID, correlacao_id: UUID | None) -> dict[str, str]:
    """Return the fields that name one event in a line."""
    nomes = {"event_id": str(event_id)}
    return nomes if correlacao_id is None else nomes | {"correlacao_id": str(correlacao_id)}


def primeiro_e_ultimo(ids: Sequence[tuple[UUID, UUID | None]]) -> dict[str, object]:
    """Return the fields of a line that stands for several events: how many, the first and, apart, the last."""
    if not ids:
        return {"eventos": 0}
    ultimo = {f"ultimo_{nome}": valor for nome, valor in identidade(*ids[-1]).items()} if len(ids) > 1 else {}
    return {"eventos": len(ids), **identidade(*ids[0]), **ultimo}


def _lugar(erro: BaseException) -> str:
    """Say which line of a colony failed or, when none took part, of the core."""
    quadros = [
        q
        for q in traceback.extract_tb(erro.__traceback__)
        if "site-packages" not in q.filename and not q.filename.endswith(".pyx")
    ]
    da_colonia = [q for q in quadros if Path(q.filename).parent != _NUCLEO] or quadros
    return f"em {Path(q.filename).name}:{q.lineno} {q.name}" if (q := next(reversed(da_colonia), None)) else ""


def _do_banco(erro: BaseException, campo: str) -> str:
    original = getattr(erro.orig, "__cause__", None) if isinstance(erro, DBAPIError) else erro
    return str(getattr(original, campo, None) or "")


def _sem_o_texto_da_falha(_: Any, __: str, linha: EventDict) -> EventDict:
    """Tell of an exception its kind and its lines of code: its text may quote a citizen."""
    informe = linha.pop("exc_info", None)
    if informe is True:
        informe = sys.exc_info()
    erro = informe[1] if isinstance(informe, tuple) else informe
    if isinstance(erro, BaseException):
        linha.setdefault("erro", resumir(erro))
        linha["pilha"] = pilha(erro)
    return linha
