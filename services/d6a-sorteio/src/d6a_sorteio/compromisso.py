"""The first step of a draw: the only code that commits, so no counsellor is ever on two open lists."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from d6a_sorteio.dominio.sorteio import resumir
from d6a_sorteio.estado import conselheiros, fila, sorteios
from d6a_sorteio.estado.fila import EmEspera
from d6a_sorteio.estado.sorteios import Compromisso
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import SorteioComprometido, SorteioSemCandidatos
from nucleo.fontes import derivar_id


async def comprometer(uow: UnidadeDeTrabalho, degraus: Collection[UUID] = (), novas: Collection[UUID] = ()) -> None:
    """Commit every demand that can be, after something changed in these pools or these demands began to wait.

    When it returns, each demand that waits either waits for a pool under draw, or was told as one without candidates.
    Who refused a demand is free when it is committed again, or told to be without candidates: the public log
    never shows anybody drawn before it shows that they hold nothing.
    """
    tocados, novas = set(degraus), set(novas)
    while tocados or novas:
        agora = uow.agora()  # eligibility is judged at this one instant
        achadas = await fila.procurar(uow, tocados, novas, agora)
        escolhidas = _primeiras(achadas)
        sozinhas = [espera for espera in achadas if espera.degrau_uc_id is None]
        ditas = [espera for espera in sozinhas if espera.rodada] or sozinhas  # who refused these may serve the others
        await _abrir(uow, escolhidas, agora)
        await _avisar(uow, ditas, agora)
        await fila.entrar(uow, novas - {espera.demanda_id for espera in escolhidas.values()})
        recusadas = [espera.demanda_id for espera in (*escolhidas.values(), *ditas) if espera.rodada]
        tocados = await conselheiros.soltar(uow, recusadas) | (tocados if escolhidas else set())
        novas = {espera.demanda_id for espera in sozinhas} - {espera.demanda_id for espera in ditas}


def _primeiras(achadas: Iterable[EmEspera]) -> dict[UUID, EmEspera]:
    """The first demand for each rung that is free."""
    por_degrau: dict[UUID, EmEspera] = {}
    for espera in achadas:
        if espera.livre and espera.degrau_uc_id is not None:
            por_degrau.setdefault(espera.degrau_uc_id, espera)
    return por_degrau


async def _abrir(uow: UnidadeDeTrabalho, escolhidas: Mapping[UUID, EmEspera], agora: datetime) -> None:
    if not escolhidas:
        return
    listas = await sorteios.listar(uow, {e.demanda_id: degrau for degrau, e in escolhidas.items()}, agora)
    abertos = [_publicar(uow, e, degrau, listas[e.demanda_id], agora) for degrau, e in escolhidas.items()]
    await sorteios.abrir(uow, abertos, agora)


def _publicar(uow: UnidadeDeTrabalho, espera: EmEspera, degrau: UUID, lista: str, agora: datetime) -> Compromisso:
    sorteio_id = derivar_id(espera.demanda_id, "sorteio", espera.rodada)
    event_id = uow.publicar(
        SorteioComprometido(
            sorteio_id=sorteio_id,
            demanda_id=espera.demanda_id,
            unidade_civica_id=espera.unidade_civica_id,
            degrau_uc_id=degrau,
            elegiveis=lista.split("\n"),
            hash_lista=resumir(lista),
            timestamp=agora,
        ),
        semente=(sorteio_id,),
        causacao_id=espera.causa_id,
        correlacao_id=espera.correlacao_id,
        rastro=espera.rastro,
    )
    return Compromisso(
        sorteio_id=sorteio_id,
        demanda_id=espera.demanda_id,
        unidade_civica_id=espera.unidade_civica_id,
        degrau_uc_id=degrau,
        comprometido_event_id=event_id,
        correlacao_id=espera.correlacao_id,
        rastro=espera.rastro,
        lista=lista,
    )


async def _avisar(uow: UnidadeDeTrabalho, sozinhas: Sequence[EmEspera], agora: datetime) -> None:
    """Publish `sorteio.sem_candidatos`, once in each wait."""
    if not sozinhas:
        return
    await fila.marcar_avisadas(uow, [espera.demanda_id for espera in sozinhas])
    for espera in sozinhas:
        uow.publicar(
            SorteioSemCandidatos(
                demanda_id=espera.demanda_id,
                unidade_civica_id=espera.unidade_civica_id,
                degraus=espera.cadeia_ucs,
                timestamp=agora,
            ),
            semente=(espera.demanda_id, espera.rodada),
            causacao_id=espera.causa_id,
            correlacao_id=espera.correlacao_id,
            rastro=espera.rastro,
        )
