"""The review queue, the decisions that make new versions, and the pairs they leave."""

import asyncio
import csv
import io
import json

import pytest

from d3_categorizacao.colonia import colonia
from nucleo.eventos import DemandaCategorizada

DUVIDOSO = "Isso é um absurdo, tomem providências"
MEDIANO = "a luz não funciona"


def _decidir(b, demanda_id, corpo):
    return b.http.post(f"/api/d3/revisoes/{demanda_id}/decidir", json=corpo, headers=b.token(papeis=["moderador"]))


@pytest.mark.parametrize(("papeis", "esperado"), [(None, 401), (["operador"], 403), (["moderador"], 200)])
async def test_a_fila_e_dos_moderadores(bancada, papeis, esperado):
    async with bancada(colonia) as b:
        cabecalhos = {} if papeis is None else b.token(papeis=papeis)
        assert (await b.http.get("/api/d3/revisoes", headers=cabecalhos)).status_code == esperado


async def test_decisao_publica_a_primeira_versao_da_demanda_que_esperava(
    bancada, normalizada, georreferenciada, demanda
):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO), georreferenciada(1))
        r = await _decidir(b, demanda(1), {"categoria_id": "3.3", "subcategoria_id": "3.3.2"})
        assert r.json() == {
            "demanda_id": str(demanda(1)),
            "versao": 1,
            "categoria_id": "3.3",
            "publicada": True,
        }
        (publicada,) = await b.publicados(DemandaCategorizada)
        p = publicada.payload
        assert (p.categoria_id, p.subcategoria_id, p.metodo, p.versao_categorizacao) == ("3.3", "3.3.2", "manual", 1)
        assert (p.nivel_precedencia, p.score_horizontal, p.confianca_categorizacao) == (3, 85.0, 1.0)
        origem = await b.consultar("SELECT correlacao_id FROM demandas")
        assert (publicada.correlacao_id, publicada.causacao_id) == (origem[0]["correlacao_id"], None)


async def test_correcao_publica_nova_versao_e_guarda_a_anterior(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia, limiar_automatico=1.0, amostragem_revisao=1.0) as b:
        await b.entregar(normalizada(1, MEDIANO), georreferenciada(1))
        await _decidir(b, demanda(1), {"categoria_id": "3.4"})
        versoes = [e.payload for e in await b.publicados(DemandaCategorizada)]
        assert [(v.versao_categorizacao, v.categoria_id, v.metodo) for v in versoes] == [
            (1, "1.3", "automatico"),
            (2, "3.4", "manual"),
        ]
        publico = (await b.http.get(f"/api/d3/demandas/{demanda(1)}")).json()
        assert [v["versao"] for v in publico["versoes"]] == [2, 1]
        assert publico["versoes"][0]["evidencias"] == []
        assert publico["em_revisao"] is None


async def test_decisao_sem_unidade_civica_e_publicada_quando_ela_chega(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO))
        r = await _decidir(b, demanda(1), {"categoria_id": "3.1"})
        assert r.json()["publicada"] is False
        assert not await b.publicados(DemandaCategorizada)
        await b.entregar(georreferenciada(1))
        (publicada,) = await b.publicados(DemandaCategorizada)
        assert (publicada.payload.categoria_id, publicada.payload.metodo) == ("3.1", "manual")


async def test_dois_moderadores_ao_mesmo_tempo_dao_uma_decisao(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO), georreferenciada(1))
        respostas = await asyncio.gather(*(_decidir(b, demanda(1), {"categoria_id": c}) for c in ("3.1", "3.2")))
        assert sorted(r.status_code for r in respostas) == [200, 409]
        assert len(await b.publicados(DemandaCategorizada)) == 1


