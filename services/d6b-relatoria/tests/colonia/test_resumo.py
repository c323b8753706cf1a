"""The public summary of a cycle closes when the cycle does, however it ends."""

import pytest

from d6b_relatoria.colonia import colonia
from nucleo.eventos import ConselheiroCicloConcluido, DemandaConcluida, DemandaResumoCicloAtualizado
from nucleo.testes import verificar_permutacoes


async def fechos(b):
    """(counsellor's last words, end, updates) of each summary that is closed, in the order in which they were told."""
    resumos = [e.payload for e in await b.publicados(DemandaResumoCicloAtualizado)]
    return [(r.resumo.rsplit(": ", 1)[1], r.data_fim, r.total_atualizacoes) for r in resumos if r.data_fim is not None]


async def quantos(b):
    return len(await b.publicados(DemandaResumoCicloAtualizado))


async def test_a_recusa_depois_de_comecar_fecha_o_resumo_uma_vez(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.registrada(minuto=2))
        await b.entregar(c.recusada(minuto=4))
        *_, fecho = await b.publicados()
        await b.entregar(c.sorteado(2, minuto=5))
        await b.entregar(c.recusada(minuto=4), c.registrada(minuto=6))
        assert await fechos(b) == [("recusa do conselheiro.", c.quando(4), 1)]
        assert await b.publicados(ConselheiroCicloConcluido) == []
        [guardado, _] = await b.consultar("SELECT texto_resumo_ciclo FROM acompanhamentos ORDER BY inicio")
    assert fecho.causacao_id == c.recusada(minuto=4).event_id
    assert fecho.payload == DemandaResumoCicloAtualizado(
        demanda_id=c.demanda(),
        resumo="Acompanhamento de 14/03/2026 a 14/03/2026, com 1 atualização: 1 contato. Canais: telefone. "
        "Desfecho: recusa do conselheiro.",
        total_atualizacoes=1,
        data_inicio=c.quando(0),
        data_fim=c.quando(4),
        versao_metodo="resumo_ciclo_v1",
        gerado_em=c.quando(0),
        fontes=[c.registrada(minuto=2).payload.atualizacao_id],
    )
    assert guardado["texto_resumo_ciclo"] == fecho.payload.resumo


async def test_recusa_antes_de_qualquer_coisa_nao_tem_o_que_resumir(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.recusada(minuto=4))
        assert await b.publicados() == []
        await b.entregar(c.registrada(minuto=2))  # registered before, arrived after
        assert await fechos(b) == [("recusa do conselheiro.", c.quando(4), 1)]
        assert await quantos(b) == 1


async def test_a_atualizacao_atrasada_entra_no_resumo_que_a_recusa_fechou(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.registrada(minuto=2))
        await b.entregar(c.recusada(minuto=4))
        await b.entregar(c.registrada(minuto=3))
        assert [total for _, _, total in await fechos(b)] == [1, 2]


async def test_a_recusa_que_chega_depois_do_sorteio_seguinte_fecha_o_resumo(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.registrada(minuto=2))
        await b.entregar(c.sorteado(2, minuto=5))
        await b.entregar(c.registrada(minuto=3))
        assert await fechos(b) == []
        await b.entregar(c.recusada(minuto=4))
        assert await fechos(b) == [("recusa do conselheiro.", c.quando(4), 2)]


async def test_o_que_chega_atrasado_nao_toma_o_lugar_do_resumo_de_quem_veio_depois(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.identificado(2), c.sorteado(), c.registrada(minuto=2))
        await b.entregar(c.sorteado(2, minuto=5))
        await b.entregar(c.registrada("protocolo_aberto", n=2, minuto=6))
        antes = (await b.publicados())[-1]
        await b.entregar(c.recusada(minuto=4))
        await b.entregar(c.registrada(minuto=3))
        ultimo = (await b.publicados(DemandaResumoCicloAtualizado))[-1]
        assert await fechos(b) == []
    assert ultimo == antes
    assert ultimo.payload.data_inicio == c.quando(5)


async def _concluir(b, c):
    await b.entregar(c.concluida(minuto=10))


async def _ratificar(b, c):
    await b.entregar(c.confirmada())
    await _pedir(b, c, f"/d6b/demandas/{c.demanda()}/ratificar-conclusao")


async def _desistir(b, c):
    await _pedir(b, c, f"/d6b/demandas/{c.demanda()}/desistir")


