"""One trace from the request to the colony at the end of the road, seen by a collector that speaks OTLP."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import UUID

import pytest
from fastapi import APIRouter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from nucleo import Colonia, Evento, Registro, UnidadeDeTrabalho
from nucleo.erros import FalhaPermanente
from nucleo.eventos import DemandaNormalizada, DemandaRecebida, Localizacao
from nucleo.fontes import uuid7
from nucleo.http import Uow
from nucleo.produtor import Mensagem
from nucleo.rastro import amostrado
from nucleo.saida import Relay
from nucleo.testes import Bancada
from nucleo.testes.eventos import INICIO

SUSPEITO = "texto que só o cidadão conhece"
rotas = APIRouter()


@dataclass
class Coletor:
    """What an OpenTelemetry collector received, by the name of the span."""

    url: str
    trechos: list[tuple[str, Span]] = field(default_factory=list)

    def de(self, nome: str) -> list[Span]:
        return [trecho for _, trecho in self.trechos if trecho.name == nome]

    def um(self, nome: str) -> Span:
        [trecho] = self.de(nome)
        return trecho

    def colonias(self, nome: str) -> list[str]:
        return [colonia for colonia, trecho in self.trechos if trecho.name == nome]


@pytest.fixture
def coletor() -> Iterator[Coletor]:
    """A collector on a free port."""

    class Porta(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            pedido = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
            for recurso in pedido.resource_spans:
                colonia = next(a.value.string_value for a in recurso.resource.attributes if a.key == "service.name")
                aberto.trechos.extend((colonia, t) for escopo in recurso.scope_spans for t in escopo.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Porta) as servidor:
        aberto = Coletor(f"http://127.0.0.1:{servidor.server_port}")
        threading.Thread(target=servidor.serve_forever, daemon=True).start()
        yield aberto
        servidor.shutdown()


def demanda(n: int) -> DemandaRecebida:
    return DemandaRecebida(
        demanda_id=uuid7(INICIO, n),
        texto_bruto=SUSPEITO,
        tipo_midia="texto",
        localizacao_bruta=Localizacao(lat=-23.55, lng=-46.63),
        cidadao_id=UUID(int=n),
        canal="web",
        timestamp_criacao=INICIO,
    )


@rotas.post("/api/demandas/{n}", status_code=201)
async def criar(n: int, uow: Uow) -> None:
    uow.publicar(demanda(n))


@dataclass
class Normalizadora:
    """The handler of the second colony; it remembers when it ran, and refuses one demand."""

    veneno: UUID | None = None
    instantes: list[int] = field(default_factory=list)

    async def normalizar(self, eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
        for e in eventos:
            if e.payload.demanda_id == self.veneno:
                raise ValueError(SUSPEITO)
            uow.publicar(normalizada(e.payload), causa=e)
        self.instantes.append(time.time_ns())

    @property
    def colonia(self) -> Colonia:
        async def normalizar(eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
            await self.normalizar(eventos, uow)

        return Colonia(
            "D-1b",
            nome="d1b-normalizacao",
            porta=9002,
            pacote="nucleo.testes",
            consome={"demanda.recebida": normalizar},
            produz=["demanda.normalizada"],
        )


def normalizada(d: DemandaRecebida) -> DemandaNormalizada:
    return DemandaNormalizada(
        demanda_id=d.demanda_id,
        titulo="",
        descricao_limpa="",
        tipo_midia="texto",
        coordenadas_lat=0.0,
        coordenadas_lng=0.0,
        confianca_normalizacao=1.0,
    )


CAPTURA = Colonia(
    "D-1a", nome="d1a-captura", porta=9001, pacote="nucleo.testes", produz=["demanda.recebida"], rotas=[rotas]
)


class Broker:
    """Stands for the log: keeps what the relay publishes."""

    def __init__(self) -> None:
        self.mensagens: list[Mensagem] = []

    async def publicar(self, mensagens: Sequence[Mensagem]) -> None:
        self.mensagens += mensagens

    async def encerrar(self) -> None:
        """Nothing to close."""


async def publicar(b: Bancada, quantos: int) -> list[Registro]:
    """Run the real relay until it has published so many events; return the records that a broker would hold."""
    v, broker = b.viva, Broker()
    relay = Relay(v.config, v.engine, v.colonia.nome, v.registro, broker, v.metricas, v.rastreador, v.log)
    tarefa = asyncio.create_task(relay.executar())
    async with asyncio.timeout(20):
        while len(broker.mensagens) < quantos:
            await asyncio.sleep(0.01)
    tarefa.cancel()
    await asyncio.gather(tarefa, return_exceptions=True)
    await relay.encerrar()
    return [Registro(m.topico, 0, -1, m.chave, m.valor, tuple(m.cabecalhos)) for m in broker.mensagens]


@asynccontextmanager
async def estrada(
    bancada, coletor: Coletor, normalizadora: Normalizadora, amostra: float = 1.0
) -> AsyncIterator[tuple[Bancada, Bancada]]:
    """The first two colonies of the road; leaving it sends every span to the collector."""
    ajustes = {"otlp_url": coletor.url, "rastros_amostra": amostra}
    async with bancada(CAPTURA, **ajustes) as captura, bancada(normalizadora.colonia, **ajustes) as normaliza:
        yield captura, normaliza


def elos(trecho: Span) -> set[bytes]:
    return {elo.span_id for elo in trecho.links}


def traceparent(registro: Registro) -> str:
    return dict(registro.cabecalhos)["traceparent"].decode()


async def test_um_so_rastro_vai_do_post_a_colonia_seguinte(bancada, coletor):
    async with estrada(bancada, coletor, Normalizadora()) as (captura, normaliza):
        assert (await captura.http.post("/api/demandas/1")).status_code == 201
        await normaliza.entregar_registros(*await publicar(captura, 1))
        [seguinte] = await publicar(normaliza, 1)
    passos = ["POST /api/demandas/{n}", "publicar demanda.recebida", "tratar demanda.recebida"]
    passos.append("publicar demanda.normalizada")
    trechos = [coletor.um(nome) for nome in passos]
    assert trechos[0].parent_span_id == b""
    assert [t.parent_span_id for t in trechos[1:]] == [t.span_id for t in trechos[:-1]]
    assert len({t.trace_id for t in trechos}) == 1
    assert [coletor.colonias(nome) for nome in passos] == [["d1a-captura"]] * 2 + [["d1b-normalizacao"]] * 2
    assert traceparent(seguinte)[3:52] == f"{trechos[-1].trace_id.hex()}-{trechos[-1].span_id.hex()}"
    assert amostrado(traceparent(seguinte))


async def test_o_trecho_de_um_evento_dura_o_seu_tratamento(bancada, coletor):
    normalizadora = Normalizadora()
    async with estrada(bancada, coletor, normalizadora) as (captura, normaliza):
        await captura.http.post("/api/demandas/1")
        await normaliza.entregar_registros(*await publicar(captura, 1))
    trecho = coletor.um("tratar demanda.recebida")
    [durante] = normalizadora.instantes
    assert trecho.start_time_unix_nano < durante < trecho.end_time_unix_nano


async def test_um_lote_e_um_rastro_seu_ligado_a_cada_evento_e_cada_evento_ao_lote(bancada, coletor):
    async with estrada(bancada, coletor, Normalizadora()) as (captura, normaliza):
        for n in range(3):
            await captura.http.post(f"/api/demandas/{n}")
        await normaliza.entregar_registros(*await publicar(captura, 3))
    lote = coletor.um("lote")
    pedidos = {t.trace_id for t in coletor.de("POST /api/demandas/{n}")}
    assert len(pedidos) == 3
    assert lote.trace_id not in pedidos
    assert lote.parent_span_id == b""
    assert elos(lote) == {t.span_id for t in coletor.de("publicar demanda.recebida")}
    tratados = coletor.de("tratar demanda.recebida")
    assert {t.trace_id for t in tratados} == pedidos
    assert all(elos(t) == {lote.span_id} for t in tratados)


async def test_cada_trecho_diz_que_evento_e_de_que_correlacao(bancada, coletor):
    async with estrada(bancada, coletor, Normalizadora()) as (captura, normaliza):
        resposta = await captura.http.post("/api/demandas/1")
        await normaliza.entregar_registros(*await publicar(captura, 1))
    atributos = {a.key: a.value.string_value for a in coletor.um("tratar demanda.recebida").attributes}
    assert atributos["correlacao_id"] == resposta.headers["x-correlacao-id"]
    assert UUID(atributos["event_id"])


async def test_o_que_nao_foi_amostrado_viaja_igual_e_nao_gera_trecho(bancada, coletor):
    async with estrada(bancada, coletor, Normalizadora(), amostra=0.0) as (captura, normaliza):
        await captura.http.post("/api/demandas/1")
        [recebida] = await publicar(captura, 1)
        await normaliza.entregar_registros(recebida)
        [seguinte] = await publicar(normaliza, 1)
    assert traceparent(recebida).endswith("-00")
    assert traceparent(seguinte) == traceparent(recebida)
    assert coletor.trechos == []


async def test_o_rastro_de_quem_pede_continua(bancada, coletor):
    recebido = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    async with estrada(bancada, coletor, Normalizadora(), amostra=0.0) as (captura, _):
        await captura.http.post("/api/demandas/1", headers={"traceparent": recebido})
    trecho = coletor.um("POST /api/demandas/{n}")
    assert (trecho.trace_id.hex(), trecho.parent_span_id.hex()) == (recebido[3:35], recebido[36:52])


@pytest.mark.parametrize("lixo", ["00-0-0-01", "x", "00-" + "0" * 32 + "-00f067aa0ba902b7-01", "é" * 55])
async def test_um_traceparent_ilegivel_num_registro_nao_atrapalha(bancada, coletor, lixo):
    async with estrada(bancada, coletor, Normalizadora(), amostra=0.0) as (captura, normaliza):
        await captura.http.post("/api/demandas/1")
        [r] = await publicar(captura, 1)
        estragado = Registro(r.topico, 0, -1, r.chave, r.valor, (("traceparent", lixo.encode()),))
        await normaliza.entregar_registros(estragado)
        assert len(await normaliza.publicados(DemandaNormalizada)) == 1
    assert coletor.trechos == []


async def test_cada_nova_tentativa_continua_o_produtor_e_a_falha_nao_cita_o_cidadao(bancada, coletor):
    async with estrada(bancada, coletor, Normalizadora(veneno=demanda(1).demanda_id)) as (captura, normaliza):
        for n in range(2):
            await captura.http.post(f"/api/demandas/{n}")
        await normaliza.entregar_registros(*await publicar(captura, 2))
        [carta] = await normaliza.dlq()
    produtores = {t.span_id for t in coletor.de("publicar demanda.recebida")}
    tentativas = coletor.de("tratar demanda.recebida")
    assert {t.parent_span_id for t in tentativas} == produtores
    falhas = [t.status for t in tentativas if t.status.code == Status.STATUS_CODE_ERROR]
    assert {s.message for s in falhas} == {"ValueError"}
    assert not any(SUSPEITO in str(t) for _, t in coletor.trechos)
    assert SUSPEITO not in carta["erro"]


async def test_uma_falha_do_servidor_marca_o_trecho_do_pedido(bancada, coletor):
    quebradas = APIRouter()

    @quebradas.get("/api/quebrada")
    async def quebrar() -> None:
        raise FalhaPermanente(SUSPEITO)

    colonia = Colonia("D-9", nome="d9-teste", porta=9003, pacote="nucleo.testes", rotas=[quebradas])
    async with bancada(colonia, otlp_url=coletor.url, rastros_amostra=1.0) as b:
        assert (await b.http.get("/api/quebrada")).status_code == 500
    trecho = coletor.um("GET /api/quebrada")
    assert trecho.status.code == Status.STATUS_CODE_ERROR
    assert SUSPEITO not in str(trecho)