async def test_contestada_depois_de_decidida_volta_e_pode_ser_decidida_de_novo(
    bancada, normalizada, georreferenciada, demanda
):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO), georreferenciada(1))
        await _decidir(b, demanda(1), {"categoria_id": "3.1"})
        cidadao = {"X-Cidadao-Id": "00000000-0000-4000-8000-000000000001"}
        r = await b.http.post(
            f"/api/d3/demandas/{demanda(1)}/contestacoes", json={"categoria_sugerida": "3.2"}, headers=cidadao
        )
        assert r.status_code == 201
        revisao = await b.http.get(f"/api/d3/revisoes/{demanda(1)}", headers=b.token(papeis=["moderador"]))
        assert revisao.json()["motivo"] == "contestada"
        assert revisao.json()["contestacoes"] == [{"categoria_id": "3.2", "vezes": 1}]
        await _decidir(b, demanda(1), {"categoria_id": "3.2"})
        assert [e.payload.versao_categorizacao for e in await b.publicados(DemandaCategorizada)] == [1, 2]


@pytest.mark.parametrize(
    ("corpo", "campo"),
    [
        ({"categoria_id": "9.9"}, "categoria_id"),
        ({"categoria_id": "fora"}, "categoria_id"),
        ({"categoria_id": "3.1", "subcategoria_id": "3.2.1"}, "subcategoria_id"),
        ({"categoria_id": "3.1", "nova_categoria": "Hortas verticais"}, None),
        ({"categoria_id": "3.1", "justificativa": "com \0 nulo"}, "justificativa"),
        ({}, "categoria_id"),
    ],
)
async def test_decisao_recusada_diz_o_campo(bancada, normalizada, demanda, corpo, campo):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO))
        r = await _decidir(b, demanda(1), corpo)
        assert r.status_code == 400
        if campo:
            assert r.json()["errors"][0]["campo"] == campo


async def test_proposta_de_categoria_nova_fica_registrada_com_a_justificativa(bancada, normalizada, demanda):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO))
        proposta = {"nova_categoria": "Hortas verticais", "justificativa": "não cabe em segurança alimentar"}
        assert (await _decidir(b, demanda(1), {"categoria_id": "1.5", **proposta})).status_code == 200
        (linha,) = await b.consultar("SELECT nova_categoria, justificativa FROM categorizacoes WHERE versao = 1")
        assert dict(linha) == proposta


async def test_revisao_inexistente_responde_404(bancada, normalizada, demanda):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1))
        assert (await _decidir(b, demanda(1), {"categoria_id": "3.1"})).status_code == 404
        r = await b.http.get(f"/api/d3/revisoes/{demanda(1)}", headers=b.token(papeis=["moderador"]))
        assert r.status_code == 404


async def test_a_fila_segue_a_urgencia_e_se_le_em_paginas_sem_repetir_nem_pular(
    bancada, normalizada, georreferenciada, demanda
):
    async with bancada(colonia, limiar_automatico=1.0, amostragem_revisao=1.0) as b:
        textos = [MEDIANO, DUVIDOSO, "Esgoto a céu aberto", DUVIDOSO, MEDIANO, "escola e praça e igreja e hospital"]
        await b.entregar(*(normalizada(n, t) for n, t in enumerate(textos)))
        await b.entregar(*(georreferenciada(n) for n in range(len(textos))))
        await b.http.post(
            f"/api/d3/demandas/{demanda(2)}/contestacoes",
            json={},
            headers={"X-Cidadao-Id": "00000000-0000-4000-8000-000000000001"},
        )
        vistas, depois = [], None
        while True:
            parametros = {"limite": 2} | ({"depois": depois} if depois else {})
            r = await b.http.get("/api/d3/revisoes", params=parametros, headers=b.token(papeis=["moderador"]))
            assert r.status_code == 200, r.text
            vistas += r.json()["revisoes"]
            depois = r.json()["proximo"]
            if depois is None:
                break
        assert [v["motivo"] for v in vistas] == ["obrigatoria"] * 3 + ["contestada"] + ["amostragem"] * 2
        assert len({v["demanda_id"] for v in vistas}) == 6
        confiancas = [v["confianca"] for v in vistas if v["motivo"] == "obrigatoria"]
        assert confiancas == sorted(confiancas)
        assert vistas[-1]["candidatas"][0]["categoria_id"] == "1.3"
        assert vistas[-1]["evidencias"][0]["termo"] == "@falta luz"
        assert vistas[-1]["texto"] == MEDIANO


