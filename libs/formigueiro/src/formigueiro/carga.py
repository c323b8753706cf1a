"""A load of citizens: open loop, light enough to share two cores with the system that it measures."""

import asyncio
import json
import random
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from uuid import UUID

FRASES = (
    "Buraco enorme na rua, já caiu moto",
    "Falta água há três dias no bairro inteiro",
    "Poste apagado, a rua fica escura à noite",
    "Esgoto a céu aberto correndo na calçada",
    "Lixo acumulado na esquina, o caminhão não passa",
    "Calçada quebrada, cadeirante não consegue passar",
    "Mato alto na praça e brinquedos quebrados",
    "Queda de energia toda tarde",
    "Vazamento de água na rua desde ontem",
    "Bueiro entupido, alaga quando chove",
)


@dataclass
class Medida:
    """What a load saw: seconds a request took, ids accepted, answers by status, failures to connect."""

    latencias: list[float] = field(default_factory=list)
    aceitas: list[UUID] = field(default_factory=list)
    respostas: dict[int, int] = field(default_factory=dict)
    quedas: int = 0

    def percentil(self, p: float) -> float:
        """A percentile of the latencies, in seconds."""
        ordenadas = sorted(self.latencias)
        return ordenadas[min(int(len(ordenadas) * p), len(ordenadas) - 1)] if ordenadas else 0.0


class _Conexao(asyncio.Protocol):
    """HTTP/1.1, one request at a time: the answers read here always bring their length."""

    def __init__(self) -> None:
        self._dados = b""
        self._espera: asyncio.Future[tuple[int, bytes]] | None = None
        self._transporte: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transporte = transport

    def data_received(self, data: bytes) -> None:
        self._dados += data
        cabecalho, fim, corpo = self._dados.partition(b"\r\n\r\n")
        if not fim:
            return
        tamanho = int(cabecalho.lower().partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        if len(corpo) >= tamanho and self._espera is not None and not self._espera.done():
            self._dados = corpo[tamanho:]
            self._espera.set_result((int(cabecalho[9:12]), corpo[:tamanho]))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transporte = None
        if self._espera is not None and not self._espera.done():
            self._espera.set_exception(ConnectionError("a conexão caiu"))

    @property
    def aberta(self) -> bool:
        return self._transporte is not None

    def fechar(self) -> None:
        if self._transporte is not None:
            self._transporte.abort()

    async def pedir(self, pedido: bytes) -> tuple[int, bytes]:
        if self._transporte is None:
            raise ConnectionError("a conexão caiu")
        self._espera = asyncio.get_running_loop().create_future()
        self._transporte.write(pedido)
        async with asyncio.timeout(30):
            return await self._espera


class Porta:
    """The public door through connections that are kept: as many as requests wait at once."""

    def __init__(self, url: str) -> None:
        partes = urlsplit(url)
        self._host, self._porta = partes.hostname or "127.0.0.1", partes.port or 80
        self._livres: deque[_Conexao] = deque()
        self._todas: list[_Conexao] = []

    async def fechar(self) -> None:
        """Close every connection, also of requests that were given up."""
        for conexao in self._todas:
            conexao.fechar()
        await asyncio.sleep(0)  # the loop closes them at its next turn

    async def postar(self, caminho: str, quem: str, corpo: bytes) -> tuple[int, bytes]:
        """Post JSON; `quem` is the header that says who asks. Raises `OSError` when the connection falls."""
        conexao = self._livres.popleft() if self._livres else await self._conectar()
        pedido = (
            f"POST {caminho} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
            f"{quem}\r\nContent-Length: {len(corpo)}\r\n\r\n"
        ).encode()
        resposta = await conexao.pedir(pedido + corpo)
        if conexao.aberta:
            self._livres.append(conexao)
        return resposta

    async def _conectar(self) -> _Conexao:
        laco = asyncio.get_running_loop()
        _, conexao = await laco.create_connection(_Conexao, self._host, self._porta)
        self._todas = [c for c in self._todas if c.aberta] + [conexao]
        return conexao


class Carga:
    """Posts demands at a fixed rate, whatever the answers do.

    Args:
        url: base URL of the gateway.
        pontos: (latitude, longitude) pairs to draw from.
        semente: of the draw; the same seed sends the same texts, points and citizens.
        espalhar: standard deviation, in degrees, of each demand around its point.
    """

    def __init__(
        self, url: str, pontos: Sequence[tuple[float, float]], semente: int = 1, espalhar: float = 1e-3
    ) -> None:
        self._porta = Porta(url)
        self._corpos = _corpos(pontos, random.Random(semente), espalhar)
        self._correntes: set[asyncio.Task[None]] = set()

    async def a_taxa_fixa(self, por_segundo: float, segundos: float, medida: Medida | None = None) -> Medida:
        """Send `por_segundo` for `segundos` and wait for the last answer. Latency counts from the due instant."""
        medida = medida or Medida()
        inicio = time.perf_counter()
        for n in range(int(por_segundo * segundos)):
            devido = inicio + n / por_segundo
            if (falta := devido - time.perf_counter()) > 0.001:
                await asyncio.sleep(falta)
            tarefa = asyncio.create_task(self.enviar(medida, devido))
            self._correntes.add(tarefa)
            tarefa.add_done_callback(self._correntes.discard)
        if self._correntes:
            await asyncio.gather(*self._correntes)
        return medida

    async def tantas(self, total: int, ao_mesmo_tempo: int = 64) -> Medida:
        """Send `total` as fast as `ao_mesmo_tempo` citizens can."""
        medida, faltam = Medida(), iter(range(total))

        async def cidadao() -> None:
            for _ in faltam:
                await self.enviar(medida, time.perf_counter())

        await asyncio.gather(*(cidadao() for _ in range(ao_mesmo_tempo)))
        return medida

    async def fechar(self) -> None:
        """Close the connections."""
        await self._porta.fechar()

    async def enviar(self, medida: Medida, devido: float) -> None:
        """Post one demand and note what came back."""
        corpo, cidadao = next(self._corpos)
        try:
            status, resposta = await self._porta.postar("/api/demandas", f"X-Cidadao-Id: {cidadao}", corpo)
        except (OSError, TimeoutError):
            medida.quedas += 1
            return
        medida.latencias.append(time.perf_counter() - devido)
        medida.respostas[status] = medida.respostas.get(status, 0) + 1
        if status == 201:
            medida.aceitas.append(UUID(json.loads(resposta)["demanda_id"]))


def _corpos(
    pontos: Sequence[tuple[float, float]], sorteio: random.Random, espalhar: float
) -> Iterator[tuple[bytes, UUID]]:
    n = 0
    while True:
        n += 1
        lat, lng = sorteio.choice(pontos)
        relato = {
            "texto_bruto": f"{sorteio.choice(FRASES)}, perto do número {n}",
            "tipo_midia": "texto",
            "localizacao_bruta": {"lat": lat + sorteio.gauss(0, espalhar), "lng": lng + sorteio.gauss(0, espalhar)},
            "canal": "web",
            "termos_versao": "1.0",
        }
        yield json.dumps(relato).encode(), UUID(int=sorteio.getrandbits(128), version=4)
