"""The public backlog of a unit, each item with what explains its place."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from d5_agenda.dominio import pagina
from d5_agenda.dominio.ordem import FATIAS_PADRAO, NIVEIS, NIVEL_CORRENTE_PADRAO, chave, posicao
from d5_agenda.dominio.trabalho import Status, dias_ate
from d5_agenda.estado import leitura
from d5_agenda.estado.celulas import grupo_id
from nucleo.erros import NaoEncontrado
from nucleo.http import Leitura, limite

publicas = APIRouter(prefix="/api/d5", tags=["agenda"])

ORDEM = (
    "Em cada nível, os itens (disponíveis, atribuídos e em progresso) são numerados a partir de 1 por score_final "
    "decrescente e, nos scores iguais, por demanda_id crescente, que é a ordem de recepção: indice_no_nivel. "
    "chave = indice_no_nivel ÷ distribuicao[nivel_precedencia − 1], em ponto flutuante de 64 bits. O backlog segue a "
    "chave crescente e, nas chaves iguais, o nivel_precedencia crescente."
)


class Item(BaseModel):
    """Um item e o que explica o seu lugar; posição, índice e chave faltam ao que saiu da ordem."""

    posicao: int | None
    demanda_id: UUID
    categoria_id: str
    nivel_precedencia: int
    status: Status
    score_final: float
    versao_parametros: str
    indice_no_nivel: int | None
    parte_do_nivel: float
    chave: float | None
    grupo_id: UUID | None
    data_conclusao: datetime | None
    dias_ate_conclusao: int | None


class Backlog(BaseModel):
    """Uma página do backlog de uma unidade cívica; os totais são os da unidade inteira."""

    unidade_civica_id: UUID
    cadeia_ucs: list[UUID]
    total_itens: int
    total_disponiveis: int
    total_atribuidos: int
    total_em_progresso: int
    nivel_corrente: int
    distribuicao: list[float]
    ordem: str
    itens: list[Item]
    proximo: str | None


Categoria = Annotated[str | None, Query(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){0,3}$", description="Por exemplo, 1.2")]
StatusPedido = Annotated[Status | None, Query(description="Sem ele, o que está na ordem: nem concluído nem agregado")]
Territorio = Annotated[UUID | None, Query(description="Só o que fica dentro desta unidade cívica")]
Depois = Annotated[str | None, Query(pattern=pagina.CURSOR, max_length=500, description="`proximo` da página anterior")]


@publicas.get("/backlog/{uc_id}", dependencies=[Depends(limite("60/minute"))])
async def backlog(
    uc_id: UUID,
    banco: Leitura,
    nivel: Annotated[int | None, Query(ge=1, le=5)] = None,
    categoria: Categoria = None,
    status: StatusPedido = None,
    territorio: Territorio = None,
    depois: Depois = None,
    limite: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Backlog:
    """O backlog de uma unidade cívica, na sua ordem; vazio se nenhuma demanda foi ranqueada nela."""
    unidade = await leitura.unidade(banco, uc_id)
    if unidade is None:
        raise NaoEncontrado("Unidade cívica não encontrada.", campo="uc_id", uc_id=str(uc_id))
    paradas = pagina.ler(depois) if depois else {}
    fatias = unidade.distribuicao or FATIAS_PADRAO
    linhas: Sequence[Any] = []
    if territorio is None or territorio == uc_id or territorio in unidade.cadeia_ucs:
        niveis = NIVEIS if nivel is None else [nivel]
        linhas = await leitura.itens(banco, uc_id, niveis, categoria, status, paradas, limite + 1)
    itens = sorted((_item(linha, fatias, unidade.totais) for linha in linhas), key=_lugar)
    mostrados = itens[:limite]
    paradas |= {item.nivel_precedencia: (item.score_final, item.demanda_id) for item in mostrados}
    return Backlog(
        unidade_civica_id=uc_id,
        cadeia_ucs=unidade.cadeia_ucs,
        total_itens=unidade.disponiveis + unidade.atribuidos + unidade.em_progresso,
        total_disponiveis=unidade.disponiveis,
        total_atribuidos=unidade.atribuidos,
        total_em_progresso=unidade.em_progresso,
        nivel_corrente=unidade.nivel_corrente or NIVEL_CORRENTE_PADRAO,
        distribuicao=list(fatias),
        ordem=ORDEM,
        itens=mostrados,
        proximo=pagina.escrever(paradas) if len(itens) > limite else None,
    )


def _item(linha: Mapping[str, Any], fatias: Sequence[float], totais: Sequence[int]) -> Item:
    nivel, indice, conclusao = linha["nivel_precedencia"], linha["indice"], linha["data_conclusao"]
    return Item(
        posicao=posicao(indice, nivel, fatias, totais) if indice else None,
        demanda_id=linha["demanda_id"],
        categoria_id=linha["categoria_id"],
        nivel_precedencia=nivel,
        status=linha["status"],
        score_final=linha["score_final"],
        versao_parametros=linha["versao_parametros"],
        indice_no_nivel=indice,
        parte_do_nivel=fatias[nivel - 1],
        chave=chave(indice, nivel, fatias) if indice else None,
        grupo_id=grupo_id(linha["unidade_civica_id"], linha["categoria_id"], linha["raiz_y"], linha["raiz_x"]),
        data_conclusao=conclusao,
        dias_ate_conclusao=dias_ate(conclusao, linha["demanda_id"]) if conclusao else None,
    )


def _lugar(item: Item) -> tuple[float, int, float, UUID]:
    """In the order, by key and level; what left it, by level, score and reception."""
    return item.chave or 0.0, item.nivel_precedencia, -item.score_final, item.demanda_id
