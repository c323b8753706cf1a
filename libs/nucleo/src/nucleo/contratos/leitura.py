"""Reads `contracts/`; what it does not expect it refuses, with a sentence that names the file and the key."""

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import fastavro
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from nucleo.contratos.modelo import CampoSensivel, Catalogo, Contrato, ContratoInvalido, Versao, dobrar

Texto = Annotated[str, Field(min_length=1)]
Semver = Annotated[str, Field(pattern=r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$")]
MOTIVOS = {"extra_forbidden": "chave desconhecida", "missing": "chave ausente"}
Status = Literal["vigente", "mantida", "deprecada"]


class _Estrito(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Sensivel(_Estrito):
    caminho: Texto
    razao: Texto


class _Ficha(_Estrito):
    """The shape of `contrato.yaml`."""

    tipo: Texto
    topico: Texto
    descricao: Texto
    produtores: Annotated[list[Texto], Field(min_length=1)]
    chave: Texto
    chave_do_registro: Texto
    particoes: Annotated[int, Field(ge=1)]
    visibilidade: Literal["publica", "interna"]
    compacta: bool
    sensiveis: list[_Sensivel]
    vetores: Annotated[str, Field(pattern=r"^[a-z_]+\.json$")] | None = None
    versoes: Annotated[dict[Semver, Status], Field(min_length=1)]

    @model_validator(mode="after")
    def _so_a_mais_nova_e_vigente(self) -> Self:
        vigentes = [semver for semver, status in self.versoes.items() if status == "vigente"]
        if vigentes != [max(self.versoes, key=_ordem)]:
            raise ValueError("versoes: a mais nova, e só ela, deve ser vigente")
        return self


def pasta_dos_contratos() -> Path:
    """The folder inside the installed package or, in a checkout, `contracts/` at its root."""
    empacotada = Path(__file__).parent.parent / "_contratos"
    return empacotada if empacotada.is_dir() else Path(__file__).parents[5] / "contracts"


def carregar(pasta: Path | str | None = None) -> Catalogo:
    """Every contract of `pasta` (by default the product's own); read once a process."""
    return _carregar(Path(pasta) if pasta is not None else pasta_dos_contratos())


def campos_do_payload(esquema: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of the payload record inside the schema of an event."""
    payload = next(campo for campo in esquema["fields"] if campo["name"] == "payload")
    return list(payload["type"]["fields"])


@cache
def _carregar(pasta: Path) -> Catalogo:
    arquivos = sorted(pasta.glob("*/contrato.yaml"))
    if not arquivos:
        raise ContratoInvalido(f"{pasta}: nenhum contrato encontrado")
    return Catalogo([_ler_contrato(arquivo) for arquivo in arquivos])


def _ler_contrato(arquivo: Path) -> Contrato:
    ficha = _ler_ficha(arquivo)
    contrato = Contrato(
        tipo=ficha.tipo,
        topico=ficha.topico,
        descricao=ficha.descricao,
        produtores=tuple(ficha.produtores),
        chave=ficha.chave,
        chave_do_registro=ficha.chave_do_registro,
        particoes=ficha.particoes,
        visibilidade=ficha.visibilidade,
        compacta=ficha.compacta,
        sensiveis=tuple(CampoSensivel(campo.caminho, campo.razao) for campo in ficha.sensiveis),
        vetores=ficha.vetores,
        versoes=tuple(
            _ler_versao(arquivo.with_name(f"{semver}.avsc"), semver, ficha.versoes[semver])
            for semver in sorted(ficha.versoes, key=_ordem)
        ),
    )
    _conferir(contrato, arquivo)
    return contrato


def _ler_ficha(arquivo: Path) -> _Ficha:
    try:
        return _Ficha.model_validate(yaml.safe_load(arquivo.read_text("utf-8")))
    except yaml.YAMLError as erro:
        raise ContratoInvalido(f"{_nome(arquivo)}: YAML ilegível: {erro}") from erro
    except ValidationError as erro:
        frases = "; ".join(_frase(falha) for falha in erro.errors())
        raise ContratoInvalido(f"{_nome(arquivo)}: {frases}") from erro


def _frase(falha: Any) -> str:
    onde = ".".join(map(str, falha["loc"]))
    motivo = MOTIVOS.get(falha["type"], falha["msg"])
    return f"{onde}: {motivo}" if onde else str(motivo)


def _ler_versao(arquivo: Path, semver: str, status: Status) -> Versao:
    try:
        texto = arquivo.read_text("utf-8")
        esquema = json.loads(texto)
        fastavro.parse_schema(esquema)
    except FileNotFoundError:
        raise ContratoInvalido(f"{_nome(arquivo)}: arquivo ausente") from None
    except (ValueError, fastavro.schema.SchemaParseException) as erro:
        raise ContratoInvalido(f"{_nome(arquivo)}: esquema ilegível: {erro}") from erro
    return Versao(semver, status, esquema, texto)


def _conferir(contrato: Contrato, arquivo: Path) -> None:
    """What no key says alone: names that fold, keys and sensitive paths that exist in the payload."""
    if not contrato.topico == dobrar(contrato.tipo) == arquivo.parent.name:
        raise ContratoInvalido(f"{_nome(arquivo)}: topico: tópico e pasta devem ser {dobrar(contrato.tipo)}")
    if contrato.vetores and not arquivo.with_name(contrato.vetores).is_file():
        raise ContratoInvalido(f"{_nome(arquivo)}: vetores: arquivo ausente: {contrato.vetores}")
    campos = {campo["name"] for campo in campos_do_payload(contrato.vigente.esquema)}
    nomeados = {
        "chave": {contrato.chave},
        "chave_do_registro": {contrato.chave_do_registro} - {"event_id"},
        "sensiveis": {sensivel.caminho for sensivel in contrato.sensiveis},
    }
    for chave, nomes in nomeados.items():
        if faltam := nomes - campos:
            lista = ", ".join(sorted(faltam))
            raise ContratoInvalido(f"{_nome(arquivo)}: {chave}: não é campo do payload: {lista}")


def _ordem(semver: str) -> tuple[int, ...]:
    return tuple(map(int, semver.split(".")))


def _nome(arquivo: Path) -> str:
    return f"{arquivo.parent.name}/{arquivo.name}"
