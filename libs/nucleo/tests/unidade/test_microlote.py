"""Together in the database, apart in their answers; overload is said at once."""

import asyncio
import gc
import logging
from collections.abc import Sequence
from contextvars import ContextVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nucleo.erros import Conflito, Sobrecarga
from nucleo.microlote import MicroLote


class Banco:
    """Processes batches that end when told, and remembers them."""

    def __init__(self) -> None:
        self.lotes: list[list[int]] = []
        self.livre = asyncio.Event()
        self.livre.set()
        self.erro: Exception | None = None
        self.simultaneos = 0

    async def processar(self, itens: list[int]) -> Sequence[int | Exception]:
        self.lotes.append(itens)
        self.simultaneos += 1
        assert self.simultaneos == 1, "dois lotes ao mesmo tempo"
        await self.livre.wait()
        self.simultaneos -= 1
        if self.erro is not None:
            raise self.erro
        return [Conflito(f"item {item}") if item < 0 else item * 10 for item in itens]


async def girar() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_o_que_chega_junto_e_processado_junto() -> None:
    banco = Banco()
    micro = MicroLote(banco.processar)
    assert await asyncio.gather(*(micro.submeter(n) for n in range(5))) == [0, 10, 20, 30, 40]
    assert banco.lotes == [[0, 1, 2, 3, 4]]


async def test_um_sozinho_nao_espera_companhia() -> None:
    banco = Banco()
    micro = MicroLote(banco.processar)
    assert [await micro.submeter(1), await micro.submeter(2)] == [10, 20]
    assert banco.lotes == [[1], [2]]


async def test_enquanto_um_lote_confirma_o_proximo_se_forma() -> None:
    banco = Banco()
    banco.livre.clear()
    micro = MicroLote(banco.processar)
    primeiro = asyncio.create_task(micro.submeter(1))
    await girar()
    outros = [asyncio.create_task(micro.submeter(n)) for n in (2, 3, 4)]
    await girar()
    assert (banco.lotes, micro.pendentes) == ([[1]], 3)
    banco.livre.set()
    assert await asyncio.gather(primeiro, *outros) == [10, 20, 30, 40]
    assert banco.lotes == [[1], [2, 3, 4]]


async def test_o_lote_tem_tamanho_maximo_e_a_ordem_se_mantem() -> None:
    banco = Banco()
    micro = MicroLote(banco.processar, maximo=3)
    await asyncio.gather(*(micro.submeter(n) for n in range(8)))
    assert banco.lotes == [[0, 1, 2], [3, 4, 5], [6, 7]]


async def test_cada_item_tem_o_seu_resultado_ou_o_seu_erro() -> None:
    micro = MicroLote(Banco().processar)
    bom, ruim, outro = await asyncio.gather(*(micro.submeter(n) for n in (1, -2, 3)), return_exceptions=True)
    assert (bom, outro) == (10, 30)
    assert isinstance(ruim, Conflito)


async def test_falha_do_lote_chega_a_todos_e_o_proximo_lote_vive() -> None:
    banco = Banco()
    banco.erro = ConnectionError("banco fora")
    micro = MicroLote(banco.processar)
    resultados = await asyncio.gather(*(micro.submeter(n) for n in range(3)), return_exceptions=True)
    assert [type(r) for r in resultados] == [ConnectionError] * 3
    banco.erro = None
    assert await micro.submeter(7) == 70


async def test_resultados_a_menos_sao_erro_e_ninguem_fica_esperando() -> None:
    async def processar(itens: list[int]) -> list[int | Exception]:
        return [0]

    micro = MicroLote(processar)
    resultados = await asyncio.gather(*(micro.submeter(n) for n in range(3)), return_exceptions=True)
    assert [str(r) for r in resultados] == ["3 itens, 1 resultados"] * 3


async def test_fila_cheia_recusa_na_hora() -> None:
    banco = Banco()
    banco.livre.clear()
    micro = MicroLote(banco.processar, maximo=1, fila_maxima=2)
    em_curso = asyncio.create_task(micro.submeter(0))
    await girar()
    esperando = [asyncio.create_task(micro.submeter(n)) for n in (1, 2)]
    await girar()
    with pytest.raises(Sobrecarga) as erro:
        await micro.submeter(3)
    assert erro.value.cabecalhos["Retry-After"]
    banco.livre.set()
    assert await asyncio.gather(em_curso, *esperando) == [0, 10, 20]
    assert await micro.submeter(4) == 40


async def test_quem_desiste_na_fila_nao_e_processado_e_nao_atrapalha() -> None:
    banco = Banco()
    banco.livre.clear()
    micro = MicroLote(banco.processar)
    tarefas = [asyncio.create_task(micro.submeter(0))]
    await girar()
    tarefas += [asyncio.create_task(micro.submeter(n)) for n in (1, 2, 3)]
    await girar()
    tarefas[2].cancel()
    banco.livre.set()
    assert [r for r in await asyncio.gather(*tarefas, return_exceptions=True) if isinstance(r, int)] == [0, 10, 30]
    assert banco.lotes == [[0], [1, 3]]


async def test_quem_desiste_durante_o_lote_nao_o_interrompe() -> None:
    banco = Banco()
    banco.livre.clear()
    micro = MicroLote(banco.processar)
    tarefas = [asyncio.create_task(micro.submeter(n)) for n in (1, 2)]
    await girar()
    tarefas[0].cancel()
    await girar()
    banco.livre.set()
    assert await tarefas[1] == 20
    assert tarefas[0].cancelled()


