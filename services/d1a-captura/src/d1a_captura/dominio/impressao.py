"""When two submissions are the same: the fingerprint of what was sent. Spec D-1a, "Idempotência"."""

import json
from hashlib import sha256
from unicodedata import normalize

import orjson

from d1a_captura.dominio.atualizacao import Atualizacao
from d1a_captura.dominio.relato import Relato

_DEMANDA = b"formigueiro/d1a/demanda/1\0"
_ATUALIZACAO = b"formigueiro/d1a/atualizacao/1\0"


def imprimir(relato: Relato) -> bytes:
    """Return the SHA-256 of the canonical content, without any component of time.

    The content is what describes the problem: the text, its form, the place and the media. The channel, the
    consents, the device's position and the suggested category do not make another demand of the same report.
    Canonical is RFC 8785 over NFC text; coordinates enter as strings (their shortest exact decimal), so that
    the form of a number is nobody's choice.
    """
    local = relato.localizacao_bruta
    conteudo = {
        "lat": _decimal(local.lat),
        "lng": _decimal(local.lng),
        "midia_urls": [normalize("NFC", url) for url in relato.midia_urls],
        "texto_bruto": normalize("NFC", relato.texto_bruto),
        "tipo_midia": relato.tipo_midia,
    }
    return sha256(_DEMANDA + orjson.dumps(conteudo, option=orjson.OPT_SORT_KEYS)).digest()


def imprimir_atualizacao(atualizacao: Atualizacao, chave: str) -> bytes:
    """Return the SHA-256 of all that was sent, and of the `Idempotency-Key` with which a client tells two apart."""
    conteudo = json.dumps([chave, atualizacao.model_dump()], ensure_ascii=False, sort_keys=True)
    return sha256(_ATUALIZACAO + normalize("NFC", conteudo).encode()).digest()


def _decimal(valor: float) -> str:
    return repr(valor + 0.0)  # −0.0 is 0.0
