"""C-1 with a real provider, or with one that lies, and browsers that enter by them."""

import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest
from joserfc import jws
from joserfc.jwk import OKPKey, RSAKey

from c1_cidadaos.colonia import colonia
from formigueiro.pilha import EmissorDeTeste
from formigueiro.pilha.portas import porta_livre
from nucleo.testes import Bancada, FabricaDeBancadas

SEGREDO = "a:b-segredo-do-cliente"
PORTA = "http://127.0.0.1:8080"


@pytest.fixture(scope="session")
def emissor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmissorDeTeste]:
    """The provider of the local stack."""
    parte = EmissorDeTeste(tmp_path_factory.mktemp("emissor"), porta_livre())
    parte.iniciar()
    yield parte
    parte.parar()


@pytest.fixture(scope="session")
def chaves(chave_de_teste: OKPKey, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the keys that sign sessions: the one that the workbench verifies with."""
    arquivo = tmp_path_factory.mktemp("chaves") / "sessoes.jwks"
    arquivo.write_text(json.dumps({"keys": [chave_de_teste.as_dict(private=True)]}))
    return arquivo


class Navegador(httpx.AsyncClient):
    """A browser at the public door: it keeps cookies and follows nobody by itself."""

    def __init__(self, b: Bancada, porta: str = PORTA) -> None:
        super().__init__(transport=httpx.ASGITransport(b.app, raise_app_exceptions=False), base_url=porta)

    async def ir(self, sub: str, sigla: str = "teste", anonimo: object = None, **consulta: str) -> str:
        """Begin a login and authorise it at the provider as `sub`; return where the provider sends the browser."""
        return await self.autorizar(await self.comecar(sigla, anonimo, **consulta), sub)

    async def comecar(self, sigla: str = "teste", anonimo: object = None, **consulta: str) -> httpx.URL:
        """Begin a login; return the provider's address."""
        cabecalhos = {"X-Cidadao-Id": str(anonimo)} if anonimo else {}
        resposta = await self.get(f"/api/sessao/entrar/{sigla}", params=consulta, headers=cabecalhos)
        assert resposta.status_code == 303, resposta.text
        return httpx.URL(resposta.headers["location"])

    async def autorizar(self, pedido: httpx.URL, sub: str, **formulario: str) -> str:
        """Say who one is at the provider."""
        async with httpx.AsyncClient(trust_env=False) as emissor:
            resposta = await emissor.post(pedido, data={"sub": sub, **formulario})
        assert resposta.status_code == 302, resposta.text
        return str(resposta.headers["location"])

    async def negar(self, **consulta: str) -> str:
        """Begin a login and deny it there. The provider of the local stack forgets the state, which RFC 6749 wants."""
        pedido = await self.comecar(**consulta)
        volta = httpx.URL(await self.autorizar(pedido, "alguem", action="deny"))
        return str(volta.copy_set_param("state", pedido.params["state"]))

    async def entrar(self, sub: str, **opcoes: Any) -> dict[str, Any]:
        """Log in, as an API caller, and return the tokens."""
        resposta = await self.get(await self.ir(sub, **opcoes))
        assert resposta.status_code == 200, resposta.text
        tokens: dict[str, Any] = resposta.json()
        return tokens

    async def perfil(self, tokens: dict[str, Any]) -> dict[str, Any]:
        """Return the profile that a session sees."""
        resposta = await self.get("/api/perfil", headers={"Authorization": f"Bearer {tokens['token']}"})
        assert resposta.status_code == 200, resposta.text
        perfil: dict[str, Any] = resposta.json()
        return perfil


@pytest.fixture
def navegador() -> type[Navegador]:
    """`navegador(b)`: a new browser."""
    return Navegador


@dataclass
class Mentiroso:
    """A provider that signs what a test tells it to, and remembers what it was asked."""

    chave: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "a", "use": "sig"}))
    assina: Callable[["Mentiroso", dict[str, Any]], str] | None = None
    publica: list[dict[str, Any]] | None = None
    descoberta: dict[str, Any] = field(default_factory=dict)
    declara: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    trocas: list[dict[str, str]] = field(default_factory=list)
    credenciais: list[str | None] = field(default_factory=list)
    cookies: list[str | None] = field(default_factory=list)
    url: str = ""

    def preparar(self, pedido: httpx.URL) -> None:
        """Take note of what the next token must answer."""
        self.nonce = pedido.params["nonce"]

    def declaracoes(self) -> dict[str, Any]:
        """Return the claims of the next token."""
        agora = int(time.time())
        base = {"iss": self.url, "aud": "cliente", "sub": "s1", "iat": agora, "exp": agora + 600, "nonce": self.nonce}
        return {nome: valor for nome, valor in (base | self.declara).items() if valor is not None}

    def token(self) -> str:
        """Return the next token."""
        if self.assina is not None:
            return self.assina(self, self.declaracoes())
        conteudo = json.dumps(self.declaracoes()).encode()
        return jws.serialize_compact({"alg": "RS256", "kid": self.chave.kid}, conteudo, self.chave)

    def responder(self, caminho: str) -> dict[str, Any]:
        """Return the document of a path."""
        if caminho == "/jwks":
            return {"keys": [self.chave.as_dict(private=False)] if self.publica is None else self.publica}
        if caminho == "/token":
            return {"access_token": "x", "token_type": "Bearer", "id_token": self.token()}
        enderecos = {nome: f"{self.url}/{fim}" for nome, fim in _ENDERECOS.items()}
        return {"issuer": self.url, **enderecos, **self.descoberta}


