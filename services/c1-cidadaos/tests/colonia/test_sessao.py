"""Staying and leaving: rotation, reuse, logout, roles in the next token, and keys that change."""

import asyncio
import json
from uuid import UUID

import pytest

from nucleo.chaves import nova_chave
from nucleo.identidade import Identidade, Verificador

ORIGEM = {"Origin": "http://127.0.0.1:8080"}


async def renovar(n, tokens):
    return await n.post("/api/sessao/renovar", json={"token_renovacao": tokens["token_renovacao"]})


async def terminada(b, resposta):
    assert (resposta.status_code, resposta.json()["detail"]) == (
        401,
        "Sua sessão terminou. Entre de novo na sua conta.",
    )
    assert await b.consultar("SELECT 1 FROM sessoes") == []


async def test_o_token_de_sessao_e_verificado_com_o_jwks_de_c1(c1, navegador, tmp_path):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("ana")
        jwks = (await n.get("/.well-known/jwks.json")).json()
    (tmp_path / "jwks.json").write_text(json.dumps(jwks))
    identidade = await Verificador(str(tmp_path / "jwks.json"), "formigueiro", "formigueiro").verificar(tokens["token"])
    assert identidade == Identidade(UUID(tokens["cidadao_id"]))
    assert all("d" not in chave for chave in jwks["keys"])


async def test_renovar_da_outro_token_e_outro_token_de_renovacao(c1, navegador):
    async with c1() as b, navegador(b) as n:
        primeira = await n.entrar("ana")
        b.relogio.avancar(seconds=20)
        segunda = (await renovar(n, primeira)).json()
        terceira = (await renovar(n, segunda)).json()
        assert (await n.perfil(terceira))["cidadao_id"] == primeira["cidadao_id"]
    assert len({t["token"] for t in (primeira, segunda, terceira)}) == 3
    assert len({t["token_renovacao"] for t in (primeira, segunda, terceira)}) == 3
    assert segunda["expira_em"] > primeira["expira_em"]
    assert primeira["sessao_termina_em"] == terceira["sessao_termina_em"]


async def test_token_de_renovacao_repetido_encerra_a_sessao_de_todos_que_o_tem(c1, navegador):
    async with c1() as b, navegador(b) as dono, navegador(b) as ladrao:
        roubada = await dono.entrar("bia")
        nova = (await renovar(ladrao, roubada)).json()
        await terminada(b, await renovar(dono, roubada))
        await terminada(b, await renovar(ladrao, nova))


async def test_repetir_um_token_antigo_encerra_so_a_sua_sessao(c1, navegador):
    async with c1() as b, navegador(b) as n:
        uma, outra = await n.entrar("caio"), await n.entrar("caio")
        await renovar(n, uma)
        assert (await renovar(n, uma)).status_code == 401
        assert (await renovar(n, outra)).status_code == 200


