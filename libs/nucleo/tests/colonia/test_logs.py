"""What the log of a colony says of the events that come and go, and what it never says."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

import pytest
import structlog

from nucleo import Colonia, Evento, Registro, UnidadeDeTrabalho
from nucleo.erros import FalhaPermanente, FalhaTransitoria
from nucleo.eventos import DemandaRecebida, Localizacao
from nucleo.fontes import uuid7
from nucleo.logs import configurar, registrador
from nucleo.testes import evento
from nucleo.testes.eventos import INICIO

TEXTO = "o esgoto da minha rua transborda"
CIDADAO = UUID("5f0c9a52-6a0e-4c36-9d4e-1f0b6d8c7a10")

Linhas = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def nivel() -> str:
    return "INFO"


@pytest.fixture
def linhas(nivel: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Linhas]:
    """The lines written by a process that logs as in production."""
    antes, raiz, saida = structlog.get_config(), logging.getLogger(), io.StringIO()
    manipuladores, nivel_da_raiz = raiz.handlers[:], raiz.level
    monkeypatch.setattr(sys, "stdout", saida)
    configurar(nivel)
    yield lambda: [json.loads(linha) for linha in saida.getvalue().splitlines()]
    structlog.configure(**antes)
    raiz.handlers[:] = manipuladores
    raiz.setLevel(nivel_da_raiz)


def demanda(n: int) -> DemandaRecebida:
    return DemandaRecebida(
        demanda_id=uuid7(INICIO, n),
        texto_bruto=TEXTO,
        tipo_midia="texto",
        localizacao_bruta=Localizacao(lat=-23.55, lng=-46.63),
        cidadao_id=CIDADAO,
        canal="web",
        timestamp_criacao=INICIO,
    )


def colonia(tratar: Callable[..., Any]) -> Colonia:
    return Colonia(
        "D-1b", nome="d1b-normalizacao", porta=9000, pacote="nucleo.testes", consome={"demanda.recebida": tratar}
    )


async def aceitar(eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
    """Do nothing."""


def so(linhas: list[dict[str, Any]], mensagem: str) -> list[dict[str, Any]]:
    return [linha for linha in linhas if linha["mensagem"] == mensagem]


async def test_um_evento_que_entra_e_uma_linha_com_quem_e_e_onde(bancada, linhas):
    async with bancada(colonia(aceitar)) as b:
        e = evento(demanda(1), correlacao_id=uuid7(INICIO, 9))
        await b.entregar(e)
    [linha] = so(linhas(), "eventos tratados")
    assert linha["colonia"] == "d1b-normalizacao"
    assert (linha["event_id"], linha["correlacao_id"]) == (str(e.event_id), str(e.correlacao_id))
    assert linha["tipos"] == {"demanda.recebida": 1}
    assert "ultimo_event_id" not in linha


async def test_um_lote_e_uma_linha_com_o_primeiro_e_o_ultimo(bancada, linhas):
    async with bancada(colonia(aceitar)) as b:
        eventos = [evento(demanda(n)) for n in range(5)]
        await b.entregar(*eventos, eventos[0])
    saidas = linhas()
    [linha] = so(saidas, "eventos tratados")
    assert (linha["eventos"], linha["repetidos"], linha["mortos"]) == (6, 1, 0)
    assert (linha["event_id"], linha["ultimo_event_id"]) == (str(eventos[0].event_id), str(eventos[0].event_id))
    assert so(saidas, "registro recebido") == []


@pytest.mark.parametrize("nivel", ["DEBUG"])
async def test_em_debug_cada_registro_tem_a_sua_linha_e_a_sua_posicao(bancada, linhas, nivel):
    async with bancada(colonia(aceitar)) as b:
        eventos = [evento(demanda(n)) for n in range(3)]
        await b.entregar(*eventos)
    recebidas = so(linhas(), "registro recebido")
    assert [linha["event_id"] for linha in recebidas] == [str(e.event_id) for e in eventos]
    assert [linha["deslocamento"] for linha in recebidas] == [0, 1, 2]
    assert {linha["topico"] for linha in recebidas} == {"demanda.recebida"}


async def _valor_que_nao_se_le(uow: UnidadeDeTrabalho, e: Evento[DemandaRecebida]) -> None:
    int(e.payload.texto_bruto)


async def _valor_de_outro_tipo(uow: UnidadeDeTrabalho, e: Evento[DemandaRecebida]) -> None:
    await uow.sql("SELECT CAST(CAST(:t AS text) AS uuid)", t=e.payload.texto_bruto)


async def _chave_que_ja_existe(uow: UnidadeDeTrabalho, e: Evento[DemandaRecebida]) -> None:
    await uow.sql("CREATE TABLE IF NOT EXISTS chave (t text PRIMARY KEY, c uuid UNIQUE)")
    for _ in range(2):
        await uow.sql("INSERT INTO chave VALUES (:t, :c)", t=e.payload.texto_bruto, c=e.payload.cidadao_id)


async def _parametro_impossivel(uow: UnidadeDeTrabalho, e: Evento[DemandaRecebida]) -> None:
    await uow.sql("SELECT CAST(:t AS int)", t=e.payload.texto_bruto)


async def _regra(uow: UnidadeDeTrabalho, e: Evento[DemandaRecebida]) -> None:
    raise FalhaPermanente("texto fora da regra")


@pytest.mark.parametrize("nivel", ["DEBUG"])
@pytest.mark.parametrize(
    ("falhar", "esperado"),
    [
        (_valor_que_nao_se_le, "ValueError em test_logs.py:"),
        (_valor_de_outro_tipo, "InvalidTextRepresentationError 22P02 em test_logs.py:"),
        (_chave_que_ja_existe, "UniqueViolationError 23505 chave_pkey em test_logs.py:"),
        (_parametro_impossivel, "DataError 22000 em test_logs.py:"),
        (_regra, "FalhaPermanente: texto fora da regra"),
    ],
)
async def test_o_que_um_cidadao_escreveu_e_quem_ele_e_nunca_saem_num_log(bancada, linhas, nivel, falhar, esperado):
    async def tratar(eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
        for e in eventos:
            if e.payload.demanda_id == demanda(1).demanda_id:
                await falhar(uow, e)

    async with bancada(colonia(tratar)) as b:
        await b.entregar(demanda(0), demanda(1), demanda(2))
        [carta] = await b.dlq()
        motivos = str((await b.http.get("/saude/pronta")).json())
    saidas = linhas()
    [morta] = so(saidas, "carta morta")
    assert morta["erro"] == carta["erro"]
    assert morta["erro"].startswith(esperado)
    assert morta["event_id"] == str(evento(demanda(1)).event_id)
    for publico in (json.dumps(saidas, ensure_ascii=False), carta["erro"], motivos):
        assert TEXTO not in publico
        assert str(CIDADAO) not in publico


async def test_bytes_que_nao_se_leem_nao_aparecem_no_log(bancada, linhas):
    async with bancada(colonia(aceitar)) as b:
        await b.entregar_registros(Registro("demanda.recebida", 0, -1, b"k", b"\x00\x00\x00\x00\x01" + TEXTO.encode()))
        [carta] = await b.dlq()
    saidas = linhas()
    [morta] = so(saidas, "carta morta")
    assert (morta["topico"], morta["deslocamento"]) == ("demanda.recebida", 0)
    assert "esgoto" not in json.dumps(saidas) + carta["erro"]


async def test_uma_falha_transitoria_diz_o_que_falta(bancada, linhas):
    faltas = [FalhaTransitoria("o índice ainda não chegou"), ConnectionRefusedError(111, "recusada")]

    async def tratar(eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
        if faltas:
            raise faltas.pop()

    async with bancada(colonia(tratar)) as b:
        await b.entregar(demanda(1))
    adiados = [linha["erro"] for linha in so(linhas(), "lote adiado por falha transitória")]
    assert adiados == ["ConnectionRefusedError: [Errno 111] recusada", "FalhaTransitoria: o índice ainda não chegou"]


def test_uma_excecao_no_log_diz_onde_e_nao_o_que(linhas):
    try:
        int(TEXTO)
    except ValueError:
        registrador("d1b-normalizacao").exception("falha inesperada")
        logging.getLogger("biblioteca").exception("outra falha")
    for linha in linhas():
        assert linha["erro"].startswith("ValueError em test_logs.py:")
        assert linha["pilha"][-1].endswith("test_uma_excecao_no_log_diz_onde_e_nao_o_que")
        assert "esgoto" not in str(linha)
