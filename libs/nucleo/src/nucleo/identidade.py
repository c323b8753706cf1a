"""Who is asking: an anonymous citizen by `X-Cidadao-Id`, or whoever a token signed by C-1 says (EdDSA, JWKS).

Architecture §5. A Bearer token has precedence over the header: with an invalid one the answer is 401.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any
from uuid import UUID, uuid4

from fastapi import Depends, Request
from fastapi.openapi.models import HTTPBearer
from fastapi.security import APIKeyHeader
from fastapi.security.base import SecurityBase
from joserfc import jws, jwt
from joserfc.jwk import OKPKey

from nucleo.chaves import ALGORITMO, Chaves
from nucleo.erros import Invalido, NaoAutenticado, Proibido
from nucleo.escopo import cabecalho

PAPEIS = frozenset({"moderador", "operador", "conselheiro"})
CABECALHO = "X-Cidadao-Id"
CIDADAOS = {"cidadao": True, "cidadao_opcional": False}
"""Names under which FastAPI documents the two dependencies on the citizen; true when one is required."""

_CACHE_MAXIMO = 4096
_CACHE_SEGUNDOS = 60.0  # how long a token goes on being accepted after its key is withdrawn
_FOLGA_SEGUNDOS = 30  # between the clocks of who signs and who verifies
_TOKEN_INVALIDO = "Sua sessão não é válida ou expirou. Entre de novo na sua conta."


@dataclass(frozen=True, slots=True)
class Identidade:
    """Who is asking. `sub` is a UUID for citizens; service accounts may have any other subject."""

    sub: UUID | str
    papeis: frozenset[str] = frozenset()
    anonima: bool = False


class Verificador:
    """Verifies tokens: only EdDSA, by a key of the JWKS, from the expected issuer to the expected audience."""

    def __init__(self, jwks: str | None, emissor: str, audiencia: str) -> None:
        self._chaves = Chaves(jwks) if jwks else None
        self._regras = jwt.JWTClaimsRegistry(
            leeway=_FOLGA_SEGUNDOS,
            iss={"essential": True, "value": emissor},
            aud={"essential": True, "value": audiencia},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
        )
        self._cache: dict[str, tuple[float, Identidade]] = {}

    async def verificar(self, token: str) -> Identidade:
        """Return whom the token identifies.

        Raises:
            NaoAutenticado: it does not verify.
            Sobrecarga: its key is not known and the source of keys is away.
        """
        validade, identidade = self._cache.get(token, (0.0, None))
        if identidade is not None and time.time() < validade:
            return identidade
        validade, identidade = await self._conferir(token)
        if len(self._cache) >= _CACHE_MAXIMO:
            self._cache.clear()
        self._cache[token] = (min(validade, time.time() + _CACHE_SEGUNDOS), identidade)
        return identidade

    async def _conferir(self, token: str) -> tuple[float, Identidade]:
        if self._chaves is None:
            raise _recusa()
        try:
            kid = jws.extract_compact(token.encode()).headers().get("kid")
        except Exception as erro:  # whatever a hostile token makes the parser raise, the token is invalid
            raise _recusa() from erro
        chave = await self._chaves.obter(kid) if isinstance(kid, str) else None
        if chave is None:
            raise _recusa()
        try:
            declaracoes = jwt.decode(token, chave, algorithms=[ALGORITMO]).claims
            self._regras.validate(declaracoes)
            return float(declaracoes["exp"]), _identidade(declaracoes)
        except Exception as erro:
            raise _recusa() from erro


def emitir(
    chave: OKPKey,
    *,
    emissor: str,
    audiencia: str,
    sub: UUID | str | None = None,
    papeis: Iterable[str] = (),
    validade: timedelta = timedelta(hours=1),
    agora: float | None = None,
    **outras: Any,
) -> str:
    """Sign a token with a private key made by `nucleo.chaves.nova_chave`. For the CLI, the test kit and C-1.

    `agora` is Unix time (the system's by default) and `outras` are further claims.
    """
    instante = int(time.time() if agora is None else agora)
    declaracoes = {
        "iss": emissor,
        "aud": audiencia,
        "sub": str(sub or uuid4()),
        "papeis": sorted(papeis),
        "iat": instante,
        "exp": instante + int(validade.total_seconds()),
        **outras,
    }
    return jwt.encode({"alg": ALGORITMO, "kid": chave.kid}, declaracoes, chave, algorithms=[ALGORITMO])


async def identificar(request: Request) -> Identidade | None:
    """Return who is asking, or None when nothing says so.

    Raises:
        NaoAutenticado: a Bearer token that does not verify.
        Invalido: no token, and an `X-Cidadao-Id` that is not a UUID v4.
    """
    token = _bearer(request)
    if token is not None:
        return await _verificador(request).verificar(token)
    cidadao_id = anonimo(request)
    return None if cidadao_id is None else Identidade(cidadao_id, anonima=True)


def anonimo(request: Request) -> UUID | None:
    """Return the `X-Cidadao-Id` of a request that nothing else identifies: None without it, or with a Bearer token.

    Raises `Invalido` when it is not a UUID v4.
    """
    if _bearer(request) is not None:
        return None
    valor = cabecalho(request.scope, CABECALHO.lower().encode())
    return None if valor is None else _uuid4(valor)


class _Cidadao(SecurityBase):
    def __init__(self, esquema: str) -> None:
        self.model = APIKeyHeader(name=CABECALHO).model
        self.scheme_name = esquema
        self._obrigatorio = CIDADAOS[esquema]

    async def __call__(self, request: Request) -> UUID | None:
        identidade = await identificar(request)
        if identidade is None:
            if self._obrigatorio:
                raise Invalido(CABECALHO, f"Envie o cabeçalho {CABECALHO} com um UUID versão 4.")
            return None
        if not isinstance(identidade.sub, UUID):
            raise Proibido("Esta conta não é de uma pessoa; use a sua conta de cidadão.")
        return identidade.sub


Cidadao = Annotated[UUID, Depends(_Cidadao("cidadao"))]
"""The citizen's id, from the token or from `X-Cidadao-Id`: 400 without either, 401 with an invalid token."""

CidadaoOpcional = Annotated[UUID | None, Depends(_Cidadao("cidadao_opcional"))]
"""As `Cidadao`, but None when nothing identifies the citizen."""


class _ExigePapel(SecurityBase):
    def __init__(self, papeis: frozenset[str]) -> None:
        if desconhecidos := papeis - PAPEIS:
            raise ValueError(f"papéis desconhecidos: {sorted(desconhecidos)}")
        self._papeis = papeis
        self.model = HTTPBearer(bearerFormat="JWT", description="Token assinado por C-1 (EdDSA)")
        self.scheme_name = "jwt"

    async def __call__(self, request: Request) -> Identidade:
        token = _bearer(request)
        if token is None:
            raise NaoAutenticado
        identidade = await _verificador(request).verificar(token)
        if self._papeis and not self._papeis & identidade.papeis:
            raise Proibido
        return identidade


def exige_papel(*papeis: str) -> _ExigePapel:
    """Return the dependency that demands a token with one of `papeis` (any valid token when none is named).

    It gives the `Identidade`; 401 without a valid token, 403 without the role.
    """
    return _ExigePapel(frozenset(papeis))


class _ExigeConta(_ExigePapel):
    async def __call__(self, request: Request) -> UUID:  # type: ignore[override]  # a dependency, called by FastAPI
        identidade = await super().__call__(request)
        if not isinstance(identidade.sub, UUID):
            raise Proibido("Esta conta não é de uma pessoa; use a sua conta de cidadão.")
        return identidade.sub


Conta = Annotated[UUID, Depends(_ExigeConta(frozenset()))]
"""The citizen's id of who entered with an account: 401 without a valid token, 403 for a service account.

An anonymous `X-Cidadao-Id` is not enough. It guards what a counsellor does.
"""


def _verificador(request: Request) -> Verificador:
    estado = request.app.state
    existente: Verificador | None = getattr(estado, "verificador", None)
    if existente is None:
        config = estado.config
        existente = estado.verificador = Verificador(config.jwks, config.jwt_emissor, config.jwt_audiencia)
    return existente


def _bearer(request: Request) -> str | None:
    esquema, _, token = (cabecalho(request.scope, b"authorization") or "").partition(" ")
    return token.strip() if esquema.lower() == "bearer" else None


def _identidade(declaracoes: dict[str, Any]) -> Identidade:
    papeis = declaracoes.get("papeis", [])
    if not isinstance(papeis, list):
        raise TypeError("papeis deve ser uma lista")
    return Identidade(_sujeito(declaracoes["sub"]), PAPEIS.intersection(papeis))


def _sujeito(sub: str) -> UUID | str:
    try:
        return UUID(sub)
    except ValueError:
        return sub


def _uuid4(valor: str) -> UUID:
    try:
        identificador = UUID(valor)
    except ValueError:
        identificador = None
    if identificador is None or identificador.version != 4 or len(valor) != 36:
        raise Invalido(CABECALHO, f"O cabeçalho {CABECALHO} deve ser um UUID versão 4.")
    return identificador


def _recusa() -> NaoAutenticado:
    return NaoAutenticado(_TOKEN_INVALIDO, esquema='Bearer error="invalid_token"')
