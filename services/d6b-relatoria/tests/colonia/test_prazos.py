"""Deadlines: told once, some days before, by the local day."""

from d6b_relatoria.colonia import colonia
from d6b_relatoria.estado import prazos
from nucleo.eventos import ConselheiroPrazoProximo
from nucleo.viva import ColoniaViva


async def alertas(b):
    return [(a.payload.data_estimada, a.payload.dias_restantes) for a in await b.publicados(ConselheiroPrazoProximo)]


def prazo(cenario, dia, minuto=2, **outros):
    return cenario.registrada("prazo_registrado", minuto=minuto, campos={"data_estimada": dia}, **outros)


async def test_alerta_uma_vez_quando_faltam_tres_dias(bancada, cenario):
    async with bancada(colonia) as b:
        registrada = prazo(cenario, "2026-03-20")
        await b.entregar(cenario.identificado(), cenario.sorteado(), registrada)
        for _ in range(20):
            await b.periodico("alertar_prazos")
            b.relogio.avancar(hours=12)
        [alerta] = await b.publicados(ConselheiroPrazoProximo)
    assert alerta.payload == ConselheiroPrazoProximo(
        demanda_id=cenario.demanda(),
        conselheiro_id=cenario.conselheiro(),
        atualizacao_id=registrada.payload.atualizacao_id,
        data_estimada="2026-03-20",
        dias_restantes=3,
        timestamp=cenario.quando(72 * 60),
    )


async def test_quando_o_prazo_passa_nada_mais_acontece_nem_depois_de_reiniciar(bancada, cenario):
    c = cenario
    fatos = [c.identificado(), c.sorteado(), prazo(c, "2026-03-15")]
    async with bancada(colonia) as b:
        await b.entregar(*fatos)
        await b.periodico("alertar_prazos")
        ate_ali, antes = await b.publicados(), await b.estado(["acompanhamentos", "demandas"])
        b.relogio.avancar(days=10)
        await b.periodico("alertar_prazos")
        await _reiniciar_e_olhar(b)
        await b.entregar(*fatos)
        assert await b.publicados() == ate_ali
        assert await b.estado(["acompanhamentos", "demandas"]) == antes
        assert await alertas(b) == [("2026-03-15", 1)]


async def _reiniciar_e_olhar(b):
    """Another process on the same database looks at the deadlines, a look later."""
    b.relogio.avancar(hours=6)
    outra = ColoniaViva(colonia, b.viva.config, fontes=b.relogio, registro=b.viva.registro)
    try:
        await outra.preparar()
        await outra.agendador.uma_vez(colonia.periodicos[0])
    finally:
        await outra.parar()


async def test_a_busca_espera_seis_horas(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado())
        await b.periodico("alertar_prazos")
        await b.entregar(prazo(cenario, "2026-03-15"))
        b.relogio.avancar(hours=5, minutes=59)
        await b.periodico("alertar_prazos")
        assert await alertas(b) == []
        b.relogio.avancar(minutes=1)
        await b.periodico("alertar_prazos")
        assert await alertas(b) == [("2026-03-15", 1)]


async def test_a_antecedencia_e_a_pausa_sao_ajustes(bancada, cenario):
    async with bancada(colonia, prazo_antecedencia_dias=0, prazo_varredura_h=1) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), prazo(cenario, "2026-03-15"))
        for hora in range(20):
            await b.periodico("alertar_prazos")
            assert await alertas(b) == ([] if hora < 14 else [("2026-03-15", 0)])  # midnight in Brasília: 13:32 + 13:28
            b.relogio.avancar(hours=1)


async def test_prazo_vencido_sem_alerta_conta_os_dias_que_passaram(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), prazo(cenario, "2026-03-14"))
        b.relogio.avancar(days=3)
        await b.periodico("alertar_prazos")
        assert await alertas(b) == [("2026-03-14", -3)]


async def test_um_prazo_novo_substitui_o_anterior_e_o_mesmo_dia_nao_alerta_de_novo(bancada, cenario):
    async with bancada(colonia, prazo_varredura_h=0.01) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), prazo(cenario, "2026-03-15"))
        await b.entregar(prazo(cenario, "2026-03-16", minuto=3))
        for minuto in (4, 5, 6):
            b.relogio.avancar(minutes=1)
            await b.periodico("alertar_prazos")
            await b.entregar(prazo(cenario, "2026-03-16", minuto=minuto))
        assert await alertas(b) == [("2026-03-16", 2)]
        await b.entregar(prazo(cenario, "2026-03-17", minuto=7))
        b.relogio.avancar(minutes=1)
        await b.periodico("alertar_prazos")
        assert await alertas(b) == [("2026-03-16", 2), ("2026-03-17", 3)]


async def test_acompanhamento_que_acabou_nao_alerta(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), prazo(cenario, "2026-03-15"), cenario.concluida())
        await b.periodico("alertar_prazos")
        assert await alertas(b) == []


async def test_muitos_prazos_sao_alertados_na_mesma_busca(bancada, cenario, monkeypatch):
    monkeypatch.setattr(prazos, "POR_VEZ", 2)
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado())
        for n in range(1, 6):
            await b.entregar(cenario.sorteado(demanda=n), prazo(cenario, "2026-03-15", demanda=n))
        for _ in range(4):
            await b.periodico("alertar_prazos")
        assert len(await alertas(b)) == 5
