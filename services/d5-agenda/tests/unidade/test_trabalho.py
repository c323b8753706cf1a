"""The status of an item, in every order in which its facts may come."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d5_agenda.dominio.trabalho import Status, Trabalho, dias_ate

INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
ANA, BETO = UUID(int=1), UUID(int=2)
Fato = Callable[[Trabalho], None]


def em(minutos: int) -> datetime:
    return INICIO + timedelta(minutes=minutos)


def sortear(minuto: int, quem: UUID = ANA) -> Fato:
    return lambda t: t.sortear(quem, em(minuto))


def iniciar(minuto: int, quem: UUID = ANA) -> Fato:
    return lambda t: t.iniciar(quem, em(minuto))


def encerrar(minuto: int, quem: UUID = ANA) -> Fato:
    return lambda t: t.encerrar(quem, em(minuto))


def vagar(minuto: int) -> Fato:
    return lambda t: t.vagar(em(minuto))


def concluir(minuto: int) -> Fato:
    return lambda t: t.concluir(em(minuto))


def confirmar(minuto: int) -> Fato:
    return lambda t: t.confirmar(em(minuto))


def agregar(minuto: int) -> Fato:
    return lambda t: t.agregar(em(minuto))


HISTORIAS: list[tuple[str, list[Fato], Status, int | None]] = [
    ("ranqueada", [], Status.DISPONIVEL, None),
    ("sorteada", [sortear(1)], Status.ATRIBUIDO, None),
    ("iniciada", [sortear(1), iniciar(2)], Status.EM_PROGRESSO, None),
    ("iniciada, sorteio ainda por chegar", [iniciar(2)], Status.EM_PROGRESSO, None),
    ("recusada e sorteada de novo", [sortear(1), sortear(2, BETO)], Status.ATRIBUIDO, None),
    ("recusada depois de iniciada", [sortear(1), iniciar(2), sortear(3, BETO)], Status.ATRIBUIDO, None),
    ("recusada, e ninguém mais", [sortear(1), vagar(2)], Status.DISPONIVEL, None),
    ("ninguém, e depois alguém", [vagar(1), sortear(2)], Status.ATRIBUIDO, None),
    ("desistência", [sortear(1), iniciar(2), encerrar(3)], Status.DISPONIVEL, None),
    ("desistência antes de iniciar", [sortear(1), encerrar(3)], Status.DISPONIVEL, None),
    ("outro depois da desistência", [sortear(1), iniciar(2), encerrar(3), sortear(4, BETO)], Status.ATRIBUIDO, None),
    ("o mesmo outra vez", [sortear(1), iniciar(2), encerrar(3), sortear(4), iniciar(5)], Status.EM_PROGRESSO, None),
    ("o mesmo, por iniciar", [sortear(1), iniciar(2), encerrar(3), sortear(4)], Status.ATRIBUIDO, None),
    (
        "relógios que discordam",
        [sortear(1), encerrar(9), sortear(4, BETO), iniciar(5, BETO)],
        Status.EM_PROGRESSO,
        None,
    ),
    ("concluída", [sortear(1), iniciar(2), concluir(3)], Status.CONCLUIDO, 3),
    ("concluída duas vezes", [concluir(5), concluir(3)], Status.CONCLUIDO, 3),
    ("conclusão coletiva de um item disponível", [confirmar(2)], Status.CONCLUIDO, 2),
    ("conclusão coletiva de um item atribuído", [sortear(1), confirmar(2)], Status.CONCLUIDO, 2),
    ("conclusão coletiva de um item em progresso", [sortear(1), iniciar(2), confirmar(3)], Status.EM_PROGRESSO, None),
    ("saiu sem ratificar", [sortear(1), iniciar(2), confirmar(3), encerrar(4)], Status.CONCLUIDO, 3),
    ("ratificada depois", [sortear(1), iniciar(2), confirmar(3), concluir(4)], Status.CONCLUIDO, 4),
    ("iniciada depois da conclusão coletiva", [sortear(1), confirmar(2), iniciar(3)], Status.CONCLUIDO, 2),
    (
        "conclusão coletiva depois da desistência",
        [sortear(1), iniciar(2), encerrar(3), confirmar(4)],
        Status.CONCLUIDO,
        4,
    ),
    ("conclusão coletiva de um agregado", [agregar(1), confirmar(2)], Status.AGREGADO, None),
    ("conclusão de um agregado", [agregar(1), concluir(2)], Status.AGREGADO, None),
    ("agregado depois de concluído", [concluir(1), agregar(2)], Status.CONCLUIDO, 1),
    ("agregado depois de atribuído", [sortear(1), agregar(2)], Status.AGREGADO, None),
]


@pytest.mark.parametrize(("fatos", "status", "fim"), [h[1:] for h in HISTORIAS], ids=[h[0] for h in HISTORIAS])
@given(dados=st.data())
def test_o_status_segue_dos_fatos_em_qualquer_ordem_de_chegada(
    fatos: list[Fato], status: Status, fim: int | None, dados: st.DataObject
) -> None:
    trabalho = Trabalho(UUID(int=7))
    repetidos = dados.draw(st.lists(st.sampled_from(fatos), max_size=3)) if fatos else []
    for fato in dados.draw(st.permutations([*fatos, *repetidos])):
        fato(trabalho)
        trabalho.derivar()
    assert (trabalho.status, trabalho.data_conclusao) == (status, None if fim is None else em(fim))


@pytest.mark.parametrize("volta", [vagar(2), encerrar(2)])
def test_quem_ja_foi_tomado_e_volta_a_ficar_disponivel_nao_espera_mais_ser_tomado(volta: Fato) -> None:
    trabalho = Trabalho(UUID(int=7), anunciada=True, aguardando=True)
    sortear(1)(trabalho)
    trabalho.derivar()
    assert (trabalho.anunciada, trabalho.aguardando) == (True, False)
    volta(trabalho)
    trabalho.derivar()
    assert (trabalho.status, trabalho.anunciada, trabalho.aguardando) == (Status.DISPONIVEL, True, False)


def test_os_dias_ate_a_conclusao_sao_inteiros_e_contados_da_recepcao() -> None:
    recebida = UUID(int=int(INICIO.timestamp() * 1000) << 80)
    assert dias_ate(INICIO + timedelta(days=2, hours=23), recebida) == 2
    assert dias_ate(INICIO - timedelta(seconds=1), recebida) == 0
    assert dias_ate(INICIO, UUID(int=(1 << 128) - 1)) == 0
