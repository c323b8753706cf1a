"""What a provider publishes is read seldom, and goes on being known while the provider is away."""

from typing import Any

import httpx
import pytest

from c1_cidadaos.provedores.documento import VALIDADE_S, Documento
from c1_cidadaos.provedores.erros import ProvedorAusente

URL = "https://emissor.exemplo/jwks"


class Fonte:
    """A document whose content and whose answers a test changes, and that counts its readings."""

    def __init__(self) -> None:
        self.conteudo: Any = {"versao": 1}
        self.status = 200
        self.leituras = 0
        self.agora = 1000.0
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._responder))
        self.documento = Documento(http, lambda lido: "versao" in lido, lambda: self.agora)

    def _responder(self, _: httpx.Request) -> httpx.Response:
        self.leituras += 1
        if self.status == 0:
            raise httpx.ConnectError("fora")
        return httpx.Response(self.status, json=self.conteudo, headers={"Location": "https://mau.exemplo"})


async def test_le_se_uma_vez_e_de_novo_quando_envelhece() -> None:
    fonte = Fonte()
    for _ in range(3):
        assert await fonte.documento.ler(URL) == {"versao": 1}
    assert fonte.leituras == 1
    fonte.agora += VALIDADE_S
    fonte.conteudo = {"versao": 2}
    assert await fonte.documento.ler(URL) == {"versao": 2}


async def test_quem_pede_de_novo_o_recebe_mas_nao_a_cada_pedido() -> None:
    fonte = Fonte()
    await fonte.documento.ler(URL)
    fonte.agora += 1
    for _ in range(50):
        await fonte.documento.ler(URL, de_novo=True)
    assert fonte.leituras == 2


@pytest.mark.parametrize(
    ("status", "conteudo"), [(0, {}), (500, {}), (404, {}), (302, {}), (200, [1]), (200, None), (200, {"outro": 1})]
)
async def test_enquanto_nao_se_pode_ler_vale_o_que_se_sabia(status: int, conteudo: object) -> None:
    fonte = Fonte()
    fonte.status, certo, fonte.conteudo = status, fonte.conteudo, conteudo
    with pytest.raises(ProvedorAusente):
        await fonte.documento.ler(URL)
    fonte.agora += 1
    fonte.status, fonte.conteudo = 200, certo
    assert await fonte.documento.ler(URL) == certo
    fonte.agora += VALIDADE_S
    fonte.status, fonte.conteudo = status, conteudo
    assert await fonte.documento.ler(URL) == certo
