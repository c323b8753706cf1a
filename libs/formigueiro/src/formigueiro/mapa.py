"""The map of events, drawn from declarations and contracts, and its place inside a page."""

from collections.abc import Iterable
from pathlib import Path

from formigueiro.pilha.erros import FalhaDaPilha
from nucleo import Colonia, contratos

INICIO, FIM = "<!-- mapa: início -->", "<!-- mapa: fim -->"


def desenhar(colonias: Iterable[Colonia]) -> str:
    """A Mermaid graph (colony → topic → colony) and a table, in Markdown."""
    ordenadas = sorted(colonias, key=lambda colonia: colonia.nome)
    return "\n".join(["```mermaid", "flowchart LR", *_setas(ordenadas), "```", "", *_tabela(ordenadas)])


def conferir(pagina: Path, mapa: str) -> bool:
    """Whether the page shows this map."""
    return pagina.read_text("utf-8") == inserir(pagina, mapa)


def escrever(pagina: Path, mapa: str) -> None:
    """Puts the map between its marks in the page."""
    pagina.write_text(inserir(pagina, mapa), "utf-8")


def inserir(pagina: Path, mapa: str) -> str:
    """The text of the page with this map between its marks."""
    texto = pagina.read_text("utf-8") if pagina.exists() else ""
    if INICIO not in texto or FIM not in texto:
        raise FalhaDaPilha(f"{pagina} não tem as marcas {INICIO} e {FIM}.")
    antes, _, resto = texto.partition(INICIO)
    return f"{antes}{INICIO}\n{mapa}\n{FIM}{resto.partition(FIM)[2]}"


def _setas(colonias: list[Colonia]) -> list[str]:
    catalogo = contratos.carregar()
    topicos = [f'  {_no(c.topico)}(["{c.topico}"])' for c in catalogo]
    caixas = [f'  {_no(c.nome)}["{c.id} {c.nome.partition("-")[2]}"]' for c in colonias]
    setas = []
    for colonia in colonias:
        setas += [f"  {_no(colonia.nome)} --> {_no(catalogo.por_tipo[t].topico)}" for t in colonia.produz]
        setas += [f"  {_no(catalogo.por_tipo[t].topico)} --> {_no(colonia.nome)}" for t in colonia.consome]
        if colonia.consome_tudo:
            setas.append(f'  todos(["todos os outros tópicos"]) -.-> {_no(colonia.nome)}')
    return [*topicos, *caixas, *setas]


def _tabela(colonias: list[Colonia]) -> list[str]:
    linhas = ["| evento | visibilidade | versões | produz | consome |", "|---|---|---|---|---|"]
    for contrato in contratos.carregar():
        versoes = ", ".join(versao.semver for versao in contrato.versoes)
        produz = ", ".join(c.id for c in colonias if contrato.tipo in c.produz)
        consome = ", ".join(c.id for c in colonias if c.le(contrato.tipo))
        linhas.append(f"| `{contrato.tipo}` | {contrato.visibilidade} | {versoes} | {produz} | {consome} |")
    return linhas


def _no(nome: str) -> str:
    return nome.replace("-", "_").replace(".", "_")
