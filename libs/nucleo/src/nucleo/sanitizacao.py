"""Personal data in free text: covered by patterns before the text is published."""

import re
from collections.abc import Sequence

_COM_ARROBA = re.compile(r"(?<![\w.+@-])[\w.+-]*+@[\w.+@-]*+")
_EMAIL = re.compile(r"\w@[\w-]++\.\w")
_INICIO, _FIM = r"(?<!\d)(?<!\d[.-])", r"(?!\d)(?![.-]\d)"  # not a piece of a longer number
_DDD = r"(?:\+?55[ .-]?)?(?:\( ?0?[1-9]{2} ?\)|0?[1-9]{2})(?:[ -]{0,2}|\.(?=\d{4,5}[ .-]))"
_ASSUNTO = r"protocolo|processo|chamado|solicita[çc][ãa]o|atendimento|of[íi]cio|ordem de servi[çc]o"
_DIZ_NUMERO = r"(?:\W{1,3}(?:n[º°.o]{0,2}|n[úu]mero|sob|de|do|é)){0,3}\W{0,3}"
_PADROES = {
    # Kept, and first, so that no other pattern takes a piece of them: references, and the number of a procedure.
    "referencia": r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b",
    "protocolo": rf"\b(?i:(?:{_ASSUNTO}){_DIZ_NUMERO})\d{{8,14}}(?!\w)(?![./-]\d)",
    "cnpj": _INICIO + r"[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-\d{2}" + _FIM,
    "cpf": _INICIO + r"\d{3}\.\d{3}\.\d{3}-\d{2}" + _FIM,
    "rg": _INICIO + r"\d{1,2}\.\d{3}\.\d{3}-[\dXx](?!\w)" + _FIM,
    "cnpj_solto": _INICIO + r"\d{2}[ .]?\d{3}[ .]?\d{3}[ /]?\d{4}[ -]?\d{2}" + _FIM,
    "cpf_solto": _INICIO + r"\d{3}[ .]?\d{3}[ .]?\d{3}[ .-]?\d{2}" + _FIM,
    "telefone": _INICIO + _DDD + r"(?:9 ?)?[2-9]\d{3}[ .-]?\d{4}" + _FIM,
    "telefone_movel": _INICIO + r"9 ?\d{4}[ .-]?\d{4}" + _FIM,
    "telefone_fixo": _INICIO + r"(?!(?:19|20)\d\d-(?:19|20)\d\d)[2-5]\d{3}-\d{4}" + _FIM,
}
_NUMERO = re.compile("|".join(f"(?P<{nome}>{padrao})" for nome, padrao in _PADROES.items()))
_TELEFONE = re.compile(_PADROES["telefone"])
_ALGUM = re.compile(r"\d(?:\D{0,4}\d){6}|/[0-9A-Z]{4}-\d\d")  # without it, none of them: most texts are read once
_MARCAS = {"cnpj": "[CNPJ]", "cpf": "[CPF]", "rg": "[RG]", "telefone": "[telefone]"}
_PESOS = {"cnpj_solto": (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), "cpf_solto": (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)}


def sanitizar(texto: str) -> str:
    """Return the text with CPF, CNPJ, RG, telephone numbers and e-mail addresses covered, as in `[CPF]`.

    CPF and CNPJ without their usual punctuation are told from other numbers by their check digits. A CEP stays (it is a
    place), and so do UUIDs and a number that the text calls a protocol. Names and street addresses have no pattern:
    they are not covered. Linear in the text; doing it twice changes nothing.
    """
    if "@" in texto:
        texto = _COM_ARROBA.sub(_cobrir_email, texto)
    return _NUMERO.sub(_cobrir_numero, texto) if _ALGUM.search(texto) else texto


def _cobrir_email(achado: re.Match[str]) -> str:
    texto = achado.group()
    sem_ponto = texto.rstrip(".")
    return "[e-mail]" + texto[len(sem_ponto) :] if _EMAIL.search(texto) else texto


def _cobrir_numero(achado: re.Match[str]) -> str:
    tipo, texto = str(achado.lastgroup), achado.group()
    if tipo in _PESOS and not _confere(texto, _PESOS[tipo]):
        return _MARCAS["telefone"] if _TELEFONE.fullmatch(texto) else texto
    return _MARCAS.get(tipo.split("_")[0], texto)


def _confere(documento: str, pesos: Sequence[int]) -> bool:
    """Tell whether the last two digits are the check digits of the others (modulo 11)."""
    digitos = [int(c) for c in documento if c.isdigit()]
    corpo = digitos[:-2]
    for parcelas in (pesos[1:], pesos):
        resto = sum(d * p for d, p in zip(corpo, parcelas, strict=True)) % 11
        corpo.append(0 if resto < 2 else 11 - resto)
    return corpo == digitos and len(set(digitos)) > 1
