"""From what the operator points at (file, folder or zip) to layers that can be read."""

import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyogrio

from d2_georreferenciamento.importador.relatorio import ArquivoInvalido, Relatorio

EXTENSOES = {".shp", ".gpkg", ".geojson", ".topojson", ".json"}
_ACOMPANHANTES = (".shx", ".dbf")


@dataclass(frozen=True, slots=True)
class Camada:
    """One layer of one file: its fields, its number of features and its reference system (None when not told)."""

    arquivo: Path
    nome: str
    formato: str
    campos: tuple[str, ...]
    total: int
    crs: str | None
    avisos: tuple[str, ...] = ()


@contextmanager
def abrir(caminho: Path, relatorio: Relatorio, codificacao: str | None = None) -> Iterator[list[Camada]]:
    """Give every readable layer; what cannot be read goes to the report, and the rest proceeds.

    Raises:
        ArquivoInvalido: there is nothing to read at all.
    """
    if not caminho.exists():
        raise ArquivoInvalido(f"{caminho}: não existe.")
    with ExitStack() as pilha:
        camadas = [c for arquivo in _arquivos(caminho, pilha) for c in _camadas(arquivo, relatorio, codificacao)]
        if not camadas and not relatorio.ocorrencias:
            raise ArquivoInvalido(f"{caminho}: nenhuma camada de polígonos. Formatos lidos: {_lista()}.")
        yield camadas


def _arquivos(caminho: Path, pilha: ExitStack) -> list[Path]:
    if caminho.suffix.lower() == ".zip":
        pasta = Path(pilha.enter_context(tempfile.TemporaryDirectory(prefix="territorio-")))
        try:
            with zipfile.ZipFile(caminho) as pacote:
                pacote.extractall(pasta)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, OSError, RuntimeError) as erro:
            raise ArquivoInvalido(f"{caminho}: o arquivo zip está corrompido ({erro}).") from erro
        caminho = pasta
    if caminho.is_dir():
        return sorted(a for a in caminho.rglob("*") if a.suffix.lower() in EXTENSOES)
    if caminho.suffix.lower() not in EXTENSOES:
        raise ArquivoInvalido(f"{caminho}: formato desconhecido. Formatos lidos: zip de shapefile, {_lista()}.")
    return [caminho]


def _camadas(arquivo: Path, relatorio: Relatorio, codificacao: str | None) -> Iterator[Camada]:
    faltam = [e for e in _ACOMPANHANTES if arquivo.suffix.lower() == ".shp" and not _acompanhante(arquivo, e)]
    if faltam:
        relatorio.recusar(arquivo.name, f"faltam os arquivos que acompanham o shapefile: {', '.join(faltam)}.")
        return
    try:
        nomes = [str(nome) for nome, geometria in pyogrio.list_layers(arquivo) if geometria is not None]
        for nome in nomes:
            info = pyogrio.read_info(arquivo, layer=nome, encoding=codificacao, force_feature_count=True)
            yield Camada(arquivo, nome, info["driver"], tuple(info["fields"]), int(info["features"]), info["crs"])
    except pyogrio.errors.DataSourceError as erro:
        yield from _de_resgate(arquivo, str(erro), relatorio)


def _de_resgate(arquivo: Path, motivo: str, relatorio: Relatorio) -> Iterator[Camada]:
    """A GeoJSON whose syntax is broken somewhere still has readable features; other formats do not."""
    if arquivo.suffix.lower() in {".json", ".geojson"}:
        with arquivo.open(encoding="utf-8", errors="replace") as texto:
            parece_geojson = '"FeatureCollection"' in texto.read(4096)
        if parece_geojson:
            yield Camada(arquivo, arquivo.stem, "resgate", (), 0, None, avisos=(motivo,))
            return
    relatorio.recusar(arquivo.name, f"o arquivo não pôde ser lido ({motivo}).")


def _acompanhante(arquivo: Path, extensao: str) -> bool:
    return any(arquivo.with_suffix(e).exists() for e in (extensao, extensao.upper()))


def _lista() -> str:
    return ", ".join(sorted(EXTENSOES))
