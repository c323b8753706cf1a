"""kill -9 of anything while demands arrive; then every account must agree: nothing lost, nothing doubled."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

import asyncpg
import httpx

from formigueiro.auditar.leitura import ler
from formigueiro.auditar.ranking import TOPICOS as DO_RANKING
from formigueiro.auditar.ranking import Auditoria
from formigueiro.auditar.sorteio import TOPICOS as DOS_SORTEIOS
from formigueiro.auditar.sorteio import AuditoriaDosSorteios
from formigueiro.carga import Carga, Medida
from formigueiro.colonias import todos
from formigueiro.conselho import Conselho
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.sistema import Sistema

Aviso = Callable[[str], object]
PONTOS = ((-28.04281, -36.60525), (-28.09967, -36.60451), (-28.0287, -36.64053), (-28.0197, -36.56243))
"""Points of the demonstration territory, well inside their units."""
_ESPERA_PELOS_ANUNCIOS_S = 20
_ESPERA_PELOS_CICLOS_S = 60
_PRAZO_SOB_CAOS = timedelta(minutes=10)
"""Dead colonies make a draw late; what must hold is that it comes, once."""
CONSELHEIROS = 40


@dataclass
class Contas:
    """What each place holds at the end. `faltas` says, in sentences, where they disagree."""

    aceitas: int
    recebidas: int
    arquivadas: int
    nas_linhas_do_tempo: int
    ranqueadas: int
    sorteadas: int
    concluidas: int
    mortes: dict[str, int]
    faltas: list[str] = field(default_factory=list)


class Caos:
    """One run.

    Args:
        sistema: a throw-away system with the demonstration territory.
        processos: in how many processes its colonies run.
        taxa: demands a second.
        segundos: how long demands arrive and processes die.
        semente: of who dies when.
    """

    def __init__(
        self, sistema: Sistema, processos: int, taxa: float, segundos: float, semente: int, avisar: Aviso
    ) -> None:
        self._sistema, self._processos = sistema, processos
        self._taxa, self._segundos = taxa, segundos
        self._sorteio = random.Random(semente)
        self._avisar = avisar
        self._mortes: dict[str, int] = {}

    async def correr(self) -> Contas:
        """Load and kill for the time given, let the road empty, and compare the accounts."""
        porta = self._sistema.endereco(self._sistema.colonias["d1a-captura"])
        medida = Medida()
        conselho = Conselho(self._sistema)
        async with conselho.reunido([await self._pais()], CONSELHEIROS):
            carga = Carga(porta, PONTOS, espalhar=1e-4)
            correndo = asyncio.create_task(carga.a_taxa_fixa(self._taxa, self._segundos, medida))
            fim = time.monotonic() + self._segundos
            while time.monotonic() < fim:
                await asyncio.sleep(self._sorteio.uniform(2, 6))
                await asyncio.to_thread(self._matar)
            await correndo
            await carga.fechar()
            await asyncio.to_thread(self._levantar)
            await self._esperar_ciclos(conselho)
        return await self._conferir(medida, conselho)

    async def _esperar_ciclos(self, conselho: Conselho) -> None:
        """Let counsellors who were drawn while things died do their work."""
        self._avisar("esperando os conselheiros")
        for _ in range(2 * _ESPERA_PELOS_CICLOS_S):
            if len(conselho.concluidos) >= CONSELHEIROS:
                return
            await asyncio.sleep(0.5)

    async def _pais(self) -> UUID:
        """The unit that covers every other: all counsellors in one pool, which every draw disputes."""
        d7 = self._sistema.endereco(self._sistema.colonias["d7-transparencia"])
        consulta: dict[str, str | int] = {"nivel": 7, "incluir_geometria": "false"}
        async with httpx.AsyncClient(base_url=d7, timeout=30) as cliente:
            while True:
                pagina = (await cliente.get("/api/d7/uc/poligonos", params=consulta)).json()
                if pagina["itens"]:
                    return UUID(pagina["itens"][0]["unidade_civica_id"])
                await asyncio.sleep(0.2)

    def _matar(self) -> None:
        """Kill one thing at random, leave it dead for a moment, bring back what is missing."""
        colonias = [p.nome for p in todos(self._sistema.pasta_colonias)]
        vitima = self._sorteio.choice([*colonias, *colonias, "kafka", "postgres"])
        self._avisar(f"kill -9 em {vitima}")
        self._mortes[vitima] = self._mortes.get(vitima, 0) + 1
        if vitima == "postgres":
            processo = self._sistema.postgres.mestre()
        elif vitima == "kafka":
            processo = self._sistema.kafka.processo.vivo()
        else:
            processo = next(p.vivo() for p in todos(self._sistema.pasta_colonias) if p.nome == vitima)
        if processo is not None:
            processo.kill()
        time.sleep(self._sorteio.uniform(0, 2))
        self._levantar()

    def _levantar(self) -> None:
        for _ in range(20):
            try:
                self._sistema.subir([], self._processos, lambda _: None)
            except FalhaDaPilha:
                time.sleep(0.5)  # something is still dying; try again
            else:
                return
        self._sistema.subir([], self._processos, lambda _: None)

    async def _conferir(self, medida: Medida, conselho: Conselho) -> Contas:
        recebidas = await self._ids("d1a-captura", "SELECT demanda_id FROM demanda")
        self._avisar("esperando a estrada esvaziar")
        limite = time.monotonic() + 120
        while time.monotonic() < limite:
            ranqueadas = await self._ids("d7-transparencia", _RANQUEADAS)
            arquivadas = await self._ids("n0a-barramento", _ARQUIVADAS)
            if ranqueadas >= recebidas and arquivadas >= recebidas:
                break
            await asyncio.sleep(0.5)
        linhas = await self._ids("d7-transparencia", _COM_LINHA)
        contas = Contas(
            len(medida.aceitas),
            len(recebidas),
            len(arquivadas),
            len(linhas),
            len(ranqueadas),
            len(conselho.sorteados),
            len(conselho.concluidos),
            self._mortes,
        )
        aceitas = set(medida.aceitas)
        contas.faltas += _diferenca("aceitas que a captura não guardou", aceitas - recebidas)
        contas.faltas += _diferenca("guardadas e não arquivadas", recebidas - arquivadas)
        contas.faltas += _diferenca("arquivadas que a captura não tem", arquivadas - recebidas)
        contas.faltas += _diferenca("sem linha do tempo", recebidas - linhas)
        contas.faltas += _diferenca("sem lugar no ranking", recebidas - ranqueadas)
        contas.faltas += _diferenca("com um evento dobrado no arquivo", await self._ids("n0a-barramento", _DOBRADAS))
        contas.faltas += _diferenca("com dois conselheiros", await self._ids("d6b-relatoria", _DE_DOIS))
        contas.faltas += await self._auditar()
        contas.faltas += _diferenca(
            "que o sorteio e a relatoria não atribuem à mesma pessoa",
            await self._ids("d6a-sorteio", _OCUPADOS) ^ await self._ids("d6b-relatoria", _ATIVOS),
        )
        return contas

    async def _auditar(self) -> list[str]:
        """What the audits still object to when nothing is on its way any more: announcements have their window."""
        limite = time.monotonic() + _ESPERA_PELOS_ANUNCIOS_S
        faltas = await asyncio.to_thread(self._auditar_agora)
        while faltas and time.monotonic() < limite:
            await asyncio.sleep(1)
            faltas = await asyncio.to_thread(self._auditar_agora)
        return faltas

    def _auditar_agora(self) -> list[str]:
        registro = self._sistema.endereco(self._sistema.colonias["n0b-registro"])
        ranking, sorteios = Auditoria(), AuditoriaDosSorteios(prazo=_PRAZO_SOB_CAOS)
        for auditoria, topicos in ((ranking, DO_RANKING), (sorteios, DOS_SORTEIOS)):
            for evento in ler(topicos, self._sistema.broker, registro, {}):
                auditoria.receber(evento)
        faltas = [("do ranking", falta) for falta in ranking.concluir(timedelta(0)).faltas]
        faltas += [("dos sorteios", falta) for falta in sorteios.concluir().faltas]
        return [f"a auditoria {de}: {falta.regra}: {falta.motivo}" for de, falta in faltas]

    async def _ids(self, colonia: str, consulta: str) -> set[UUID]:
        url = f"{self._sistema.postgres.url.rsplit('/', 1)[0]}/{colonia.replace('-', '_')}"
        ligacao = await asyncpg.connect(url)
        try:
            return {linha[0] for linha in await ligacao.fetch(consulta)}
        finally:
            await ligacao.close()


def _diferenca(oque: str, quais: set[UUID]) -> Sequence[str]:
    return [f"{len(quais)} {oque}; por exemplo {min(quais)}"] if quais else []


_ARQUIVADAS = "SELECT demanda_id FROM evento WHERE tipo = 'demanda.recebida'"
_UMA_VEZ = (
    "tipo IN ('demanda.recebida', 'demanda.normalizada', 'demanda.georreferenciada', 'demanda.categorizada', "
    "'demanda.ranqueada', 'demanda.concluída')"
)
_DOBRADAS = f"SELECT demanda_id FROM evento WHERE {_UMA_VEZ} GROUP BY demanda_id, tipo HAVING count(*) > 1"
_COM_LINHA = (
    f"SELECT demanda_id FROM projecao.timeline WHERE {_UMA_VEZ} GROUP BY demanda_id "
    "HAVING count(*) = count(DISTINCT tipo)"
)
_DE_DOIS = "SELECT demanda_id FROM acompanhamentos WHERE situacao = 'ativo' GROUP BY demanda_id HAVING count(*) > 1"
_ATIVOS = "SELECT demanda_id FROM acompanhamentos WHERE situacao = 'ativo'"
_OCUPADOS = "SELECT ocupado_com FROM conselheiros WHERE ocupado_com IS NOT NULL"
_RANQUEADAS = "SELECT demanda_id FROM projecao.timeline WHERE tipo = 'demanda.ranqueada'"
