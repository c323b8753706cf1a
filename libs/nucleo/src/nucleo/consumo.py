"""The consumption adapter: one batch, one transaction, nothing lost and nothing applied twice."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from opentelemetry.trace import SpanKind
from structlog.typing import FilteringBoundLogger

from nucleo.banco import e_transitoria
from nucleo.colonia import Colonia, Tratador, recebe_lote
from nucleo.config import Config
from nucleo.erros import FalhaPermanente
from nucleo.evento import Evento, Recebido, Registro
from nucleo.fontes import derivar_id, milissegundos
from nucleo.leitor import Leitor
from nucleo.logs import identidade, primeiro_e_ultimo, resumir
from nucleo.metricas import Metricas
from nucleo.rastro import Rastreador, Trecho, amostrado
from nucleo.uow import UnidadeDeTrabalho

Particao = tuple[str, int]
AbreUnidade = Callable[[], AbstractAsyncContextManager[UnidadeDeTrabalho]]
_NAMESPACE_DE_CARTAS = UUID("6f1c8f0e-6d0b-8c6e-9a52-0d5f8e1c7a11")


class PosicaoPerdida(Exception):
    """Another consumer moved the cursor: this batch was not applied; seek to the cursor and read again."""


class FusivelAberto(Exception):
    """Too many dead letters in a row: the fault is probably ours. Consumption stops until an operator looks."""


@dataclass
class Resultado:
    """What a committed batch did, for the caller to act on and for metrics."""

    proximos: dict[Particao, int]
    parados: dict[Particao, str] = field(default_factory=dict)


class Consumidor:
    """Applies batches of records to the state of one colony. Knows nothing of Kafka clients."""

    def __init__(
        self,
        colonia: Colonia,
        config: Config,
        leitor: Leitor,
        unidade: AbreUnidade,
        metricas: Metricas,
        rastreador: Rastreador,
        log: FilteringBoundLogger,
    ) -> None:
        self._colonia = colonia
        self._config = config
        self._leitor = leitor
        self._unidade = unidade
        self._metricas = metricas
        self._rastreador = rastreador
        self._log = log
        self._tratadores: Mapping[str, tuple[Tratador, bool]] = {
            tipo: (tratador, recebe_lote(tratador)) for tipo, tratador in colonia.consome.items()
        }
        self._mortas_seguidas: Counter[Particao] = Counter()
        self.falha: str | None = None

    async def aplicar(self, registros: Sequence[Registro], posicoes: Mapping[Particao, int]) -> Resultado:
        """Apply a batch, whatever it takes: transient failures are waited out with back-off.

        Args:
            registros: records in the order of their partitions; partitions may be mixed.
            posicoes: for each partition of the batch, the cursor's value when this batch was read.

        Raises:
            PosicaoPerdida: the cursor is no longer where this consumer believes.
            FusivelAberto: `fusivel` dead letters in a row in one partition.
        """
        espera = 0.05
        while True:
            try:
                resultado = await self._tentar(registros, posicoes)
            except (PosicaoPerdida, FusivelAberto):
                raise
            except Exception as erro:
                if not e_transitoria(erro):
                    raise
                self.falha = resumir(erro)
                self._metricas.falhas.inc()
                self._log.warning("lote adiado por falha transitória", erro=self.falha, nova_tentativa_s=espera)
                await asyncio.sleep(espera)
                espera = min(espera * 2, self._config.retentativa_maxima_s)
            else:
                self.falha = None
                return resultado

    async def aplicar_em(self, uow: UnidadeDeTrabalho, registro: Registro) -> None:
        """Handle one record outside the cursor (a dead letter). The inbox still drops what was already applied."""
        lote = _Lote(await self._leitor.ler([registro]), {})
        await self._reivindicar(uow, lote)
        for recebido in lote.novos:
            if recebido.erro is not None:
                raise recebido.erro
        await self.tratar(uow, lote.novos)

    async def _tentar(self, registros: Sequence[Registro], posicoes: Mapping[Particao, int]) -> Resultado:
        inicio = time.perf_counter()
        recebidos = await self._leitor.ler(registros)
        lote = _Lote(recebidos, posicoes)
        with self._trecho_do_lote(recebidos):
            try:
                await self._de_uma_vez(lote)
            except PosicaoPerdida:
                raise
            except Exception as erro:
                if e_transitoria(erro):
                    raise
                self._log.warning("lote com registro que não se deixa tratar", erro=resumir(erro))
                lote = _Lote(recebidos, posicoes)
                await self._com_cuidado(lote)
        self._registrar(lote, time.perf_counter() - inicio)
        return Resultado(lote.proximos, lote.parados)

    async def _de_uma_vez(self, lote: _Lote) -> None:
        """The way of almost every batch: no savepoint, one transaction."""
        async with self._unidade() as uow:
            await self._reivindicar(uow, lote)
            if self._colonia.consome_tudo is None and (ilegivel := next((r.erro for r in lote.novos if r.erro), None)):
                raise FalhaPermanente(f"registro ilegível: {resumir(ilegivel)}")
            await self.tratar(uow, lote.novos)
        for particao in lote.posicoes:
            self._mortas_seguidas.pop(particao, None)

    async def _com_cuidado(self, lote: _Lote) -> None:
        """The way of a batch that failed: bisect under savepoints until the culprits stand alone."""
        antes = self._mortas_seguidas.copy()
        try:
            async with self._unidade() as uow:
                await self._reivindicar(uow, lote)
                await self._bissectar(uow, lote, lote.novos)
                await self._recuar_paradas(uow, lote)
        except BaseException:
            self._mortas_seguidas = antes  # these deaths were rolled back too
            raise

    @staticmethod
    async def _recuar_paradas(uow: UnidadeDeTrabalho, lote: _Lote) -> None:
        if lote.parados:
            await uow.sql(
                _RECUAR,
                topicos=[t for t, _ in lote.parados],
                particoes=[p for _, p in lote.parados],
                proximos=[lote.proximos[p] for p in lote.parados],
            )

    async def _bissectar(self, uow: UnidadeDeTrabalho, lote: _Lote, recebidos: list[Recebido]) -> None:
        recebidos = [r for r in recebidos if _particao(r) not in lote.parados]
        if not recebidos:
            return
        if len(recebidos) > 1 and any(r.erro for r in recebidos):
            await self._metades(uow, lote, recebidos)
            return
        marca = uow.marca()
        try:
            async with uow.ponto():
                if recebidos[0].erro is not None:
                    raise recebidos[0].erro
                await self.tratar(uow, recebidos)
        except Exception as erro:
            if e_transitoria(erro):
                raise
            uow.voltar(marca)
            if len(recebidos) > 1:
                await self._metades(uow, lote, recebidos)
            else:
                await self._condenar(uow, lote, recebidos[0], erro)
        else:
            for recebido in recebidos:
                self._mortas_seguidas[_particao(recebido)] = 0

    async def _metades(self, uow: UnidadeDeTrabalho, lote: _Lote, recebidos: list[Recebido]) -> None:
        meio = len(recebidos) // 2
        await self._bissectar(uow, lote, recebidos[:meio])
        await self._bissectar(uow, lote, recebidos[meio:])

    async def _condenar(self, uow: UnidadeDeTrabalho, lote: _Lote, culpado: Recebido, erro: Exception) -> None:
        """Send a record to the DLQ, or stop its partition, as the colony declares.

        Bytes that are no event stop nobody: there is no order to keep for them, and no later try could read them.
        """
        particao = _particao(culpado)
        if self._colonia.em_falha == "parar" and culpado.erro is None:
            lote.parados[particao] = resumir(erro)
            await self._parar_em(uow, lote, culpado)
            return
        self._mortas_seguidas[particao] += 1
        if self._mortas_seguidas[particao] >= self._config.fusivel:
            raise FusivelAberto(
                f"{self._config.fusivel} cartas mortas seguidas em {particao[0]}[{particao[1]}]; "
                f"a última: {resumir(erro)}"
            )
        await enterrar(uow, self._colonia.dlq, culpado, erro)
        lote.mortos.append((culpado, resumir(erro)))

    async def _parar_em(self, uow: UnidadeDeTrabalho, lote: _Lote, culpado: Recebido) -> None:
        """Give back the claim of the culprit and of all that follows it in its partition."""
        particao, desde = _particao(culpado), culpado.registro.deslocamento
        lote.proximos[particao] = desde
        depois = [
            r.evento.event_id
            for r in lote.novos
            if r.evento and _particao(r) == particao and r.registro.deslocamento >= desde
        ]
        await uow.sql("DELETE FROM entrada WHERE event_id = ANY(CAST(:ids AS uuid[]))", ids=depois)

    async def _reivindicar(self, uow: UnidadeDeTrabalho, lote: _Lote) -> None:
        """Move the cursor by compare-and-set and enter the ids into the inbox: one statement."""
        resultado = await uow.sql(
            _REIVINDICAR,
            topicos=[t for t, _ in lote.posicoes],
            particoes=[p for _, p in lote.posicoes],
            inicios=list(lote.posicoes.values()),
            proximos=[lote.proximos[p] for p in lote.posicoes],
            ids=lote.ids,
            disco="on" if self._colonia.duravel else "off",
        )
        feito = resultado.mappings().one()
        movidos, novos = feito["andaram"], feito["entraram"]
        if movidos != len(lote.posicoes):
            raise PosicaoPerdida(f"{len(lote.posicoes) - movidos} partições já não estão onde este lote começou")
        lote.separar(set(novos))

    async def tratar(self, uow: UnidadeDeTrabalho, recebidos: Sequence[Recebido]) -> None:
        """Hand readable records to the colony's handlers, type by type. Neither cursor nor inbox are looked at."""
        if self._colonia.consome_tudo is not None:
            await self._colonia.consome_tudo(recebidos, uow)
            return
        por_tipo: dict[str, list[Evento[Any]]] = defaultdict(list)
        for recebido in recebidos:
            if recebido.evento is not None:
                por_tipo[recebido.evento.tipo].append(recebido.evento)
        for tipo, (tratador, em_lote) in self._tratadores.items():
            eventos = por_tipo.get(tipo)
            if not eventos:
                continue
            if em_lote:
                await self._tratar_lote(tratador, tipo, eventos, uow)
            else:
                await self._tratar_um_a_um(tratador, tipo, eventos, uow)

    async def _tratar_lote(
        self, tratador: Tratador, tipo: str, eventos: list[Evento[Any]], uow: UnidadeDeTrabalho
    ) -> None:
        uow.causa = None
        with self._trechos_dos_eventos(tipo, eventos):
            await tratador(eventos, uow)

    async def _tratar_um_a_um(
        self, tratador: Tratador, tipo: str, eventos: list[Evento[Any]], uow: UnidadeDeTrabalho
    ) -> None:
        for evento in eventos:
            uow.causa = evento
            with self._trechos_dos_eventos(tipo, [evento]):
                await tratador(evento, uow)
        uow.causa = None

    def _trecho_do_lote(self, recebidos: Sequence[Recebido]) -> AbstractContextManager[object]:
        """A span for the batch, in a trace of its own, linked to what each sampled event continues."""
        elos = [r.evento.rastro for r in recebidos if r.evento and r.evento.rastro and amostrado(r.evento.rastro)]
        if not elos:
            return nullcontext()
        trecho = Trecho("lote", None, elos, {"messaging.batch.message_count": len(recebidos)})
        return self._rastreador.trechos(SpanKind.CONSUMER, [trecho])

    @contextmanager
    def _trechos_dos_eventos(self, tipo: str, eventos: Sequence[Evento[Any]]) -> Iterator[None]:
        """Give each sampled event a span as long as its handling; what it causes continues that span."""
        amostrados = [(e, e.rastro) for e in eventos if amostrado(e.rastro)]
        trechos = [
            Trecho(f"tratar {tipo}", pai, atributos=identidade(e.event_id, e.correlacao_id)) for e, pai in amostrados
        ]
        with self._rastreador.trechos(SpanKind.CONSUMER, trechos) as rastros:
            for (evento, _), rastro in zip(amostrados, rastros, strict=True):
                evento.rastro = rastro
            try:
                yield
            finally:
                for evento, pai in amostrados:
                    evento.rastro = pai  # another try continues the producer's span, not this one

    def _registrar(self, lote: _Lote, segundos: float) -> None:
        self._medir(lote, segundos)
        for recebido, erro in lote.mortos:
            self._log.error("carta morta", **_posicao(recebido), erro=erro)
        if self._log.is_enabled_for(logging.INFO):
            eventos = [r.evento for r in lote.recebidos if r.evento is not None]
            self._log.info(
                "eventos tratados",
                **primeiro_e_ultimo([(e.event_id, e.correlacao_id) for e in eventos]),
                tipos=dict(Counter(e.tipo for e in eventos)),
                repetidos=lote.repetidos,
                mortos=len(lote.mortos),
                ms=round(segundos * 1000, 1),
            )
        if self._log.is_enabled_for(logging.DEBUG):
            for recebido in lote.recebidos:
                self._log.debug("registro recebido", **_posicao(recebido))

    def _medir(self, lote: _Lote, segundos: float) -> None:
        self._metricas.lote.observe(segundos)
        mortos = {id(recebido) for recebido, _ in lote.mortos}
        contagem: Counter[tuple[str, str]] = Counter()
        for recebido in lote.novos:
            tipo = recebido.evento.tipo if recebido.evento else recebido.registro.topico
            contagem[tipo, "morto" if id(recebido) in mortos else "tratado"] += 1
        if lote.repetidos:
            contagem["todos", "repetido"] += lote.repetidos
        for (tipo, resultado), quantos in contagem.items():
            self._metricas.contar(tipo, resultado, quantos)
        self._metricas.esquemas_desconhecidos.inc(sum(r.erro is not None for r in lote.novos))
        self._metricas.dlq.inc(len(mortos))
        agora = time.time() * 1000
        for tipo, evento in {r.evento.tipo: r.evento for r in lote.novos if r.evento}.items():
            self._metricas.idade(tipo, (agora - milissegundos(evento.event_id)) / 1000)


