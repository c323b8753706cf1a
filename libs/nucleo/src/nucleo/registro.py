"""Client of the schema registry (Confluent REST), with a local copy so that it may be away."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import httpx

from nucleo.contratos import Catalogo
from nucleo.erros import FalhaPermanente, FalhaTransitoria

_MEDIA = "application/vnd.schemaregistry.v1+json"


class RegistroDeEsquemas(Protocol):
    """Maps the schemas of the contracts to the ids that travel in every record, and back."""

    async def id_de(self, tipo: str, versao: str) -> int:
        """Return the registry's id of a version of a contract. Raises `FalhaTransitoria` while it cannot be known."""

    async def esquema_de(self, identificador: int) -> dict[str, Any]:
        """Return the writer schema of an id. Raises `FalhaPermanente` when the registry does not know it."""

    async def conferir(self) -> None:
        """Raise `FalhaTransitoria` when the registry does not answer."""


class RegistroHTTP:
    """A registry behind HTTP. Ids never change once given, so what was learned is kept in memory and on disk."""

    def __init__(self, url: str, catalogo: Catalogo, cache: Path | None, cliente: httpx.AsyncClient) -> None:
        self._url = url.rstrip("/")
        self._catalogo = catalogo
        self._cache = cache
        self._cliente = cliente
        self._ids: dict[str, int] = {}
        self._esquemas: dict[int, dict[str, Any]] = {}
        self._ler_cache()

    async def id_de(self, tipo: str, versao: str) -> int:
        """Look the schema up (never register it: producers do not write to the registry)."""
        chave = f"{tipo}@{versao}"
        if chave not in self._ids:
            contrato = self._catalogo.por_tipo[tipo]
            texto = next(v.texto for v in contrato.versoes if v.semver == versao)
            corpo = await self._pedir("POST", f"/subjects/{contrato.assunto}", {"schema": texto})
            if corpo is None:
                raise FalhaTransitoria(f"o registro de esquemas ainda não conhece {chave}")
            self._ids[chave] = int(corpo["id"])
            self._gravar_cache()
        return self._ids[chave]

    async def esquema_de(self, identificador: int) -> dict[str, Any]:
        """Fetch the writer schema of an id once."""
        if identificador not in self._esquemas:
            corpo = await self._pedir("GET", f"/schemas/ids/{identificador}")
            if corpo is None:
                raise FalhaPermanente(f"esquema {identificador} desconhecido pelo registro")
            self._esquemas[identificador] = json.loads(corpo["schema"])
            self._gravar_cache()
        return self._esquemas[identificador]

    async def conferir(self) -> None:
        """Ask for the list of schema types, the cheapest of its answers."""
        await self._pedir("GET", "/schemas/types")

    async def _pedir(self, metodo: str, caminho: str, corpo: dict[str, Any] | None = None) -> Any:
        try:
            resposta = await self._cliente.request(
                metodo, self._url + caminho, json=corpo, headers={"Accept": _MEDIA, "Content-Type": _MEDIA}
            )
        except httpx.HTTPError as erro:
            raise FalhaTransitoria(f"o registro de esquemas não responde em {self._url}") from erro
        if resposta.status_code == 404:
            return None
        if resposta.status_code != 200:
            raise FalhaTransitoria(f"o registro de esquemas respondeu {resposta.status_code}")
        try:
            return resposta.json()
        except ValueError as erro:
            raise FalhaTransitoria(f"o registro de esquemas não respondeu em JSON em {self._url}") from erro

    def _ler_cache(self) -> None:
        if self._cache is None or not self._cache.exists():
            return
        try:
            guardado = json.loads(self._cache.read_text())
        except (OSError, ValueError):  # cut short by another process: the registry says it again
            return
        if guardado.get("url") == self._url:
            self._ids = guardado["ids"]
            self._esquemas = {int(k): v for k, v in guardado["esquemas"].items()}

    def _gravar_cache(self) -> None:
        if self._cache is None:
            return
        # A full disk, or a replica on the same file, is no fault of the record being read.
        with suppress(OSError):
            self._cache.parent.mkdir(parents=True, exist_ok=True)
            provisorio = self._cache.with_suffix(f".{os.getpid()}.novo")
            provisorio.write_text(json.dumps({"url": self._url, "ids": self._ids, "esquemas": self._esquemas}))
            provisorio.replace(self._cache)


class RegistroDoCatalogo:
    """Ids given by the order of the contracts themselves: for tests and tools that have no registry at hand."""

    def __init__(self, catalogo: Catalogo) -> None:
        versoes = [(c.tipo, v) for c in catalogo for v in c.versoes]
        self._ids = {f"{tipo}@{v.semver}": n for n, (tipo, v) in enumerate(versoes, 1)}
        self._esquemas = {n: v.esquema for n, (_, v) in enumerate(versoes, 1)}

    async def id_de(self, tipo: str, versao: str) -> int:
        """Return the position of the version in the catalogue."""
        return self._ids[f"{tipo}@{versao}"]

    async def esquema_de(self, identificador: int) -> dict[str, Any]:
        """Return the schema at that position."""
        if identificador not in self._esquemas:
            raise FalhaPermanente(f"esquema {identificador} desconhecido pelo registro")
        return self._esquemas[identificador]

    async def conferir(self) -> None:
        """Always answers."""
