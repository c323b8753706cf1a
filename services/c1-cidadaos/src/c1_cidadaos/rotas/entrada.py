"""Entering: to the provider and back (OpenID Connect, authorization code with PKCE)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import UUID4, BaseModel

from c1_cidadaos import ingresso, sessao
from c1_cidadaos.dominio import segredos
from c1_cidadaos.dominio.enderecos import com_erro, pode_voltar
from c1_cidadaos.estado import contas, entradas
from c1_cidadaos.estado.entradas import Entrada
from c1_cidadaos.provedores import Provedores
from c1_cidadaos.provedores.erros import EntradaRecusada
from c1_cidadaos.rotas import cookies
from c1_cidadaos.rotas.pedido import Ajustes, Viva, unidade
from c1_cidadaos.rotas.tokens import Tokens, responder_tokens
from nucleo.erros import Invalido, Problema, Proibido
from nucleo.http import limite

entrada = APIRouter(prefix="/api/sessao", tags=["sessão"], dependencies=[Depends(limite("30/minute"))])


class Emissor(BaseModel):
    """Quem pode confirmar a identidade de um cidadão."""

    sigla: str
    nome: str
    teste: bool
    """Não confere nada: qualquer pessoa entra como qualquer outra. Só existe em máquinas de desenvolvimento."""


class Destino(BaseModel):
    """Para onde o navegador deve ir."""

    endereco: str


@entrada.get("/emissores")
async def emissores(viva: Viva) -> list[Emissor]:
    """Por onde se pode entrar."""
    return [Emissor(sigla=p.sigla, nome=p.emissor.nome, teste=p.emissor.local) for p in viva.recursos[Provedores]]


@entrada.get(
    "/entrar/{emissor}",
    response_model=Destino,
    responses={
        200: {"description": "Com `Accept: application/json`: o endereço do emissor, aonde a página deve ir"},
        303: {"description": "Ao emissor"},
    },
)
async def entrar(
    emissor: str,
    request: Request,
    viva: Viva,
    config: Ajustes,
    retorno: Annotated[
        str | None, Query(max_length=2000, description="Página à qual voltar; ausente: a resposta final é JSON")
    ] = None,
    anonimo: Annotated[
        UUID4 | None,
        Header(alias="X-Cidadao-Id", description="Identidade anônima deste aparelho, que passará a ser da conta"),
    ] = None,
) -> Response:
    """Começa uma entrada: leva o cidadão a quem confirma a sua identidade."""
    if retorno is not None and not pode_voltar(retorno, config.origens):
        raise Invalido("retorno", "Só é possível voltar a uma página deste sistema.")
    provedor = viva.recursos[Provedores].obter(emissor)
    estado, navegador = segredos.novo(), cookies.navegador(request, config)
    nova = Entrada(emissor, segredos.novo(), segredos.novo(), retorno, anonimo)
    destino = await provedor.endereco_de_entrada(estado, nova.nonce, nova.verificador)
    async with unidade(request) as uow:
        if anonimo is not None and await contas.existe(uow, anonimo):
            raise Proibido("Este identificador é de uma conta, não de um aparelho.", campo="X-Cidadao-Id")
        await entradas.guardar(uow, nova, estado, navegador)
    resposta = _ir(request, destino)
    cookies.marcar_navegador(resposta, config, navegador)
    return resposta


@entrada.get("/retorno", response_model=Tokens, responses={303: {"description": "À página pedida em `retorno`"}})
async def voltar(
    request: Request,
    viva: Viva,
    config: Ajustes,
    state: Annotated[str, Query(max_length=200)],
    code: Annotated[str | None, Query(max_length=4000)] = None,
    error: Annotated[str | None, Query(max_length=200)] = None,
    iss: Annotated[str | None, Query(max_length=2000)] = None,
) -> Response:
    """Conclui uma entrada com o que o emissor respondeu."""
    async with unidade(request) as uow:
        comecada = await entradas.consumir(uow, state, cookies.navegador(request, config))
    if comecada is None:
        raise Invalido("state", "Esta entrada não começou neste navegador, já foi usada ou venceu. Comece de novo.")
    try:
        if error is not None or code is None:
            raise EntradaRecusada
        aberta = await _concluir(request, viva, comecada, code, iss)
    except Problema as problema:
        if comecada.retorno is None:
            raise
        return RedirectResponse(com_erro(comecada.retorno, problema.tipo), 303)
    if comecada.retorno is None:
        return responder_tokens(aberta, no_corpo=True)
    resposta = RedirectResponse(comecada.retorno, 303)
    cookies.guardar_sessao(resposta, config, aberta)
    return resposta


async def _concluir(request: Request, viva: Viva, comecada: Entrada, code: str, iss: str | None) -> sessao.Sessao:
    provedor = viva.recursos[Provedores].obter(comecada.emissor)
    await provedor.conferir_resposta(iss)
    agora = viva.oficina.fontes.agora()
    declaracoes = await provedor.identificar(code, comecada.verificador, comecada.nonce, agora)
    async with unidade(request) as uow:
        cidadao_id = await ingresso.conta_de(uow, provedor, declaracoes)
        if comecada.anonimo is not None:
            await ingresso.vincular(uow, provedor, comecada.anonimo, cidadao_id)
        return await sessao.abrir(uow, cidadao_id)


def _ir(request: Request, destino: str) -> Response:
    """A page that sends its device's identifier uses `fetch`, which cannot follow a redirection to another site."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"endereco": destino}, headers={"Cache-Control": "no-store"})
    return RedirectResponse(destino, 303, headers={"Cache-Control": "no-store"})
