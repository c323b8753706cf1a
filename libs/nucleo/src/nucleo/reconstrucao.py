"""Rebuilding a projection from the log beside the one that goes on answering, then swapping them at once.

The colony's tables are made anew in a shadow schema and filled from the first record of every topic, up to where
the living projection is. Then consumption is held for an instant (nobody may move the cursor), the shadow is
brought exactly there, and the two schemas exchange names in that same transaction. Cursor and inbox stay as they
are, and stay true. Readers are never held: they see the old tables until the commit, the new ones after it.

A process that dies on the way leaves the living projection as it was; the next start clears what is left.
Handlers of a colony that can be rebuilt must bear repetition without the help of the inbox.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from nucleo.banco import conectar_direto, criar_engine
from nucleo.erros import Conflito, FalhaPermanente
from nucleo.evento import Recebido, Registro
from nucleo.ligacao import Ligacao, abrir
from nucleo.logs import resumir
from nucleo.migracoes import migrar
from nucleo.releitura import Particao, Releitura
from nucleo.travas import RECONSTRUCAO
from nucleo.uow import UnidadeDeTrabalho

if TYPE_CHECKING:
    from nucleo.viva import ColoniaViva

Posicao = tuple[str, int, int]

_SOMBRA = "reconstrucao"
_SUBSTITUIDA = "substituida"
_PERTO = 2000  # records behind the living projection at which consumption may be held for the rest
_RODADAS = 20
_FATIA = 100  # records decoded before the loop may turn: consumption and requests go on meanwhile


@dataclass(frozen=True)
class Reconstruida:
    """What a rebuild did: records read again and how long it took."""

    eventos: int
    segundos: float


async def reconstruir(viva: ColoniaViva) -> Reconstruida:
    """Rebuild the projection of a colony; return when the new one answers.

    Whatever fails on the way leaves the living projection as it is. Dead letters are left out, as they are of it.
    Raises `Conflito` while another rebuild runs.
    """
    inicio = time.perf_counter()
    async with _sombra(viva) as engine, Releitura(viva.config, f"{viva.colonia.nome}.releitura") as log:
        obra = _Obra(viva, engine, log)
        await obra.encher()
        await obra.trocar()
        feita = Reconstruida(obra.eventos, time.perf_counter() - inicio)
    viva.log.info("projeção reconstruída", eventos=feita.eventos, segundos=round(feita.segundos, 2))
    return feita


class _Obra:
    """One rebuild on its way."""

    def __init__(self, viva: ColoniaViva, engine: AsyncEngine, log: Releitura) -> None:
        self._viva = viva
        self._engine = engine
        self._log = log
        self.eventos = 0

    async def encher(self) -> None:
        """Fill the shadow until it is close to the living projection."""
        async with self._engine.begin() as conexao:
            indices = await _adiar_indices(conexao)
        for rodada in range(_RODADAS):
            antes = self.eventos
            await self._rodada()
            if rodada == 0:
                await self._terminar_tabelas(indices)
            elif self.eventos - antes < _PERTO:
                break

    async def trocar(self) -> None:
        """Hold consumption, bring the shadow exactly to the cursor, exchange the schemas."""
        async with abrir(self._engine) as ligacao:
            await ligacao.sql("LOCK TABLE cursor IN SHARE ROW EXCLUSIVE MODE")
            async for lote in self._log.ler(await _cursores(ligacao)):
                await self._aplicar(ligacao, await self._decodificar(lote, await _cartas_mortas(ligacao)))
            esquema = self._viva.colonia.esquema
            await ligacao.sql(f"ALTER SCHEMA {esquema} RENAME TO {_SUBSTITUIDA}")
            await ligacao.sql(f"ALTER SCHEMA {_SOMBRA} RENAME TO {esquema}")

    async def _rodada(self) -> None:
        """Read up to where the living projection is now; decode a batch while the one before is written."""
        async with abrir(self._engine) as ligacao:
            alvo, mortas = await _cursores(ligacao), await _cartas_mortas(ligacao)
        escrita: asyncio.Task[None] | None = None
        try:
            async for lote in self._log.ler(alvo):
                recebidos = await self._decodificar(lote, mortas)
                if escrita is not None:
                    await escrita
                escrita = asyncio.create_task(self._gravar(recebidos))
        finally:
            if escrita is not None:
                await escrita

    async def _gravar(self, recebidos: list[Recebido]) -> None:
        async with abrir(self._engine) as ligacao:
            await ligacao.sql("SET LOCAL synchronous_commit TO off")
            await self._aplicar(ligacao, recebidos)

    async def _aplicar(self, ligacao: Ligacao, recebidos: list[Recebido]) -> None:
        uow = UnidadeDeTrabalho(ligacao, self._viva.oficina)
        await self._viva.consumidor.tratar(uow, recebidos)
        await ligacao.assentar()
        self.eventos += len(recebidos)

    async def _decodificar(self, lote: list[Registro], mortas: set[Posicao]) -> list[Recebido]:
        vivos = [r for r in lote if (r.topico, r.particao, r.deslocamento) not in mortas] if mortas else lote
        recebidos: list[Recebido] = []
        for inicio in range(0, len(vivos), _FATIA):
            recebidos += await self._viva.leitor.ler(vivos[inicio : inicio + _FATIA])
            await asyncio.sleep(0)
        if ilegivel := next((r.erro for r in recebidos if r.erro is not None), None):
            raise FalhaPermanente(f"registro ilegível: {resumir(ilegivel)}")
        return recebidos

    async def _terminar_tabelas(self, indices: list[str]) -> None:
        async with self._engine.begin() as conexao:
            for indice in indices:
                await conexao.execute(text(indice))
            tabelas = await conexao.execute(text(_TABELAS), {"esquema": _SOMBRA})
            for tabela in tabelas.scalars():
                await conexao.execute(text(f"ANALYZE {_SOMBRA}.{tabela}"))


async def limpar_restos(viva: ColoniaViva) -> None:
    """Drop what a rebuild that died left behind, unless one is running elsewhere."""
    if viva.colonia.esquema != "public":
        async with _trava(viva) as livre:
            if livre is not None:
                await _limpar(livre)


@asynccontextmanager
async def _trava(viva: ColoniaViva) -> AsyncIterator[asyncpg.Connection[Any] | None]:
    """Try the lock of rebuilds, held by a connection of its own: it goes away with the process, however that ends."""
    ligacao = await conectar_direto(viva.config, viva.colonia.nome)
    try:
        livre = await ligacao.fetchval("SELECT pg_try_advisory_lock($1)", RECONSTRUCAO)
        try:
            yield ligacao if livre else None
        finally:
            await ligacao.execute("SELECT pg_advisory_unlock_all()")  # closing releases it too, but a little later
    finally:
        await ligacao.close()


@asynccontextmanager
async def _sombra(viva: ColoniaViva) -> AsyncIterator[AsyncEngine]:
    """Make the empty shadow tables by the colony's own migrations; leave nothing behind."""
    async with _trava(viva) as livre:
        if livre is None:
            raise Conflito("Já há uma reconstrução em andamento.")
        await _limpar(livre)
        engine = criar_engine(viva.config, f"{viva.colonia.nome}:reconstrucao", _SOMBRA)
        try:
            await migrar(engine, viva.colonia.pacote, _SOMBRA)
            yield engine
        finally:
            await engine.dispose()
            await _limpar(livre)


