"""What D-1a keeps of other colonies is the same whatever the order in which it comes."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from d1a_captura.colonia import colonia
from nucleo.eventos import CidadaoCadastrado, CidadaoVinculado, TerritorioUnidadePublicada
from nucleo.payload import Payload
from nucleo.testes import exemplo, verificar_permutacoes
from nucleo.testes.bancada import FabricaDeBancadas
from nucleo.testes.eventos import INICIO

CONTA = UUID("7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77")
OUTRA = UUID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
APARELHO = UUID("0d5c9a60-6a35-4c0d-8a3e-9b6c1d2e3f40")
CENTRO = UUID("0199c0de-0000-7000-8000-00000000000a")
DEMANDAS = [UUID(f"0199c0de-0000-7000-8000-00000000000{n}") for n in (1, 2)]
TABELAS = ["identidade", "unidade", "conselheiro", "atribuicao", "encerramento"]


async def test_qualquer_ordem_e_repeticao_da_o_mesmo_estado(
    bancada: FabricaDeBancadas, sorteada: Callable[..., list[Payload]], encerrada: Callable[..., Payload]
) -> None:
    def vinculado(conta: UUID, aparelho: UUID, minuto: int) -> Payload:
        instante = INICIO + timedelta(minutes=minuto)
        return exemplo(CidadaoVinculado, cidadao_id=conta, cidadao_id_anonimo=aparelho, timestamp_vinculo=instante)

    eventos = [
        exemplo(CidadaoCadastrado, cidadao_id=CONTA),
        exemplo(CidadaoCadastrado, cidadao_id=OUTRA),
        vinculado(CONTA, APARELHO, 3),
        vinculado(OUTRA, APARELHO, 1),
        vinculado(OUTRA, OUTRA, 2),
        vinculado(CONTA, OUTRA, 2),
        exemplo(TerritorioUnidadePublicada, unidade_civica_id=CENTRO),
        exemplo(TerritorioUnidadePublicada, unidade_civica_id=CENTRO, ativa=False),
        *sorteada(DEMANDAS[0], CONTA, 0),
        encerrada(DEMANDAS[0], CONTA, 0),
        *sorteada(DEMANDAS[0], OUTRA, 5),
        *sorteada(DEMANDAS[0], CONTA, 9),
        *sorteada(DEMANDAS[1], CONTA, 2),
    ]
    await verificar_permutacoes(bancada, colonia, eventos, tabelas=TABELAS)
