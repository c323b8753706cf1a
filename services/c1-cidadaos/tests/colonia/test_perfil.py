"""What a citizen declares, and roles."""

import asyncio
from uuid import UUID, uuid4

import pytest

from c1_cidadaos.colonia import colonia
from nucleo.eventos import CidadaoPapelAlterado, CidadaoPerfilAtualizado, TerritorioUnidadePublicada
from nucleo.testes import evento, exemplo, verificar_permutacoes
from nucleo.testes.eventos import INICIO

UNIDADE = UUID("0199c0de-0000-7000-8000-00000000000a")
OUTRA = UUID("0199c0de-0000-7000-8000-00000000000b")


def bearer(tokens):
    return {"Authorization": f"Bearer {tokens['token']}"}


def unidade(identificador=UNIDADE, *, ativa=True, versao="2024", timestamp=INICIO):
    dados = exemplo(TerritorioUnidadePublicada, unidade_civica_id=identificador, ativa=ativa, versao_limites=versao)
    return evento(dados, timestamp=timestamp)


async def mudar(n, tokens, **campos):
    return await n.put("/api/perfil", json=campos, headers=bearer(tokens))


async def test_mudar_o_perfil_conta_quais_campos_e_so_a_unidade_tem_valor_no_evento(c1, navegador):
    declarado = {
        "nome": "Ana Souza",
        "email": "ana@exemplo.org",
        "avatar_url": "https://exemplo.org/a.png",
        "endereco": "Rua das Flores, 10\nfundos",
        "unidade_civica_id": str(UNIDADE),
    }
    async with c1() as b, navegador(b) as n:
        await b.entregar(unidade())
        tokens = await n.entrar("ana")
        resposta = await mudar(n, tokens, **declarado)
        assert resposta.status_code == 200
        assert await n.perfil(tokens) == resposta.json()
        [publicado] = await b.publicados(CidadaoPerfilAtualizado)
    assert {campo: resposta.json()[campo] for campo in declarado} == declarado
    assert publicado.payload == CidadaoPerfilAtualizado(
        cidadao_id=UUID(tokens["cidadao_id"]),
        campos=["avatar_url", "email", "endereco", "nome", "unidade_civica_id"],
        unidade_civica_id=UNIDADE,
        timestamp_atualizacao=b.relogio.agora(),
    )


async def test_html_e_emoji_ficam_como_vieram_e_zero_nao_e_vazio(c1, navegador):
    declarado = {"nome": """"><img src=x onerror=alert(1)> D'Ávila 😀 👩🏽\u200d🔧""", "endereco": "0"}
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("ana")
        assert (await mudar(n, tokens, **declarado)).status_code == 200
        visto = await n.perfil(tokens)
    assert {campo: visto[campo] for campo in declarado} == declarado


async def test_campo_ausente_fica_e_nulo_apaga(c1, navegador):
    async with c1() as b, navegador(b) as n:
        await b.entregar(unidade())
        tokens = await n.entrar("bia")
        await mudar(n, tokens, nome="Bia", endereco="Rua A", unidade_civica_id=str(UNIDADE))
        perfil = (await mudar(n, tokens, nome=None, unidade_civica_id=None)).json()
        eventos = await b.publicados(CidadaoPerfilAtualizado)
    assert (perfil["nome"], perfil["endereco"], perfil["unidade_civica_id"]) == (None, "Rua A", None)
    assert (eventos[-1].payload.campos, eventos[-1].payload.unidade_civica_id) == (["nome", "unidade_civica_id"], None)


