"""When two schemas are one: the digests under which ids are given and found again."""

import hashlib

from n0b_registro.dominio.referencias import Lido
from n0b_registro.dominio.texto import compactar


def identidade(lido: Lido) -> str:
    """Digest of a schema as written plus its references: equal digests share one id, in any subject."""
    referencias = [[r.nome, r.assunto, r.versao] for r in sorted(set(lido.referencias))]
    return _resumir(compactar([lido.esquema.arvore, referencias]))


def identidade_resolvida(lido: Lido) -> str:
    """Digest of the schema with its references inside, as clients send it that have all in one text."""
    return _resumir(compactar(lido.resolvido))


def _resumir(texto: str) -> str:
    return hashlib.sha256(texto.encode()).hexdigest()
