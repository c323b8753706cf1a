"""A provider that lies, or somebody between it and C-1: whatever the ID token says, nobody enters who should not."""

import base64
import hmac
import json
import time

import pytest
from joserfc import jws, jwt
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

from c1_cidadaos.dominio.segredos import desafio

OUTRA = RSAKey.generate_key(2048, {"kid": "a", "use": "sig"})


async def tentar(n, mentiroso, **consulta):
    """Begin a login at the lying provider and come back with a code that it will change for its token."""
    pedido = await n.comecar("mentiroso")
    mentiroso.preparar(pedido)
    return await n.get("/api/sessao/retorno", params={"state": pedido.params["state"], "code": "c", **consulta})


def b64(dados):
    return base64.urlsafe_b64encode(json.dumps(dados).encode()).rstrip(b"=").decode()


def sem_assinatura(m, declaracoes):
    return f"{b64({'alg': 'none', 'kid': 'a'})}.{b64(declaracoes)}."


def com_a_publica_como_segredo(m, declaracoes):
    """Signed by hand: the library refuses to be misused so."""
    conteudo = f"{b64({'alg': 'HS256', 'kid': 'a'})}.{b64(declaracoes)}"
    assinatura = hmac.digest(m.chave.as_pem(private=False), conteudo.encode(), "sha256")
    return f"{conteudo}.{base64.urlsafe_b64encode(assinatura).rstrip(b'=').decode()}"


def com_a_chave_no_cabecalho(m, declaracoes):
    return jwt.encode({"alg": "RS256", "kid": "a", "jwk": OUTRA.as_dict(private=False)}, declaracoes, OUTRA)


def adulterado(m, declaracoes):
    inicio, _, fim = jwt.encode({"alg": "RS256", "kid": "a"}, declaracoes, m.chave).split(".")
    return f"{inicio}.{b64(declaracoes | {'sub': 'outra pessoa'})}.{fim}"


def com(alg, chave):
    return lambda m, d: jwt.encode({"alg": alg, "kid": "a"}, d, chave, algorithms=[alg])


ASSINATURAS = {
    "none": sem_assinatura,
    "HS256 com a chave pública": com_a_publica_como_segredo,
    "HS256 com o segredo do cliente": com("HS256", OctKey.import_key("a:b-segredo-do-cliente")),
    "RS512, que não está na lista": lambda m, d: com("RS512", m.chave)(m, d),
    "PS256, que este emissor não usa": lambda m, d: com("PS256", m.chave)(m, d),
    "ES256 com o kid de uma RSA": com("ES256", ECKey.generate_key("P-256")),
    "EdDSA": com("EdDSA", OKPKey.generate_key("Ed25519")),
    "outra chave com o mesmo kid": com("RS256", OUTRA),
    "chave no próprio cabeçalho": com_a_chave_no_cabecalho,
    "conteúdo trocado": adulterado,
    "kid desconhecido": lambda m, d: jwt.encode({"alg": "RS256", "kid": "z"}, d, m.chave),
    "sem kid, com outra chave": lambda m, d: jwt.encode({"alg": "RS256"}, d, OUTRA),
    "kid que não é texto": lambda m, d: f"{b64({'alg': 'RS256', 'kid': ['a']})}.{b64(d)}.AA",
    "crit desconhecido": lambda m, d: f"{b64({'alg': 'RS256', 'kid': 'a', 'crit': ['x'], 'x': 1})}.{b64(d)}.AA",
    "conteúdo que não é objeto": lambda m, d: jws.serialize_compact({"alg": "RS256", "kid": "a"}, b"[1]", m.chave),
    "texto qualquer": lambda m, d: "á.é.í",
    "número": lambda m, d: 7,
    "nada": lambda m, d: None,
}
DECLARACOES = {
    "vencido": {"exp": int(time.time()) - 61},
    "sem vencimento": {"exp": None},
    "vencimento que nunca chega": {"exp": float("nan")},
    "emitido no futuro": {"iat": int(time.time()) + 300},
    "sem emissão": {"iat": None},
    "ainda não vale": {"nbf": int(time.time()) + 300},
    "outro emissor": {"iss": "https://accounts.google.com"},
    "emissor com barra a mais": {"iss": "http://127.0.0.1/"},
    "sem emissor": {"iss": None},
    "outra audiência": {"aud": "outro"},
    "outra audiência em lista": {"aud": ["outro"]},
    "sem audiência": {"aud": None},
    "várias audiências e ninguém autorizado": {"aud": ["cliente", "outro"]},
    "várias audiências e outro autorizado": {"aud": ["cliente", "outro"], "azp": "outro"},
    "outro autorizado": {"azp": "outro"},
    "nonce de outra entrada": {"nonce": "n" * 43},
    "sem nonce": {"nonce": None},
    "sem sub": {"sub": None},
    "sub vazio": {"sub": ""},
    "sub numérico": {"sub": 7},
    "sub nulo por dentro": {"sub": "a\0b"},
    "sub com substituto": {"sub": "\ud800"},
    "sub longo": {"sub": "x" * 256},
}


