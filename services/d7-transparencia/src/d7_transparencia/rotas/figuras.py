"""From grouped counts to the figures of a civic unit."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from d7_transparencia.dominio.status import Status
from d7_transparencia.dominio.textos import carregar
from d7_transparencia.estado.consulta import Linha
from d7_transparencia.rotas.modelos import (
    Agenda,
    CategoriaDoRelatorio,
    ContagemPorCategoria,
    ContagemPorNivel,
    ContagemPorStatus,
    Dashboard,
    DemandaMaisAntiga,
    RelatorioDaUnidade,
    UnidadeCivica,
)

Linhas = Sequence[Linha]


def dashboard(unidade: UnidadeCivica, linhas: Linhas, conselheiros_ativos: int, agenda: Linha | None) -> Dashboard:
    """Sum up counts by level, category, status and geographic confidence."""
    total = sum(linha["total"] for linha in linhas)
    ativas = [linha for linha in linhas if Status(linha["status"]).aberto]
    incertas = sum(linha["total"] for linha in linhas if linha["confianca_geo"] == "baixa")
    niveis = _somar(ativas, "nivel_precedencia")
    categorias = _somar(ativas, "categoria_id")
    nomes = {linha["categoria_id"]: linha["categoria_nome"] for linha in linhas}
    return Dashboard(
        unidade=unidade,
        total_demandas=total,
        total_demandas_ativas=sum(linha["total"] for linha in ativas),
        por_nivel=[ContagemPorNivel(nivel_precedencia=n, total=t) for n, t in niveis],
        por_status=_por_status(linhas),
        por_categoria=[ContagemPorCategoria(categoria_id=c, nome=nomes[c], total=t) for c, t in categorias],
        taxa_confianca_geo_baixa=incertas / total if total else 0.0,
        tempo_medio_inicio_s=_media(linhas, "iniciadas"),
        tempo_medio_conclusao_s=_media(linhas, "concluidas"),
        conselheiros_ativos=conselheiros_ativos,
        agenda=None if agenda is None else Agenda.model_validate(agenda),
    )


def relatorio(unidade: UnidadeCivica, linhas: Linhas) -> RelatorioDaUnidade:
    """Group counts that come ordered by category."""
    grupos = [list(grupo) for _, grupo in groupby(linhas, key=lambda linha: linha["categoria_id"])]
    return RelatorioDaUnidade(
        unidade=unidade,
        total=sum(linha["total"] for linha in linhas),
        categorias=[_categoria(grupo) for grupo in grupos],
    )


def _categoria(grupo: Linhas) -> CategoriaDoRelatorio:
    linha = grupo[0]
    return CategoriaDoRelatorio(
        categoria_id=linha["categoria_id"],
        nome=linha["nome"],
        area=linha["area"],
        total=sum(parte["total"] for parte in grupo),
        por_status=_por_status(grupo),
        mais_antiga=DemandaMaisAntiga(
            demanda_id=linha["antiga_id"],
            titulo=linha["antiga_titulo"],
            recebida_em=linha["antiga_recebida_em"],
        ),
        responsaveis=linha["responsaveis"],
    )


def _por_status(linhas: Linhas) -> list[ContagemPorStatus]:
    descricoes = carregar().status
    totais = dict(_somar(linhas, "status"))
    return [
        ContagemPorStatus(status=status, descricao=descricoes[status], total=totais[status])
        for status in Status
        if status in totais
    ]


def _media(linhas: Linhas, quais: str) -> float | None:
    quantas = sum(linha[quais] for linha in linhas)
    return sum(linha[f"{quais}_s"] for linha in linhas) / quantas if quantas else None


def _somar(linhas: Iterable[Linha], campo: str) -> list[tuple[Any, int]]:
    soma: Counter[Any] = Counter()
    for linha in linhas:
        if linha[campo] is not None:
            soma[linha[campo]] += linha["total"]
    return sorted(soma.items())
