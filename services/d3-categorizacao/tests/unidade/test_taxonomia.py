"""The taxonomy as data: complete, coherent, and faithful to the specification."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from d3_categorizacao.dominio.dados import ler_yaml
from d3_categorizacao.dominio.taxonomia import Taxonomia, taxonomia

MVP = {
    "1.1": "Abastecimento de água",
    "1.2": "Esgotamento sanitário",
    "1.3": "Energia elétrica",
    "3.1": "Vias e pavimentação",
    "3.2": "Calçadas e acessibilidade física",
    "3.3": "Coleta de resíduos e limpeza urbana",
    "3.4": "Iluminação pública",
    "3.9": "Praças, parques e espaços públicos",
}


def test_as_oito_categorias_do_mvp_tem_os_ids_e_nomes_da_especificacao():
    assert {c.id: c.nome for c in taxonomia().categorias if c.mvp} == MVP


def test_scores_do_nivel_1_sao_os_da_especificacao():
    scores = {c.nome: c.score_horizontal for c in taxonomia().categorias if c.nivel == 1}
    assert (scores["Abastecimento de água"], scores["Esgotamento sanitário"]) == (95, 85)
    assert (scores["Energia elétrica"], scores["Habitação em situação de risco"]) == (70, 60)


def test_ha_cinco_niveis_e_o_primeiro_e_o_terceiro_tem_os_nomes_da_especificacao():
    nomes = {n.nivel: n.nome for n in taxonomia().niveis}
    assert sorted(nomes) == [1, 2, 3, 4, 5]
    assert (nomes[1], nomes[3]) == ("Sobrevivência básica", "Infraestrutura e serviços")


def test_toda_categoria_tem_responsavel_com_fonte_nas_tres_esferas():
    for categoria in taxonomia().categorias:
        for responsavel in categoria.responsaveis.todos:
            assert responsavel.orgao
            assert taxonomia().fonte(responsavel)


def _dados() -> Any:
    return copy.deepcopy(ler_yaml("taxonomia.yaml"))


@pytest.mark.parametrize(
    ("estragar", "regra"),
    [
        (lambda d: d["categorias"].append(d["categorias"][0]), "categoria repetida"),
        (lambda d: d["categorias"][0].update(mvp=False), "oito da especificação"),
        (lambda d: d["categorias"][0]["responsaveis"]["federal"].update(norma="inventada"), "normas sem par"),
        (lambda d: d["categorias"][0]["subcategorias"].reverse(), "fora de ordem"),
        (lambda d: d["categorias"][0].update(score_horizontal=85), "score horizontal repetido"),
        (lambda d: d["niveis"].pop(), "os níveis são"),
        (lambda d: d["categorias"][0].update(id="6.1"), "id"),
        (lambda d: d["categorias"][0].update(descricao=""), "descricao"),
        (lambda d: d["categorias"][0]["responsaveis"].pop("estadual"), "estadual"),
    ],
)
def test_taxonomia_incoerente_nao_carrega_e_diz_a_regra(estragar, regra):
    dados = _dados()
    estragar(dados)
    with pytest.raises(ValidationError, match=regra):
        Taxonomia.model_validate(dados)
