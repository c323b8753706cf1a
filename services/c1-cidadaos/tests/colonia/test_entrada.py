"""The real flow, against the provider of the local stack: accounts, devices, where one goes and comes back to."""

import asyncio
import time
from uuid import UUID, uuid4

import httpx
import pytest

from nucleo.eventos import CidadaoCadastrado, CidadaoVinculado


async def conhecer(emissor, sub, **declaracoes):
    async with httpx.AsyncClient(trust_env=False) as cliente:
        (await cliente.put(f"{emissor.url}/users/{sub}", json=declaracoes)).raise_for_status()


async def test_quem_entra_pela_primeira_vez_ganha_uma_conta_com_o_que_o_emissor_sugere(c1, navegador, emissor):
    await conhecer(emissor, "ana", name=" Ana Souza ", email="ana@exemplo.org", picture="https://exemplo.org/ana.png")
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("ana")
        perfil = await n.perfil(tokens)
        [cadastro] = await b.publicados(CidadaoCadastrado)
    assert UUID(tokens["cidadao_id"]).version == 4
    assert cadastro.payload == CidadaoCadastrado(
        cidadao_id=UUID(tokens["cidadao_id"]), auth_provider="teste", timestamp_cadastro=b.relogio.agora()
    )
    assert perfil == {
        "cidadao_id": tokens["cidadao_id"],
        "auth_provider": "teste",
        "criada_em": perfil["criada_em"],
        "papeis": [],
        "nome": "Ana Souza",
        "email": "ana@exemplo.org",
        "avatar_url": "https://exemplo.org/ana.png",
        "endereco": None,
        "unidade_civica_id": None,
    }


async def test_o_pedido_ao_emissor_tem_pkce_state_e_nonce_novos_e_nada_de_si(c1, navegador):
    async with c1() as b, navegador(b) as n:
        um, outro = dict((await n.comecar()).params), dict((await n.comecar()).params)
        guardado = await b.consultar("SELECT * FROM entradas")
    fixos = {
        "response_type": "code",
        "client_id": "formigueiro",
        "redirect_uri": "http://127.0.0.1:8080/api/sessao/retorno",
        "scope": "openid email profile",
        "code_challenge_method": "S256",
    }
    assert {nome: um[nome] for nome in fixos} == fixos
    assert um.keys() - fixos.keys() == {"state", "nonce", "code_challenge"}
    assert all(len(um[nome]) == 43 and um[nome] != outro[nome] for nome in ("state", "nonce", "code_challenge"))
    assert um["state"].encode() not in str(guardado).encode()


async def test_a_mesma_pessoa_e_sempre_a_mesma_conta_e_o_perfil_que_ela_mudou_fica(c1, navegador, emissor):
    await conhecer(emissor, "bia", name="Bia", email="bia@exemplo.org")
    async with c1() as b, navegador(b) as n, navegador(b) as outro:
        primeira = await n.entrar("bia")
        mudanca = await n.put(
            "/api/perfil", json={"nome": "Beatriz"}, headers={"Authorization": f"Bearer {primeira['token']}"}
        )
        assert mudanca.status_code == 200
        await conhecer(emissor, "bia", name="Bia de novo", email="outra@exemplo.org")
        segunda = await outro.entrar("bia")
        assert segunda["cidadao_id"] == primeira["cidadao_id"]
        assert (await outro.perfil(segunda))["nome"] == "Beatriz"
        assert len(await b.publicados(CidadaoCadastrado)) == 1


async def test_o_que_o_emissor_diz_e_nao_serve_fica_de_fora(c1, navegador, emissor):
    await conhecer(
        emissor, "caio", name="x" * 500, email="caio@exemplo.org", email_verified=False, picture="javascript:alert(1)"
    )
    async with c1() as b, navegador(b) as n:
        perfil = await n.perfil(await n.entrar("caio"))
    assert (perfil["nome"], perfil["email"], perfil["avatar_url"]) == (None, None, None)


