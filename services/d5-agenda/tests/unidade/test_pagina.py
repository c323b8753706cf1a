import re
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from d5_agenda.dominio.pagina import CURSOR, Parada, escrever, ler

paradas = st.dictionaries(
    st.integers(1, 5),
    st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.uuids(allow_nil=True)),
    min_size=1,
)


@given(paradas)
def test_o_cursor_diz_onde_cada_nivel_parou_sem_perder_um_bit(paradas: dict[int, Parada]) -> None:
    cursor = escrever(paradas)
    assert re.match(CURSOR, cursor)
    assert len(cursor) <= 500
    assert ler(cursor) == paradas


def test_o_que_nao_foi_mostrado_nao_esta_no_cursor() -> None:
    assert ler(escrever({3: (48.0, UUID(int=1))})) == {3: (48.0, UUID(int=1))}
