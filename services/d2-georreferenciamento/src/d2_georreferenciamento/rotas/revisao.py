"""Points outside every polygon, for operators: list them, choose their unit, or tell why they have none."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from d2_georreferenciamento import resolucao
from d2_georreferenciamento.estado import consultas, demandas
from d2_georreferenciamento.rotas.modelos import Descarte, Escolha, Revisao, Revisoes, Situacao
from d2_georreferenciamento.territorio import Territorio
from nucleo import UnidadeDeTrabalho
from nucleo.erros import Conflito, Invalido, NaoEncontrado
from nucleo.http import Identidade, Leitura, Uow, exige_papel

operador = exige_papel("operador")
revisao = APIRouter(prefix="/api/d2/revisoes", tags=["Revisão"], dependencies=[Depends(operador)])
Operador = Annotated[Identidade, Depends(operador)]


@revisao.get("", summary="Demandas fora de todos os polígonos")
async def listar(
    banco: Leitura,
    situacao: Situacao = "pendente",
    cursor: Annotated[UUID | None, Query(description="`proximo` da página anterior")] = None,
    quantas: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Revisoes:
    """List reviews in a state, in the order in which the demands were received."""
    linhas = await consultas.revisoes(banco, situacao, cursor, quantas + 1)
    pagina = [Revisao.model_validate(dict(linha)) for linha in linhas[:quantas]]
    return Revisoes(revisoes=pagina, proximo=pagina[-1].demanda_id if len(linhas) > quantas else None)


@revisao.post("/{demanda_id}/resolver", summary="Escolher a unidade cívica de uma demanda")
async def resolver(demanda_id: UUID, escolha: Escolha, uow: Uow, quem: Operador) -> dict[str, str]:
    """Publish the demand in the unit chosen: method `inferencia`, confidence `baixa`, for no polygon says so."""
    ponto = await _pendente(uow, demanda_id)
    territorio = uow.recurso(Territorio)
    await territorio.atualizar(uow)
    cadeia = territorio.indice.cadeia_de(escolha.unidade_civica_id)
    if cadeia is None:
        raise Invalido("unidade_civica_id", "Não há unidade cívica em vigor com este identificador.")
    await demandas.decidir(uow, [demanda_id], "resolvida", operador=str(quem.sub), motivo="escolha do operador")
    resolvido = demandas.Resolvido(ponto, cadeia, resolucao.INFERENCIA, resolucao.BAIXA, territorio.indice.versao)
    await resolucao.registrar(uow, [resolvido])
    return {"situacao": "resolvida"}


@revisao.post("/{demanda_id}/descartar", summary="Declarar que a demanda está fora do território")
async def descartar(demanda_id: UUID, descarte: Descarte, uow: Uow, quem: Operador) -> dict[str, str]:
    """Close the review without publishing anything; who decided and why stay on record."""
    await _pendente(uow, demanda_id)
    await demandas.decidir(uow, [demanda_id], "descartada", operador=str(quem.sub), motivo=descarte.motivo)
    return {"situacao": "descartada"}


async def _pendente(uow: UnidadeDeTrabalho, demanda_id: UUID) -> demandas.Ponto:
    achada = await demandas.revisao(uow, demanda_id)
    if achada is None:
        raise NaoEncontrado("Não há revisão para esta demanda.", campo="demanda_id")
    ponto, situacao = achada
    if situacao != "pendente":
        raise Conflito("Esta revisão já foi decidida.", campo="demanda_id", situacao=situacao)
    return ponto
