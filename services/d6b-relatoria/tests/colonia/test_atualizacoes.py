"""Updates in, structured and numbered updates out."""

import pytest

from d6b_relatoria.colonia import colonia
from nucleo.eventos import (
    CamposDaAtualizacao,
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    DemandaConcluida,
    DemandaResumoCicloAtualizado,
)


async def situacoes(b):
    """(situation, field at fault) of each update, in the order of arrival."""
    linhas = await b.consultar("SELECT situacao, erros -> 0 ->> 'campo' AS campo FROM atualizacoes ORDER BY ordem")
    return [(linha["situacao"], linha["campo"]) for linha in linhas]


async def test_a_primeira_atualizacao_inicia_a_demanda(bancada, cenario):
    async with bancada(colonia) as b:
        causa = cenario.registrada(minuto=2)
        await b.entregar(cenario.identificado(), cenario.sorteado(), causa)
        await b.entregar(cenario.registrada("protocolo_aberto", minuto=3))
        [iniciada] = await b.publicados(ConselheiroDemandaIniciada)
    assert iniciada.causacao_id == causa.event_id
    assert iniciada.correlacao_id == causa.correlacao_id
    assert iniciada.payload == ConselheiroDemandaIniciada(
        demanda_id=cenario.demanda(),
        conselheiro_id=cenario.conselheiro(),
        unidade_civica_id=cenario.unidade,
        atualizacao_id=causa.payload.atualizacao_id,
        tipo_atualizacao="contato_realizado",
        data_inicio=cenario.quando(2),
    )


async def test_a_atualizacao_aceita_e_publicada_com_o_seu_numero(bancada, cenario):
    async with bancada(colonia) as b:
        registradas = [cenario.registrada(tipo, minuto=i) for i, tipo in enumerate(TIPOS, 1)]
        await b.entregar(cenario.identificado(), cenario.sorteado(), *registradas[:3])
        await b.entregar(*registradas[3:])
        publicadas = await b.publicados(ConselheiroAtualizacaoPublicada)
    assert [p.payload.numero_sequencial for p in publicadas] == [1, 2, 3, 4, 5, 6]
    assert [p.causacao_id for p in publicadas] == [r.event_id for r in registradas]
    assert [p.payload.descricao_sanitizada for p in publicadas] == [
        "Contato realizado por telefone: vistoria marcada.",
        "Protocolo 11987654321 aberto em 14/03/2026: SABESP.",
        "Documento anexado (foto): Buraco.",
        "Entrave registrado: Aguardando autorização (SABESP).",
        "Situação: em andamento.",
        "Prazo estimado para 30/03/2026, segundo SABESP.",
    ]
    assert publicadas[0].payload.campos == CamposDaAtualizacao(
        com_quem="Maria", canal="telefone", resultado="vistoria marcada"
    )
    assert publicadas[0].payload.conselheiro_id == cenario.conselheiro()
    assert publicadas[0].payload.data_atualizacao == cenario.quando(1)


TIPOS = (
    "contato_realizado",
    "protocolo_aberto",
    "documento_anexado",
    "entrave_registrado",
    "status_atualizado",
    "prazo_registrado",
)


@pytest.mark.parametrize(
    ("texto", "transcrita", "versao", "termos"),
    [
        ("Relato limpo", False, "1.0.0", []),
        ("Relato limpo", True, "1.1.0", []),
        ("Que 1d10ta", False, "1.2.0", ["idiota"]),
        ("Que idiota", True, "1.2.0", ["idiota"]),
    ],
)
async def test_a_versao_do_contrato_diz_o_que_se_achou(bancada, cenario, texto, transcrita, versao, termos):
    async with bancada(colonia, moderacao_denylist_texto="idiota") as b:
        relato = cenario.registrada(texto=texto, transcricao_automatica=transcrita)
        await b.entregar(cenario.identificado(), cenario.sorteado(), relato)
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
        [saida] = await b.consultar("SELECT esquema FROM saida WHERE topico = 'conselheiro.atualizacao_publicada'")
    assert (publicada.versao_schema, saida["esquema"].rsplit("@")[1]) == (versao, versao)
    assert publicada.payload.termos_suspeitos == termos
    assert publicada.payload.conteudo_suspeito == bool(termos)
    assert publicada.payload.transcricao_automatica == transcrita