async def test_duas_entradas_ao_mesmo_tempo_fazem_uma_conta_e_um_vinculo(c1, navegador):
    anonimo = uuid4()
    async with c1() as b, navegador(b) as n, navegador(b) as m:
        voltas = [await quem.ir("duas", anonimo=anonimo) for quem in (n, m)]
        respostas = await asyncio.gather(n.get(voltas[0]), m.get(voltas[1]))
        assert {r.json()["cidadao_id"] for r in respostas} == {respostas[0].json()["cidadao_id"]}
        assert len(await b.publicados(CidadaoCadastrado)) == 1
        assert len(await b.publicados(CidadaoVinculado)) == 1


# the device


async def test_o_aparelho_anonimo_passa_a_ser_da_conta_uma_vez_so(c1, navegador):
    anonimo = uuid4()
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("dora", anonimo=anonimo)
        assert await n.entrar("dora", anonimo=anonimo)
        [vinculo] = await b.publicados(CidadaoVinculado)
    assert vinculo.payload == CidadaoVinculado(
        cidadao_id=UUID(tokens["cidadao_id"]),
        cidadao_id_anonimo=anonimo,
        auth_provider="teste",
        timestamp_vinculo=b.relogio.agora(),
    )


async def test_o_aparelho_que_ja_e_de_uma_conta_nao_passa_a_outra(c1, navegador):
    anonimo = uuid4()
    async with c1() as b, navegador(b) as n, navegador(b) as m:
        dona = await n.entrar("elisa", anonimo=anonimo)
        assert (await m.entrar("fabio", anonimo=anonimo))["cidadao_id"] != dona["cidadao_id"]
        assert len(await b.publicados(CidadaoVinculado)) == 1
        [linha] = await b.consultar("SELECT cidadao_id FROM vinculos")
    assert str(linha["cidadao_id"]) == dona["cidadao_id"]


async def test_dois_aparelhos_sao_da_mesma_conta(c1, navegador):
    async with c1() as b, navegador(b) as n, navegador(b) as m:
        await n.entrar("gil", anonimo=uuid4())
        await m.entrar("gil", anonimo=uuid4())
        assert len({e.payload.cidadao_id for e in await b.publicados(CidadaoVinculado)}) == 1
        assert len(await b.consultar("SELECT 1 FROM vinculos")) == 2


async def test_o_identificador_de_uma_conta_nao_se_passa_por_aparelho(c1, navegador):
    async with c1() as b, navegador(b) as n:
        conta = (await n.entrar("hugo"))["cidadao_id"]
        resposta = await n.get("/api/sessao/entrar/teste", headers={"X-Cidadao-Id": conta})
    assert (resposta.status_code, resposta.json()["campo"]) == (403, "X-Cidadao-Id")


@pytest.mark.parametrize("valor", ["eu", "3e521436-ecdb-11f1-94a2-02fc00000001", ""])
async def test_aparelho_que_nao_e_uuid_v4_responde_400_e_o_nomeia(c1, navegador, valor):
    async with c1() as b, navegador(b) as n:
        resposta = await n.get("/api/sessao/entrar/teste", headers={"X-Cidadao-Id": valor})
    assert (resposta.status_code, resposta.json()["campo"]) == (400, "X-Cidadao-Id")


# going


async def test_os_emissores_dizem_quais_sao_de_teste(c1, navegador):
    async with c1() as b, navegador(b) as n:
        achados = (await n.get("/api/sessao/emissores")).json()
    assert {"sigla": "teste", "nome": "Emissor de teste (não pede senha)", "teste": True} in achados


async def test_emissor_desconhecido_responde_404(c1, navegador):
    async with c1() as b, navegador(b) as n:
        resposta = await n.get("/api/sessao/entrar/outro")
    assert (resposta.status_code, resposta.json()["campo"]) == (404, "emissor")


async def test_uma_pagina_pede_o_endereco_em_json_porque_fetch_nao_segue_a_outro_site(c1, navegador):
    async with c1() as b, navegador(b) as n:
        ida = await n.get(
            "/api/sessao/entrar/teste",
            headers={"Accept": "application/json", "X-Cidadao-Id": str(uuid4())},
            params={"retorno": "/perfil"},
        )
        volta = await n.get(await n.autorizar(httpx.URL(ida.json()["endereco"]), "iara"))
        assert len(await b.publicados(CidadaoVinculado)) == 1
    assert (ida.status_code, volta.status_code, volta.headers["location"]) == (200, 303, "/perfil")


