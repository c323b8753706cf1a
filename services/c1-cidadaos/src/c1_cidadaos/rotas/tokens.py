"""What a session answers with. Nobody on the way may keep it."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from fastapi.responses import JSONResponse
from pydantic import BaseModel

from c1_cidadaos.sessao import Sessao


class Tokens(BaseModel):
    """Uma sessão: o token que se mostra às colônias e o que se troca pelo próximo."""

    token: str
    tipo: Literal["Bearer"] = "Bearer"
    expira_em: datetime
    cidadao_id: UUID
    token_renovacao: str | None
    """Ausente quando quem o guarda é o cookie do navegador."""
    sessao_termina_em: datetime


def responder_tokens(aberta: Sessao, *, no_corpo: bool) -> JSONResponse:
    """Answer with the tokens; the refresh token goes into the body only for who does not keep it in a cookie."""
    tokens = Tokens(
        token=aberta.token,
        expira_em=aberta.expira_em,
        cidadao_id=aberta.cidadao_id,
        token_renovacao=str(aberta.renovacao) if no_corpo else None,
        sessao_termina_em=aberta.termina_em,
    )
    return JSONResponse(tokens.model_dump(mode="json"), headers={"Cache-Control": "no-store"})
