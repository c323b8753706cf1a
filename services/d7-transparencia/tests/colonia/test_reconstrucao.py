"""The rebuild, from a real log: the projection that answers stays until the new one takes its place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiokafka import AIOKafkaProducer
from sqlalchemy import text

from d7_transparencia.colonia import colonia
from nucleo import Registro
from nucleo.reconstrucao import reconstruir
from nucleo.testes import Bancada, esvaziar_topicos

TABELAS = [t.name for t in colonia.tabelas.sorted_tables]


class Log:
    """A broker on which this colony's topics are empty."""

    def __init__(self, endereco: str, produtor: AIOKafkaProducer) -> None:
        self.endereco, self._produtor = endereco, produtor

    async def gravar(self, b: Bancada, *eventos) -> list[Registro]:
        """Write events to the log; return them as records, where they are."""
        gravados = []
        for evento in eventos:
            r = await b.registro(evento)
            metadados = await self._produtor.send_and_wait(r.topico, r.valor, key=r.chave)
            gravados.append(Registro(r.topico, metadados.partition, metadados.offset, r.chave, r.valor))
        return gravados

    async def gravar_bytes(self, topico: str, valor: bytes) -> Registro:
        metadados = await self._produtor.send_and_wait(topico, valor, key=b"x")
        return Registro(topico, metadados.partition, metadados.offset, b"x", valor)


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


@asynccontextmanager
async def travado(b: Bancada) -> AsyncIterator[None]:
    """Keep the cursor held, so that a rebuild waits just before the exchange."""
    async with b.viva.engine.connect() as conexao:
        await conexao.execute(text("LOCK TABLE cursor IN ACCESS EXCLUSIVE MODE"))
        yield
        await conexao.rollback()