async def test_sem_mudanca_nao_ha_evento(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("caio")
        for corpo in ({"nome": "Caio"}, {"nome": " Caio "}, {}):
            assert (await mudar(n, tokens, **corpo)).status_code == 200
        assert len(await b.publicados(CidadaoPerfilAtualizado)) == 1


async def test_duas_mudancas_ao_mesmo_tempo_nao_perdem_nenhuma(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("duda")
        await asyncio.gather(mudar(n, tokens, nome="Duda"), mudar(n, tokens, endereco="Rua B"))
        perfil = await n.perfil(tokens)
    assert (perfil["nome"], perfil["endereco"]) == ("Duda", "Rua B")


@pytest.mark.parametrize(
    ("campo", "valor"),
    [
        ("unidade_civica_id", str(OUTRA)),
        ("unidade_civica_id", "centro"),
        ("nome", ""),
        ("nome", "   "),
        ("nome", "x" * 201),
        ("nome", "Ana\nSouza"),
        ("nome", "Ana\x1b[31m"),
        ("nome", "Ana\u202eazuoS"),
        ("nome", "\u200d\u200d\u200d"),
        ("nome", 7),
        ("email", "ana"),
        ("email", "ana@exemplo"),
        ("email", "ana @exemplo.org"),
        ("email", f"{'a' * 65}@exemplo.org"),
        ("email", "a\u200dna@exemplo.org"),
        ("avatar_url", "http://exemplo.org/a.png"),
        ("avatar_url", "javascript:alert(1)"),
        ("avatar_url", "https://ana@exemplo.org/a.png"),
        ("avatar_url", "data:image/png;base64,AA"),
        ("endereco", "x" * 501),
        ("endereco", "Rua\0A"),
        ("apelido", "aninha"),
    ],
)
async def test_declaracao_invalida_responde_400_nomeia_o_campo_e_nada_muda(c1, navegador, campo, valor):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("ester")
        antes = await n.perfil(tokens)
        resposta = (
            await mudar(n, tokens, endereco="Rua C", **{campo: valor})
            if campo != "endereco"
            else await mudar(n, tokens, nome="E", endereco=valor)
        )
        assert (resposta.status_code, resposta.json()["campo"]) == (400, campo)
        assert await n.perfil(tokens) == antes
        assert await b.publicados(CidadaoPerfilAtualizado) == []


async def test_so_se_mora_em_unidade_que_existe_agora(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("fabi")
        await b.entregar(unidade(), unidade(OUTRA, ativa=False))
        assert (await mudar(n, tokens, unidade_civica_id=str(OUTRA))).json()["campo"] == "unidade_civica_id"
        assert (await mudar(n, tokens, unidade_civica_id=str(UNIDADE))).status_code == 200
        await b.entregar(unidade(ativa=False, versao="2025"))
        assert (await mudar(n, tokens, nome="Fabiana", unidade_civica_id=str(UNIDADE))).status_code == 200, "já morava"


async def test_o_perfil_e_de_quem_entrou(c1, navegador):
    async with c1() as b, navegador(b) as n:
        assert (await n.get("/api/perfil")).status_code == 401
        assert (await n.get("/api/perfil", headers={"X-Cidadao-Id": str(uuid4())})).status_code == 401
        for metodo in ("GET", "PUT"):
            resposta = await n.request(metodo, "/api/perfil", json={}, headers=b.token(sub=uuid4()))
            assert (resposta.status_code, resposta.json()["campo"]) == (404, "cidadao_id")


# roles


async def papel(b, metodo, conta, nome="", quem=None):
    quem = quem or b.token(papeis=["operador"], sub="maria-do-terminal")
    return await b.http.request(metodo, f"/api/c1/cidadaos/{conta}/papeis{nome and '/' + nome}", headers=quem)


async def test_um_operador_concede_e_retira_papeis_e_cada_mudanca_e_um_evento(c1, navegador):
    async with c1() as b, navegador(b) as n:
        conta = (await n.entrar("gina"))["cidadao_id"]
        for metodo, esperado in (("PUT", ["moderador"]), ("PUT", ["moderador"]), ("DELETE", []), ("DELETE", [])):
            resposta = await papel(b, metodo, conta, "moderador")
            assert (resposta.status_code, resposta.json()) == (200, {"cidadao_id": conta, "papeis": esperado})
            assert (await papel(b, "GET", conta)).json() == resposta.json()
        eventos = [e.payload for e in await b.publicados(CidadaoPapelAlterado)]
    dado, tirado = (
        CidadaoPapelAlterado(
            cidadao_id=UUID(conta),
            papel="moderador",
            concedido=concedido,
            concedido_por="maria-do-terminal",
            timestamp_decisao=b.relogio.agora(),
        )
        for concedido in (True, False)
    )
    assert eventos == [dado, tirado]


async def test_o_papel_entra_no_proximo_token_e_sai_dele(c1, navegador):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("hebe")
        assert (await papel(b, "GET", tokens["cidadao_id"], quem=bearer(tokens))).status_code == 403
        await papel(b, "PUT", tokens["cidadao_id"], "operador")
        assert (await papel(b, "GET", tokens["cidadao_id"], quem=bearer(tokens))).status_code == 403
        tokens = (await n.post("/api/sessao/renovar", json={"token_renovacao": tokens["token_renovacao"]})).json()
        assert (await papel(b, "GET", tokens["cidadao_id"], quem=bearer(tokens))).status_code == 200
        assert (await n.perfil(tokens))["papeis"] == ["operador"]
        await papel(b, "DELETE", tokens["cidadao_id"], "operador")
        tokens = await n.entrar("hebe")
        assert (await papel(b, "GET", tokens["cidadao_id"], quem=bearer(tokens))).status_code == 403


async def test_papeis_ao_mesmo_tempo_dao_um_evento(c1, navegador):
    async with c1() as b, navegador(b) as n:
        conta = (await n.entrar("ines"))["cidadao_id"]
        await asyncio.gather(*(papel(b, "PUT", conta, "conselheiro") for _ in range(4)))
        assert len(await b.publicados(CidadaoPapelAlterado)) == 1


@pytest.mark.parametrize("metodo", ["PUT", "DELETE"])
async def test_ninguem_alem_de_um_operador_muda_papeis(c1, navegador, metodo):
    async with c1() as b, navegador(b) as n:
        tokens = await n.entrar("jade")
        conta = tokens["cidadao_id"]
        esperados = [
            ({"X-Cidadao-Id": str(uuid4())}, 401),
            (bearer(tokens), 403),
            (b.token(papeis=["moderador", "conselheiro"]), 403),
        ]
        for quem, status in esperados:
            assert (await papel(b, metodo, conta, "operador", quem)).status_code == status
        assert await b.publicados(CidadaoPapelAlterado) == []


async def test_papel_ou_conta_que_nao_ha(c1, navegador):
    async with c1() as b, navegador(b) as n:
        conta = (await n.entrar("kika"))["cidadao_id"]
        for metodo in ("PUT", "DELETE"):
            errado = await papel(b, metodo, conta, "rei")
            assert (errado.status_code, errado.json()["campo"]) == (400, "papel")
            ausente = await papel(b, metodo, uuid4(), "operador")
            assert (ausente.status_code, ausente.json()["campo"]) == (404, "cidadao_id")
        assert (await papel(b, "GET", uuid4())).status_code == 404


# units


async def test_as_unidades_conhecidas_nao_dependem_da_ordem_nem_de_repeticoes(bancada):
    eventos = [
        unidade(),
        unidade(OUTRA),
        unidade(ativa=False, versao="2025"),
        unidade(OUTRA, versao="2025"),
        unidade(OUTRA, ativa=False, versao="2026"),
        unidade(ativa=True, versao="2027"),
    ]
    await verificar_permutacoes(bancada, colonia, eventos, tabelas=["unidades"], exemplos=20)


async def test_o_que_se_publicou_por_ultimo_de_uma_unidade_e_o_que_vale(bancada):
    async with bancada(colonia) as b:
        await b.entregar(unidade(), unidade(ativa=False, versao="2025", timestamp=INICIO.replace(hour=20)))
        await b.entregar(unidade(versao="2023", timestamp=INICIO.replace(hour=1)))
        assert [u["ativa"] for u in await b.consultar("SELECT ativa FROM unidades")] == [False]