async def _limpar(ligacao: asyncpg.Connection[Any]) -> None:
    for esquema in (_SOMBRA, _SUBSTITUIDA):
        await ligacao.execute(f"DROP SCHEMA IF EXISTS {esquema} CASCADE")


async def _cursores(ligacao: Ligacao) -> Mapping[Particao, int]:
    linhas = await ligacao.sql("SELECT topico, particao, proximo FROM cursor")
    return {(topico, particao): proximo for topico, particao, proximo in linhas}


async def _cartas_mortas(ligacao: Ligacao) -> set[Posicao]:
    """Return the positions of what the living projection does not hold either."""
    linhas = await ligacao.sql(_CARTAS)
    return {(topico, particao, deslocamento) for topico, particao, deslocamento in linhas}


async def _adiar_indices(conexao: AsyncConnection) -> list[str]:
    """Drop the indexes that no constraint needs, and return how to make them once the tables are full."""
    linhas = (await conexao.execute(text(_INDICES), {"esquema": _SOMBRA})).all()
    for nome, _ in linhas:
        await conexao.execute(text(f"DROP INDEX {_SOMBRA}.{nome}"))
    return [definicao for _, definicao in linhas]


_CARTAS = "SELECT topico, particao, deslocamento FROM carta_morta WHERE situacao <> 'reprocessada'"
_TABELAS = "SELECT tablename FROM pg_tables WHERE schemaname = :esquema"
_INDICES = """
SELECT c.relname, pg_get_indexdef(i.indexrelid)
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = :esquema AND NOT i.indisunique
"""
