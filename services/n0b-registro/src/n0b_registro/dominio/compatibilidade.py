"""Whether a new version may follow the earlier ones: schema resolution by Apache Avro.

Before Avro sees them, schemas are projected to what real registries compare: no logical types, documentation
or custom properties; references inside; aliases with their namespace; an `error` is a record.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from avro.compatibility import (
    ReaderWriterCompatibilityChecker,
    SchemaCompatibilityResult,
    SchemaCompatibilityType,
    SchemaIncompatibilityType,
)
from avro.schema import Schema, make_avsc_object

from n0b_registro.dominio.esquema import Arvore
from n0b_registro.dominio.niveis import Nivel
from n0b_registro.dominio.nomes import PRIMITIVOS

RAIZ = "_"
"""Stands for the null namespace, which Avro's Python library cannot name inside another one."""

Falta = SchemaIncompatibilityType
EXPLICACOES = {
    Falta.name_mismatch: "o tipo de quem lê tem outro nome e não tem como apelido o nome escrito",
    Falta.fixed_size_mismatch: "os tamanhos do fixed diferem",
    Falta.missing_enum_symbols: "quem lê não conhece todos os símbolos do enum",
    Falta.reader_field_missing_default_value: "quem lê tem um campo sem padrão que não foi escrito",
    Falta.type_mismatch: "um tipo não se converte no outro",
    Falta.missing_union_branch: "falta um ramo na união de quem lê",
}


@dataclass(frozen=True, slots=True)
class Anterior:
    """A registered version, its references inside the tree."""

    versao: int
    texto: str
    arvore: Arvore


def incompatibilidades(nova: Arvore, anteriores: Sequence[Anterior], nivel: Nivel) -> list[str]:
    """Why `nova` may not follow `anteriores` (oldest first): the faults with the newest it breaks with."""
    contra = anteriores if nivel.transitivo else anteriores[-1:]
    for anterior in reversed(contra):
        if faltas := _faltas(nova, anterior.arvore, nivel):
            return [
                *faltas,
                f"{{oldSchemaVersion: {anterior.versao}}}",
                f"{{oldSchema: '{anterior.texto}'}}",
                f"{{compatibility: '{nivel}'}}",
            ]
    return []


def _faltas(nova: Arvore, antiga: Arvore, nivel: Nivel) -> list[str]:
    faltas = []
    if nivel.le_o_passado:
        faltas += _ler(leitor=nova, escritor=antiga)
    if nivel.e_lido_pelo_passado:
        faltas += _ler(leitor=antiga, escritor=nova)
    return faltas


def _ler(*, leitor: Arvore, escritor: Arvore) -> list[str]:
    verificador = ReaderWriterCompatibilityChecker()  # type: ignore[no-untyped-call] # avro leaves it untyped
    resultado = verificador.get_compatibility(_para_avro(leitor), _para_avro(escritor))
    if resultado.compatibility is SchemaCompatibilityType.compatible:
        return []
    return _explicar(resultado)


def _explicar(resultado: SchemaCompatibilityResult) -> list[str]:
    onde = ", ".join(sorted(resultado.locations - {"/"})) or "/"
    o_que = ", ".join(sorted(resultado.messages)).replace(f"{RAIZ}.", "")
    return [
        f"{{errorType:'{falta.name.upper()}', description:'{EXPLICACOES[falta]}', additionalInfo:'{onde}: {o_que}'}}"
        for falta in dict.fromkeys(resultado.incompatibilities)
    ]


def _para_avro(arvore: Arvore) -> Schema:
    return make_avsc_object(_projetar(arvore))


def _projetar(arvore: Arvore) -> Any:
    if isinstance(arvore, str):
        return _com_espaco(arvore)
    if isinstance(arvore, list):
        return [_projetar(ramo) for ramo in arvore]
    tipo = arvore["type"]
    if tipo in PRIMITIVOS:
        return tipo
    projetado: dict[str, Any] = {"type": "record" if tipo == "error" else tipo}
    if "name" in arvore:
        projetado["name"] = _com_espaco(arvore["name"])
        projetado["aliases"] = [_com_espaco(apelido) for apelido in arvore.get("aliases", ())]
    if "fields" in arvore:
        projetado["fields"] = [_projetar_campo(campo) for campo in arvore["fields"]]
    for dentro in ("items", "values"):
        if dentro in arvore:
            projetado[dentro] = _projetar(arvore[dentro])
    atributos = ("symbols", "size", *(("default",) if tipo == "enum" else ()))
    return projetado | {atributo: arvore[atributo] for atributo in atributos if atributo in arvore}


def _projetar_campo(campo: dict[str, Any]) -> dict[str, Any]:
    atributos = {chave: campo[chave] for chave in ("name", "aliases", "default") if chave in campo}
    return atributos | {"type": _projetar(campo["type"])}


def _com_espaco(nome: str) -> str:
    return nome if nome in PRIMITIVOS or "." in nome else f"{RAIZ}.{nome}"
