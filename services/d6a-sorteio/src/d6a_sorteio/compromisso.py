"""The first step of a draw: the only code that commits, so no counsellor is ever on two open lists."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from d6a_sorteio.dominio.sorteio import resumir
from d6a_sorteio.estado import conselheiros, fila, sorteios
from d6a_sorteio.estado.fila import EmEspera
from d6a_sorteio.estado.sorteios import Escolha
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import SorteioComprometido, SorteioSemCandidatos
from nucleo.fontes import derivar_id, id_semeado


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
        await fila.entrar(uow, novas - {escolha.espera.demanda_id for escolha in escolhidas})
        mostradas = [*(escolha.espera for escolha in escolhidas), *ditas]
        soltos = await conselheiros.soltar(uow, [espera.demanda_id for espera in mostradas if espera.rodada])
        tocados = soltos | tocados if escolhidas else soltos
        novas = {espera.demanda_id for espera in sozinhas} - {espera.demanda_id for espera in ditas}


def _primeiras(achadas: Iterable[EmEspera]) -> list[Escolha]:
    """The first demand for each rung that is free."""
    por_degrau: dict[UUID, EmEspera] = {}
    for espera in achadas:
        if espera.livre and espera.degrau_uc_id is not None:
            por_degrau.setdefault(espera.degrau_uc_id, espera)
    return [_escolher(espera, degrau) for degrau, espera in por_degrau.items()]


def _escolher(espera: EmEspera, degrau: UUID) -> Escolha:
    sorteio_id = derivar_id(espera.demanda_id, "sorteio", espera.rodada)
    return Escolha(sorteio_id, id_semeado(SorteioComprometido.TIPO, (sorteio_id,)), degrau, espera)


async def _abrir(uow: UnidadeDeTrabalho, escolhidas: Sequence[Escolha], agora: datetime) -> None:
    if not escolhidas:
        return
    listas = await sorteios.abrir(uow, escolhidas, agora)
    for escolha in escolhidas:
        lista, espera = listas[escolha.sorteio_id], escolha.espera
        uow.publicar(
            SorteioComprometido(
                sorteio_id=escolha.sorteio_id,
                demanda_id=espera.demanda_id,
                unidade_civica_id=espera.unidade_civica_id,
                degrau_uc_id=escolha.degrau_uc_id,
                elegiveis=lista.split("\n"),
                hash_lista=resumir(lista),
                timestamp=agora,
            ),
            semente=(escolha.sorteio_id,),
            causacao_id=espera.causa_id,
            correlacao_id=espera.correlacao_id,
            rastro=espera.rastro,
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
