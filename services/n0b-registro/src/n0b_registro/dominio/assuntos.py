"""Names of subjects and numbers of versions, as they come in addresses."""

import re

TAMANHO_MAXIMO = 1_000
"""UTF-8 bytes of a subject's name: what an index of PostgreSQL holds with room to spare."""

VERSAO_MAXIMA = 2**31 - 1
ULTIMA = -1
"""How clients ask for the newest version, in numbers; in words it is `latest`."""

_CONTROLES = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_RESERVADOS = frozenset({"", "__GLOBAL", "__EMPTY"})
_CONTEXTOS = (":.", ":*")


def e_assunto(nome: str) -> bool:
    """Any text but control characters, reserved words, and contexts (`:.contexto:assunto`), which do not exist here."""
    return (
        nome not in _RESERVADOS
        and not nome.startswith(_CONTEXTOS)
        and not _CONTROLES.search(nome)
        and len(nome.encode()) <= TAMANHO_MAXIMO
    )


def ler_versao(texto: str) -> int | None:
    """`latest` and −1 are `ULTIMA`; None when it is neither these nor a number from 1 to 2³¹−1."""
    texto = texto.strip()
    if texto.lower() == "latest":
        return ULTIMA
    if not re.fullmatch(r"-?[0-9]{1,10}", texto):
        return None
    versao = int(texto)
    return versao if versao == ULTIMA or 1 <= versao <= VERSAO_MAXIMA else None
