"""The people of the table of authorisation, and what each colony knows when they ask."""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from joserfc.jwk import OKPKey

from nucleo.eventos import (
    CidadaoCadastrado,
    ConselheiroCadastrado,
    ConselheiroIdentificado,
    ConselheiroSorteado,
    DemandaConclusaoConfirmada,
    DemandaGeorreferenciada,
    DemandaNormalizada,
    DemandaRecebida,
    TerritorioUnidadePublicada,
)
from nucleo.testes import Bancada, evento, exemplo

CIDADA, OUTRO, CONSELHEIRA, OUTRA, MODERADORA, OPERADORA = PESSOAS = [
    UUID(f"7d9f4c2e-18ab-4f6d-9c3e-00000000000{n}") for n in range(1, 7)
]
ANONIMO = UUID("0d5c9a60-6a35-4c0d-8a3e-9b6c1d2e3f40")
UNIDADE = UUID("0199c0de-0000-7000-8000-00000000000a")
DEMANDA = UUID("0199c0de-0000-7000-8000-00000000000d")
DUVIDOSA = UUID("0199c0de-0000-7000-8000-00000000000e")
CONSELHEIRO_ID = UUID("0199c0de-0000-8000-8000-0000000000c1")
RECEBIDA = UUID("0199c0de-0000-7000-8000-0000000000e1")
DO_REGISTRO = ("operador", "segredo")

Cena = Callable[[Bancada], Awaitable[Mapping[str, object] | None]]


@pytest.fixture
def pessoas() -> Callable[[Bancada, str], list[dict[str, Any]]]:
    """`pessoas(b, rota)`: what each person of the table sends along, in the order of the columns."""

    def construir(b: Bancada, rota: str) -> list[dict[str, Any]]:
        cabecalhos = [
            {},
            {"X-Cidadao-Id": str(ANONIMO)},
            b.token(sub=CIDADA),
            b.token(sub=OUTRO),
            b.token(sub=CONSELHEIRA, papeis=["conselheiro"]),
            b.token(sub=OUTRA, papeis=["conselheiro"]),
            b.token(sub=MODERADORA, papeis=["moderador"]),
        ]
        do_registro = b.colonia.nome == "n0b-registro" and "/operacao/" not in rota
        operadora = {"auth": DO_REGISTRO} if do_registro else {"headers": b.token(sub=OPERADORA, papeis=["operador"])}
        return [*({"headers": c} for c in cabecalhos), operadora]

    return construir


@pytest.fixture
def ajustes(chave_de_teste: OKPKey, tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """`ajustes(nome)`: settings without which a colony cannot be asked; nothing answers on its broker."""
    chaves = tmp_path / "sessoes.jwks"
    chaves.write_text(json.dumps({"keys": [chave_de_teste.as_dict(private=True)]}))
    proprios: dict[str, dict[str, Any]] = {
        "c1-cidadaos": {"chaves": chaves},
        "n0b-registro": {"operador_usuario": DO_REGISTRO[0], "operador_senha": DO_REGISTRO[1]},
    }
    comuns = {"broker": "127.0.0.1:1", "limite_multiplicador": 1_000_000}
    return lambda nome: comuns | proprios.get(nome, {})


@pytest.fixture
def cenas() -> dict[str, Cena]:
    """By colony, what happened before anybody asks; it returns the things that names of paths stand for."""
    return {
        "c1-cidadaos": _contas,
        "d1a-captura": _demanda_e_atribuicao,
        "d1b-normalizacao": _recebida,
        "d2-georreferenciamento": _fora_de_todo_poligono,
        "d3-categorizacao": _categorizada_e_duvidosa,
        "d6a-sorteio": _cadastros,
        "d6b-relatoria": _conclusao_por_ratificar,
        "n0a-barramento": _recebida,
    }


async def _contas(b: Bancada) -> dict[str, object]:
    comando = """INSERT INTO contas (cidadao_id, emissor, sub, auth_provider, criada_em)
                 SELECT id, 'https://exemplo', id::text, 'teste', now() FROM unnest(CAST(:ids AS uuid[])) id"""
    await b.consultar(comando, ids=PESSOAS)
    return {"cidadao_id": CIDADA}


async def _demanda_e_atribuicao(b: Bancada) -> dict[str, object]:
    relato = {"texto_bruto": "Falta luz", "localizacao_bruta": {"lat": -23.55, "lng": -46.63}, "canal": "web"}
    r = await b.http.post("/api/demandas", json=relato, headers=b.token(sub=CIDADA))
    demanda_id = UUID(r.json()["demanda_id"])
    unidade = exemplo(TerritorioUnidadePublicada, unidade_civica_id=UNIDADE, ativa=True)
    await b.entregar(exemplo(CidadaoCadastrado, cidadao_id=CIDADA), unidade, *_sorteada(demanda_id))
    return {"demanda_id": demanda_id}


async def _recebida(b: Bancada) -> None:
    await b.entregar(evento(exemplo(DemandaRecebida, demanda_id=DEMANDA), event_id=RECEBIDA))


async def _fora_de_todo_poligono(b: Bancada) -> None:
    await b.entregar(_normalizada(DEMANDA, "Poste apagado"))


async def _categorizada_e_duvidosa(b: Bancada) -> dict[str, object]:
    textos = {DEMANDA: "Esgoto a céu aberto na minha rua", DUVIDOSA: "Está ruim demais aqui"}
    for demanda_id, texto in textos.items():
        lugar = exemplo(DemandaGeorreferenciada, demanda_id=demanda_id, unidade_civica_id=UNIDADE)
        await b.entregar(_normalizada(demanda_id, texto), lugar)
    return {"duvidosa": DUVIDOSA}


async def _cadastros(b: Bancada) -> None:
    quem = [exemplo(ConselheiroCadastrado, cidadao_id=cidadao) for cidadao in (CONSELHEIRA, OUTRA)]
    await b.entregar(*quem)


async def _conclusao_por_ratificar(b: Bancada) -> None:
    conclusao = exemplo(DemandaConclusaoConfirmada, demanda_id=DEMANDA, ratificacao_necessaria=True)
    await b.entregar(*_sorteada(DEMANDA), conclusao)


def _sorteada(demanda_id: UUID) -> list[ConselheiroIdentificado | ConselheiroSorteado]:
    return [
        exemplo(ConselheiroIdentificado, conselheiro_id=CONSELHEIRO_ID, cidadao_id=CONSELHEIRA),
        exemplo(ConselheiroSorteado, conselheiro_id=CONSELHEIRO_ID, demanda_id=demanda_id),
    ]


def _normalizada(demanda_id: UUID, texto: str) -> DemandaNormalizada:
    return exemplo(DemandaNormalizada, demanda_id=demanda_id, titulo=texto, descricao_limpa=texto, midias_descritas=[])
