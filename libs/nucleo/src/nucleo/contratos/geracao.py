"""Writes `nucleo/eventos.py`: a typed payload class for the newest version of every contract."""

import json
import textwrap
from typing import Any

from nucleo.contratos.modelo import Catalogo, Contrato

CABECALHO = '"""The payload of every event type; written by `python -m nucleo.contratos gerar`."""'
PRIMITIVOS = {
    "null": "None",
    "boolean": "bool",
    "int": "int",
    "long": "int",
    "float": "float",
    "double": "float",
    "bytes": "bytes",
    "string": "str",
}
LOGICOS = {"uuid": "UUID", "timestamp-micros": "datetime", "date": "date", "decimal": "Decimal"}
ORIGENS = {"date": "datetime", "datetime": "datetime", "Decimal": "decimal", "UUID": "uuid"}


class _Escritor:
    """Collects the classes in the order in which Python needs them: a nested record before who holds it."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}
        self.usados: set[str] = set()

    def payload(self, contrato: Contrato) -> str:
        esquema, semver = contrato.vigente.esquema, contrato.vigente.semver
        registro = next(campo["type"] for campo in esquema["fields"] if campo["name"] == "payload")
        constantes = (
            f"    TIPO: ClassVar[str] = {_texto(contrato.tipo)}\n    VERSAO: ClassVar[str] = {_texto(semver)}\n\n"
        )
        return self._classe(esquema["name"], "(Payload)", esquema["doc"], constantes, registro["fields"])

    def _classe(self, nome: str, base: str, doc: str, constantes: str, campos: list[dict[str, Any]]) -> str:
        corpo = "\n".join(self._campo(campo) for campo in campos)
        self.classes[nome] = (
            f"@dataclass(slots=True, kw_only=True)\nclass {nome}{base}:\n{_docstring(doc)}\n{constantes}{corpo}"
        )
        return nome

    def _campo(self, campo: dict[str, Any]) -> str:
        tipo = self._tipo(campo["type"])
        padrao = f" = {self._padrao(tipo, campo['default'])}" if "default" in campo else ""
        return f"    {campo['name']}: {tipo}{padrao}\n{_docstring(campo['doc'])}"

    def _tipo(self, tipo: Any) -> str:
        match tipo:
            case str():
                return PRIMITIVOS.get(tipo, tipo)
            case list():
                ordenados = sorted(tipo, key=lambda opcao: opcao == "null")
                return " | ".join(self._tipo(opcao) for opcao in ordenados)
            case {"logicalType": logico} if logico in LOGICOS:
                self.usados.add(LOGICOS[logico])
                return LOGICOS[logico]
            case {"type": "array", "items": itens}:
                return f"list[{self._tipo(itens)}]"
            case {"type": "record", "name": nome, "doc": doc, "fields": campos}:
                return self._classe(nome, "", doc, "", campos)
        raise ValueError(f"eventos.py não sabe escrever o tipo Avro {json.dumps(tipo)}")

    def _padrao(self, tipo: str, valor: Any) -> str:
        match valor:
            case str():
                return _texto(valor)
            case None | bool() | int() | float():
                return repr(valor)
            case []:
                self.usados.add("field")
                return "field(default_factory=list)"
            case dict() if not any(valor.values()):
                self.usados.add("field")
                return f"field(default_factory={tipo})"
        raise ValueError(f"eventos.py não sabe escrever o padrão {json.dumps(valor)}")


def gerar(catalogo: Catalogo) -> str:
    """The whole text of `nucleo/eventos.py`."""
    escritor = _Escritor()
    nomes = {contrato.tipo: escritor.payload(contrato) for contrato in catalogo}
    por_tipo = "".join(f"    {_texto(tipo)}: {nome},\n" for tipo, nome in nomes.items())
    return "\n\n".join(
        [
            f"{CABECALHO}\n\n{_importacoes(escritor.usados)}",
            *escritor.classes.values(),
            f"POR_TIPO: dict[str, type[Payload]] = {{\n{por_tipo}}}\n",
        ]
    )


def _importacoes(usados: set[str]) -> str:
    nomes = {"dataclasses": {"dataclass"} | (usados & {"field"}), "typing": {"ClassVar"}}
    for nome in usados - {"field"}:
        nomes.setdefault(ORIGENS[nome], set()).add(nome)
    linhas = [f"from {modulo} import {', '.join(sorted(nomes[modulo]))}" for modulo in sorted(nomes)]
    return "\n".join([*linhas, "", "from nucleo.payload import Payload", ""])


def _docstring(doc: str) -> str:
    linhas = textwrap.wrap(doc, 98)
    fim = '"""\n' if len(linhas) == 1 else '\n    """\n'
    return textwrap.indent('"""' + "\n".join(linhas) + fim, "    ")


def _texto(valor: str) -> str:
    return json.dumps(valor, ensure_ascii=False)
