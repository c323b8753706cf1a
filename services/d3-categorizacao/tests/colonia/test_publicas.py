"""What anybody may see: taxonomy, parameters, explanations, and the citizen's contestation."""

import asyncio
from uuid import UUID, uuid4

from d3_categorizacao.colonia import colonia
from d3_categorizacao.dominio.taxonomia import taxonomia
from nucleo.eventos import CidadaoVinculado, DemandaCategorizada, TaxonomiaPublicada
from nucleo.testes import exemplo


async def test_taxonomia_e_publica_e_pode_ficar_em_cache(bancada):
    async with bancada(colonia) as b:
        r = await b.http.get("/api/taxonomia")
        assert r.status_code == 200
        agua = next(c for c in r.json()["categorias"] if c["id"] == "1.1")
        assert (agua["nome"], agua["nivel"], agua["mvp"], agua["score_horizontal"]) == (
            "Abastecimento de água",
            1,
            True,
            95.0,
        )
        assert set(agua["responsaveis"]) == {"municipal", "estadual", "federal"}
        assert agua["responsaveis"]["municipal"]["fonte"] == "Lei 11.445/2007, art. 8º, I"
        etiqueta = r.headers["ETag"]
        for conhecida in (etiqueta, f"W/{etiqueta}", f'"outra", {etiqueta}', "*"):
            repetida = await b.http.get("/api/taxonomia", headers={"If-None-Match": conhecida})
            assert (repetida.status_code, repetida.content) == (304, b"")
        assert (await b.http.get("/api/taxonomia", headers={"If-None-Match": '"velha"'})).status_code == 200


async def test_parametros_sao_publicos(bancada):
    async with bancada(colonia, amostragem_revisao=0.1) as b:
        r = (await b.http.get("/api/d3/parametros")).json()
        assert (r["limiar_automatico"], r["limiar_minimo"], r["amostragem_revisao"]) == (0.85, 0.7, 0.1)
        assert r["versao_taxonomia"] == taxonomia().versao
        assert len(r["calibracao"]["indices"]) == len(r["calibracao"]["confiancas"])


async def test_a_explicacao_mostra_termos_e_pesos_sem_o_texto(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia) as b:
        await b.entregar(
            normalizada(1, "Não falta água, o que a Dona Zulmira vê é esgoto vazando"), georreferenciada(1)
        )
        r = await b.http.get(f"/api/d3/demandas/{demanda(1)}")
        corpo = r.json()
        assert (corpo["situacao"], corpo["contestacoes"], corpo["em_revisao"]) == ("publicada", 0, None)
        (versao,) = corpo["versoes"]
        assert (versao["categoria_id"], versao["nome"]) == ("1.2", "Esgotamento sanitário")
        termos = {e["termo"]: e for e in versao["evidencias"]}
        assert termos["esgoto @vaza"]["pontos"] == 5
        assert termos["@falta agua"]["negado"]
        assert "Zulmira" not in r.text
        assert "zulmira" not in r.text


async def test_demanda_desconhecida_responde_404(bancada, georreferenciada, demanda):
    async with bancada(colonia) as b:
        assert (await b.http.get(f"/api/d3/demandas/{uuid4()}")).status_code == 404
        await b.entregar(georreferenciada(1))
        assert (await b.http.get(f"/api/d3/demandas/{demanda(1)}")).status_code == 404


def _cidadao(n: int = 0) -> dict[str, str]:
    return {"X-Cidadao-Id": str(UUID(int=(0x4 << 76) | (0x8 << 60) | n))}


async def test_contestacao_leva_a_demanda_de_volta_a_fila(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia, limite_multiplicador=100) as b:
        await b.entregar(normalizada(1), georreferenciada(1))
        endereco = f"/api/d3/demandas/{demanda(1)}/contestacoes"
        r = await b.http.post(endereco, json={"categoria_sugerida": "1.1"}, headers=_cidadao())
        assert (r.status_code, r.json()["versao_contestada"]) == (201, 1)
        (revisao,) = await b.consultar("SELECT motivo, situacao FROM revisoes")
        assert (revisao["motivo"], revisao["situacao"]) == ("contestada", "pendente")
        assert (await b.http.get(f"/api/d3/demandas/{demanda(1)}")).json()["contestacoes"] == 1
        assert len(await b.publicados(DemandaCategorizada)) == 1


