"""Structured JSON logs: one line an entry or exit of the log of events, never with a citizen's words or id."""

from __future__ import annotations

import logging
import sys
from typing import Any, cast

import structlog
from structlog.typing import FilteringBoundLogger


def configurar(nivel: str) -> None:
    """Send every log of the process, the libraries' too, as JSON lines to the standard output."""
    comuns: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="instante"),
        structlog.processors.EventRenamer("mensagem"),
    ]
    final: list[Any] = [
        structlog.processors.format_exc_info,
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
