from formigueiro.colonias import agrupar, variavel
from nucleo import Colonia


async def _tratar(*_: object) -> None: ...


COLONIAS = [
    Colonia("X-1", nome="x1-nome", porta=9001, produz=["a", "b"]),
    Colonia("X-2", nome="x2-nome", porta=9002, produz=["c"]),
    Colonia("X-3", nome="x3-nome", porta=9003, consome_tudo=_tratar),
]


def test_dois_processos_repartem_as_colonias_pelo_que_passa_por_elas() -> None:
    grupos = agrupar(COLONIAS, 2)
    assert [[colonia.id for colonia in grupo] for grupo in grupos] == [["X-3"], ["X-1", "X-2"]]


def test_mais_processos_que_colonias_da_um_a_cada_uma() -> None:
    assert [len(grupo) for grupo in agrupar(COLONIAS, 8)] == [1, 1, 1]


def test_ajuste_proprio_leva_o_nome_da_colonia() -> None:
    assert variavel("d4-ranking", "BANCO_URL") == "FORMIGUEIRO_D4_RANKING_BANCO_URL"
