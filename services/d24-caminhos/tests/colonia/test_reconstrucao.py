"""The rebuild, from a real log: the same profiles, and nothing published that the log does not say already."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiokafka import AIOKafkaProducer
from sqlalchemy import text

from d24_caminhos.colonia import colonia
from nucleo import Registro
from nucleo.eventos import CaminhoAtualizado
from nucleo.testes import Bancada, esvaziar_topicos

TABELAS = [t.name for t in colonia.tabelas.sorted_tables if t.name != "pendentes"]


class Log:
    """A broker on which this colony's topics are empty."""

    def __init__(self, endereco: str, produtor: AIOKafkaProducer) -> None:
        self.endereco, self._produtor = endereco, produtor

    async def contar(self, b: Bancada, *eventos) -> None:
        """Write events to the log, and let the colony read them."""
        gravados = []
        for evento in eventos:
            r = await b.registro(evento)
            metadados = await self._produtor.send_and_wait(r.topico, r.valor, key=r.chave)
            gravados.append(Registro(r.topico, metadados.partition, metadados.offset, r.chave, r.valor))
        await b.entregar_registros(*gravados)


@pytest.fixture
async def log(bancada, kafka_servidor) -> AsyncIterator[Log]:
    async with bancada(colonia) as b:
        topicos = [b.viva.catalogo.por_tipo[tipo].topico for tipo in colonia.consome]
    await esvaziar_topicos(kafka_servidor, dict.fromkeys(topicos, 2))
    produtor = AIOKafkaProducer(bootstrap_servers=kafka_servidor)
    await produtor.start()
    try:
        yield Log(kafka_servidor, produtor)
    finally:
        await produtor.stop()


async def pedir(b: Bancada):
    return await b.http.post("/api/d24/rebuild", headers=b.token(papeis=["operador"]))


async def publicar(b: Bancada) -> list[CaminhoAtualizado]:
    antes = len(await b.publicados(CaminhoAtualizado))
    b.relogio.avancar(seconds=5)
    await b.periodico("publicar_caminhos")
    return [e.payload for e in (await b.publicados(CaminhoAtualizado))[antes:]]


async def test_a_reconstrucao_da_os_mesmos_perfis_e_nao_publica_nada_de_novo(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        historia = [e for n in range(12) for e in cenario.historia(n)]
        historia += [cenario.agregada(0, 1), cenario.situada(2, minuto=99, municipio_id=cenario.campinas)]
        historia += [cenario.categorizada(3, subcategoria_id="2.3.9", versao_categorizacao=2)]
        await log.contar(b, *historia)
        assert len(await publicar(b)) == 5
        esperado = await b.estado(TABELAS)
        r = await pedir(b)
        assert (r.status_code, r.json()["eventos"]) == (200, len(historia))
        assert await b.estado(TABELAS) == esperado
        assert await publicar(b) == []


async def test_a_reconstrucao_cura_o_que_se_estragou_e_publica_so_o_que_era_diferente(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        await log.contar(
            b, *cenario.historia(0), *cenario.historia(1), cenario.situada(1, minuto=9, municipio_id=cenario.campinas)
        )
        await publicar(b)
        esperado = await b.estado(["contagens", "referencias", "casos"])
        await b.consultar("UPDATE contagens SET total = 7 WHERE nome = 'telefone'")
        await b.consultar(
            "INSERT INTO pendentes SELECT perfil_id, now() FROM perfis WHERE municipio_id = :m", m=cenario.sao_paulo
        )
        assert len(await publicar(b)) == 2
        assert (await pedir(b)).status_code == 200
        assert await b.estado(["contagens", "referencias", "casos"]) == esperado
        curados = await publicar(b)
        assert {(p.municipio_id, p.canais[0].total) for p in curados} == {(cenario.sao_paulo, 1)}
        assert len(curados) == 2


async def test_o_perfil_que_a_reconstrucao_nao_encontra_deixa_de_se_mostrar(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        await log.contar(b, *cenario.historia(0))
        await b.entregar(cenario.situada(0, minuto=9, municipio_id=cenario.campinas))  # what no log will tell again
        await publicar(b)
        assert (await pedir(b)).status_code == 200
        depois = await publicar(b)
        assert {(p.municipio_id, p.total_casos) for p in depois} == {(cenario.campinas, 0), (cenario.sao_paulo, 1)}


async def test_o_que_vem_depois_da_reconstrucao_continua_de_onde_estava(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        await log.contar(b, *cenario.historia(0))
        await pedir(b)
        await log.contar(b, *cenario.historia(1))
        assert [p.total_casos for p in await publicar(b)] == [2, 2]


async def test_enquanto_uma_reconstrucao_corre_outra_recebe_409(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco, limite_multiplicador=10) as b:
        await log.contar(b, *cenario.historia(0))
        async with b.viva.engine.connect() as conexao:
            await conexao.execute(text("LOCK TABLE cursor IN ACCESS EXCLUSIVE MODE"))
            primeira = asyncio.create_task(pedir(b))
            async with asyncio.timeout(20):
                while not await b.consultar("SELECT 1 FROM pg_locks WHERE NOT granted"):
                    await asyncio.sleep(0.02)
            segunda = await pedir(b)
            assert (segunda.status_code, segunda.json()["detail"]) == (409, "Já há uma reconstrução em andamento.")
            await conexao.rollback()
        assert (await primeira).status_code == 200


async def test_a_reconstrucao_e_so_de_operadores_e_uma_por_hora(bancada, log):
    async with bancada(colonia, broker=log.endereco) as b:
        assert (await b.http.post("/api/d24/rebuild")).status_code == 401
        assert (await b.http.post("/api/d24/rebuild", headers=b.token(papeis=["conselheiro"]))).status_code == 403
        assert (await pedir(b)).status_code == 200
        assert (await pedir(b)).status_code == 429
