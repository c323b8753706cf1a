"""The architecture's arrows as import-linter contracts, generated from the folders that exist."""

import configparser
import io
from collections.abc import Iterator
from pathlib import Path

SO_DO_NUCLEO = ("faststream", "aiokafka", "alembic")
PROIBIDO = {
    "dominio": ("estado", "consumidores", "rotas"),
    "estado": ("consumidores", "rotas"),
}


def fontes(raiz: Path) -> list[Path]:
    """The src folder of every distribution."""
    todas = [*sorted(raiz.glob("libs/*/src")), *sorted(raiz.glob("services/*/src"))]
    return [fonte for fonte in todas if any(fonte.glob("*/__init__.py"))]


def contrato(raiz: Path) -> str:
    """The configuration of import-linter: a new colony is covered by being there."""
    pastas = [pasta for fonte in fontes(raiz) for pasta in fonte.iterdir() if (pasta / "__init__.py").exists()]
    colonias = [pasta for pasta in pastas if raiz / "services" in pasta.parents]
    nomes = [colonia.name for colonia in colonias]
    secoes: dict[str, dict[str, list[str] | str]] = {
        "importlinter": {"root_packages": [p.name for p in pastas], "include_external_packages": "True"},
        **_contrato("nucleo", "O núcleo não importa ninguém", ["nucleo"], [*nomes, "formigueiro"]),
        **_contrato("colonias", "Colônia não importa a linha de comando", nomes, ["formigueiro"]),
        **_contrato("broker", "Broker e migrações só no núcleo", [*nomes, "formigueiro"], list(SO_DO_NUCLEO)),
        **dict(_dentro_das(colonias)),
    }
    secoes["importlinter:contract:broker"]["allow_indirect_imports"] = "True"
    if len(nomes) > 1:
        secoes["importlinter:contract:independencia"] = {
            "name": "Nenhuma colônia importa outra", "type": "independence", "modules": nomes,
        }  # fmt: skip
    return _escrever(secoes)


def _dentro_das(colonias: list[Path]) -> Iterator[tuple[str, dict[str, list[str] | str]]]:
    for colonia in colonias:
        for parte, proibidas in PROIBIDO.items():
            alvos = [f"{colonia.name}.{outra}" for outra in proibidas if _existe(colonia, outra)]
            if _existe(colonia, parte) and alvos:
                titulo = f"{colonia.name}: {parte} não importa {', '.join(proibidas)}"
                yield from _contrato(f"{colonia.name}-{parte}", titulo, [f"{colonia.name}.{parte}"], alvos).items()


def _contrato(
    chave: str, titulo: str, origens: list[str], proibidos: list[str]
) -> dict[str, dict[str, list[str] | str]]:
    if not origens or not proibidos:
        return {}
    return {
        f"importlinter:contract:{chave}": {
            "name": titulo, "type": "forbidden", "source_modules": origens, "forbidden_modules": proibidos,
        }
    }  # fmt: skip


def _existe(pacote: Path, modulo: str) -> bool:
    return (pacote / f"{modulo}.py").exists() or (pacote / modulo / "__init__.py").exists()


def _escrever(secoes: dict[str, dict[str, list[str] | str]]) -> str:
    ini = configparser.ConfigParser()
    for secao, valores in secoes.items():
        ini[secao] = {k: v if isinstance(v, str) else "\n" + "\n".join(v) for k, v in valores.items()}
    texto = io.StringIO()
    ini.write(texto)
    return texto.getvalue()
