"""CSV in two profiles: for machines (comma, dot), and for Excel in Brazil (semicolon, BOM, decimal comma, all quoted).

A text cell that a spreadsheet would take for a formula gets an apostrophe in front; numbers are never touched.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

Perfil = Literal["maquina", "excel"]
_PERIGOSOS = frozenset("=+-@\t\r＝＋－＠")


def escrever(colunas: Sequence[str], linhas: Iterable[Mapping[str, Any]], perfil: Perfil, com_titulos: bool) -> str:
    saida = io.StringIO()
    excel = perfil == "excel"
    if excel and com_titulos:
        saida.write("\ufeff")
    escritor = csv.writer(
        saida,
        delimiter=";" if excel else ",",
        quoting=csv.QUOTE_ALL if excel else csv.QUOTE_MINIMAL,
        lineterminator="\r\n",
    )
    if com_titulos:
        escritor.writerow(colunas)
    escritor.writerows([_celula(linha[coluna], excel) for coluna in colunas] for linha in linhas)
    return saida.getvalue()


def _celula(valor: object, excel: bool) -> object:
    if isinstance(valor, float) and excel:
        return str(valor).replace(".", ",")
    return sem_formula(valor) if isinstance(valor, str) else valor


def sem_formula(texto: str) -> str:
    return f"'{texto}" if texto[:1] in _PERIGOSOS else texto
