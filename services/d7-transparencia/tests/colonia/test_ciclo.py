"""What follows the ranking of a demand: counsellor, reports, conclusion, what was learned."""

import pytest

from d7_transparencia.colonia import colonia

ABERTA = {"lat_min": -24, "lat_max": -23, "lng_min": -47, "lng_max": -46}


async def resumo(b, demanda) -> dict:
    r = await b.http.get(f"/api/d7/demanda/{demanda}/resumo")
    assert r.status_code == 200, r.text
    return r.json()


async def status(b, demanda) -> str:
    return (await resumo(b, demanda))["status"]


async def frases(b, demanda) -> list[str]:
    return [e["descricao"] for e in (await b.http.get(f"/api/d7/timeline/{demanda}")).json()["itens"]]


async def test_a_timeline_conta_o_ciclo_do_mais_recente_ao_mais_antigo(bancada, cenario):
    entrave = {"descricao": "aguardando autorização", "orgao": "SABESP"}
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.recebida(), *cenario.ciclo())
        await b.entregar(cenario.atualizacao(passo=8.5, tipo="entrave_registrado", campos=entrave))
        contadas = await frases(b, cenario.demanda())
    assert contadas == [
        "Acompanhamento encerrado com a demanda concluída em 14/03/2026",
        "Demanda concluída pelo conselheiro em 14/03/2026",
        "Faltam 3 dias para o prazo estimado, 15/09/2025",
        "Entrave registrado: aguardando autorização (SABESP) — 14/03/2026",
        "Contato realizado — 14/03/2026",
        "Conselheiro fez o primeiro contato em 14/03/2026",
        "Conselheiro designado via sorteio em 14/03/2026",
        "No topo da agenda de Pinheiros, à espera de um conselheiro",
        "Demanda registrada via app em 14/03/2026 às 10:32",
    ]


async def test_o_status_anda_com_o_ciclo(bancada, cenario):
    esperados = ["disponivel", "atribuida", "em_progresso", "em_progresso", "em_progresso", *["concluida"] * 3]
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho())
        for evento, esperado in zip(cenario.ciclo(), esperados, strict=True):
            await b.entregar(evento)
            assert await status(b, cenario.demanda()) == esperado


async def test_um_evento_anterior_que_chega_tarde_nao_recua_o_status(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida())
        minimos = ["em_progresso", "em_progresso", "em_progresso", "em_progresso", "concluida"]
        tarde = [cenario.iniciada(), cenario.sorteada(), cenario.disponivel(), cenario.ranqueada(), cenario.concluida()]
        for evento, minimo in zip(tarde, minimos, strict=True):
            await b.entregar(evento)
            assert await status(b, cenario.demanda()) == minimo
        await b.entregar(cenario.categorizada(), cenario.atualizacao(passo=20), cenario.iniciada(passo=30))
        assert await status(b, cenario.demanda()) == "concluida"


async def test_quem_desiste_devolve_a_demanda_e_o_proximo_sorteio_recomeca(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(), cenario.disponivel(), cenario.sorteada(), cenario.iniciada())
        await b.entregar(cenario.encerrado(passo=11, motivo="desistencia"))
        assert await status(b, cenario.demanda()) == "disponivel"
        await b.entregar(cenario.sorteada(quem=1, passo=12))
        assert await status(b, cenario.demanda()) == "atribuida"
        await b.entregar(cenario.iniciada(passo=7))
        assert await status(b, cenario.demanda()) == "atribuida"
        await b.entregar(cenario.iniciada(quem=1, passo=13))
        assert await status(b, cenario.demanda()) == "em_progresso"
        assert "desistência do conselheiro" in (await frases(b, cenario.demanda()))[2]


async def test_quem_recusa_e_nao_tem_substituto_devolve_a_demanda(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(), cenario.disponivel(), cenario.sem_candidatos(passo=5.5))
        await b.entregar(cenario.sorteada(passo=6))
        assert await status(b, cenario.demanda()) == "atribuida"
        await b.entregar(cenario.sem_candidatos(passo=8))
        assert await status(b, cenario.demanda()) == "disponivel"
        contada = (await frases(b, cenario.demanda()))[0]
        assert contada == "Nenhum conselheiro podia ser sorteado em 14/03/2026: a demanda espera"
        await b.entregar(cenario.sorteada(quem=1, passo=9))
        assert await status(b, cenario.demanda()) == "atribuida"


