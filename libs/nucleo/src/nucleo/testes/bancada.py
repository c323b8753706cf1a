"""A workbench for one colony: its real application on a real database, without a broker."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID, uuid4

import asyncpg
import httpx
from fastapi import FastAPI
from joserfc.jwk import OKPKey
from sqlalchemy import text

from nucleo import contratos
from nucleo.aplicacao import montar
from nucleo.avro import Codec, enquadrar
from nucleo.colonia import Colonia
from nucleo.consumo import Particao, Resultado
from nucleo.evento import Evento, Registro
from nucleo.fontes import Fontes, FontesReais
from nucleo.identidade import emitir
from nucleo.payload import Payload
from nucleo.registro import RegistroDoCatalogo
from nucleo.testes.eventos import FontesFixas, evento
from nucleo.viva import ColoniaViva

P = TypeVar("P", bound=Payload)


class Bancada:
    """What a colony test works with.

    Attributes:
        http: httpx client on the colony's application.
        relogio: the clock, ids and randomness that the colony sees.
        viva: the running colony, for what this class does not offer.
    """

    def __init__(
        self, colonia: Colonia, viva: ColoniaViva, app: FastAPI, http: httpx.AsyncClient, chave: OKPKey
    ) -> None:
        self.colonia = colonia
        self.viva = viva
        self.app = app
        self.http = http
        fontes = viva.oficina.fontes
        assert isinstance(fontes, FontesFixas)
        self.relogio = fontes
        self._chave = chave
        self._codec = Codec(viva.catalogo)
        self._registro = viva.registro
        self._proximos: Counter[Particao] = Counter()

    async def entregar(self, *eventos: Payload | Evento[Any]) -> Resultado | None:
        """Deliver events as one batch, as bytes, through the real adapter."""
        if not eventos:
            return None
        registros = [await self.registro(e if isinstance(e, Evento) else evento(e)) for e in eventos]
        return await self.entregar_registros(*registros)

    async def entregar_registros(self, *registros: Registro) -> Resultado:
        """Deliver records as they are; offsets that are negative are given the next of their partition."""
        posicoes = {(r.topico, r.particao): self._proximos[r.topico, r.particao] for r in registros}
        numerados = []
        for r in registros:
            particao = (r.topico, r.particao)
            deslocamento = r.deslocamento if r.deslocamento >= 0 else self._proximos[particao]
            self._proximos[particao] = deslocamento + 1
            numerados.append(Registro(r.topico, r.particao, deslocamento, r.chave, r.valor, r.cabecalhos))
        await self._garantir_cursores(posicoes)
        resultado = await self.viva.consumidor.aplicar(numerados, posicoes)
        self._proximos.update({p: n - self._proximos[p] for p, n in resultado.proximos.items()})
        return resultado

    async def registro(self, e: Evento[Any], versao: str | None = None) -> Registro:
        """Encode an event as the record that a producer would write (offset −1: to be numbered at delivery)."""
        contrato = self.viva.catalogo.por_tipo[e.tipo]
        envelope = {
            "event_id": e.event_id,
            "tipo": e.tipo,
            "versao_schema": e.versao_schema,
            "timestamp": e.timestamp,
            "origem": e.origem,
            "correlacao_id": e.correlacao_id,
            "causacao_id": e.causacao_id,
            "payload": self._codec.para_dict(e.payload),
        }
        corpo = self._codec.codificar(e.tipo, envelope)
        valor = enquadrar(await self._registro.id_de(e.tipo, contrato.vigente.semver), corpo)
        cabecalhos = (("traceparent", e.rastro.encode()),) if e.rastro else ()
        chave = str(getattr(e.payload, contrato.chave)).encode()
        return Registro(contrato.topico, 0, -1, chave, valor, cabecalhos)

    async def publicados(self, classe: type[P] | None = None) -> list[Evento[P]]:
        """Return what reached the outbox, in order, decoded; only of one class when given."""
        linhas = await self.consultar(
            "SELECT topico, esquema, corpo FROM saida WHERE esquema IS NOT NULL ORDER BY ordem"
        )
        registros = [
            Registro(
                linha["topico"],
                0,
                n,
                None,
                enquadrar(await self._registro.id_de(*linha["esquema"].rsplit("@", 1)), linha["corpo"]),
            )
            for n, linha in enumerate(linhas)
        ]
        eventos: list[Evento[Any] | None] = [r.evento for r in await self.viva.leitor.ler(registros)]
        return [e for e in eventos if e is not None and (classe is None or isinstance(e.payload, classe))]

    async def consultar(self, comando: str, **parametros: Any) -> list[dict[str, Any]]:
        """Run a query in a transaction of its own and return its rows."""
        async with self.viva.engine.begin() as conexao:
            resultado = await conexao.execute(text(comando), parametros)
            return [dict(linha) for linha in resultado.mappings()] if resultado.returns_rows else []

    async def dlq(self) -> list[dict[str, Any]]:
        """Return the dead letters of the colony."""
        return await self.consultar("SELECT * FROM carta_morta ORDER BY topico, particao, deslocamento")

    async def periodico(self, nome: str) -> None:
        """Run one periodic job now."""
        trabalho = next(p for p in self.colonia.periodicos if p.nome == nome)
        await self.viva.agendador.uma_vez(trabalho)

    def token(self, *, sub: UUID | None = None, papeis: Sequence[str] = (), **reivindicacoes: Any) -> dict[str, str]:
        """Return the Authorization header of a token signed by the test's key."""
        config = self.viva.config
        texto = emitir(
            self._chave,
            sub=sub,
            papeis=papeis,
            emissor=config.jwt_emissor,
            audiencia=config.jwt_audiencia,
            **reivindicacoes,
        )
        return {"Authorization": f"Bearer {texto}"}

    async def zerar(self) -> None:
        """Empty every table and start offsets again: the next delivery meets a new colony."""
        tabelas = [linha["tablename"] for linha in await self.consultar(_TABELAS)]
        await self.consultar(f"TRUNCATE {', '.join(tabelas)} RESTART IDENTITY CASCADE")
        self._proximos.clear()

    async def estado(self, tabelas: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of tables in an order that does not depend on how they came."""
        linhas = {t: await self.consultar(f"SELECT * FROM {t}") for t in tabelas}
        return {
            t: sorted(conteudo, key=lambda x: json.dumps(x, default=str, sort_keys=True))
            for t, conteudo in linhas.items()
        }

    async def _garantir_cursores(self, posicoes: dict[Particao, int]) -> None:
        for (topico, particao), proximo in posicoes.items():
            await self.consultar(
                "INSERT INTO cursor VALUES (:t, :p, :n) ON CONFLICT DO NOTHING",
                t=topico,
                p=particao,
                n=proximo,
            )


FabricaDeBancadas = Callable[..., AbstractAsyncContextManager[Bancada]]


class Bancadas:
    """Makes workbenches: a migrated template database a colony, copied for each test."""

    def __init__(self, postgres_url: str, chave: OKPKey, jwks: str) -> None:
        self._url = postgres_url
        self._chave = chave
        self._jwks = jwks
        self._modelos: dict[tuple[str, str], str] = {}

    @asynccontextmanager
    async def __call__(self, colonia: Colonia, **ajustes: Any) -> AsyncIterator[Bancada]:
        """Open a workbench for a colony; keyword arguments are settings."""
        async with self.banco(colonia) as banco:
            viva = self._viva(colonia, banco, ajustes)
            app = montar(colonia, viva.config, viva)
            try:
                await viva.preparar()
                transporte = httpx.ASGITransport(app=app, raise_app_exceptions=False)
                async with httpx.AsyncClient(transport=transporte, base_url="http://teste") as http:
                    yield Bancada(colonia, viva, app, http, self._chave)
            finally:
                await viva.parar()

    @asynccontextmanager
    async def banco(self, colonia: Colonia) -> AsyncIterator[str]:
        """Lend a migrated database of a colony, for one test."""
        modelo = await self._modelo(colonia)
        nome = f"t_{uuid4().hex}"
        await self._administrar(f'CREATE DATABASE "{nome}" TEMPLATE "{modelo}" STRATEGY FILE_COPY')
        try:
            yield nome
        finally:
            await self._administrar(f'DROP DATABASE IF EXISTS "{nome}" WITH (FORCE)')

    @asynccontextmanager
    async def ligada(self, colonia: Colonia, banco: str, broker: str, **ajustes: Any) -> AsyncIterator[ColoniaViva]:
        """Run a colony on a real broker: several at once on one database are replicas."""
        viva = self._viva(colonia, banco, {"broker": broker} | ajustes, FontesReais())
        await viva.iniciar()
        try:
            yield viva
        finally:
            await viva.parar()

    def _viva(self, colonia: Colonia, banco: str, ajustes: dict[str, Any], fontes: Fontes | None = None) -> ColoniaViva:
        valores = {
            "banco_url": f"{self._url.rsplit('/', 1)[0]}/{banco}",
            "jwks": self._jwks,
            "rastros_amostra": 0.0,
        }
        config = colonia.config.carregar(colonia.nome, **(valores | ajustes))
        registro = RegistroDoCatalogo(contratos.carregar(config.pasta_contratos))
        return ColoniaViva(colonia, config, fontes=fontes or FontesFixas(), registro=registro)

    async def _modelo(self, colonia: Colonia) -> str:
        quem = (colonia.nome, colonia.pacote)  # a test's own colony may bear the name of a real one
        if quem not in self._modelos:
            modelo = f"modelo_{colonia.nome.replace('-', '_')}_{uuid4().hex[:8]}"
            await self._administrar(f'CREATE DATABASE "{modelo}"')
            viva = self._viva(colonia, modelo, {})
            try:
                await viva.migrar()
            finally:
                await viva.parar()
            self._modelos[quem] = modelo
        return self._modelos[quem]

    async def _administrar(self, comando: str) -> None:
        ligacao = await asyncpg.connect(self._url)
        try:
            await ligacao.execute(comando)
        finally:
            await ligacao.close()


_TABELAS = """
SELECT tablename FROM pg_tables WHERE schemaname = ANY(current_schemas(false)) AND tablename NOT LIKE 'versao\\_%'
"""
