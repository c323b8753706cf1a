from copy import deepcopy
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

from d4_ranking import parametros
from d4_ranking.dominio.formula import Fatores
from d4_ranking.dominio.parametros import Parametros, vigente

UNIDADE = UUID("00000000-0000-7000-8000-000000000001")
VALIDOS: dict[str, Any] = {
    "versao": "1.0.0",
    "vigente_desde": "2025-01-01T00:00:00Z",
    "pesos_nacionais": [{"nivel": n, "peso": 120 - 20 * n} for n in range(1, 6)],
    "fator_decaimento": 0.4,
    "limiar_nivel_vencido": 0.1,
    "coberturas": [{"unidade_civica_id": str(UNIDADE), "nivel": 1, "atingida": 95, "meta": 100}],
}


def novos(**mudancas: Any) -> Parametros:
    return Parametros.model_validate(deepcopy(VALIDOS) | mudancas)


def test_a_versao_que_acompanha_a_colonia_e_a_da_especificacao() -> None:
    versao = parametros.vigente(datetime(2026, 1, 1, tzinfo=UTC))
    assert [(p.nivel, p.peso) for p in versao.pesos_nacionais] == [(1, 100), (2, 80), (3, 60), (4, 40), (5, 20)]
    assert (versao.versao, versao.fator_decaimento, versao.limiar_nivel_vencido) == ("1.0.0", 0.4, 0.1)
    assert versao.coberturas == ()


def test_toda_versao_publicada_esta_no_arquivo_do_seu_nome() -> None:
    versoes = [p.versao for p in parametros.publicados()]
    assert len(versoes) == len(set(versoes))


def test_cobertura_ausente_vale_zero_de_um() -> None:
    assert novos(coberturas=[]).fatores(UNIDADE, 1, 95) == Fatores(100, 1.0, 95)


def test_a_cobertura_so_pesa_na_sua_unidade_e_no_seu_nivel() -> None:
    assert novos().fatores(UNIDADE, 1, 95).peso_situacional == 1 - 95 / 100
    assert novos().fatores(UNIDADE, 2, 95).peso_situacional == 1.0
    assert novos().fatores(UUID(int=2), 1, 95).peso_situacional == 1.0


def test_nivel_vencido_passa_a_vez_ao_seguinte_e_a_distribuicao_desliza() -> None:
    assert novos().nivel_corrente(UNIDADE) == 2
    assert novos().distribuicao(UNIDADE)[0] == novos().distribuicao(UNIDADE)[2]


@pytest.mark.parametrize("nivel", [0, 6, -1])
def test_nivel_fora_de_um_a_cinco_e_recusado(nivel: int) -> None:
    with pytest.raises(ValueError, match="nível"):
        novos().fatores(UNIDADE, nivel, 95)


@pytest.mark.parametrize(
    "errado",
    [
        {"versao": "1.0"},
        {"vigente_desde": "2025-01-01T00:00:00"},
        {"pesos_nacionais": VALIDOS["pesos_nacionais"][:4]},
        {"pesos_nacionais": VALIDOS["pesos_nacionais"][::-1]},
        {"pesos_nacionais": [{"nivel": n, "peso": 0} for n in range(1, 6)]},
        {"fator_decaimento": 0},
        {"fator_decaimento": 1.5},
        {"limiar_nivel_vencido": -0.1},
        {"coberturas": [{"unidade_civica_id": str(UNIDADE), "nivel": 1, "atingida": 1, "meta": 0}]},
        {"coberturas": [{"unidade_civica_id": str(UNIDADE), "nivel": 6, "atingida": 1, "meta": 1}]},
        {"coberturas": VALIDOS["coberturas"] * 2},
        {"limiar": 0.1},
    ],
)
def test_parametros_errados_nao_sao_lidos(errado: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        novos(**errado)


def test_vale_a_mais_nova_das_versoes_que_ja_entraram_em_vigor() -> None:
    primeira, segunda = novos(), novos(versao="1.1.0", vigente_desde="2026-07-01T00:00:00-03:00")
    assert vigente((primeira, segunda), datetime(2026, 7, 1, 2, 59, tzinfo=UTC)) is primeira
    assert vigente((primeira, segunda), datetime(2026, 7, 1, 3, 0, tzinfo=UTC)) is segunda
