"""OpenTelemetry: one trace from the request to the last colony, paid for only by the requests sampled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, NonRecordingSpan, Span, SpanContext, SpanKind, TraceFlags

from nucleo.config import Config

_HEX = frozenset("0123456789abcdef")


class Rastreador:
    """The tracer of one colony.

    A `traceparent` whose sampled flag is off travels unchanged from hop to hop and costs nothing;
    one whose flag is on gets a span here, and what is published under it continues that span.
    """

    def __init__(self, colonia: str, config: Config, processador: SpanProcessor | None = None) -> None:
        self._amostra = config.rastros_amostra
        self._provedor = TracerProvider(resource=Resource.create({"service.name": colonia}))
        if processador is None and config.otlp_url:
            exportador = OTLPSpanExporter(endpoint=f"{config.otlp_url.rstrip('/')}/v1/traces", timeout=5)
            processador = BatchSpanProcessor(exportador)
        self._exporta = processador is not None
        if processador is not None:
            self._provedor.add_span_processor(processador)
        self._tracador = self._provedor.get_tracer("nucleo")

    def iniciar(self, recebido: str | None) -> str:
        """Return the `traceparent` of a request: the one received when valid, else a new one."""
        if recebido and _ler(recebido) is not None:
            return recebido
        amostrado = random.random() < self._amostra
        return f"00-{random.getrandbits(128):032x}-{random.getrandbits(64):016x}-0{int(amostrado)}"

    @contextmanager
    def trecho(
        self,
        nome: str,
        pai: str | None,
        tipo: SpanKind = SpanKind.INTERNAL,
        elos: Sequence[str] = (),
        **atributos: str | int | float | bool,
    ) -> Iterator[str | None]:
        """Open a span under the `traceparent` given and yield the `traceparent` of what happens inside it."""
        contexto = _ler(pai) if self._exporta else None
        if contexto is None or not contexto.trace_flags.sampled:
            yield pai
            return
        ligados = [Link(c) for c in map(_ler, elos) if c is not None]
        with self._tracador.start_as_current_span(
            nome,
            context=trace.set_span_in_context(NonRecordingSpan(contexto)),
            kind=tipo,
            links=ligados,
            attributes=atributos,
            record_exception=False,  # an exception's text may quote a citizen
        ) as trecho:
            yield _escrever(trecho)

    def encerrar(self) -> None:
        """Send what is still buffered and stop."""
        self._provedor.shutdown()


def amostrado(rastro: str | None) -> bool:
    """Tell whether the sampled flag of a `traceparent` is on."""
    return rastro is not None and rastro.endswith("1")


def _ler(texto: str | None) -> SpanContext | None:
    partes = texto.split("-") if texto else []
    if len(partes) != 4 or [len(p) for p in partes] != [2, 32, 16, 2] or not _HEX.issuperset("".join(partes)):
        return None
    contexto = SpanContext(int(partes[1], 16), int(partes[2], 16), True, TraceFlags(int(partes[3], 16)))
    return contexto if contexto.is_valid else None


def _escrever(trecho: Span) -> str:
    contexto = trecho.get_span_context()
    return f"00-{contexto.trace_id:032x}-{contexto.span_id:016x}-{contexto.trace_flags:02x}"
