"""The local day."""

from datetime import UTC, date, datetime

from d7_transparencia.dominio import tempo

SP = tempo.fuso("SP")


def test_o_dia_local_comeca_a_meia_noite_de_brasilia_e_termina_na_seguinte():
    assert tempo.comeco_do_dia(date(2026, 3, 14), SP) == datetime(2026, 3, 14, 3, tzinfo=UTC)
    assert tempo.fim_do_dia(date(2026, 3, 14), SP) == datetime(2026, 3, 15, 3, tzinfo=UTC)


def test_22h_locais_ainda_sao_do_mesmo_dia():
    noite = datetime(2026, 3, 15, 1, tzinfo=UTC)
    assert tempo.dias_entre(noite, datetime(2026, 3, 15, 2, 59, tzinfo=UTC), SP) == 0
    assert tempo.dias_entre(noite, datetime(2026, 3, 15, 3, 1, tzinfo=UTC), SP) == 1


def test_dias_em_aberto_nunca_sao_negativos():
    assert tempo.dias_entre(datetime(2026, 3, 15, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC), SP) == 0


def test_sem_estado_vale_brasilia():
    assert tempo.fuso(None).key == "America/Sao_Paulo"
