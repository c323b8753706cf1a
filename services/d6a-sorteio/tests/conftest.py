"""A small world around D-6a: units, citizens, demands, and the pulse that N-0a would give."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from d6a_sorteio.colonia import colonia
from nucleo import Evento
from nucleo.eventos import (
    AgendaItemDisponivel,
    BarramentoPulso,
    ConselheiroAtribuicaoRecusada,
    ConselheiroCadastrado,
    ConselheiroCicloConcluido,
    ConselheiroIdentificado,
    ConselheiroSorteado,
    DemandaConclusaoConfirmada,
    DuplicidadeAgregada,
    SorteioComprometido,
    SorteioSemCandidatos,
)
from nucleo.fontes import uuid7
from nucleo.testes import Bancada, FabricaDeBancadas, evento
from nucleo.testes.eventos import INICIO

PAIS, CIDADE, BAIRRO, VILA = (UUID(f"0199c0de-0000-7000-8000-00000000000{n}") for n in "fcba")


class Mundo:
    """Events of a world with a country, a city and two districts, told by small numbers."""

    pais, cidade, bairro, vila = PAIS, CIDADE, BAIRRO, VILA

    @staticmethod
    def cidadao(n: int) -> UUID:
        """The account of the n-th citizen."""
        return UUID(int=n, version=4)

    @staticmethod
    def demanda(n: int) -> UUID:
        """The id of the n-th demand received, one a second."""
        return uuid7(INICIO + timedelta(seconds=n), n)

    def cadastro(
        self, n: int, unidade: UUID = BAIRRO, capacitado: bool = True, vez: int = 0
    ) -> Evento[ConselheiroCadastrado]:
        """The n-th citizen wants to act in a unit; `vez` counts the times they said so."""
        return evento(
            ConselheiroCadastrado(
                cidadao_id=self.cidadao(n),
                unidade_civica_id=unidade,
                timestamp_cadastro=INICIO + timedelta(minutes=vez),
                capacitacao_concluida=capacitado,
            )
        )

    def item(
        self, n: int, cadeia: Sequence[UUID] = (BAIRRO, CIDADE, PAIS), score: float = 100.0
    ) -> Evento[AgendaItemDisponivel]:
        """The n-th demand waits for a counsellor."""
        return evento(
            AgendaItemDisponivel(
                demanda_id=self.demanda(n),
                unidade_civica_id=cadeia[0],
                cadeia_ucs=list(cadeia),
                categoria_id="1.1",
                nivel_precedencia=1,
                score_final=score,
                posicao=1,
                timestamp_disponivel=INICIO,
            )
        )

    def recusa(self, n: int, cidadao: UUID, motivo: str = "recusa_explicita") -> Evento[ConselheiroAtribuicaoRecusada]:
        """A citizen refuses the n-th demand."""
        return evento(
            ConselheiroAtribuicaoRecusada(
                cidadao_id=cidadao, demanda_id=self.demanda(n), timestamp_recusa=INICIO, motivo=motivo
            )
        )

    def ciclo(
        self, n: int, conselheiro: UUID, motivo: str = "demanda_concluida", fim: timedelta = timedelta(hours=1)
    ) -> Evento[ConselheiroCicloConcluido]:
        """The cycle of a counsellor with the n-th demand ended."""
        return evento(
            ConselheiroCicloConcluido(
                demanda_id=self.demanda(n),
                conselheiro_id=conselheiro,
                unidade_civica_id=BAIRRO,
                motivo_encerramento=motivo,
                total_atualizacoes=1,
                data_inicio=INICIO,
                data_fim=INICIO + fim,
                resumo="",
            )
        )

    def agregada(self, representante: int, *membros: int) -> Evento[DuplicidadeAgregada]:
        """Demands were aggregated under another."""
        return evento(
            DuplicidadeAgregada(
                representante=self.demanda(representante),
                membros=[self.demanda(n) for n in membros],
                unidade_civica_id=BAIRRO,
                categoria_id="1.1",
                mecanismo="confirmacao_coletiva",
            )
        )

    def conclusao(self, n: int, ratificacao: bool = False) -> Evento[DemandaConclusaoConfirmada]:
        """Citizens found the n-th demand resolved."""
        return evento(
            DemandaConclusaoConfirmada(
                demanda_id=self.demanda(n),
                unidade_civica_id=BAIRRO,
                conclusao_id=uuid7(INICIO, n),
                total_conclusoes=3,
                data_conclusao=INICIO,
                mecanismo="confirmacao_coletiva",
                ratificacao_necessaria=ratificacao,
            )
        )

    @staticmethod
    def pulso(*event_ids: UUID, primeiro: int = 1) -> Evento[BarramentoPulso]:
        """A pulse with these ids."""
        return evento(
            BarramentoPulso(
                primeiro_sequence_number=primeiro,
                ultimo_sequence_number=primeiro + len(event_ids) - 1,
                event_ids=list(event_ids),
                timestamp=INICIO,
            )
        )


class MundoVivo(Mundo):
    """That world on a workbench: what D-6a publishes is told by pulses, as N-0a would."""

    def __init__(self, b: Bancada) -> None:
        self.b = b
        self.pulsos: list[Evento[BarramentoPulso]] = []
        self._ditos = 0

    async def entregar(self, *eventos: Evento[Any]) -> None:
        """Deliver events as one batch; nothing may ever stop a partition."""
        resultado = await self.b.entregar(*eventos)
        assert resultado is None or resultado.parados == {}

    async def pulsar(self) -> None:
        """Tell everything that was published since the last pulse, the pulses' own effects not yet."""
        ids = [e.event_id for e in await self.b.publicados()]
        novos, primeiro, self._ditos = ids[self._ditos :], self._ditos + 1, len(ids)
        if novos:
            self.pulsos.append(self.pulso(*novos, primeiro=primeiro))
            await self.entregar(self.pulsos[-1])

    async def identidade(self, n: int) -> UUID:
        """The counsellor that the n-th citizen is."""
        pares = {
            e.payload.cidadao_id: e.payload.conselheiro_id for e in await self.b.publicados(ConselheiroIdentificado)
        }
        return pares[self.cidadao(n)]

    async def numero(self, conselheiro: UUID) -> int:
        """Which citizen a counsellor is."""
        pares = {
            e.payload.conselheiro_id: e.payload.cidadao_id for e in await self.b.publicados(ConselheiroIdentificado)
        }
        return pares[conselheiro].int & 0xFFFF

    async def comprometidos(self) -> list[SorteioComprometido]:
        """What was committed, in order."""
        return [e.payload for e in await self.b.publicados(SorteioComprometido)]

    async def sorteados(self) -> list[ConselheiroSorteado]:
        """Who was drawn, in order."""
        return [e.payload for e in await self.b.publicados(ConselheiroSorteado)]

    async def sem_candidatos(self) -> list[SorteioSemCandidatos]:
        """Which demands had nobody, in order."""
        return [e.payload for e in await self.b.publicados(SorteioSemCandidatos)]


@pytest.fixture
def mundo() -> Mundo:
    """Builders of events, without a workbench."""
    return Mundo()


@pytest.fixture
def viver(bancada: FabricaDeBancadas) -> Callable[..., AbstractAsyncContextManager[MundoVivo]]:
    """`async with viver() as m`: the world on a workbench of D-6a."""

    @asynccontextmanager
    async def abrir(**ajustes: Any) -> AsyncIterator[MundoVivo]:
        async with bancada(colonia, **ajustes) as b:
            yield MundoVivo(b)

    return abrir