async def ninguem_entrou(b, resposta):
    assert (resposta.status_code, resposta.json()["type"]) == (403, "urn:formigueiro:erro:entrada-recusada")
    assert await b.publicados() == []
    assert await b.consultar("SELECT 1 FROM contas UNION ALL SELECT 1 FROM sessoes") == []


@pytest.mark.parametrize("assina", ASSINATURAS.values(), ids=ASSINATURAS)
async def test_assinatura_falsa_e_recusada(c1, navegador, mentiroso, assina):
    mentiroso.assina = assina
    async with c1() as b, navegador(b) as n:
        await ninguem_entrou(b, await tentar(n, mentiroso))


@pytest.mark.parametrize("declara", DECLARACOES.values(), ids=DECLARACOES)
async def test_declaracao_falsa_e_recusada(c1, navegador, mentiroso, declara):
    mentiroso.declara = declara
    async with c1() as b, navegador(b) as n:
        await ninguem_entrou(b, await tentar(n, mentiroso))


async def test_o_token_verdadeiro_entra_e_a_troca_prova_quem_a_pediu(c1, navegador, mentiroso):
    mentiroso.declara = {"aud": ["cliente"], "azp": "cliente"}
    async with c1() as b, navegador(b) as n:
        pedido = await n.comecar("mentiroso")
        mentiroso.preparar(pedido)
        resposta = await n.get("/api/sessao/retorno", params={"state": pedido.params["state"], "code": "o código"})
    [troca] = mentiroso.trocas
    assert resposta.status_code == 200
    assert desafio(troca.pop("code_verifier")) == pedido.params["code_challenge"]
    assert troca == {
        "grant_type": "authorization_code",
        "code": "o código",
        "redirect_uri": "http://127.0.0.1:8080/api/sessao/retorno",
    }
    assert base64.b64decode(mentiroso.credenciais[0].removeprefix("Basic ")) == b"cliente:a%3Ab-segredo-do-cliente"


async def test_cliente_sem_segredo_so_diz_quem_e(c1, navegador, mentiroso):
    publico = {"mentiroso": {"nome": "M", "url": mentiroso.url, "cliente_id": "cliente"}}
    async with c1(emissores=publico) as b, navegador(b) as n:
        assert (await tentar(n, mentiroso)).status_code == 200
    assert (mentiroso.trocas[0]["client_id"], mentiroso.credenciais) == ("cliente", [None])


async def test_nada_passa_da_entrada_de_um_cidadao_a_de_outro_no_emissor(c1, navegador, mentiroso):
    async with c1() as b, navegador(b) as n, navegador(b) as m:
        for quem in (n, m):
            assert (await tentar(quem, mentiroso)).status_code == 200
    assert mentiroso.cookies == [None, None]


