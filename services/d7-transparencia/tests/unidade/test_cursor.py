"""Opaque cursors: what was written is read back, and nothing else is accepted."""

import base64
import json
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d7_transparencia.rotas import cursor
from nucleo.erros import Invalido

ID = UUID("0199c0de-0000-7000-8000-000000000001")


@given(st.floats(allow_nan=False, allow_infinity=False), st.uuids())
def test_scores_voltam_exatos(score: float, demanda_id: UUID):
    fechado = cursor.fechar(score, demanda_id)
    assert cursor.abrir(fechado, cursor.numero, cursor.id_) == (score, demanda_id)


def test_instantes_voltam_com_os_microssegundos():
    instante = datetime(2026, 3, 14, 13, 32, 1, 123457, tzinfo=UTC)
    assert cursor.abrir(cursor.fechar(instante, ID), cursor.instante, cursor.id_) == (instante, ID)


def _de(valor: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(valor).encode()).decode()


@pytest.mark.parametrize(
    "ruim",
    [
        "",
        "!!!",
        "á",
        _de([]),
        _de([1.0]),
        _de({"a": 1}),
        _de(["x", str(ID)]),
        _de([float("nan"), str(ID)]),
        _de([float("inf"), str(ID)]),
        _de([True, str(ID)]),
        _de([10**400, str(ID)]),
        _de([1.0, "nada"]),
        _de([1.0, None]),
        _de([1.0, str(ID), 2]),
        "[" * 5000,
        base64.urlsafe_b64encode(b"\xff\xfe").decode(),
        base64.urlsafe_b64encode(b"[" * 100_000).decode(),
    ],
)
def test_um_cursor_alheio_e_recusado_pelo_nome(ruim: str):
    with pytest.raises(Invalido) as erro:
        cursor.abrir(ruim, cursor.numero, cursor.id_)
    assert erro.value.campo == "depois"


@pytest.mark.parametrize("parte", [1e300, -(2**53), 1.5, "x", None])
def test_um_instante_impossivel_e_recusado(parte: object):
    with pytest.raises(Invalido):
        cursor.abrir(_de([parte, str(ID)]), cursor.instante, cursor.id_)


def test_nulo_em_texto_nunca_chega_ao_banco():
    with pytest.raises(Invalido):
        cursor.abrir(_de(["a\0", str(ID)]), cursor.texto, cursor.id_)
