"""What each confidence leads to."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d3_categorizacao.config import ConfigD3
from d3_categorizacao.dominio.decisao import Destino, Limiares, decidir, sorteio
from nucleo.config import ConfiguracaoInvalida

LIMIARES = Limiares(automatico=0.85, minimo=0.70, amostragem=1.0)
ID = UUID("0199c0de-0000-7000-8000-000000000001")


@pytest.mark.parametrize(
    ("confianca", "destino"),
    [
        (1.0, Destino(1, "automatico", None)),
        (0.85, Destino(1, "automatico", None)),
        (0.8499, Destino(1, "automatico", "amostragem")),
        (0.70, Destino(1, "automatico", "amostragem")),
        (0.6999, Destino(0, "revisao_pendente", "obrigatoria")),
        (0.0, Destino(0, "revisao_pendente", "obrigatoria")),
    ],
)
def test_os_dois_limiares_sao_inclusivos(confianca, destino):
    assert decidir(confianca, ID, LIMIARES) == destino


def test_sem_amostragem_ninguem_e_sorteado():
    assert decidir(0.75, ID, Limiares(0.85, 0.70, 0.0)).revisao is None


@given(st.uuids())
def test_o_sorteio_e_da_demanda_e_de_mais_ninguem(demanda_id):
    assert sorteio(demanda_id) == sorteio(UUID(str(demanda_id)))
    assert 0 <= sorteio(demanda_id) < 1


def test_o_sorteio_amostra_a_fracao_pedida():
    sorteados = sum(sorteio(UUID(int=n)) < 0.25 for n in range(4000))
    assert 900 < sorteados < 1100


def test_limiares_trocados_impedem_o_inicio():
    with pytest.raises(ConfiguracaoInvalida, match="limiar_minimo"):
        ConfigD3.carregar("d3-categorizacao", banco_url="postgresql://x", limiar_minimo=0.9)
