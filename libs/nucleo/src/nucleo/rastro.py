"""OpenTelemetry: one trace from the request to the last colony, paid for only by the requests sampled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
)

from nucleo.config import Config

_HEX = frozenset("0123456789abcdef")
_IMPARES = frozenset("13579bdf")
_MAIOR_NUMERO_DE_ELOS = 128


@dataclass(slots=True, frozen=True)
class Trecho:
    """A span to start: under the `traceparent` `pai`, or as the first of a trace of its own when None."""

    nome: str
    pai: str | None
    elos: Sequence[str] = ()
    atributos: Mapping[str, str | int] = field(default_factory=dict)


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

    @contextmanager
    def pedido(self, metodo: str, recebido: str | None) -> Iterator[str | None]:
        """Serve a request in the trace received when it is valid, else in a new one; yield its `traceparent`."""
        pai = recebido if _ler(recebido) is not None else None
        if pai is None and not (self._exporta and random.random() < self._amostra):
            yield f"00-{random.getrandbits(128):032x}-{random.getrandbits(64):016x}-00"
            return
        with self.trechos(SpanKind.SERVER, [Trecho(metodo, pai)]) as (rastro,):
            yield rastro

    @contextmanager
    def trechos(self, especie: SpanKind, pedidos: Sequence[Trecho]) -> Iterator[list[str | None]]:
        """Start spans together, end them together, and yield the `traceparent` of what happens inside each.

        A lone span is the current one meanwhile; spans that start inside it are linked to it.
        """
        abertos = [self._comecar(especie, pedido) for pedido in pedidos]
        falha: BaseException | None = None
        try:
            rastros = [
                _escrever(trecho) if trecho else pedido.pai for trecho, pedido in zip(abertos, pedidos, strict=True)
            ]
            if len(abertos) == 1 and abertos[0] is not None:
                with trace.use_span(abertos[0], record_exception=False, set_status_on_exception=False):
                    yield rastros
            else:
                yield rastros
        except BaseException as erro:
            falha = erro
            raise
        finally:
            for trecho in abertos:
                if trecho is not None:
                    _terminar(trecho, falha)

    def _comecar(self, especie: SpanKind, pedido: Trecho) -> Span | None:
        pai = _ler(pedido.pai)
        if not self._exporta or (pai is not None and not pai.trace_flags.sampled):
            return None
        ligados = [c for c in map(_ler, pedido.elos[:_MAIOR_NUMERO_DE_ELOS]) if c is not None]
        atual = trace.get_current_span().get_span_context()
        if atual.is_valid:
            ligados.append(atual)
        return self._tracador.start_span(
            pedido.nome,
            context=trace.set_span_in_context(NonRecordingSpan(pai), Context()) if pai is not None else Context(),
            kind=especie,
            links=[Link(contexto) for contexto in ligados],
            attributes=pedido.atributos,
        )

    def encerrar(self) -> None:
        """Send what is still buffered and stop."""
        self._provedor.shutdown()


def amostrado(rastro: str | None) -> bool:
    """Tell whether a `traceparent` is valid and its sampled flag, the last bit, is on."""
    return rastro is not None and rastro[-1:] in _IMPARES and _ler(rastro) is not None


def descrever_pedido(rota: str, metodo: str, status: int) -> None:
    """Name the current span after the route that served it, as in `POST /api/demandas`, with how it ended."""
    trecho = trace.get_current_span()
    trecho.update_name(f"{metodo} {rota}")
    trecho.set_attributes({"http.route": rota, "http.request.method": metodo, "http.response.status_code": status})
    if status >= 500:
        trecho.set_status(Status(StatusCode.ERROR))


def _terminar(trecho: Span, falha: BaseException | None) -> None:
    if falha is not None:
        trecho.set_status(Status(StatusCode.ERROR, type(falha).__name__))  # its text may quote a citizen
    trecho.end()


def _ler(texto: str | None) -> SpanContext | None:
    partes = texto.split("-") if texto else []
    if len(partes) != 4 or [len(p) for p in partes] != [2, 32, 16, 2] or not _HEX.issuperset("".join(partes)):
        return None
    contexto = SpanContext(int(partes[1], 16), int(partes[2], 16), True, TraceFlags(int(partes[3], 16)))
    return contexto if contexto.is_valid else None


def _escrever(trecho: Span) -> str:
    contexto = trecho.get_span_context()
    return f"00-{contexto.trace_id:032x}-{contexto.span_id:016x}-{contexto.trace_flags:02x}"
