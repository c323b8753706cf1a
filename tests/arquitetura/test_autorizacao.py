"""Who may do what: every route of every colony asked by each kind of person. The table is `autorizacao.yaml`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import yaml
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from nucleo.aplicacao import montar
from nucleo.processo import colonias_instaladas
from nucleo.testes import Bancada, FabricaDeBancadas

COLONIAS = colonias_instaladas()
TABELA = yaml.safe_load(Path(__file__).with_name("autorizacao.yaml").read_text("utf-8"))
COLUNAS = (
    "ninguém",
    "anônimo",
    "cidadã",
    "outro cidadão",
    "conselheira",
    "outra conselheira",
    "moderadora",
    "operadora",
)
ALGUM = UUID("0199c0de-0000-7000-8000-0000000000ff")
LUGARES: dict[str, object] = {
    "assunto": "autorizacao-value",
    "caminho": "api/taxonomia",
    "conselheiro_id": UUID("0199c0de-0000-8000-8000-0000000000c1"),
    "demanda_id": UUID("0199c0de-0000-7000-8000-00000000000d"),
    "emissor": "desconhecido",
    "event_id": UUID("0199c0de-0000-7000-8000-0000000000e1"),
    "id": 1,
    "papel": "moderador",
    "tipo": "demanda.recebida",
    "versao": 1,
    "versao_dos_parametros": "1.0.0",
}
"""What a name of a path stands for, when the scene does not say; any other name is an id that nobody knows."""


@dataclass(frozen=True)
class Linha:
    """A row: a route, what is sent to it, and what each person gets."""

    rota: str
    quem: list[str]
    corpo: Any = None
    consulta: Mapping[str, Any] = field(default_factory=dict)
    onde: Mapping[str, str] = field(default_factory=dict)

    @property
    def metodo(self) -> str:
        return self.rota.partition(" ")[0]

    def caminho(self, lugares: Mapping[str, object]) -> str:
        def um(achado: re.Match[str]) -> str:
            nome = self.onde.get(achado[1], achado[1])
            return str(lugares.get(nome, ALGUM))

        return re.sub(r"\{(\w+)(?::\w+)?\}", um, self.rota.partition(" ")[2])


def linhas(nome: str) -> list[Linha]:
    return [_linha(rota, dito) for rota, dito in (TABELA["comuns"] | TABELA.get(nome, {})).items()]


def _linha(rota: str, dito: Any) -> Linha:
    campos = dito if isinstance(dito, dict) else {"quem": dito}
    quem = str(campos["quem"]).split()
    assert len(quem) in (1, len(COLUNAS)), f"{rota}: um status, ou um de cada pessoa"
    return Linha(rota, **{**campos, "quem": quem if len(quem) > 1 else quem * len(COLUNAS)})


def rotas(app: FastAPI) -> set[str]:
    metodos = [(r, m) for r in iter_route_contexts(app.routes) for m in r.methods or ()]
    return {f"{metodo} {rota.path}" for rota, metodo in metodos if metodo not in ("HEAD", "OPTIONS")}


@pytest.mark.parametrize("nome", sorted(COLONIAS))
def test_cada_rota_esta_na_tabela_e_cada_linha_e_de_uma_rota(nome: str) -> None:
    colonia = COLONIAS[nome]
    app = montar(colonia, colonia.config.carregar(nome, banco_url="postgresql://x/x"))
    ditas, existentes = {linha.rota for linha in linhas(nome)}, rotas(app)
    assert existentes - ditas == set(), "rotas sem linha"
    assert ditas - existentes == set(), "linhas sem rota"


def test_cada_colonia_da_tabela_existe() -> None:
    assert set(TABELA) - {"comuns"} <= set(COLONIAS)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("nome", sorted(COLONIAS))
async def test_cada_pessoa_recebe_o_que_a_tabela_diz(
    bancada: FabricaDeBancadas,
    pessoas: Callable[[Bancada, str], list[dict[str, Any]]],
    ajustes: Callable[[str], dict[str, Any]],
    cenas: Mapping[str, Callable[[Bancada], Any]],
    nome: str,
) -> None:
    """What succeeds changes the scene, so it is set again; a registry has none, and its rows are a story."""
    cena, erradas = cenas.get(nome), []
    async with bancada(COLONIAS[nome], **ajustes(nome)) as b:
        lugares = LUGARES | ((await cena(b) if cena else None) or {})
        for linha in linhas(nome):
            for pessoa, opcoes, esperado in zip(COLUNAS, pessoas(b, linha.rota), linha.quem, strict=True):
                caminho = linha.caminho(lugares)
                r = await b.http.request(linha.metodo, caminho, json=linha.corpo, params=linha.consulta, **opcoes)
                if str(r.status_code) != esperado:
                    erradas.append(f"{linha.rota}, {pessoa}: {r.status_code}, e não {esperado}: {r.text[:200]}")
                if cena and linha.metodo != "GET" and r.is_success:
                    await b.zerar()
                    lugares = LUGARES | ((await cena(b)) or {})
    assert not erradas, "\n".join(erradas)
