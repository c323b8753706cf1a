"""Events in, cases and profiles kept, on a real database."""

import asyncio
import random
from collections import defaultdict

from d24_caminhos.colonia import colonia
from d24_caminhos.dominio.perfil import FREQUENCIAS
from nucleo.eventos import CaminhoAtualizado
from nucleo.testes import verificar_permutacoes

TABELAS = [t.name for t in colonia.tabelas.sorted_tables if t.name not in ("pendentes", "publicacoes")]


async def casos(b):
    linhas = await b.consultar("SELECT * FROM casos ORDER BY demanda_id")
    return [(linha["demanda_id"], linha["desfecho"], linha["prazo_dias"]) for linha in linhas]


async def contagens(b, tipo, sub="2.3.1"):
    """How many cases of the profile of a subcategory cite each name."""
    linhas = await b.consultar(
        "SELECT nome, total FROM contagens JOIN perfis USING (perfil_id)"
        " WHERE tipo = :tipo AND subcategoria_id IS NOT DISTINCT FROM :sub ORDER BY nome",
        tipo=tipo,
        sub=sub,
    )
    return {linha["nome"]: linha["total"] for linha in linhas}


async def test_um_ciclo_concluido_e_um_caso_com_o_caminho_que_as_atualizacoes_contaram(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia())
        [caso] = await b.consultar("SELECT * FROM casos")
    assert (caso["desfecho"], caso["prazo_dias"], caso["total_atualizacoes"]) == ("concluida", 8, 3)
    assert caso["resumo"] == "3 atualizações."
    assert caso["caminho"] == {
        "canais": ["telefone"],
        "orgaos": ["prefeitura", "sabesp"],
        "gargalos": ["falta de equipe"],
        "documentos": ["foto"],
        "protocolos": ["2026/001"],
    }


async def test_a_demanda_em_aberto_ainda_nao_e_caso(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia()[:-1])
        assert await casos(b) == []
        assert await b.estado(["perfis", "contagens", "pendentes"]) == {"perfis": [], "contagens": [], "pendentes": []}


async def test_o_caso_alimenta_o_perfil_da_subcategoria_e_o_da_categoria(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0), *cenario.historia(1))
        await b.entregar(cenario.situada(2), cenario.categorizada(2, subcategoria_id=None), cenario.ciclo(2))
        assert await contagens(b, "desfecho") == {"concluida": 2}
        assert await contagens(b, "desfecho", sub=None) == {"concluida": 3}


async def test_um_nome_conta_uma_vez_por_caso(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0), *cenario.historia(1))
        await b.entregar(cenario.atualizacao(0, 5, "contato_realizado", canal="TELEFONE"))
        assert await contagens(b, "canais") == {"telefone": 2}


async def test_a_atualizacao_que_chega_depois_do_fecho_entra_no_caso(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia())
        await b.entregar(cenario.atualizacao(0, 5, "contato_realizado", canal="e-mail"))
        assert await contagens(b, "canais") == {"e-mail": 1, "telefone": 1}


async def test_o_que_e_suspeito_nao_entra(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.atualizacao(0, 9, "entrave_registrado", suspeito=True, descricao="o vizinho"))
        await b.entregar(*cenario.historia())
        assert await contagens(b, "gargalos") == {"falta de equipe": 1}
        assert "vizinho" not in str(await b.estado(TABELAS))


async def test_dado_pessoal_nao_e_guardado(bancada, cenario):
    pessoal = cenario.atualizacao(
        0, 9, "entrave_registrado", descricao="só com o CPF 529.982.247-25", orgao="a@b.com.br"
    )
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(), pessoal)
        assert await contagens(b, "gargalos") == {"falta de equipe": 1, "só com o cpf [cpf]": 1}
        assert await contagens(b, "orgaos") == {"[e-mail]": 1, "prefeitura": 1, "sabesp": 1}
        assert "Fulano" not in str(await b.estado(TABELAS))


