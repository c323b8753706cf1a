"""A colony that runs: everything its declaration needs, started together and stopped in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nucleo import contratos
from nucleo import ligacao as ligacoes
from nucleo.assinante import Assinante, padrao_de
from nucleo.avro import Codec
from nucleo.banco import Sessao, criar_engine, nova_sessao
from nucleo.colonia import Colonia, Periodico
from nucleo.config import Config
from nucleo.consumo import Consumidor
from nucleo.erros import Sobrecarga
from nucleo.fontes import Fontes, FontesReais
from nucleo.leitor import Leitor
from nucleo.logs import registrador, resumir
from nucleo.metricas import Metricas
from nucleo.migracoes import migrar
from nucleo.periodicos import Agendador
from nucleo.produtor import Produtor
from nucleo.rastro import Rastreador
from nucleo.reconstrucao import limpar_restos
from nucleo.registro import RegistroDeEsquemas, RegistroHTTP
from nucleo.saida import Relay
from nucleo.uow import Oficina, UnidadeDeTrabalho


class ColoniaViva:
    """The running parts of one colony. Routes reach it as `app.state.colonia_viva`."""

    def __init__(
        self,
        colonia: Colonia,
        config: Config,
        *,
        fontes: Fontes | None = None,
        registro: RegistroDeEsquemas | None = None,
        rastreador: Rastreador | None = None,
    ) -> None:
        self.colonia = colonia
        self.config = config
        self.catalogo = contratos.carregar(config.pasta_contratos)
        colonia.conferir(self.catalogo)
        self.log = registrador(colonia.nome)
        self.metricas = Metricas(colonia.nome)
        self.rastreador = rastreador or Rastreador(colonia.nome, config)
        self.engine = criar_engine(config, colonia.nome, colonia.esquema)
        self._cliente = httpx.AsyncClient(timeout=5)
        cache = config.pasta_cache / f"registro-{colonia.nome}.json" if config.pasta_cache else None
        self.registro = registro or RegistroHTTP(config.registro_url, self.catalogo, cache, self._cliente)
        codec = Codec(self.catalogo)
        self.recursos: dict[type[Any], Any] = {}
        self.oficina = Oficina(
            colonia.id,
            frozenset(colonia.produz),
            config,
            self.catalogo,
            codec,
            fontes or FontesReais(),
            self.recursos,
        )
        self.leitor = Leitor(self.catalogo, codec, self.registro)
        self.consumidor = Consumidor(
            colonia, config, self.leitor, self.unidade, self.metricas, self.rastreador, self.log
        )
        self.relay = Relay(
            config,
            self.engine,
            colonia.nome,
            self.registro,
            Produtor(config, colonia.nome),
            self.metricas,
            self.rastreador,
            self.log,
        )
        self.assinante = self._assinante()
        limpeza = Periodico("nucleo.limpeza", timedelta(seconds=10), limpar)
        self.agendador = Agendador([*colonia.periodicos, limpeza], self.unidade, self.log)
        self._abertos = AsyncExitStack()
        self._tarefas: list[asyncio.Task[None]] = []
        self._preparada = asyncio.Event()
        self._falha_ao_preparar: str | None = "a preparar o banco"

    def _assinante(self) -> Assinante | None:
        lidos = [c.topico for c in self.catalogo if self.colonia.le(c.tipo)]
        if not lidos:
            return None
        topicos, padrao = ([], padrao_de(lidos)) if self.colonia.consome_tudo else (lidos, None)
        return Assinante(
            self.config,
            self.engine,
            self.colonia.nome,
            self.colonia.folga,
            topicos,
            padrao,
            self.consumidor,
            self.metricas,
            self.log,
        )

    # units of work

    @asynccontextmanager
    async def unidade(
        self, correlacao_id: UUID | None = None, rastro: str | None = None
    ) -> AsyncIterator[UnidadeDeTrabalho]:
        """Open a unit of work; commit when the block ends well, roll back when it does not."""
        async with ligacoes.abrir(self.engine) as ligacao:
            uow = UnidadeDeTrabalho(ligacao, self.oficina, correlacao_id=correlacao_id, rastro=rastro)
            yield uow
            saidas = await uow.gravar_saidas()
        await self.relay.entregar(saidas)
        uow.confirmada()

    @asynccontextmanager
    async def leitura(self) -> AsyncIterator[Sessao]:
        """Open a session that reads one consistent snapshot and cannot write."""
        sessao = nova_sessao(self.engine)
        try:
            ligacao = await sessao.connection(
                execution_options={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            )
            assert ligacao is not None
            yield sessao
        finally:
            await sessao.close()

    # life

    async def iniciar(self) -> None:
        """Start everything in the background: HTTP answers at once, and says why it is not ready yet."""
        self._tarefas.append(asyncio.create_task(self._viver()))

    async def preparar(self) -> None:
        """Migrate the database and open the resources. Raises what goes wrong."""
        await self.migrar()
        for abrir in self.colonia.recursos:
            recurso = await self._abertos.enter_async_context(asynccontextmanager(abrir)(self.config, self))
            self.recursos[type(recurso)] = recurso
        await self.medir_dlq()
        self._falha_ao_preparar = None
        self._preparada.set()

    async def migrar(self) -> None:
        """Bring the database to the newest revision."""
        await migrar(self.engine, self.colonia.pacote, self.colonia.esquema)
        await limpar_restos(self)

    async def medir(self) -> None:
        """Bring the gauges up to date, so that each scrape sees the present; what cannot be asked stays as it was."""
        motivos = await self.motivos()
        if "início" not in motivos and "banco" not in motivos:
            await self.relay.medir()
            await self.medir_dlq()
        if self.assinante is not None:
            await self.assinante.medir()

    async def medir_dlq(self) -> None:
        """Set the metric of pending dead letters from the table."""
        pendentes = await ligacoes.avulso(self.engine, "SELECT count(*) FROM carta_morta WHERE situacao = 'pendente'")
        self.metricas.dlq.set(pendentes.scalar_one())

    async def _viver(self) -> None:
        espera = 0.5
        while not self._preparada.is_set():
            try:
                await self.preparar()
            except asyncio.CancelledError:
                raise
            except Exception as erro:
                await self._abertos.aclose()
                self.recursos.clear()
                self._falha_ao_preparar = resumir(erro)
                self.log.error("a colônia ainda não pôde começar", erro=self._falha_ao_preparar)
                await asyncio.sleep(espera)
                espera = min(espera * 2, self.config.retentativa_maxima_s)
        partes: list[Coroutine[Any, Any, None]] = [self.relay.executar(), self.agendador.executar()]
        if self.assinante is not None:
            partes.append(self.assinante.executar())
        self._tarefas += [asyncio.create_task(parte) for parte in partes]

    async def parar(self) -> None:
        """Stop fetching, finish the batch, commit, leave the group, then close the relay and the connections."""
        if self.assinante is not None:
            await self.assinante.encerrar()
        for tarefa in self._tarefas:
            tarefa.cancel()
        await asyncio.gather(*self._tarefas, return_exceptions=True)
        await self.relay.encerrar()
        await self._abertos.aclose()
        await self._cliente.aclose()
        await self.engine.dispose()
        self.rastreador.encerrar()

    def exigir_preparada(self) -> None:
        """Raise `Sobrecarga` (503) while the database is not migrated or a resource is not open: routes need both."""
        if not self._preparada.is_set():
            raise Sobrecarga(2, "A colônia ainda está começando. Tente de novo em instantes.")

    # readiness

    async def motivos(self) -> dict[str, str]:
        """Return why the colony is not ready, by part; empty when it is ready."""
        motivos: dict[str, str] = {}
        if self._falha_ao_preparar:
            motivos["início"] = self._falha_ao_preparar
        try:
            async with asyncio.timeout(2), self.engine.connect() as conexao:
                await conexao.execute(text("SELECT 1"))
                motivos |= await self._medir_esperas(conexao)
        except Exception as erro:
            motivos["banco"] = resumir(erro)
        if self.relay.falha:
            motivos["publicação"] = self.relay.falha
        if self.assinante is not None and self.assinante.motivos:
            motivos["consumo"] = "; ".join(self.assinante.motivos)
        motivos |= {f"periódico {nome}": erro for nome, erro in self.agendador.falhas.items()}
        self.metricas.pronta.set(0 if motivos else 1)
        return motivos

    async def _medir_esperas(self, conexao: AsyncConnection) -> dict[str, str]:
        """Set the metric of each wait, and say which are too long."""
        motivos: dict[str, str] = {}
        for espera in self.colonia.esperas if self._preparada.is_set() else ():
            desde = (await conexao.execute(text(espera.desde))).scalar_one()
            segundos = max((self.oficina.fontes.agora() - desde).total_seconds(), 0.0) if desde else 0.0
            self.metricas.espera(espera.nome, segundos)
            if segundos > espera.limite.total_seconds():
                motivos[espera.nome] = f"{espera.motivo} há {segundos:.0f} s"
        return motivos


async def limpar(uow: UnidadeDeTrabalho) -> None:
    """Remove what was published or received longer ago than its retention, a slice at a time."""
    config: Config = uow.config
    await uow.sql(_LIMPAR_SAIDA, horas=config.saida_retencao_h)
    await uow.sql(_LIMPAR_ENTRADA, horas=config.entrada_retencao_h)


_LIMPAR_SAIDA = """
DELETE FROM saida WHERE ordem IN (
    SELECT ordem FROM saida WHERE publicado_em < now() - make_interval(hours => :horas) LIMIT 50000)
"""
_LIMPAR_ENTRADA = """
DELETE FROM entrada WHERE event_id IN (
    SELECT event_id FROM entrada WHERE recebido_em < now() - make_interval(hours => :horas) LIMIT 50000)
"""
