"""The relay on a real database, with a broker that takes everything: nothing waits for ever, nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

from nucleo import Colonia, ligacao, saida
from nucleo.eventos import Breakdown, DemandaRanqueada
from nucleo.fontes import uuid7
from nucleo.produtor import Mensagem
from nucleo.saida import Relay
from nucleo.testes import Bancada
from nucleo.testes.eventos import INICIO

COLONIA = Colonia("D-4", nome="d4-ranking", porta=9000, pacote="nucleo.testes", produz=["demanda.ranqueada"])
UC = UUID("0199c0de-0000-7000-8000-000000000001")


class Broker:
    def __init__(self) -> None:
        self.recebidos: list[str] = []

    async def publicar(self, mensagens: Sequence[Mensagem]) -> None:
        self.recebidos += [dict(m.cabecalhos)["ce_id"].decode() for m in mensagens]

    async def encerrar(self) -> None:
        pass


def relay(b: Bancada, broker: Broker) -> Relay:
    v = b.viva
    return Relay(v.config, v.engine, v.colonia.nome, v.registro, broker, v.metricas, v.rastreador, v.log)


@asynccontextmanager
async def correndo(r: Relay) -> AsyncIterator[Relay]:
    tarefa = asyncio.create_task(r.executar())
    try:
        yield r
    finally:
        tarefa.cancel()
        await asyncio.gather(tarefa, return_exceptions=True)
        await r.encerrar()


def ranqueada(n: int) -> DemandaRanqueada:
    return DemandaRanqueada(
        demanda_id=uuid7(INICIO, n),
        unidade_civica_id=UC,
        categoria_id="1.1",
        nivel_precedencia=1,
        score_final=1.0,
        breakdown=Breakdown(peso_nacional=1.0, peso_situacional=1.0, score_horizontal=1.0),
        posicao_no_ranking=1,
        total_demandas_na_uc=1,
    )


async def escrever(b: Bancada, r: Relay | None, n: int) -> str:
    """Commit one event and hand it to a relay; to none, as from another process whose word got lost."""
    b.viva.relay = r or relay(b, Broker())
    async with b.viva.unidade() as uow:
        event_id = uow.publicar(ranqueada(n))
    return str(event_id)


async def esperar(condicao) -> None:
    async with asyncio.timeout(20):
        while not condicao():
            await asyncio.sleep(0.02)


async def test_um_lider_ocupado_tambem_publica_o_que_ninguem_lhe_disse(bancada):
    async with bancada(COLONIA) as b:
        broker = Broker()
        async with correndo(relay(b, broker)) as lider:
            await esperar(lambda: lider._lider)
            esquecido = await escrever(b, None, 0)
            async with asyncio.timeout(20):
                n = 0
                while esquecido not in broker.recebidos:
                    n += 1
                    await escrever(b, lider, n)  # never two seconds of rest
                    await asyncio.sleep(0.05)


async def test_um_lider_ocupado_que_perde_a_trava_deixa_de_liderar(bancada):
    async with bancada(COLONIA) as b, correndo(relay(b, Broker())) as antigo:
        await esperar(lambda: antigo._lider)
        await escrever(b, antigo, 0)
        antigo._direta.terminate()
        async with correndo(relay(b, Broker())) as novo, asyncio.timeout(20):
            await esperar(lambda: novo._lider)
            n = 0
            while antigo._lider:
                n += 1
                await escrever(b, antigo, n)
                await asyncio.sleep(0.05)


async def test_avisos_simultaneos_ao_lider_nao_se_perdem(bancada):
    async with bancada(COLONIA) as b, correndo(relay(b, Broker())) as lider:
        await esperar(lambda: lider._lider)
        async with correndo(relay(b, Broker())) as outro:
            await esperar(lambda: outro._direta is not None)
            ouvidos: list[object] = []
            await lider._direta.add_listener("saida", lambda *a: ouvidos.append(a))
            await asyncio.gather(*[outro._avisar_o_lider() for _ in range(8)])
            await esperar(lambda: len(ouvidos) == 8)


async def test_o_ultimo_lote_publicado_fica_marcado_ao_parar(bancada):
    async with bancada(COLONIA) as b:
        broker = Broker()
        async with correndo(relay(b, broker)) as lider:
            await esperar(lambda: lider._lider)
            ultimo = await escrever(b, lider, 1)
            await esperar(lambda: ultimo in broker.recebidos)
        assert await b.consultar("SELECT count(*) AS n FROM saida WHERE publicado_em IS NULL") == [{"n": 0}]


async def test_uma_marcacao_que_falha_e_repetida_e_nada_e_publicado_de_novo(bancada, monkeypatch):
    falhas = [ConnectionError("o banco caiu"), ConnectionError("o banco caiu")]

    async def avulso(engine, comando, /, **parametros):
        if comando == saida._MARCAR and falhas:
            raise falhas.pop()
        return await ligacao.avulso(engine, comando, **parametros)

    monkeypatch.setattr(saida, "avulso", avulso)
    async with bancada(COLONIA) as b:
        broker = Broker()
        async with correndo(relay(b, broker)) as lider:
            await esperar(lambda: lider._lider)
            escritos = [await escrever(b, lider, n) for n in (1, 2)]
            await esperar(lambda: not falhas and not lider._por_marcar)
        assert broker.recebidos == escritos
        assert await b.consultar("SELECT count(*) AS n FROM saida WHERE publicado_em IS NULL") == [{"n": 0}]


async def test_quem_deixa_de_liderar_esquece_o_atraso_que_via(bancada):
    async with bancada(COLONIA) as b, correndo(relay(b, Broker())) as lider:
        await esperar(lambda: lider._lider)
        outro = relay(b, Broker())
        outro._atraso_na_tabela = 600_000  # it led while the broker was away: intake refuses at this height
        async with correndo(outro):
            await esperar(lambda: outro.pendentes == 0)


async def test_o_numero_reusado_depois_de_uma_queda_do_banco_nao_marca_outro_evento_como_publicado(bancada):
    async with bancada(COLONIA) as b:
        broker = Broker()
        r = relay(b, broker)
        await escrever(b, None, 1)
        [perdida] = await b.consultar("SELECT ordem FROM saida")
        async with b.viva.unidade() as uow:  # what the crash undid, still in the memory of the relay
            uow.publicar(ranqueada(2))
            [antiga] = await uow.gravar_saidas()
            uow.voltar((0, uow.marca()[1], 0))
        antiga.ordem = perdida["ordem"]
        r._por_marcar = [antiga]
        await r._marcar()
        assert await b.consultar("SELECT 1 FROM saida WHERE publicado_em IS NOT NULL") == []
