"""The relay: publishes the outbox of a colony, in order, from one leader."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import asyncpg
import orjson
from opentelemetry.trace import SpanKind
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.typing import FilteringBoundLogger

from nucleo.avro import enquadrar
from nucleo.banco import conectar_direto, e_transitoria
from nucleo.config import Config
from nucleo.ligacao import avulso
from nucleo.logs import identidade, primeiro_e_ultimo, resumir
from nucleo.metricas import Metricas
from nucleo.produtor import Mensagem
from nucleo.rastro import Rastreador, Trecho, amostrado
from nucleo.registro import RegistroDeEsquemas
from nucleo.travas import RELAY
from nucleo.uow import Saida

_CANAL = "saida"
_VIGIA_S = 2.0
_MARCAR_A_CADA_S = 0.2
"""Marks are written together: one statement for what several batches published, and none while an event travels."""


class Publicador(Protocol):
    """What the relay needs of a producer."""

    async def publicar(self, mensagens: Sequence[Mensagem]) -> None:
        """Publish all, in order, or raise."""

    async def encerrar(self) -> None:
        """Close the connection."""


class Relay:
    """Takes committed rows from memory, publishes them and marks them.

    The table is read only at start, after losing leadership or memory (a full hand-off queue, a failure), when
    another process says that it wrote (`NOTIFY`), and every two seconds as a fallback. A crash between publishing
    and marking publishes again: event ids are the same, and every inbox drops the repetition.
    """

    def __init__(
        self,
        config: Config,
        engine: AsyncEngine,
        colonia: str,
        registro: RegistroDeEsquemas,
        produtor: Publicador,
        metricas: Metricas,
        rastreador: Rastreador,
        log: FilteringBoundLogger,
    ) -> None:
        self._config = config
        self._engine = engine
        self._colonia = colonia
        self._registro = registro
        self._produtor = produtor
        self._metricas = metricas
        self._rastreador = rastreador
        self._log = log
        self._fila: deque[Saida] = deque()
        self._acorda = asyncio.Event()
        self._relida = 0.0
        self._uso = asyncio.Lock()
        self._duvida = True
        self._lider = False
        self._direta: asyncpg.Connection[Any] | None = None
        self._por_marcar: list[Saida] = []
        self._marcar_em = math.inf
        self._atraso_na_tabela = 0
        self.falha: str | None = None

    @property
    def pendentes(self) -> int:
        """Events committed and not yet published, as far as this process knows."""
        return max(len(self._fila), self._atraso_na_tabela)

    async def entregar(self, saidas: Sequence[Saida]) -> None:
        """Receive rows just committed by this process; wake the leader where it is elsewhere."""
        if not saidas:
            return
        if not self._lider:
            await self._avisar_o_lider()
        elif self._duvida or len(self._fila) + len(saidas) > self._config.saida_fila:
            self._duvida = True
        else:
            self._fila.extend(saidas)
        self._acorda.set()

    async def medir(self) -> None:
        """Set how many events wait to be published, and for how long the oldest has, whoever leads."""
        pendentes, idade = (await avulso(self._engine, _MEDIR)).one()
        self._metricas.saida_pendente.set(pendentes)
        self._metricas.saida_idade.set(idade or 0.0)

    def duvidar(self) -> None:
        """Read the table again soon: something changed it without going through memory."""
        self._duvida = True
        self._acorda.set()

    async def executar(self) -> None:
        """Lead when possible and publish for ever; never raises but on cancellation."""
        espera = 0.1
        while True:
            try:
                await self._liderar()
                espera = 0.1
                await self._publicar_para_sempre()
            except asyncio.CancelledError:
                raise
            except Exception as erro:
                if not e_transitoria(erro):
                    self._log.exception("falha inesperada do relay")
                self.falha = resumir(erro)
                await self._soltar()
                await asyncio.sleep(espera)
                espera = min(espera * 2, self._config.retentativa_maxima_s)

    async def encerrar(self) -> None:
        """Mark what was published, release leadership and close the connections, after `executar` was cancelled."""
        try:
            await asyncio.wait_for(self._marcar(), _VIGIA_S)
        except Exception as erro:  # what is not marked is published again
            self._log.debug("última marcação perdida", erro=repr(erro))
        await self._soltar()
        await self._produtor.encerrar()

    async def _liderar(self) -> None:
        self._direta = await conectar_direto(self._config, self._colonia)
        await self._direta.add_listener(_CANAL, self._ouvir)
        while not await self._tentar_liderar(self._direta):
            self.falha, self._atraso_na_tabela = None, 0  # another replica leads: nothing is wrong here
            await asyncio.sleep(_VIGIA_S)
        self._lider = True
        self._duvida = True

    async def _tentar_liderar(self, direta: asyncpg.Connection[Any]) -> bool:
        async with self._uso:
            return bool(await direta.fetchval("SELECT pg_try_advisory_lock($1)", RELAY))

    async def _soltar(self) -> None:
        self._lider = False
        self._duvida = True
        self._fila.clear()
        direta, self._direta = self._direta, None
        if direta is not None:
            direta.terminate()
        self._por_marcar, self._marcar_em = [], math.inf  # whoever leads next publishes these again

    def _ouvir(self, *_: object) -> None:
        self.duvidar()

    async def _avisar_o_lider(self) -> None:
        """Outside the transaction: a NOTIFY inside it takes one lock for the whole cluster (measured: a third)."""
        direta = self._direta
        if direta is None or direta.is_closed():
            return
        try:
            async with self._uso:  # the driver refuses a second statement at a time, and that word would be lost
                await direta.execute(f"NOTIFY {_CANAL}", timeout=_VIGIA_S)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            return  # the leader looks at the table every two seconds anyway

    async def _publicar_para_sempre(self) -> None:
        espera = 0.1
        while True:
            try:
                self._vigiar()
                if self._duvida:
                    await self._reler()
                lote = self._tomar()
                if lote:
                    await self._publicar(lote)
                if asyncio.get_running_loop().time() >= self._marcar_em:
                    await self._marcar()
                espera, self.falha = 0.1, None
                if not lote and not self._duvida:
                    await self._dormir()
            except asyncio.CancelledError:
                raise
            except Exception as erro:
                if not e_transitoria(erro) or self._direta is None or self._direta.is_closed():
                    raise
                self.falha, self._duvida = resumir(erro), True
                self._log.warning("publicação adiada", erro=self.falha, nova_tentativa_s=espera)
                await asyncio.sleep(espera)
                espera = min(espera * 2, self._config.retentativa_maxima_s)

    async def _dormir(self) -> None:
        self._acorda.clear()
        if self._fila or self._duvida:
            return
        ate = min(self._relida + _VIGIA_S, self._marcar_em)
        try:
            await asyncio.wait_for(self._acorda.wait(), ate - asyncio.get_running_loop().time())
        except TimeoutError:
            return

    def _vigiar(self) -> None:
        """Every two seconds, however busy: is the lock still held, and did nobody's word get lost?"""
        agora = asyncio.get_running_loop().time()
        if agora - self._relida < _VIGIA_S:
            return
        if self._direta is None or self._direta.is_closed():
            raise ConnectionError("a conexão que guarda a liderança caiu")
        if len(self._fila) < self._config.saida_janela:  # a longer queue is read again when it overflows or is done
            self._duvida, self._relida = True, agora

    def _tomar(self) -> list[Saida]:
        return [self._fila.popleft() for _ in range(min(len(self._fila), self._config.saida_janela))]

    async def _reler(self) -> None:
        """Read what the table still holds; what is in memory is there too, so memory starts again from it."""
        await self._marcar()
        self._duvida = False
        limite = self._config.saida_janela
        linhas = (await avulso(self._engine, _PENDENTES, n=limite)).all()
        if len(linhas) == limite:
            self._atraso_na_tabela = (await avulso(self._engine, _CONTAR, n=1_000_000)).scalar_one()
        else:
            self._atraso_na_tabela = 0
        lidas = [_da_linha(linha) for linha in linhas]
        if len(lidas) == limite:
            self._duvida = True  # there is more, and memory may hold later rows: table first, in order
            self._fila = deque(lidas)
        else:
            conhecidas = {(s.ordem, s.event_id) for s in lidas}
            self._fila = deque([*lidas, *(s for s in self._fila if (s.ordem, s.event_id) not in conhecidas)])

    async def _publicar(self, lote: list[Saida]) -> None:
        ids = {esquema: await self._id_do_esquema(esquema) for esquema in {s.esquema for s in lote} if esquema}
        mensagens = [_mensagem(s, ids) for s in lote]
        with self._trechos(lote, mensagens):
            await self._produtor.publicar(mensagens)
        if not self._por_marcar:
            self._marcar_em = asyncio.get_running_loop().time() + _MARCAR_A_CADA_S
        self._por_marcar += lote
        self._registrar(lote)

    async def _id_do_esquema(self, esquema: str) -> int:
        tipo, versao = esquema.rsplit("@", 1)
        return await self._registro.id_de(tipo, versao)

    @contextmanager
    def _trechos(self, lote: Sequence[Saida], mensagens: Sequence[Mensagem]) -> Iterator[None]:
        """Give each sampled event a span as long as its publication; who consumes it continues that span."""
        amostradas = [(s, m) for s, m in zip(lote, mensagens, strict=True) if amostrado(s.rastro)]
        trechos = [
            Trecho(f"publicar {s.tipo}", s.rastro, atributos={"event_id": str(s.event_id)}) for s, _ in amostradas
        ]
        with self._rastreador.trechos(SpanKind.PRODUCER, trechos) as rastros:
            for (_, m), rastro in zip(amostradas, rastros, strict=True):
                m.cabecalhos[-1] = ("traceparent", str(rastro).encode())
            yield

    def _registrar(self, lote: Sequence[Saida]) -> None:
        tipos = Counter(s.tipo for s in lote)
        for tipo, quantos in tipos.items():
            self._metricas.contar(tipo, "publicado", quantos)
        if self._log.is_enabled_for(logging.INFO):
            ids = [(s.event_id, s.correlacao_id) for s in lote]
            self._log.info("eventos publicados", **primeiro_e_ultimo(ids), tipos=dict(tipos))
        if self._log.is_enabled_for(logging.DEBUG):
            for s in lote:
                self._log.debug("evento publicado", tipo=s.tipo, **identidade(s.event_id, s.correlacao_id))

    async def _marcar(self) -> None:
        """Mark what was published; where it fails, the next try marks it before the table is read again."""
        if self._por_marcar:
            marcas = {"ordens": [s.ordem for s in self._por_marcar], "ids": [s.event_id for s in self._por_marcar]}
            await avulso(self._engine, _MARCAR, **marcas)
            self._por_marcar = []
        self._marcar_em = math.inf


