"""The period of an audit, on the command line."""

from datetime import UTC, datetime, timedelta

import pytest
import typer

from formigueiro.auditar import periodo


def test_um_dia_vai_do_primeiro_ao_ultimo_instante_locais() -> None:
    inicio, fim = periodo.inicio("2026-03-14"), periodo.fim("2026-03-14")
    assert inicio == datetime(2026, 3, 14, 3, tzinfo=UTC)
    assert fim == inicio + timedelta(days=1, microseconds=-1)


@pytest.mark.parametrize("ler", [periodo.inicio, periodo.fim])
def test_o_que_nao_e_dia_nem_instante_e_dito(ler) -> None:
    with pytest.raises(typer.BadParameter, match="'ontem': Não é um dia"):
        ler("ontem")
