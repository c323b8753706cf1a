"""Suggestions: automatic, kept nowhere, and always an answer."""

import asyncio
import json
from datetime import date

import httpx
import pytest

from d6b_relatoria.colonia import colonia
from d6b_relatoria.dominio.estruturacao import sugerir
from d6b_relatoria.sugestao.modelo import Modelo
from d6b_relatoria.sugestao.servico import Sugestoes
from nucleo.logs import registrador

HOJE = date(2026, 3, 14)
RELATO = "Abri o protocolo 25712345 na SABESP ontem."
PROPOSTA = {
    "tipo": "entrave_registrado",
    "campos": {"descricao": "Sem verba", "orgao": "SABESP", "numero": "1"},
    "texto_sugerido": "Sem verba.",
    "confianca": 0.9,
}


async def pedir(b, cenario, **corpo):
    return await b.http.post("/d6b/sugerir-estruturacao", json=corpo, headers=b.token(sub=cenario.cidadao()))


async def test_sugere_tipo_campos_e_confianca_marcados_como_automaticos(bancada, cenario):
    async with bancada(colonia) as b:
        resposta = await pedir(b, cenario, texto=RELATO)
        assert await b.publicados() == []
    assert resposta.json() == {
        "tipo": "protocolo_aberto",
        "campos": {"numero": "25712345", "orgao": "SABESP", "data": "2026-03-13"},
        "texto_sugerido": RELATO,
        "fatos": [RELATO],
        "interpretacoes": [],
        "confianca": 1.0,
        "origem": "automatico",
        "metodo": "regras-1",
    }


@pytest.mark.parametrize(
    ("corpo", "campo"),
    [({}, "texto"), ({"texto": ""}, "texto"), ({"texto": "x" * 100_000}, "texto"), ({"texto": "x", "a": 1}, "a")],
)
async def test_pedido_ruim_diz_o_campo(bancada, cenario, corpo, campo):
    async with bancada(colonia) as b:
        resposta = await pedir(b, cenario, **corpo)
    assert (resposta.status_code, resposta.json()["errors"][0]["campo"]) == (400, campo)


async def test_so_com_conta_e_dez_por_minuto(bancada, cenario):
    async with bancada(colonia) as b:
        anonimo = {"X-Cidadao-Id": str(cenario.cidadao())}
        sem_conta = await b.http.post("/d6b/sugerir-estruturacao", json={"texto": RELATO}, headers=anonimo)
        codigos = [(await pedir(b, cenario, texto=RELATO)).status_code for _ in range(10)]
    assert (sem_conta.status_code, codigos) == (401, [200] * 9 + [429])


async def com_modelo(responder, espera_s=1.0):
    async with httpx.AsyncClient(transport=httpx.MockTransport(responder)) as cliente:
        sugestoes = Sugestoes(Modelo("http://modelo/", cliente), espera_s, registrador("d6b-relatoria"))
        return await sugestoes.sugerir("Meu CPF é 529.982.247-25. " + RELATO, HOJE)


async def test_o_modelo_recebe_o_texto_sem_dados_pessoais_e_vale_quando_responde():
    recebidos = []

    def responder(pedido):
        recebidos.append(json.loads(pedido.content))
        return httpx.Response(200, json=PROPOSTA)

    metodo, sugestao = await com_modelo(responder)
    assert recebidos == [{"texto": "Meu CPF é [CPF]. " + RELATO, "hoje": "2026-03-14"}]
    assert (metodo, sugestao.tipo, sugestao.confianca) == ("modelo", "entrave_registrado", 0.9)
    assert sugestao.campos == {"descricao": "Sem verba", "orgao": "SABESP"}


async def _demorar(_):
    await asyncio.sleep(60)


@pytest.mark.parametrize(
    "responder",
    [
        lambda _: httpx.Response(500),
        lambda _: httpx.Response(200, text="<html>"),
        lambda _: httpx.Response(200, json={**PROPOSTA, "tipo": "voto"}),
        lambda _: httpx.Response(200, json={**PROPOSTA, "confianca": 7}),
        _demorar,
    ],
)
async def test_sem_o_modelo_valem_as_regras(responder):
    metodo, sugestao = await com_modelo(responder, espera_s=0.2)
    assert (metodo, sugestao.tipo) == ("regras-1", "protocolo_aberto")


@pytest.mark.parametrize(
    ("texto", "tipo", "campos"),
    [
        (
            "Liguei para a prefeitura. Falei com a atendente, que marcou vistoria.",
            "contato_realizado",
            {
                "com_quem": "a atendente",
                "canal": "telefone",
                "resultado": "Falei com a atendente, que marcou vistoria.",
            },
        ),
        (
            "A SABESP informou previsão de conserto em 10 dias",
            "prazo_registrado",
            {"data_estimada": "2026-03-24", "fonte": "SABESP"},
        ),
        ("Prazo dado: até 2 de janeiro", "prazo_registrado", {"data_estimada": "2027-01-02"}),
        ("Prazo até 30/02", "prazo_registrado", {}),
        (
            "Obra impedida: aguardando licitação da Secretaria Municipal de Obras",
            "entrave_registrado",
            {
                "descricao": "Obra impedida: aguardando licitação da Secretaria Municipal de Obras",
                "orgao": "Secretaria Municipal de Obras",
            },
        ),
        ("O buraco foi consertado", "status_atualizado", {"status": "concluido"}),
        (
            "Segue a foto: https://exemplo.br/f.jpg.",
            "documento_anexado",
            {
                "tipo_documento": "foto",
                "descricao": "Segue a foto: https://exemplo.br/f.jpg.",
                "referencia": "https://exemplo.br/f.jpg",
            },
        ),
    ],
)
def test_as_regras_acham_os_campos(texto, tipo, campos):
    sugestao = sugerir(texto, HOJE)
    assert (sugestao.tipo, sugestao.campos) == (tipo, campos)


def test_as_regras_separam_o_fato_da_interpretacao_e_baixam_o_tom():
    sugestao = sugerir("ISSO É UM ABSURDO!!! Infelizmente, a obra parou. Acho que falta vontade.", HOJE)
    assert sugestao.fatos == ["A obra parou."]
    assert sugestao.interpretacoes == ["Isso é um absurdo.", "Acho que falta vontade."]
    assert sugestao.texto_sugerido == "A obra parou."


@pytest.mark.parametrize("texto", ["", "?", "!" * 5000, "a " * 2500, "1/" * 2500, "SABESP " * 700, "https://" * 600])
def test_as_regras_respondem_a_qualquer_texto(texto):
    assert 0 <= sugerir(texto, HOJE).confianca <= 1
