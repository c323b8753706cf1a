"""Which headers cross the gateway, in each direction."""

from collections.abc import Iterable

Cabecalhos = list[tuple[bytes, bytes]]


def _nomes(*linhas: str) -> frozenset[bytes]:
    return frozenset(" ".join(linhas).encode().split())


# RFC 9110 §7.6.1, and what tells of the connection rather than of the message.
_DE_UM_SALTO = _nomes(
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection",
    "te trailer transfer-encoding upgrade expect",
)
# What a client could use to pose as the gateway; and what the gateway writes itself.
_SO_DA_PORTA = _nomes("host forwarded via x-real-ip x-correlacao-id traceparent tracestate")
_SO_DA_COLONIA = _nomes("server date x-correlacao-id")


def de_ida(recebidos: Iterable[tuple[bytes, bytes]], cliente: str, correlacao: str, rastro: str | None) -> Cabecalhos:
    """Return the headers for the colony: one hop, one client address, one correlation and one trace, all ours.

    The colony trusts one hop, so `X-Forwarded-For` carries the one address that the gateway vouches for.
    """
    passam = [
        (nome, valor)
        for nome, valor in _de_ponta_a_ponta(recebidos)
        if nome not in _SO_DA_PORTA and not nome.startswith(b"x-forwarded-")
    ]
    nomes = {nome for nome, _ in passam}
    if b"accept-encoding" not in nomes:
        passam.append((b"accept-encoding", b"identity"))
    passam += [(b"x-forwarded-for", cliente.encode()), (b"x-correlacao-id", correlacao.encode())]
    if rastro is not None:
        passam.append((b"traceparent", rastro.encode()))
    return passam


def de_volta(recebidos: Iterable[tuple[bytes, bytes]], base: bytes) -> Cabecalhos:
    """Return the headers for the client; a redirection to the colony itself becomes one to the same path here."""
    return [
        (nome, _daqui(valor, base) if nome == b"location" else valor)
        for nome, valor in _de_ponta_a_ponta(recebidos)
        if nome not in _SO_DA_COLONIA
    ]


def _daqui(destino: bytes, base: bytes) -> bytes:
    """Turn an address of the colony into the same path here; any other goes as it came (to who authenticates)."""
    caminho = destino.removeprefix(base)
    if caminho == destino or caminho[:1] not in (b"", b"/", b"?") or caminho.startswith(b"//"):
        return destino
    return caminho if caminho.startswith(b"/") else b"/" + caminho


def _de_ponta_a_ponta(recebidos: Iterable[tuple[bytes, bytes]]) -> Cabecalhos:
    minusculos = [(nome.lower(), valor) for nome, valor in recebidos]
    citados = {
        nome.strip().lower() for chave, valor in minusculos if chave == b"connection" for nome in valor.split(b",")
    }
    cortados = _DE_UM_SALTO | citados
    if any(nome == b"transfer-encoding" for nome, _ in minusculos):
        cortados |= {b"content-length"}  # with both, only one of two readers would see the same body
    return [(nome, valor) for nome, valor in minusculos if nome not in cortados]