async def test_cursor_estragado_responde_400(bancada):
    async with bancada(colonia) as b:
        for depois in ("x", "0:2:00000000-0000-0000-0000-000000000000", "0:0.5:nada"):
            r = await b.http.get("/api/d3/revisoes", params={"depois": depois}, headers=b.token(papeis=["moderador"]))
            assert r.status_code == 400


async def _rotular(b, normalizada, demanda, textos):
    await b.entregar(*(normalizada(n, t) for n, t in enumerate(textos)))
    for n in range(len(textos)):
        assert (await _decidir(b, demanda(n), {"categoria_id": "3.1"})).status_code == 200


async def test_pares_rotulados_em_jsonl_pagina_a_pagina(bancada, normalizada, demanda):
    async with bancada(colonia) as b:
        await _rotular(b, normalizada, demanda, [DUVIDOSO, "absurdo dois", "absurdo três"])
        lidos, depois = [], None
        while True:
            parametros = {"limite": 2} | ({"depois": depois} if depois else {})
            r = await b.http.get("/api/d3/pares-rotulados", params=parametros, headers=b.token(papeis=["operador"]))
            lidos += [json.loads(linha) for linha in r.text.splitlines()]
            depois = r.headers.get("X-Proximo")
            if depois is None:
                break
        assert [(par["texto"], par["categoria_id"]) for par in lidos] == [
            (DUVIDOSO, "3.1"),
            ("absurdo dois", "3.1"),
            ("absurdo três", "3.1"),
        ]
        assert lidos[0]["categoria_automatica"] is None


async def test_csv_nao_leva_formulas_a_planilha(bancada, normalizada, demanda):
    async with bancada(colonia) as b:
        perigosos = ['=HYPERLINK("http://x")', "+1", "-1", "@SOMA(A1)", "\tabc", "＝1", "normal; com, tudo"]
        await _rotular(b, normalizada, demanda, perigosos)
        papel = b.token(papeis=["moderador"])
        r = await b.http.get("/api/d3/pares-rotulados?formato=csv", headers=papel)
        textos = [linha["texto"] for linha in csv.DictReader(io.StringIO(r.text))]
        assert textos == [f"'{t}" for t in perigosos[:-1]] + [perigosos[-1]]
        r = await b.http.get("/api/d3/pares-rotulados?formato=csv&perfil=excel", headers=papel)
        assert r.content.startswith("\ufeff".encode())
        linhas = list(csv.DictReader(io.StringIO(r.text.removeprefix("\ufeff")), delimiter=";"))
        assert linhas[0]["confianca_automatica"] == "0,0"


async def test_texto_apagado_sai_dos_pares_e_da_fila(bancada, normalizada, demanda):
    async with bancada(colonia) as b:
        await _rotular(b, normalizada, demanda, [DUVIDOSO])
        await b.consultar("UPDATE demandas SET texto = NULL, legendas = NULL")
        r = await b.http.get("/api/d3/pares-rotulados", headers=b.token(papeis=["operador"]))
        assert (r.status_code, r.text) == (200, "")
        r = await b.http.get(f"/api/d3/revisoes/{demanda(0)}", headers=b.token(papeis=["moderador"]))
        assert r.json()["texto"] is None


@pytest.mark.parametrize(("papeis", "esperado"), [(None, 401), (["conselheiro"], 403)])
async def test_pares_rotulados_exigem_papel(bancada, papeis, esperado):
    async with bancada(colonia) as b:
        cabecalhos = {} if papeis is None else b.token(papeis=papeis)
        assert (await b.http.get("/api/d3/pares-rotulados", headers=cabecalhos)).status_code == esperado
