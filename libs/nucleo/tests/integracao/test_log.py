"""The way of an event on a real broker: relay, group, cursor, rebalances, a broker that is away."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from aiokafka import AIOKafkaConsumer
from aiokafka.errors import KafkaError
from faststream.kafka import KafkaMessage
from sqlalchemy import text

from nucleo import Colonia, Evento, Registro, UnidadeDeTrabalho
from nucleo.assinante import Assinante
from nucleo.erros import FalhaPermanente, FalhaTransitoria
from nucleo.eventos import Breakdown, DemandaRanqueada
from nucleo.fontes import uuid7
from nucleo.testes import esvaziar_topicos
from nucleo.testes.eventos import INICIO
from nucleo.viva import ColoniaViva

UC = UUID("0199c0de-0000-7000-8000-000000000001")


def ranqueada(n: int) -> DemandaRanqueada:
    return DemandaRanqueada(
        demanda_id=uuid7(INICIO, n),
        unidade_civica_id=uuid7(INICIO, n % 7),
        categoria_id="1.1",
        nivel_precedencia=1,
        score_final=1.0,
        breakdown=Breakdown(peso_nacional=1.0, peso_situacional=1.0, score_horizontal=1.0),
        posicao_no_ranking=n,
        total_demandas_na_uc=n,
    )


async def ver(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
    await uow.sql("INSERT INTO visto SELECT unnest(CAST(:ids AS uuid[]))", ids=[e.payload.demanda_id for e in eventos])


class Log:
    """A producer and a consumer colony on topics of their own (one broker serves every test)."""

    def __init__(self, bancada, broker: str, pilha: AsyncExitStack) -> None:
        self.bancada, self.broker, self.pilha = bancada, broker, pilha
        sufixo = uuid4().hex[:8]
        self.produtora = Colonia(
            "D-4", nome="d4-ranking", porta=9001, pacote="nucleo.testes", produz=["demanda.ranqueada"]
        )
        self.consumidora = Colonia(
            "D-7", nome=f"d7-{sufixo}", porta=9002, pacote="nucleo.testes", consome={"demanda.ranqueada": ver}
        )
        self.banco_p = self.banco_c = ""

    async def abrir(self) -> None:
        self.banco_p = await self.pilha.enter_async_context(self.bancada.banco(self.produtora))
        self.banco_c = await self.pilha.enter_async_context(self.bancada.banco(self.consumidora))
        viva = self.bancada._viva(self.consumidora, self.banco_c, {})
        async with viva.engine.begin() as c:
            await c.execute(text("CREATE TABLE visto (id uuid NOT NULL)"))
        await viva.parar()

    async def produzir(self, broker: str | None = None, **ajustes) -> ColoniaViva:
        return await self.pilha.enter_async_context(
            self.bancada.ligada(self.produtora, self.banco_p, broker or self.broker, **ajustes)
        )

    async def consumir(self, **ajustes) -> ColoniaViva:
        return await self.pilha.enter_async_context(
            self.bancada.ligada(self.consumidora, self.banco_c, self.broker, **ajustes)
        )

    async def em_outro_processo(self) -> asyncio.subprocess.Process:
        """The consumer as production runs it; it falls asleep inside of each batch."""
        viva = self.bancada._viva(self.consumidora, self.banco_c, {})
        await viva.parar()
        with socket.create_server(("127.0.0.1", 0)) as livre:
            porta = livre.getsockname()[1]
        ambiente = {
            "FORMIGUEIRO_BANCO_URL": viva.config.banco_url,
            "FORMIGUEIRO_BROKER": self.broker,
            "FORMIGUEIRO_PORTA": str(porta),
            "FORMIGUEIRO_RASTROS_AMOSTRA": "0",
        }
        comando = (sys.executable, "-c", _SONOLENTA, self.consumidora.nome)
        processo = await asyncio.create_subprocess_exec(*comando, env=os.environ | ambiente)
        self.pilha.callback(lambda: processo.returncode is None and processo.kill())
        return processo


_SONOLENTA = """
import sys
from collections.abc import Sequence
import nucleo.viva
from nucleo import Colonia, Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaRanqueada
from nucleo.processo import executar
from nucleo.registro import RegistroDoCatalogo

nucleo.viva.RegistroHTTP = lambda url, catalogo, *_: RegistroDoCatalogo(catalogo)

