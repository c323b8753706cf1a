"""Builders of what D-1a consumes of other colonies, and of the updates that counsellors send."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest

from nucleo.eventos import ConselheiroCicloConcluido, ConselheiroIdentificado, ConselheiroSorteado
from nucleo.payload import Payload
from nucleo.testes import exemplo
from nucleo.testes.eventos import INICIO

_NOMES = UUID("5f0c8a1e-0000-5000-8000-0000000000ff")


def _em(minuto: int) -> datetime:
    return INICIO + timedelta(minutes=minuto)


@pytest.fixture
def sorteada() -> Callable[..., list[Payload]]:
    """`sorteada(demanda, cidadao, minuto)`: a demand was drawn for a citizen, who is known as a counsellor."""

    def construir(demanda: UUID, cidadao: UUID, minuto: int = 0) -> list[Payload]:
        conselheiro = uuid5(_NOMES, str(cidadao))
        sorteio = uuid5(_NOMES, f"{demanda} {cidadao} {minuto}")
        return [
            exemplo(ConselheiroIdentificado, conselheiro_id=conselheiro, cidadao_id=cidadao),
            exemplo(
                ConselheiroSorteado,
                conselheiro_id=conselheiro,
                demanda_id=demanda,
                sorteio_id=sorteio,
                timestamp=_em(minuto),
            ),
        ]

    return construir


@pytest.fixture
def encerrada() -> Callable[..., ConselheiroCicloConcluido]:
    """`encerrada(demanda, cidadao, minuto)`: the cycle that began in that minute ended."""

    def construir(demanda: UUID, cidadao: UUID, minuto: int = 0) -> ConselheiroCicloConcluido:
        return exemplo(
            ConselheiroCicloConcluido,
            demanda_id=demanda,
            conselheiro_id=uuid5(_NOMES, str(cidadao)),
            data_inicio=_em(minuto),
        )

    return construir


@pytest.fixture
def atualizacao() -> Callable[..., dict[str, Any]]:
    """`atualizacao(tipo, …)`: the body of a valid update, with some fields of it or of its `campos` changed."""
    campos: dict[str, dict[str, str]] = {
        "contato_realizado": {"com_quem": "Ouvidoria", "canal": "telefone", "resultado": "Prometeram vistoria"},
        "protocolo_aberto": {"numero": "2026/0042", "orgao": "SABESP", "data": "2026-03-13"},
        "documento_anexado": {
            "tipo_documento": "laudo",
            "descricao": "Laudo da vistoria",
            "referencia": "d6b/laudo.pdf",
        },
        "entrave_registrado": {"descricao": "Falta autorização", "orgao": "SABESP"},
        "status_atualizado": {"status": "em_andamento"},
        "prazo_registrado": {"data_estimada": "2026-04-14", "fonte": "Prefeitura"},
    }

    def construir(tipo: str = "contato_realizado", /, **mudancas: Any) -> dict[str, Any]:
        proprios = {nome: valor for nome, valor in mudancas.items() if nome in campos[tipo]}
        demais = {nome: valor for nome, valor in mudancas.items() if nome not in campos[tipo]}
        return {"tipo": tipo, "texto": "Liguei para a ouvidoria.", "campos": campos[tipo] | proprios} | demais

    return construir
