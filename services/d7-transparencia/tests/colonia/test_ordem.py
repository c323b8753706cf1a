"""Any interleaving across topics and any repetition end in the same projections."""

from d7_transparencia.colonia import colonia
from nucleo.testes import evento, verificar_permutacoes

TABELAS = [t.name for t in colonia.tabelas.sorted_tables]


async def test_a_ordem_e_as_repeticoes_nao_mudam_o_estado(bancada, cenario):
    historia = [
        *cenario.territorio(),
        cenario.unidade("Lapa", 2, "São Paulo", minuto=7, versao_limites="2"),
        cenario.taxonomia(),
        cenario.taxonomia(("3.1", "Ruas"), ("1.1", "Água"), minuto=9, versao="2"),
        *cenario.caminho(0),
        cenario.categorizada(
            0, passo=20, categoria_id="1.1", nivel_precedencia=1, metodo="manual", versao_categorizacao=2
        ),
        cenario.ranqueada(0, passo=21, score_final=9500.0, timestamp_calculo=cenario.instante(0, 21)),
        *cenario.caminho(1, normalizada={"conteudo_suspeito": True}),
        cenario.normalizada(1, passo=30, titulo="Segunda versão"),
        *cenario.caminho(2, georreferenciada={"coordenadas_lat": -23.5, "coordenadas_lng": -46.6}),
        *cenario.caminho(3, georreferenciada={"coordenadas_lat": None, "coordenadas_lng": None}),
        cenario.ranking(),
        cenario.ranking(minuto=8, nivel_corrente=2),
        cenario.agregada(0, 1),
        cenario.agregada(0, 1, 2, minuto=70),
        *cenario.ciclo(0),
        cenario.atualizacao(0, passo=8.5, conteudo_suspeito=True, texto="suspeito"),
        cenario.resumo_do_ciclo(0, passo=15, resumo="O mais novo"),
        cenario.confirmada(0, passo=9),
        *cenario.ciclo(3, quem=1)[:5],
        cenario.encerrado(3, quem=1, passo=12, motivo="desistencia"),
        cenario.sem_candidatos(3, passo=12.5),
        cenario.sorteada(3, quem=2, passo=13),
        cenario.iniciada(3, quem=2, passo=14),
        cenario.confirmada(3, passo=15, ratificacao_necessaria=True),
        cenario.agenda(),
        cenario.agenda(minuto=6, total_itens=7),
        cenario.caminho_aprendido("3.1", "3.1.2"),
        cenario.caminho_aprendido("3.1", "3.1.2", minuto=45, total_casos=9),
        cenario.caminho_aprendido("3.1"),
    ]
    assert {e.tipo for e in historia} == set(colonia.consome)
    await verificar_permutacoes(bancada, colonia, historia, tabelas=TABELAS, exemplos=20)


async def test_sem_a_caixa_de_entrada_uma_repeticao_tambem_nao_muda_nada(bancada, cenario):
    """The inbox forgets after some days, and a rebuild does without it."""
    historia = [
        *cenario.territorio(),
        cenario.taxonomia(),
        *cenario.caminho(0),
        cenario.categorizada(0, passo=20, categoria_id="1.1", metodo="manual"),
        cenario.georreferenciada(0, passo=25, coordenadas_lat=-23.5, coordenadas_lng=-46.6),
        *cenario.caminho(1),
        cenario.ranking(),
        cenario.agregada(0, 1),
        *cenario.ciclo(0),
        cenario.agenda(),
        cenario.caminho_aprendido(),
    ]
    async with bancada(colonia) as b:
        await b.entregar(*historia)
        esperado = await b.estado(TABELAS)
        await b.consultar("TRUNCATE entrada")
        for e in reversed(historia):
            await b.entregar(e)
        assert await b.estado(TABELAS) == esperado


async def test_um_lote_com_dois_eventos_da_mesma_demanda_fica_com_o_mais_novo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(
            cenario.categorizada(passo=9, categoria_id="1.1", nivel_precedencia=1), cenario.categorizada(passo=3)
        )
        assert await b.consultar("SELECT categoria_id FROM categorizacoes") == [{"categoria_id": "1.1"}]
        assert len(await b.consultar("SELECT 1 FROM timeline")) == 2


async def test_no_mesmo_instante_o_maior_event_id_decide(bancada, cenario):
    menor, maior = (
        evento(cenario.categorizada(categoria_id=c).payload, event_id=cenario.demanda(n))
        for n, c in ((40, "2.2"), (50, "1.1"))
    )
    for ordem in ([maior, menor], [menor, maior]):
        async with bancada(colonia) as b:
            for e in ordem:
                await b.entregar(e)
            assert await b.consultar("SELECT categoria_id FROM categorizacoes") == [{"categoria_id": "1.1"}]


async def test_nada_do_cidadao_alem_do_texto_normalizado_entra_na_projecao(bancada, cenario):
    cidadao = "9b2c9a4e-1111-4222-8333-444455556666"
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(recebida={"texto_bruto": "texto bruto com telefone"}))
        estado = str(await b.estado(TABELAS))
    assert cidadao not in estado
    assert "texto bruto" not in estado


async def test_a_versao_mais_alta_da_categoria_vale_mesmo_com_relogios_tortos(bancada, cenario):
    corrigida = cenario.categorizada(passo=1, categoria_id="1.1", versao_categorizacao=2)
    atrasada = cenario.categorizada(passo=9)
    async with bancada(colonia) as b:
        await b.entregar(corrigida)
        await b.entregar(atrasada)
        assert await b.consultar("SELECT categoria_id FROM categorizacoes") == [{"categoria_id": "1.1"}]


async def test_o_calculo_mais_recente_do_score_vale_mesmo_publicado_antes(bancada, cenario):
    novo = cenario.ranqueada(passo=4, score_final=2.0, timestamp_calculo=cenario.instante(0, 8))
    velho = cenario.ranqueada(passo=5, score_final=1.0, timestamp_calculo=cenario.instante(0, 7))
    async with bancada(colonia) as b:
        await b.entregar(novo, velho)
        assert await b.consultar("SELECT score_final FROM ranqueamentos") == [{"score_final": 2.0}]
