"""Which colony answers for a path, and which paths are refused."""

import re

import pytest

from d1a_captura.porta.destinos import TAXAS, CaminhoDeColonia, alvo, colonia_de, nome_publico

COLONIAS = dict.fromkeys(
    ("d1a-captura", "d1b-normalizacao", "d6a-sorteio", "d6b-relatoria", "d7-transparencia", "d24-caminhos")
)


@pytest.mark.parametrize(
    ("caminho", "esperada"),
    [
        ("api/d7/timeline/1", "d7-transparencia"),
        ("api/d7", "d7-transparencia"),
        ("api/d1b/revisao", "d1b-normalizacao"),
        ("api/d24/rebuild", "d24-caminhos"),
        ("api/events", "n0a-barramento"),
        ("api/events/trace/1", "n0a-barramento"),
        ("api/registro/tipos", "n0b-registro"),
        ("api/taxonomia", "d3-categorizacao"),
        ("api/sessao/entrar/google", "c1-cidadaos"),
        ("api/perfil", "c1-cidadaos"),
        (".well-known/jwks.json", "c1-cidadaos"),
        ("d6a/conselheiros/me/situacao", "d6a-sorteio"),
        ("d6b/demandas/1/desistir", "d6b-relatoria"),
        ("api/d1a/demandas", None),
        ("api/d99/x", None),
    ],
)
def test_o_primeiro_nome_diz_a_colonia_e_a_propria_nunca_e_destino(caminho: str, esperada: str | None) -> None:
    assert re.fullmatch(CaminhoDeColonia.regex, caminho)
    assert colonia_de(nome_publico(caminho), COLONIAS) == esperada


@pytest.mark.parametrize(
    "caminho",
    [
        "api/demandas",
        "api/demandas/1",
        "api/demandas/1/recusas",
        "api/conselheiros",
        "api/assistencia/texto",
        "api/eventsx",
        "api/perfilx",
        "api/D7/x",
        "api/dx7/y",
        "api/",
        "",
        "d7/operacao/dlq",
        "d6/x",
        "d6ax",
        "metrics",
        "operacao/dlq",
        "saude/pronta",
        ".well-known/jwks.json/x",
        ".well-known/openid-configuration",
        "api/.well-known/jwks.json",
        "xwell-known/jwks.json",
    ],
)
def test_o_que_nao_tem_nome_de_colonia_fica_com_a_porta(caminho: str) -> None:
    assert not re.fullmatch(CaminhoDeColonia.regex, caminho)


def test_cada_taxa_e_de_um_nome_que_leva_a_alguma_colonia() -> None:
    todas = dict.fromkeys(("c1-cidadaos", "d5-agenda", "d6a-sorteio", "d6b-relatoria", "d24-caminhos"))
    assert all(colonia_de(nome, todas) for nome in TAXAS)


@pytest.mark.parametrize(
    "caminho",
    [
        b"/api/d7/../../operacao/dlq",
        b"/api/d7/..",
        b"/api/d7/.",
        b"/api/d7/./x",
        b"/api/d7/%2e%2e/operacao",
        b"/api/d7/%2E./operacao",
        b"/api/d7/.%2e",
        b"/api/d7/..%2foperacao",
        b"/api/d7/a%2Fb",
        b"/api/d7/a%5cb",
        b"/api/d7/a\\b",
        b"/api/d7//operacao",
        b"/api/d7/%00",
        b"/api/d7/%0d%0aHost:%20x",
        b"/api/d7/%zz",
        b"/api/d7/%",
        b"/api/d7/a b",
        b"/api/d7/\xc3\xa1gua",
        b"/api/d7/a#b",
    ],
)
def test_caminho_que_la_poderia_ser_outro_e_recusado(caminho: bytes) -> None:
    assert alvo(caminho, b"") is None


@pytest.mark.parametrize(
    "caminho",
    [b"/api/d7/timeline/019c", b"/api/d7/%C3%81gua", b"/api/d7/a..b", b"/api/d7/...", b"/api/d7/", b"/api/d7/x:y@z"],
)
def test_caminho_comum_passa_como_veio(caminho: bytes) -> None:
    assert alvo(caminho, b"") == caminho
    assert alvo(caminho, b"a=%2F..&b=1") == caminho + b"?a=%2F..&b=1"


@pytest.mark.parametrize("consulta", [b"a=b c", b"a=\r\nHost: x", b"a=\xff", b"\x00"])
def test_consulta_com_caracteres_de_controle_e_recusada(consulta: bytes) -> None:
    assert alvo(b"/api/d7/x", consulta) is None
