"""Which headers cross the gateway."""

import pytest

from d1a_captura.porta.cabecalhos import Cabecalhos, de_ida, de_volta


def ida(*recebidos: tuple[bytes, bytes]) -> dict[bytes, bytes]:
    return dict(de_ida(recebidos, "203.0.113.9", "c0ffee", "00-aa-bb-01"))


def test_o_endereco_do_cliente_e_o_que_a_porta_viu_e_nada_do_que_ele_escreveu() -> None:
    passam = ida(
        (b"X-Forwarded-For", b"1.2.3.4, 5.6.7.8"),
        (b"x-forwarded-host", b"outro"),
        (b"Forwarded", b"for=1.2.3.4"),
        (b"X-Real-IP", b"1.2.3.4"),
    )
    assert passam[b"x-forwarded-for"] == b"203.0.113.9"
    assert not {b"x-forwarded-host", b"forwarded", b"x-real-ip"} & passam.keys()


def test_rastro_e_correlacao_sao_os_do_pedido_em_curso() -> None:
    passam = ida((b"traceparent", b"00-do-cliente"), (b"X-Correlacao-Id", b"outra"))
    assert (passam[b"traceparent"], passam[b"x-correlacao-id"]) == (b"00-aa-bb-01", b"c0ffee")


def test_identidade_e_conteudo_passam() -> None:
    recebidos: Cabecalhos = [
        (b"authorization", b"Bearer x"),
        (b"x-cidadao-id", b"7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77"),
        (b"content-type", b"application/json"),
        (b"content-length", b"2"),
        (b"accept-encoding", b"gzip"),
    ]
    assert dict(recebidos).items() <= ida(*recebidos).items()


def test_cabecalhos_de_um_salto_nao_passam_nem_os_que_connection_cita() -> None:
    passam = ida(
        (b"Connection", b"keep-alive, X-Segredo"),
        (b"X-Segredo", b"1"),
        (b"Keep-Alive", b"timeout=5"),
        (b"TE", b"trailers"),
        (b"Upgrade", b"websocket"),
        (b"Proxy-Authorization", b"Basic eA=="),
        (b"Expect", b"100-continue"),
        (b"Host", b"porta"),
    )
    assert passam.keys() == {b"accept-encoding", b"x-forwarded-for", b"x-correlacao-id", b"traceparent"}
    assert passam[b"accept-encoding"] == b"identity"


def test_corpo_com_dois_tamanhos_fica_com_um_so() -> None:
    assert b"content-length" not in ida((b"content-length", b"5"), (b"transfer-encoding", b"chunked"))


def test_redirecionamento_para_a_colonia_vira_um_para_a_porta() -> None:
    volta = dict(
        de_volta([(b"Location", b"http://10.0.0.7:8107/api/d7/x"), (b"Server", b"y")], b"http://10.0.0.7:8107")
    )
    assert volta == {b"location": b"/api/d7/x"}
    raiz = dict(de_volta([(b"Location", b"http://10.0.0.7:8107?a=1")], b"http://10.0.0.7:8107"))
    assert raiz == {b"location": b"/?a=1"}


@pytest.mark.parametrize(
    "destino",
    [
        b"https://contas.exemplo/autorizar?redirect_uri=http%3A%2F%2F10.0.0.7%3A8107%2Fx",
        b"/painel?entrou=1",
        b"http://10.0.0.7:81070/x",
        b"http://10.0.0.7:8107.mal.exemplo/x",
        b"http://10.0.0.7:8107@mal.exemplo/x",
        b"http://10.0.0.7:8107//mal.exemplo/x",
    ],
)
def test_redirecionamento_para_outro_lugar_vai_como_veio(destino: bytes) -> None:
    assert dict(de_volta([(b"Location", destino)], b"http://10.0.0.7:8107")) == {b"location": destino}


def test_cabecalhos_repetidos_da_colonia_chegam_todos() -> None:
    volta = de_volta([(b"Set-Cookie", b"a=1"), (b"Set-Cookie", b"b=2"), (b"Date", b"ontem")], b"http://x")
    assert volta == [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