_ENDERECOS = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}


@pytest.fixture
def mentiroso() -> Iterator[Mentiroso]:
    """A provider under the test's control, on a port of its own."""
    mentira = Mentiroso()

    class Atende(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._enviar()

        def do_POST(self) -> None:
            corpo = self.rfile.read(int(self.headers["Content-Length"]))
            mentira.trocas.append(dict(parse_qsl(corpo.decode())))
            mentira.credenciais.append(self.headers.get("Authorization"))
            mentira.cookies.append(self.headers.get("Cookie"))
            self._enviar()

        def _enviar(self) -> None:
            corpo = json.dumps(mentira.responder(self.path)).encode()
            self.send_response(mentira.status)
            self.send_header("Content-Length", str(len(corpo)))
            self.send_header("Set-Cookie", f"visita={len(mentira.trocas)}")
            self.end_headers()
            self.wfile.write(corpo)

        def log_message(self, *_: object) -> None:
            pass

    servidor = ThreadingHTTPServer(("127.0.0.1", 0), Atende)
    mentira.url = f"http://127.0.0.1:{servidor.server_port}"
    fio = threading.Thread(target=servidor.serve_forever, args=(0.05,))
    fio.start()
    yield mentira
    servidor.shutdown()
    servidor.server_close()
    fio.join()


Fabrica = Callable[..., AbstractAsyncContextManager[Bancada]]


@pytest.fixture
def c1(bancada: FabricaDeBancadas, emissor: EmissorDeTeste, mentiroso: Mentiroso, chaves: Path) -> Fabrica:
    """`c1(**ajustes)`: the colony on the real clock, with both providers, `teste` and `mentiroso`."""

    @asynccontextmanager
    async def abrir(**ajustes: Any) -> AsyncIterator[Bancada]:
        falso = {"nome": "Mentiroso", "url": mentiroso.url, "cliente_id": "cliente", "cliente_segredo": SEGREDO}
        valores = {
            "emissores": {**emissor.ajuste, "mentiroso": falso},
            "emissores_locais": True,
            "url_publica": PORTA,
            "chaves": chaves,
            "limite_multiplicador": 1000,
        }
        async with bancada(colonia, **(valores | ajustes)) as b:
            b.relogio.avancar(seconds=time.time() - b.relogio.agora().timestamp())
            yield b

    return abrir
