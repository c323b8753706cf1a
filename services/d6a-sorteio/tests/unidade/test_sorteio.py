"""The draw, against the text of its rule written a second time, naively."""

import hashlib
import hmac
import json
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d6a_sorteio.dominio import sorteio
from d6a_sorteio.dominio.sorteio import embaralhar, resumir, semear
from nucleo.contratos.leitura import pasta_dos_contratos

ULTIMO = UUID("0199C0DE-0000-7000-8000-00000000000A")
INSTANTE = datetime(2026, 11, 30, 12, 0, 0, 1, tzinfo=UTC)


def ingenuo(elegiveis: list[str], semente: bytes) -> list[str]:
    """The rule, read aloud: a stream of blocks, Fisher-Yates downwards, thrown away what would favour somebody."""
    a, fluxo, bloco = list(elegiveis), [], 0

    def proximo() -> int:
        nonlocal bloco
        if not fluxo:
            mensagem = b"fisher-yates" + bloco.to_bytes(8, "big")
            resumo = hmac.new(semente, mensagem, hashlib.sha256).digest()
            fluxo.extend(int.from_bytes(resumo[i : i + 8], "big") for i in (0, 8, 16, 24))
            bloco += 1
        return fluxo.pop(0)

    for j in range(len(a) - 1, 0, -1):
        b = j + 1
        u = proximo()
        while not u < 2**64 - (2**64 % b):
            u = proximo()
        a[j], a[u % b] = a[u % b], a[j]
    return a


@given(
    st.lists(st.uuids().map(str), min_size=1, max_size=60, unique=True).map(sorted), st.binary(min_size=32, max_size=32)
)
def test_a_ordem_e_a_da_regra_e_todos_estao_nela(elegiveis, semente):
    ordem = embaralhar(elegiveis, semente)
    assert ordem == ingenuo(elegiveis, semente)
    assert sorted(ordem) == elegiveis


def test_um_so_elegivel_e_o_sorteado():
    assert embaralhar(["a"], bytes(32)) == ["a"]


def test_a_semente_e_o_hmac_do_instante_com_o_ultimo_id_por_chave():
    chave, mensagem = b"0199c0de-0000-7000-8000-00000000000a", b"2026-11-30T12:00:00.000001Z"
    assert semear(ULTIMO, INSTANTE) == hmac.new(chave, mensagem, hashlib.sha256).digest()


def test_o_instante_da_semente_e_em_utc_e_tem_sempre_seis_casas():
    redondo = datetime(2026, 11, 30, 9, 0, tzinfo=timezone(timedelta(hours=-3)))
    esperada = hmac.new(str(ULTIMO).encode(), b"2026-11-30T12:00:00.000000Z", hashlib.sha256).digest()
    assert semear(ULTIMO, redondo) == esperada


def test_o_hash_da_lista_e_o_dos_ids_unidos_por_quebra_de_linha():
    assert resumir("a\nb") == hashlib.sha256(b"a\nb").hexdigest()


@pytest.mark.parametrize("n", [3, 5, 6, 7])
def test_o_inteiro_que_favoreceria_alguem_e_jogado_fora(monkeypatch, n):
    """The last incomplete interval: 2**64 - 1 would give one more chance to the first places."""
    fluxo = iter([2**64 - 1, 2**64 - (2**64 % n), 2**64 - (2**64 % n) - 1, *range(n)])
    monkeypatch.setattr(sorteio, "_inteiros", lambda _: fluxo)
    nomes = [str(i) for i in range(n)]
    ordem = embaralhar(nomes, b"")
    assert ordem[-1] == nomes[(2**64 - (2**64 % n) - 1) % n] == str(n - 1)


def test_sortear_muitas_vezes_da_a_cada_um_a_mesma_chance():
    """Chi-square of 20,000 draws over ten people, with a fixed seed: below the 99.9 % quantile of 9 degrees."""
    pessoas = [f"p{i}" for i in range(10)]
    vezes = Counter(embaralhar(pessoas, hashlib.sha256(n.to_bytes(8, "big")).digest())[0] for n in range(20_000))
    assert sum((vezes[p] - 2_000) ** 2 / 2_000 for p in pessoas) < 27.88


def test_cada_lugar_da_ordem_tambem_e_de_todos_por_igual():
    pessoas = [f"p{i}" for i in range(6)]
    ordens = [embaralhar(pessoas, hashlib.sha256(b"x" + n.to_bytes(8, "big")).digest()) for n in range(6_000)]
    for lugar in range(6):
        vezes = Counter(ordem[lugar] for ordem in ordens)
        assert sum((vezes[p] - 1_000) ** 2 / 1_000 for p in pessoas) < 20.52  # 5 degrees


VETORES = json.loads((pasta_dos_contratos() / "sorteio.comprometido" / "vetores.json").read_text("utf-8"))


def eleitores(entrada: dict[str, Any]) -> list[str]:
    regra = entrada.get("elegiveis_por_regra")
    if regra is None:
        return entrada["elegiveis"]
    return [f"{regra['prefixo']}{n:012x}" for n in range(regra["de"], regra["ate"] + 1)]


@pytest.mark.parametrize("vetor", VETORES["sorteios"], ids=lambda vetor: vetor["nome"])
def test_os_vetores_publicados_dao_o_mesmo_resultado(vetor):
    pulso, esperado, elegiveis = vetor["entrada"]["pulso"], vetor["saida"], eleitores(vetor["entrada"])
    semente = semear(UUID(pulso["event_ids"][-1]), datetime.fromisoformat(pulso["timestamp"]))
    ordem = embaralhar(elegiveis, semente)
    assert VETORES["metodo"] == sorteio.METODO
    assert resumir("\n".join(elegiveis)) == esperado["hash_lista"]
    assert (semente.hex(), ordem[0]) == (esperado["seed_publico"], esperado["sorteado"])
    assert (
        ordem == esperado["ordem"] if "ordem" in esperado else resumir("\n".join(ordem)) == esperado["sha256_da_ordem"]
    )


@pytest.mark.parametrize("vetor", VETORES["embaralhamentos"], ids=lambda vetor: vetor["nome"])
def test_os_vetores_em_que_inteiros_sao_jogados_fora(vetor, monkeypatch):
    monkeypatch.setattr(sorteio, "_inteiros", lambda _: map(int, vetor["inteiros"]))
    assert embaralhar(vetor["elegiveis"], b"") == vetor["ordem"]
