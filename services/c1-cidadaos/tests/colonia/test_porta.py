"""Over real HTTP: a citizen of the story, other colonies that verify, an operator at the terminal, and limits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest
import uvicorn

from formigueiro.cidadao import apelido, entrar
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import porta_livre
from nucleo.eventos import CidadaoVinculado
from nucleo.identidade import Verificador


@asynccontextmanager
async def no_ar(c1, **ajustes) -> AsyncIterator[tuple]:
    """Serve C-1 on a port, as its own public door."""
    porta = porta_livre()
    async with c1(url_publica=f"http://127.0.0.1:{porta}", **ajustes) as b:
        servidor = uvicorn.Server(uvicorn.Config(b.app, port=porta, log_config=None, lifespan="off"))
        tarefa = asyncio.create_task(servidor.serve())
        while not servidor.started:
            await asyncio.sleep(0.01)
        yield b, f"http://127.0.0.1:{porta}"
        servidor.should_exit = True
        await tarefa


async def test_um_cidadao_da_historia_entra_pelo_nome_e_volta_a_mesma_conta(c1):
    anonimo = uuid4()
    async with no_ar(c1) as (b, porta):
        maria = await asyncio.to_thread(entrar, porta, "Maria d’Água", anonimo)
        de_novo = await asyncio.to_thread(entrar, porta, "Maria d’Água")
        outra = await asyncio.to_thread(entrar, porta, "Marta d’Água")
        assert maria.cidadao_id == de_novo.cidadao_id != outra.cidadao_id
        [vinculo] = await b.publicados(CidadaoVinculado)
        assert vinculo.payload.cidadao_id_anonimo == anonimo
        perfil = (await b.http.get("/api/perfil", headers=maria.cabecalhos)).json()
        assert (perfil["nome"], perfil["email"]) == ("Maria d’Água", "maria.d.agua@exemplo.org")
        renovada = await asyncio.to_thread(maria.renovar)
        assert (await b.http.get("/api/perfil", headers=renovada.cabecalhos)).json() == perfil
        with pytest.raises(FalhaDaPilha, match="401"):
            await asyncio.to_thread(maria.renovar)


async def test_as_outras_colonias_verificam_com_o_jwks_servido(c1):
    async with no_ar(c1) as (_, porta):
        ana = await asyncio.to_thread(entrar, porta, "Ana")
        verificador = Verificador(f"{porta}/.well-known/jwks.json", "formigueiro", "formigueiro")
        assert (await verificador.verificar(ana.token)).sub == ana.cidadao_id


def test_o_apelido_e_um_endereco_sem_acentos():
    assert apelido(" João  da Conceição ") == "joao.da.conceicao"


async def test_cada_rota_publica_tem_limite(c1):
    pedidos = {
        ("GET", "/api/sessao/emissores"): 30,
        ("GET", "/api/sessao/entrar/outro"): 30,
        ("GET", "/api/sessao/retorno?state=x"): 30,
        ("POST", "/api/sessao/renovar"): 60,
        ("POST", "/api/sessao/sair"): 60,
        ("GET", "/api/perfil"): 60,
        ("PUT", "/api/perfil"): 20,
        ("GET", f"/api/c1/cidadaos/{UUID(int=7)}/papeis"): 60,
        ("PUT", f"/api/c1/cidadaos/{UUID(int=7)}/papeis/operador"): 60,
        ("DELETE", f"/api/c1/cidadaos/{UUID(int=7)}/papeis/operador"): 60,
        ("GET", "/.well-known/jwks.json"): 600,
    }
    async with c1(limite_multiplicador=1) as b:
        for (metodo, caminho), limite in pedidos.items():
            respostas = [(await b.http.request(metodo, caminho)).status_code for _ in range(limite + 1)]
            assert 429 not in respostas[:-1], caminho
            assert respostas[-1] == 429, caminho
        caminhos = b.app.openapi()["paths"].items()
        operacoes = [o for caminho, por_metodo in caminhos if caminho.startswith(("/api", "/.")) for o in por_metodo]
        assert len(operacoes) == len(pedidos), "uma rota nova entra nesta tabela"