async def test_sem_kid_vale_a_chave_que_verifica(c1, navegador, mentiroso):
    mentiroso.publica = [{"kty": "oct", "k": "AA"}, {"kty": "RSA"}, 7, OUTRA.as_dict(), mentiroso.chave.as_dict()]
    mentiroso.assina = lambda m, d: jwt.encode({"alg": "RS256"}, d, m.chave)
    async with c1() as b, navegador(b) as n:
        assert (await tentar(n, mentiroso)).status_code == 200


async def test_a_mesma_pessoa_em_dois_emissores_sao_duas_contas(c1, navegador, mentiroso):
    """An e-mail or a `sub` that two providers share proves nothing of one to the other."""
    mentiroso.declara = {"sub": "xico", "email": "xico"}
    async with c1() as b, navegador(b) as n:
        uma = await n.entrar("xico")
        outra = (await tentar(n, mentiroso)).json()
    assert uma["cidadao_id"] != outra["cidadao_id"]


@pytest.mark.parametrize("status", [400, 401, 302])
async def test_codigo_que_o_emissor_recusa(c1, navegador, mentiroso, status):
    async with c1() as b, navegador(b) as n:
        pedido = await n.comecar("mentiroso")
        mentiroso.preparar(pedido)
        mentiroso.status = status
        volta = {"state": pedido.params["state"], "code": "c"}
        await ninguem_entrou(b, await n.get("/api/sessao/retorno", params=volta))


async def test_emissor_que_falha_na_troca_responde_503_e_o_state_nao_volta_a_valer(c1, navegador, mentiroso):
    async with c1() as b, navegador(b) as n:
        pedido = await n.comecar("mentiroso")
        mentiroso.preparar(pedido)
        mentiroso.status = 500
        volta = {"state": pedido.params["state"], "code": "c"}
        assert (await n.get("/api/sessao/retorno", params=volta)).status_code == 503
        mentiroso.status = 200
        assert (await n.get("/api/sessao/retorno", params=volta)).json()["campo"] == "state"


@pytest.mark.parametrize(
    "descoberta",
    [{"issuer": "https://outro.exemplo"}, {"token_endpoint": "ftp://x"}, {"authorization_endpoint": None}],
)
async def test_descoberta_que_fala_por_outro_nao_serve(c1, navegador, mentiroso, descoberta):
    mentiroso.descoberta = descoberta
    async with c1() as b, navegador(b) as n:
        assert (await n.get("/api/sessao/entrar/mentiroso")).status_code == 503


async def test_a_resposta_de_outro_emissor_e_recusada(c1, navegador, mentiroso):
    """Mix-up (RFC 9207): the browser comes back from one provider with the state of another."""
    async with c1() as b, navegador(b) as n:
        await ninguem_entrou(b, await tentar(n, mentiroso, iss="https://outro.exemplo"))
        assert mentiroso.trocas == []
        mentiroso.descoberta = {"authorization_response_iss_parameter_supported": True}
    async with c1() as b, navegador(b) as n:
        await ninguem_entrou(b, await tentar(n, mentiroso))
        assert (await tentar(n, mentiroso, iss=mentiroso.url)).status_code == 200


async def test_nada_do_que_o_emissor_diz_de_alguem_chega_aos_eventos_nem_aos_registros(
    c1, navegador, mentiroso, capsys
):
    mentiroso.declara = {"name": "Zuleica Xavante", "email": "zuleica@exemplo.org", "sub": "s-de-zuleica"}
    async with c1() as b, navegador(b) as n:
        tokens = (await tentar(n, mentiroso)).json()
        mentiroso.declara["nonce"] = "outro"
        await tentar(n, mentiroso)
        eventos = repr(await b.publicados())
    tudo = eventos + "".join(capsys.readouterr())
    assert "entrada recusada" in tudo
    for segredo in ("Zuleica", "zuleica", "s-de-", tokens["token"], tokens["token_renovacao"]):
        assert segredo not in tudo
