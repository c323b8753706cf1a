"""What pydantic found wrong in a request, said in Portuguese and by the path of the field."""

from collections.abc import Mapping, Sequence
from typing import Any

MAXIMO = 20  # faults listed in one answer
TAMANHO = 200  # characters of a path, whose names may be the client's

_ONDE = {"body", "query", "path", "header", "cookie"}
_NUMERO = "Deve ser um número."
_INTEIRO = "Deve ser um número inteiro."
_OBJETO = "Deve ser um objeto JSON."
_LISTA = "Deve ser uma lista."
_DATA = "Deve ser uma data no formato AAAA-MM-DD."
_DATA_E_HORA = "Deve ser uma data e hora no formato ISO 8601, como 2026-01-31T15:00:00Z."
_HORA = "Deve ser uma hora no formato HH:MM:SS."
_DURACAO = "Deve ser uma duração no formato ISO 8601."
_URL = "Deve ser um endereço (URL) válido."
_VALOR = "Valor inválido."

_MENSAGENS = {
    "missing": "Campo obrigatório.",
    "extra_forbidden": "Campo desconhecido.",
    "none_required": "Deve ficar vazio (null).",
    "json_invalid": "O corpo não é um JSON válido.",
    "json_type": "Deve ser um JSON válido.",
    "string_type": "Deve ser um texto.",
    "string_sub_type": "Deve ser um texto.",
    "string_unicode": "O texto tem caracteres inválidos.",
    "string_pattern_mismatch": "Formato inválido.",
    "string_too_short": "Deve ter pelo menos {min_length} caractere(s).",
    "string_too_long": "Deve ter no máximo {max_length} caractere(s).",
    "int_type": _INTEIRO,
    "int_parsing": _INTEIRO,
    "int_from_float": _INTEIRO,
    "int_parsing_size": "Número grande demais.",
    "float_type": _NUMERO,
    "float_parsing": _NUMERO,
    "decimal_type": _NUMERO,
    "decimal_parsing": _NUMERO,
    "decimal_max_digits": "Deve ter no máximo {max_digits} dígitos.",
    "decimal_max_places": "Deve ter no máximo {decimal_places} casas decimais.",
    "decimal_whole_digits": "Deve ter no máximo {whole_digits} dígitos antes da vírgula.",
    "finite_number": "Deve ser um número finito.",
    "greater_than": "Deve ser maior que {gt}.",
    "greater_than_equal": "Deve ser maior ou igual a {ge}.",
    "less_than": "Deve ser menor que {lt}.",
    "less_than_equal": "Deve ser menor ou igual a {le}.",
    "multiple_of": "Deve ser múltiplo de {multiple_of}.",
    "bool_type": "Deve ser verdadeiro (true) ou falso (false).",
    "bool_parsing": "Deve ser verdadeiro (true) ou falso (false).",
    "uuid_type": "Deve ser um UUID.",
    "uuid_parsing": "Deve ser um UUID.",
    "uuid_version": "Deve ser um UUID versão {expected_version}.",
    "date_type": _DATA,
    "date_parsing": _DATA,
    "date_from_datetime_parsing": _DATA,
    "date_from_datetime_inexact": _DATA,
    "date_past": "A data deve estar no passado.",
    "date_future": "A data deve estar no futuro.",
    "datetime_type": _DATA_E_HORA,
    "datetime_parsing": _DATA_E_HORA,
    "datetime_object_invalid": _DATA_E_HORA,
    "datetime_from_date_parsing": _DATA_E_HORA,
    "datetime_past": "A data deve estar no passado.",
    "datetime_future": "A data deve estar no futuro.",
    "timezone_aware": "A data e hora deve trazer o fuso, como Z ou -03:00.",
    "timezone_naive": "A data e hora não deve trazer fuso.",
    "time_type": _HORA,
    "time_parsing": _HORA,
    "time_delta_type": _DURACAO,
    "time_delta_parsing": _DURACAO,
    "enum": "Deve ser um destes valores: {expected}.",
    "literal_error": "Deve ser um destes valores: {expected}.",
    "union_tag_invalid": "Deve ser um destes valores: {expected_tags}.",
    "union_tag_not_found": "Campo obrigatório.",
    "too_short": "Deve ter pelo menos {min_length} item(ns).",
    "too_long": "Deve ter no máximo {max_length} item(ns).",
    "list_type": _LISTA,
    "tuple_type": _LISTA,
    "set_type": _LISTA,
    "frozen_set_type": _LISTA,
    "dict_type": _OBJETO,
    "mapping_type": _OBJETO,
    "model_type": _OBJETO,
    "model_attributes_type": _OBJETO,
    "dataclass_type": _OBJETO,
    "dataclass_exact_type": _OBJETO,
    "url_type": _URL,
    "url_parsing": _URL,
    "url_syntax_violation": _URL,
    "url_scheme": "O endereço deve começar por: {expected_schemes}.",
    "url_too_long": "O endereço deve ter no máximo {max_length} caracteres.",
    "bytes_type": _VALOR,
}


def descrever(erros: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Describe the first `MAXIMO` errors of pydantic as `{campo, detalhe}`."""
    return [{"campo": _campo_do(erro), "detalhe": _mensagem(erro)} for erro in erros[:MAXIMO]]


def campo(local: Sequence[str | int]) -> str:
    """Turn a pydantic location into the path a client knows: `localizacao_bruta.lat`, `midia_urls[0]`."""
    onde = str(local[0]) if local else "body"
    partes = local[1:] if onde in _ONDE else local
    texto = "".join(f"[{parte}]" if isinstance(parte, int) else f".{parte}" for parte in partes if _e_nome(parte))
    return texto.removeprefix(".")[:TAMANHO] or ("corpo" if onde == "body" else onde)


def _campo_do(erro: Mapping[str, Any]) -> str:
    return "corpo" if erro["type"] == "json_invalid" else campo(erro["loc"])  # its location is a byte position


def _e_nome(parte: str | int) -> bool:
    # Pydantic also puts the names of its own validators in the path, as in `function-after[...]`.
    return isinstance(parte, int) or not parte.endswith("]")


def _mensagem(erro: Mapping[str, Any]) -> str:
    contexto: Mapping[str, Any] = erro.get("ctx") or {}
    if erro["type"] in ("value_error", "assertion_error"):
        return str(contexto.get("error") or _VALOR)  # raised by a validator of the colony, in Portuguese
    modelo = _MENSAGENS.get(erro["type"], _VALOR)
    return modelo.format_map({nome: str(valor).replace(" or ", " ou ") for nome, valor in contexto.items()})
