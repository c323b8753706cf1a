"""What a newcomer reads speaks of pages, commands and topics that exist."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from formigueiro.cli import MODULOS
from nucleo import contratos

RAIZ = Path(__file__).parents[4]
VARIAVEL = r"FORMIGUEIRO_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_<*])"
DA_LINHA_DE_COMANDO = {"FORMIGUEIRO_REGISTRO_SENHA"}
PAGINAS = sorted(
    [*RAIZ.glob("*.md"), *RAIZ.glob("*/README.md"), *RAIZ.glob("docs/**/*.md"), *RAIZ.glob("*/*/README.md")]
)


def ancoras(pagina: Path) -> set[str]:
    """The anchors that the titles of a page give."""
    titulos = re.findall(r"^#+ (.+)$", pagina.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", titulo.lower()).strip().replace(" ", "-") for titulo in titulos}


def codigo(texto: str) -> Iterator[str]:
    """What is written as code, in blocks and inside sentences."""
    yield from re.findall(r"```.*?```", texto, re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", texto, flags=re.DOTALL))


@pytest.mark.parametrize("pagina", PAGINAS, ids=lambda pagina: pagina.relative_to(RAIZ).as_posix())
def test_cada_ligacao_leva_a_algum_lugar(pagina: Path) -> None:
    for destino in re.findall(r"\]\(([^)]+)\)", pagina.read_text("utf-8")):
        if "://" in destino:
            continue
        caminho, _, ancora = destino.partition("#")
        alvo = (pagina.parent / caminho).resolve() if caminho else pagina
        assert alvo.exists(), destino
        assert not ancora or ancora in ancoras(alvo), destino


@pytest.mark.parametrize("pagina", PAGINAS, ids=lambda pagina: pagina.relative_to(RAIZ).as_posix())
def test_cada_comando_mostrado_existe(pagina: Path) -> None:
    for trecho in codigo(pagina.read_text("utf-8")):
        for comando in re.findall(r"(?:^|[\s/])formigueiro ([a-z][a-z-]+)", trecho):
            assert comando in MODULOS, f"formigueiro {comando}"


@pytest.mark.parametrize("pagina", PAGINAS, ids=lambda pagina: pagina.relative_to(RAIZ).as_posix())
def test_cada_ajuste_citado_existe(pagina: Path) -> None:
    tabela = re.findall(VARIAVEL, (RAIZ / "docs/configuracao.md").read_text("utf-8"))
    existentes = {sem_a_colonia(variavel) for variavel in tabela} | DA_LINHA_DE_COMANDO
    citados = {sem_a_colonia(variavel) for variavel in re.findall(VARIAVEL, pagina.read_text("utf-8"))}
    assert citados <= existentes


def sem_a_colonia(variavel: str) -> str:
    """Any setting may be given to one colony or to all: the name of the colony comes after the prefix."""
    return re.sub(r"^FORMIGUEIRO_[A-Z]\d+[A-Z]?_[A-Z]+_", "FORMIGUEIRO_", variavel)


def test_quem_integra_ve_todos_os_topicos_publicos_e_so_eles() -> None:
    pagina = (RAIZ / "docs/integradores.md").read_text("utf-8")
    mostrados = set(re.findall(r"^\| `([a-z_.]+)` \|", pagina, re.MULTILINE))
    assert mostrados == {c.topico for c in contratos.carregar() if c.visibilidade == "publica"}


def test_o_codigo_em_python_das_paginas_compila_e_o_que_ele_responde_e_o_que_se_mostra() -> None:
    for pagina in PAGINAS:
        for bloco in re.findall(r"```python\n(.*?)```", pagina.read_text("utf-8"), re.DOTALL):
            conversa = doctest.DocTestParser().get_doctest(bloco, {}, pagina.name, str(pagina), 0)
            if conversa.examples:
                assert doctest.DocTestRunner().run(conversa).failed == 0
            else:
                compile(bloco, str(pagina), "exec")
