"""The HTTP edge on a real database: what PostgreSQL refuses, or a PostgreSQL that is away, as the caller sees it."""

from typing import Any

from fastapi import APIRouter
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from nucleo import Colonia
from nucleo.banco import criar_engine
from nucleo.http import Leitura, Uow

rotas = APIRouter()


@rotas.post("/numeros/{numero}", status_code=201)
async def guardar(numero: int, uow: Uow) -> int:
    await uow.sql("INSERT INTO numero VALUES (:n)", n=numero)
    return numero


@rotas.get("/numeros")
async def contar(banco: Leitura) -> int:
    ligacao = await banco.connection()
    return int((await ligacao.execute(text("SELECT count(*) FROM numero"))).scalar_one())


colonia = Colonia("D-4", nome="d4-ranking", porta=9000, pacote="nucleo.testes", rotas=[rotas])
TABELA = "CREATE TABLE numero (n int4 PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)"

DERRUBAR = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def test_o_que_so_o_commit_recusa_nunca_foi_respondido_como_aceito(bancada: Any) -> None:
    async with bancada(colonia) as b:
        await b.consultar(TABELA)
        assert (await b.http.post("/numeros/1")).status_code == 201
        repetido = await b.http.post("/numeros/1")
        assert repetido.status_code == 500
        assert repetido.headers["content-type"] == "application/problem+json"
        assert (await b.http.get("/numeros")).json() == 1


async def test_valor_que_a_coluna_nao_guarda_e_falha_nossa_e_nao_banco_ausente(bancada: Any) -> None:
    async with bancada(colonia) as b:
        await b.consultar(TABELA)
        resposta = await b.http.post(f"/numeros/{2**40}")
        assert resposta.status_code == 500
        assert "retry-after" not in resposta.headers
        assert str(2**40) not in resposta.text


async def test_conexoes_derrubadas_no_meio_do_uso_respondem_503_e_o_servico_volta(bancada: Any) -> None:
    async with bancada(colonia) as b:
        await b.consultar(TABELA)
        assert (await b.http.get("/numeros")).status_code == 200
        await b.consultar(DERRUBAR)
        codigos = {(await b.http.post(f"/numeros/{n}")).status_code for n in range(10)}
        assert codigos <= {201, 503}
        assert (await b.http.post("/numeros/100")).status_code == 201


async def test_head_faz_o_que_get_faz_e_e_contado_como_head(bancada: Any) -> None:
    async with bancada(colonia) as b:
        await b.consultar(TABELA)
        assert (await b.http.head("/numeros")).status_code == 200
        metricas = (await b.http.get("/metrics")).text
        assert 'http_segundos_count{colonia="d4-ranking",metodo="HEAD",rota="/numeros",status="200"} 1.0' in metricas
        assert 'metodo="GET"' not in metricas


async def test_banco_inalcancavel_responde_503_com_retry_after(bancada: Any, unused_tcp_port: int) -> None:
    async with bancada(colonia) as b:
        engine, b.viva.engine = b.viva.engine, _engine_em(b, unused_tcp_port)
        try:
            for resposta in (await b.http.post("/numeros/1"), await b.http.get("/numeros")):
                assert resposta.status_code == 503
                assert int(resposta.headers["retry-after"]) > 0
                assert resposta.json()["type"] == "urn:formigueiro:erro:servico-indisponivel"
        finally:
            await b.viva.engine.dispose()
            b.viva.engine = engine


def _engine_em(b: Any, porta: int) -> AsyncEngine:
    config = b.viva.config.model_copy(update={"banco_url": f"postgresql://x:x@127.0.0.1:{porta}/x"})
    return criar_engine(config, "longe")
