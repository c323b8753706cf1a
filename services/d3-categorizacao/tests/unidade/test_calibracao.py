"""The confidence means what it says: learned, monotone, up to date, and true on sentences that taught nothing."""

import runpy
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from d3_categorizacao.dominio.calibracao import Calibracao, aprender, calibracao

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch):
    """Loads a script of bench/ with its neighbours at hand."""
    monkeypatch.syspath_prepend(str(BENCH))
    yield lambda nome: runpy.run_path(str(BENCH / f"{nome}.py"))
    sys.modules.pop("frases", None)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=80))
def test_a_curva_aprendida_nunca_desce_e_fica_entre_0_e_1(pares):
    indices, confiancas = aprender(pares)
    curva = Calibracao(versao="t", insumos_sha256="", exemplos=len(pares), indices=indices, confiancas=confiancas)
    valores = [curva.confianca(n / 50) for n in range(51)]
    assert valores == sorted(valores)
    assert all(0 <= v < 1 for v in valores)


def test_poucos_acertos_nao_viram_certeza():
    assert aprender([(0.9, True)])[1][-1] == pytest.approx(2 / 3, abs=1e-4)


def test_curva_que_desce_nao_carrega():
    with pytest.raises(ValidationError, match="nunca desce"):
        Calibracao(versao="t", insumos_sha256="", exemplos=0, indices=[0, 0.5], confiancas=[0.5, 0.1])


def test_a_calibracao_guardada_e_a_que_o_dicionario_e_as_frases_de_hoje_dao(bench):
    assert bench("calibrar")["calibrar"](calibracao().versao) == calibracao()


def test_ha_pelo_menos_300_frases_com_reserva_justa(bench):
    ler = bench("frases")["ler_frases"]
    calibram, avaliam = ler("calibracao"), ler("avaliacao")
    assert len(calibram) + len(avaliam) == len(ler()) >= 300
    assert len(avaliam) >= 0.4 * len(ler())
    assert not {f.texto for f in calibram} & {f.texto for f in avaliam}


@pytest.mark.parametrize(("limiar", "minima"), [("0.85", 0.85), ("0.7", 0.70)])
def test_nas_frases_reservadas_a_precisao_cumpre_o_limiar(bench, limiar, minima):
    avaliar = bench("medir")
    medidas = avaliar["medir"](avaliar["das_frases"]("avaliacao"))
    assert medidas[f"precisao_{limiar}"] >= minima
    assert medidas[f"cobertura_{limiar}"] >= 0.6
    assert medidas["acuracia"] >= 0.85


@pytest.mark.dados
def test_nos_pedidos_do_156_a_precisao_cumpre_o_limiar(bench):
    avaliar = bench("medir")
    exemplos = avaliar["do_sp156"]()
    if not exemplos:
        pytest.skip("../shared/dados/demandas ausente")
    medidas = avaliar["medir"](exemplos)
    assert medidas["precisao_0.85"] >= 0.85
    assert medidas["precisao_0.7"] >= 0.70
