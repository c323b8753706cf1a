"""Sessions: who holds the last refresh token of a family may have the next; any other ends the family."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

from c1_cidadaos.dominio import segredos
from c1_cidadaos.dominio.segredos import Renovacao
from nucleo import UnidadeDeTrabalho

_ABRIR = """
INSERT INTO sessoes (id, cidadao_id, segredo, expira_em) VALUES (:id, :cidadao_id, :segredo, :expira_em)
"""
_RENOVAR = """
UPDATE sessoes SET segredo = :novo WHERE id = :id AND segredo = :segredo AND expira_em > :agora
RETURNING cidadao_id, expira_em
"""
_ENCERRAR = "DELETE FROM sessoes WHERE id = :id RETURNING id"


async def abrir(uow: UnidadeDeTrabalho, cidadao_id: UUID, duracao: timedelta) -> tuple[Renovacao, datetime]:
    """Begin a session; return its first refresh token and when the session ends, renewed or not."""
    renovacao = Renovacao(uuid4(), segredos.novo())
    expira_em = uow.agora() + duracao
    await uow.sql(
        _ABRIR,
        id=renovacao.sessao_id,
        cidadao_id=cidadao_id,
        segredo=segredos.resumo(renovacao.segredo),
        expira_em=expira_em,
    )
    return renovacao, expira_em


async def renovar(uow: UnidadeDeTrabalho, renovacao: Renovacao) -> tuple[UUID, Renovacao, datetime] | None:
    """Change the refresh token of a session for the next one; return whose session it is, too.

    None when it is not the last one that was handed out: of two who hold one token, one is not its owner.
    """
    nova = Renovacao(renovacao.sessao_id, segredos.novo())
    renovada = await uow.sql(
        _RENOVAR,
        id=renovacao.sessao_id,
        segredo=segredos.resumo(renovacao.segredo),
        novo=segredos.resumo(nova.segredo),
        agora=uow.agora(),
    )
    linha = renovada.first()
    return None if linha is None else (linha.cidadao_id, nova, linha.expira_em)


async def encerrar(uow: UnidadeDeTrabalho, sessao_id: UUID) -> bool:
    """End a session, whichever of its refresh tokens is out there; false when it had ended."""
    return (await uow.sql(_ENCERRAR, id=sessao_id)).first() is not None
