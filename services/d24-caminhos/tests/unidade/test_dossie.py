"""Median, counts and the dossier: exact, bounded, and the same for the same cases."""

import random
import statistics
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d24_caminhos.dominio.caso import Caso, Par
from d24_caminhos.dominio.dossie import MAXIMO, compor
from d24_caminhos.dominio.nomes import nome
from d24_caminhos.dominio.perfil import DESFECHO, FREQUENCIAS, LISTADOS, PRAZO, Perfil, Referencia, mediana, parcelas

INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
MUNICIPIO = UUID("5f0c8a1e-0000-5000-8000-000000000004")


def perfil(casos: list[Caso], par: Par) -> Perfil:
    """A profile counted whole, as the database counts it bit by bit."""
    contado: Counter[tuple[str, str]] = Counter()
    for caso in casos:
        contado.update({(tipo, n): vezes for (p, tipo, n), vezes in parcelas(caso).items() if p == par})
    recentes = sorted(casos, key=lambda c: (c.encerrado_em, c.demanda_id), reverse=True)[:LISTADOS]
    return Perfil(
        par=par,
        desfechos={n: vezes for (tipo, n), vezes in contado.items() if tipo == DESFECHO},
        prazos={int(n): vezes for (tipo, n), vezes in contado.items() if tipo == PRAZO},
        frequencias={
            tipo: sorted(((n, v) for (t, n), v in contado.items() if t == tipo), key=lambda x: (-x[1], x[0]))[:LISTADOS]
            for tipo in FREQUENCIAS
        },
        periodo=(min(c.encerrado_em for c in casos), max(c.encerrado_em for c in casos)) if casos else None,
        referencias=[
            Referencia(
                demanda_id=c.demanda_id,
                desfecho=c.desfecho,
                encerrado_em=c.encerrado_em,
                prazo_dias=c.prazo_dias,
                total_atualizacoes=c.total_atualizacoes,
            )
            for c in recentes
        ],
    )


def caso(n: int = 0, *, dias: int | None = 8, sub: str | None = "2.3.1", desfecho: str = "concluida", **nomes) -> Caso:
    return Caso(
        demanda_id=UUID(int=n + 1),
        par=Par(MUNICIPIO, "2.3", sub),
        desfecho=desfecho,
        encerrado_em=INICIO + timedelta(days=n),
        prazo_dias=dias,
        total_atualizacoes=3,
        resumo="",
        caminho=nomes,
    )


PAR = Par(MUNICIPIO, "2.3", "2.3.1")


def test_o_dossie_de_um_caso() -> None:
    texto, referencias = compor(perfil([caso(canais=["telefone"], orgaos=["prefeitura", "sabesp"])], PAR))
    assert referencias == [UUID(int=1)]
    assert texto.splitlines() == [
        "1 caso encerrado da subcategoria 2.3.1 neste município, em 14/03/2026.",
        "Com conclusão: 1 de 1 (100%).",
        "Prazo mediano até a conclusão: 8 dias.",
        "Canais mais usados: telefone (1).",
        "Órgãos mais acionados: prefeitura (1); sabesp (1).",
        "Referências (1 de 1):",
        "- 00000000-0000-0000-0000-000000000001: concluída em 14/03/2026, em 8 dias, com 3 atualizações",
        "Histórico automático: conta o que já aconteceu, não prescreve e não decide.",
    ]


def test_o_dossie_de_134_casos_mostra_20_e_diz_quantos_ficaram_de_fora() -> None:
    casos = [caso(n, dias=n % 7, desfecho="concluida" if n % 3 else "encerrada_sem_conclusao") for n in range(134)]
    texto, referencias = compor(perfil(casos, PAR))
    linhas = texto.splitlines()
    assert linhas[0] == "134 casos encerrados da subcategoria 2.3.1 neste município, de 14/03/2026 a 25/07/2026."
    assert linhas[1] == "Com conclusão: 89 de 134 (66%)."
    assert "Referências (20 de 134; 114 ficaram de fora):" in linhas
    assert referencias == [UUID(int=n + 1) for n in range(133, 113, -1)]
    assert sum(linha.startswith("- ") for linha in linhas) == 20


