"""The audit's own draw gives what the published vectors say."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import chain, islice
from typing import Any

import pytest

from formigueiro.auditar.sorteio.sorte import METODO, abaixo_de, embaralhar, hash_da_lista, inteiros, seed
from nucleo.contratos.leitura import pasta_dos_contratos

VETORES = json.loads((pasta_dos_contratos() / "sorteio.comprometido/vetores.json").read_text("utf-8"))


def dos(parte: str) -> Any:
    """One test a vector of a part of the file, by its name."""
    return pytest.mark.parametrize("vetor", VETORES[parte], ids=lambda vetor: vetor["nome"])


def contados(vetor: dict[str, Any]) -> tuple[list[int], Iterator[int]]:
    """A stream and the list of what is taken from it."""
    tirados: list[int] = []

    def fluxo() -> Iterator[int]:
        for u in map(int, vetor["inteiros"]) if "inteiros" in vetor else inteiros(vetor["seed_publico"]):
            tirados.append(u)
            yield u

    return tirados, fluxo()


def elegiveis_de(entrada: dict[str, Any]) -> list[str]:
    if "elegiveis" in entrada:
        return list(entrada["elegiveis"])
    regra = entrada["elegiveis_por_regra"]
    return [f"{regra['prefixo']}{n:012x}" for n in range(regra["de"], regra["ate"] + 1)]


@dos("sorteios")
def test_sorteio_inteiro(vetor: dict[str, Any]) -> None:
    entrada, saida = vetor["entrada"], vetor["saida"]
    elegiveis, pulso = elegiveis_de(entrada), entrada["pulso"]
    assert entrada["comprometido_event_id"] in pulso["event_ids"]
    assert elegiveis == sorted(elegiveis)
    semente = seed(pulso["event_ids"][-1], datetime.fromisoformat(pulso["timestamp"]))
    ordem = embaralhar(elegiveis, inteiros(semente))
    feito = {
        "hash_lista": hash_da_lista(elegiveis),
        "total_elegiveis": len(elegiveis),
        "seed_publico": semente,
        "inteiros": [str(u) for u in islice(inteiros(semente), 8)],
        "sorteado": ordem[0],
    }
    ordem_dita = {"ordem": ordem} if "ordem" in saida else {"sha256_da_ordem": hash_da_lista(ordem)}
    assert feito | ordem_dita == saida


@dos("recusas")
def test_recusa_de_inteiros(vetor: dict[str, Any]) -> None:
    tirados, fluxo = contados(vetor)
    assert [str(abaixo_de(int(limite), fluxo)) for limite in vetor["limites"]] == vetor["resultados"]
    assert len(tirados) == len(vetor["limites"]) + vetor["recusados"]


@dos("embaralhamentos")
def test_embaralhamento_com_recusas(vetor: dict[str, Any]) -> None:
    tirados, fluxo = contados(vetor)
    assert embaralhar(vetor["elegiveis"], fluxo) == vetor["ordem"]
    assert len(tirados) == len(vetor["elegiveis"]) - 1 + vetor["recusados"]


def test_os_vetores_cobrem_o_que_se_prometeu() -> None:
    tamanhos = {vetor["saida"]["total_elegiveis"] for vetor in VETORES["sorteios"]}
    assert tamanhos >= {1, 2, 3, 7, 10, 1000}
    assert len(list(chain.from_iterable(parte for parte in VETORES.values() if isinstance(parte, list)))) >= 12
    assert any(vetor["recusados"] for vetor in VETORES["recusas"])
    assert VETORES["metodo"] == METODO


def test_o_instante_do_pulso_e_lido_em_utc_qualquer_que_seja_o_fuso_de_quem_le() -> None:
    instante = datetime(2026, 3, 14, 12, 0, 0, tzinfo=UTC)
    assert seed("x", instante) == seed("x", instante.astimezone(timezone(timedelta(hours=-3))))
