"""The client's address comes from trusted hops, never from what the client wrote."""

from ipaddress import ip_address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nucleo import Colonia, Config
from nucleo.endereco import DESCONHECIDO, endereco_do_cliente, origem
from nucleo.processo import _servidor

PAR = "203.0.113.9"


def escopo(*encaminhado: str, par: str | None = PAR) -> dict[str, Any]:
    return {
        "client": (par, 50000) if par else None,
        "headers": [(b"host", b"c"), *((b"x-forwarded-for", valor.encode()) for valor in encaminhado)],
    }


@pytest.mark.parametrize(
    ("encaminhado", "saltos", "esperado"),
    [
        ((), 0, PAR),
        (("1.1.1.1",), 0, PAR),
        (("1.1.1.1, 2.2.2.2",), 0, PAR),
        ((), 1, PAR),
        (("1.1.1.1",), 1, "1.1.1.1"),
        (("9.9.9.9, 1.1.1.1",), 1, "1.1.1.1"),
        (("9.9.9.9", "1.1.1.1"), 1, "1.1.1.1"),
        (("9.9.9.9, 1.1.1.1, 2.2.2.2",), 2, "1.1.1.1"),
        (("9.9.9.9", "1.1.1.1, 2.2.2.2"), 2, "1.1.1.1"),
        (("2.2.2.2",), 2, PAR),
        (("1.1.1.1,",), 1, PAR),
        (("desconhecido",), 1, PAR),
        (("9.9.9.9, _oculto",), 1, PAR),
        (("1.1.1.1:4711",), 1, "1.1.1.1"),
        (("[2001:db8::1]:4711",), 1, "2001:db8::1"),
        (("[2001:db8::1]",), 1, "2001:db8::1"),
        (('"[2001:db8::1]:80"',), 1, "2001:db8::1"),
        (("2001:DB8:0:0::1",), 1, "2001:db8::1"),
        (("fe80::1%eth0",), 1, "fe80::1"),
        (("::ffff:1.1.1.1",), 1, "1.1.1.1"),
        (("1.1.1.1.1",), 1, PAR),
        (("1.1.1.256",), 1, PAR),
        (("[::1",), 1, "::1"),
    ],
)
def test_so_a_entrada_do_proxy_confiavel_vale(encaminhado: tuple[str, ...], saltos: int, esperado: str) -> None:
    assert endereco_do_cliente(escopo(*encaminhado), saltos) == esperado


def test_sem_par_ha_uma_so_origem_desconhecida() -> None:
    assert endereco_do_cliente(escopo(par=None), 0) == DESCONHECIDO
    assert endereco_do_cliente(escopo(par="/run/c.sock"), 0) == DESCONHECIDO
    assert origem(DESCONHECIDO) == DESCONHECIDO


def test_um_assinante_ipv6_e_um_so_cliente_ainda_que_troque_de_endereco() -> None:
    assert origem("2001:db8:1:2::1") == origem("2001:db8:1:2:ffff:ffff:ffff:ffff") == "2001:db8:1:2::/64"
    assert origem("2001:db8:1:3::1") != origem("2001:db8:1:2::1")
    assert origem("1.1.1.1") == "1.1.1.1"


def test_o_servidor_nao_reescreve_o_par_a_partir_do_cabecalho() -> None:
    servidor = _servidor(Colonia("D-4", nome="d4-ranking", porta=9000), Config(banco_url="postgresql://x@127.0.0.1/x"))
    assert servidor.config.proxy_headers is False


@given(st.lists(st.text(max_size=30).filter(lambda t: t.isprintable()), max_size=3), st.integers(0, 4))
def test_qualquer_cabecalho_da_um_endereco(encaminhado: list[str], saltos: int) -> None:
    endereco = endereco_do_cliente(escopo(*encaminhado), saltos)
    assert str(ip_address(endereco)) == endereco
    assert origem(endereco)


@given(st.lists(st.ip_addresses().map(str), max_size=6), st.ip_addresses(v=4).map(str), st.integers(0, 3))
def test_o_que_o_cliente_escreve_a_esquerda_nunca_muda_o_resultado(
    forjado: list[str], verdadeiro: str, saltos: int
) -> None:
    dos_proxies = [verdadeiro, *["10.0.0.1"] * (saltos - 1)] if saltos else []
    honesto = endereco_do_cliente(escopo(", ".join(dos_proxies)), saltos)
    assert endereco_do_cliente(escopo(", ".join([*forjado, *dos_proxies])), saltos) == honesto
    assert honesto == (verdadeiro if saltos else PAR)
