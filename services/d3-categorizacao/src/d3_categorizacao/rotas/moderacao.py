"""The review queue, for moderators: what waits, in order of urgency, and the decision that makes a new version."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from d3_categorizacao import publicacao
from d3_categorizacao.dominio.decisao import Motivo
from d3_categorizacao.dominio.taxonomia import taxonomia
from d3_categorizacao.estado import revisoes
from d3_categorizacao.rotas import apresentacao
from d3_categorizacao.rotas.modelos import Decidida, Decisao, Revisao, Revisoes, SituacaoDaRevisao
from nucleo.erros import Conflito, Invalido, NaoEncontrado
from nucleo.http import Identidade, Leitura, Uow, exige_papel, limite

moderador = exige_papel("moderador")
moderacao = APIRouter(
    prefix="/api/d3/revisoes", tags=["Revisão"], dependencies=[Depends(moderador), Depends(limite("60/minute"))]
)
Moderador = Annotated[Identidade, Depends(moderador)]
_CURSOR = r"^[0-2]:(0(\.[0-9]{1,17})?|1(\.0)?):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"


@moderacao.get("", summary="A fila de revisão")
async def listar(
    banco: Leitura,
    situacao: SituacaoDaRevisao = "pendente",
    motivo: Motivo | None = None,
    depois: Annotated[str | None, Query(pattern=_CURSOR, description="`proximo` da página anterior")] = None,
    limite: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Revisoes:
    """Primeiro o que bloqueia uma demanda, depois o contestado, depois a amostra; em cada grupo, a menor confiança."""
    linhas = await revisoes.pagina(banco, situacao, motivo, _ler(depois) if depois else None, limite + 1)
    pagina = [apresentacao.revisao(linha) for linha in linhas[:limite]]
    ultima = linhas[limite - 1] if len(linhas) > limite else None
    return Revisoes(
        revisoes=pagina,
        proximo=f"{ultima['ordem']}:{ultima['confianca']}:{ultima['demanda_id']}" if ultima else None,
    )


@moderacao.get("/{demanda_id}", summary="Uma revisão")
async def ver(demanda_id: UUID, banco: Leitura) -> Revisao:
    """O texto, as sugestões do classificador com os termos que as explicam, e o que cidadãos sugeriram."""
    linha = await revisoes.uma(banco, demanda_id)
    if linha is None:
        raise NaoEncontrado("Esta demanda não está na fila de revisão.", campo="demanda_id")
    return apresentacao.revisao(linha)


@moderacao.post("/{demanda_id}/decidir", summary="Confirmar ou corrigir a categoria")
async def decidir(demanda_id: UUID, decisao: Decisao, quem: Moderador, uow: Uow) -> Decidida:
    """A decisão é uma nova versão, publicada assim que a demanda tem unidade cívica."""
    escolhida = _decisao(decisao, quem)
    situacao = await revisoes.situacao(uow, demanda_id)
    if situacao is None:
        raise NaoEncontrado("Esta demanda não está na fila de revisão.", campo="demanda_id")
    if situacao != "pendente":
        raise Conflito("Esta revisão já foi decidida.", demanda_id=str(demanda_id))
    nova = await revisoes.decidir(uow, demanda_id, escolhida)
    if nova.unidade is not None:
        publicacao.publicar_decisao(uow, nova)
    return Decidida(
        demanda_id=demanda_id,
        versao=nova.versao.versao,
        categoria_id=escolhida.categoria.id,
        publicada=nova.unidade is not None,
    )


def _decisao(decisao: Decisao, quem: Identidade) -> revisoes.Decisao:
    categoria = taxonomia().por_id.get(decisao.categoria_id)
    if categoria is None:
        raise Invalido("categoria_id", "Esta categoria não existe na taxonomia.")
    subcategoria = decisao.subcategoria_id
    if subcategoria is not None and subcategoria not in {s.id for s in categoria.subcategorias}:
        raise Invalido("subcategoria_id", f"Esta subcategoria não pertence à categoria {categoria.id}.")
    return revisoes.Decisao(categoria, subcategoria, str(quem.sub), decisao.justificativa, decisao.nova_categoria)


def _ler(cursor: str) -> revisoes.Posicao:
    ordem, confianca, demanda_id = cursor.split(":")
    return revisoes.Posicao(int(ordem), float(confianca), UUID(demanda_id))
