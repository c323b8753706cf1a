"""A period as a person writes it: whole local days, or instants."""

from datetime import UTC, datetime, timedelta

import pytest

from nucleo import periodo


@pytest.mark.parametrize("dia", ["2026-03-14", "20260314", "2026-W11-6"])
def test_um_dia_vai_do_primeiro_ao_ultimo_instante_locais(dia: str) -> None:
    inicio, fim = periodo.inicio(dia), periodo.fim(dia)
    assert inicio == datetime(2026, 3, 14, 3, tzinfo=UTC)
    assert fim == inicio + timedelta(days=1, microseconds=-1)


@pytest.mark.parametrize("hora", ["21:00", "22:30", "23:59:59.999999"])
def test_a_noite_local_ainda_e_do_mesmo_dia(hora: str) -> None:
    noite = periodo.inicio(f"2026-03-14T{hora}-03:00")
    assert noite.astimezone(UTC).day == 15
    assert periodo.inicio("2026-03-14") <= noite <= periodo.fim("2026-03-14") < periodo.inicio("2026-03-15")


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


@pytest.mark.parametrize("texto", ["", "0", "1e400", "ontem", "2026-02-30", "14/03/2026", "2026-03-14T25:00"])
def test_o_que_nao_e_dia_nem_instante_e_dito(texto: str) -> None:
    with pytest.raises(ValueError, match="Não é um dia"):
        periodo.inicio(texto)


def test_o_fim_do_calendario_e_dito() -> None:
    with pytest.raises(ValueError, match="Não é um dia"):
        periodo.fim("9999-12-31")