async def esperar_a_vez(b: Bancada) -> None:
    """Wait until someone waits for the cursor."""
    async with asyncio.timeout(20):
        while not await b.consultar("SELECT 1 FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.02)


async def pedir(b: Bancada):
    return await b.http.post("/api/d7/rebuild", headers=b.token(papeis=["operador"]))


async def test_a_reconstrucao_da_o_mesmo_estado_e_cura_uma_projecao_estragada(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        historia = [*cenario.territorio(), cenario.taxonomia(), cenario.ranking()]
        historia += [e for n in range(20) for e in cenario.caminho(n)]
        historia += [cenario.agregada(0, 1, 2), cenario.agenda(), cenario.caminho_aprendido()]
        historia += [e for n in range(3, 9) for e in cenario.ciclo(n, quem=n)]
        historia += [
            cenario.confirmada(2),
            cenario.sem_candidatos(2),
            cenario.atualizacao(3, passo=9, conteudo_suspeito=True),
        ]
        assert {e.tipo for e in historia} == set(colonia.consome)
        await b.entregar_registros(*await log.gravar(b, *historia))
        esperado = await b.estado(TABELAS)
        cursores = await b.estado(["cursor"])
        await b.consultar("DELETE FROM textos")
        await b.consultar("UPDATE demandas SET lat = 0")
        await b.consultar("DELETE FROM conclusoes")
        r = await pedir(b)
        assert (r.status_code, r.json()["eventos"]) == (200, len(historia))
        assert await b.estado(TABELAS) == esperado
        assert await b.estado(["cursor"]) == cursores
        esquemas = await b.consultar(
            "SELECT nspname FROM pg_namespace WHERE nspname IN ('reconstrucao', 'substituida')"
        )
        assert esquemas == []


async def test_o_que_vem_depois_da_reconstrucao_continua_de_onde_o_cursor_estava(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        await b.entregar_registros(*await log.gravar(b, *cenario.caminho(0)))
        await pedir(b)
        await b.entregar_registros(*await log.gravar(b, *cenario.caminho(1)))
        assert len(await b.consultar("SELECT * FROM ranqueamentos")) == 2


async def test_um_registro_que_a_projecao_ainda_nao_leu_espera_a_sua_vez(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        await b.entregar_registros(*await log.gravar(b, *cenario.caminho(0)))
        await log.gravar(b, *cenario.caminho(1))
        assert (await pedir(b)).json()["eventos"] == 5
        assert len(await b.consultar("SELECT * FROM demandas")) == 1


async def test_a_projecao_anterior_responde_enquanto_a_nova_se_faz_e_outra_reconstrucao_recebe_409(
    bancada, log, cenario
):
    async with bancada(colonia, broker=log.endereco, limite_multiplicador=10) as b:
        await b.entregar_registros(*await log.gravar(b, *cenario.caminho(0)))
        await b.consultar("DELETE FROM textos")
        resumo = f"/api/d7/demanda/{cenario.demanda()}/resumo"
        async with travado(b):
            reconstrucao = asyncio.create_task(pedir(b))
            await esperar_a_vez(b)
            assert (await b.http.get(resumo)).json()["titulo"] is None
            segunda = await pedir(b)
            assert (segunda.status_code, segunda.json()["detail"]) == (409, "Já há uma reconstrução em andamento.")
        assert (await reconstrucao).status_code == 200
        assert (await b.http.get(resumo)).json()["titulo"] == "Buraco na rua 0"
        assert (await pedir(b)).status_code == 200


async def test_uma_carta_morta_nao_para_a_reconstrucao(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        boas = await log.gravar(b, *cenario.caminho(0))
        await b.entregar_registros(*boas, await log.gravar_bytes("demanda.recebida", b"nada disto"))
        assert len(await b.dlq()) == 1
        r = await pedir(b)
        assert (r.status_code, r.json()["eventos"]) == (200, 5)
        assert len(await b.dlq()) == 1


async def test_repeticoes_no_log_nao_mudam_a_projecao(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        historia = [*cenario.caminho(0), cenario.categorizada(0, passo=9, categoria_id="1.1", metodo="manual")]
        await b.entregar_registros(*await log.gravar(b, *historia, *historia))
        esperado = await b.estado(TABELAS)
        assert (await pedir(b)).json()["eventos"] == 12
        assert await b.estado(TABELAS) == esperado


async def test_o_que_um_processo_morto_deixou_some_ao_comecar_de_novo(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        await b.entregar_registros(*await log.gravar(b, *cenario.caminho(0)))
        for esquema in ("reconstrucao", "substituida"):
            await b.consultar(f"CREATE SCHEMA {esquema}")
            await b.consultar(f"CREATE TABLE {esquema}.timeline (x int)")
        await b.viva.migrar()
        restos = "SELECT 1 FROM pg_namespace WHERE nspname IN ('reconstrucao', 'substituida')"
        assert await b.consultar(restos) == []
        await b.consultar("CREATE SCHEMA reconstrucao")
        assert (await pedir(b)).status_code == 200


async def test_consumo_e_reconstrucao_ao_mesmo_tempo_nao_perdem_nem_repetem(bancada, log, cenario):
    total = 150
    async with (
        bancada(colonia) as b,
        bancada.banco(colonia) as banco,
        bancada.ligada(colonia, banco, log.endereco) as viva,
    ):
        escrita = asyncio.create_task(log.gravar(b, *[e for n in range(total) for e in cenario.caminho(n)]))
        await chegar(viva, 50)
        for _ in range(3):
            await reconstruir(viva)
        await escrita
        await reconstruir(viva)
        await chegar(viva, total * 5)
        for tabela in ("demandas", "textos", "localizacoes", "categorizacoes", "ranqueamentos"):
            assert await contar(viva, f"SELECT count(*) FROM {tabela}") == total, tabela
        assert await viva.motivos() == {}


async def chegar(viva, entradas: int) -> None:
    async with asyncio.timeout(30):
        while await contar(viva, "SELECT count(*) FROM timeline") < entradas:
            await asyncio.sleep(0.05)


async def contar(viva, comando: str) -> int:
    async with viva.engine.connect() as conexao:
        return (await conexao.execute(text(comando))).scalar_one()


async def test_so_operador_reconstroi_e_uma_vez_por_hora(bancada, log, cenario):
    async with bancada(colonia, broker=log.endereco) as b:
        assert (await b.http.post("/api/d7/rebuild")).status_code == 401
        r = await b.http.post("/api/d7/rebuild", headers=b.token(papeis=["moderador"]))
        assert r.status_code == 403
        assert (await pedir(b)).status_code == 200
        assert (await pedir(b)).status_code == 429
