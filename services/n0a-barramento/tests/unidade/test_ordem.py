import random
from dataclasses import dataclass
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from n0a_barramento.dominio import ordenar


@dataclass(frozen=True)
class E:
    event_id: UUID
    causacao_id: UUID | None = None


def e(n: int, causa: int | None = None) -> E:
    return E(UUID(int=n), None if causa is None else UUID(int=causa))


def test_o_efeito_que_ultrapassou_a_causa_vem_logo_depois_dela():
    prontos, orfaos = ordenar([e(3, 2), e(2, 1), e(9), e(1), e(4, 7)], set())
    assert [p.event_id.int for p in prontos] == [9, 1, 2, 3]
    assert [o.event_id.int for o in orfaos] == [4]


def test_a_causa_ja_arquivada_basta():
    assert ordenar([e(2, 1)], {UUID(int=1)}) == ([e(2, 1)], [])


def test_quem_se_causa_a_si_mesmo_espera_e_nao_trava():
    assert ordenar([e(1, 1), e(2, 3), e(3, 2)], set()) == ([], [e(1, 1), e(2, 3), e(3, 2)])


@given(st.lists(st.integers(0, 30), min_size=1, max_size=40), st.randoms())
def test_nenhum_evento_precede_a_causa_e_nada_se_perde(pais, sorteio):
    eventos = [e(n + 1, pai if 0 < pai <= n else None) for n, pai in enumerate(pais)]
    sorteio.shuffle(eventos)
    prontos, orfaos = ordenar(eventos, set())
    assert orfaos == []
    assert sorted(p.event_id.int for p in prontos) == sorted(x.event_id.int for x in eventos)
    posicao = {p.event_id: n for n, p in enumerate(prontos)}
    assert all(p.causacao_id is None or posicao[p.causacao_id] < posicao[p.event_id] for p in prontos)


def test_uma_corrente_longa_nao_estoura_a_pilha():
    corrente = [e(n, n - 1 or None) for n in range(1, 20_000)]
    random.Random(1).shuffle(corrente)
    prontos, _ = ordenar(corrente, set())
    assert [p.event_id.int for p in prontos] == list(range(1, 20_000))