def test_o_perfil_da_categoria_diz_que_e_da_categoria() -> None:
    texto, _ = compor(perfil([caso(sub=None)], Par(MUNICIPIO, "2.3")))
    assert texto.startswith("1 caso encerrado da categoria 2.3 neste município")


def test_o_dia_e_o_local() -> None:
    tarde = replace(caso(), encerrado_em=datetime(2026, 3, 15, 1, tzinfo=UTC))
    assert "em 14/03/2026" in compor(perfil([tarde], PAR))[0]


@pytest.mark.parametrize(
    ("dias", "dito"),
    [([0], "menos de um dia"), ([1], "1 dia"), ([1, 2], "1,5 dias"), ([8], "8 dias"), ([1000000], "1000000 dias")],
)
def test_o_prazo_por_extenso(dias: list[int], dito: str) -> None:
    texto, _ = compor(perfil([caso(n, dias=d) for n, d in enumerate(dias)], PAR))
    assert f"Prazo mediano até a conclusão: {dito}." in texto


def test_sem_caso_concluido_com_prazo_nao_ha_prazo_mediano() -> None:
    sem = [caso(0, desfecho="encerrada_sem_conclusao"), caso(1, dias=None)]
    feito = perfil(sem, PAR)
    assert feito.prazo_mediano is None
    assert "Prazo" not in compor(feito)[0]


def test_identificador_que_parece_telefone_ou_cpf_fica_inteiro() -> None:
    parecido = UUID("52998224-7251-8198-9765-432152998224")
    com_ele = replace(caso(), demanda_id=parecido)
    assert f"- {parecido}: " in compor(perfil([com_ele], PAR))[0]


def test_sem_casos_nao_ha_dossie() -> None:
    vazio = perfil([], PAR)
    assert compor(vazio) == ("", [])
    assert (vazio.total_casos, vazio.taxa_resolucao, vazio.prazo_mediano) == (0, 0.0, None)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=40))
def test_a_mediana_contada_e_a_da_lista(valores: list[int]) -> None:
    assert mediana(Counter(valores)) == statistics.median(valores)


def test_mediana_de_nada_e_desconhecida() -> None:
    assert mediana({}) is None


nomes = st.lists(st.text(min_size=1, max_size=150).map(lambda t: nome(t, 60)).filter(bool), max_size=6, unique=True)
gargalos = st.lists(st.text(min_size=1, max_size=300).map(lambda t: nome(t, 120)).filter(bool), max_size=6, unique=True)
casos = st.lists(
    st.builds(
        caso,
        st.integers(0, 60),
        dias=st.none() | st.integers(0, 4000),
        desfecho=st.sampled_from(["concluida", "encerrada_sem_conclusao"]),
        canais=nomes,
        orgaos=nomes,
        documentos=nomes,
        gargalos=gargalos,
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda c: c.demanda_id,
)


@given(casos, st.randoms(use_true_random=False))
def test_os_mesmos_casos_em_qualquer_ordem_dao_os_mesmos_caracteres_dentro_do_teto(
    lista: list[Caso], sorteio: random.Random
) -> None:
    texto, referencias = compor(perfil(lista, PAR))
    assert (texto, referencias) == compor(perfil(sorteio.sample(lista, len(lista)), PAR))
    assert len(texto) <= MAXIMO
    assert len(referencias) <= LISTADOS
    fora = len(lista) - len(referencias)
    assert f"({len(referencias)} de {len(lista)}" in texto
    assert (f"{fora} ficaram de fora" in texto) == (fora > 0)
    assert all(f"- {r}: " in texto for r in referencias)


def test_os_maiores_nomes_possiveis_tiram_referencias_mas_nunca_o_corpo() -> None:
    largos = {t: [f"{n:02}" + "x" * (118 if t == "gargalos" else 58) for n in range(20)] for t in FREQUENCIAS}
    texto, referencias = compor(
        perfil([caso(n, dias=10**6, desfecho="encerrada_sem_conclusao", **largos) for n in range(999)], PAR)
    )
    assert len(texto) <= MAXIMO
    assert 0 < len(referencias) < LISTADOS
    assert texto.endswith("não decide.")
