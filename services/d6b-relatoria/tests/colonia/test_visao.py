"""The counsellor's own view."""

from d6b_relatoria.colonia import colonia


async def ver(b, cenario, n=1, **parametros):
    url = f"/d6b/demandas/{cenario.demanda()}/acompanhamento"
    return await b.http.get(url, headers=b.token(sub=cenario.cidadao(n)), params=parametros)


async def test_o_conselheiro_ve_o_seu_acompanhamento(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado(), cenario.registrada("prazo_registrado"))
        visao = (await ver(b, cenario)).json()
    assert visao["acompanhamento"] == {
        "acompanhamento_id": str(cenario.sorteio(101)),
        "conselheiro_id": str(cenario.conselheiro()),
        "unidade_civica_id": str(cenario.unidade),
        "situacao": "ativo",
        "inicio": "2026-03-14T13:32:00Z",
        "iniciado_em": "2026-03-14T13:34:00Z",
        "fim": None,
        "status": "pendente",
        "prazo": "2026-03-30",
        "texto_resumo_ciclo": "Em acompanhamento desde 14/03/2026, com 1 atualização: 1 prazo. "
        "Prazo estimado: 30/03/2026. Situação: pendente.",
        "pendencia_conclusao": None,
    }
    [atualizacao] = visao["atualizacoes"]
    assert (atualizacao["situacao"], atualizacao["numero_sequencial"]) == ("publicada", 1)
    assert atualizacao["campos"] == {"data_estimada": "2026-03-30", "fonte": "SABESP"}
    assert "cidadao_id" not in str(visao)


async def test_quem_nao_e_o_conselheiro_nao_ve(bancada, cenario):
    async with bancada(colonia) as b:
        anonimo = {"X-Cidadao-Id": str(cenario.cidadao())}
        codigos = [(await b.http.get(f"/d6b/demandas/{cenario.demanda()}/acompanhamento", headers=anonimo)).status_code]
        codigos.append((await ver(b, cenario)).status_code)
        await b.entregar(cenario.sorteado())
        codigos.append((await ver(b, cenario)).status_code)
        await b.entregar(cenario.identificado())
        codigos += [(await ver(b, cenario, n)).status_code for n in (1, 2)]
    assert codigos == [401, 404, 403, 200, 403]


async def test_as_atualizacoes_vem_em_paginas(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.identificado(), cenario.sorteado())
        await b.entregar(*(cenario.registrada(minuto=minuto) for minuto in range(1, 6)))
        numeros, depois = [], 0
        while depois is not None:
            pagina = (await ver(b, cenario, limite=2, depois=depois)).json()
            numeros.append([u["numero_sequencial"] for u in pagina["atualizacoes"]])
            depois = pagina["proximo"]
    assert numeros == [[1, 2], [3, 4], [5]]


async def test_numero_de_pagina_impossivel_e_recusado_com_o_campo(bancada, cenario):
    async with bancada(colonia) as b:
        resposta = await ver(b, cenario, depois=2**63)
    assert (resposta.status_code, resposta.json()["errors"][0]["campo"]) == (400, "depois")
