"""What D-1a keeps of other colonies, to answer at once what it knows to be wrong. It decides nothing for them."""

from collections.abc import Sequence

from d1a_captura.estado import atribuicoes, conselheiros, identidades, unidades
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import (
    CidadaoCadastrado,
    CidadaoVinculado,
    ConselheiroCicloConcluido,
    ConselheiroIdentificado,
    ConselheiroSorteado,
    TerritorioUnidadePublicada,
)


async def conhecer_unidades(eventos: Sequence[Evento[TerritorioUnidadePublicada]], uow: UnidadeDeTrabalho) -> None:
    """Know which civic units are in force."""
    await unidades.registrar(uow, {e.payload.unidade_civica_id: e.payload.ativa for e in eventos})


async def conhecer_contas(eventos: Sequence[Evento[CidadaoCadastrado]], uow: UnidadeDeTrabalho) -> None:
    """Know which ids are of accounts."""
    await identidades.registrar_contas(uow, [e.payload.cidadao_id for e in eventos])


async def vincular_dispositivos(eventos: Sequence[Evento[CidadaoVinculado]], uow: UnidadeDeTrabalho) -> None:
    """What a device sent becomes the account's, and the device's id stops being enough to act."""
    vinculos = [e.payload for e in eventos]
    await identidades.registrar_contas(uow, [v.cidadao_id for v in vinculos])
    pares = [(v.cidadao_id_anonimo, (v.timestamp_vinculo, v.cidadao_id)) for v in vinculos]
    de_outros = [(dispositivo, vinculo) for dispositivo, vinculo in pares if dispositivo != vinculo[1]]
    await identidades.vincular(uow, dict(sorted(de_outros, reverse=True)))  # of two accounts, the first stays


async def conhecer_conselheiros(eventos: Sequence[Evento[ConselheiroIdentificado]], uow: UnidadeDeTrabalho) -> None:
    """Know the citizen behind a counsellor's public id."""
    await conselheiros.identificar(uow, {e.payload.conselheiro_id: e.payload.cidadao_id for e in eventos})


async def atribuir(eventos: Sequence[Evento[ConselheiroSorteado]], uow: UnidadeDeTrabalho) -> None:
    """Know with whom a demand is."""
    await atribuicoes.atribuir(uow, [e.payload for e in eventos])


async def encerrar(eventos: Sequence[Evento[ConselheiroCicloConcluido]], uow: UnidadeDeTrabalho) -> None:
    """Know that a counsellor no longer has a demand."""
    await atribuicoes.encerrar(uow, [e.payload for e in eventos])