async def test_o_fim_do_ciclo_de_quem_ja_foi_substituido_nao_solta_a_demanda(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida(), cenario.sorteada(), cenario.sorteada(quem=1, passo=8))
        await b.entregar(cenario.encerrado(passo=9, motivo="fim_mandato"))
        assert await status(b, cenario.demanda()) == "atribuida"


async def test_a_conclusao_coletiva_conclui_ou_so_e_contada_quando_falta_ratificar(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida(0), cenario.confirmada(0))
        await b.entregar(cenario.recebida(1), cenario.sorteada(1), cenario.iniciada(1))
        await b.entregar(cenario.confirmada(1, ratificacao_necessaria=True, total_conclusoes=4))
        assert await status(b, cenario.demanda(0)) == "concluida"
        assert await status(b, cenario.demanda(1)) == "em_progresso"
        await b.entregar(cenario.concluida(1, passo=12, via="ratificacao"))
        assert await status(b, cenario.demanda(1)) == "concluida"
        assert (await frases(b, cenario.demanda(0)))[0].startswith(
            "Demanda concluída por confirmação coletiva em 14/03"
        )
        assert (await frases(b, cenario.demanda(1)))[:2] == [
            "Conclusão confirmada pelos cidadãos e ratificada pelo conselheiro em 14/03/2026",
            "Conclusão confirmada por 4 cidadãos, à espera da ratificação do conselheiro",
        ]


async def test_a_primeira_conclusao_e_a_data_da_conclusao(bancada, cenario):
    ordens = [cenario.confirmada(passo=10), cenario.concluida(passo=20)]
    for ordem in (ordens, ordens[::-1]):
        async with bancada(colonia) as b:
            for e in ordem:
                await b.entregar(e)
            assert await b.consultar("SELECT concluida_em FROM conclusoes") == [
                {"concluida_em": cenario.instante(0, 10)}
            ]


async def test_a_ultima_atualizacao_aparece_com_ate_200_caracteres(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida())
        assert (await resumo(b, cenario.demanda()))["texto_ultima_atualizacao"] is None
        await b.entregar(cenario.atualizacao(passo=9, texto="ã" * 300), cenario.atualizacao(passo=8, texto="Antes."))
        r = await resumo(b, cenario.demanda())
        itens = (await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")).json()["itens"]
    assert r["texto_ultima_atualizacao"] == "ã" * 200
    assert itens[0]["dados_relevantes"]["texto"] == "ã" * 300
    assert itens[0]["dados_relevantes"]["atualizacao_id"] == str(cenario.atualizacao(passo=9).payload.atualizacao_id)
    assert itens[0]["dados_relevantes"]["tipo_atualizacao"] == "contato_realizado"
    assert itens[0]["automatico"] is False


async def test_o_relato_suspeito_nasce_interno_e_nao_toca_a_ultima_atualizacao(bancada, cenario):
    segredo = "palavrao impublicavel"
    suspeito = {"texto": segredo, "conteudo_suspeito": True, "termos_suspeitos": [segredo]}
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida(), cenario.atualizacao(passo=8, texto="Liguei para a prefeitura."))
        await b.entregar(cenario.atualizacao(passo=9, campos={"resultado": segredo}, **suspeito))
        assert (await resumo(b, cenario.demanda()))["texto_ultima_atualizacao"] == "Liguei para a prefeitura."
        for caminho in ("timeline/{}", "demanda/{}/resumo", "demanda/{}/relatorio"):
            assert segredo not in (await b.http.get(f"/api/d7/{caminho.format(cenario.demanda())}")).text
        (interna,) = await b.consultar("SELECT dados FROM timeline WHERE NOT publica")
    assert interna["dados"]["atualizacao_id"] == str(cenario.atualizacao(passo=9).payload.atualizacao_id)


