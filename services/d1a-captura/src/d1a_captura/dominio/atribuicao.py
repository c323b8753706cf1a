"""Who may act on a demand as its counsellor, as far as D-1a knows; D-6a and D-6b decide finally."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nucleo.erros import Conflito, NaoEncontrado, Problema, Proibido
from nucleo.fontes import instante_em_texto

_CAMPO = "demanda_id"
_DESCONHECIDA = (
    "Nenhuma atribuição desta demanda é conhecida. Se você acabou de ser sorteado, tente de novo em instantes."
)


@dataclass(frozen=True, slots=True)
class Atribuicao:
    """A draw of a demand: who was drawn (None: not known yet), when it was refused, whether its conclusion was reported
    here, whether its cycle ended.
    """

    cidadao_id: UUID | None
    recusada_em: datetime | None
    concluida: bool
    encerrada: bool


def impedimento(atribuicoes: Sequence[Atribuicao], cidadao_id: UUID) -> Problema:
    """Say why this citizen cannot act on a demand with these attributions, newest first: 404, then 403, then 409."""
    minha = next((a for a in atribuicoes if a.cidadao_id == cidadao_id), None)
    if minha is None:
        if all(a.cidadao_id is not None for a in atribuicoes) and atribuicoes:
            return Proibido("Esta demanda foi atribuída a outra pessoa.", campo=_CAMPO)
        return NaoEncontrado(_DESCONHECIDA, campo=_CAMPO)
    if minha.recusada_em is not None:
        recusada_em = instante_em_texto(minha.recusada_em)
        return Conflito("Você já recusou esta demanda.", campo=_CAMPO, recusada_em=recusada_em)
    if minha.concluida:
        return Conflito("Você já registrou a conclusão desta demanda.", campo=_CAMPO)
    if minha is atribuicoes[0] and not minha.encerrada:  # it became known after the attempt: trying again will do
        return NaoEncontrado(_DESCONHECIDA, campo=_CAMPO)
    return Conflito("O seu acompanhamento desta demanda já terminou.", campo=_CAMPO)