async def test_duas_renovacoes_ao_mesmo_tempo_com_um_token_sao_uma_repeticao(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("dora")
        respostas = await asyncio.gather(*(renovar(n, tokens) for _ in range(4)))
        assert sorted(r.status_code for r in respostas) == [200, 401, 401, 401]
        [boa] = [r.json() for r in respostas if r.status_code == 200]
        await terminada(b, await renovar(n, boa))


async def test_a_sessao_termina_no_seu_prazo_ainda_que_renovada(c1, navegador):
    async with c1(sessao_dias=2) as b, navegador(b) as n:
        tokens = await n.entrar("eva")
        b.relogio.avancar(days=1)
        tokens = (await renovar(n, tokens)).json()
        b.relogio.avancar(days=1)
        await terminada(b, await renovar(n, tokens))
        await b.periodico("esquecer_vencidas")


async def test_sessoes_vencidas_sao_esquecidas(c1, navegador):
    async with c1(sessao_dias=2) as b, navegador(b) as n:
        vencida, outra = await n.entrar("eva"), await n.entrar("eva")
        sessao = UUID(hex=vencida["token_renovacao"].partition(".")[0])
        await b.consultar("UPDATE sessoes SET expira_em = :agora WHERE id = :id", agora=b.relogio.agora(), id=sessao)
        await b.periodico("esquecer_vencidas")
        assert len(await b.consultar("SELECT 1 FROM sessoes")) == 1
        assert (await renovar(n, outra)).status_code == 200


@pytest.mark.parametrize(
    "texto",
    ["", ".", "x", "x.y", f"{UUID(int=7).hex}.", f"{UUID(int=7).hex}.segredo", "á.é", f"{UUID(int=7)}.{'s' * 43}"],
)
async def test_texto_que_nao_e_token_de_renovacao_responde_401(c1, navegador, texto):
    async with c1() as b, navegador(b) as n:
        assert (await n.post("/api/sessao/renovar", json={"token_renovacao": texto})).status_code == 401
        assert (await n.post("/api/sessao/sair", json={"token_renovacao": texto})).status_code == 204


async def test_sem_sessao_alguma_responde_401(c1, navegador):
    async with c1() as b, navegador(b) as n:
        assert (await n.post("/api/sessao/renovar")).status_code == 401


@pytest.mark.parametrize("corpo", [{}, {"token_renovacao": None}, {"token_renovacao": "x" * 201}, {"outro": "x"}, []])
async def test_corpo_errado_responde_400(c1, navegador, corpo):
    async with c1() as b, navegador(b) as n:
        assert (await n.post("/api/sessao/renovar", json=corpo)).status_code == 400


async def test_o_banco_nao_guarda_nada_com_que_se_entre(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("gil")
        guardado = repr(await b.estado(["sessoes", "entradas", "contas", "saida"]))
    assert tokens["token_renovacao"].partition(".")[2] not in guardado
    assert tokens["token"] not in guardado


# leaving


async def test_sair_encerra_a_sessao_e_repetir_nao_muda_nada(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("hugo")
        for _ in range(2):
            corpo = {"token_renovacao": tokens["token_renovacao"]}
            assert (await n.post("/api/sessao/sair", json=corpo)).status_code == 204
        await terminada(b, await renovar(n, tokens))


# the browser


async def pela_pagina(b, n, sub="iara"):
    resposta = await n.get(await n.ir(sub, retorno="/"))
    assert resposta.status_code == 303


async def test_a_pagina_renova_pelo_cookie_e_nunca_ve_o_token_de_renovacao(c1, navegador):
    async with c1() as b, navegador(b) as n:
        await pela_pagina(b, n)
        antes = n.cookies["sessao"]
        for _ in range(2):
            resposta = await n.post("/api/sessao/renovar", headers=ORIGEM)
            assert resposta.json()["token_renovacao"] is None
            assert (await n.perfil(resposta.json()))["auth_provider"] == "teste"
        assert n.cookies["sessao"] != antes


async def test_o_cookie_copiado_e_usado_por_dois_encerra_a_sessao(c1, navegador):
    async with c1() as b, navegador(b) as n, navegador(b) as ladrao:
        await pela_pagina(b, n)
        ladrao.cookies.set("sessao", n.cookies["sessao"])
        assert (await ladrao.post("/api/sessao/renovar", headers=ORIGEM)).status_code == 200
        resposta = await n.post("/api/sessao/renovar", headers=ORIGEM)
        await terminada(b, resposta)
        assert "sessao" not in n.cookies


@pytest.mark.parametrize("origem", [None, "null", "https://mau.exemplo", "http://127.0.0.1:8080.mau.exemplo"])
@pytest.mark.parametrize("rota", ["renovar", "sair"])
async def test_o_cookie_so_serve_a_pedidos_de_paginas_deste_sistema(c1, navegador, origem, rota):
    async with c1() as b, navegador(b) as n:
        await pela_pagina(b, n)
        antes = await b.consultar("SELECT * FROM sessoes")
        resposta = await n.post(f"/api/sessao/{rota}", headers={"Origin": origem} if origem else {})
        assert (resposta.status_code, resposta.json()["campo"]) == (403, "Origin")
        assert await b.consultar("SELECT * FROM sessoes") == antes


async def test_uma_origem_permitida_usa_o_cookie(c1, navegador):
    async with c1(retornos=["http://localhost:5173"]) as b, navegador(b) as n:
        await pela_pagina(b, n)
        resposta = await n.post("/api/sessao/renovar", headers={"Origin": "http://localhost:5173"})
        assert resposta.status_code == 200


async def test_sair_pela_pagina_apaga_o_cookie(c1, navegador):
    async with c1() as b, navegador(b) as n:
        await pela_pagina(b, n)
        assert (await n.post("/api/sessao/sair", headers=ORIGEM)).status_code == 204
        assert "sessao" not in n.cookies
        assert await b.consultar("SELECT 1 FROM sessoes") == []


# keys


def escrever(arquivo, *chaves):
    novo = arquivo.with_suffix(".novo")
    novo.write_text(json.dumps({"keys": [chave.as_dict(private=True) for chave in chaves]}))
    novo.replace(arquivo)


async def test_a_chave_que_assina_muda_sem_reiniciar_e_os_tokens_da_anterior_valem(c1, navegador, tmp_path):
    velha, nova = nova_chave(), nova_chave()
    arquivo, jwks = tmp_path / "sessoes.jwks", tmp_path / "jwks.json"
    escrever(arquivo, velha)
    async with c1(chaves=arquivo) as b, navegador(b) as n:
        antes = await n.entrar("joel")
        escrever(arquivo, nova, velha)
        depois = await n.entrar("joel")
        jwks.write_text(json.dumps((await n.get("/.well-known/jwks.json")).json()))
        verificador = Verificador(str(jwks), "formigueiro", "formigueiro")
        assert await verificador.verificar(antes["token"]) == await verificador.verificar(depois["token"])
        arquivo.write_text("{")
        assert (await renovar(n, depois)).status_code == 200, "a file that is half written changes nothing"
        arquivo.unlink()
        assert len((await n.get("/.well-known/jwks.json")).json()["keys"]) == 2


async def test_sem_as_chaves_que_os_ajustes_nomeiam_a_colonia_nao_fica_pronta(c1, tmp_path):
    for conteudo in (None, "{}", '{"keys": []}', json.dumps({"keys": [nova_chave().as_dict(private=False)]})):
        if conteudo is not None:
            (tmp_path / "sessoes.jwks").write_text(conteudo)
        with pytest.raises((OSError, ValueError, KeyError)):
            async with c1(chaves=tmp_path / "sessoes.jwks"):
                pass
