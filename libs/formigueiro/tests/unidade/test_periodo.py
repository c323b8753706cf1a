"""A period as a person writes it: whole local days, or instants."""

from datetime import UTC, datetime, timedelta

import pytest
import typer

from formigueiro.auditar import periodo


def test_um_dia_vai_do_primeiro_ao_ultimo_instante_locais() -> None:
    inicio, fim = periodo.inicio("2026-03-14"), periodo.fim("2026-03-14")
    assert inicio == datetime(2026, 3, 14, 3, tzinfo=UTC)
    assert fim == inicio + timedelta(days=1, microseconds=-1)


@pytest.mark.parametrize(
    ("texto", "instante"),
    [
        ("2026-03-14T12:00:00Z", datetime(2026, 3, 14, 12, tzinfo=UTC)),
        ("2026-03-14T12:00:00.000001+02:00", datetime(2026, 3, 14, 10, 0, 0, 1, tzinfo=UTC)),
        ("2026-03-14T22:30", datetime(2026, 3, 15, 1, 30, tzinfo=UTC)),
    ],
)
def test_um_instante_e_ele_mesmo_e_sem_fuso_e_local(texto: str, instante: datetime) -> None:
    assert periodo.inicio(texto) == periodo.fim(texto) == instante


@pytest.mark.parametrize("texto", ["", "ontem", "2026-02-30", "14/03/2026", "2026-03-14T25:00"])
def test_o_que_nao_e_dia_nem_instante_e_dito(texto: str) -> None:
    with pytest.raises(typer.BadParameter, match="não é um dia"):
        periodo.inicio(texto)


def test_o_fim_do_calendario_e_dito() -> None:
    with pytest.raises(typer.BadParameter, match="não é um dia"):
        periodo.fim("9999-12-31")
