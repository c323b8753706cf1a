"""Where a citizen may be sent: an open redirection lends our name to whoever writes the link."""

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from c1_cidadaos.dominio.enderecos import com_erro, e_loopback, e_origem, origem, pode_voltar

ORIGENS = {"https://formigueiro.exemplo.org", "http://127.0.0.1:8080"}


@pytest.mark.parametrize(
    "retorno",
    [
        "/",
        "/mapa?lat=-23.55&lng=-46.63#topo",
        "https://formigueiro.exemplo.org",
        "https://formigueiro.exemplo.org/perfil?a=//mau.exemplo",
        "https://FORMIGUEIRO.exemplo.org:443/",
        "http://127.0.0.1:8080/x",
    ],
)
def test_volta_se_a_uma_pagina_deste_sistema(retorno: str) -> None:
    assert pode_voltar(retorno, ORIGENS)


@pytest.mark.parametrize(
    "retorno",
    [
        "",
        "pagina",
        "//mau.exemplo",
        "///mau.exemplo",
        "/\\mau.exemplo",
        "\\\\mau.exemplo",
        "/\t/mau.exemplo",
        "/\n/mau.exemplo",
        " //mau.exemplo",
        "\x00https://formigueiro.exemplo.org",
        "https:mau.exemplo",
        "https:/mau.exemplo",
        "https:///mau.exemplo",
        "https://mau.exemplo",
        "http://formigueiro.exemplo.org",
        "https://formigueiro.exemplo.org.mau.exemplo",
        "https://formigueiro.exemplo.org@mau.exemplo",
        "https://a:b@formigueiro.exemplo.org",
        "https://mau.exemplo\\@formigueiro.exemplo.org",
        "https://formigueiro.exemplo.org:8443/",
        "https://formigueiro.exemplo.org:x/",
        "https://[::1",
        "javascript:alert(1)//https://formigueiro.exemplo.org",
        "data:text/html,x",
        "ftp://formigueiro.exemplo.org",
    ],
)
def test_nao_se_volta_a_outro_lugar(retorno: str) -> None:
    assert not pode_voltar(retorno, ORIGENS)


@given(st.text(max_size=40) | st.text("/\\@:.?#htpsmau\t\n%2f", max_size=30))
@example("/ /mau.exemplo")
def test_o_que_passa_e_um_caminho_ou_uma_origem_permitida(retorno: str) -> None:
    if pode_voltar(retorno, ORIGENS):
        partes = urlsplit(retorno)
        assert (not partes.netloc and not partes.scheme and retorno[0] == "/") or origem(retorno) in ORIGENS


@pytest.mark.parametrize("texto", ["https://a.org", "http://127.0.0.1:8080", "https://[::1]:8443"])
def test_uma_origem_e_esquema_nome_e_porta(texto: str) -> None:
    assert e_origem(texto)


@pytest.mark.parametrize(
    "texto", ["https://a.org/", "https://A.org", "https://a.org:443", "a.org", "", "https://a.org?"]
)
def test_o_resto_nao_e_uma_origem(texto: str) -> None:
    assert not e_origem(texto)


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://127.0.0.1:9400", True),
        ("https://127.9.9.9", True),
        ("https://localhost", True),
        ("https://emissor.localhost:1", True),
        ("https://[::1]:9400", True),
        ("https://0.0.0.0", True),
        ("https://accounts.google.com", False),
        ("https://localhost.exemplo.org", False),
    ],
)
def test_loopback_e_esta_maquina(url: str, loopback: bool) -> None:
    assert e_loopback(url) is loopback


def test_o_erro_vai_para_a_consulta_sem_tirar_o_que_havia() -> None:
    assert com_erro("/a?x=1&y=#z", "recusada") == "/a?x=1&y=&erro=recusada#z"
    assert com_erro("https://a.org", "recusada") == "https://a.org?erro=recusada"