async def test_desistencia_e_depois_conclusao_sao_um_caso_so(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.situada(), cenario.categorizada())
        await b.entregar(cenario.ciclo(motivo="desistencia", ate=3))
        assert await casos(b) == [(cenario.demanda(), "encerrada_sem_conclusao", 3)]
        assert await contagens(b, "prazo") == {}
        await b.entregar(cenario.ciclo(de=5, ate=20, conselheiro=1))
        assert await casos(b) == [(cenario.demanda(), "concluida", 20)]
        assert await contagens(b, "desfecho") == {"concluida": 1}
        assert await contagens(b, "prazo") == {"20": 1}


async def test_conclusao_sem_conselheiro_ativo_tambem_fecha(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.situada(), cenario.categorizada(), cenario.concluida())
        assert await casos(b) == [(cenario.demanda(), "concluida", None)]


async def test_conclusao_com_conselheiro_espera_o_fim_do_ciclo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.situada(), cenario.categorizada(), cenario.concluida(conselheiro=0))
        assert await casos(b) == []
        await b.entregar(cenario.ciclo())
        assert await casos(b) == [(cenario.demanda(), "concluida", 8)]


async def test_o_membro_de_um_agregado_sai_do_perfil_e_o_representante_fica(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0), *cenario.historia(1))
        await b.entregar(cenario.agregada(0, 1))
        assert [demanda for demanda, *_ in await casos(b)] == [cenario.demanda(0)]
        assert await contagens(b, "canais") == {"telefone": 1}


async def test_o_membro_ja_agregado_nao_vira_caso(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(cenario.agregada(0, 1), *cenario.historia(1))
        assert await casos(b) == []


async def test_o_representante_repetido_entre_os_membros_continua_a_representar(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0), cenario.agregada(0, 0, 1))
        assert len(await casos(b)) == 1


async def test_sem_municipio_vale_o_quarto_elo_da_cadeia(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia(0), cenario.situada(0, minuto=5, municipio_id=None))
        await b.entregar(
            *cenario.historia(1), cenario.situada(1, minuto=5, municipio_id=None, cadeia_ucs=cenario.cadeia[:2])
        )
        linhas = await b.consultar("SELECT demanda_id, municipio_id FROM casos")
    assert linhas == [{"demanda_id": cenario.demanda(0), "municipio_id": cenario.sao_paulo}]


async def test_recategorizada_muda_de_perfil_e_o_antigo_se_esvazia(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia())
        await b.entregar(cenario.categorizada(categoria_id="1.1", subcategoria_id=None, versao_categorizacao=2))
        await b.entregar(cenario.categorizada(minuto=90))  # an old version, late
        perfis = await b.consultar("SELECT categoria_id, subcategoria_id FROM perfis")
        assert perfis == [{"categoria_id": "1.1", "subcategoria_id": None}]
        assert {linha["total"] for linha in await b.consultar("SELECT total FROM contagens")} == {1}


async def test_texto_hostil_no_resumo_e_nos_campos_nao_para_nada(bancada, cenario):
    ciclo = cenario.ciclo()
    ciclo.payload.resumo = 'a\x00b\u202e"><img src=x onerror=alert(1)>' + "x" * 100_000
    hostil = cenario.atualizacao(0, 1, "contato_realizado", canal="\x00" + "é" * 100_000)
    async with bancada(colonia) as b:
        await b.entregar(cenario.situada(), cenario.categorizada(), hostil, ciclo)
        assert await b.dlq() == []
        [caso] = await b.consultar("SELECT resumo, caminho FROM casos")
    assert caso["resumo"].startswith('a b"><img src=x')
    assert (len(caso["resumo"]), len(caso["caminho"]["canais"][0])) == (500, 60)


