from formigueiro.colonias import agrupar, variavel
from nucleo import Colonia

COLONIAS = [Colonia(f"X-{n}", nome=f"x{n}-nome", porta=9000 + n) for n in (3, 1, 2)]


def test_dois_processos_repartem_as_colonias_na_ordem_das_portas() -> None:
    grupos = agrupar(COLONIAS, 2)
    assert [[colonia.id for colonia in grupo] for grupo in grupos] == [["X-1", "X-3"], ["X-2"]]


def test_mais_processos_que_colonias_da_um_a_cada_uma() -> None:
    assert [len(grupo) for grupo in agrupar(COLONIAS, 8)] == [1, 1, 1]


def test_ajuste_proprio_leva_o_nome_da_colonia() -> None:
    assert variavel("d4-ranking", "BANCO_URL") == "FORMIGUEIRO_D4_RANKING_BANCO_URL"
