"""Who may write: the operator, by HTTP Basic, as Confluent clients send it."""

import base64
import binascii
import hmac
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security.http import HTTPBase

from n0b_registro.acoes.recusas import Recusa
from n0b_registro.config import ConfigRegistro

_PEDE = {"WWW-Authenticate": 'Basic realm="N-0b", charset="UTF-8"'}
_basica = HTTPBase(scheme="basic", scheme_name="operador", auto_error=False)


async def exigir_operador(request: Request, _: Annotated[object, Depends(_basica)]) -> None:
    """Dependency of every route that writes: 401 without the operator's credential, 403 when there is none."""
    config: ConfigRegistro = request.app.state.config
    if config.operador_usuario is None or config.operador_senha is None:
        raise Recusa(
            403,
            403,
            "Este registro não aceita escrita: nenhuma credencial de operador foi configurada "
            "(FORMIGUEIRO_N0B_REGISTRO_OPERADOR_USUARIO e …_OPERADOR_SENHA).",
        )
    esperada = f"{config.operador_usuario}:{config.operador_senha}".encode()
    if not hmac.compare_digest(_enviada(request.headers.get("authorization", "")), esperada):
        raise Recusa(401, 401, "Escrever no registro exige a credencial do operador (HTTP Basic).", _PEDE)


def _enviada(cabecalho: str) -> bytes:
    esquema, _, valor = cabecalho.partition(" ")
    if esquema.lower() != "basic":
        return b""
    try:
        return base64.b64decode(valor.strip(), validate=True)
    except (binascii.Error, ValueError):
        return b""


Operador = Depends(exigir_operador)
