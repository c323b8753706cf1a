"""Why somebody cannot act on a demand."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from pydantic import TypeAdapter

from d1a_captura.dominio.atribuicao import Atribuicao, impedimento

EU, OUTRA = UUID(int=1), UUID(int=2)
AGORA = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)


def atribuicao(
    quem: UUID | None, recusada_em: datetime | None = None, concluida: bool = False, encerrada: bool = False
) -> Atribuicao:
    return Atribuicao(quem, recusada_em, concluida, encerrada)


@pytest.mark.parametrize(
    ("atribuicoes", "status", "trecho"),
    [
        ([], 404, "Nenhuma atribuição"),
        ([atribuicao(None)], 404, "Nenhuma atribuição"),
        ([atribuicao(None), atribuicao(OUTRA)], 404, "Nenhuma atribuição"),
        ([atribuicao(OUTRA)], 403, "outra pessoa"),
        ([atribuicao(OUTRA), atribuicao(EU)], 409, "já terminou"),
        ([atribuicao(EU, encerrada=True)], 409, "já terminou"),
        ([atribuicao(EU)], 404, "tente de novo"),  # it came to be known between the attempt and the question why
        ([atribuicao(EU, recusada_em=AGORA)], 409, "já recusou"),
        ([atribuicao(EU, concluida=True)], 409, "conclusão"),
        ([atribuicao(EU, recusada_em=AGORA), atribuicao(EU, concluida=True)], 409, "já recusou"),
    ],
)
def test_primeiro_se_existe_depois_se_e_sua_depois_se_ainda_vale(
    atribuicoes: list[Atribuicao], status: int, trecho: str
) -> None:
    problema = impedimento(atribuicoes, EU)
    assert (problema.status, problema.campo) == (status, "demanda_id")
    assert trecho in problema.detalhe


@pytest.mark.parametrize("micros", [0, 70_000])
def test_o_instante_da_recusa_e_escrito_como_nas_outras_respostas(micros: int) -> None:
    quando = AGORA.replace(microsecond=micros)
    problema = impedimento([atribuicao(EU, recusada_em=quando)], EU)
    assert problema.extras["recusada_em"] == TypeAdapter(datetime).dump_python(quando, mode="json")
    assert problema.extras["recusada_em"].endswith("Z")
