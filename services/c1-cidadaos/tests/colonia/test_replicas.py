"""Two replicas on one database: a citizen may meet either at each step."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

from c1_cidadaos.colonia import colonia
from nucleo.aplicacao import montar
from nucleo.eventos import CidadaoCadastrado
from nucleo.viva import ColoniaViva


@asynccontextmanager
async def outra_replica(b):
    viva = ColoniaViva(colonia, b.viva.config, fontes=b.relogio, registro=b.viva.registro)
    try:
        await viva.preparar()
        yield SimpleNamespace(app=montar(colonia, viva.config, viva))
    finally:
        await viva.parar()


async def test_a_entrada_comeca_numa_e_termina_na_outra(c1, navegador):
    async with c1() as b, outra_replica(b) as c, navegador(b) as n, navegador(c) as m:
        volta = await n.ir("ana")
        m.cookies = n.cookies
        tokens = (await m.get(volta)).json()
        assert (await n.get(volta)).json()["campo"] == "state"
        renovada = await n.post("/api/sessao/renovar", json={"token_renovacao": tokens["token_renovacao"]})
        assert (await m.perfil(renovada.json()))["cidadao_id"] == tokens["cidadao_id"]
        repetida = await m.post("/api/sessao/renovar", json={"token_renovacao": tokens["token_renovacao"]})
        assert repetida.status_code == 401


async def test_a_mesma_pessoa_entra_nas_duas_ao_mesmo_tempo_e_tem_uma_conta(c1, navegador):
    async with c1() as b, outra_replica(b) as c, navegador(b) as n, navegador(c) as m:
        voltas = [await n.ir("bia"), await m.ir("bia")]
        respostas = await asyncio.gather(n.get(voltas[0]), m.get(voltas[1]))
        assert len({r.json()["cidadao_id"] for r in respostas}) == 1
        assert len(await b.publicados(CidadaoCadastrado)) == 1