async def _encerrar_mandato(b, c):
    b.relogio.avancar(minutes=10)
    caminho = f"/d6b/conselheiros/{c.conselheiro()}/encerrar-mandato"
    assert (await b.http.post(caminho, headers=b.token(papeis=["operador"]))).status_code == 200


async def _desistir_do_que_os_vizinhos_concluiram(b, c):
    await b.entregar(c.confirmada(ratificar=False))
    await _desistir(b, c)


async def _pedir(b, c, caminho):
    b.relogio.avancar(minutes=10)
    assert (await b.http.post(caminho, headers=b.token(sub=c.cidadao()))).status_code == 200


FINS = [
    (_concluir, "demanda concluída.", 1),
    (_ratificar, "demanda concluída.", 0),
    (_desistir, "desistência do conselheiro.", 0),
    (_encerrar_mandato, "fim do mandato do conselheiro.", 0),
    (_desistir_do_que_os_vizinhos_concluiram, "desistência do conselheiro.", 0),
]


@pytest.mark.parametrize("comecado", [True, False])
@pytest.mark.parametrize(("acabar", "desfecho", "a_mais"), FINS)
async def test_cada_fim_de_ciclo_fecha_o_resumo_uma_vez(bancada, cenario, acabar, desfecho, a_mais, comecado):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado())
        if comecado:
            await b.entregar(c.registrada(minuto=2))
        await acabar(b, c)
        await b.entregar(c.recusada(minuto=20), c.registrada(minuto=21))  # too late to change how it ended
        assert await fechos(b) == [(desfecho, c.quando(10), comecado + a_mais)]
        assert await quantos(b) == comecado + 1
        assert len(await b.publicados(ConselheiroCicloConcluido)) == 1


async def test_os_vizinhos_concluem_o_que_ninguem_segue_e_nao_ha_ciclo_a_resumir(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.confirmada(minuto=1, ratificar=False))
        await b.entregar(c.sorteado(minuto=5))  # too late: freed at once
        assert await quantos(b) == 0


async def test_os_vizinhos_concluem_o_que_foi_recusado_e_o_resumo_ja_esta_fechado(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.sorteado(), c.registrada(minuto=2))
        await b.entregar(c.confirmada(minuto=3, ratificar=False))
        await b.entregar(c.recusada(minuto=4))
        await b.entregar(c.sorteado(2, minuto=5))  # too late: freed at once, and without a word of its own
        assert [e.payload.via for e in await b.publicados(DemandaConcluida)] == ["confirmacao_coletiva"]
        assert await fechos(b) == [("recusa do conselheiro.", c.quando(4), 1)]


async def test_quem_ja_trabalhava_quando_se_soube_da_conclusao_tambem_tem_o_resumo_fechado(bancada, cenario):
    c = cenario
    async with bancada(colonia) as b:
        await b.entregar(c.identificado(), c.identificado(2), c.sorteado(), c.recusada(minuto=4))
        await b.entregar(c.sorteado(2, minuto=5), c.registrada(n=2, minuto=6))
        await b.entregar(c.concluida(minuto=3))
        assert await fechos(b) == [
            ("demanda concluída.", c.quando(3), 1),
            ("demanda concluída.", c.quando(5), 1),
        ]


async def test_em_qualquer_ordem_o_mesmo_fecho_com_o_mesmo_id(bancada, cenario):
    c = cenario
    eventos = [
        *(c.identificado(n) for n in (1, 2)),
        # refused after work
        c.sorteado(1),
        c.registrada(n=1, minuto=2),
        c.registrada("protocolo_aberto", n=1, minuto=3),
        c.recusada(1, minuto=4),
        # refused after work, then concluded by the next
        c.sorteado(1, demanda=2),
        c.registrada(n=1, demanda=2, minuto=2),
        c.recusada(1, demanda=2, minuto=4),
        c.sorteado(2, demanda=2, minuto=5),
        c.registrada(n=2, demanda=2, minuto=6),
        c.concluida(2, demanda=2, minuto=7),
        # refused before anything
        c.sorteado(1, demanda=3),
        c.recusada(1, demanda=3, minuto=4),
    ]
    finais = {(c.demanda(1), 2), (c.demanda(2), 2)}

    def visao(e):
        p = e.payload
        if not isinstance(p, DemandaResumoCicloAtualizado):
            return None
        final = p.data_fim is not None and (p.demanda_id, p.total_atualizacoes) in finais
        return (e.event_id, repr(p)) if final or p.demanda_id == c.demanda(3) else None

    await verificar_permutacoes(
        bancada, colonia, eventos, tabelas=["acompanhamentos", "demandas"], exemplos=40, visao=visao
    )