# coming back


async def test_com_retorno_o_navegador_volta_a_pagina_com_a_sessao_num_cookie_e_nenhum_token_no_endereco(c1, navegador):
    async with c1(retornos=["https://mapa.exemplo.org"]) as b, navegador(b) as n:
        volta = await n.get(await n.ir("joana", retorno="https://mapa.exemplo.org/aqui?x=1"))
    assert (volta.status_code, volta.headers["location"]) == (303, "https://mapa.exemplo.org/aqui?x=1")
    [sessao] = [c for c in volta.headers.get_list("set-cookie") if c.startswith("sessao=")]
    assert "HttpOnly; Path=/api/sessao; SameSite=lax" in sessao
    assert "expires=" in sessao


async def test_atras_de_https_os_cookies_so_andam_por_https(c1, navegador, emissor):
    async with c1(emissores={}, emissores_locais=False, url_publica="https://formigueiro.exemplo.org") as b:
        resposta = await b.http.post("/api/sessao/sair")
    assert resposta.headers["set-cookie"].startswith("__Secure-sessao=")
    assert resposta.headers["set-cookie"].endswith("; Secure")


@pytest.mark.parametrize(
    "retorno",
    [
        "https://mau.exemplo",
        "//mau.exemplo",
        "/\\mau.exemplo",
        "https://127.0.0.1:8080@mau.exemplo",
        "https:mau.exemplo",
        "javascript:alert(1)",
        "https://127.0.0.1:8080",
        "http://127.0.0.1:8081/",
        " /",
        "pagina",
        "",
    ],
)
async def test_so_se_volta_a_paginas_deste_sistema(c1, navegador, retorno):
    async with c1() as b, navegador(b) as n:
        resposta = await n.get("/api/sessao/entrar/teste", params={"retorno": retorno})
        assert await b.consultar("SELECT 1 FROM entradas") == []
    assert (resposta.status_code, resposta.json()["campo"]) == (400, "retorno")


async def test_quem_nega_volta_a_pagina_com_o_erro(c1, navegador):
    async with c1() as b, navegador(b) as n:
        com = await n.get(await n.negar(retorno="/inicio?a=1#topo"))
    assert com.headers["location"] == "/inicio?a=1&erro=entrada-recusada#topo"


async def test_quem_nega_sem_ter_pagina_le_o_problema(c1, navegador):
    async with c1() as b, navegador(b) as n:
        sem = await n.get(await n.negar())
        assert await b.publicados() == []
    assert (sem.status_code, sem.json()["type"]) == (403, "urn:formigueiro:erro:entrada-recusada")


async def test_a_resposta_com_tokens_nao_se_guarda_no_caminho(c1, navegador):
    async with c1() as b, navegador(b) as n:
        resposta = await n.get(await n.ir("maria"))
    assert resposta.headers["cache-control"] == "no-store"


async def test_abas_do_mesmo_navegador_entram_ao_mesmo_tempo(c1, navegador):
    async with c1() as b, navegador(b) as n:
        uma, outra = await n.ir("nina"), await n.ir("nina")
        assert [(await n.get(volta)).status_code for volta in (uma, outra)] == [200, 200]


# attacks on the way back


async def recusada(b, resposta):
    assert (resposta.status_code, resposta.json()["campo"]) == (400, "state")
    assert await b.publicados() == []
    assert await b.consultar("SELECT 1 FROM sessoes") == []


async def test_state_adulterado_e_recusado(c1, navegador):
    async with c1() as b, navegador(b) as n:
        volta = httpx.URL(await n.ir("olga"))
        await recusada(b, await n.get(volta.copy_set_param("state", volta.params["state"][::-1])))


async def test_o_state_de_outro_navegador_e_recusado_e_continua_a_valer_no_seu(c1, navegador):
    """Otherwise an attacker who began a login could have a victim finish it, in the attacker's account."""
    async with c1() as b, navegador(b) as atacante, navegador(b) as vitima:
        volta = await atacante.ir("paulo")
        await recusada(b, await vitima.get(volta))
        await vitima.comecar()
        await recusada(b, await vitima.get(volta))
        assert (await atacante.get(volta)).status_code == 200


