"""The door to the other colonies: one rule for all of them."""

from collections.abc import AsyncIterator

import httpx
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from d1a_captura.porta.cabecalhos import de_ida, de_volta
from d1a_captura.porta.destinos import IDENTIDADE, TAXAS, alvo, colonia_de, nome_publico
from d1a_captura.porta.transporte import Porta
from d1a_captura.rotas.identidade import conferir_anonimo
from d1a_captura.rotas.teto import contar, teto
from nucleo.endereco import endereco_do_cliente
from nucleo.erros import Invalido, NaoEncontrado
from nucleo.http import correlacao_id

METODOS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


porta = APIRouter(dependencies=[Depends(teto)], include_in_schema=False)


@porta.api_route("/{caminho:colonia}", methods=METODOS)
async def encaminhar(caminho: str, request: Request) -> Response:
    """Pass a request to the colony that answers for its path, and the answer back, in pieces."""
    porta: Porta = request.app.state.colonia_viva.recursos[Porta]
    nome = nome_publico(caminho)
    colonia = colonia_de(nome, porta.bases)
    if colonia is None:
        raise NaoEncontrado("Este endereço não existe.", campo="caminho")
    if nome in TAXAS:
        await contar(request, TAXAS[nome], nome)
    if colonia != IDENTIDADE:  # which is told of the device that enters, and knows best whose it is
        await conferir_anonimo(request)
    destino = alvo(request.scope["raw_path"].partition(b"?")[0], request.scope["query_string"])
    if destino is None:
        raise Invalido("caminho", "O endereço tem caracteres ou trechos que não são permitidos.")
    resposta = await porta.pedir(colonia, request.method, destino, _cabecalhos(request), _corpo(request))
    fluxo = StreamingResponse(_ler(resposta), resposta.status_code)
    fluxo.raw_headers = de_volta(resposta.headers.raw, porta.origem(colonia))
    return fluxo


def _cabecalhos(request: Request) -> list[tuple[bytes, bytes]]:
    cliente = endereco_do_cliente(request.scope, request.app.state.config.saltos_confiaveis)
    rastro = request.scope["state"].get("rastro")
    return de_ida(request.headers.raw, cliente, str(correlacao_id()), rastro)


def _corpo(request: Request) -> AsyncIterator[bytes] | None:
    tem_corpo = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    return request.stream() if tem_corpo else None


async def _ler(resposta: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for parte in resposta.aiter_raw():
            yield parte
    finally:
        await resposta.aclose()
