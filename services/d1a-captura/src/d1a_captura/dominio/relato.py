"""What a citizen sends: fields named as in the payload of `demanda.recebida`, each with its own limits."""

import re
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, ConfigDict, Field, JsonValue, StrictBool

from d1a_captura.dominio.entrada import TEXTO_MAXIMO, Entrada

MIDIAS_MAXIMAS = 10
CONSENTIMENTOS_MAXIMOS = 20

Canal = Literal["app", "web", "sms", "156"]
TipoMidia = Literal["texto", "foto", "audio"]

_CHAVE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._=-]*(/[A-Za-z0-9][A-Za-z0-9._=-]*)*")
_URL = re.compile(r"https://[^\s\x00-\x1f\x7f<>\"\\^`{|}]+")
_DATA = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}")
_MIDIA = "Deve ser um endereço https:// ou a chave de um arquivo enviado."


def _midia(valor: str) -> str:
    if not (_CHAVE.fullmatch(valor) or (_URL.fullmatch(valor) and _endereco_publico(valor))):
        raise ValueError(_MIDIA)
    return valor


def _por_extenso(valor: object) -> object:
    """A bare number is no instant: seconds or milliseconds would be anyone's guess."""
    if not isinstance(valor, datetime) and not (isinstance(valor, str) and _DATA.match(valor)):
        raise ValueError("Deve ser uma data e hora no formato ISO 8601, como 2026-01-31T15:00:00Z.")
    return valor


def _endereco_publico(valor: str) -> bool:
    try:
        partes = urlsplit(valor)
        return bool(partes.hostname) and partes.username is None and partes.port != 0
    except ValueError:
        return False


Midia = Annotated[str, Field(max_length=1024), AfterValidator(_midia)]
Latitude = Annotated[float, Field(strict=True, ge=-90, le=90, allow_inf_nan=False)]
Longitude = Annotated[float, Field(strict=True, ge=-180, le=180, allow_inf_nan=False)]
Instante = Annotated[AwareDatetime, BeforeValidator(_por_extenso)]
Categoria = Annotated[str, Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z._-]{0,31}$")]


_EXEMPLO: JsonValue = {
    "texto_bruto": "Há três meses um buraco na Rua das Acácias, 120, derruba motos.",
    "tipo_midia": "texto",
    "localizacao_bruta": {"lat": -23.5478, "lng": -46.6174},
    "canal": "web",
    "termos_versao": "2026-01",
    "consentimentos": [{"tipo": "termos_de_uso", "aceito": True}],
    "fix_lat": -23.5481,
    "fix_lng": -46.617,
}


class Ponto(Entrada):
    """A point in decimal degrees, WGS 84."""

    lat: Latitude
    lng: Longitude


class UsoDaAssistencia(Entrada):
    """That the text reviser was used; never what it read or suggested."""

    usada: StrictBool
    motor: Annotated[str, Field(max_length=100)] | None = None
    aceita: StrictBool | None = None


class Consentimento(Entrada):
    """An answer to a request for consent; without an instant, that of the submission."""

    tipo: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,49}$")]
    aceito: StrictBool
    timestamp: Instante | None = None


class Relato(Entrada):
    """A demand as the citizen tells it."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXEMPLO]})

    texto_bruto: Annotated[str, Field(max_length=TEXTO_MAXIMO)] = ""
    tipo_midia: TipoMidia = "texto"
    localizacao_bruta: Ponto
    canal: Canal
    midia_urls: Annotated[tuple[Midia, ...], Field(max_length=MIDIAS_MAXIMAS)] = ()
    categoria_id: Categoria | None = None
    subcategoria_id: Categoria | None = None
    assistencia: UsoDaAssistencia | None = None
    termos_versao: Annotated[str, Field(min_length=1, max_length=50)] | None = None
    consentimentos: Annotated[tuple[Consentimento, ...], Field(max_length=CONSENTIMENTOS_MAXIMOS)] = ()
    timestamp_criacao: Annotated[
        Instante | None, Field(description="Quando o relato foi feito no aparelho; ausente: o instante do envio.")
    ] = None
    fix_lat: Annotated[Latitude | None, Field(description="Latitude do aparelho na captura")] = None
    fix_lng: Annotated[Longitude | None, Field(description="Longitude do aparelho na captura")] = None
    fix_precisao_m: Annotated[
        float | None, Field(strict=True, ge=0, le=1e6, description="Raio de incerteza do aparelho, em metros")
    ] = None
    fix_timestamp: Annotated[Instante | None, Field(description="Quando o aparelho esteve ali")] = None
