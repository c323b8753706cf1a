"""The public keys of the sessions."""

from typing import Any

from fastapi import APIRouter, Depends, Response

from c1_cidadaos.chaveiro import Chaveiro
from c1_cidadaos.rotas.pedido import Viva
from nucleo.http import limite

chaves = APIRouter(tags=["sessão"])


@chaves.get("/.well-known/jwks.json", dependencies=[Depends(limite("600/minute"))])
async def jwks(viva: Viva, resposta: Response) -> dict[str, Any]:
    """As chaves com que qualquer pessoa verifica um token de sessão (JWKS, RFC 7517)."""
    resposta.headers["Cache-Control"] = "public, max-age=60"
    chaveiro: Chaveiro = viva.recursos[Chaveiro]
    return chaveiro.publico
