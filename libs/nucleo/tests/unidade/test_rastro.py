"""What a `traceparent` says, and that what is not sampled costs no span."""

from __future__ import annotations

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from nucleo import Config
from nucleo.rastro import Rastreador, Trecho, amostrado

CONTEXTO = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"


@pytest.fixture
def exportados() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def rastreador(exportados: InMemorySpanExporter) -> Rastreador:
    config = Config(banco_url="postgresql://x/x", rastros_amostra=0.0)
    return Rastreador("d4-ranking", config, SimpleSpanProcessor(exportados))


@pytest.mark.parametrize(
    ("rastro", "e"),
    [
        (None, False),
        ("", False),
        ("1", False),
        (f"{CONTEXTO}-00", False),
        (f"{CONTEXTO}-01", True),
        (f"{CONTEXTO}-02", False),  # random, not sampled
        (f"{CONTEXTO}-03", True),  # sampled and random: what SDKs of today send
        (f"{CONTEXTO}-0b", True),
        (f"00-{'0' * 32}-00f067aa0ba902b7-01", False),
        (f"{CONTEXTO.upper()}-01", False),
    ],
)
def test_amostrado_e_o_ultimo_bit_de_um_rastro_valido(rastro, e):
    assert amostrado(rastro) is e


def test_o_que_nao_e_amostrado_passa_igual_sem_trecho(rastreador, exportados):
    pai = f"{CONTEXTO}-00"
    with rastreador.trechos(SpanKind.CONSUMER, [Trecho("tratar", pai), Trecho("tratar", pai)]) as rastros:
        assert rastros == [pai, pai]
    assert exportados.get_finished_spans() == ()


def test_trechos_abertos_juntos_terminam_juntos_cada_um_no_seu_rastro(rastreador, exportados):
    pais = [f"00-{n:032x}-00f067aa0ba902b7-01" for n in (1, 2)]
    with rastreador.trechos(SpanKind.CONSUMER, [Trecho("tratar", pai) for pai in pais]) as rastros:
        assert exportados.get_finished_spans() == ()
    assert [r[3:35] for r in rastros] == [pai[3:35] for pai in pais]
    assert [t.context.trace_id for t in exportados.get_finished_spans()] == [1, 2]


def test_sem_coletor_um_rastro_amostrado_segue_como_veio():
    mudo = Rastreador("d4-ranking", Config(banco_url="postgresql://x/x", rastros_amostra=1.0))
    with mudo.trechos(SpanKind.CONSUMER, [Trecho("tratar", f"{CONTEXTO}-01")]) as (rastro,):
        assert rastro == f"{CONTEXTO}-01"
    with mudo.pedido("POST", None) as rastro:
        assert not amostrado(rastro)
