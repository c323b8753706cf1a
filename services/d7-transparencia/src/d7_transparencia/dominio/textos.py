"""The sentences of D-7, filled with the parameters that projections keep (Spec D-7, "Internacionalização")."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any
from zoneinfo import ZoneInfo

_OPCIONAL = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True)
class Modelo:
    """How one kind of timeline entry is told, whether a machine did it, and where that may be contested."""

    texto: str
    automatico: bool = False
    contestacao: str | None = None


class Textos:
    """One language: templates by event type and variant, names of statuses and channels, number and date formats."""

    def __init__(self, dados: Mapping[str, Any]) -> None:
        self._formato: Mapping[str, str] = dados["formato"]
        self._canais: Mapping[str, str] = dados["canais"]
        self._situacoes: Mapping[str, str] = dados["situacoes"]
        self._modelos = {
            (tipo, variante): Modelo(**modelo)
            for tipo, variantes in dados["entradas"].items()
            for variante, modelo in variantes.items()
        }
        self._sem_modelo = Modelo(self._formato["sem_modelo"])
        self.status: Mapping[str, str] = dados["status"]

    def modelo(self, tipo: str, variante: str) -> Modelo:
        """Return the template of an entry; one that the language does not tell yet is named by its type."""
        return self._modelos.get((tipo, variante)) or self._modelos.get((tipo, "padrao")) or self._sem_modelo

    def descrever(self, modelo: Modelo, dados: Mapping[str, Any], instante: datetime, zona: ZoneInfo) -> str:
        """Fill a template; `instante` gives the local date and hour. Names in `dados` are data, never templates."""
        campos = dados.get("campos", {})
        local = instante.astimezone(zona)
        parametros = {
            **campos,
            **dados,
            "data": local.strftime(self._formato["data"]),
            "hora": local.strftime(self._formato["hora"]),
            "canal": self._nome(self._canais, dados.get("canal") or campos.get("canal")),
            "categoria": dados.get("categoria") or dados.get("categoria_id"),
            "unidade": dados.get("unidade") or self._formato["sem_nome"],
            "score": self.numero(dados.get("score", 0.0)),
            "situacao": self._nome(self._situacoes, campos.get("status")),
            "aberto_em": self._dia(campos.get("data")),
            "data_estimada": self._dia(dados.get("data_estimada") or campos.get("data_estimada")),
        }
        return _OPCIONAL.sub(lambda trecho: _se_completo(trecho[1], parametros), modelo.texto).format_map(parametros)

    def numero(self, valor: float) -> str:
        """Write a number with two decimals as the language does."""
        trocas = {",": self._formato["milhar"], ".": self._formato["decimal"]}
        return "".join(trocas.get(c, c) for c in f"{valor:,.2f}")

    def _dia(self, valor: str | None) -> str | None:
        """Write a day (AAAA-MM-DD) as the language does; what is no day stays as it came."""
        try:
            return valor and date.fromisoformat(valor).strftime(self._formato["data"])
        except ValueError:
            return valor

    @staticmethod
    def _nome(nomes: Mapping[str, str], valor: str | None) -> str | None:
        return valor and nomes.get(valor, valor)


def _se_completo(trecho: str, parametros: Mapping[str, Any]) -> str:
    """Return a piece of a template that has all its parameters, or nothing."""
    nomes = [nome for _, nome, _, _ in Formatter().parse(trecho) if nome]
    return "" if any(parametros.get(nome) in (None, "") for nome in nomes) else trecho


@cache
def carregar(idioma: str = "pt-BR") -> Textos:
    """Load a language from this package's data."""
    recurso = files(__package__) / f"textos.{idioma}.toml"
    return Textos(tomllib.loads(recurso.read_text("utf-8")))