async def ver(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
    ids = [e.payload.demanda_id for e in eventos]
    await uow.sql("INSERT INTO visto SELECT unnest(CAST(:ids AS uuid[]))", ids=ids)
    await uow.sql("SELECT pg_sleep(1)")

consome = {"demanda.ranqueada": ver}
executar([Colonia("D-7", nome=sys.argv[1], porta=9002, pacote="nucleo.testes", consome=consome)])
"""


async def publicar(viva: ColoniaViva, ns: Sequence[int]) -> None:
    async with viva.unidade() as uow:
        for n in ns:
            uow.publicar(ranqueada(n))


async def sql(viva: ColoniaViva, comando: str) -> object:
    async with viva.engine.begin() as c:
        return (await c.execute(text(comando))).scalar_one()


async def esperar(condicao: Callable[[], Awaitable[bool]], segundos: float = 20) -> None:
    async with asyncio.timeout(segundos):
        while not await condicao():
            await asyncio.sleep(0.02)


async def vistos(viva: ColoniaViva, n: int) -> None:
    async def chegou() -> bool:
        return await sql(viva, "SELECT count(DISTINCT id) FROM visto") == n

    await esperar(chegou)


@pytest.fixture
async def log(bancada, kafka_servidor):
    await esvaziar_topicos(kafka_servidor, {"demanda.ranqueada": 6})
    async with AsyncExitStack() as pilha:
        novo = Log(bancada, kafka_servidor, pilha)
        await novo.abrir()
        yield novo


async def test_o_que_se_confirma_chega_ao_outro_lado_uma_vez(log):
    p, c = await log.produzir(), await log.consumir()
    for inicio in range(0, 300, 50):
        await publicar(p, range(inicio, inicio + 50))
    await vistos(c, 300)
    assert await sql(c, "SELECT count(*) FROM visto") == 300
    assert await sql(p, "SELECT count(*) FROM saida WHERE publicado_em IS NULL") in range(301)
    assert await c.motivos() == {}
    assert await p.motivos() == {}


async def test_registro_entregue_antes_de_achar_o_cursor_nao_deixa_buraco_atras_de_si(log, monkeypatch):
    """Found by chaos: 44 demands skipped by a colony that was killed and came back while others went on publishing."""
    receber, ler_cursores = Assinante._receber, Assinante._ler_cursores

    async def receber_tarde(self, mensagem: KafkaMessage):
        await asyncio.sleep(0.05)
        await receber(self, mensagem)

    async def ler_devagar(self, particoes):
        cursores = await ler_cursores(self, particoes)
        await asyncio.sleep(0.5)
        return cursores

    monkeypatch.setattr(Assinante, "_receber", receber_tarde)
    monkeypatch.setattr(Assinante, "_ler_cursores", ler_devagar)
    p, c = await log.produzir(), await log.consumir()
    for n in range(150):
        await publicar(p, [n])
        await asyncio.sleep(0.01)
    await vistos(c, 150)


async def _marcadas(p) -> bool:
    return await sql(p, "SELECT count(*) FROM saida WHERE publicado_em IS NULL") == 0


async def test_republicar_nao_aplica_nada_duas_vezes(log):
    p, c = await log.produzir(), await log.consumir()
    await publicar(p, range(40))
    await vistos(c, 40)
    await esperar(lambda: _marcadas(p))  # what it resets was marked; marks come a little after the events
    await sql(p, "WITH x AS (UPDATE saida SET publicado_em = NULL RETURNING 1) SELECT count(*) FROM x")
    p.relay.duvidar()
    await publicar(p, range(40, 50))
    await vistos(c, 50)
    assert await sql(c, "SELECT count(*) FROM visto") == 50
    consumidor = AIOKafkaConsumer("demanda.ranqueada", bootstrap_servers=log.broker, auto_offset_reset="earliest")
    await consumidor.start()
    try:
        registros = []
        while len(registros) < 90:
            for lote in (await consumidor.getmany(timeout_ms=2000)).values():
                registros += lote
    finally:
        await consumidor.stop()
    assert len(registros) == 90
    cabecalhos = dict(registros[0].headers)
    assert cabecalhos["ce_type"] == b"demanda.ranqueada"
    assert cabecalhos["ce_source"] == b"/D-4"
    assert UUID(cabecalhos["ce_id"].decode()).version == 7


async def test_duas_replicas_dividem_as_particoes_e_um_rebalanceamento_nao_repete(log):
    p, c1 = await log.produzir(), await log.consumir()
    await publicar(p, range(100))
    c2 = await log.consumir()
    for inicio in range(100, 600, 25):
        await publicar(p, range(inicio, inicio + 25))
        await asyncio.sleep(0.05)
    await vistos(c1, 600)
    assert await sql(c1, "SELECT count(*) FROM visto") == 600
    assert c2.assinante is not None


async def test_um_rebalanceamento_durante_um_lote_longo_nao_repete(log):
    solto = asyncio.Event()

    async def ver_devagar(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
        await ver(eventos, uow)
        await solto.wait()

    rapida = log.consumidora
    log.consumidora = replace(rapida, consome={"demanda.ranqueada": ver_devagar})
    p, lento = await log.produzir(), await log.consumir()
    await publicar(p, range(60))
    await esperar(lambda: _verdade(lento.assinante._vez.locked()))
    log.consumidora = rapida
    novo = await log.consumir()
    await esperar(lambda: _dividiram(lento, novo))  # the batch is still open
    await publicar(p, range(60, 120))
    await asyncio.sleep(0.5)
    solto.set()
    await vistos(novo, 120)
    assert await sql(novo, "SELECT count(*) FROM visto") == 120
    assert await sql(novo, "SELECT sum(proximo) FROM cursor") == 120


async def test_um_sigterm_no_meio_de_um_tratamento_nao_perde_nem_repete_o_evento(log):
    p = await log.produzir()
    processo = await log.em_outro_processo()
    await publicar(p, range(60))
    await esperar(lambda: _dormindo(p, log.banco_c), 60)
    processo.terminate()
    assert await asyncio.wait_for(processo.wait(), 30) == 0
    c = await log.consumir()
    assert await sql(c, "SELECT count(*) FROM visto") > 0  # what was being handled was handled to the end
    await vistos(c, 60)
    assert await sql(c, "SELECT count(*) FROM visto") == 60


async def test_a_saida_escrita_por_outro_processo_e_publicada_pelo_lider(log):
    lider, c = await log.produzir(), await log.consumir()
    outro = await log.produzir()
    await esperar(lambda: _pronto(lider))
    await publicar(outro, range(30))
    await publicar(lider, range(30, 60))
    await vistos(c, 60)


async def test_sem_broker_aceita_e_entrega_quando_ele_volta(log):
    p = await log.produzir(broker="127.0.0.1:1")
    c = await log.consumir()
    await publicar(p, range(20))
    await esperar(lambda: _com_falha(p))
    assert "publicação" in await p.motivos()
    await p.parar()
    await log.produzir()
    await vistos(c, 20)


async def test_o_relay_publica_em_ordem_dentro_da_particao(log):
    p = await log.produzir(saida_janela=7)
    for n in range(60):
        async with p.unidade() as uow:
            uow.publicar(ranqueada(n * 7))  # one unit: one partition
    consumidor = AIOKafkaConsumer("demanda.ranqueada", bootstrap_servers=log.broker, auto_offset_reset="earliest")
    await consumidor.start()
    posicoes: list[int] = []
    try:
        while len(posicoes) < 60:
            for lote in (await consumidor.getmany(timeout_ms=2000)).values():
                lidos = await p.leitor.ler([Registro(r.topic, 0, r.offset, None, r.value) for r in lote])
                posicoes += [x.evento.payload.posicao_no_ranking for x in lidos]
    finally:
        await consumidor.stop()
    assert posicoes == [n * 7 for n in range(60)]


async def test_reler_recua_o_cursor_e_trata_tudo_de_novo_uma_vez(log):
    p, c = await log.produzir(), await log.consumir()
    await publicar(p, range(30))
    await vistos(c, 30)
    assert await c.assinante.reler(None) == 30
    await publicar(p, range(30, 40))
    await vistos(c, 40)

    async def releu() -> bool:
        return await sql(c, "SELECT count(*) FROM visto") == 70

    await esperar(releu)
    assert await sql(c, "SELECT sum(proximo) FROM cursor") == 40


async def _pronto(viva: ColoniaViva) -> bool:
    return await viva.motivos() == {}


async def _com_falha(viva: ColoniaViva) -> bool:
    return viva.relay.falha is not None and "broker" in viva.relay.falha


def medida(viva: ColoniaViva, nome: str, **rotulos: str) -> float | None:
    """What a scrape of the colony would read."""
    return viva.metricas.coletor.get_sample_value(f"formigueiro_{nome}", {"colonia": viva.colonia.nome} | rotulos)


async def test_cada_coleta_mostra_o_fusivel_aberto_e_o_que_espera_atras_dele(log):
    recusando = True

    async def recusar(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
        if recusando:
            raise FalhaPermanente("ainda não")
        await ver(eventos, uow)

    log.consumidora = replace(log.consumidora, consome={"demanda.ranqueada": recusar})
    p, c = await log.produzir(), await log.consumir(fusivel=1)
    await publicar(p, range(10))

    async def parou() -> bool:
        await c.medir()
        atraso = medida(c, "atraso", topico="demanda.ranqueada")
        return (medida(c, "fusivel_aberto"), medida(c, "pronta"), atraso) == (1, 0, 10)

    await esperar(parou)
    recusando = False
    await c.assinante.religar_fusivel()
    await vistos(c, 10)

    async def em_dia() -> bool:
        await c.medir()
        return medida(c, "atraso", topico="demanda.ranqueada") == 0

    await esperar(em_dia)
    assert (medida(c, "fusivel_aberto"), medida(c, "dlq_tamanho")) == (0, 0)


async def test_cada_coleta_mostra_a_idade_do_que_o_broker_ainda_nao_tem(log):
    p = await log.produzir(broker="127.0.0.1:1")
    await publicar(p, range(3))

    async def envelhece() -> bool:
        await p.medir()
        return (medida(p, "saida_idade_segundos") or 0) > 0 and medida(p, "saida_pendente") == 3

    await esperar(envelhece)


async def test_um_lote_que_espera_enquanto_o_cursor_recua_nao_o_faz_saltar(log):
    p, c = await log.produzir(), await log.consumir()
    await publicar(p, range(30))
    await vistos(c, 30)
    async with c.engine.begin() as outra:
        await outra.execute(text("LOCK TABLE entrada"))
        releitura = asyncio.create_task(c.assinante.reler(None))
        await esperar(lambda: _verdade(c.assinante._vez.locked()))
        await publicar(p, range(30, 40))
        await esperar(lambda: _verdade(bool(c.assinante._vez._waiters)))
    assert await releitura == 30

    async def releu() -> bool:
        return await sql(c, "SELECT count(*) FROM visto") == 70

    await esperar(releu)
    assert await sql(c, "SELECT sum(proximo) FROM cursor") == 40


async def test_so_o_operador_religa_o_fusivel(log):
    async def recusar(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
        raise FalhaPermanente("nunca")

    log.consumidora = replace(log.consumidora, consome={"demanda.ranqueada": recusar})
    p, c = await log.produzir(), await log.consumir(fusivel=1)
    await publicar(p, range(3))
    await esperar(lambda: _aberto(c))
    await c.assinante.reler(None)
    assert await _aberto(c)
    await c.assinante.on_partitions_assigned(c.assinante._assinatura.consumer.assignment())
    assert await _aberto(c)
    consumidor = c.assinante._assinatura.consumer
    assert set(consumidor.paused()) == consumidor.assignment()


async def test_um_consumidor_que_morre_e_substituido(log, monkeypatch):
    p, c = await log.produzir(), await log.consumir()
    await publicar(p, range(10))
    await vistos(c, 10)

    def morta() -> None:
        raise KafkaError("a coordenação morreu")

    monkeypatch.setattr(c.assinante._assinatura.consumer._coordinator, "check_errors", morta)
    await esperar(lambda: _verdade(c.assinante.motivos != []))
    await publicar(p, range(10, 20))
    await vistos(c, 20)
    await esperar(lambda: _pronto(c))


async def test_parar_nao_espera_para_sempre_por_um_lote_que_espera_o_banco(log, monkeypatch):
    async def esperar_o_banco(eventos: Sequence[Evento[DemandaRanqueada]], uow: UnidadeDeTrabalho) -> None:
        raise FalhaTransitoria("banco ausente")

    monkeypatch.setattr("nucleo.assinante._ESPERA_PELO_LOTE_S", 0.1)
    log.consumidora = replace(log.consumidora, consome={"demanda.ranqueada": esperar_o_banco})
    p, c = await log.produzir(), await log.consumir()
    await publicar(p, range(3))
    await esperar(lambda: _verdade(c.consumidor.falha is not None))
    async with asyncio.timeout(30):
        await c.parar()


async def test_uma_particao_que_parou_mas_ja_saiu_nao_fica_parada(log):
    c = await log.consumir()
    await esperar(lambda: _verdade(bool(c.assinante._posicoes)))
    perdida = ("demanda.ranqueada", 99)
    c.assinante._avancar({perdida: 5}, {perdida: "veneno"})
    assert c.assinante.motivos == []


async def _aberto(viva: ColoniaViva) -> bool:
    return "fusível aberto" in (await viva.motivos()).get("consumo", "")


async def _dividiram(*replicas: ColoniaViva) -> bool:
    assinaturas = [viva.assinante._assinatura for viva in replicas]
    return all(a is not None and a.consumer is not None and len(a.consumer.assignment()) == 3 for a in assinaturas)


async def _dormindo(viva: ColoniaViva, banco: str) -> bool:
    dormem = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{banco}' AND wait_event = 'PgSleep'"
    return await sql(viva, dormem) > 0


async def _verdade(valor: bool) -> bool:
    return valor
