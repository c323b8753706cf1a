from hypothesis import given
from hypothesis import strategies as st

from d5_agenda.dominio.uniao import fundir


@given(st.lists(st.sets(st.integers(0, 12), min_size=1), max_size=8))
def test_fundir_junta_o_que_tem_algo_em_comum_e_nada_mais(conjuntos: list[set[int]]) -> None:
    fundidos = fundir(conjuntos)
    assert set().union(*fundidos) == set().union(*conjuntos)
    assert sum(map(len, fundidos)) == len(set().union(*conjuntos))
    assert all(any(conjunto <= junto for junto in fundidos) for conjunto in conjuntos)
    for junto in fundidos:
        partes = [conjunto for conjunto in conjuntos if conjunto <= junto]
        alcancado = set(partes[0])
        while novos := {e for p in partes if p & alcancado for e in p} - alcancado:
            alcancado |= novos
        assert alcancado == junto
