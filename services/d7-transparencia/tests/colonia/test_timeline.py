"""The timeline of a demand, told in Portuguese."""

from d7_transparencia.colonia import colonia


async def test_a_timeline_conta_o_caminho_da_demanda_do_mais_recente_ao_mais_antigo(bancada, cenario):
    async with bancada(colonia) as b:
        await b.entregar(*cenario.territorio(), cenario.taxonomia(), *cenario.caminho())
        r = await b.http.get(f"/api/d7/timeline/{cenario.demanda()}")
    assert r.status_code == 200, r.text
    assert [e["descricao"] for e in r.json()["itens"]] == [
        "Posição 1 de 1 no ranking de Pinheiros — score 4.800,00",
        "Categorizada automaticamente como: Vias e pavimentação (nível 3) — confiança 82%",
        "Localizada em Pinheiros",
        "Texto organizado automaticamente — confiança 92%",
        "Demanda registrada via app em 14/03/2026 às 10:32",
    ]
    assert r.json()["proximo"] is None
