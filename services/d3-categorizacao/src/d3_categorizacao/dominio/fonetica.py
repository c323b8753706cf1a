"""One spelling for words that sound alike in Portuguese ('exgoto', 'enxente', 'vasando'), plurals, and verb endings."""

import re

_TROCAS = [
    (re.compile(r"^h"), ""),
    (re.compile(r"ch|sh"), "x"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"y"), "i"),
    (re.compile(r"k"), "c"),
    (re.compile(r"ex(?=[bcdfgpqt])"), "es"),
    (re.compile(r"c(?=[ei])"), "s"),
    (re.compile(r"(?<=[aeiou])z(?=[aeiou])"), "s"),
    (re.compile(r"^e(?=[mn])"), "i"),
    (re.compile(r"n(?=[pb])"), "m"),
    (re.compile(r"l(?=[bcdfgkmnpqrstvxz])"), "u"),
    (re.compile(r"rrr+"), "rr"),
    (re.compile(r"([a-qs-z])\1+"), r"\1"),
]

_PLURAIS = [
    ("oes", "ao"),
    ("aes", "ao"),
    ("ais", "al"),
    ("eis", "el"),
    ("ois", "ol"),
    ("ns", "m"),
    ("res", "r"),
    ("s", ""),
]

_TERMINACOES = {
    "ar": "a am ando ar ara aram arao aria aro as asse ava avam ado ada ados adas e em ei emos amos o ou arem",
    "er": "e em endo er era eram ero eu ia iam ido ida idos idas a am o emos esse erem erao",
    "ir": "e em indo ir ira iram iro iu i ia iam ido ida idos idas a am o imos isse irem irao",
}
_FORMAS_COMUNS = {
    "ar": "a ando ar aram ado ada ou",
    "er": "e endo er eram ido ida eu",
    "ir": "e indo ir iram ido ida iu",
}
_MENOR_RADICAL = 3

_DIMINUTIVO = re.compile(r"(?P<base>[a-z]{3,}?)z?inh[oa]$")


def som(palavra: str) -> str:
    """The word as it sounds; two spellings of one sound give one result. Expects lower case without accents."""
    if palavra[0].isdigit():
        return palavra
    for padrao, troca in _TROCAS:
        palavra = padrao.sub(troca, palavra)
    return palavra


def singular(palavra: str) -> str:
    if len(palavra) <= 3 or not palavra.endswith("s"):
        return palavra
    for final, troca in _PLURAIS:
        if palavra.endswith(final):
            return palavra[: -len(final)] + troca
    return palavra


def conjugacoes(infinitivo: str) -> tuple[str, list[str], list[str]]:
    """(stem, every ending, the endings worth indexing against typing errors) of an infinitive already in `som` form."""
    radical, conjugacao = infinitivo[:-2], infinitivo[-2:]
    if conjugacao not in _TERMINACOES or len(radical) < _MENOR_RADICAL:
        raise ValueError(f"'{infinitivo}' não é um infinitivo regular com radical de {_MENOR_RADICAL} letras ou mais")
    return radical, _TERMINACOES[conjugacao].split(), _FORMAS_COMUNS[conjugacao].split()


def bases_do_diminutivo(palavra: str) -> list[str]:
    """'buraquinho' -> ['buraqu', 'buraco'…]: the words it may be a diminutive of."""
    achado = _DIMINUTIVO.match(palavra)
    if not achado:
        return []
    base = achado["base"]
    dura = base[:-2] + "c" if base.endswith("qu") else base[:-1] if base.endswith("gu") else base
    return [base, *(dura + vogal for vogal in "oae")]
