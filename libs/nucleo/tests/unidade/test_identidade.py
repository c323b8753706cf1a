"""Who asks: the anonymous header, or a token that only C-1 can have signed."""

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any
from uuid import UUID, uuid4

import httpx
import pytest
from fastapi import Depends, FastAPI, Request
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from joserfc import jws, jwt
from joserfc.jwk import ECKey, OctKey, OKPKey

from nucleo import http
from nucleo.chaves import Chaves, jwks_publico, nova_chave
from nucleo.erros import NaoAutenticado, Sobrecarga
from nucleo.http import Cidadao, CidadaoOpcional, Conta, Identidade, exige_papel
from nucleo.identidade import Verificador, anonimo, emitir

CHAVE = nova_chave()
CIDADAO = UUID("9b2f7a52-5d0e-4f4b-8f43-0d8d3c1a7e55")


def token(chave: OKPKey = CHAVE, **mudancas: Any) -> str:
    valores: dict[str, Any] = {"emissor": "formigueiro", "audiencia": "formigueiro", "sub": CIDADAO}
    return emitir(chave, **(valores | mudancas))


def bearer(texto: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {texto}"}


@pytest.fixture
def jwks(tmp_path: Path) -> Path:
    arquivo = tmp_path / "jwks.json"
    arquivo.write_text(json.dumps(jwks_publico(CHAVE)))
    return arquivo


@pytest.fixture
async def cliente(jwks: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.config = SimpleNamespace(
        corpo_maximo_bytes=1024, jwks=str(jwks), jwt_emissor="formigueiro", jwt_audiencia="formigueiro"
    )
    http.instalar(app)

    @app.get("/cidadao")
    async def cidadao(quem: Cidadao) -> UUID:
        return quem

    @app.get("/conta")
    async def conta(quem: Conta) -> UUID:
        return quem

    @app.get("/opcional")
    async def opcional(quem: CidadaoOpcional) -> UUID | None:
        return quem

    @app.get("/operador")
    async def operador(quem: Annotated[Identidade, Depends(exige_papel("operador", "moderador"))]) -> list[str]:
        return [str(quem.sub), *sorted(quem.papeis)]

    @app.get("/qualquer", dependencies=[Depends(exige_papel())])
    async def qualquer() -> str:
        return "entrou"

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://c") as c:
        yield c


# the anonymous citizen


async def test_cidadao_anonimo_pelo_cabecalho(cliente: httpx.AsyncClient) -> None:
    resposta = await cliente.get("/cidadao", headers={"X-Cidadao-Id": str(CIDADAO)})
    assert resposta.json() == str(CIDADAO)


@pytest.mark.parametrize(
    "valor",
    [
        "",
        "eu",
        "3e521436-ecdb-11f1-94a2-02fc00000001",
        str(UUID(int=0)),
        CIDADAO.hex,
        f"{{{CIDADAO}}}",
        f"urn:uuid:{CIDADAO}",
        "ç" * 36,
    ],
)
async def test_cabecalho_que_nao_e_uuid_v4_responde_400_e_o_nomeia(cliente: httpx.AsyncClient, valor: str) -> None:
    for rota in ("/cidadao", "/opcional"):
        resposta = await cliente.get(rota, headers=[(b"X-Cidadao-Id", valor.encode("latin-1"))])
        assert (resposta.status_code, resposta.json()["campo"]) == (400, "X-Cidadao-Id")


async def test_sem_cabecalho_responde_400_ou_nada_quando_opcional(cliente: httpx.AsyncClient) -> None:
    resposta = await cliente.get("/cidadao")
    assert (resposta.status_code, resposta.json()["campo"]) == (400, "X-Cidadao-Id")
    assert (await cliente.get("/opcional")).json() is None


@given(st.text(max_size=40).filter(lambda t: not t.startswith("\x00")))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_cabecalho_qualquer_nunca_quebra(cliente: httpx.AsyncClient, valor: str) -> None:
    resposta = await cliente.get("/cidadao", headers=[(b"X-Cidadao-Id", valor.encode("utf-8"))])
    assert resposta.status_code == 400


# tokens


async def test_token_prevalece_sobre_o_cabecalho(cliente: httpx.AsyncClient) -> None:
    cabecalhos = {"X-Cidadao-Id": str(uuid4()), **bearer(token())}
    for rota in ("/cidadao", "/opcional"):
        assert (await cliente.get(rota, headers=cabecalhos)).json() == str(CIDADAO)


async def test_token_invalido_responde_401_mesmo_com_cabecalho_valido(cliente: httpx.AsyncClient) -> None:
    cabecalhos = {"X-Cidadao-Id": str(uuid4()), **bearer("abc")}
    for rota in ("/cidadao", "/opcional", "/operador", "/qualquer"):
        resposta = await cliente.get(rota, headers=cabecalhos)
        assert resposta.status_code == 401
        assert resposta.headers["www-authenticate"] == 'Bearer error="invalid_token"'
        assert resposta.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("cabecalhos", "esperado"),
    [
        ([], None),
        ([(b"x-cidadao-id", str(CIDADAO).encode())], CIDADAO),
        ([(b"x-cidadao-id", str(CIDADAO).upper().encode()), (b"x-cidadao-id", b"outro")], CIDADAO),
        ([(b"x-cidadao-id", str(CIDADAO).encode()), (b"authorization", b"Basic eA==")], CIDADAO),
        ([(b"x-cidadao-id", str(CIDADAO).encode()), (b"authorization", b"bearer")], None),
    ],
)
def test_e_anonimo_quem_so_tem_o_cabecalho(cabecalhos: list[tuple[bytes, bytes]], esperado: UUID | None) -> None:
    assert anonimo(Request({"type": "http", "headers": cabecalhos})) == esperado


async def test_esquema_sem_diferenca_de_caixa_e_outros_esquemas_nao_contam(cliente: httpx.AsyncClient) -> None:
    assert (await cliente.get("/cidadao", headers={"Authorization": f"bearer  {token()}"})).status_code == 200
    basico = {"Authorization": "Basic YTpi", "X-Cidadao-Id": str(CIDADAO)}
    assert (await cliente.get("/cidadao", headers=basico)).status_code == 200
    assert (await cliente.get("/cidadao", headers={"Authorization": "Bearer"})).status_code == 401


async def test_papeis_sem_token_401_sem_papel_403_com_papel_entra(cliente: httpx.AsyncClient) -> None:
    sem_token = await cliente.get("/operador", headers={"X-Cidadao-Id": str(CIDADAO)})
    assert (sem_token.status_code, sem_token.headers["www-authenticate"]) == (401, "Bearer")
    assert (await cliente.get("/operador", headers=bearer(token()))).status_code == 403
    assert (await cliente.get("/operador", headers=bearer(token(papeis=["conselheiro"])))).status_code == 403
    com_papel = await cliente.get("/operador", headers=bearer(token(papeis=["operador", "inventado"])))
    assert com_papel.json() == [str(CIDADAO), "operador"]
    assert (await cliente.get("/qualquer", headers=bearer(token()))).json() == "entrou"


async def test_conta_de_servico_tem_papel_mas_nao_e_cidadao(cliente: httpx.AsyncClient) -> None:
    servico = bearer(token(sub="cli", papeis=["operador"]))
    assert (await cliente.get("/operador", headers=servico)).json() == ["cli", "operador"]
    assert (await cliente.get("/cidadao", headers=servico)).status_code == 403


def test_papel_desconhecido_na_declaracao_e_erro_de_quem_programa() -> None:
    with pytest.raises(ValueError, match="administrador"):
        exige_papel("administrador")


def b64(dados: bytes) -> str:
    return base64.urlsafe_b64encode(dados).rstrip(b"=").decode()


def declaracoes(**mudancas: Any) -> dict[str, Any]:
    agora = int(time.time())
    base = {"iss": "formigueiro", "aud": "formigueiro", "sub": str(CIDADAO), "iat": agora, "exp": agora + 60}
    return {chave: valor for chave, valor in (base | mudancas).items() if valor is not None}


def assinado(cabecalho: dict[str, Any] | None = None, chave: OKPKey = CHAVE, **mudancas: Any) -> str:
    return jwt.encode({"alg": "EdDSA", "kid": CHAVE.kid} | (cabecalho or {}), declaracoes(**mudancas), chave, ["EdDSA"])


def sem_assinatura(alg: str) -> str:
    cabecalho = b64(json.dumps({"alg": alg, "kid": CHAVE.kid}).encode())
    return f"{cabecalho}.{b64(json.dumps(declaracoes()).encode())}."


def com_a_publica_como_segredo() -> str:
    segredo = OctKey.import_key(b64(CHAVE.as_bytes(private=False)))
    return jwt.encode({"alg": "HS256", "kid": CHAVE.kid}, declaracoes(), segredo)


def de_outra_curva() -> str:
    return jwt.encode({"alg": "ES256", "kid": CHAVE.kid}, declaracoes(), ECKey.generate_key("P-256"))


def com_a_chave_no_cabecalho() -> str:
    intrusa = nova_chave()
    return assinado({"jwk": intrusa.as_dict(private=False), "kid": intrusa.kid}, intrusa)


def adulterado() -> str:
    inicio, _, fim = token().split(".")
    return f"{inicio}.{b64(json.dumps(declaracoes(papeis=['operador'])).encode())}.{fim}"


FALSOS: dict[str, Callable[[], str]] = {
    "none": lambda: sem_assinatura("none"),
    "EdDSA sem assinatura": lambda: sem_assinatura("EdDSA"),
    "chave pública como segredo HS256": com_a_publica_como_segredo,
    "ES256": de_outra_curva,
    "outra chave com o mesmo kid": lambda: assinado(chave=nova_chave()),
    "chave no próprio cabeçalho": com_a_chave_no_cabecalho,
    "conteúdo trocado": adulterado,
    "kid desconhecido": lambda: token(nova_chave()),
    "sem kid": lambda: jwt.encode({"alg": "EdDSA"}, declaracoes(), CHAVE, ["EdDSA"]),
    "kid que não é texto": lambda: f"{b64(json.dumps({'alg': 'EdDSA', 'kid': ['a']}).encode())}.e30.AA",
    "crit desconhecido": lambda: (
        f"{b64(json.dumps({'alg': 'EdDSA', 'kid': CHAVE.kid, 'crit': ['x'], 'x': 1}).encode())}.e30.AA"
    ),
    "vencido": lambda: assinado(exp=int(time.time()) - 60),
    "sem vencimento": lambda: assinado(exp=None),
    "vencimento em texto": lambda: assinado(exp="amanhã"),
    "emitido no futuro": lambda: assinado(iat=int(time.time()) + 600),
    "sem emissão": lambda: assinado(iat=None),
    "ainda não vale": lambda: assinado(nbf=int(time.time()) + 600),
    "outro emissor": lambda: assinado(iss="outro"),
    "sem emissor": lambda: assinado(iss=None),
    "outra audiência": lambda: assinado(aud="outro"),
    "sem audiência": lambda: assinado(aud=None),
    "sem sujeito": lambda: assinado(sub=None),
    "sujeito vazio": lambda: assinado(sub=""),
    "sujeito numérico": lambda: assinado(sub=7),
    "papéis em texto": lambda: assinado(papeis="operador"),
    "papéis com objeto": lambda: assinado(papeis=[{"operador": 1}]),
    "conteúdo que não é objeto": lambda: jws.serialize_compact(
        {"alg": "EdDSA", "kid": CHAVE.kid}, b"[1]", CHAVE, ["EdDSA"]
    ),
    "JWE de cinco partes": lambda: ".".join([b64(b'{"alg":"dir","enc":"A128GCM"}'), "", "AA", "AA", "AA"]),
    "cabeçalho que é lista": lambda: f"{b64(b'[]')}.e30.AA",
    "vazio": lambda: "",
    "não ASCII": lambda: "ç.ã.é",
}


@pytest.mark.parametrize("falso", FALSOS.values(), ids=FALSOS)
async def test_token_falso_e_recusado(jwks: Path, falso: Callable[[], str]) -> None:
    with pytest.raises(NaoAutenticado):
        await Verificador(str(jwks), "formigueiro", "formigueiro").verificar(falso())


@given(
    st.text(max_size=80)
    | st.builds(
        lambda *p: ".".join(b64(x) for x in p), st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40)
    )
    | st.builds(
        lambda c: f"{b64(json.dumps(c).encode())}.e30.AA",
        st.dictionaries(
            st.sampled_from(["alg", "kid", "crit", "b64", "typ", "jku"]), st.none() | st.text() | st.lists(st.text())
        ),
    )
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_texto_qualquer_no_lugar_do_token_so_da_401(jwks: Path, texto: str) -> None:
    with pytest.raises(NaoAutenticado):
        await Verificador(str(jwks), "formigueiro", "formigueiro").verificar(texto)


async def test_token_verdadeiro_em_lista_de_audiencias(jwks: Path) -> None:
    verificador = Verificador(str(jwks), "formigueiro", "formigueiro")
    identidade = await verificador.verificar(assinado(aud=["outro", "formigueiro"]))
    assert identidade == Identidade(CIDADAO)


async def test_sem_jwks_nenhum_token_vale() -> None:
    with pytest.raises(NaoAutenticado):
        await Verificador(None, "formigueiro", "formigueiro").verificar(token())


async def test_token_ja_verificado_vence_na_hora_certa(jwks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verificador = Verificador(str(jwks), "formigueiro", "formigueiro")
    curto = token(validade=timedelta(seconds=5))
    await verificador.verificar(curto)
    await verificador.verificar(curto)
    agora = time.time()
    monkeypatch.setattr(time, "time", lambda: agora + 60)
    with pytest.raises(NaoAutenticado):
        await verificador.verificar(curto)


async def test_muitos_tokens_nao_enchem_a_memoria(jwks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nucleo.identidade._CACHE_MAXIMO", 3)
    verificador = Verificador(str(jwks), "formigueiro", "formigueiro")
    for _ in range(10):
        await verificador.verificar(token(sub=uuid4()))
    assert len(verificador._cache) <= 3


# keys


class Fonte:
    """A JWKS by HTTP whose keys change, that may be away, and that counts how often it is read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *chaves: OKPKey) -> None:
        self.chaves = list(chaves)
        self.status = 200
        self.corpo: str | None = None
        self.leituras = 0
        self.agora = 1000.0
        transporte = httpx.MockTransport(self._responder)
        original = httpx.AsyncClient
        monkeypatch.setattr(httpx, "AsyncClient", lambda **opcoes: original(transport=transporte, **opcoes))
        self.cache = Chaves("https://c1.exemplo/jwks", intervalo=10, validade=300, relogio=lambda: self.agora)

    def _responder(self, _: httpx.Request) -> httpx.Response:
        self.leituras += 1
        if self.status == 0:
            raise httpx.ConnectError("fora")
        return httpx.Response(self.status, text=self.corpo or json.dumps(jwks_publico(*self.chaves)))


def kid(chave: OKPKey) -> str:
    assert chave.kid is not None
    return chave.kid


async def test_chave_nova_e_achada_e_a_conhecida_nao_pergunta(monkeypatch: pytest.MonkeyPatch) -> None:
    velha, nova = nova_chave(), nova_chave()
    fonte = Fonte(monkeypatch, velha)
    assert await fonte.cache.obter(kid(velha))
    assert await fonte.cache.obter(kid(velha))
    assert fonte.leituras == 1
    fonte.chaves.append(nova)
    fonte.agora += 11
    assert await fonte.cache.obter(kid(nova))
    assert fonte.leituras == 2


async def test_kid_inventado_nao_faz_perguntar_a_cada_pedido(monkeypatch: pytest.MonkeyPatch) -> None:
    fonte = Fonte(monkeypatch, CHAVE)
    respostas = await asyncio.gather(*(fonte.cache.obter(f"inventado-{i}") for i in range(50)))
    assert respostas == [None] * 50
    assert fonte.leituras == 1


async def test_fonte_ausente_guarda_as_chaves_conhecidas(monkeypatch: pytest.MonkeyPatch) -> None:
    fonte = Fonte(monkeypatch, CHAVE)
    await fonte.cache.obter(kid(CHAVE))
    for fonte.status, fonte.corpo in ((0, None), (500, None), (200, "<html>"), (200, "[]"), (200, '{"keys": [1]}')):
        fonte.agora += 1000
        antes = fonte.leituras
        assert await fonte.cache.obter(kid(CHAVE))
        assert fonte.leituras == antes + 1
        with pytest.raises(Sobrecarga):
            await fonte.cache.obter("talvez-nova")
        assert fonte.leituras == antes + 1


async def test_fonte_que_volta_e_lida_de_novo(monkeypatch: pytest.MonkeyPatch) -> None:
    fonte = Fonte(monkeypatch, CHAVE)
    fonte.status = 0
    with pytest.raises(Sobrecarga):
        await fonte.cache.obter(kid(CHAVE))
    fonte.status = 200
    fonte.agora += 11
    assert await fonte.cache.obter(kid(CHAVE))


async def test_fonte_ausente_e_perguntada_de_novo_em_um_segundo(monkeypatch: pytest.MonkeyPatch) -> None:
    fonte = Fonte(monkeypatch, CHAVE)
    fonte.status = 0
    for _ in range(5):
        with pytest.raises(Sobrecarga):
            await fonte.cache.obter(kid(CHAVE))
    assert fonte.leituras == 1
    fonte.status = 200
    fonte.agora += 1
    assert await fonte.cache.obter(kid(CHAVE))


async def test_chave_retirada_deixa_de_valer_com_a_idade(monkeypatch: pytest.MonkeyPatch) -> None:
    retirada = nova_chave()
    fonte = Fonte(monkeypatch, CHAVE, retirada)
    assert await fonte.cache.obter(kid(retirada))
    fonte.chaves.remove(retirada)
    assert await fonte.cache.obter(kid(retirada))
    fonte.agora += 301
    assert await fonte.cache.obter(kid(retirada)) is None


async def test_chaves_de_outros_tipos_no_jwks_nao_atrapalham(monkeypatch: pytest.MonkeyPatch) -> None:
    fonte = Fonte(monkeypatch, CHAVE)
    ec: dict[str, Any] = dict(ECKey.generate_key("P-256", private=False).as_dict())
    boa = jwks_publico(CHAVE)["keys"][0]
    ruins: list[dict[str, Any]] = [
        {**ec, "kid": "ec"},
        {**boa, "kid": "cifra", "use": "enc"},
        {**boa, "kid": "curta", "x": "AA"},
        {chave: valor for chave, valor in boa.items() if chave != "kid"},
        {"kty": "oct", "k": "c2VncmVkbw", "kid": "oct"},
    ]
    fonte.corpo = json.dumps({"keys": [*ruins, boa]})
    assert await fonte.cache.obter(kid(CHAVE))
    for outro in ("ec", "cifra", "curta", "oct"):
        assert await fonte.cache.obter(outro) is None


async def test_jwks_em_arquivo_que_ainda_nao_existe(tmp_path: Path) -> None:
    with pytest.raises(Sobrecarga):
        await Chaves(str(tmp_path / "ausente.json")).obter("x")


def test_o_jwks_publico_nao_tem_a_parte_privada() -> None:
    (publica,) = jwks_publico(CHAVE)["keys"]
    assert publica.keys() == {"kty", "crv", "x", "kid", "use", "alg"}


async def test_a_conta_e_de_uma_pessoa_que_entrou(cliente: httpx.AsyncClient) -> None:
    assert (await cliente.get("/conta")).status_code == 401
    assert (await cliente.get("/conta", headers={"X-Cidadao-Id": str(uuid4())})).status_code == 401
    assert (await cliente.get("/conta", headers=bearer(token(sub="servico")))).status_code == 403
    assert (await cliente.get("/conta", headers=bearer(token()))).json() == str(CIDADAO)
