"""What anybody may see, and the citizen's "wrong category?"."""

from functools import lru_cache
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import Response

from d3_categorizacao.config import ConfigD3
from d3_categorizacao.dominio.calibracao import calibracao
from d3_categorizacao.dominio.classificador import classificador
from d3_categorizacao.dominio.taxonomia import impressao_digital
from d3_categorizacao.dominio.taxonomia import taxonomia as vigente
from d3_categorizacao.estado import leitura, revisoes
from d3_categorizacao.rotas import apresentacao
from d3_categorizacao.rotas.modelos import Contestacao, ContestacaoRecebida, Demanda, Parametros, Taxonomia
from nucleo.erros import Conflito, Invalido, NaoEncontrado
from nucleo.http import Cidadao, Leitura, Uow, limite

publicas = APIRouter(tags=["Categorização"])
_LEITURA = [Depends(limite("60/minute"))]


@lru_cache(maxsize=1)
def _corpo() -> bytes:
    return apresentacao.taxonomia(vigente()).model_dump_json().encode()


@publicas.get(
    "/api/taxonomia",
    summary="A taxonomia em vigor",
    response_model=Taxonomia,
    responses={304: {"description": "A taxonomia que você tem é a que vale."}},
    dependencies=_LEITURA,
)
async def taxonomia(if_none_match: Annotated[str | None, Header(max_length=1000)] = None) -> Response:
    """Níveis, categorias, subcategorias e quem responde por cada uma nas três esferas; muda só de versão em versão."""
    etiqueta = f'"{impressao_digital()[:32]}"'
    cabecalhos = {"ETag": etiqueta, "Cache-Control": "public, max-age=3600"}
    if if_none_match and _tem(if_none_match, etiqueta):
        return Response(status_code=304, headers=cabecalhos)
    return Response(_corpo(), media_type="application/json", headers=cabecalhos)


@publicas.get("/api/d3/parametros", summary="Limiares e versões", dependencies=_LEITURA)
async def parametros(request: Request) -> Parametros:
    """Os parâmetros públicos que decidem o que é publicado, o que é amostrado e o que espera um moderador."""
    config: ConfigD3 = request.app.state.config
    return Parametros(
        limiar_automatico=config.limiar_automatico,
        limiar_minimo=config.limiar_minimo,
        amostragem_revisao=config.amostragem_revisao,
        versao_taxonomia=vigente().versao,
        versao_classificador=classificador().versao,
        calibracao=calibracao().model_dump(),
    )


@publicas.get("/api/d3/demandas/{demanda_id}", summary="Por que esta categoria", dependencies=_LEITURA)
async def demanda(demanda_id: UUID, banco: Leitura) -> Demanda:
    """Todas as versões da categorização de uma demanda, com os termos e pesos que as explicam."""
    linha = await leitura.demanda(banco, demanda_id)
    if linha is None:
        raise NaoEncontrado("Esta demanda ainda não foi categorizada.", campo="demanda_id")
    return apresentacao.demanda(linha, await leitura.versoes(banco, demanda_id))


@publicas.post(
    "/api/d3/demandas/{demanda_id}/contestacoes",
    summary="Categoria errada?",
    status_code=201,
    dependencies=[Depends(limite("5/minute"))],
)
async def contestar(demanda_id: UUID, contestacao: Contestacao, cidadao: Cidadao, uow: Uow) -> ContestacaoRecebida:
    """Sinaliza que a categoria está errada; a demanda continua publicada e volta à fila de um moderador."""
    sugerida = contestacao.categoria_sugerida
    if sugerida is not None and sugerida not in vigente().por_id:
        raise Invalido("categoria_sugerida", "Esta categoria não existe na taxonomia.")
    encontrada = await revisoes.versao_publica(uow, demanda_id)
    if encontrada is None:
        raise NaoEncontrado("Esta demanda ainda não foi categorizada.", campo="demanda_id")
    versao, publicada = encontrada
    if not publicada:
        raise Conflito("A categoria desta demanda ainda não foi publicada.", demanda_id=str(demanda_id))
    if not await revisoes.contestar(uow, demanda_id, cidadao, versao, sugerida):
        raise Conflito("Você já contestou a categoria desta demanda.", demanda_id=str(demanda_id))
    return ContestacaoRecebida(demanda_id=demanda_id, versao_contestada=versao)


def _tem(if_none_match: str, etiqueta: str) -> bool:
    conhecidas = {parte.strip().removeprefix("W/") for parte in if_none_match.split(",")}
    return "*" in conhecidas or etiqueta in conhecidas
