"""Collective conclusions, ratification, withdrawal and the end of a mandate."""

import asyncio

from d6b_relatoria.colonia import colonia
from nucleo.eventos import ConselheiroCicloConcluido, DemandaConcluida, DemandaResumoCicloAtualizado


def url(cenario, acao):
    return f"/d6b/demandas/{cenario.demanda()}/{acao}"


async def pendencia(b, cenario, n=1):
    resposta = await b.http.get(url(cenario, "acompanhamento"), headers=b.token(sub=cenario.cidadao(n)))
    return resposta.json()["acompanhamento"]["pendencia_conclusao"]


async def test_a_conclusao_coletiva_fica_pendente_com_acompanhamento_ativo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.registrada())
        assert await pendencia(b, cenario) is None
        confirmada = cenario.confirmada(ratificar=True)
        await b.entregar(confirmada)
        vista = await pendencia(b, cenario)
        assert await b.publicados(DemandaConcluida) == []
    assert vista == {
        "conclusao_id": str(confirmada.payload.conclusao_id),
        "total_conclusoes": 3,
        "data": "2026-03-14T13:37:00Z",
    }


async def test_confirmada_sem_ratificacao_mas_com_conselheiro_atuando_tambem_fica_pendente(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.confirmada(ratificar=False))
        assert await pendencia(b, cenario) is not None
        assert await b.publicados() == []


async def test_ratificar_conclui_a_demanda_e_libera_o_conselheiro(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.registrada(), cenario.confirmada())
        b.relogio.avancar(hours=1)
        resposta = await b.http.post(url(cenario, "ratificar-conclusao"), headers=b.token(sub=cenario.cidadao()))
        [concluida] = await b.publicados(DemandaConcluida)
        [ciclo] = await b.publicados(ConselheiroCicloConcluido)
        resumo = (await b.publicados(DemandaResumoCicloAtualizado))[-1]
        assert await pendencia(b, cenario) is None
        assert await b.consultar("SELECT concluida_em FROM demandas") == [{"concluida_em": cenario.quando(60)}]
    assert resposta.status_code == 200
    assert resposta.json() == {
        "demanda_id": str(cenario.demanda()),
        "conselheiro_id": str(cenario.conselheiro()),
        "motivo_encerramento": "demanda_concluida",
        "total_atualizacoes": 1,
        "data_inicio": "2026-03-14T13:32:00Z",
        "data_fim": "2026-03-14T14:32:00Z",
    }
    assert concluida.payload.via == "ratificacao"
    assert concluida.payload.data_conclusao == ciclo.payload.data_fim == resumo.payload.data_fim == cenario.quando(60)
    assert ciclo.payload.motivo_encerramento == "demanda_concluida"


async def test_a_ratificacao_confere_na_ordem_401_404_409_403(bancada, cenario):
    async with bancada(colonia, limite_multiplicador=10) as b:
        outro, sem_token = b.token(sub=cenario.cidadao(2)), {"X-Cidadao-Id": str(cenario.cidadao())}
        ratificar = url(cenario, "ratificar-conclusao")
        codigos = [(await b.http.post(ratificar, headers=h)).status_code for h in (sem_token, outro)]
        await b.entregar(cenario.identificado(), cenario.sorteado())
        codigos.append((await b.http.post(ratificar, headers=outro)).status_code)
        await b.entregar(cenario.confirmada())
        resposta = await b.http.post(ratificar, headers=outro)
        assert await b.publicados() == []
    assert [*codigos, resposta.status_code] == [401, 404, 409, 403]
    assert resposta.json()["campo"] == "demanda_id"
    assert resposta.headers["content-type"] == "application/problem+json"


async def test_a_conclusao_por_atualizacao_tambem_limpa_a_pendencia(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.confirmada(), cenario.concluida())
        assert await pendencia(b, cenario) is None
        resposta = await b.http.post(url(cenario, "ratificar-conclusao"), headers=b.token(sub=cenario.cidadao()))
        assert len(await b.publicados(DemandaConcluida)) == 1
    assert resposta.status_code == 404


