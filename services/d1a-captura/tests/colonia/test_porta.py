"""The gateway before real servers on the loopback."""

import asyncio
import hashlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Literal
from uuid import UUID, uuid4

import httpx
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from d1a_captura.colonia import colonia
from nucleo.aplicacao import montar
from nucleo.eventos import CidadaoCadastrado
from nucleo.testes import Bancada, exemplo
from nucleo.testes.bancada import FabricaDeBancadas

CIDADA = "7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77"
App = Callable[[Scope, Receive, Send], Awaitable[None]]


async def eco(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with what was asked."""
    corpo = b""
    while True:
        mensagem = await receive()
        corpo += mensagem.get("body", b"")
        if not mensagem.get("more_body"):
            break
    visto = {
        "metodo": scope["method"],
        "alvo": scope["raw_path"].decode() + ("?" + scope["query_string"].decode() if scope["query_string"] else ""),
        "cabecalhos": [[n.decode(), v.decode("latin-1")] for n, v in scope["headers"]],
        "tamanho": len(corpo),
        "resumo": hashlib.sha256(corpo).hexdigest(),
    }
    await responder(send, 200, json.dumps(visto).encode(), (b"content-type", b"application/json"))


async def responder(send: Send, status: int, corpo: bytes, *cabecalhos: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(cabecalhos)})
    await send({"type": "http.response.body", "body": corpo})


def porta_livre() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@asynccontextmanager
async def servindo(app: Any, lifespan: Literal["on", "off"] = "off") -> AsyncIterator[str]:
    porta = porta_livre()
    servidor = uvicorn.Server(uvicorn.Config(app, port=porta, log_config=None, lifespan=lifespan))
    tarefa = asyncio.create_task(servidor.serve())
    while not servidor.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{porta}"
    finally:
        servidor.should_exit = True
        await tarefa


@asynccontextmanager
async def porta_para(bancada: FabricaDeBancadas, app: App = eco, **ajustes: Any) -> AsyncIterator[Bancada]:
    async with servindo(app) as base, bancada(colonia, enderecos={"d7-transparencia": base}, **ajustes) as b:
        yield b


def cabecalhos(r: httpx.Response) -> dict[str, str]:
    return dict(r.json()["cabecalhos"])


async def test_o_pedido_passa_como_veio_e_a_resposta_volta_como_foi(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada) as b:
        r = await b.http.get("/api/d7/timeline/%C3%81gua?a=1&b=%2F..&b=2", headers={"X-Cidadao-Id": CIDADA})
        assert r.status_code == 200
        assert r.json()["alvo"] == "/api/d7/timeline/%C3%81gua?a=1&b=%2F..&b=2"
        assert cabecalhos(r)["x-cidadao-id"] == CIDADA
        for metodo in ("POST", "PUT", "PATCH", "DELETE"):
            r = await b.http.request(metodo, "/api/d7/x", content=b"corpo", headers={"Authorization": "Bearer t"})
            assert (r.json()["metodo"], r.json()["tamanho"]) == (metodo, 5)
            assert cabecalhos(r)["authorization"] == "Bearer t"
        assert (await b.http.head("/api/d7/x")).status_code == 200


async def test_cabecalhos_forjados_nao_chegam_a_colonia(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada) as b:
        forjados = {
            "X-Forwarded-For": "198.51.100.7, 10.0.0.1",
            "Forwarded": "for=198.51.100.7",
            "X-Real-IP": "198.51.100.7",
            "X-Forwarded-Host": "mal.exemplo",
            "Connection": "close, X-Some",
            "X-Some": "1",
            "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
            "X-Correlacao-Id": "0199c0de-0000-7000-8000-00000000c0de",
        }
        r = await b.http.get("/api/d7/x", headers=forjados)
        vistos = cabecalhos(r)
        assert vistos["x-forwarded-for"] == "127.0.0.1"
        assert not {"forwarded", "x-real-ip", "x-forwarded-host", "x-some"} & vistos.keys()
        assert vistos["host"].startswith("127.0.0.1:")
        assert vistos["traceparent"].startswith("00-0af7651916cd43dd8448eb211c80319c-")
        assert vistos["x-correlacao-id"] == r.headers["x-correlacao-id"] == forjados["X-Correlacao-Id"]
        assert len(r.headers.get_list("x-correlacao-id")) == 1


async def test_atras_de_um_proxy_confiavel_o_endereco_e_o_do_cliente(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada, saltos_confiaveis=1) as b:
        r = await b.http.get("/api/d7/x", headers={"X-Forwarded-For": "1.1.1.1, 203.0.113.9"})
        assert cabecalhos(r)["x-forwarded-for"] == "203.0.113.9"


async def test_corpos_grandes_passam_em_pedacos_e_os_grandes_demais_sao_413(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada, corpo_maximo_bytes=300_000) as b:
        corpo = b"0123456789abcdef" * 16_000
        r = await b.http.post("/api/d7/x", content=corpo)
        assert (r.json()["tamanho"], r.json()["resumo"]) == (len(corpo), hashlib.sha256(corpo).hexdigest())
        assert cabecalhos(r)["content-length"] == str(len(corpo))

        async def sem_tamanho(vezes: int) -> AsyncIterator[bytes]:
            for _ in range(vezes):
                yield b"x" * 1000

        r = await b.http.post("/api/d7/x", content=sem_tamanho(100))
        assert (r.json()["tamanho"], cabecalhos(r)["transfer-encoding"]) == (100_000, "chunked")
        assert (await b.http.post("/api/d7/x", content=b"x" * 300_001)).status_code == 413
        assert (await b.http.post("/api/d7/x", content=sem_tamanho(400))).status_code == 413


async def test_resposta_comprimida_passa_sem_ser_aberta(bancada: FabricaDeBancadas) -> None:
    async def comprimida(scope: Scope, _: Receive, send: Send) -> None:
        aceita = dict(scope["headers"])[b"accept-encoding"]
        await responder(send, 200, b"nao sou gzip", (b"content-encoding", b"gzip"), (b"x-aceita", aceita))

    async with (
        porta_para(bancada, comprimida) as b,
        b.http.stream("GET", "/api/d7/x", headers={"Accept-Encoding": "br"}) as r,
    ):
        assert b"".join([parte async for parte in r.aiter_raw()]) == b"nao sou gzip"
        assert (r.headers["content-encoding"], r.headers["x-aceita"]) == ("gzip", "br")


async def test_redirecionamento_nao_e_seguido_nem_mostra_o_endereco_interno(bancada: FabricaDeBancadas) -> None:
    async def manda_embora(scope: Scope, _: Receive, send: Send) -> None:
        host = dict(scope["headers"])[b"host"]
        await responder(send, 307, b"", (b"location", b"http://" + host + b"/api/d7/x/"))

    async with porta_para(bancada, manda_embora) as b:
        r = await b.http.get("/api/d7/x")
        assert (r.status_code, r.headers["location"]) == (307, "/api/d7/x/")


async def test_o_login_passa_com_os_seus_redirecionamentos_e_cookies(bancada: FabricaDeBancadas) -> None:
    """The code flow of C-1: out to who authenticates, and back with the code, the state and the cookie."""
    emissor = b"https://contas.exemplo/autorizar?state=abc&redirect_uri=https%3A%2F%2Fporta.exemplo%2Fapi%2Fsessao"

    async def c1(scope: Scope, _: Receive, send: Send) -> None:
        if scope["path"].startswith("/api/sessao/entrar/"):
            cookie = b"fluxo=segredo; Path=/api/sessao; HttpOnly; Secure; SameSite=Lax; Max-Age=600"
            await responder(send, 302, b"", (b"location", emissor), (b"set-cookie", cookie))
            return
        assert dict(scope["headers"])[b"cookie"] == b"fluxo=segredo"
        assert scope["query_string"] == b"code=x%2Fy&state=abc"
        apagado, renovacao = b"fluxo=; Path=/api/sessao; Max-Age=0", b"renovacao=r; Path=/api/sessao; HttpOnly"
        host = dict(scope["headers"])[b"host"]
        volta = (b"location", b"http://" + host + b"/painel?entrou=1")
        await responder(send, 303, b"", volta, (b"set-cookie", apagado), (b"set-cookie", renovacao))

    async with servindo(c1) as base, bancada(colonia, enderecos={"c1-cidadaos": base}) as b:
        ida = await b.http.get("/api/sessao/entrar/google?retorno=/painel")
        assert (ida.status_code, ida.headers["location"]) == (302, emissor.decode())
        assert ida.headers["set-cookie"].startswith("fluxo=segredo; Path=/api/sessao; HttpOnly; Secure")
        b.http.cookies.clear()
        volta = await b.http.get("/api/sessao/retorno?code=x%2Fy&state=abc", headers={"Cookie": "fluxo=segredo"})
        assert (volta.status_code, volta.headers["location"]) == (303, "/painel?entrou=1")
        assert [c.partition("=")[0] for c in volta.headers.get_list("set-cookie")] == ["fluxo", "renovacao"]


async def test_as_colonias_do_ciclo_respondem_cada_uma_sob_o_seu_nome(bancada: FabricaDeBancadas) -> None:
    caminhos = {
        "c1-cidadaos": ["/api/sessao/emissores", "/api/perfil", "/api/c1/cidadaos/1/papeis", "/.well-known/jwks.json"],
        "d5-agenda": ["/api/d5/backlog/1"],
        "d6a-sorteio": ["/d6a/conselheiros/me/situacao"],
        "d6b-relatoria": ["/d6b/demandas/1/desistir", "/d6b/sugerir-estruturacao"],
        "d24-caminhos": ["/api/d24/rebuild"],
    }

    def dizer(nome: str) -> App:
        async def responde(_: Scope, __: Receive, send: Send) -> None:
            await responder(send, 200, nome.encode())

        return responde

    async with AsyncExitStack() as pilha:
        enderecos = {nome: await pilha.enter_async_context(servindo(dizer(nome))) for nome in caminhos}
        b = await pilha.enter_async_context(bancada(colonia, enderecos=enderecos))
        for nome, seus in caminhos.items():
            for caminho in seus:
                assert (await b.http.post(caminho)).text == nome


async def test_cada_nome_tem_a_sua_taxa_por_cliente(bancada: FabricaDeBancadas) -> None:
    async with (
        servindo(eco) as base,
        bancada(colonia, enderecos={"d24-caminhos": base, "d5-agenda": base}, saltos_confiaveis=1) as b,
    ):
        um, outro = ({"X-Forwarded-For": f"203.0.113.{n}"} for n in (1, 2))
        codigos = [(await b.http.post("/api/d24/rebuild", headers=um)).status_code for _ in range(11)]
        assert codigos == [200] * 10 + [429]
        assert (await b.http.post("/api/d24/rebuild", headers=outro)).status_code == 200
        assert (await b.http.get("/api/d5/backlog/1", headers=um)).status_code == 200


async def test_o_id_de_uma_conta_nao_passa_a_porta_sem_token(bancada: FabricaDeBancadas) -> None:
    """Whatever the colony behind: D-3 takes contestations of anonymous citizens."""
    contestar, anonimo = "/api/d3/demandas/1/contestacoes", {"X-Cidadao-Id": CIDADA}
    enderecos = ("d3-categorizacao", "c1-cidadaos")
    async with servindo(eco) as base, bancada(colonia, enderecos=dict.fromkeys(enderecos, base)) as b:
        assert (await b.http.post(contestar, headers=anonimo)).status_code == 200
        await b.entregar(exemplo(CidadaoCadastrado, cidadao_id=UUID(CIDADA)))
        r = await b.http.post(contestar, headers=anonimo)
        assert (r.status_code, r.json()["type"]) == (401, "urn:formigueiro:erro:login-necessario")
        for cabecalhos in ({}, anonimo | {"Authorization": "Bearer x"}, {"X-Cidadao-Id": "ilegível".encode()}):
            assert (await b.http.post(contestar, headers=cabecalhos)).status_code == 200
        assert (
            await b.http.get("/api/sessao/entrar/google", headers=anonimo)
        ).status_code == 200  # a device enters again
        respostas = await asyncio.gather(
            *(b.http.post(contestar, headers={"X-Cidadao-Id": quem}) for quem in [CIDADA, str(uuid4())] * 10)
        )
        assert [r.status_code for r in respostas] == [401, 200] * 10


async def test_erros_da_colonia_chegam_como_ela_os_disse(bancada: FabricaDeBancadas) -> None:
    async def recusa(_: Scope, __: Receive, send: Send) -> None:
        await responder(
            send, 429, b'{"type":"urn:x"}', (b"content-type", b"application/problem+json"), (b"retry-after", b"7")
        )

    async with porta_para(bancada, recusa) as b:
        r = await b.http.get("/api/d7/x")
        assert (r.status_code, r.headers["retry-after"], r.json()) == (429, "7", {"type": "urn:x"})


async def test_colonia_ausente_e_503_com_quando_voltar(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, enderecos={"d7-transparencia": f"http://127.0.0.1:{porta_livre()}"}) as b:
        for caminho in ("/api/d7/x", "/api/taxonomia"):  # one that does not answer, one that nobody named
            r = await b.http.get(caminho)
            assert (r.status_code, r.json()["type"]) == (503, "urn:formigueiro:erro:colonia-ausente")
            assert r.headers["retry-after"] == "5"
            assert r.headers["content-type"] == "application/problem+json"


async def test_colonia_lenta_e_504(bancada: FabricaDeBancadas) -> None:
    solta = asyncio.Event()

    async def lenta(_: Scope, __: Receive, send: Send) -> None:
        await solta.wait()
        await responder(send, 200, b"")

    async with porta_para(bancada, lenta, porta_espera_s=0.2) as b:
        r = await b.http.get("/api/d7/x")
        assert (r.status_code, r.json()["type"]) == (504, "urn:formigueiro:erro:espera-esgotada")
        solta.set()


async def test_colonia_que_desliga_sem_responder_e_502(bancada: FabricaDeBancadas) -> None:
    async def desligar(_: asyncio.StreamReader, escrita: asyncio.StreamWriter) -> None:
        escrita.close()

    servidor = await asyncio.start_server(desligar, "127.0.0.1", 0)
    base = f"http://127.0.0.1:{servidor.sockets[0].getsockname()[1]}"
    async with servidor, bancada(colonia, enderecos={"d7-transparencia": base}) as b:
        r = await b.http.get("/api/d7/x")
        assert (r.status_code, r.json()["type"]) == (502, "urn:formigueiro:erro:resposta-interrompida")


async def test_operacao_metricas_e_saude_das_colonias_nao_tem_caminho(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada) as b:
        for caminho in ("/d7/operacao/dlq", "/api/operacao/dlq", "/api/metrics", "/d7/metrics", "/api/saude/pronta"):
            assert (await b.http.get(caminho)).status_code == 404
        for caminho in ("/api/d7/%2e%2e/%2e%2e/metrics", "/api/d7/..%2f..%2foperacao/dlq", "/api/d7//metrics"):
            r = await b.http.get(caminho)
            assert (r.status_code, r.json()["campo"]) == (400, "caminho")


async def test_a_porta_nao_pede_a_si_mesma(bancada: FabricaDeBancadas) -> None:
    async with servindo(eco) as base, bancada(colonia, enderecos={"d1a-captura": base}) as b:
        assert (await b.http.get("/api/d1a/demandas")).status_code == 404


async def test_metodos_fora_da_lista_sao_405(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada) as b:
        for metodo in ("TRACE", "OPTIONS", "CONNECT", "PROPFIND"):
            assert (await b.http.request(metodo, "/api/d7/x")).status_code == 405


async def test_ha_um_teto_por_endereco_para_toda_a_porta(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada, teto_por_ip="3/minute") as b:
        codigos = [(await b.http.get(f"/api/d7/{n}")).status_code for n in range(4)]
        assert codigos == [200, 200, 200, 429]
        r = await b.http.get("/api/taxonomia", headers={"X-Forwarded-For": "198.51.100.7"})
        assert r.status_code == 429
        assert (await b.http.get("/api/demandas", headers={"X-Cidadao-Id": CIDADA})).status_code == 429


async def test_por_uma_conexao_de_verdade_nem_pontos_nem_host_levam_a_outro_lugar(
    bancada: FabricaDeBancadas,
) -> None:
    """httpx tidies paths before sending; an attacker does not."""
    async with porta_para(bancada) as b, servindo(montar(colonia, b.viva.config, b.viva)) as base:
        destino = httpx.URL(base)

        async def pedir(linha: bytes) -> tuple[bytes, bytes]:
            leitura, escrita = await asyncio.open_connection(destino.host, destino.port)
            escrita.write(linha + b"\r\nHost: outro.exemplo\r\nConnection: close\r\n\r\n")
            resposta = await leitura.read()
            escrita.close()
            return resposta.split(b" ", 2)[1], resposta.partition(b"\r\n\r\n")[2]

        assert (await pedir(b"GET /api/d7/../../operacao/dlq HTTP/1.1"))[0] == b"400"
        assert (await pedir(b"GET /api/d7/./x HTTP/1.1"))[0] == b"400"
        status, corpo = await pedir(b"GET http://169.254.169.254/api/d7/x HTTP/1.1")
        assert status == b"200"
        assert b'"alvo": "/api/d7/x"' in corpo
        assert b'["host", "127.0.0.1:' in corpo


async def test_resposta_cortada_no_meio_nunca_parece_inteira(bancada: FabricaDeBancadas) -> None:
    async def cortar(leitura: asyncio.StreamReader, escrita: asyncio.StreamWriter) -> None:
        await leitura.readuntil(b"\r\n\r\n")
        escrita.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nmeio")
        escrita.close()

    servidor = await asyncio.start_server(cortar, "127.0.0.1", 0)
    colonia_base = f"http://127.0.0.1:{servidor.sockets[0].getsockname()[1]}"
    async with (
        servidor,
        bancada(colonia, enderecos={"d7-transparencia": colonia_base}) as b,
        servindo(montar(colonia, b.viva.config, b.viva)) as base,
        httpx.AsyncClient(base_url=base) as http,
    ):
        with pytest.raises(httpx.RemoteProtocolError):
            await http.get("/api/d7/x")


async def test_muitos_pedidos_ao_mesmo_tempo_recebem_cada_um_a_sua_resposta(bancada: FabricaDeBancadas) -> None:
    async with porta_para(bancada, porta_ligacoes=4) as b:
        respostas = await asyncio.gather(*(b.http.get(f"/api/d7/{n}") for n in range(40)))
        assert [r.json()["alvo"] for r in respostas] == [f"/api/d7/{n}" for n in range(40)]


async def test_a_demanda_e_aceita_com_o_broker_e_o_registro_ausentes(bancada: FabricaDeBancadas) -> None:
    ausente = f"127.0.0.1:{porta_livre()}"
    relato = {"texto_bruto": "Buraco na rua", "localizacao_bruta": {"lat": -23.55, "lng": -46.63}, "canal": "web"}
    async with bancada(colonia, broker=ausente, registro_url=f"http://{ausente}") as b:
        app = montar(colonia, b.viva.config)
        async with servindo(app, "on") as base, httpx.AsyncClient(base_url=base) as http:
            while "início" in (pronta := (await http.get("/saude/pronta")).json())["motivos"]:
                await asyncio.sleep(0.05)
            r = await http.post("/api/demandas", json=relato, headers={"X-Cidadao-Id": CIDADA})
            assert r.status_code == 201
            while "publicação" not in pronta["motivos"]:
                pronta = (await http.get("/saude/pronta")).json()
        pendentes = await b.consultar("SELECT count(*) AS n FROM saida WHERE publicado_em IS NULL")
        assert pendentes == [{"n": 1}]
