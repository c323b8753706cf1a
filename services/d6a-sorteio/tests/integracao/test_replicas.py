"""Two replicas on one database and a real log, one of them killed again and again; then the public audit."""

import asyncio
import json
import random
import sys
from contextlib import AsyncExitStack
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from aiokafka import AIOKafkaConsumer

from d6a_sorteio.colonia import colonia
from formigueiro.auditar.sorteio import TOPICOS as AUDITADOS
from formigueiro.auditar.sorteio import AuditoriaDosSorteios
from n0a_barramento.colonia import colonia as barramento
from nucleo import Colonia, Evento, Registro
from nucleo.eventos import ConselheiroCicloConcluido, ConselheiroSorteado
from nucleo.testes import esvaziar_topicos
from nucleo.testes.bancada import Bancadas
from nucleo.viva import ColoniaViva

D1A = Colonia(
    "D-1a",
    nome="d1a-captura",
    porta=9001,
    pacote="nucleo.testes",
    produz=["conselheiro.cadastrado", "conselheiro.atribuicao_recusada"],
)
D5 = Colonia("D-5", nome="d5-agenda", porta=9002, pacote="nucleo.testes", produz=["agenda.item_disponível"])
D6B = Colonia("D-6b", nome="d6b-relatoria", porta=9003, pacote="nucleo.testes", produz=["conselheiro.ciclo_concluído"])
REPLICA = Path(__file__).parent / "replica.py"
CONSELHEIROS, DEMANDAS, QUEDAS = 40, 60, 3


@pytest.fixture
async def broker(kafka_servidor: str) -> str:
    """A broker whose topics are new: other tests use the same one."""
    topicos = {_topico(tipo) for tipo in (*colonia.consome, *colonia.produz)}
    await esvaziar_topicos(kafka_servidor, dict.fromkeys(topicos, 6) | {"barramento.pulso": 1})
    return kafka_servidor


def _topico(tipo: str) -> str:
    return tipo.replace("í", "i")


class Sociedade:
    """Those around D-6a: they register, offer, refuse and conclude, by what is true in its database."""

    def __init__(self, mundo: Any, d1a: ColoniaViva, d5: ColoniaViva, d6b: ColoniaViva, viva: ColoniaViva) -> None:
        self.mundo, self.d1a, self.d5, self.d6b, self.viva = mundo, d1a, d5, d6b, viva
        self.acaso = random.Random(6)
        self.tratadas: set[UUID] = set()

    async def comecar(self) -> None:
        """Everybody registers while every demand is offered."""
        m = self.mundo
        unidades = [m.bairro, m.vila, m.cidade, m.pais]
        cadastros = [m.cadastro(n, unidades[n % 4]).payload for n in range(CONSELHEIROS)]
        cadeias = [(m.bairro, m.cidade, m.pais), (m.vila, m.cidade, m.pais), (m.cidade, m.pais)]
        itens = [m.item(n, cadeias[n % 3], score=float(n % 7)).payload for n in range(DEMANDAS)]
        await asyncio.gather(self._publicar(self.d1a, cadastros), self._publicar(self.d5, itens))

    async def viver(self) -> None:
        """Do something with each attribution, until every demand has ended."""
        while await self._faltam():
            for ativa in await self._ativas():
                if ativa["sorteio_id"] not in self.tratadas:
                    self.tratadas.add(ativa["sorteio_id"])
                    await self._tratar(ativa)
            await asyncio.sleep(0.1)

    async def _tratar(self, ativa: dict[str, Any]) -> None:
        if self.acaso.random() < 0.2:
            await self._publicar(self.d1a, [self._recusa(ativa)] * 2)
        else:
            await self._publicar(self.d6b, [self._ciclo(ativa)])

    def _recusa(self, ativa: dict[str, Any]) -> object:
        recusa = self.mundo.recusa(0, ativa["cidadao_id"], self.acaso.choice(("risco_pessoal", "recusa_explicita")))
        return replace(recusa.payload, demanda_id=ativa["demanda_id"], timestamp_recusa=datetime.now(UTC))

    def _ciclo(self, ativa: dict[str, Any]) -> ConselheiroCicloConcluido:
        ciclo = self.mundo.ciclo(0, ativa["conselheiro_id"], self.acaso.choice(("demanda_concluida", "desistencia")))
        return replace(
            ciclo.payload,
            demanda_id=ativa["demanda_id"],
            unidade_civica_id=ativa["unidade_civica_id"],
            data_inicio=ativa["atribuida_em"],
            data_fim=datetime.now(UTC),
        )

    async def _publicar(self, viva: ColoniaViva, payloads: list[Any]) -> None:
        for i in range(0, len(payloads), 10):
            async with viva.unidade() as uow:
                for payload in payloads[i : i + 10]:
                    uow.publicar(payload)
            await asyncio.sleep(0.02)

    async def _faltam(self) -> int:
        async with self.viva.leitura() as banco:
            encerradas = "SELECT count(*) FROM demandas WHERE situacao = 'encerrada'"
            return DEMANDAS - int((await banco.sql(encerradas)).scalar_one())

    async def _ativas(self) -> list[dict[str, Any]]:
        async with self.viva.leitura() as banco:
            linhas = await banco.sql(
                """SELECT a.*, c.cidadao_id, d.unidade_civica_id
                   FROM atribuicoes a JOIN conselheiros c USING (conselheiro_id) JOIN demandas d USING (demanda_id)
                   WHERE encerrada_em IS NULL"""
            )
            return [dict(linha) for linha in linhas.mappings()]


