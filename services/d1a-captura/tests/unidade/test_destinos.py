"""Which colony answers for a path, and which paths are refused."""

import re

import pytest

from d1a_captura.porta.destinos import CaminhoDeColonia, alvo, colonia_de

COLONIAS = dict.fromkeys(("d1a-captura", "d1b-normalizacao", "d7-transparencia", "n0a-barramento", "n0b-registro"))


@pytest.mark.parametrize(
    ("caminho", "esperada"),
    [
        ("d7/timeline/1", "d7-transparencia"),
        ("d7", "d7-transparencia"),
        ("d1b/revisao", "d1b-normalizacao"),
        ("events", "n0a-barramento"),
        ("events/trace/1", "n0a-barramento"),
        ("registro/tipos", "n0b-registro"),
        ("taxonomia", "d3-categorizacao"),
        ("d1a/demandas", None),
        ("d99/x", None),
    ],
)
def test_o_primeiro_trecho_diz_a_colonia_e_a_propria_nunca_e_destino(caminho: str, esperada: str | None) -> None:
    assert colonia_de(caminho, COLONIAS) == esperada


@pytest.mark.parametrize("caminho", ["demandas", "demandas/1", "assistencia/texto", "eventsx", "D7/x", "dx7/y", ""])
def test_o_que_nao_tem_nome_de_colonia_fica_com_a_porta(caminho: str) -> None:
    assert not re.fullmatch(CaminhoDeColonia.regex, caminho)


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
