"""Asking to be a counsellor and refusing a demand, on the real application and a real database."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import httpx

from d1a_captura.colonia import colonia
from nucleo.eventos import ConselheiroAtribuicaoRecusada, ConselheiroCadastrado, TerritorioUnidadePublicada
from nucleo.payload import Payload
from nucleo.testes import Bancada, exemplo
from nucleo.testes.bancada import FabricaDeBancadas

CONSELHEIRA = UUID("7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77")
OUTRO = UUID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
DEMANDA = UUID("0199c0de-0000-7000-8000-00000000000d")
CENTRO = UUID("0199c0de-0000-7000-8000-00000000000a")
VILA = UUID("0199c0de-0000-7000-8000-00000000000b")
LIVRE = {"limite_multiplicador": 1000}
Sorteada = Callable[..., list[Payload]]


def unidade(unidade_civica_id: UUID = CENTRO, ativa: bool = True) -> Payload:
    return exemplo(TerritorioUnidadePublicada, unidade_civica_id=unidade_civica_id, ativa=ativa)


async def candidatar(b: Bancada, unidade_civica_id: object = CENTRO, quem: UUID = CONSELHEIRA, **campos: Any) -> Any:
    corpo = {"unidade_civica_id": str(unidade_civica_id), **campos}
    return await b.http.post("/api/conselheiros", json=corpo, headers=b.token(sub=quem))


async def recusar(b: Bancada, corpo: Any = None, quem: UUID = CONSELHEIRA, demanda: object = DEMANDA) -> httpx.Response:
    return await b.http.post(f"/api/demandas/{demanda}/recusas", json=corpo or {}, headers=b.token(sub=quem))


async def test_quem_quer_ser_conselheiro_vira_um_evento(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        await b.entregar(unidade())
        r = await candidatar(b, capacitacao_concluida=True)
        assert (r.status_code, r.json()) == (
            202,
            {
                "unidade_civica_id": str(CENTRO),
                "capacitacao_concluida": True,
                "registrada_em": "2026-03-14T13:32:00Z",
                "acompanhamento": "/d6a/conselheiros/me/situacao",
            },
        )
        (evento,) = await b.publicados(ConselheiroCadastrado)
        assert evento.versao_schema == "1.1.0"
        assert evento.payload == ConselheiroCadastrado(
            cidadao_id=CONSELHEIRA,
            unidade_civica_id=CENTRO,
            timestamp_cadastro=b.relogio.agora(),
            capacitacao_concluida=True,
        )


async def test_sem_dizer_a_capacitacao_ela_nao_foi_feita(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        await b.entregar(unidade())
        assert (await candidatar(b)).json()["capacitacao_concluida"] is False
        (evento,) = await b.publicados(ConselheiroCadastrado)
        assert evento.payload.capacitacao_concluida is False


async def test_o_mesmo_pedido_ao_mesmo_tempo_e_um_so_e_mudar_conta(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(unidade(), unidade(VILA))
        respostas = await asyncio.gather(*(candidatar(b) for _ in range(5)))
        assert {r.status_code for r in respostas} == {202}
        assert len(await b.publicados(ConselheiroCadastrado)) == 1
        b.relogio.avancar(seconds=30)
        repetida = await candidatar(b)
        assert repetida.json() == respostas[0].json()
        for campos in ({"capacitacao_concluida": True}, {"unidade_civica_id": str(VILA)}, {}):
            await candidatar(b, **campos)
        assert len(await b.publicados(ConselheiroCadastrado)) == 4
        b.relogio.avancar(minutes=2)
        await candidatar(b)
        assert len(await b.publicados(ConselheiroCadastrado)) == 5


async def test_unidade_desconhecida_ou_extinta_e_recusada(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(unidade(), unidade(VILA))
        await b.entregar(unidade(VILA, ativa=False))
        for errada in (uuid4(), VILA, "abc", ""):
            r = await candidatar(b, errada)
            assert (r.status_code, r.json()["campo"]) == (400, "unidade_civica_id")
        r = await candidatar(b, capacitacao_concluida="sim")
        assert (r.status_code, r.json()["campo"]) == (400, "capacitacao_concluida")
        r = await candidatar(b, cidadao_id=str(OUTRO))
        assert (r.status_code, r.json()["campo"]) == (400, "cidadao_id")
        assert await b.publicados() == []
        await b.entregar(unidade(VILA))  # the same event as before: its inbox drops it
        assert (await candidatar(b, VILA)).status_code == 400


async def test_recusar_sem_motivo_e_recusa_explicita(bancada: FabricaDeBancadas, sorteada: Sorteada) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        r = await recusar(b)
        assert (r.status_code, r.json()["motivo"]) == (202, "recusa_explicita")
        (evento,) = await b.publicados(ConselheiroAtribuicaoRecusada)
        assert evento.payload == ConselheiroAtribuicaoRecusada(
            cidadao_id=CONSELHEIRA,
            demanda_id=DEMANDA,
            timestamp_recusa=b.relogio.agora(),
            motivo="recusa_explicita",
        )


async def test_recusar_por_risco_pessoal(bancada: FabricaDeBancadas, sorteada: Sorteada) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        assert (await recusar(b, {"motivo": "risco_pessoal"})).status_code == 202
        (evento,) = await b.publicados(ConselheiroAtribuicaoRecusada)
        assert evento.payload.motivo == "risco_pessoal"


async def test_duas_recusas_ao_mesmo_tempo_fazem_uma(bancada: FabricaDeBancadas, sorteada: Sorteada) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        b.relogio.avancar(microseconds=7)
        respostas = await asyncio.gather(*(recusar(b, {"motivo": "risco_pessoal"}) for _ in range(5)))
        assert sorted(r.status_code for r in respostas) == [202] + [409] * 4
        assert {r.json()["recusada_em"] for r in respostas} == {"2026-03-14T13:32:00.000007Z"}
        assert {r.json().get("campo") for r in respostas if r.status_code == 409} == {"demanda_id"}
        assert len(await b.publicados(ConselheiroAtribuicaoRecusada)) == 1


async def test_cada_sorteio_pode_ser_recusado_uma_vez(bancada: FabricaDeBancadas, sorteada: Sorteada) -> None:
    async with bancada(colonia, **LIVRE) as b:
        for minuto in range(4):
            await b.entregar(*sorteada(DEMANDA, CONSELHEIRA, minuto))
            assert [(await recusar(b)).status_code for _ in range(2)] == [202, 409]
        assert len(await b.publicados(ConselheiroAtribuicaoRecusada)) == 4


async def test_recusar_o_que_nao_e_seu_nao_existe_ou_ja_acabou(
    bancada: FabricaDeBancadas, sorteada: Sorteada, encerrada: Callable[..., Payload]
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        assert (await recusar(b, demanda=uuid4())).status_code == 404
        assert (await recusar(b, quem=OUTRO)).status_code == 403
        assert (await recusar(b, {"motivo": "preguica"})).json()["campo"] == "motivo"
        await b.entregar(encerrada(DEMANDA, CONSELHEIRA))
        r = await recusar(b)
        assert (r.status_code, r.json()["campo"]) == (409, "demanda_id")
        assert await b.publicados() == []


async def test_depois_de_recusar_nao_ha_o_que_atualizar_e_quem_vem_depois_segue(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Callable[..., dict[str, Any]]
) -> None:
    caminho = f"/api/demandas/{DEMANDA}/atualizacoes"
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA, 0))
        assert (await recusar(b)).status_code == 202
        assert (await b.http.post(caminho, json=atualizacao(), headers=b.token(sub=CONSELHEIRA))).status_code == 409
        await b.entregar(*sorteada(DEMANDA, OUTRO, 1))
        assert (await b.http.post(caminho, json=atualizacao(), headers=b.token(sub=OUTRO))).status_code == 201
        assert (await recusar(b)).status_code == 409


async def test_so_quem_entrou_com_conta_se_candidata_ou_recusa(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        for caminho in ("/api/conselheiros", f"/api/demandas/{DEMANDA}/recusas"):
            for cabecalhos in ({}, {"X-Cidadao-Id": str(CONSELHEIRA)}):
                r = await b.http.post(caminho, json={}, headers=cabecalhos)
                assert r.status_code == 401


async def test_cinco_por_minuto_por_endereco(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        respostas = [await candidatar(b, uuid4()) for _ in range(6)]
        assert [r.status_code for r in respostas] == [400] * 5 + [429]
