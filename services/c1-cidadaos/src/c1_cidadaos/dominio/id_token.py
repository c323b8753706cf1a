"""What an ID token must say to be believed (OpenID Connect Core 1.0 §3.1.3.7)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

Chave = RSAKey | ECKey
FOLGA_S = 60
"""Between the clocks of the provider and ours."""

_TIPO_DA_CHAVE = {"RS256": "RSA", "PS256": "RSA", "ES256": "EC"}
_CLASSES: dict[str, type[RSAKey] | type[ECKey]] = {"RSA": RSAKey, "EC": ECKey}
_SUB_MAXIMO = 255


class IdTokenRecusado(Exception):
    """The token does not prove who entered. The text says why, and never quotes the token."""


class ChaveDesconhecida(IdTokenRecusado):
    """No key known verifies it: the provider may have changed its keys since they were read."""


def ler_chaves(jwks: Mapping[str, Any]) -> list[Chave]:
    """Return the public signature keys of a JWKS; a symmetric one is none, and one that cannot be used is left out."""
    publicadas = jwks.get("keys")
    chaves: list[Chave] = []
    for dados in publicadas if isinstance(publicadas, list) else ():
        try:
            if dados.get("use", "sig") == "sig":
                chaves.append(_CLASSES[dados["kty"]].import_key(dados))
        except (JoseError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return chaves


def decifrar(token: str, chaves: Iterable[Chave], algoritmos: Sequence[str]) -> dict[str, Any]:
    """Return the claims of a token signed by one of `chaves` with one of `algoritmos`.

    Raises:
        ChaveDesconhecida: whoever signed it, the key is not among these.
        IdTokenRecusado: it is no token that this provider would sign.
    """
    try:
        cabecalho = jws.extract_compact(token.encode()).headers()
        algoritmo, kid = cabecalho["alg"], cabecalho.get("kid")
        tipo = _TIPO_DA_CHAVE[algoritmo]
    except Exception as erro:  # whatever a hostile token makes the parser raise
        raise IdTokenRecusado("não é um JWT com assinatura assimétrica") from erro
    if algoritmo not in algoritmos:
        raise IdTokenRecusado("o algoritmo não é dos que este emissor usa")
    for chave in chaves:
        if chave.key_type == tipo and kid in (None, chave.kid):
            try:
                return jwt.decode(token, chave, algorithms=[algoritmo]).claims
            except (JoseError, ValueError, TypeError):
                continue
    raise ChaveDesconhecida("nenhuma chave conhecida do emissor o verifica")


def conferir(declaracoes: Mapping[str, Any], emissor: str, cliente_id: str, nonce: str, agora: datetime) -> None:
    """Raise `IdTokenRecusado` unless a verified token was made for us, is in force, and answers this very login."""
    regras = jwt.JWTClaimsRegistry(
        now=int(agora.timestamp()),
        leeway=FOLGA_S,
        iss={"essential": True, "value": emissor},
        sub={"essential": True},
        aud={"essential": True, "value": cliente_id},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": nonce},
    )
    try:
        regras.validate(dict(declaracoes))
    except JoseError as erro:
        raise IdTokenRecusado(f"declaração recusada: {type(erro).__name__}") from erro
    if _para_outro(declaracoes, cliente_id):
        raise IdTokenRecusado("foi emitido para outro cliente")
    sub: str = declaracoes["sub"]
    if len(sub) > _SUB_MAXIMO or not (sub.isascii() and sub.isprintable()):
        raise IdTokenRecusado("o sub não é um identificador")


def _para_outro(declaracoes: Mapping[str, Any], cliente_id: str) -> bool:
    """With several audiences, or when it is said, the party that may use the token must be us."""
    varios = isinstance(declaracoes["aud"], list) and len(declaracoes["aud"]) > 1
    parte = declaracoes.get("azp")
    return parte != cliente_id if varios or parte is not None else False
