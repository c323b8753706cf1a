from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from d5_agenda.dominio.demanda import Demanda, Ranking

INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
CENTRO, VILA = UUID(int=1), UUID(int=2)


def ranking(unidade: UUID = CENTRO, nivel: int = 1, score: float = 9500.0, minuto: int = 0) -> Ranking:
    return Ranking(unidade, f"{nivel}.1", nivel, score, "1.0.0", INICIO + timedelta(minutes=minuto), UUID(int=9))


def test_o_ranking_mais_novo_vale_chegue_quando_chegar() -> None:
    demanda = Demanda(UUID(int=7))
    demanda.ranquear(ranking(VILA, minuto=2))
    demanda.ranquear(ranking(CENTRO, minuto=1))
    assert demanda.unidade_civica_id == VILA


def test_quem_muda_de_unidade_nao_prende_a_fila_da_nova() -> None:
    demanda = Demanda(UUID(int=7), anunciada=True, aguardando=True, unidade_civica_id=CENTRO)
    demanda.ranquear(ranking(CENTRO, nivel=2, minuto=1))
    assert demanda.aguardando
    demanda.ranquear(ranking(VILA, minuto=2))
    assert (demanda.anunciada, demanda.aguardando) == (True, False)


@pytest.mark.parametrize(
    "errado", [ranking(nivel=0), ranking(nivel=6), ranking(score=float("nan")), ranking(score=1e400)]
)
def test_um_ranking_que_nao_cabe_na_ordem_e_recusado(errado: Ranking) -> None:
    with pytest.raises(ValueError, match="inválido"):
        Demanda(UUID(int=7)).ranquear(errado)


def test_so_o_que_foi_ranqueado_e_esta_no_mapa_tem_ponto() -> None:
    demanda = Demanda(UUID(int=7))
    demanda.situar(0.0, 0.0, INICIO)
    assert demanda.ponto is None
    demanda.ranquear(ranking())
    assert demanda.ponto is not None
    demanda.concluir(INICIO)
    demanda.derivar()
    assert demanda.ponto is None
    assert demanda.lugar is None


def test_zero_e_uma_coordenada_e_a_ausencia_dela_nao() -> None:
    demanda = Demanda(UUID(int=7))
    demanda.situar(0.0, -51.07, INICIO)
    assert (demanda.lat, demanda.lng) == (0.0, -51.07)
    demanda.situar(None, None, INICIO + timedelta(minutes=1))
    assert (demanda.lat, demanda.celula_y) == (None, None)
    demanda.situar(1.0, 1.0, INICIO)
    assert demanda.lat is None


@pytest.mark.parametrize(("lat", "lng"), [(91.0, 0.0), (0.0, -181.0), (float("nan"), 0.0), (0.0, float("inf"))])
def test_coordenadas_impossiveis_sao_recusadas(lat: float, lng: float) -> None:
    with pytest.raises(ValueError, match="coordenadas inválidas"):
        Demanda(UUID(int=7)).situar(lat, lng, INICIO)