async def test_desistir_no_instante_da_resposta_com_erro_nao_deixa_aviso(caplog: pytest.LogCaptureFixture) -> None:
    async def processar(itens: list[int]) -> list[int | Exception]:
        asyncio.get_running_loop().call_soon(tarefas[0].cancel)  # before the answer wakes who waits for it
        return [Conflito("não") for _ in itens]

    tarefas = [asyncio.create_task(MicroLote(processar).submeter(1))]
    await asyncio.wait(tarefas)
    assert tarefas.pop().cancelled()
    gc.collect()
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]


async def test_fechar_esvazia_e_depois_recusa() -> None:
    banco = Banco()
    banco.livre.clear()
    micro = MicroLote(banco.processar, maximo=2)
    tarefas = [asyncio.create_task(micro.submeter(n)) for n in range(5)]
    await girar()
    fechamento = asyncio.create_task(micro.fechar())
    await girar()
    assert not fechamento.done()
    with pytest.raises(Sobrecarga):
        await micro.submeter(9)
    banco.livre.set()
    await fechamento
    assert await asyncio.gather(*tarefas) == [0, 10, 20, 30, 40]
    await micro.fechar()


async def test_fechar_sem_ter_recebido_nada() -> None:
    await MicroLote(Banco().processar).fechar()


async def test_se_o_lote_e_cancelado_quem_espera_fica_sabendo() -> None:
    banco = Banco()
    banco.livre.clear()
    micro = MicroLote(banco.processar, maximo=1)
    tarefas = [asyncio.create_task(micro.submeter(n)) for n in range(3)]
    await girar()
    assert micro._tarefa is not None
    micro._tarefa.cancel()
    resultados = await asyncio.gather(*tarefas, return_exceptions=True)
    assert [type(r) for r in resultados] == [Sobrecarga] * 3


async def test_o_lote_nao_herda_o_contexto_de_quem_o_comecou() -> None:
    pedido: ContextVar[str] = ContextVar("pedido", default="nenhum")
    vistos: list[str] = []

    async def processar(itens: list[int]) -> list[int | Exception]:
        vistos.append(pedido.get())
        return list(itens)

    pedido.set("primeiro")
    await MicroLote(processar).submeter(1)
    assert vistos == ["nenhum"]


async def test_o_que_espera_demais_recusa_o_que_chega_e_nada_do_que_foi_aceito_se_perde() -> None:
    banco, agora = Banco(), 0.0
    banco.livre.clear()
    micro = MicroLote(banco.processar, espera_maxima=1.0, relogio=lambda: agora)
    no_lote = asyncio.create_task(micro.submeter(1))
    await girar()
    agora = 0.9
    na_fila = asyncio.create_task(micro.submeter(2))
    await girar()
    agora = 1.1
    assert micro.espera == pytest.approx(1.1)
    with pytest.raises(Sobrecarga):
        micro.exigir_lugar()
    with pytest.raises(Sobrecarga):
        await micro.submeter(3)
    banco.livre.set()
    assert [await no_lote, await na_fila, await micro.submeter(4)] == [10, 20, 40]
    assert (banco.lotes, micro.espera) == ([[1], [2], [4]], 0.0)


async def test_a_espera_e_a_do_mais_antigo_sem_resposta_no_lote_ou_na_fila() -> None:
    banco, agora = Banco(), 0.0
    banco.livre.clear()
    micro = MicroLote(banco.processar, maximo=1, relogio=lambda: agora)
    tarefas = []
    for instante in (0.0, 2.0, 3.0):
        agora = instante
        tarefas.append(asyncio.create_task(micro.submeter(int(instante))))
        await girar()
    assert micro.espera == 3.0
    tarefas[1].cancel()
    banco.livre.set()
    await asyncio.gather(*tarefas, return_exceptions=True)
    assert (banco.lotes, micro.espera) == ([[0], [3]], 0.0)


@given(
    st.lists(st.tuples(st.integers(-3, 50), st.sampled_from(["fica", "desiste", "espera"])), max_size=60),
    st.integers(1, 5),
    st.integers(1, 10),
)
async def test_ninguem_se_perde_nem_e_processado_duas_vezes(
    chegadas: list[tuple[int, str]], maximo: int, fila_maxima: int
) -> None:
    processados: list[int] = []

    async def processar(indices: list[int]) -> list[int | Exception]:
        await asyncio.sleep(0)
        assert 0 < len(indices) <= maximo
        processados.extend(indices)
        return [Conflito("não") if chegadas[i][0] < 0 else i for i in indices]

    micro = MicroLote(processar, maximo=maximo, fila_maxima=fila_maxima)
    tarefas = []
    for indice, (_, modo) in enumerate(chegadas):
        tarefas.append(asyncio.create_task(micro.submeter(indice)))
        if modo != "fica":
            await asyncio.sleep(0)
        if modo == "desiste":
            tarefas[-1].cancel()
    resultados = await asyncio.gather(*tarefas, return_exceptions=True)
    await micro.fechar()
    assert len(processados) == len(set(processados))
    for indice, resultado in enumerate(resultados):
        if isinstance(resultado, int):
            assert resultado == indice in processados
        else:
            assert isinstance(resultado, Sobrecarga | Conflito | asyncio.CancelledError)
            assert not isinstance(resultado, Sobrecarga) or indice not in processados
