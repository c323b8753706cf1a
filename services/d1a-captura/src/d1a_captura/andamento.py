"""The updates of counsellors, on their way to D-6b: each kept once, whoever sends it again."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from d1a_captura.config import ConfigD1a
from d1a_captura.dominio.atribuicao import impedimento
from d1a_captura.erros import ChaveReutilizada
from d1a_captura.estado import atribuicoes
from d1a_captura.estado.atribuicoes import Envio
from d1a_captura.evento import atualizacao_registrada
from d1a_captura.lote import Lote
from nucleo import UnidadeDeTrabalho
from nucleo.viva import ColoniaViva


@dataclass(frozen=True, slots=True)
class Registrada:
    """Where an update is kept; not new when it had been sent before."""

    atualizacao_id: UUID
    registrada_em: datetime
    nova: bool


class Andamento(Lote[Envio, Registrada]):
    """Answers each valid update with the one that holds it, or with why it cannot be."""

    async def gravar(self, uow: UnidadeDeTrabalho, itens: list[Envio]) -> list[Registrada | Exception]:
        """Store and publish what is new and is of the counsellor of its demand."""
        novas = await atribuicoes.guardar(uow, itens)
        for envio in itens:
            if envio.atualizacao_id in novas:
                uow.publicar(atualizacao_registrada(envio), correlacao_id=envio.correlacao_id, rastro=envio.rastro)
        outras = [envio for envio in itens if envio.atualizacao_id not in novas]
        anteriores = await atribuicoes.encontrar(uow, outras)
        sabidas = await atribuicoes.das_demandas(
            uow, {e.demanda_id for e in outras if e.atualizacao_id not in anteriores}
        )
        respostas: list[Registrada | Exception] = []
        for envio in itens:
            if envio.atualizacao_id in novas:
                respostas.append(Registrada(envio.atualizacao_id, envio.registrada_em, True))
            elif (anterior := anteriores.get(envio.atualizacao_id)) is not None:
                repetida = Registrada(anterior.atualizacao_id, anterior.registrada_em, False)
                respostas.append(repetida if anterior.igual else ChaveReutilizada())
            else:
                respostas.append(impedimento(sabidas.get(envio.demanda_id, ()), envio.cidadao_id))
        return respostas


async def abrir(config: ConfigD1a, viva: ColoniaViva) -> AsyncIterator[Andamento]:
    """Open the reception of updates."""
    andamento = Andamento(config, viva)
    try:
        yield andamento
    finally:
        await andamento.fechar()