async def cair_e_voltar(viva: ColoniaViva) -> None:
    """Run a replica in a process of its own and kill it with -9, several times."""
    ajustes = json.dumps({"banco_url": viva.config.banco_url, "broker": viva.config.broker})
    for n in range(QUEDAS):
        processo = await asyncio.create_subprocess_exec(sys.executable, str(REPLICA), ajustes)
        await asyncio.sleep(4 + 0.37 * n)
        processo.kill()
        await processo.wait()


async def ler(broker: str, viva: ColoniaViva) -> list[Evento[Any]]:
    """Every event of the topics that the audit reads."""
    consumidor = AIOKafkaConsumer(*AUDITADOS, bootstrap_servers=broker, auto_offset_reset="earliest")
    await consumidor.start()
    try:
        lidos: list[Evento[Any]] = []
        while lotes := await consumidor.getmany(timeout_ms=2000):
            registros = [
                Registro(r.topic, r.partition, r.offset, r.key, r.value) for lote in lotes.values() for r in lote
            ]
            lidos += [r.evento for r in await viva.leitor.ler(registros) if r.evento is not None]
        return lidos
    finally:
        await consumidor.stop()


async def test_o_que_duas_replicas_sorteiam_passa_na_auditoria_mesmo_que_uma_caia(
    bancada: Bancadas, broker: str, mundo: Any
) -> None:
    async with AsyncExitStack() as pilha:

        async def ligar(c: Colonia, banco: str | None = None) -> ColoniaViva:
            banco = banco or await pilha.enter_async_context(bancada.banco(c))
            return await pilha.enter_async_context(bancada.ligada(c, banco, broker, recusas_limite=50))

        d1a, d5, d6b, _ = [await ligar(c) for c in (D1A, D5, D6B, barramento)]
        banco = await pilha.enter_async_context(bancada.banco(colonia))
        uma, outra = [await ligar(colonia, banco) for _ in range(2)]
        sociedade = Sociedade(mundo, d1a, d5, d6b, uma)
        async with asyncio.timeout(100):
            await asyncio.gather(sociedade.comecar(), sociedade.viver(), cair_e_voltar(uma))
        await asyncio.sleep(3)  # what was decided last is archived and told
        motivos = [await viva.motivos() for viva in (uma, outra)]
        eventos = await ler(broker, uma)
    auditoria = AuditoriaDosSorteios()
    for evento in eventos:
        auditoria.receber(asdict(evento))
    laudo = auditoria.concluir()
    assert laudo.faltas == []
    assert (laudo.abertos, motivos) == (0, [{}, {}])
    assert (
        laudo.sorteios == len({e.event_id for e in eventos if isinstance(e.payload, ConselheiroSorteado)}) >= DEMANDAS
    )
