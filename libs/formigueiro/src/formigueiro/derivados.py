"""What the workspace writes from declarations and contracts, so that no list is kept twice by hand."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from formigueiro import acls, mapa, tabela, topicos
from formigueiro.pilha.portas import ENDERECO
from nucleo import Colonia, contratos


@dataclass(frozen=True)
class Derivado:
    """A file, from the root of the workspace, and what it should hold."""

    caminho: Path
    conteudo: str


def todos(raiz: Path, colonias: Sequence[Colonia]) -> Iterator[Derivado]:
    """Each derived file; the page that holds the map is kept around it."""
    pagina = Path("docs/arquitetura.md")
    yield Derivado(pagina, mapa.inserir(raiz / pagina, mapa.desenhar(colonias)))
    yield Derivado(Path("docs/configuracao.md"), tabela.desenhar(colonias))
    yield Derivado(Path("infra/redpanda/topicos.json"), _json(map(asdict, topicos.desejados(colonias))))
    yield Derivado(Path("infra/redpanda/acls.json"), _json(map(asdict, acls.listar(colonias))))
    yield Derivado(
        Path("contracts/consumidores.json"), json.dumps(_consumidores(colonias), ensure_ascii=False, indent=1) + "\n"
    )
    yield Derivado(Path("infra/observabilidade/prometheus/alvos.json"), _json(_alvos(colonias)))


def velhos(raiz: Path, colonias: Sequence[Colonia]) -> list[Path]:
    """The files that no longer say what the code says."""
    return [d.caminho for d in todos(raiz, colonias) if _atual(raiz / d.caminho) != d.conteudo]


def escrever(raiz: Path, colonias: Sequence[Colonia]) -> list[Path]:
    """Writes the files that are old; answers which."""
    mudados = [d for d in todos(raiz, colonias) if _atual(raiz / d.caminho) != d.conteudo]
    for derivado in mudados:
        (raiz / derivado.caminho).parent.mkdir(parents=True, exist_ok=True)
        (raiz / derivado.caminho).write_text(derivado.conteudo, "utf-8")
    return [derivado.caminho for derivado in mudados]


def _atual(arquivo: Path) -> str | None:
    return arquivo.read_text("utf-8") if arquivo.exists() else None


def _json(itens: Iterable[object]) -> str:
    """One item a line, so that a difference is read as one."""
    linhas = ",\n".join(json.dumps(item, ensure_ascii=False) for item in itens)
    return f"[\n{linhas}\n]\n"


def _consumidores(colonias: Sequence[Colonia]) -> dict[str, list[str]]:
    """Who consumes each type: the catalogue of N-0b shows it and cannot import anybody's declaration."""
    ordenadas = sorted(colonias, key=lambda colonia: colonia.nome)
    return {contrato.tipo: [c.nome for c in ordenadas if c.le(contrato.tipo)] for contrato in contratos.carregar()}


def _alvos(colonias: Sequence[Colonia]) -> list[dict[str, object]]:
    """Where Prometheus finds each colony, on the machine that runs them all."""
    return [
        {"targets": [f"{ENDERECO}:{colonia.porta}"], "labels": {"colonia": colonia.nome}}
        for colonia in sorted(colonias, key=lambda colonia: colonia.porta)
    ]
