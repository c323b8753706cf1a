"""What D-6a publishes passes the audit that anyone can make, which shares no code with it."""

import random
from dataclasses import asdict
from typing import Any
from uuid import UUID

import pytest

from formigueiro.auditar import AuditoriaDosSorteios
from formigueiro.auditar.sorteio import TOPICOS
from nucleo import Evento
from nucleo.contratos import carregar
from nucleo.eventos import BarramentoPulso
from nucleo.testes import evento

CIDADAOS, DEMANDAS, PASSOS = 8, 60, 150
PUBLICOS = {carregar().por_topico[topico].tipo for topico in TOPICOS}


class Log:
    """The public log around a living D-6a: the clock runs, everything is archived and told by pulses."""

    def __init__(self, m: Any, semente: int) -> None:
        self.m, self.acaso = m, random.Random(semente)
        self.eventos: list[dict[str, Any]] = []
        self._por_dizer: list[UUID] = []
        self._numero = self._colhidos = 0

    async def dar(self, e: Evento[Any]) -> None:
        """An event of another colony, dated now and delivered a little later, perhaps twice."""
        e = evento(e.payload, event_id=e.event_id, timestamp=self.m.b.relogio.agora())
        self._guardar(e)
        self.m.b.relogio.avancar(milliseconds=self.acaso.randint(1, 40))
        await self.m.entregar(*[e] * self.acaso.randint(1, 2))
        novos = (await self.m.b.publicados())[self._colhidos :]
        self._colhidos += len(novos)
        for novo in novos:
            self._guardar(novo)
        self.m.b.relogio.avancar(milliseconds=self.acaso.randint(1, 40))

    async def pulsar(self) -> None:
        ids, self._por_dizer = self._por_dizer, []
        if ids:
            primeiro, self._numero = self._numero + 1, self._numero + len(ids)
            pulso = BarramentoPulso(
                primeiro_sequence_number=primeiro,
                ultimo_sequence_number=self._numero,
                event_ids=ids,
                timestamp=self.m.b.relogio.agora(),
            )
            await self.dar(evento(pulso))

    def _guardar(self, e: Evento[Any]) -> None:
        self.eventos += [asdict(e)] if e.tipo in PUBLICOS else []
        self._por_dizer += [e.event_id] if e.tipo != BarramentoPulso.TIPO else []

    async def acontecer(self) -> None:
        m, acaso, n = self.m, self.acaso, self.acaso.randrange(DEMANDAS)
        cadeia = ((m.bairro, m.cidade, m.pais), (m.vila, m.cidade, m.pais), (m.cidade, m.pais))[n % 3]
        match acaso.choice("ciiipppprrrfffa"):
            case "c":
                unidade = acaso.choice((m.bairro, m.vila, m.cidade, m.pais))
                await self.dar(m.cadastro(acaso.randrange(CIDADAOS), unidade, vez=len(self.eventos)))
            case "i":
                await self.dar(m.item(n, cadeia, score=float(n % 4)))
            case "p":
                await self.pulsar()
            case "a":
                await self.dar(acaso.choice((m.agregada(n, n, (n + 1) % DEMANDAS), m.conclusao(n))))
            case fim:
                await self._acabar(fim == "r")

    async def _acabar(self, recusa: bool) -> None:
        """Somebody refuses, or ends the cycle."""
        ativas = await self.m.b.consultar(
            "SELECT demanda_id, conselheiro_id, cidadao_id FROM atribuicoes JOIN conselheiros USING (conselheiro_id) "
            "WHERE encerrada_em IS NULL ORDER BY 1"
        )
        if not ativas:
            return
        ativa = self.acaso.choice(ativas)
        n = next(n for n in range(DEMANDAS) if self.m.demanda(n) == ativa["demanda_id"])
        if recusa:
            await self.dar(
                self.m.recusa(n, ativa["cidadao_id"], self.acaso.choice(("recusa_explicita", "risco_pessoal")))
            )
            return
        ciclo = self.m.ciclo(n, ativa["conselheiro_id"], self.acaso.choice(("demanda_concluida", "desistencia")))
        ciclo.payload.unidade_civica_id = (self.m.bairro, self.m.vila, self.m.cidade)[n % 3]
        ciclo.payload.data_fim = self.m.b.relogio.agora()
        await self.dar(ciclo)


@pytest.mark.parametrize("semente", range(3))
async def test_em_qualquer_historia_o_log_publico_passa_na_auditoria(viver, semente):
    async with viver() as m:
        log = Log(m, semente)
        for _ in range(PASSOS):
            await log.acontecer()
        for _ in range(DEMANDAS):
            await log.pulsar()
        m.b.relogio.avancar(seconds=61)
        auditoria = AuditoriaDosSorteios(ate=m.b.relogio.agora())
        log.acaso.shuffle(log.eventos)
        for e in log.eventos:
            auditoria.receber(e)
        laudo = auditoria.concluir()
    assert laudo.faltas == []
    assert laudo.sorteios > 10