async def test_a_denylist_le_tambem_os_campos(bancada, cenario):
    async with bancada(colonia, moderacao_denylist_texto="idiota") as b:
        relato = cenario.registrada(campos={"resultado": "foi um idiota"})
        await b.entregar(cenario.identificado(), cenario.sorteado(), relato)
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
        [resumo] = await b.publicados(DemandaResumoCicloAtualizado)
    assert publicada.payload.termos_suspeitos == ["idiota"]
    assert "telefone" not in resumo.payload.resumo


async def test_dados_pessoais_nao_chegam_ao_banco_nem_ao_log(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(
            cenario.identificado(),
            cenario.sorteado(),
            cenario.registrada(
                texto="CPF 529.982.247-25, fone (11) 98765-4321",
                campos={"com_quem": "ana@exemplo.org", "resultado": "retornam em 11 98765-4321"},
            ),
        )
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
        [guardada] = await b.consultar("SELECT texto, campos::text FROM atualizacoes")
    assert publicada.payload.texto == guardada["texto"] == "CPF [CPF], fone [telefone]"
    assert publicada.payload.campos.com_quem == "[e-mail]"
    assert "98765" not in guardada["campos"] + publicada.payload.descricao_sanitizada


async def test_campos_de_outro_tipo_nao_sao_publicados(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(
            cenario.identificado(),
            cenario.sorteado(),
            cenario.registrada(campos={"numero": "1", "status": "concluido"}),
        )
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
        assert publicada.payload.campos.status is None
        assert await b.publicados(DemandaConcluida) == []


@pytest.mark.parametrize(
    ("tipo", "outros", "campo"),
    [
        ("voto", {}, "tipo"),
        ("contato_realizado", {"texto": "x" * 100_000}, "texto"),
        ("contato_realizado", {"texto": " \x00\u200b\n"}, "texto"),
        ("contato_realizado", {"origem_estruturacao": "outra"}, "origem_estruturacao"),
        ("contato_realizado", {"campos": {"canal": None}}, "campos.canal"),
        ("contato_realizado", {"campos": {"com_quem": "  "}}, "campos.com_quem"),
        ("contato_realizado", {"campos": {"com_quem": "x" * 201}}, "campos.com_quem"),
        ("protocolo_aberto", {"campos": {"data": "2026-02-30"}}, "campos.data"),
        ("protocolo_aberto", {"campos": {"data": "2026-03-15"}}, "campos.data"),
        ("documento_anexado", {"campos": {"referencia": ""}}, "campos.referencia"),
        ("entrave_registrado", {"campos": {"descricao": "x" * 2_001}}, "campos.descricao"),
        ("status_atualizado", {"campos": {"status": "resolvido"}}, "campos.status"),
        ("prazo_registrado", {"campos": {"data_estimada": "2026-02-30"}}, "campos.data_estimada"),
        ("prazo_registrado", {"campos": {"data_estimada": "2026-03-13"}}, "campos.data_estimada"),
        ("prazo_registrado", {"campos": {"data_estimada": "20260330"}}, "campos.data_estimada"),
        ("prazo_registrado", {"campos": {"data_estimada": "2026-W14-1"}}, "campos.data_estimada"),
    ],
)
async def test_atualizacao_invalida_nao_muda_nada_e_diz_o_campo(bancada, cenario, tipo, outros, campo):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado())
        antes = await b.estado(["acompanhamentos", "demandas"])
        await b.entregar(cenario.registrada(tipo, **outros))
        assert await situacoes(b) == [("invalida", campo)]
        assert await b.estado(["acompanhamentos", "demandas"]) == antes
        assert await b.publicados() == []
        assert await b.dlq() == []
        resposta = await b.http.get(
            f"/d6b/demandas/{cenario.demanda()}/acompanhamento", headers=b.token(sub=cenario.cidadao())
        )
    [vista] = resposta.json()["atualizacoes"]
    assert (vista["situacao"], vista["erros"][0]["campo"]) == ("recusada", campo)


async def test_html_e_emoji_sao_dados_e_zero_nao_e_vazio(bancada, cenario):
    texto = """<form>"><img src=x onerror=alert(1)> Água & Luz, Pau d'Arco 😀"""
    async with bancada(colonia) as b:
        cru = cenario.registrada("protocolo_aberto", texto=texto, campos={"numero": "0", "orgao": "Água & Luz"})
        await b.entregar(cenario.identificado(), cenario.sorteado(), cru)
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
        url = f"/d6b/demandas/{cenario.demanda()}/acompanhamento"
        [vista] = (await b.http.get(url, headers=b.token(sub=cenario.cidadao()))).json()["atualizacoes"]
    assert (publicada.payload.texto, publicada.payload.campos.numero) == (texto, "0")
    assert (vista["texto"], vista["campos"]["orgao"]) == (texto, "Água & Luz")


async def test_o_prazo_pode_ser_hoje_ate_a_meia_noite_de_brasilia(bancada, cenario):
    async with bancada(colonia) as b:
        quase_meia_noite = 13 * 60 + 27  # 02:59 UTC of the 15th is 23:59 of the 14th in Brasília
        hoje = cenario.registrada("prazo_registrado", minuto=quase_meia_noite, campos={"data_estimada": "2026-03-14"})
        depois = cenario.registrada("prazo_registrado", minuto=13 * 60 + 28, campos={"data_estimada": "2026-03-14"})
        await b.entregar(cenario.identificado(), cenario.sorteado(), hoje, depois)
        assert await situacoes(b) == [("publicada", None), ("invalida", "campos.data_estimada")]


async def test_a_atualizacao_de_quem_nao_e_o_conselheiro_e_recusada(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.registrada(n=2))
        assert await situacoes(b) == [("recusada", "demanda_id")]
        assert await b.publicados() == []
        url = f"/d6b/demandas/{cenario.demanda()}/acompanhamento"
        visao = (await b.http.get(url, headers=b.token(sub=cenario.cidadao(2)))).json()
    assert visao["acompanhamento"] is None
    assert visao["atualizacoes"][0]["erros"] == [
        {"campo": "demanda_id", "detalhe": "Você não é o conselheiro desta demanda."}
    ]


async def test_depois_da_conclusao_nada_mais_e_aceito(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.concluida(minuto=5))
        await b.entregar(cenario.registrada(minuto=6), cenario.concluida(minuto=7))
        assert await situacoes(b) == [("publicada", None), ("recusada", "demanda_id"), ("recusada", "demanda_id")]
        assert len(await b.publicados(DemandaConcluida)) == 1
        assert len(await b.publicados(ConselheiroCicloConcluido)) == 1


async def test_a_conclusao_publica_a_demanda_e_depois_o_ciclo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado())
        await b.entregar(cenario.registrada("protocolo_aberto", minuto=2), cenario.concluida(minuto=10))
        tipos = [e.tipo for e in await b.publicados()]
        [concluida] = await b.publicados(DemandaConcluida)
        [ciclo] = await b.publicados(ConselheiroCicloConcluido)
        resumos = await b.publicados(DemandaResumoCicloAtualizado)
    assert tipos[-3:] == ["demanda.concluída", "conselheiro.ciclo_concluído", "demanda.resumo_ciclo_atualizado"]
    assert concluida.payload == DemandaConcluida(
        demanda_id=cenario.demanda(),
        unidade_civica_id=cenario.unidade,
        conselheiro_id=cenario.conselheiro(),
        via="conselheiro",
        data_conclusao=cenario.quando(10),
    )
    assert ciclo.payload == ConselheiroCicloConcluido(
        demanda_id=cenario.demanda(),
        conselheiro_id=cenario.conselheiro(),
        unidade_civica_id=cenario.unidade,
        motivo_encerramento="demanda_concluida",
        total_atualizacoes=2,
        data_inicio=cenario.quando(0),
        data_fim=cenario.quando(10),
        resumo="Acompanhamento de 14/03/2026 a 14/03/2026, com 2 atualizações: 1 protocolo e 1 mudança de situação. "
        "Desfecho: demanda concluída.",
    )
    assert [r.payload.data_fim for r in resumos] == [None, cenario.quando(10)]
    assert resumos[-1].payload.resumo == (
        "Acompanhamento de 14/03/2026 a 14/03/2026, com 2 atualizações: 1 protocolo e 1 mudança de situação. "
        "Órgãos: SABESP. Protocolos: 11987654321. Desfecho: demanda concluída."
    )
    assert resumos[-1].payload.fontes == [
        u.payload.atualizacao_id
        for u in (cenario.registrada("protocolo_aberto", minuto=2), cenario.concluida(minuto=10))
    ]


async def test_a_mesma_atualizacao_em_outro_evento_conta_uma_vez(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(
            cenario.identificado(), cenario.sorteado(), cenario.registrada(), cenario.registrada(texto="De novo")
        )
        await b.entregar(cenario.registrada(texto="Outra vez"))
        [publicada] = await b.publicados(ConselheiroAtualizacaoPublicada)
    assert publicada.payload.texto == "Liguei para a prefeitura."
