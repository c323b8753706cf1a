"""Who entered becomes a session: a short token that every colony verifies, and the right to the next one."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

import structlog

from c1_cidadaos.chaveiro import Chaveiro
from c1_cidadaos.config import ConfigC1
from c1_cidadaos.dominio.segredos import Renovacao
from c1_cidadaos.estado import papeis, sessoes
from nucleo import UnidadeDeTrabalho
from nucleo.identidade import emitir


class Sessao(NamedTuple):
    """What the citizen takes away."""

    cidadao_id: UUID
    token: str
    expira_em: datetime
    renovacao: Renovacao
    termina_em: datetime


async def abrir(uow: UnidadeDeTrabalho, cidadao_id: UUID) -> Sessao:
    """Begin a session of an account."""
    config: ConfigC1 = uow.config
    renovacao, termina_em = await sessoes.abrir(uow, cidadao_id, timedelta(days=config.sessao_dias))
    return await _assinar(uow, cidadao_id, renovacao, termina_em)


async def renovar(uow: UnidadeDeTrabalho, apresentada: Renovacao) -> Sessao | None:
    """Give the next token of a session, with the roles of now.

    None when what was presented is not the last refresh token of the session, which then ends for everybody.
    """
    renovada = await sessoes.renovar(uow, apresentada)
    if renovada is not None:
        return await _assinar(uow, *renovada)
    if await sessoes.encerrar(uow, apresentada.sessao_id):
        structlog.get_logger().warning("sessão encerrada: token de renovação repetido")
    return None


async def _assinar(uow: UnidadeDeTrabalho, cidadao_id: UUID, renovacao: Renovacao, termina_em: datetime) -> Sessao:
    config: ConfigC1 = uow.config
    validade = timedelta(minutes=config.token_minutos)
    token = emitir(
        uow.recurso(Chaveiro).que_assina,
        emissor=config.jwt_emissor,
        audiencia=config.jwt_audiencia,
        sub=cidadao_id,
        papeis=await papeis.listar(uow, cidadao_id),
        validade=validade,
        agora=uow.agora().timestamp(),
        jti=str(uuid4()),
    )
    return Sessao(cidadao_id, token, uow.agora() + validade, renovacao, termina_em)
