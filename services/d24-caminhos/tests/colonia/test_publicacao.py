"""Profiles out: only what changed, at most once in a window, and the last word when no case is left."""

from d24_caminhos.colonia import colonia
from nucleo.eventos import CaminhoAtualizado, Frequencia


async def publicar(b):
    """Let the window pass, publish what waits, and return what is new on the outbox."""
    antes = len(await b.publicados(CaminhoAtualizado))
    b.relogio.avancar(seconds=5)
    await b.periodico("publicar_caminhos")
    return [e.payload for e in (await b.publicados(CaminhoAtualizado))[antes:]]


async def test_o_perfil_publicado_diz_tudo_o_que_a_ficha_pede(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0), *cenario.historia(1, ate=9), *cenario.historia(2, motivo="desistencia"))
        publicados = {p.subcategoria_id: p for p in await publicar(b)}
        agora = b.relogio.agora()
    p = publicados["2.3.1"]
    assert set(publicados) == {"2.3.1", None}
    assert (p.municipio_id, p.categoria_id, p.versao_metodo, p.gerado_em) == (
        cenario.sao_paulo,
        "2.3",
        "caminho_v1",
        agora,
    )
    assert (p.total_casos, p.prazo_mediano_dias, p.taxa_resolucao) == (3, 8.5, 2 / 3)
    assert p.canais == [Frequencia(nome="telefone", total=3)]
    assert p.orgaos == [Frequencia(nome="prefeitura", total=3), Frequencia(nome="sabesp", total=3)]
    assert p.gargalos == [Frequencia(nome="falta de equipe", total=3)]
    assert p.documentos == [Frequencia(nome="foto", total=3)]
    assert p.referencias == [cenario.demanda(n) for n in (1, 2, 0)]
    assert p.dossie.startswith("3 casos encerrados da subcategoria 2.3.1 neste município, de 22/03/2026 a 23/03/2026.")
    assert all(str(r) in p.dossie for r in p.referencias)


async def test_o_que_nao_muda_o_perfil_nao_se_publica(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia())
        assert len(await publicar(b)) == 2
        await b.entregar(
            cenario.situada(0, minuto=99), cenario.atualizacao(0, 9, "status_atualizado", status="concluido")
        )
        await b.entregar(cenario.atualizacao(0, 5, "contato_realizado", canal="telefone "))
        await b.consultar("INSERT INTO pendentes SELECT perfil_id, now() FROM perfis ON CONFLICT DO NOTHING")
        assert await publicar(b) == []
        assert await b.consultar("SELECT * FROM pendentes") == []


async def test_muitas_mudancas_de_um_perfil_num_lote_sao_uma_publicacao(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*(e for n in range(50) for e in cenario.historia(n)))
        publicados = await publicar(b)
    assert [p.total_casos for p in publicados] == [50, 50]


async def test_dentro_da_janela_um_perfil_se_publica_uma_vez_e_nenhuma_mudanca_se_perde(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0))
        await b.periodico("publicar_caminhos")
        await b.entregar(*cenario.historia(1))
        b.relogio.avancar(seconds=4.9)
        await b.periodico("publicar_caminhos")
        assert len(await b.publicados(CaminhoAtualizado)) == 2
        assert [p.total_casos for p in await publicar(b)] == [2, 2]


async def test_o_perfil_que_fica_sem_casos_diz_que_nao_os_tem_e_pode_voltar(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(1))
        await publicar(b)
        await b.entregar(cenario.agregada(0, 1))
        vazios = await publicar(b)
        assert {(p.total_casos, p.dossie, p.subcategoria_id) for p in vazios} == {(0, "", "2.3.1"), (0, "", None)}
        assert all(p.referencias == p.canais == [] and p.prazo_mediano_dias is None for p in vazios)
        await b.entregar(*cenario.historia(2))
        assert [p.total_casos for p in await publicar(b)] == [1, 1]


async def test_o_que_foi_e_voltou_antes_de_publicar_nao_deixa_rasto(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(1))
        await b.entregar(cenario.agregada(0, 1))
        assert await publicar(b) == []


async def test_as_listas_do_evento_tem_os_20_mais_frequentes_e_o_empate_e_alfabetico(bancada, cenario):
    async with bancada(colonia) as b:
        contatos = [cenario.atualizacao(0, k, "contato_realizado", canal=f"canal {k:02}") for k in range(1, 31)]
        await b.entregar(cenario.situada(), cenario.categorizada(), *contatos, cenario.ciclo())
        await b.entregar(cenario.atualizacao(1, 1, "contato_realizado", canal="Canal 30"))
        await b.entregar(cenario.situada(1), cenario.categorizada(1), cenario.ciclo(1))
        p = (await publicar(b))[0]
    assert [f.nome for f in p.canais] == ["canal 30", *(f"canal {k:02}" for k in range(1, 20))]
    assert [f.total for f in p.canais] == [2] + [1] * 19


async def test_muitos_perfis_publicam_se_aos_poucos_e_todos(bancada, cenario):
    async with bancada(colonia) as b:
        eventos = []
        for n in range(150):
            eventos += [cenario.situada(n), cenario.categorizada(n, subcategoria_id=f"2.3.{n}"), cenario.ciclo(n)]
        await b.entregar(*eventos)
        assert len(await publicar(b)) == 151
        await b.consultar("UPDATE publicacoes SET conteudo = '{}'")
        await b.consultar("INSERT INTO pendentes SELECT perfil_id, now() FROM perfis")
        assert len(await publicar(b)) == 151
