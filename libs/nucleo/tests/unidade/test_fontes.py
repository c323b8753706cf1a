"""Ids that are derived: the same cause, the same id; another cause, another id."""

from unicodedata import normalize
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from nucleo.fontes import derivar_id, milissegundos, uuid7
from nucleo.testes.eventos import INICIO

BASE = uuid7(INICIO, 7)

partes = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5) | st.integers() | st.none() | st.uuids(), max_size=4
)


def em_nfc(lista: list[object]) -> list[object]:
    return [normalize("NFC", parte) if isinstance(parte, str) else parte for parte in lista]


def test_vetor_publicado() -> None:
    assert derivar_id(UUID(int=1), "caminho", "2.3", "2.3.1") == UUID("00000000-0000-85d1-9dac-d34d2322ba5f")


def test_partes_que_se_escrevem_parecido_dao_ids_diferentes() -> None:
    listas: list[list[object]] = [
        ["a", "b"], ["a|b"], ["ab"], ["a", "b", ""], ["b", "a"], [], [""], ["", ""], [None], ["None"], ["null"],
        [1], ["1"], [True], ["True"], [1.0], [1, 2], [12], [[1, 2]], [[12]], ["12"], [UUID(int=1)], [str(UUID(int=1))],
    ]  # fmt: skip
    assert len({derivar_id(BASE, *lista) for lista in listas}) == len(listas)


@given(partes, partes)
def test_os_ids_sao_iguais_se_e_so_se_as_partes_sao_iguais(um: list[object], outro: list[object]) -> None:
    assert (derivar_id(BASE, *um) == derivar_id(BASE, *outro)) == (em_nfc(um) == em_nfc(outro))


def test_texto_composto_ou_decomposto_da_o_mesmo_id() -> None:
    assert derivar_id(BASE, "duplicação") == derivar_id(BASE, normalize("NFD", "duplicação"))


def test_o_id_derivado_guarda_o_instante_da_origem_e_depende_dela() -> None:
    derivado = derivar_id(BASE, "a")
    assert (derivado.version, milissegundos(derivado)) == (8, milissegundos(BASE))
    assert derivado != derivar_id(uuid7(INICIO, 8), "a")
