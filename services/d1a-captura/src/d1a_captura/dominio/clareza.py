"""What makes a report easier to act on: enough detail, a place, no shouting, nobody's documents."""

import re
from collections.abc import Iterator

from d1a_captura.dominio.revisao import Sugestao

PALAVRAS_MINIMAS = 5
_LETRAS_PARA_JULGAR = 20
_MAIUSCULAS_MAXIMAS = 0.7

_PALAVRA = re.compile(r"[^\W\d_]+")
_INICIO_DE_FRASE = re.compile(r"(^\W*|[.!?]\s+)(\w)")
_LUGAR = re.compile(
    r"\b(?:rua|r\.|avenida|av\.?|travessa|alameda|estrada|rodovia|praça|pça|largo|viela|beco|ladeira|bairro|vila"
    r"|jardim|parque|conjunto|quadra|lote|cep|n[º°o]\.?\s*\d|número|km|esquina|ponte|viaduto|túnel|terminal|estação"
    r"|escola|creche|posto|ubs|upa|hospital|feira|mercado|igreja|perto|próximo|próxima|ao lado|em frente|atrás"
    r"|entre)(?!\w)"
    r"|\b\d{5}-?\d{3}\b|,\s*\d{1,5}\b",
    re.IGNORECASE,
)
_PESSOAIS = (
    ("cpf", "um CPF", re.compile(r"(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)")),
    ("email", "um e-mail", re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")),
    ("telefone", "um telefone", re.compile(r"(?<!\d)(?:\+?55\s?)?\(?\d{2}\)?[\s-]?9?\d{4}[\s-]?\d{4}(?!\d)")),
)


def sugerir(texto: str) -> Iterator[Sugestao]:
    """Yield what would make a report clearer or safer for its author."""
    palavras = _PALAVRA.findall(texto)
    if len(palavras) < PALAVRAS_MINIMAS:
        yield Sugestao(
            tipo="clareza",
            codigo="pouco-detalhe",
            mensagem="Conte um pouco mais: o que acontece, desde quando e quem é afetado.",
        )
    if not _LUGAR.search(texto):
        yield Sugestao(
            tipo="clareza",
            codigo="sem-lugar",
            mensagem="Diga onde é: rua e número, ou um ponto de referência próximo.",
        )
    if grita(texto):
        yield Sugestao(
            tipo="clareza",
            codigo="maiusculas",
            mensagem="Escreva em minúsculas: textos só em maiúsculas são difíceis de ler.",
        )
    yield from _dados_pessoais(texto)


def grita(texto: str) -> bool:
    """Tell whether a text is written almost all in capitals."""
    letras = [letra for letra in texto if letra.isalpha()]
    return len(letras) >= _LETRAS_PARA_JULGAR and sum(map(str.isupper, letras)) > _MAIUSCULAS_MAXIMAS * len(letras)


def baixar(texto: str) -> str:
    """Return a shouted text in lower case, each sentence with its capital; every character keeps its place."""
    baixo = "".join(_trocar(letra, letra.lower()) for letra in texto)
    return _INICIO_DE_FRASE.sub(lambda m: m[1] + _trocar(m[2], m[2].upper()), baixo)


def _trocar(letra: str, outra: str) -> str:
    return outra if len(outra) == 1 else letra


def _dados_pessoais(texto: str) -> Iterator[Sugestao]:
    for codigo, nome, padrao in _PESSOAIS:
        for achado in padrao.finditer(texto):
            yield Sugestao(
                tipo="privacidade",
                codigo=codigo,
                mensagem=f"Parece {nome}. O texto pode ficar público: tire o que identifica uma pessoa.",
                inicio=achado.start(),
                fim=achado.end(),
            )