async def test_o_resumo_do_ciclo_mais_novo_vale_e_nao_vai_para_a_timeline(bancada, cenario):
    novo, velho = (cenario.resumo_do_ciclo(passo=p, resumo=f"Resumo {p}") for p in (20, 12))
    async with bancada(colonia) as b:
        await b.entregar(cenario.recebida(), novo)
        await b.entregar(velho)
        r = await resumo(b, cenario.demanda())
        relatorio = (await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/relatorio")).json()
    assert (r["resumo_ciclo"], r["resumos_atualizado_em"]) == ("Resumo 20", "2026-03-14T13:32:20Z")
    assert (relatorio["resumo_ciclo"], len(relatorio["timeline"])) == ("Resumo 20", 1)


async def test_o_caminho_e_o_da_subcategoria_ou_o_da_categoria(bancada, cenario, uc):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(0, categorizada={"subcategoria_id": "3.1.2"}), *cenario.caminho(1))
        assert (await resumo(b, cenario.demanda()))["caminho"] is None
        fora = cenario.caminho_aprendido("3.1", "3.1.2", municipio_id=uc.lapa, perfil_id=uc.lapa)
        await b.entregar(cenario.caminho_aprendido("3.1"), fora)
        geral = (await resumo(b, cenario.demanda()))["caminho"]
        assert (geral["subcategoria_id"], geral["municipio_id"]) == (None, str(uc.sao_paulo))
        await b.entregar(cenario.caminho_aprendido("3.1", "3.1.2", dossie="Da subcategoria."))
        particular = (await resumo(b, cenario.demanda()))["caminho"]
        outra = (await resumo(b, cenario.demanda(1)))["caminho"]
        await b.entregar(cenario.caminho_aprendido("3.1", "3.1.2", minuto=40, total_casos=0))
        assert (await resumo(b, cenario.demanda()))["caminho"] == geral
    assert particular["dossie"] == "Da subcategoria."
    assert particular["canais"] == [{"nome": "telefone", "total": 1}]
    assert (particular["versao_metodo"], particular["automatico"]) == ("caminho_v1", True)
    assert outra == geral


async def test_o_relatorio_traz_as_datas_do_ciclo_e_a_posicao_enquanto_aberta(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.caminho(0), *cenario.ciclo()[:3])
        aberta = (await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/relatorio")).json()
        await b.entregar(*cenario.ciclo()[3:])
        b.relogio.avancar(days=9)
        fechada = (await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/relatorio")).json()
    assert [aberta[c] for c in ("disponivel_em", "atribuida_em", "iniciada_em", "concluida_em")] == [
        "2026-03-14T13:32:05Z",
        "2026-03-14T13:32:06Z",
        "2026-03-14T13:32:07Z",
        None,
    ]
    assert (aberta["status"], aberta["ranking"]["posicao"]) == ("em_progresso", 1)
    assert (fechada["concluida_em"], fechada["ranking"]["posicao"]) == ("2026-03-14T13:32:10Z", None)
    assert fechada["dias_em_aberto"] == 0


async def test_o_mapa_mostra_as_que_tem_conselheiro_e_so_a_pedido_as_concluidas(bancada, cenario):
    async with bancada(colonia) as b:
        for n in range(3):
            await b.entregar(*cenario.caminho(n), *cenario.ciclo(n)[: 3 + n * 5])
        abertas = (await b.http.get("/api/d7/demandas", params=ABERTA)).json()["itens"]
        concluidas = (await b.http.get("/api/d7/demandas", params=ABERTA | {"status": "concluida"})).json()["itens"]
    assert [(d["demanda_id"], d["status"]) for d in abertas] == [(str(cenario.demanda(0)), "em_progresso")]
    assert {d["demanda_id"] for d in concluidas} == {str(cenario.demanda(n)) for n in (1, 2)}


@pytest.mark.parametrize(
    ("dias", "frase"),
    [
        (3, "Faltam 3 dias para o prazo estimado, 20/03/2026"),
        (1, "Falta 1 dia para o prazo estimado, 20/03/2026"),
        (0, "O prazo estimado é hoje, 20/03/2026"),
        (-2, "O prazo estimado, 20/03/2026, já passou"),
    ],
)
async def test_o_prazo_proximo_diz_quanto_falta(bancada, cenario, dias, frase):
    async with bancada(colonia) as b:
        await b.entregar(cenario.prazo(data_estimada="2026-03-20", dias_restantes=dias))
        assert await frases(b, cenario.demanda()) == [frase]
