"""One `Idempotency-Key`, one update: another body with the same key is refused, not kept."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx

from d1a_captura.colonia import colonia
from nucleo.eventos import ConselheiroAtualizacaoRegistrada
from nucleo.payload import Payload
from nucleo.testes import Bancada
from nucleo.testes.bancada import FabricaDeBancadas

CONSELHEIRA = UUID("7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77")
OUTRO = UUID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
DEMANDA = UUID("0199c0de-0000-7000-8000-00000000000d")
LIVRE = {"limite_multiplicador": 1000}
Sorteada = Callable[..., list[Payload]]
Encerrada = Callable[..., Payload]
Atualiza = Callable[..., dict[str, Any]]


async def enviar(b: Bancada, corpo: Any, chave: str | None = "a", quem: UUID = CONSELHEIRA) -> httpx.Response:
    cabecalhos = b.token(sub=quem) | ({"Idempotency-Key": chave} if chave else {})
    return await b.http.post(f"/api/demandas/{DEMANDA}/atualizacoes", json=corpo, headers=cabecalhos)


async def test_a_chave_que_ja_veio_com_outra_atualizacao_e_recusada_e_nada_muda(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        primeira = await enviar(b, atualizacao())
        r = await enviar(b, atualizacao(texto="Fui até lá."))
        assert (r.status_code, r.headers["content-type"]) == (422, "application/problem+json")
        assert (r.json()["campo"], r.json()["type"]) == ("Idempotency-Key", "urn:formigueiro:erro:chave-reutilizada")
        de_novo = await enviar(b, atualizacao())
        assert (de_novo.status_code, de_novo.json()) == (200, primeira.json())
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1
        assert (await enviar(b, atualizacao(texto="Fui até lá."), "b")).status_code == 201
        assert (await enviar(b, atualizacao(texto="Fui até lá."), None)).status_code == 201


async def test_a_mesma_chave_com_corpos_diferentes_ao_mesmo_tempo_guarda_um(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        respostas = await asyncio.gather(*(enviar(b, atualizacao(texto=f"Ida número {n}")) for n in range(5)))
        assert sorted(r.status_code for r in respostas) == [201] + [422] * 4
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1


async def test_a_chave_e_de_quem_a_usa_e_da_atribuicao(
    bancada: FabricaDeBancadas, sorteada: Sorteada, encerrada: Encerrada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA, 0))
        assert (await enviar(b, atualizacao())).status_code == 201
        assert (await enviar(b, atualizacao(texto="Fui até lá."), quem=OUTRO)).status_code == 403
        await b.entregar(encerrada(DEMANDA, CONSELHEIRA, 0), *sorteada(DEMANDA, OUTRO, 5))
        assert (await enviar(b, atualizacao(texto="Fui até lá."), quem=OUTRO)).status_code == 201
        await b.entregar(encerrada(DEMANDA, OUTRO, 5), *sorteada(DEMANDA, CONSELHEIRA, 9))
        assert (await enviar(b, atualizacao(texto="Voltei lá."))).status_code == 201
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 3
