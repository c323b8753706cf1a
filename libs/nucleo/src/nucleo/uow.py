"""The unit of work: one database transaction in which state changes and the events it causes are written."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import orjson

from nucleo.avro import Codec
from nucleo.banco import Sessao
from nucleo.config import Config
from nucleo.contratos import Catalogo, Contrato
from nucleo.erros import FalhaPermanente
from nucleo.evento import Evento
from nucleo.fontes import Fontes, derivar_id, id_semeado
from nucleo.ligacao import Ligacao, Resultado
from nucleo.payload import Payload

R = TypeVar("R")
TAMANHO_MAXIMO = 900_000  # bytes of one encoded event; the broker refuses 1 MiB


@dataclass(slots=True)
class Saida:
    """One event on its way out: a row of the outbox, and what the relay needs to publish it."""

    event_id: UUID
    tipo: str
    topico: str
    particao_de: bytes
    chave: bytes
    esquema: str | None
    corpo: bytes | None
    cabecalhos: list[tuple[str, str]]
    ordem: int = 0
    correlacao_id: UUID | None = None
    """For the log line only: a row read back from the table does not have it apart from its body."""

    @property
    def rastro(self) -> str | None:
        """The `traceparent` under which it was written: always the last header."""
        nome, valor = self.cabecalhos[-1] if self.cabecalhos else ("", "")
        return valor if nome == "traceparent" else None


@dataclass(slots=True, frozen=True)
class Oficina:
    """What units of work of one colony share: its identity, contracts, sources of time and ids, and resources."""

    colonia: str
    produz: frozenset[str]
    config: Config
    catalogo: Catalogo
    codec: Codec
    fontes: Fontes
    recursos: Mapping[type[Any], Any]


class UnidadeDeTrabalho:
    """What a handler or a route works with. It never commits: the core does, once, at the edge.

    Attributes:
        correlacao_id: the request's or the originating event's correlation.
        rastro: the `traceparent` under which events are published.
    """

    def __init__(
        self,
        ligacao: Ligacao,
        oficina: Oficina,
        *,
        correlacao_id: UUID | None = None,
        rastro: str | None = None,
    ) -> None:
        self._ligacao = ligacao
        self.correlacao_id = correlacao_id
        self.rastro = rastro
        self.causa: Evento[Any] | None = None
        self._oficina = oficina
        self._saidas: list[Saida] = []
        self._ordinais: Counter[tuple[UUID, str]] = Counter()
        self._apos: list[Callable[[], None]] = []

    @property
    def sessao(self) -> Sessao:
        """A SQLModel session inside the transaction, for state that is kept as objects."""
        return self._ligacao.sessao

    @property
    def config(self) -> Any:
        """The colony's settings, of the class that its declaration names."""
        return self._oficina.config

    @property
    def aleatorio(self) -> random.Random:
        """The source of randomness that tests hold."""
        return self._oficina.fontes.aleatorio

    def agora(self) -> datetime:
        """Return the current instant in UTC."""
        return self._oficina.fontes.agora()

    def novo_id(self) -> UUID:
        """Return a new UUIDv7."""
        return self._oficina.fontes.novo_id()

    def recurso(self, tipo: type[R]) -> R:
        """Return the colony's in-memory resource of a type (see `Colonia.recursos`)."""
        encontrado: R = self._oficina.recursos[tipo]
        return encontrado

    async def sql(self, comando: str, /, **parametros: Any) -> Resultado:
        """Run one SQL statement with named parameters inside the transaction (`CAST(:ids AS uuid[])` for arrays)."""
        return await self._ligacao.sql(comando, **parametros)

    def ao_confirmar(self, acao: Callable[[], None]) -> None:
        """Call `acao` after the commit, and only then (to refresh a cache, for instance)."""
        self._apos.append(acao)

    def publicar(
        self,
        payload: Payload,
        *,
        causa: Evento[Any] | None = None,
        semente: Sequence[object] | None = None,
        correlacao_id: UUID | None = None,
        causacao_id: UUID | None = None,
        rastro: str | None = None,
        versao: str | None = None,
    ) -> UUID:
        """Write an event to the outbox and return its id.

        The id is a new UUIDv7 when nothing caused the event but a request; derived from the cause, the type and
        an ordinal when an event did; derived from `semente` (whose first UUID gives the time) when the same fact
        may be reached from different causes, as in a join. Architecture §2.6.

        `correlacao_id` and `rastro` are given where one unit of work serves many requests, each with its own;
        `causacao_id` where the cause came long before and only its id was kept.
        `versao` is an older version of the contract, where the specification says which one a case is written in.

        Raises:
            FalhaPermanente: the payload does not fit its contract, is too large, or the colony does not declare it.
        """
        contrato = self._contrato(payload.TIPO)
        causa = causa or self.causa
        event_id = self._identificar(payload.TIPO, causa, semente)
        correlacao_id = causa.correlacao_id if causa is not None else correlacao_id or self.correlacao_id
        correlacao_id = correlacao_id or event_id
        versao = versao or payload.VERSAO
        causacao_id = causa.event_id if causa is not None else causacao_id
        corpo = self._codificar(contrato, payload, event_id, causacao_id, correlacao_id, versao)
        entidade = str(getattr(payload, contrato.chave)).encode()
        rastro = (causa.rastro if causa is not None else rastro) or self.rastro
        self._saidas.append(
            Saida(
                event_id,
                contrato.tipo,
                contrato.topico,
                entidade,
                self._chave_do_registro(contrato, payload, event_id),
                f"{contrato.tipo}@{versao}",
                corpo,
                self._cabecalhos(contrato.tipo, event_id, entidade, rastro),
                correlacao_id=correlacao_id,
            )
        )
        return event_id

    def publicar_bruto(
        self,
        topico: str,
        event_id: UUID,
        chave: bytes,
        valor: bytes | None,
        cabecalhos: list[tuple[str, str]],
    ) -> None:
        """Write bytes as they are to the outbox: dead letters keep the original record."""
        self._saidas.append(Saida(event_id, topico, topico, chave, chave, None, valor, cabecalhos))

    def _contrato(self, tipo: str) -> Contrato:
        if tipo not in self._oficina.produz:
            raise FalhaPermanente(f"a colônia {self._oficina.colonia} não declara que produz {tipo}")
        return self._oficina.catalogo.por_tipo[tipo]

    def _identificar(self, tipo: str, causa: Evento[Any] | None, semente: Sequence[object] | None) -> UUID:
        if semente is not None:
            return id_semeado(tipo, semente)
        if causa is None:
            return self.novo_id()
        ordinal = self._ordinais[causa.event_id, tipo]
        self._ordinais[causa.event_id, tipo] += 1
        return derivar_id(causa.event_id, tipo, ordinal)

    @staticmethod
    def _chave_do_registro(contrato: Contrato, payload: Payload, event_id: UUID) -> bytes:
        campo = contrato.chave_do_registro
        return str(event_id if campo == "event_id" else getattr(payload, campo)).encode()

    def _codificar(
        self,
        contrato: Contrato,
        payload: Payload,
        event_id: UUID,
        causacao_id: UUID | None,
        correlacao_id: UUID,
        versao: str,
    ) -> bytes:
        envelope = {
            "event_id": event_id,
            "timestamp": self.agora(),
            "origem": self._oficina.colonia,
            "correlacao_id": correlacao_id,
            "causacao_id": causacao_id,
            "payload": self._oficina.codec.para_dict(payload),
        }
        corpo = self._oficina.codec.codificar(contrato.tipo, envelope, versao)
        if len(corpo) > TAMANHO_MAXIMO:
            raise FalhaPermanente(f"{contrato.tipo} com {len(corpo)} bytes: o máximo é {TAMANHO_MAXIMO}")
        return corpo

    def _cabecalhos(self, tipo: str, event_id: UUID, entidade: bytes, rastro: str | None) -> list[tuple[str, str]]:
        cabecalhos = [
            ("ce_specversion", "1.0"),
            ("ce_id", str(event_id)),
            ("ce_type", tipo),
            ("ce_source", f"/{self._oficina.colonia}"),
            ("ce_time", self.agora().isoformat()),
            ("ce_subject", entidade.decode()),
        ]
        if rastro is not None:
            cabecalhos.append(("traceparent", rastro))
        return cabecalhos

    # What follows belongs to the core: colonies never call it.

    def ponto(self) -> AbstractAsyncContextManager[None]:
        """Open a savepoint: what happens inside is undone when the block raises."""
        return self._ligacao.ponto()

    def marca(self) -> tuple[int, Counter[tuple[UUID, str]], int]:
        """Remember how much was published so far, to be able to undo what a savepoint undoes."""
        return len(self._saidas), self._ordinais.copy(), len(self._apos)

    def voltar(self, marca: tuple[int, Counter[tuple[UUID, str]], int]) -> None:
        """Forget what was published since `marca`."""
        del self._saidas[marca[0] :]
        self._ordinais = marca[1].copy()
        del self._apos[marca[2] :]

    async def gravar_saidas(self) -> list[Saida]:
        """Insert the outbox rows, after every state change so that their order is that of the locks; return them."""
        await self._ligacao.assentar()
        saidas = self._saidas
        if saidas:
            resultado = await self.sql(
                _INSERIR_SAIDAS,
                event_ids=[s.event_id for s in saidas],
                topicos=[s.topico for s in saidas],
                particoes=[s.particao_de for s in saidas],
                chaves=[s.chave for s in saidas],
                esquemas=[s.esquema for s in saidas],
                corpos=[s.corpo for s in saidas],
                cabecalhos=[orjson.dumps(s.cabecalhos).decode() for s in saidas],
            )
            # Identity values are handed out in the order of the input, whatever the order of RETURNING.
            for saida, ordem in zip(saidas, sorted(resultado.scalars()), strict=True):
                saida.ordem = ordem
        return saidas

    def confirmada(self) -> None:
        """Run what waited for the commit."""
        for acao in self._apos:
            acao()


_INSERIR_SAIDAS = """
INSERT INTO saida (event_id, topico, particao_de, chave, esquema, corpo, cabecalhos)
SELECT event_id, topico, particao_de, chave, esquema, corpo, cabecalhos
FROM unnest(CAST(:event_ids AS uuid[]), CAST(:topicos AS text[]), CAST(:particoes AS bytea[]), CAST(:chaves AS bytea[]),
            CAST(:esquemas AS text[]), CAST(:corpos AS bytea[]), CAST(:cabecalhos AS text[]))
     WITH ORDINALITY AS n(event_id, topico, particao_de, chave, esquema, corpo, cabecalhos, posicao)
ORDER BY posicao
RETURNING ordem
"""
