"""The public index of the log: the ids archived, in order, in pulses that leave no gap and never overlap."""

from datetime import timedelta

from nucleo import UnidadeDeTrabalho
from nucleo.erros import FalhaTransitoria
from nucleo.eventos import BarramentoPulso

INTERVALO = timedelta(milliseconds=250)
IDS_POR_PULSO = 5_000


async def pulsar(uow: UnidadeDeTrabalho) -> None:
    """Publish the next pulse, unless the last one is too recent or nothing was archived since.

    Numbers follow the commits and have no gaps, so what is visible beyond the last pulse is all there is up to there.
    """
    agora = uow.agora()
    ultimo = (await uow.sql("SELECT ate, publicado_em FROM pulso")).mappings().first()
    if ultimo is not None and abs(agora - ultimo["publicado_em"]) < INTERVALO:
        return
    antes = ultimo["ate"] if ultimo else 0
    novos = (await uow.sql(_NOVOS, antes=antes, limite=IDS_POR_PULSO)).all()
    if not novos:
        return
    primeiro, ate, ids = novos[0].sequence_number, novos[-1].sequence_number, [linha.event_id for linha in novos]
    if not (await uow.sql(_AVANCAR, antes=antes, ate=ate, agora=agora)).rowcount:
        raise FalhaTransitoria("outra réplica publicou este pulso")
    uow.publicar(
        BarramentoPulso(primeiro_sequence_number=primeiro, ultimo_sequence_number=ate, event_ids=ids, timestamp=agora),
        semente=(ids[-1], ate),
    )


_NOVOS = """
SELECT sequence_number, event_id FROM evento WHERE sequence_number > :antes ORDER BY sequence_number LIMIT :limite
"""
# By compare-and-set: two that read the same row never both publish what follows it.
_AVANCAR = """
INSERT INTO pulso (unico, ate, publicado_em) VALUES (true, :ate, :agora)
ON CONFLICT (unico) DO UPDATE SET ate = :ate, publicado_em = :agora WHERE pulso.ate = :antes
"""