async def test_cada_cidadao_contesta_uma_vez_mesmo_em_paralelo(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia, limite_multiplicador=100) as b:
        await b.entregar(normalizada(1), georreferenciada(1))
        endereco = f"/api/d3/demandas/{demanda(1)}/contestacoes"
        respostas = await asyncio.gather(*(b.http.post(endereco, json={}, headers=_cidadao()) for _ in range(4)))
        assert sorted(r.status_code for r in respostas) == [201, 409, 409, 409]
        assert (await b.http.post(endereco, json={}, headers=_cidadao(1))).status_code == 201
        assert len(await b.consultar("SELECT * FROM contestacoes")) == 2


async def test_o_aparelho_e_a_conta_a_que_foi_vinculado_contestam_uma_vez(
    bancada, normalizada, georreferenciada, demanda
):
    async with bancada(colonia, limite_multiplicador=100) as b:
        await b.entregar(normalizada(1), georreferenciada(1))
        endereco = f"/api/d3/demandas/{demanda(1)}/contestacoes"
        aparelhos, conta = [UUID(_cidadao(n)["X-Cidadao-Id"]) for n in (1, 2)], UUID(_cidadao(3)["X-Cidadao-Id"])
        for n in (1, 2):
            assert (await b.http.post(endereco, json={"categoria_sugerida": "3.2"}, headers=_cidadao(n))).is_success
        await b.entregar(*(exemplo(CidadaoVinculado, cidadao_id=conta, cidadao_id_anonimo=a) for a in aparelhos))
        assert (await b.http.post(endereco, json={}, headers=b.token(sub=conta))).status_code == 409
        assert (await b.http.post(endereco, json={}, headers=b.token())).status_code == 201
        assert (await b.http.get(f"/api/d3/demandas/{demanda(1)}")).json()["contestacoes"] == 2
        revisao = await b.http.get(f"/api/d3/revisoes/{demanda(1)}", headers=b.token(papeis=["moderador"]))
        assert {"categoria_id": "3.2", "vezes": 1} in revisao.json()["contestacoes"]


async def test_contestacao_recusa_o_que_nao_faz_sentido(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia, limite_multiplicador=100) as b:
        await b.entregar(normalizada(1), normalizada(2, "Isso é um absurdo"), georreferenciada(2))

        async def contestar(n: int, corpo: object, **cabecalhos: str) -> tuple[int, str | None]:
            r = await b.http.post(f"/api/d3/demandas/{demanda(n)}/contestacoes", json=corpo, headers=cabecalhos)
            return r.status_code, r.json().get("campo")

        assert await contestar(1, {"categoria_sugerida": "9.9"}, **_cidadao()) == (400, "categoria_sugerida")
        assert await contestar(1, {}) == (400, "X-Cidadao-Id")
        assert (await contestar(1, {}, **_cidadao()))[0] == 409  # has no unit yet: nobody saw it published
        assert (await contestar(2, {}, **_cidadao()))[0] == 409  # waits for a moderator
        assert await contestar(3, {}, **_cidadao()) == (404, "demanda_id")


async def test_contestacoes_tem_limite_de_taxa(bancada, demanda):
    async with bancada(colonia) as b:
        codigos = [
            (await b.http.post(f"/api/d3/demandas/{demanda(1)}/contestacoes", json={}, headers=_cidadao())).status_code
            for _ in range(6)
        ]
        assert codigos == [404] * 5 + [429]


async def test_a_taxonomia_vai_ao_log_uma_vez(bancada):
    async with bancada(colonia) as b:
        for _ in range(3):
            await b.periodico("publicar_taxonomia")
        (publicada,) = await b.publicados(TaxonomiaPublicada)
        assert publicada.payload.versao == taxonomia().versao
        assert len(publicada.payload.categorias) == len(taxonomia().categorias)
        saude = next(c for c in publicada.payload.categorias if c.categoria_id == "2.1")
        assert saude.responsaveis.municipal == "Secretaria municipal de saúde (Lei 8.080/1990, art. 18, I)"
        assert saude.subcategorias[0].subcategoria_id == "2.1.1"
