"""Secrets that C-1 hands out: it keeps only their hashes. From the operating system, never from a test's seed."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple
from uuid import UUID


def novo() -> str:
    """Return 256 random bits, as text that fits in a URL, a cookie or a header."""
    return secrets.token_urlsafe(32)


def resumo(segredo: str) -> bytes:
    """Return the SHA-256 under which a secret is kept."""
    return hashlib.sha256(segredo.encode()).digest()


def desafio(verificador: str) -> str:
    """Return the PKCE challenge S256 of a verifier (RFC 7636 §4.2)."""
    return urlsafe_b64encode(resumo(verificador)).rstrip(b"=").decode()


class Renovacao(NamedTuple):
    """A refresh token: which session it renews, and the secret that proves that it is the last one handed out."""

    sessao_id: UUID
    segredo: str

    def __str__(self) -> str:
        return f"{self.sessao_id.hex}.{self.segredo}"

    @classmethod
    def ler(cls, texto: str) -> "Renovacao | None":
        """Return what a refresh token says, or None when it is not one."""
        sessao, _, segredo = texto.partition(".")
        try:
            return cls(UUID(hex=sessao), segredo) if segredo else None
        except ValueError:
            return None
