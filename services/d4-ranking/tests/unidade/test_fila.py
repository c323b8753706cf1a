from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from d4_ranking.dominio.fila import Fila, marcar_instante

AGORA = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
chaves = st.tuples(st.sampled_from([-9500.0, -8500.0, -0.0]), st.integers(0, 30).map(lambda n: UUID(int=n)))


@given(st.sets(chaves, max_size=20), st.lists(st.tuples(st.booleans(), chaves), max_size=30))
def test_as_posicoes_sao_as_de_uma_fila_ordenada(iniciais: set, movimentos: list) -> None:
    """Enter and leave at random: every position equals the one in a queue kept whole and sorted."""
    fila, inteira = Fila(len(iniciais), AGORA), set(iniciais)
    for entra, chave in movimentos:
        if entra and chave not in inteira:
            inteira.add(chave)
            antes = sum(outra < chave for outra in iniciais)
            assert fila.entrar(chave, antes) == sorted(inteira).index(chave) + 1
        elif not entra and chave in inteira:
            inteira.remove(chave)
            fila.sair(chave)
        assert fila.total == len(inteira)


def test_score_igual_desempata_pela_ordem_de_recepcao() -> None:
    fila = Fila(0, AGORA)
    assert fila.entrar((-9500.0, UUID(int=2)), 0) == 1
    assert fila.entrar((-9500.0, UUID(int=1)), 0) == 1
    assert fila.entrar((-9500.0, UUID(int=3)), 0) == 3


def test_o_instante_de_cada_mudanca_e_maior_que_o_anterior() -> None:
    fila = Fila(0, AGORA)
    instantes = [marcar_instante(AGORA, fila) for _ in range(3)]
    assert instantes == sorted(set(instantes))
    assert marcar_instante(AGORA + timedelta(seconds=1), fila) == AGORA + timedelta(seconds=1)


def test_o_instante_ordena_a_mudanca_nas_duas_filas_que_ela_toca() -> None:
    origem, destino = Fila(1, AGORA + timedelta(seconds=5)), Fila(0, AGORA)
    instante = marcar_instante(AGORA, destino, origem)
    assert instante > AGORA + timedelta(seconds=5)
    assert origem.relogio == destino.relogio == instante
