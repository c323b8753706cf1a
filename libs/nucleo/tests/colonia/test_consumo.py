"""The consumption adapter on a real database: applied once, nothing lost, poison set apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import UUID

import pytest

from nucleo import Colonia, Evento, Registro, UnidadeDeTrabalho
from nucleo.consumo import FusivelAberto, PosicaoPerdida
from nucleo.erros import FalhaPermanente, FalhaTransitoria
from nucleo.eventos import Breakdown, DemandaCategorizada, DemandaRanqueada
from nucleo.fontes import id_semeado, uuid7
from nucleo.testes import Bancada, evento, verificar_permutacoes
from nucleo.testes.eventos import INICIO

UC = UUID("0199c0de-0000-7000-8000-000000000001")


def demanda(n: int, categoria: str = "1.1") -> DemandaCategorizada:
    return DemandaCategorizada(
        demanda_id=uuid7(INICIO, n),
        categoria_id=categoria,
        nivel_precedencia=1,
        score_horizontal=95.0,
        confianca_categorizacao=0.9,
        metodo="automatico",
        sugestoes_alternativas=[],
        unidade_civica_id=UC,
    )


def ranqueada(d: DemandaCategorizada) -> DemandaRanqueada:
    return DemandaRanqueada(
        demanda_id=d.demanda_id,
        unidade_civica_id=UC,
        categoria_id=d.categoria_id,
        nivel_precedencia=1,
        score_final=1.0,
        breakdown=Breakdown(peso_nacional=1.0, peso_situacional=1.0, score_horizontal=1.0),
        posicao_no_ranking=1,
        total_demandas_na_uc=1,
    )


async def contar(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
    for e in eventos:
        if e.payload.categoria_id == "veneno":
            raise FalhaPermanente("categoria que não existe")
        await uow.sql(
            "INSERT INTO visto VALUES (:id, 1) ON CONFLICT (id) DO UPDATE SET vezes = visto.vezes + 1",
            id=e.payload.demanda_id,
        )
        uow.publicar(ranqueada(e.payload), causa=e)


def colonia(**campos: object) -> Colonia:
    declaracao = {"consome": {"demanda.categorizada": contar}, "produz": ["demanda.ranqueada"]}
    return Colonia("D-4", nome="d4-ranking", porta=9000, pacote="nucleo.testes", **(declaracao | campos))  # type: ignore[arg-type]  # a test's shorthand


async def abrir(b: Bancada) -> None:
    await b.consultar("CREATE TABLE visto (id uuid PRIMARY KEY, vezes int NOT NULL)")


async def vezes(b: Bancada) -> list[int]:
    return [linha["vezes"] for linha in await b.consultar("SELECT vezes FROM visto ORDER BY id")]


async def test_um_lote_muda_o_estado_e_publica_na_mesma_transacao(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar(demanda(1), demanda(2))
        assert await vezes(b) == [1, 1]
        publicados = await b.publicados(DemandaRanqueada)
        assert [p.payload.demanda_id for p in publicados] == [demanda(1).demanda_id, demanda(2).demanda_id]
        assert await b.consultar("SELECT proximo FROM cursor") == [{"proximo": 2}]


async def test_evento_repetido_no_lote_e_entre_lotes_e_aplicado_uma_vez(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar(demanda(1), demanda(1))
        await b.entregar(demanda(1))
        assert await vezes(b) == [1]
        assert len(await b.publicados()) == 1


async def test_o_mesmo_evento_derivado_tem_sempre_o_mesmo_id(bancada):
    ids = []
    for _ in range(2):
        async with bancada(colonia()) as b:
            await abrir(b)
            await b.entregar(demanda(1))
            ids += [e.event_id for e in await b.publicados()]
    assert ids[0] == ids[1]
    assert ids[0].version == 8
    assert ids[0].int >> 80 == evento(demanda(1)).event_id.int >> 80


async def test_um_veneno_entre_quinhentos_vai_a_dlq_com_seus_bytes_e_os_outros_seguem(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        eventos = [demanda(n, "veneno" if n == 321 else "1.1") for n in range(500)]
        await b.entregar(*eventos)
        assert await vezes(b) == [1] * 499
        assert len(await b.publicados()) == 499
        [carta] = await b.dlq()
        assert carta["valor"] == (await b.registro(evento(eventos[321]))).valor
        assert "categoria que não existe" in carta["erro"]
        [saida] = await b.consultar("SELECT topico, corpo, cabecalhos FROM saida WHERE esquema IS NULL")
        assert saida["topico"] == "dlq.d4-ranking"
        assert saida["corpo"] == carta["valor"]
        assert '["dlq_deslocamento","321"]' in saida["cabecalhos"]


async def test_reprocessar_uma_carta_morta_trata_uma_vez_so(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar(demanda(1, "veneno"), demanda(2))
        [carta] = await b.dlq()
        rota = f"/operacao/dlq/{carta['id']}/reprocessar"
        operador = b.token(papeis=["operador"])
        assert (await b.http.post(rota)).status_code == 401
        assert (await b.http.post(rota, headers=b.token())).status_code == 403
        assert (await b.http.post(rota, headers=operador)).status_code == 409  # still poisonous
        assert (await b.dlq())[0]["situacao"] == "pendente"
        await b.consultar("UPDATE carta_morta SET valor = :v", v=(await b.registro(evento(demanda(9)))).valor)
        assert (await b.http.post(rota, headers=operador)).status_code == 200
        assert (await b.http.post(rota, headers=operador)).status_code == 409
        assert await vezes(b) == [1, 1]
        assert len(await b.publicados()) == 2


async def test_as_cartas_mortas_em_paginas_sem_repetir_nem_pular(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar(*[demanda(n, "veneno" if n % 2 else "1.1") for n in range(10)])
        vistas, depois = [], {}
        while True:
            parametros = {"limite": 2, **depois}
            pagina = (await b.http.get("/operacao/dlq", params=parametros, headers=b.token(papeis=["operador"]))).json()
            vistas += [carta["deslocamento"] for carta in pagina["cartas"]]
            if pagina["proximo"] is None:
                break
            depois = {"depois": pagina["proximo"]}
        assert sorted(vistas) == [1, 3, 5, 7, 9]


async def test_reprocessar_uma_carta_descartada_tira_a_das_descartadas(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar(demanda(1, "veneno"))
        [carta] = await b.dlq()
        operador = b.token(papeis=["operador"])
        assert (await b.http.post(f"/operacao/dlq/{carta['id']}/descartar", headers=operador)).status_code == 200
        await b.consultar("UPDATE carta_morta SET valor = :v", v=(await b.registro(evento(demanda(1)))).valor)
        assert (await b.http.post(f"/operacao/dlq/{carta['id']}/reprocessar", headers=operador)).status_code == 200
        assert (await b.dlq())[0]["situacao"] == "reprocessada"  # or a rebuild would leave it out
        assert await vezes(b) == [1]


async def test_um_cabecalho_sem_valor_nao_impede_o_veneno_de_ir_a_dlq(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar_registros(
            Registro("demanda.categorizada", 0, -1, None, b"lixo", (("vazio", None), ("traceparent", None)))
        )
        [carta] = await b.dlq()
        assert carta["cabecalhos"] == [["vazio", None], ["traceparent", None]]


async def test_outro_veneno_na_mesma_posicao_substitui_os_bytes_da_carta(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar_registros(Registro("demanda.categorizada", 0, -1, b"a", b"um"))
        await b.consultar("UPDATE cursor SET proximo = 0")  # a broker that lost its tail
        b._proximos.clear()
        await b.entregar_registros(Registro("demanda.categorizada", 0, -1, b"b", b"outro"))
        [carta] = await b.dlq()
        assert (carta["chave"], carta["valor"]) == (b"b", b"outro")


@pytest.mark.parametrize("valor", [b"", b"\x00", b"lixo", b"\x00\x00\x00\xff\xffx", b"\x00\x00\x00\x00\x05curto"])
async def test_bytes_que_nao_se_leem_vao_a_dlq(bancada, valor):
    async with bancada(colonia()) as b:
        await abrir(b)
        bom = await b.registro(evento(demanda(1)))
        ruim = Registro("demanda.categorizada", 0, -1, b"k", valor, (("x", b"\xff\xfe"),))
        await b.entregar_registros(ruim, bom)
        assert await vezes(b) == [1]
        [carta] = await b.dlq()
        assert (carta["valor"], carta["chave"], carta["cabecalhos"]) == (valor, b"k", [["x", "fffe"]])


async def test_lapide_de_compactacao_nao_e_evento(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar_registros(Registro("demanda.categorizada", 0, -1, b"k", None))
        assert await b.dlq() == []
        assert await b.consultar("SELECT proximo FROM cursor") == [{"proximo": 1}]


async def test_o_fusivel_para_a_colonia_em_vez_de_mandar_tudo_a_dlq(bancada):
    async with bancada(colonia(), fusivel=5) as b:
        await abrir(b)
        with pytest.raises(FusivelAberto, match="5 cartas mortas seguidas"):
            await b.entregar(*[demanda(n, "veneno") for n in range(10)])
        assert await b.dlq() == []
        assert await b.consultar("SELECT proximo FROM cursor") == [{"proximo": 0}]


async def test_um_tipo_que_a_nova_versao_nao_sabe_ler_abre_o_fusivel(bancada):
    async with bancada(colonia(), fusivel=5) as b:
        await abrir(b)
        desconhecido = b"\x00\x00\x00\xff\xff"
        bons = [await b.registro(evento(demanda(n))) for n in range(10)]
        ilegiveis = [Registro(r.topico, 0, -1, r.chave, desconhecido + r.valor[5:]) for r in bons]
        with pytest.raises(FusivelAberto, match="5 cartas mortas seguidas"):
            await b.entregar_registros(*ilegiveis)
        assert await b.dlq() == []
        assert await b.consultar("SELECT proximo FROM cursor") == [{"proximo": 0}]
        b._proximos.clear()
        await b.entregar_registros(*bons)  # the deploy that knows how to read them
        assert await vezes(b) == [1] * 10


async def test_um_sucesso_entre_cartas_mortas_rearma_o_fusivel(bancada):
    async with bancada(colonia(), fusivel=3) as b:
        await abrir(b)
        await b.entregar(*[demanda(n, "1.1" if n % 3 == 2 else "veneno") for n in range(12)])
        assert len(await b.dlq()) == 8


async def test_cartas_mortas_espalhadas_no_tempo_nao_abrem_o_fusivel(bancada):
    async with bancada(colonia(), fusivel=3) as b:
        await abrir(b)
        for n in range(0, 12, 2):
            await b.entregar(demanda(n, "veneno"))
            await b.entregar(demanda(n + 1))
        assert len(await b.dlq()) == 6


async def test_uma_queda_no_meio_do_lote_nao_conta_duas_vezes_as_mesmas_cartas(bancada):
    quedas = [FalhaTransitoria("banco fora")] * 3

    async def instavel(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
        await contar(eventos, uow)
        if quedas and eventos[0].payload.demanda_id == demanda(5).demanda_id:
            raise quedas.pop()

    async with bancada(colonia(consome={"demanda.categorizada": instavel}), fusivel=3) as b:
        await abrir(b)
        await b.entregar(*[demanda(n, "veneno" if n < 2 else "1.1") for n in (5, 0, 1, 2)])
        assert len(await b.dlq()) == 2


async def test_quem_perdeu_a_particao_nao_aplica_o_lote(bancada):
    async with bancada(colonia()) as b:
        await abrir(b)
        await b.entregar(demanda(1))
        registro = await b.registro(evento(demanda(2)))
        atrasado = Registro(registro.topico, 0, 0, registro.chave, registro.valor)
        with pytest.raises(PosicaoPerdida):
            await b.viva.consumidor.aplicar([atrasado], {("demanda.categorizada", 0): 0})
        assert await vezes(b) == [1]


async def test_falha_transitoria_espera_e_nada_se_perde(bancada):
    quedas = [FalhaTransitoria("banco fora"), ConnectionError("rede"), TimeoutError()]

    async def instavel(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
        await contar(eventos, uow)
        if quedas:
            raise quedas.pop()

    async with bancada(colonia(consome={"demanda.categorizada": instavel})) as b:
        await abrir(b)
        await b.entregar(demanda(1), demanda(2))
        assert await vezes(b) == [1, 1]
        assert len(await b.publicados()) == 2
        assert await b.dlq() == []


async def test_em_falha_parar_espera_no_culpado_e_segue_nas_outras_particoes(bancada):
    async with bancada(colonia(em_falha="parar")) as b:
        await abrir(b)
        registros = []
        for n in range(6):
            r = await b.registro(evento(demanda(n, "veneno" if n == 2 else "1.1")))
            registros.append(Registro(r.topico, n % 2, -1, r.chave, r.valor))
        resultado = await b.entregar_registros(*registros)
        assert list(resultado.parados) == [("demanda.categorizada", 0)]
        assert resultado.proximos == {("demanda.categorizada", 0): 1, ("demanda.categorizada", 1): 3}
        assert await vezes(b) == [1] * 4  # 0, 1, 3, 5: what follows the culprit in its partition waits
        cursores = await b.consultar("SELECT particao, proximo FROM cursor ORDER BY particao")
        assert cursores == [{"particao": 0, "proximo": 1}, {"particao": 1, "proximo": 3}]
        assert await b.dlq() == []
        assert len(await b.consultar("SELECT 1 FROM entrada")) == 4


async def test_bytes_que_nao_sao_evento_vao_a_dlq_tambem_onde_a_ordem_importa(bancada):
    async with bancada(colonia(em_falha="parar")) as b:
        await abrir(b)
        bom = await b.registro(evento(demanda(1)))
        resultado = await b.entregar_registros(Registro(bom.topico, 0, -1, b"x", b"nao-avro"), bom)
        assert resultado.parados == {}
        assert await vezes(b) == [1]
        [carta] = await b.dlq()
        assert carta["valor"] == b"nao-avro"


async def test_publicar_o_que_nao_foi_declarado_e_recusado(bancada):
    async with bancada(colonia(produz=[])) as b:
        await abrir(b)
        await b.entregar(demanda(1))
        [carta] = await b.dlq()
        assert "não declara que produz demanda.ranqueada" in carta["erro"]


async def test_permutacoes_e_repeticoes_dao_o_mesmo_estado(bancada):
    async def abre_e_conta(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
        await uow.sql("CREATE TABLE IF NOT EXISTS visto (id uuid PRIMARY KEY, vezes int NOT NULL)")
        await contar(eventos, uow)

    c = colonia(consome={"demanda.categorizada": abre_e_conta})
    await verificar_permutacoes(bancada, c, [demanda(n) for n in range(8)], tabelas=["visto"], exemplos=10)


async def test_antes_de_preparada_as_rotas_respondem_503(bancada):
    async with bancada(colonia()) as b:
        b.viva._preparada.clear()
        resposta = await b.http.get("/operacao/dlq", headers=b.token(papeis=["operador"]))
        assert resposta.status_code == 503
        assert resposta.headers["retry-after"]


@pytest.mark.parametrize(("duravel", "esperado"), [(False, "off"), (True, "on")])
async def test_so_quem_decide_na_hora_espera_o_disco(bancada, duravel, esperado):
    modos = []

    async def anotar(eventos: Sequence[Evento[DemandaCategorizada]], uow: UnidadeDeTrabalho) -> None:
        modos.append((await uow.sql("SELECT current_setting('synchronous_commit')")).scalar_one())

    async with bancada(colonia(consome={"demanda.categorizada": anotar}, duravel=duravel)) as b:
        await b.entregar(demanda(1))
    assert modos == [esperado]


async def test_uma_causa_de_ha_muito_e_dita_pelo_id_que_se_guardou(bancada):
    causa = evento(demanda(1))
    async with bancada(colonia()) as b:
        async with b.viva.unidade() as uow:
            uow.publicar(ranqueada(demanda(1)), causacao_id=causa.event_id, correlacao_id=causa.correlacao_id)
        [efeito] = await b.publicados(DemandaRanqueada)
    assert (efeito.causacao_id, efeito.correlacao_id) == (causa.event_id, causa.correlacao_id)


async def test_quem_consome_tudo_nao_consome_o_que_produz(bancada):
    dono_de_tudo = colonia(consome={}, consome_tudo=contar)
    assert dono_de_tudo.le("demanda.categorizada")
    assert not dono_de_tudo.le("demanda.ranqueada")
    async with bancada(dono_de_tudo) as b:
        padrao = re.compile(b.viva.assinante._padrao)
    assert padrao.match("demanda.categorizada")
    assert padrao.match("dlq.d4-ranking")
    assert not padrao.match("demanda.ranqueada")


async def test_o_id_de_um_evento_semeado_se_sabe_antes_de_o_publicar(bancada):
    semente = (demanda(1).demanda_id, "rodada", 1)
    async with bancada(colonia()) as b, b.viva.unidade() as uow:
        assert uow.publicar(ranqueada(demanda(1)), semente=semente) == id_semeado(DemandaRanqueada.TIPO, semente)
