"""A projection that exists grows: what it holds stays."""

from d7_transparencia.colonia import colonia

DO_CICLO = ["agendas", "caminhos", "resumos_ciclo", "vagas", "inicios", "atribuicoes", "disponiveis"]


async def test_as_tabelas_do_ciclo_chegam_a_uma_projecao_cheia_sem_tocar_no_que_ha(bancada, cenario):
    antigas = [t.name for t in colonia.tabelas.sorted_tables if t.name not in DO_CICLO]
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), *cenario.caminho())
        esperado = await b.estado(antigas)
        for tabela in DO_CICLO:
            await b.consultar(f"DROP TABLE {tabela}")
        await b.consultar("UPDATE versao_colonia SET version_num = '0001'")
        await b.viva.migrar()
        assert await b.estado(antigas) == esperado
        await b.entregar(*cenario.ciclo())
        r = await b.http.get(f"/api/d7/demanda/{cenario.demanda()}/resumo")
        assert r.json()["status"] == "concluida"