def enredo(cenario):
    """Every consumed type, with what makes order matter: withdrawals, corrections, aggregates, late updates."""
    return [
        *cenario.historia(0),
        *cenario.historia(1, ate=3, motivo="desistencia", total=2),
        cenario.ciclo(1, de=5, ate=20, conselheiro=1),
        *cenario.historia(2),
        cenario.categorizada(2, minuto=50, categoria_id="1.1", subcategoria_id=None, versao_categorizacao=2),
        *cenario.historia(3),
        cenario.situada(3, minuto=60, municipio_id=cenario.campinas),
        *cenario.historia(4),
        cenario.agregada(0, 4),
        cenario.agregada(0, 4, 5, dia=40),
        *cenario.historia(5),
        cenario.situada(6),
        cenario.categorizada(6),
        cenario.concluida(6, ate=9),
        cenario.concluida(0, conselheiro=0),
        cenario.atualizacao(1, 7, "contato_realizado", canal="Reunião", conselheiro=1),
        cenario.atualizacao(2, 8, "entrave_registrado", suspeito=True, descricao="suspeito"),
    ]


async def test_qualquer_ordem_e_repeticao_da_os_mesmos_casos_e_perfis(bancada, cenario):
    await verificar_permutacoes(bancada, colonia, enredo(cenario), tabelas=TABELAS, exemplos=25)


async def test_em_qualquer_ordem_a_ultima_palavra_publicada_tem_os_mesmos_bytes(bancada, cenario):
    finais = []
    for semente in range(4):
        eventos = enredo(cenario)
        random.Random(semente).shuffle(eventos)
        async with bancada(colonia, caminhos_janela_s=0) as b:
            for e in eventos:
                await b.entregar(e)
                await b.periodico("publicar_caminhos")
            publicados = {e.payload.perfil_id: e.payload for e in await b.publicados(CaminhoAtualizado)}
        finais.append({i: repr(p) for i, p in sorted(publicados.items()) if p.total_casos})
    assert len(finais[0]) == 5
    assert finais[1:] == finais[:1] * 3


async def test_sem_a_caixa_de_entrada_uma_repeticao_tambem_nao_muda_nada(bancada, cenario):
    """The inbox forgets after some days, and a rebuild does without it."""
    async with bancada(colonia) as b:
        await b.entregar(*enredo(cenario))
        esperado = await b.estado(TABELAS)
        await b.consultar("TRUNCATE entrada")
        for e in enredo(cenario):
            await b.entregar(e)
        assert await b.estado(TABELAS) == esperado


async def test_a_atualizacao_redigida_por_lei_toma_o_lugar_da_original_ao_ser_relida(bancada, cenario):
    """It comes under the same id: a log read again has it after the original, or, once compacted, alone."""
    async with bancada(colonia) as b:
        await b.entregar(*cenario.historia())
        await b.consultar("TRUNCATE entrada")
        await b.entregar(cenario.atualizacao(0, 3, "entrave_registrado", descricao=""))
        assert await contagens(b, "gargalos") == {}
        assert await contagens(b, "orgaos") == {"prefeitura": 1}


async def test_replicas_que_leem_topicos_diferentes_ao_mesmo_tempo_nao_perdem_caso(bancada, cenario):
    async with bancada(colonia) as b:
        for rodada in range(10):
            por_topico = defaultdict(list)
            for n in range(rodada * 5, rodada * 5 + 5):
                for e in cenario.historia(n):
                    por_topico[e.tipo].append(e)
            await asyncio.gather(*(b.entregar(*eventos) for eventos in por_topico.values()))
        assert len(await casos(b)) == 50
        assert await contagens(b, "canais") == {"telefone": 50}


async def test_somar_e_subtrair_da_o_mesmo_que_contar_tudo_de_novo(bancada, cenario):
    async with bancada(colonia) as b:
        for e in reversed(enredo(cenario)):
            await b.entregar(e)
        contadas = await b.consultar(
            "SELECT perfil_id, tipo, nome, total FROM contagens WHERE tipo = ANY(:tipos) ORDER BY 1, 2, nome",
            tipos=list(FREQUENCIAS),
        )
        de_novo = await b.consultar(
            """SELECT perfil_id, tipo, nome, count(*) AS total FROM referencias JOIN casos USING (demanda_id),
                   jsonb_each(caminho) AS c(tipo, nomes), jsonb_array_elements_text(nomes) AS n(nome)
               WHERE tipo = ANY(:tipos) GROUP BY 1, 2, 3 ORDER BY 1, 2, nome COLLATE "C" """,
            tipos=list(FREQUENCIAS),
        )
    assert contadas == de_novo