async def test_state_e_codigo_valem_uma_vez(c1, navegador):
    async with c1() as b, navegador(b) as n:
        volta = await n.ir("quim")
        assert (await n.get(volta)).status_code == 200
        repetida = await n.get(volta)
        assert (repetida.status_code, repetida.json()["campo"]) == (400, "state")
        assert len(await b.consultar("SELECT 1 FROM sessoes")) == 1


async def test_duas_voltas_ao_mesmo_tempo_com_um_state_abrem_uma_sessao(c1, navegador):
    async with c1() as b, navegador(b) as n:
        volta = await n.ir("rita")
        respostas = await asyncio.gather(*(n.get(volta) for _ in range(4)))
        assert sorted(r.status_code for r in respostas) == [200, 400, 400, 400]
        assert len(await b.consultar("SELECT 1 FROM sessoes")) == 1


async def test_um_codigo_ja_usado_nao_serve_a_outra_entrada(c1, navegador):
    async with c1() as b, navegador(b) as n:
        usada = httpx.URL(await n.ir("sara"))
        await n.get(usada)
        nova = await n.comecar()
        resposta = await n.get(usada.copy_set_param("state", nova.params["state"]))
    assert (resposta.status_code, resposta.json()["type"]) == (403, "urn:formigueiro:erro:entrada-recusada")


async def test_o_codigo_de_outra_entrada_nao_responde_a_esta(c1, navegador):
    """The nonce: a code stolen from one login is injected into another."""
    async with c1() as b, navegador(b) as vitima, navegador(b) as atacante:
        roubado = httpx.URL(await vitima.ir("tom")).params["code"]
        minha = httpx.URL(await atacante.ir("ursula"))
        resposta = await atacante.get(minha.copy_set_param("code", roubado))
        assert await b.publicados() == []
    assert (resposta.status_code, resposta.json()["type"]) == (403, "urn:formigueiro:erro:entrada-recusada")


async def test_uma_entrada_vence_e_e_esquecida(c1, navegador):
    async with c1(entrada_minutos=5) as b, navegador(b) as n:
        volta = await n.ir("vera")
        await n.comecar()
        b.relogio.avancar(minutes=5)
        await recusada(b, await n.get(volta))
        await b.periodico("esquecer_vencidas")
        assert await b.consultar("SELECT 1 FROM entradas") == []


@pytest.mark.parametrize("consulta", ["", "?code=x", "?state=", f"?state={'x' * 300}&code=x", "?state=%00"])
async def test_volta_sem_pe_nem_cabeca_responde_400(c1, navegador, consulta):
    async with c1() as b, navegador(b) as n:
        assert (await n.get(f"/api/sessao/retorno{consulta}")).status_code == 400


async def test_a_chave_que_o_emissor_troca_e_achada(c1, navegador, emissor, monkeypatch):
    """The provider forgets its key when it stops: the token is signed with one that was not there before."""
    monkeypatch.setattr("c1_cidadaos.provedores.documento.INTERVALO_S", 0.0)
    async with c1() as b, navegador(b) as n:
        antes = await n.entrar("wanda")
        await asyncio.to_thread(emissor.parar)
        await asyncio.to_thread(emissor.iniciar)
        assert (await n.entrar("wanda"))["cidadao_id"] == antes["cidadao_id"]


async def test_com_o_emissor_ausente_a_resposta_e_503_e_depois_se_entra(c1, navegador, emissor):
    async with c1() as b, navegador(b) as n:
        await asyncio.to_thread(emissor.parar)
        ausente = await n.get("/api/sessao/entrar/teste")
        await asyncio.to_thread(emissor.iniciar)
        inicio = time.monotonic()
        while (volta := await n.get("/api/sessao/entrar/teste")).status_code == 503:
            assert time.monotonic() - inicio < 10
            await asyncio.sleep(0.2)
    assert (ausente.status_code, ausente.json()["type"]) == (503, "urn:formigueiro:erro:emissor-ausente")
    assert volta.status_code == 303
