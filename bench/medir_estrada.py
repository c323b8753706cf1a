"""The first road: latency when idle, what it sustains, what a demand costs; its colonies alone, then with all others.

The floor of the latency is a bare chain of produce → consume → commit hops of the same length, on the same broker and
database, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from uuid import UUID
from zlib import crc32

import asyncpg
import httpx
import psutil
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from shapely.geometry import shape

from formigueiro.avulso import sistema_avulso
from formigueiro.carga import Carga, Medida
from formigueiro.colonias import todos
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.medidas import Linha, escrever
from formigueiro.sistema import Sistema

CADEIA = ("recebida", "normalizada", "georreferenciada", "categorizada", "ranqueada")
AMBIENTE = {
    "FORMIGUEIRO_LIMITE_MULTIPLICADOR": "1000000",
    "FORMIGUEIRO_RASTROS_AMOSTRA": "0.01",
    "FORMIGUEIRO_LOG_NIVEL": "WARNING",
    "FORMIGUEIRO_PARTICOES_MAXIMAS": "1",  # one process a colony: a partition more divides nothing
}


PRIMEIRA_ESTRADA = (
    "n0b-registro", "n0a-barramento", "d1a-captura", "d1b-normalizacao", "d2-georreferenciamento", "d3-categorizacao",
    "d4-ranking", "d7-transparencia",
)  # fmt: skip


@contextmanager
def sistema_medido(so: Collection[str] | None = None) -> Iterator[Sistema]:
    """A system with the demonstration territory, to be measured and thrown away."""
    with sistema_avulso(2, AMBIENTE, so=so) as sistema:
        if chamar_d2(sistema, ["importar", "--demonstracao"]):
            raise SystemExit("o território de demonstração não entrou")
        yield sistema


class Estrada:
    """The system under load, and how far each demand went."""

    def __init__(self, sistema: Sistema) -> None:
        self.sistema = sistema
        self.porta = sistema.endereco(sistema.colonias["d1a-captura"])
        self.d7 = sistema.endereco(sistema.colonias["d7-transparencia"])

    async def pontos(self) -> list[tuple[float, float]]:
        """A point inside each neighbourhood of the demonstration territory."""
        return list((await self.lugares(2)).values())

    async def lugares(self, nivel: int, ao_menos: int = 1) -> dict[UUID, tuple[float, float]]:
        """A point inside each unit of a level, once D-7 knows at least so many of them."""
        achados: dict[UUID, tuple[float, float]] = {}
        async with httpx.AsyncClient(base_url=self.d7, timeout=30) as cliente:

            async def publicados() -> bool:
                consulta: dict[str, str | int] = {"nivel": nivel, "limite": 200}
                while True:
                    pagina = (await cliente.get("/api/d7/uc/poligonos", params=consulta)).json()
                    achados.update({UUID(u["unidade_civica_id"]): _dentro(u["geojson"]) for u in pagina["itens"]})
                    if pagina["proximo"] is None:
                        return len(achados) >= ao_menos
                    consulta["depois"] = pagina["proximo"]

            await _esperar(publicados, 60)
        return achados

    @asynccontextmanager
    async def banco(self, colonia: str) -> AsyncIterator[asyncpg.Connection]:
        """The database of a colony, as its superuser."""
        url = f"{self.sistema.postgres.url.rsplit('/', 1)[0]}/{colonia.replace('-', '_')}"
        ligacao = await asyncpg.connect(url)
        try:
            yield ligacao
        finally:
            await ligacao.close()

    async def ranqueadas(self, banco: asyncpg.Connection) -> int:
        """How many demand.ranqueada D-7 has projected: the end of the road."""
        return await banco.fetchval(
            "SELECT coalesce(sum(proximo), 0)::bigint FROM cursor WHERE topico = 'demanda.ranqueada'"
        )

    async def processador(self) -> dict[str, float]:
        """CPU seconds so far by kind of process."""
        gasto = {"postgresql": 0.0, "broker": 0.0, "carga": 0.0}
        for processo in psutil.process_iter(["name", "cmdline", "cpu_times", "pid"]):
            tempo = processo.info["cpu_times"]
            if tempo is None:
                continue
            gasto[self._especie(processo)] = gasto.get(self._especie(processo), 0.0) + tempo.user + tempo.system
        gasto.pop("outros", None)
        return gasto

    def _especie(self, processo: psutil.Process) -> str:
        linha = " ".join(processo.info["cmdline"] or [])
        if processo.info["pid"] == os.getpid():
            return "carga"
        colonias = {p.pid: c.nome for c in todos(self.sistema.pasta_colonias) if (p := c.vivo())}
        if processo.info["pid"] in colonias:
            return f"colônias, {colonias[processo.info['pid']]}"
        if str(self.sistema.ajustes.pasta) in linha and "kafka.Kafka" in linha:
            return "broker"
        return "postgresql" if processo.info["name"] == "postgres" else "outros"


async def ociosa(estrada: Estrada, pontos: list[tuple[float, float]], quantas: int, quem: str) -> list[Linha]:
    """POST → ranked on D-7, one at a time, 300 ms apart; and the bare chain at the same spacing."""
    carga, tempos = Carga(estrada.porta, pontos, semente=7, espalhar=1e-4), []
    async with httpx.AsyncClient(base_url=estrada.d7, timeout=10) as cliente, estrada.banco("d7-transparencia") as d7:
        for _ in range(quantas):
            antes, inicio = await estrada.ranqueadas(d7), time.perf_counter()
            medida = Medida()
            await carga.enviar(medida, inicio)
            # The page is asked for once: asking for it all the time would be most of the load on an idle system.
            await _esperar(lambda antes=antes: _andou(estrada, d7, antes), 20)
            pagina = await cliente.get(f"/api/d7/timeline/{medida.aceitas[0]}")
            tempos.append((time.perf_counter() - inicio) * 1000)
            if "demanda.ranqueada" not in pagina.text:
                raise RuntimeError(f"a demanda não está na linha do tempo: {pagina.text}")
            await asyncio.sleep(0.3)
    piso = await cadeia_nua(estrada, quantas)
    meio = median(tempos)
    return [
        Linha(f"ociosa: POST → ranqueada na linha do tempo, p50, {quem}", meio, "ms", piso, meio / piso,
              "≤ 4 × e < 150 ms", meio <= 4 * piso and meio < 150),
    ]  # fmt: skip


async def _andou(estrada: Estrada, d7: asyncpg.Connection, antes: int) -> bool:
    return await estrada.ranqueadas(d7) > antes


async def cadeia_nua(estrada: Estrada, quantas: int) -> float:
    """p50 in ms of as many bare hops as the road has: read, insert one row and commit, write on."""
    topicos = [f"nua.{passo}" for passo in CADEIA]
    admin = AIOKafkaAdminClient(bootstrap_servers=estrada.sistema.broker)
    await admin.start()
    da_estrada = {topico.nome: topico.particoes for topico in estrada.sistema.topicos_desejados()}
    await admin.create_topics([NewTopic(f"nua.{passo}", da_estrada[f"demanda.{passo}"], 1) for passo in CADEIA])
    await admin.close()
    chegou: asyncio.Event = asyncio.Event()
    ligacoes, consumidores, tarefas = [], [], []
    produtor = AIOKafkaProducer(bootstrap_servers=estrada.sistema.broker, acks="all", enable_idempotence=True)
    await produtor.start()
    async with estrada.banco("d7-transparencia") as banco:
        await banco.execute("CREATE TABLE IF NOT EXISTS public.nua (passo int, valor bytea)")
    url = f"{estrada.sistema.postgres.url.rsplit('/', 1)[0]}/d7_transparencia"
    for n, topico in enumerate(topicos):
        consumidor = AIOKafkaConsumer(topico, bootstrap_servers=estrada.sistema.broker, group_id=f"nua-{n}",
                                      auto_offset_reset="earliest", enable_auto_commit=False)  # fmt: skip
        await consumidor.start()
        ligacao = await asyncpg.connect(url)
        seguinte = topicos[n + 1] if n + 1 < len(topicos) else None
        tarefas.append(asyncio.create_task(_salto(consumidor, ligacao, produtor, n, seguinte, chegou)))
        consumidores.append(consumidor)
        ligacoes.append(ligacao)
    tempos = []
    for n in range(quantas + 5):
        chegou.clear()
        inicio = time.perf_counter()
        await produtor.send_and_wait(topicos[0], b"x" * 400, key=str(n).encode())
        await chegou.wait()
        tempos.append((time.perf_counter() - inicio) * 1000)
        await asyncio.sleep(0.3)
    for tarefa in tarefas:
        tarefa.cancel()
    await asyncio.gather(*tarefas, return_exceptions=True)
    await asyncio.gather(*(c.stop() for c in consumidores), produtor.stop(), *(c.close() for c in ligacoes))
    return median(tempos[5:])


async def _salto(
    consumidor: AIOKafkaConsumer, ligacao: asyncpg.Connection, produtor: AIOKafkaProducer, passo: int,
    seguinte: str | None, chegou: asyncio.Event,
) -> None:  # fmt: skip
    async for registro in consumidor:
        async with ligacao.transaction():
            await ligacao.execute("INSERT INTO public.nua VALUES ($1, $2)", passo, registro.value)
        if seguinte is None:
            chegou.set()
        else:
            await produtor.send_and_wait(seguinte, registro.value, key=registro.key)


async def sustentada(
    estrada: Estrada, pontos: list[tuple[float, float]], taxa: float, segundos: float, nome: str, alvo: float
) -> tuple[list[Linha], Medida]:
    """An open loop at a fixed rate; the backlog must not grow and every accepted demand must arrive."""
    carga = Carga(estrada.porta, pontos, semente=crc32(nome.encode()), espalhar=1e-4)
    medida, atrasos = Medida(), []
    async with estrada.banco("d7-transparencia") as banco:
        base = await estrada.ranqueadas(banco)
        antes = await estrada.processador()
        inicio = time.perf_counter()
        corrida = asyncio.create_task(carga.a_taxa_fixa(taxa, segundos, medida))
        while not corrida.done():
            await asyncio.sleep(1)
            atrasos.append(len(medida.aceitas) - (await estrada.ranqueadas(banco) - base))
        await corrida
        ofertado = time.perf_counter() - inicio
        resto = len(medida.aceitas) - (await estrada.ranqueadas(banco) - base)

        async def tudo_chegou() -> bool:
            return await estrada.ranqueadas(banco) - base >= len(medida.aceitas)

        await _esperar(tudo_chegou, 180)
        total = time.perf_counter() - inicio
    depois = await estrada.processador()
    aceitas = len(medida.aceitas)
    terco = max(len(atrasos) // 3, 1)
    cresceu = sum(atrasos[-terco:]) / terco > sum(atrasos[terco : 2 * terco]) / terco * 1.5 + taxa
    vazao = aceitas / total
    linhas = [
        Linha(
            nome,
            vazao,
            "demandas/s",
            alvo,
            vazao / alvo,
            f"≥ {alvo:g} sem acúmulo",
            vazao >= alvo * 0.98 and not cresceu,
        ),
        Linha(f"{nome}: POST p50", medida.percentil(0.5) * 1000, "ms"),
        Linha(f"{nome}: POST p99", medida.percentil(0.99) * 1000, "ms"),
        Linha(f"{nome}: por chegar ao fim da oferta", resto, "demandas"),
        *(
            Linha(
                f"{nome}: CPU por demanda, {especie}", (depois[especie] - antes.get(especie, 0)) / aceitas * 1e6, "µs"
            )
            for especie in depois
        ),
    ]
    print(f"# {nome}: ofertado {taxa:g}/s por {ofertado:.0f} s, aceitas {aceitas}, respostas {medida.respostas}, "
          f"quedas {medida.quedas}, atrasos {atrasos[:: max(len(atrasos) // 12, 1)]}", flush=True)  # fmt: skip
    return linhas, medida


def _dentro(geometria: dict[str, object]) -> tuple[float, float]:
    ponto = shape(geometria).representative_point()
    return ponto.y, ponto.x


async def _esperar(condicao: Callable[[], Awaitable[bool]], segundos: float) -> None:
    async with asyncio.timeout(segundos):
        while not await condicao():
            await asyncio.sleep(0.004)


async def medir(sistema: Sistema, taxa: float, segundos: float, quantas: int, quem: str) -> list[Linha]:
    """Every row that needs the system up."""
    estrada = Estrada(sistema)
    pontos = await estrada.pontos()
    await sustentada(estrada, pontos, min(taxa, 200), 5, "aquecimento", taxa)
    linhas = await ociosa(estrada, pontos, quantas, quem) if quantas else []
    feitas, _ = await sustentada(estrada, pontos, taxa, segundos, f"estrada sustentada, {quem}", 700)
    return linhas + feitas


def main() -> None:
    """Measure and print."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--taxa", type=float, default=720)
    opcoes.add_argument("--segundos", type=float, default=60)
    opcoes.add_argument("--ociosas", type=int, default=30)
    opcoes.add_argument("--saida", type=Path, help="arquivo JSON; sem ele, escreve na tela")
    o = opcoes.parse_args()
    linhas = []
    for quem, so in (("as oito da estrada", PRIMEIRA_ESTRADA), ("todas as colônias", None)):
        with sistema_medido(so) as sistema:
            linhas += asyncio.run(medir(sistema, o.taxa, o.segundos, o.ociosas, quem))
    escrever(linhas, o.saida)


if __name__ == "__main__":
    main()