async def test_duas_ratificacoes_ao_mesmo_tempo_concluem_uma_vez(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.confirmada())
        dono = b.token(sub=cenario.cidadao())
        pedidos = (b.http.post(url(cenario, "ratificar-conclusao"), headers=dono) for _ in range(2))
        respostas = await asyncio.gather(*pedidos)
        assert len(await b.publicados(DemandaConcluida)) == len(await b.publicados(ConselheiroCicloConcluido)) == 1
    assert sorted(r.status_code for r in respostas) == [200, 404]


async def test_ratificar_e_concluir_por_atualizacao_ao_mesmo_tempo_concluem_uma_vez(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.confirmada())
        await asyncio.gather(
            b.http.post(url(cenario, "ratificar-conclusao"), headers=b.token(sub=cenario.cidadao())),
            b.entregar(cenario.concluida()),
        )
        assert len(await b.publicados(DemandaConcluida)) == len(await b.publicados(ConselheiroCicloConcluido)) == 1


async def test_desistir_libera_o_conselheiro_sem_concluir(bancada, cenario):
    async with bancada(colonia, limite_multiplicador=10) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.registrada())
        dono, outro = b.token(sub=cenario.cidadao()), b.token(sub=cenario.cidadao(2))
        codigos = [
            (await b.http.post(url(cenario, "desistir"), headers=h)).status_code for h in ({}, outro, dono, dono)
        ]
        [ciclo] = await b.publicados(ConselheiroCicloConcluido)
        resumo = (await b.publicados(DemandaResumoCicloAtualizado))[-1]
        assert await b.publicados(DemandaConcluida) == []
        await b.entregar(cenario.registrada(minuto=9))
        assert await b.consultar("SELECT situacao FROM atualizacoes ORDER BY ordem") == [
            {"situacao": "publicada"},
            {"situacao": "recusada"},
        ]
    assert codigos == [401, 403, 200, 404]
    assert (ciclo.payload.motivo_encerramento, ciclo.payload.total_atualizacoes) == ("desistencia", 1)
    assert resumo.payload.resumo.endswith("Desfecho: desistência do conselheiro.")


async def test_a_pendencia_passa_ao_conselheiro_seguinte(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.identificado(2), c.sorteado(), c.registrada(), c.confirmada())
        b.relogio.avancar(minutes=8)
        await b.http.post(url(c, "desistir"), headers=b.token(sub=c.cidadao()))
        await b.entregar(c.sorteado(2, minuto=10))
        assert await pendencia(b, c, 2) is not None
        resposta = await b.http.post(url(c, "ratificar-conclusao"), headers=b.token(sub=c.cidadao(2)))
    assert resposta.status_code == 200


async def test_confirmada_sem_ratificacao_conclui_quando_o_conselheiro_sai(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(
            c.identificado(), c.identificado(2), c.sorteado(), c.registrada(), c.confirmada(ratificar=False)
        )
        b.relogio.avancar(minutes=8)
        await b.http.post(url(c, "desistir"), headers=b.token(sub=c.cidadao()))
        [concluida] = await b.publicados(DemandaConcluida)
        await b.entregar(c.sorteado(2, minuto=10))
        ciclos = await b.publicados(ConselheiroCicloConcluido)
    assert concluida.payload == DemandaConcluida(
        demanda_id=c.demanda(),
        unidade_civica_id=c.unidade,
        conselheiro_id=None,
        via="confirmacao_coletiva",
        data_conclusao=c.quando(5),
    )
    assert [(e.payload.conselheiro_id, e.payload.motivo_encerramento) for e in ciclos] == [
        (c.conselheiro(1), "desistencia"),
        (c.conselheiro(2), "demanda_concluida"),
    ]


async def test_o_operador_encerra_o_mandato(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado())
        encerrar = f"/d6b/conselheiros/{c.conselheiro()}/encerrar-mandato"
        operador = b.token(papeis=["operador"])
        codigos = [
            (await b.http.post(encerrar, headers=h)).status_code
            for h in ({}, b.token(sub=c.cidadao()), operador, operador)
        ]
        [ciclo] = await b.publicados(ConselheiroCicloConcluido)
    assert codigos == [401, 403, 200, 404]
    assert ciclo.payload.motivo_encerramento == "fim_mandato"
