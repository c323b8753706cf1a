"""One case a closed demand, from what its cycles and updates say in any order."""

import random
from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from d24_caminhos.dominio.caminho import juntar, passos
from d24_caminhos.dominio.caso import Caso, Fecho, Par, encerrar

DIA = timedelta(days=1)
INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
PAR = Par(UUID(int=1), "2.3", "2.3.1")
DEMANDA = UUID(int=9)


def fecho(fim: float, *, concluida: bool = True, inicio: float | None = 0, total: int = 3, n: int = 0) -> Fecho:
    return Fecho(
        event_id=UUID(int=n),
        concluida=concluida,
        inicio=None if inicio is None else INICIO + inicio * DIA,
        fim=INICIO + fim * DIA,
        total_atualizacoes=total,
        resumo=f"fim {fim}",
    )


def caso(*fechos: Fecho) -> Caso:
    return encerrar(DEMANDA, PAR, fechos, [])


def test_um_ciclo_concluido_e_um_caso_com_prazo() -> None:
    feito = caso(fecho(8.9))
    assert (feito.desfecho, feito.prazo_dias, feito.total_atualizacoes) == ("concluida", 8, 3)
    assert (feito.encerrado_em, feito.resumo) == (INICIO + 8.9 * DIA, "fim 8.9")


def test_desistencia_sem_mais_nada_e_um_caso_sem_conclusao() -> None:
    assert caso(fecho(3, concluida=False)).desfecho == "encerrada_sem_conclusao"


def test_dois_ciclos_da_mesma_demanda_sao_um_caso_que_comecou_no_primeiro() -> None:
    feito = caso(fecho(3, concluida=False, total=1), fecho(20, inicio=5, total=4, n=1))
    assert (feito.desfecho, feito.prazo_dias, feito.total_atualizacoes) == ("concluida", 20, 5)
    assert feito.resumo == "fim 20"


def test_a_primeira_conclusao_e_a_que_vale() -> None:
    assert caso(fecho(8, n=1), fecho(10, n=2)).encerrado_em == INICIO + 8 * DIA


def test_um_ciclo_que_acaba_depois_da_conclusao_nao_a_desfaz() -> None:
    assert caso(fecho(8, n=1), fecho(10, concluida=False, n=2)).desfecho == "concluida"


def test_conclusao_sem_conselheiro_nenhum_nao_tem_prazo() -> None:
    assert caso(fecho(8, inicio=None)).prazo_dias is None


def test_conclusao_sem_conselheiro_depois_de_uma_desistencia_conta_desde_o_primeiro_ciclo() -> None:
    feito = caso(fecho(3, concluida=False), fecho(12, inicio=None, n=1))
    assert (feito.desfecho, feito.prazo_dias) == ("concluida", 12)


def test_o_conselheiro_dispensado_no_instante_em_que_foi_sorteado_nao_da_prazo() -> None:
    assert caso(fecho(8, inicio=8, total=0)).prazo_dias is None
    assert caso(fecho(8, inicio=9, total=0)).prazo_dias is None


def test_um_relogio_torto_entre_ciclos_nao_da_prazo_negativo() -> None:
    assert caso(fecho(1, inicio=None), fecho(9, inicio=2, concluida=False, n=1)).prazo_dias == 0


fechos = st.lists(
    st.builds(
        fecho,
        st.integers(0, 5),
        concluida=st.booleans(),
        inicio=st.none() | st.integers(0, 5),
        total=st.integers(0, 5),
        n=st.integers(0, 99),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda f: f.event_id,
)


@given(fechos, st.randoms(use_true_random=False))
def test_a_ordem_dos_fechos_nao_muda_o_caso(lista: list[Fecho], sorteio: random.Random) -> None:
    outra = sorteio.sample(lista, len(lista))
    assert caso(*lista) == caso(*outra)


nomes = st.dictionaries(st.sampled_from(["canais", "orgaos", "gargalos"]), st.sampled_from("abcd"))


@given(st.lists(nomes, max_size=8), st.randoms(use_true_random=False))
def test_a_ordem_das_atualizacoes_nao_muda_o_caminho(lista: list[dict[str, str]], sorteio: random.Random) -> None:
    assert juntar(lista) == juntar(sorteio.sample(lista, len(lista)))
    assert list(juntar(lista)) == sorted(juntar(lista))


def test_um_nome_repetido_no_mesmo_caso_conta_uma_vez() -> None:
    assert juntar([{"canais": "telefone"}, {"canais": "telefone"}]) == {"canais": ["telefone"]}


def test_cada_tipo_de_atualizacao_da_os_seus_campos(cenario) -> None:
    ditos = [passos(e.payload) for e in cenario.historia()[2:-1]]
    assert ditos == [
        {"canais": "telefone"},
        {"protocolos": "2026/001", "orgaos": "prefeitura"},
        {"gargalos": "falta de equipe", "orgaos": "sabesp"},
        {"documentos": "foto"},
    ]
    prazo = cenario.atualizacao(0, 5, "prazo_registrado", data_estimada="2026-04-01", fonte="prefeitura")
    assert passos(prazo.payload) == {"prazos": "2026-04-01"}
    assert passos(cenario.atualizacao(0, 6, "status_atualizado", status="aguardando").payload) == {}
    assert passos(cenario.atualizacao(0, 7, "tipo_desconhecido", canal="telefone").payload) == {}


def test_uma_atualizacao_suspeita_nao_diz_nada(cenario) -> None:
    suspeita = cenario.atualizacao(0, 1, "contato_realizado", suspeito=True, canal="telefone")
    assert passos(suspeita.payload) == {}


def test_campo_vazio_ou_so_de_espacos_nao_e_nome(cenario) -> None:
    assert passos(cenario.atualizacao(0, 1, "contato_realizado", canal=" \u200b ").payload) == {}


def test_o_caso_alimenta_o_perfil_da_subcategoria_e_o_da_categoria() -> None:
    assert caso(fecho(8)).pares == (Par(UUID(int=1), "2.3"), PAR)
    assert encerrar(DEMANDA, Par(UUID(int=1), "2.3"), [fecho(8)], []).pares == (Par(UUID(int=1), "2.3"),)


def test_a_identidade_do_perfil_e_a_do_par() -> None:
    pares = [PAR, Par(UUID(int=1), "2.3"), Par(UUID(int=1), "2.3", "2.3.2"), Par(UUID(int=2), "2.3", "2.3.1")]
    assert len({par.perfil_id for par in pares}) == 4
    assert PAR.perfil_id == Par(UUID(int=1), "2.3", "2.3.1").perfil_id == UUID("00000000-0000-85d1-9dac-d34d2322ba5f")