def _mensagem(s: Saida, ids: Mapping[str, int]) -> Mensagem:
    valor = s.corpo
    if s.esquema is not None and valor is not None:
        valor = enquadrar(ids[s.esquema], valor)
    cabecalhos = [(nome, conteudo.encode()) for nome, conteudo in s.cabecalhos]
    return Mensagem(s.topico, s.particao_de, s.chave, valor, cabecalhos)


def _da_linha(linha: Row[Any]) -> Saida:
    return Saida(
        event_id=linha.event_id,
        tipo=linha.esquema.rsplit("@", 1)[0] if linha.esquema else linha.topico,
        topico=linha.topico,
        particao_de=linha.particao_de,
        chave=linha.chave,
        esquema=linha.esquema,
        corpo=linha.corpo,
        cabecalhos=[(nome, valor) for nome, valor in orjson.loads(linha.cabecalhos)],
        ordem=linha.ordem,
    )


# Losing a mark only publishes again, so it need not wait for the disk.
_MARCAR = """
WITH rapido AS (SELECT set_config('synchronous_commit', 'off', true))
UPDATE saida SET publicado_em = now()
FROM rapido, unnest(CAST(:ordens AS bigint[]), CAST(:ids AS uuid[])) AS n(ordem, event_id)
WHERE saida.ordem = n.ordem AND saida.event_id = n.event_id
"""
# By number and id: a crash that undoes an asynchronous commit undoes the sequence too, and the number of a row that
# memory still holds may by then be that of another event, which nobody published (found by chaos: 42 demands lost).
_PENDENTES = """
SELECT event_id, topico, particao_de, chave, esquema, corpo, cabecalhos, ordem
FROM saida WHERE publicado_em IS NULL ORDER BY ordem LIMIT :n
"""
_MEDIR = """
SELECT count(*), extract(epoch FROM clock_timestamp() - min(criado_em))::float8
FROM (SELECT criado_em FROM saida WHERE publicado_em IS NULL LIMIT 1000000) pendentes
"""
_CONTAR = "SELECT count(*) FROM (SELECT 1 FROM saida WHERE publicado_em IS NULL LIMIT :n) pendentes"
