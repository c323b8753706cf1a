"""The keys that sign sessions: the first of a file signs, all are published, and the file may change at any time."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import structlog
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from c1_cidadaos.config import ConfigC1
from nucleo.chaves import jwks_publico
from nucleo.erros import Sobrecarga


class Chaveiro:
    """The private keys of a JWKS file, read again whenever it changes: two replicas with one file agree."""

    def __init__(self, arquivo: Path | None) -> None:
        self._arquivo = arquivo
        self._marca: tuple[int, int] | None = None
        self._chaves: list[OKPKey] = []
        if arquivo is not None:
            self._ler(arquivo)

    @property
    def que_assina(self) -> OKPKey:
        """The key of new tokens. Raises `Sobrecarga` where no key was set, and so nobody can enter."""
        self._atualizar()
        if not self._chaves:
            raise Sobrecarga(60, "Ninguém pode entrar agora: faltam as chaves das sessões.")
        return self._chaves[0]

    @property
    def publico(self) -> dict[str, Any]:
        """The JWKS with which anybody verifies tokens."""
        self._atualizar()
        return jwks_publico(*self._chaves)

    def _atualizar(self) -> None:
        """A file that cannot be read now leaves the keys as they were."""
        if self._arquivo is None:
            return
        try:
            if self._ver_marca(self._arquivo) != self._marca:
                self._ler(self._arquivo)
        except (OSError, ValueError, KeyError, TypeError, JoseError) as erro:
            structlog.get_logger().error("as chaves das sessões não puderam ser lidas", erro=type(erro).__name__)

    def _ler(self, arquivo: Path) -> None:
        marca = self._ver_marca(arquivo)
        chaves = [OKPKey.import_key(dados) for dados in json.loads(arquivo.read_text("utf-8"))["keys"]]
        if not chaves or not all(chave.is_private and chave.kid for chave in chaves):
            raise ValueError("cada chave das sessões deve ser privada e ter kid")
        self._chaves, self._marca = chaves, marca

    @staticmethod
    def _ver_marca(arquivo: Path) -> tuple[int, int]:
        estado = arquivo.stat()
        return estado.st_mtime_ns, estado.st_ino


async def abrir(config: ConfigC1, _: object) -> AsyncIterator[Chaveiro]:
    """Read the keys; a colony without those that its settings name does not become ready."""
    yield Chaveiro(config.chaves)