class _Lote:
    """A batch being applied: which records are new, where each partition goes, who died."""

    def __init__(self, recebidos: list[Recebido], posicoes: Mapping[Particao, int]) -> None:
        self.recebidos = recebidos
        self.posicoes = dict(posicoes)
        self.proximos: dict[Particao, int] = {}
        for r in recebidos:
            self.proximos[_particao(r)] = r.registro.deslocamento + 1
        self.ids = [r.evento.event_id for r in recebidos if r.evento is not None]
        self.novos: list[Recebido] = []
        self.mortos: list[tuple[Recebido, str]] = []
        self.parados: dict[Particao, str] = {}
        self.repetidos = 0

    def separar(self, reivindicados: set[UUID]) -> None:
        """Keep the first occurrence of each event that the inbox had not seen; tombstones are nobody's."""
        self.novos.clear()
        for r in self.recebidos:
            if r.evento is None:
                if r.erro is not None or (r.registro.valor is not None):
                    self.novos.append(r)
            elif r.evento.event_id in reivindicados:
                reivindicados.discard(r.evento.event_id)
                self.novos.append(r)
        self.repetidos = len(self.ids) - sum(1 for r in self.novos if r.evento)


async def enterrar(uow: UnidadeDeTrabalho, topico: str, culpado: Recebido, erro: Exception) -> None:
    """Keep a dead letter in the colony's table and publish it on its DLQ topic, with its original bytes.

    Its claim in the inbox is given back, so that reprocessing it later is not taken for a repetition.
    """
    r = culpado.registro
    event_id = culpado.evento.event_id if culpado.evento else None
    carta_id = derivar_id(_NAMESPACE_DE_CARTAS, topico, r.topico, r.particao, r.deslocamento)
    if event_id is not None:
        await uow.sql("DELETE FROM entrada WHERE event_id = :id", id=event_id)
    await uow.sql(
        _ENTERRAR,
        id=carta_id,
        topico=r.topico,
        particao=r.particao,
        deslocamento=r.deslocamento,
        chave=r.chave,
        valor=r.valor,
        cabecalhos=_em_json(r.cabecalhos),
        event_id=event_id,
        erro=resumir(erro),
    )
    cabecalhos = [
        (nome, (valor or b"").decode("utf-8", "replace")) for nome, valor in r.cabecalhos if not nome.startswith("dlq_")
    ]
    cabecalhos += [
        ("dlq_carta", str(carta_id)),
        ("dlq_erro", resumir(erro)),
        ("dlq_topico", r.topico),
        ("dlq_particao", str(r.particao)),
        ("dlq_deslocamento", str(r.deslocamento)),
    ]
    uow.publicar_bruto(topico, carta_id, r.chave or b"", r.valor, cabecalhos)


