"""What a counsellor reads of a follow-up and decides of it, and how an operator ends a mandate."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from d6b_relatoria import relatoria
from d6b_relatoria.dominio.acompanhamento import Acompanhamento, Situacao
from d6b_relatoria.dominio.demanda import Demanda
from d6b_relatoria.estado import acompanhamentos, demandas, leitura
from d6b_relatoria.rotas.modelos import Encerramento, Visao
from nucleo.erros import Conflito, NaoEncontrado, Proibido
from nucleo.http import Conta, Leitura, Uow, exige_papel, limite

acompanhamento = APIRouter(prefix="/d6b", tags=["Relatoria"])


@acompanhamento.get("/demandas/{demanda_id}/acompanhamento", dependencies=[Depends(limite("60/minute"))])
async def ver(
    demanda_id: UUID,
    cidadao_id: Conta,
    banco: Leitura,
    depois: Annotated[int, Query(ge=0, lt=2**63, description="O `proximo` da página anterior")] = 0,
    limite: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Visao:
    """O acompanhamento de quem pergunta, com todas as suas atualizações: publicadas, à espera e recusadas."""
    seu = await leitura.acompanhamento(banco, demanda_id, cidadao_id)
    linhas = await leitura.atualizacoes(banco, demanda_id, cidadao_id, depois, limite + 1)
    if seu is None and not linhas:
        if await leitura.foi_sorteada(banco, demanda_id):
            raise Proibido("Esta demanda tem outro conselheiro.", campo="demanda_id")
        raise NaoEncontrado("Não há acompanhamento desta demanda.", campo="demanda_id")
    return Visao.model_validate(
        {
            "demanda_id": demanda_id,
            "acompanhamento": seu,
            "conclusoes_coletivas": await leitura.conclusoes(banco, demanda_id) if seu else [],
            "atualizacoes": linhas[:limite],
            "proximo": linhas[limite - 1]["ordem"] if len(linhas) > limite else None,
        }
    )


@acompanhamento.post("/demandas/{demanda_id}/ratificar-conclusao", dependencies=[Depends(limite("5/minute"))])
async def ratificar(demanda_id: UUID, cidadao_id: Conta, uow: Uow) -> Encerramento:
    """Ratifica a conclusão que os cidadãos confirmaram: a demanda fica concluída e o conselheiro, livre."""
    demanda, ativo = await _abrir(uow, demanda_id)
    if demanda.pendencia is None:
        raise Conflito("Não há conclusão coletiva à espera de ratificação.", campo="demanda_id")
    _exigir_conselheiro(ativo, cidadao_id)
    demanda.concluir(ativo, "ratificacao", uow.agora(), None)
    return await _fechar(uow, demanda, ativo)


@acompanhamento.post("/demandas/{demanda_id}/desistir", dependencies=[Depends(limite("5/minute"))])
async def desistir(demanda_id: UUID, cidadao_id: Conta, uow: Uow) -> Encerramento:
    """O conselheiro desiste: o ciclo acaba sem conclusão e a demanda volta a esperar um sorteio."""
    demanda, ativo = await _abrir(uow, demanda_id)
    _exigir_conselheiro(ativo, cidadao_id)
    demanda.encerrar(ativo, Situacao.DESISTENCIA)
    return await _fechar(uow, demanda, ativo)


@acompanhamento.post("/conselheiros/{conselheiro_id}/encerrar-mandato", dependencies=[Depends(exige_papel("operador"))])
async def encerrar_mandato(conselheiro_id: UUID, uow: Uow) -> Encerramento:
    """Acaba o mandato de um conselheiro que acompanha uma demanda: o ciclo dela acaba sem conclusão."""
    for demanda_id in await acompanhamentos.demandas_ativas(uow, conselheiro_id):
        demanda, ativo = await _abrir(uow, demanda_id)
        if ativo.conselheiro_id == conselheiro_id:
            demanda.encerrar(ativo, Situacao.FIM_MANDATO)
            return await _fechar(uow, demanda, ativo)
    raise NaoEncontrado("Este conselheiro não acompanha nenhuma demanda.", campo="conselheiro_id")


async def _abrir(uow: Uow, demanda_id: UUID) -> tuple[Demanda, Acompanhamento]:
    demanda = (await demandas.abrir_conhecidas(uow, [demanda_id])).get(demanda_id)
    if demanda is None or demanda.ativo is None:
        raise NaoEncontrado("Não há acompanhamento ativo desta demanda.", campo="demanda_id")
    return demanda, demanda.ativo


def _exigir_conselheiro(ativo: Acompanhamento, cidadao_id: UUID) -> None:
    if ativo.cidadao_id != cidadao_id:
        raise Proibido("Só o conselheiro desta demanda pode fazer isto.", campo="demanda_id")


async def _fechar(uow: Uow, demanda: Demanda, encerrado: Acompanhamento) -> Encerramento:
    await relatoria.fechar(uow, [demanda])
    return Encerramento.model_validate(
        {
            "demanda_id": demanda.demanda_id,
            "conselheiro_id": encerrado.conselheiro_id,
            "motivo_encerramento": encerrado.motivo,
            "total_atualizacoes": encerrado.ciclo.total,
            "data_inicio": encerrado.inicio,
            "data_fim": encerrado.fim,
        }
    )
