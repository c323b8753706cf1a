"""What a valid report is."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from d1a_captura.dominio.entrada import TEXTO_MAXIMO
from d1a_captura.dominio.geografia import Area
from d1a_captura.dominio.regras import Regras, faltas
from d1a_captura.dominio.relato import MIDIAS_MAXIMAS, Relato

AGORA = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
REGRAS = Regras(Area(-33.9, 5.4, -74.1, -28.6), 10_000)
MIDIA_ACEITA: JsonValue = [{"tipo": "midia_publica", "aceito": True}]


def campos_em_falta(regras: Regras = REGRAS, **campos: JsonValue) -> list[str]:
    base: dict[str, JsonValue] = {
        "texto_bruto": "Buraco na rua",
        "localizacao_bruta": {"lat": -23.55, "lng": -46.63},
        "canal": "web",
    }
    return [campo for campo, _ in faltas(Relato.model_validate(base | campos), regras, AGORA)]


def detalhe(**campos: JsonValue) -> str:
    base: dict[str, JsonValue] = {"texto_bruto": "Buraco na rua", "canal": "web"}
    return " ".join(d for _, d in faltas(Relato.model_validate(base | campos), REGRAS, AGORA))


def ponto(lat: float, lng: float) -> JsonValue:
    return {"lat": lat, "lng": lng}


def test_o_minimo_e_local_descricao_e_canal() -> None:
    assert campos_em_falta() == []


@pytest.mark.parametrize("texto", ["", "  \n\t ", "...", "🔥🔥🔥🔥", "a b", "ok", "__ _ __"])
def test_descricao_sem_tres_letras_ou_numeros_e_recusada(texto: str) -> None:
    assert campos_em_falta(texto_bruto=texto) == ["texto_bruto"]


@pytest.mark.parametrize("texto", ["luz", "a b c", "156", "<b>oi</b>", "água", "🔥 fogo", "0 0 0"])
def test_tres_letras_ou_numeros_bastam(texto: str) -> None:
    assert campos_em_falta(texto_bruto=texto) == []


def test_so_midia_dispensa_texto() -> None:
    assert (
        campos_em_falta(texto_bruto="", tipo_midia="foto", midia_urls=["temp/a.jpg"], consentimentos=MIDIA_ACEITA) == []
    )


@pytest.mark.parametrize("tipo", ["foto", "audio"])
def test_foto_ou_audio_sem_midia_e_recusado(tipo: str) -> None:
    assert campos_em_falta(tipo_midia=tipo) == ["midia_urls"]


def test_midia_exige_o_consentimento_de_midia_publica() -> None:
    assert campos_em_falta(midia_urls=["temp/a.jpg"]) == ["consentimentos"]
    recusado: JsonValue = [{"tipo": "midia_publica", "aceito": False}]
    assert campos_em_falta(midia_urls=["temp/a.jpg"], consentimentos=recusado) == ["consentimentos"]
    assert campos_em_falta(midia_urls=["temp/a.jpg"], consentimentos=MIDIA_ACEITA) == []


def test_termos_recusados_impedem_o_envio_e_outros_consentimentos_nao() -> None:
    assert campos_em_falta(consentimentos=[{"tipo": "termos_de_uso", "aceito": False}]) == ["consentimentos"]
    assert campos_em_falta(consentimentos=[{"tipo": "pesquisa", "aceito": False}]) == []


def test_a_instalacao_pode_exigir_consentimentos() -> None:
    regras = Regras(REGRAS.area, REGRAS.raio_captura_m, ("termos_de_uso",))
    assert campos_em_falta(regras) == ["consentimentos"]
    assert campos_em_falta(regras, consentimentos=[{"tipo": "termos_de_uso", "aceito": True}]) == []


def test_consentimento_repetido_ou_com_instante_impossivel_e_recusado() -> None:
    sim: JsonValue = {"tipo": "pesquisa", "aceito": True}
    nao: JsonValue = {"tipo": "pesquisa", "aceito": False}
    assert campos_em_falta(consentimentos=[sim, nao]) == ["consentimentos"]
    futuro: JsonValue = {"tipo": "pesquisa", "aceito": True, "timestamp": "9999-12-31T23:59:59-12:00"}
    assert campos_em_falta(consentimentos=[sim | {"tipo": "a"}, futuro]) == ["consentimentos[1].timestamp"]
    antigo: JsonValue = {"tipo": "pesquisa", "aceito": True, "timestamp": "0001-01-01T00:00:00+12:00"}
    assert campos_em_falta(consentimentos=[antigo]) == ["consentimentos[0].timestamp"]


def test_latitude_zero_perto_de_macapa_e_aceita() -> None:
    assert campos_em_falta(localizacao_bruta=ponto(0.0, -51.07)) == []


@pytest.mark.parametrize(
    ("lat", "lng", "esperados"),
    [
        (0.0, 0.0, ["localizacao_bruta.lng"]),
        (-23.55, 0.0, ["localizacao_bruta.lng"]),
        (38.72, -9.14, ["localizacao_bruta.lat", "localizacao_bruta.lng"]),
        (40.0, -46.63, ["localizacao_bruta.lat"]),
        (-23.55, -75.0, ["localizacao_bruta.lng"]),
        (-46.63, -23.55, ["localizacao_bruta.lat", "localizacao_bruta.lng"]),
    ],
)
def test_fora_da_area_o_campo_e_nomeado(lat: float, lng: float, esperados: list[str]) -> None:
    assert campos_em_falta(localizacao_bruta=ponto(lat, lng)) == esperados


def test_par_trocado_ganha_uma_dica() -> None:
    assert "trocadas" in detalhe(localizacao_bruta=ponto(-46.63, -23.55))
    assert "trocadas" not in detalhe(localizacao_bruta=ponto(38.72, -9.14))


def test_ponto_zero_zero_e_recusado_mesmo_numa_area_que_o_contenha() -> None:
    mundo = Regras(Area(-90, 90, -180, 180), 10_000)
    assert campos_em_falta(mundo, localizacao_bruta=ponto(0, 0)) == ["localizacao_bruta.lng"]
    assert campos_em_falta(mundo, localizacao_bruta=ponto(0, 0.0001)) == []


def test_dez_quilometros_do_aparelho() -> None:
    # One degree of latitude is 111.195 km.
    assert campos_em_falta(fix_lat=-23.55 + 9.99 / 111.195, fix_lng=-46.63) == []
    assert campos_em_falta(fix_lat=-23.55 + 10.01 / 111.195, fix_lng=-46.63) == ["localizacao_bruta"]


def test_aparelho_na_latitude_zero_e_conferido_como_qualquer_outro() -> None:
    macapa: JsonValue = ponto(0.01, -51.07)
    assert campos_em_falta(localizacao_bruta=macapa, fix_lat=0.0, fix_lng=-51.07) == []
    assert campos_em_falta(localizacao_bruta=macapa, fix_lat=0.0) == ["fix_lng"]
    assert campos_em_falta(fix_lat=0.0, fix_lng=0.0) == ["localizacao_bruta"]


def test_posicao_do_aparelho_vem_inteira_ou_nao_vem() -> None:
    assert campos_em_falta(fix_lat=-23.55) == ["fix_lng"]
    assert campos_em_falta(fix_lng=-46.63) == ["fix_lat"]
    assert campos_em_falta(fix_precisao_m=5.0) == ["fix_lat"]
    assert campos_em_falta(fix_timestamp=AGORA.isoformat()) == ["fix_lat"]


def test_posicao_do_aparelho_leva_o_instante_em_que_foi_tomada() -> None:
    def em(instante: datetime) -> list[str]:
        return campos_em_falta(fix_lat=-23.55, fix_lng=-46.63, fix_timestamp=instante.isoformat())

    assert em(AGORA - timedelta(days=20)) == []
    assert em(AGORA + timedelta(minutes=6)) == ["fix_timestamp"]
    assert em(AGORA - timedelta(days=366)) == ["fix_timestamp"]


def test_relato_guardado_no_aparelho_leva_o_instante_em_que_foi_feito() -> None:
    def em(instante: datetime) -> list[str]:
        return campos_em_falta(timestamp_criacao=instante.isoformat())

    assert em(AGORA - timedelta(days=20)) == []
    assert em(AGORA + timedelta(minutes=4)) == []
    assert em(AGORA + timedelta(minutes=6)) == ["timestamp_criacao"]
    assert em(AGORA - timedelta(days=366)) == ["timestamp_criacao"]


@pytest.mark.parametrize(
    "campos",
    [
        {"texto_bruto": "a" * (TEXTO_MAXIMO + 1)},
        {"texto_bruto": 123},
        {"tipo_midia": "video"},
        {"canal": "fax"},
        {"canal": None},
        {"midia_urls": ["temp/a.jpg"] * (MIDIAS_MAXIMAS + 1)},
        {"localizacao_bruta": {"lat": "-23.55", "lng": -46.63}},
        {"localizacao_bruta": {"lat": -23.55}},
        {"localizacao_bruta": {"lat": True, "lng": -46.63}},
        {"localizacao_bruta": {"lat": float("nan"), "lng": -46.63}},
        {"localizacao_bruta": {"lat": float("inf"), "lng": -46.63}},
        {"localizacao_bruta": {"lat": -91, "lng": -46.63}},
        {"localizacao_bruta": [-23.55, -46.63]},
        {"fix_lat": "0", "fix_lng": 0},
        {"fix_precisao_m": -1},
        {"fix_precisao_m": float("nan")},
        {"fix_precisao_m": "5"},
        {"fix_timestamp": "2026-03-14T13:00:00"},
        {"timestamp_criacao": "2026-03-14T13:00:00"},
        {"timestamp_criacao": 1_700_000_000},
        {"timestamp_criacao": "1700000000"},
        {"assistencia": {"usada": "true"}},
        {"assistencia": {"usada": True, "texto": "o texto anterior"}},
        {"consentimentos": [{"tipo": "Termos de uso", "aceito": True}]},
        {"consentimentos": [{"tipo": "termos_de_uso"}]},
        {"categoria_id": "1.1 OR 1=1"},
        {"cidadao_id": "7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77"},
    ],
)
def test_formas_que_nao_entram(campos: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        campos_em_falta(**campos)


@pytest.mark.parametrize(
    "midia",
    [
        "http://midia.exemplo.org/a.jpg",
        "https://",
        "https:///a.jpg",
        "https://usuario:senha@exemplo.org/a.jpg",
        "https://exemplo.org:99999/a.jpg",
        "https://exemplo.org/a b.jpg",
        'https://exemplo.org/"><img src=x onerror=alert(1)>',
        "javascript:alert(1)",
        "data:image/png;base64,AAAA",
        "file:///etc/passwd",
        "../segredo",
        "temp/../segredo",
        "/etc/passwd",
        "temp//a.jpg",
        "temp/a.jpg\n",
        "",
    ],
)
def test_midia_que_nao_e_https_nem_chave_e_recusada(midia: str) -> None:
    with pytest.raises(ValidationError):
        campos_em_falta(midia_urls=[midia])


@pytest.mark.parametrize(
    "midia",
    ["https://midia.exemplo.org/temp/buraco.jpg?X-Amz-Signature=ab%20c", "temp/5f0c.jpg", "5f0c", "a.b/c-d_e=f"],
)
def test_midia_por_https_ou_chave_e_aceita(midia: str) -> None:
    assert campos_em_falta(midia_urls=[midia], consentimentos=MIDIA_ACEITA) == []


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_qualquer_texto_e_julgado_sem_ser_mudado(texto: str) -> None:
    esperado = [] if sum(letra.isalnum() for letra in texto) >= 3 else ["texto_bruto"]
    assert campos_em_falta(texto_bruto=texto) == esperado