def _em_json(cabecalhos: Sequence[tuple[str, bytes | None]]) -> str:
    return json.dumps([[nome, valor if valor is None else valor.hex()] for nome, valor in cabecalhos])


def _particao(recebido: Recebido) -> Particao:
    return recebido.registro.topico, recebido.registro.particao


def _posicao(recebido: Recebido) -> dict[str, object]:
    r, evento = recebido.registro, recebido.evento
    quem = {"tipo": evento.tipo, **identidade(evento.event_id, evento.correlacao_id)} if evento else {}
    return {"topico": r.topico, "particao": r.particao, "deslocamento": r.deslocamento, **quem}


_REIVINDICAR = """
WITH andou AS (
    UPDATE cursor SET proximo = n.proximo
    FROM unnest(CAST(:topicos AS text[]), CAST(:particoes AS int[]),
                CAST(:inicios AS bigint[]), CAST(:proximos AS bigint[])) AS n(topico, particao, inicio, proximo)
    WHERE cursor.topico = n.topico AND cursor.particao = n.particao AND cursor.proximo = n.inicio
    RETURNING 1
), entrou AS (
    INSERT INTO entrada (event_id) SELECT unnest(CAST(:ids AS uuid[]))
    ON CONFLICT DO NOTHING RETURNING event_id
)
SELECT (SELECT count(*) FROM andou) AS andaram, ARRAY(SELECT event_id FROM entrou) AS entraram,
       set_config('synchronous_commit', :disco, true)
"""
# Off where the log replays what a crash undoes: derived ids are deterministic, no need to wait for the disk.

_RECUAR = """
UPDATE cursor SET proximo = n.proximo
FROM unnest(CAST(:topicos AS text[]), CAST(:particoes AS int[]), CAST(:proximos AS bigint[]))
     AS n(topico, particao, proximo)
WHERE cursor.topico = n.topico AND cursor.particao = n.particao
"""
# A broker that lost its tail hands out the same position again, for another record.
_ENTERRAR = """
INSERT INTO carta_morta (id, topico, particao, deslocamento, chave, valor, cabecalhos, event_id, erro, situacao)
VALUES (:id, :topico, :particao, :deslocamento, CAST(:chave AS bytea), CAST(:valor AS bytea),
        CAST(:cabecalhos AS jsonb), CAST(:event_id AS uuid), :erro, 'pendente')
ON CONFLICT (topico, particao, deslocamento) DO UPDATE SET
    chave = EXCLUDED.chave, valor = EXCLUDED.valor, cabecalhos = EXCLUDED.cabecalhos, event_id = EXCLUDED.event_id,
    erro = EXCLUDED.erro, situacao = 'pendente', resolvido_em = NULL
"""
