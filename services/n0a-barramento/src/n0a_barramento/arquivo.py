"""What N-0a does with every record of the log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from n0a_barramento.dominio import ordenar
from nucleo import Recebido, UnidadeDeTrabalho

ESPERA_PELA_CAUSA = timedelta(seconds=5)
_PREFIXO_DLQ = "dlq."


@dataclass(frozen=True, slots=True)
class Ficha:
    """What the archive keeps of one event."""

    event_id: UUID
    tipo: str
    versao_schema: str
    timestamp: datetime
    origem: str
    correlacao_id: UUID
    causacao_id: UUID | None
    demanda_id: UUID | None
    topico: str
    particao: int
    deslocamento: int
    valor: bytes


_CAMPOS = [campo.name for campo in fields(Ficha)]
_COLUNAS = ", ".join(_CAMPOS)
_TIPOS = {"timestamp": "timestamptz", "particao": "int", "deslocamento": "bigint", "valor": "bytea"}


def _tipo_sql(campo: str) -> str:
    return "uuid" if campo.endswith("_id") else _TIPOS.get(campo, "text")


_VETORES = ", ".join(f"CAST(:{campo} AS {_tipo_sql(campo)}[])" for campo in _CAMPOS)


async def arquivar(recebidos: Sequence[Recebido], uow: UnidadeDeTrabalho) -> None:
    """Archive a batch: number what follows its cause, hold back what does not, keep what cannot be read."""
    fichas = [_ficha(r) for r in recebidos if r.evento is not None]
    await _guardar_ilegiveis([r for r in recebidos if r.evento is None], uow)
    await _arquivar_fichas(fichas, uow)


async def soltar_vencidos(uow: UnidadeDeTrabalho) -> None:
    """Number what waited too long for its cause (it is late or lost), and all that waited for it."""
    fichas = await _soltar("chegou_em < :antes", uow, antes=uow.agora() - ESPERA_PELA_CAUSA)
    if fichas:
        await _numerar(await _com_dependentes(fichas, uow), uow)


async def _arquivar_fichas(fichas: list[Ficha], uow: UnidadeDeTrabalho) -> None:
    if not fichas:
        return
    conhecidos = await _conhecidos(fichas, uow)
    novas = [f for f in fichas if f.event_id not in conhecidos]
    prontas, orfas = ordenar(novas, conhecidos)
    if orfas:
        await uow.sql(_RETER, agora=uow.agora(), **_em_colunas(orfas))
    if prontas:
        await _numerar(await _com_dependentes(prontas, uow), uow)


async def _conhecidos(fichas: Iterable[Ficha], uow: UnidadeDeTrabalho) -> set[UUID]:
    """Return which of these events and of their causes the archive already has."""
    ids = {f.event_id for f in fichas} | {f.causacao_id for f in fichas if f.causacao_id}
    linhas = await uow.sql("SELECT event_id FROM evento WHERE event_id = ANY(CAST(:ids AS uuid[]))", ids=list(ids))
    return set(linhas.scalars())


async def _com_dependentes(fichas: list[Ficha], uow: UnidadeDeTrabalho) -> list[Ficha]:
    """Add, behind each event, those that waited for it; and those that waited for them."""
    esperando = list(fichas)
    frente = fichas
    while frente:
        ids = [f.event_id for f in frente]
        frente = await _soltar("causacao_id = ANY(CAST(:ids AS uuid[]))", uow, ids=ids)
        esperando += frente
    if len(esperando) == len(fichas):
        return fichas
    causas = {f.causacao_id for f in fichas if f.causacao_id}
    prontas, _ = ordenar(esperando, causas)
    return prontas


async def _soltar(quais: str, uow: UnidadeDeTrabalho, **parametros: object) -> list[Ficha]:
    linhas = await uow.sql(f"DELETE FROM retido WHERE {quais} RETURNING {_COLUNAS}", **parametros)
    return sorted((Ficha(**linha) for linha in linhas.mappings()), key=lambda f: (f.timestamp, f.event_id))


async def _numerar(fichas: list[Ficha], uow: UnidadeDeTrabalho) -> None:
    ultimo = (await uow.sql(_CONTAR, n=len(fichas))).scalar_one()
    await uow.sql(_ARQUIVAR, base=ultimo - len(fichas), agora=uow.agora(), **_em_colunas(fichas))


async def _guardar_ilegiveis(recebidos: list[Recebido], uow: UnidadeDeTrabalho) -> None:
    if not recebidos:
        return
    await uow.sql(
        _ILEGIVEIS,
        agora=uow.agora(),
        topicos=[r.registro.topico for r in recebidos],
        particoes=[r.registro.particao for r in recebidos],
        deslocamentos=[r.registro.deslocamento for r in recebidos],
        esquemas=[r.esquema_id for r in recebidos],
        erros=[_erro(r) for r in recebidos],
        chaves=[r.registro.chave for r in recebidos],
        valores=[r.registro.valor or b"" for r in recebidos],
    )


def _erro(recebido: Recebido) -> str:
    if recebido.registro.topico.startswith(_PREFIXO_DLQ):
        cabecalhos = dict(recebido.registro.cabecalhos)
        return (cabecalhos.get("dlq_erro") or b"").decode("utf-8", "replace")
    return f"{type(recebido.erro).__name__}: {recebido.erro}"[:500]


def _ficha(recebido: Recebido) -> Ficha:
    evento, registro = recebido.evento, recebido.registro
    assert evento is not None
    assert registro.valor is not None
    return Ficha(
        evento.event_id,
        evento.tipo,
        evento.versao_schema,
        evento.timestamp,
        evento.origem,
        evento.correlacao_id,
        evento.causacao_id,
        getattr(evento.payload, "demanda_id", None),
        registro.topico,
        registro.particao,
        registro.deslocamento,
        registro.valor,
    )


def _em_colunas(fichas: Sequence[Ficha]) -> dict[str, list[Any]]:
    return {campo: [getattr(f, campo) for f in fichas] for campo in _CAMPOS}


# The row stays locked until the commit: who numbers next waits, so numbers follow the commits and have no gaps.
_CONTAR = """
INSERT INTO contador (unico, ultimo) VALUES (true, :n)
ON CONFLICT (unico) DO UPDATE SET ultimo = contador.ultimo + :n RETURNING ultimo
"""
_ARQUIVAR = f"""
INSERT INTO evento (sequence_number, criado_em, {_COLUNAS})
SELECT :base + posicao, :agora, {_COLUNAS} FROM unnest({_VETORES}) WITH ORDINALITY AS n({_COLUNAS}, posicao)
"""
_RETER = f"""
INSERT INTO retido (chegou_em, {_COLUNAS}) SELECT :agora, {_COLUNAS} FROM unnest({_VETORES}) AS n({_COLUNAS})
ON CONFLICT DO NOTHING
"""
_ILEGIVEIS = """
INSERT INTO ilegivel (topico, particao, deslocamento, esquema_id, erro, chave, valor, criado_em)
SELECT t, p, d, e, r, c, v, :agora
FROM unnest(CAST(:topicos AS text[]), CAST(:particoes AS int[]), CAST(:deslocamentos AS bigint[]),
            CAST(:esquemas AS int[]), CAST(:erros AS text[]), CAST(:chaves AS bytea[]), CAST(:valores AS bytea[]))
     AS n(t, p, d, e, r, c, v)
ON CONFLICT DO NOTHING
"""
