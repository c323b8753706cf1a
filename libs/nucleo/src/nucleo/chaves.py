"""The public keys that verify tokens: a JWKS from a file or a URL, cached, refreshed when keys rotate."""

import asyncio
import json
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import structlog
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import OKPKey

from nucleo.erros import Sobrecarga

ALGORITMO = "EdDSA"
_CURVA: Final = "Ed25519"
_ESPERA_SEGUNDOS = 3.0
_INTERVALO_AUSENTE = 1.0

# RFC 9864 renames the algorithm to Ed25519; the tokens of C-1 keep the name that every verifier knows.
warnings.filterwarnings("ignore", "EdDSA is deprecated", SecurityWarning)


class Chaves:
    """The keys of a JWKS by `kid`.

    An unknown `kid` reads the source again, at most once every `intervalo` seconds; so does age, every `validade`
    seconds, so that a withdrawn key stops being accepted. While the source is away, the keys known stay, and it is
    asked again every second.
    """

    def __init__(
        self,
        fonte: str,
        *,
        intervalo: float = 10.0,
        validade: float = 300.0,
        relogio: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fonte = fonte
        self._intervalo = intervalo
        self._validade = validade
        self._relogio = relogio
        self._chaves: dict[str, OKPKey] = {}
        self._tentativa = self._leitura = float("-inf")
        self._trava = asyncio.Lock()

    async def obter(self, kid: str) -> OKPKey | None:
        """Return the key, or None when the source does not have it.

        Raises:
            Sobrecarga: the key is not known and the source could not be read, so nobody can tell.
        """
        if kid not in self._chaves or (self._velha() and not self._trava.locked()):
            async with self._trava:
                if kid not in self._chaves or self._velha():
                    await self._atualizar()
        if kid not in self._chaves and self._leitura < self._tentativa:
            raise Sobrecarga(5, "Não foi possível verificar sua sessão agora. Tente de novo em instantes.")
        return self._chaves.get(kid)

    def _velha(self) -> bool:
        return self._relogio() - self._leitura >= self._validade

    async def _atualizar(self) -> None:
        ausente = self._leitura < self._tentativa
        if self._relogio() - self._tentativa < (_INTERVALO_AUSENTE if ausente else self._intervalo):
            return
        self._tentativa = self._relogio()
        try:
            self._chaves = _ler_jwks(await self._ler())
        except (OSError, ValueError, TypeError, KeyError, AttributeError, httpx.HTTPError) as erro:
            structlog.get_logger().warning("chaves públicas indisponíveis", fonte=self._fonte, erro=type(erro).__name__)
        else:
            self._leitura = self._tentativa

    async def _ler(self) -> str:
        if not self._fonte.startswith(("http://", "https://")):
            return await asyncio.to_thread(Path(self._fonte).read_text, "utf-8")
        async with httpx.AsyncClient(timeout=_ESPERA_SEGUNDOS) as cliente:
            resposta = await cliente.get(self._fonte)
            return resposta.raise_for_status().text


def nova_chave() -> OKPKey:
    """Make an Ed25519 key pair whose `kid` is its thumbprint."""
    return OKPKey.generate_key(_CURVA, auto_kid=True)


def jwks_publico(*chaves: OKPKey) -> dict[str, Any]:
    """Return the JWKS that publishes the public half of `chaves`."""
    return {"keys": [{**c.as_dict(private=False), "use": "sig", "alg": ALGORITMO} for c in chaves]}


def _ler_jwks(texto: str) -> dict[str, OKPKey]:
    chaves = {}
    for dados in json.loads(texto)["keys"]:
        if dados.get("kty") != "OKP" or dados.get("crv") != _CURVA or dados.get("use", "sig") != "sig":
            continue
        try:
            chaves[dados["kid"]] = OKPKey.import_key({nome: dados[nome] for nome in ("kty", "crv", "x", "kid")})
        except (JoseError, ValueError, KeyError, TypeError):
            continue  # one key that cannot be used does not withdraw the others
    return chaves
