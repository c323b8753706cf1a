"""Sending demands to the real application on a real database."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from structlog.testing import capture_logs

from d1a_captura.colonia import colonia
from d1a_captura.estado import demandas
from d1a_captura.recepcao import Recepcao
from nucleo.erros import FalhaTransitoria
from nucleo.eventos import Assistencia, DemandaRecebida
from nucleo.testes import Bancada
from nucleo.testes.bancada import FabricaDeBancadas

CIDADA = "7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77"
OUTRO = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
TEXTO = "Há três meses um buraco na Rua das Acácias, 120, derruba motos."
LIVRE = {"limite_multiplicador": 1000}


def relato(**campos: Any) -> dict[str, Any]:
    base = {"texto_bruto": TEXTO, "localizacao_bruta": {"lat": -23.5478, "lng": -46.6174}, "canal": "web"}
    return base | campos


async def enviar(b: Bancada, corpo: dict[str, Any] | None = None, cidadao: str = CIDADA, **cabecalhos: str) -> Any:
    return await b.http.post("/api/demandas", json=corpo or relato(), headers={"X-Cidadao-Id": cidadao, **cabecalhos})


async def enviar_bytes(b: Bancada, corpo: bytes) -> httpx.Response:
    cabecalhos = {"X-Cidadao-Id": CIDADA, "Content-Type": "application/json"}
    return await b.http.post("/api/demandas", content=corpo, headers=cabecalhos)


@contextmanager
def saida_pendente(b: Bancada, monkeypatch: pytest.MonkeyPatch, quantos: int) -> Iterator[None]:
    with monkeypatch.context() as m:
        m.setattr(type(b.viva.relay), "pendentes", property(lambda _: quantos))
        yield


async def test_uma_demanda_valida_ganha_id_confirmacao_e_evento(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        r = await enviar(b)
        assert r.status_code == 201
        demanda_id = UUID(r.json()["demanda_id"])
        assert demanda_id.version == 7
        assert r.headers["location"] == f"/api/demandas/{demanda_id}"
        assert r.json()["acompanhamento"] == f"/api/d7/timeline/{demanda_id}"
        assert r.json()["situacao"] == "pendente_normalizacao"
        (evento,) = await b.publicados(DemandaRecebida)
        assert evento.origem == "D-1a"
        assert evento.event_id.version == 7
        assert evento.payload == DemandaRecebida(
            demanda_id=demanda_id,
            texto_bruto=TEXTO,
            tipo_midia="texto",
            localizacao_bruta=evento.payload.localizacao_bruta,
            cidadao_id=UUID(CIDADA),
            canal="web",
            timestamp_criacao=b.relogio.agora(),
        )
        assert (evento.payload.localizacao_bruta.lat, evento.payload.localizacao_bruta.lng) == (-23.5478, -46.6174)


async def test_tudo_o_que_foi_enviado_chega_ao_evento_e_ao_estado(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        corpo = relato(
            tipo_midia="foto",
            categoria_id="2.3",
            subcategoria_id="2.3.1",
            midia_urls=["https://midia.exemplo.org/temp/buraco.jpg", "temp/5f0c.jpg"],
            assistencia={"usada": True, "motor": "local-1", "aceita": False},
            termos_versao="2026-01",
            consentimentos=[
                {"tipo": "termos_de_uso", "aceito": True, "timestamp": "2026-03-14T10:31:00-03:00"},
                {"tipo": "midia_publica", "aceito": True},
            ],
            timestamp_criacao="2026-03-13T21:59:00-03:00",
            fix_lat=-23.55,
            fix_lng=-46.62,
            fix_precisao_m=800.5,
            fix_timestamp="2026-03-13T21:58:30-03:00",
        )
        r = await enviar(b, corpo)
        assert r.status_code == 201
        (evento,) = await b.publicados(DemandaRecebida)
        p = evento.payload
        assert (p.categoria_id, p.subcategoria_id, p.termos_versao) == ("2.3", "2.3.1", "2026-01")
        assert p.midia_urls == corpo["midia_urls"]
        assert p.assistencia == Assistencia(usada=True, motor="local-1", aceita=False)
        assert p.timestamp_criacao.isoformat() == "2026-03-14T00:59:00+00:00"
        assert [(c.tipo, c.aceito, c.timestamp.isoformat()) for c in p.consentimentos] == [
            ("termos_de_uso", True, "2026-03-14T13:31:00+00:00"),
            ("midia_publica", True, "2026-03-14T13:32:00+00:00"),
        ]
        visto = (await b.http.get(r.headers["location"], headers={"X-Cidadao-Id": CIDADA})).json()["relato"]
        for campo in ("fix_lat", "fix_lng", "fix_precisao_m", "localizacao_bruta", "midia_urls", "texto_bruto"):
            assert visto[campo] == corpo[campo]
        for campo in ("fix_timestamp", "timestamp_criacao"):
            assert datetime.fromisoformat(visto[campo]) == datetime.fromisoformat(corpo[campo])


async def test_o_ponto_capturado_fica_ainda_que_o_relato_seja_enviado_de_novo_de_outro_lugar(
    bancada: FabricaDeBancadas,
) -> None:
    async with bancada(colonia) as b:
        longe = {"fix_lat": -23.5, "fix_lng": -46.6, "fix_precisao_m": 1500.0, "fix_timestamp": "2026-03-13T22:00:00Z"}
        r = await enviar(b, relato(**longe))
        de_casa = {"fix_lat": -23.5478, "fix_lng": -46.6174, "fix_precisao_m": 5.0}
        assert (await enviar(b, relato(**de_casa))).status_code == 409
        visto = (await b.http.get(r.headers["location"], headers={"X-Cidadao-Id": CIDADA})).json()["relato"]
        assert {campo: visto[campo] for campo in longe} == longe


async def test_o_texto_e_guardado_como_veio(bancada: FabricaDeBancadas) -> None:
    textos = [
        '<form action=x> "><img src=x onerror=alert(1)>',
        "  espaços e\nlinhas\tno texto  ",
        "Água & Luz, Pau d'Arco, Água/Esgoto",
        "e\u0301 decomposto e é composto",
        "família 👨‍👩‍👧‍👦 na praça 🏞️",
        "'; DROP TABLE demanda; --",
        "000",
    ]
    async with bancada(colonia, **LIVRE) as b:
        for texto in textos:
            r = await enviar(b, relato(texto_bruto=texto))
            assert r.status_code == 201
            visto = await b.http.get(r.headers["location"], headers={"X-Cidadao-Id": CIDADA})
            assert visto.json()["relato"]["texto_bruto"] == texto
        assert [e.payload.texto_bruto for e in await b.publicados(DemandaRecebida)] == textos


async def test_cem_envios_iguais_em_paralelo_fazem_uma_demanda(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        respostas = await asyncio.gather(*(enviar(b) for _ in range(100)))
        assert sorted(r.status_code for r in respostas) == [201] + [409] * 99
        assert len({r.json()["demanda_id"] for r in respostas}) == 1
        assert len(await b.publicados(DemandaRecebida)) == 1
        assert await b.consultar("SELECT count(*) AS n FROM demanda") == [{"n": 1}]


async def test_iguais_por_duas_replicas_ao_mesmo_tempo_fazem_uma_demanda(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        replica = Recepcao(b.viva.config, b.viva)
        outras = [relato(texto_bruto=f"Relato número {n}") for n in range(20)]

        async def pela_replica(corpo: dict[str, Any]) -> Any:
            original = b.viva.recursos[Recepcao]
            b.viva.recursos[Recepcao] = replica
            envio = asyncio.ensure_future(enviar(b, corpo))
            await asyncio.sleep(0)
            b.viva.recursos[Recepcao] = original
            return await envio

        respostas = await asyncio.gather(
            *(enviar(b, corpo) for corpo in outras), *(pela_replica(corpo) for corpo in reversed(outras))
        )
        assert sorted(r.status_code for r in respostas) == [201] * 20 + [409] * 20
        assert len(await b.publicados(DemandaRecebida)) == 20


async def test_repetir_depois_de_uma_resposta_perdida_devolve_o_mesmo_id_para_sempre(
    bancada: FabricaDeBancadas,
) -> None:
    async with bancada(colonia) as b:
        primeira = await enviar(b)
        b.relogio.avancar(days=400)
        segunda = await enviar(b, relato(canal="app", categoria_id="1.1"))
        assert segunda.status_code == 409
        problema = segunda.json()
        assert problema["demanda_id"] == primeira.json()["demanda_id"]
        assert problema["type"] == "urn:formigueiro:erro:conflito"
        assert segunda.headers["content-type"] == "application/problem+json"
        assert len(await b.publicados(DemandaRecebida)) == 1


async def test_o_mesmo_texto_de_outra_pessoa_ou_de_outro_lugar_e_outra_demanda(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        respostas = [
            await enviar(b),
            await enviar(b, cidadao=OUTRO),
            await enviar(b, relato(localizacao_bruta={"lat": -23.5479, "lng": -46.6174})),
        ]
        assert [r.status_code for r in respostas] == [201] * 3
        assert len({r.json()["demanda_id"] for r in respostas}) == 3


async def test_cada_evento_leva_a_correlacao_e_o_rastro_do_seu_pedido(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        pedidos = [(str(uuid4()), f"00-{uuid4().hex}-00f067aa0ba902b7-00") for _ in range(20)]
        respostas = await asyncio.gather(
            *(
                enviar(b, relato(texto_bruto=f"Relato {n}"), **{"X-Correlacao-Id": c, "traceparent": t})
                for n, (c, t) in enumerate(pedidos)
            )
        )
        por_demanda = {e.payload.demanda_id: e for e in await b.publicados(DemandaRecebida)}
        for resposta, (correlacao, _) in zip(respostas, pedidos, strict=True):
            evento = por_demanda[UUID(resposta.json()["demanda_id"])]
            assert str(evento.correlacao_id) == correlacao
            assert evento.causacao_id is None
        linhas = await b.consultar("SELECT cabecalhos FROM saida")
        rastros = {dict(json.loads(linha["cabecalhos"]))["traceparent"] for linha in linhas}
        assert rastros == {rastro for _, rastro in pedidos}


async def test_a_ordem_dos_ids_e_a_da_recepcao(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        ids = []
        for n in range(4):
            ids.append((await enviar(b, relato(texto_bruto=f"Relato {n}"))).json()["demanda_id"])
            b.relogio.avancar(milliseconds=1)
        assert ids == sorted(ids)


COORDENADAS_HOSTIS = [
    ('{"lat": NaN, "lng": -46.6}', "localizacao_bruta.lat"),
    ('{"lat": -23.5, "lng": Infinity}', "localizacao_bruta.lng"),
    ('{"lat": 1e400, "lng": -46.6}', "localizacao_bruta.lat"),
    ('{"lat": "-23.5", "lng": -46.6}', "localizacao_bruta.lat"),
    ('{"lat": -23.5, "lng": "-46.6"}', "localizacao_bruta.lng"),
    ('{"lat": null, "lng": -46.6}', "localizacao_bruta.lat"),
    ('{"lng": -46.6}', "localizacao_bruta.lat"),
    ('{"lat": -23.5, "lng": -46.6, "alt": 1}', "localizacao_bruta.alt"),
    ('{"lat": 0, "lng": 0}', "localizacao_bruta.lng"),
    ('{"lat": 0.0, "lng": 0.0}', "localizacao_bruta.lng"),
    ('{"lat": -23.5, "lng": 0}', "localizacao_bruta.lng"),
    ('{"lat": -46.6, "lng": -23.5}', "localizacao_bruta.lat"),
    ('{"lat": 91, "lng": -46.6}', "localizacao_bruta.lat"),
    ('{"lat": 38.7, "lng": -46.6}', "localizacao_bruta.lat"),
    ("null", "localizacao_bruta"),
    ("[]", "localizacao_bruta"),
]


async def test_coordenada_hostil_e_recusada_nomeando_o_campo(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        for coordenada, campo in COORDENADAS_HOSTIS:
            corpo = b'{"texto_bruto": "Buraco", "canal": "web", "localizacao_bruta": %s}' % coordenada.encode()
            r = await enviar_bytes(b, corpo)
            assert (r.status_code, r.json()["campo"]) == (400, campo), coordenada
            assert r.headers["content-type"] == "application/problem+json"
        assert await b.consultar("SELECT 1 FROM demanda") == []


async def test_latitude_zero_perto_de_macapa_e_recebida(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        r = await enviar(b, relato(localizacao_bruta={"lat": 0.0, "lng": -51.07}, fix_lat=0.0, fix_lng=-51.08))
        assert r.status_code == 201
        (evento,) = await b.publicados(DemandaRecebida)
        assert evento.payload.localizacao_bruta.lat == 0.0


CORPOS_HOSTIS = [
    (b"", 400),
    (b"{", 400),
    (b"[]", 400),
    (b"null", 400),
    (b'"texto"', 400),
    (b"\xff\xfe", 400),
    (b'{"texto_bruto": "a\\u0000b", "canal": "web", "localizacao_bruta": {"lat": -23.5, "lng": -46.6}}', 400),
    (b'{"texto_bruto": "a\\ud800b", "canal": "web", "localizacao_bruta": {"lat": -23.5, "lng": -46.6}}', 400),
    (b'{"a": ' * 2000 + b"1" + b"}" * 2000, 400),
    (b'{"texto_bruto": "' + b"a" * 2_000_000 + b'"}', 413),
]


async def test_corpo_hostil_e_recusado(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        for corpo, status in CORPOS_HOSTIS:
            r = await enviar_bytes(b, corpo)
            assert r.status_code == status, corpo[:40]
            assert r.json()["detail"]
        assert await b.consultar("SELECT 1 FROM demanda") == []


async def test_corpo_que_nao_se_diz_json_e_415(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        r = await b.http.post(
            "/api/demandas",
            content=json.dumps(relato()),
            headers={"X-Cidadao-Id": CIDADA, "Content-Type": "text/plain"},
        )
        assert r.status_code == 415
        r = await b.http.post(
            "/api/demandas",
            content=json.dumps(relato()),
            headers={"X-Cidadao-Id": CIDADA, "Content-Type": "application/json; charset=utf-8"},
        )
        assert r.status_code == 201


async def test_todos_os_campos_em_falta_sao_ditos_de_uma_vez(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        r = await enviar(b, {"texto_bruto": 1, "canal": "fax", "desconhecido": True})
        assert [e["campo"] for e in r.json()["errors"]] == [
            "texto_bruto",
            "localizacao_bruta",
            "canal",
            "desconhecido",
        ]
        r = await enviar(b, relato(texto_bruto="", localizacao_bruta={"lat": 50, "lng": 10}))
        assert [e["campo"] for e in r.json()["errors"]] == [
            "texto_bruto",
            "localizacao_bruta.lat",
            "localizacao_bruta.lng",
        ]


async def test_sem_identidade_valida_nada_e_recebido(bancada: FabricaDeBancadas) -> None:
    casos: list[tuple[dict[str, str], int, str | None]] = [
        ({}, 400, "X-Cidadao-Id"),
        ({"X-Cidadao-Id": "eu"}, 400, "X-Cidadao-Id"),
        ({"X-Cidadao-Id": "00000000-0000-1000-8000-000000000000"}, 400, "X-Cidadao-Id"),
        ({"X-Cidadao-Id": CIDADA, "Authorization": "Bearer invalido"}, 401, None),
    ]
    async with bancada(colonia) as b:
        for cabecalhos, status, campo in casos:
            r = await b.http.post("/api/demandas", json=relato(), headers=cabecalhos)
            assert (r.status_code, r.json().get("campo")) == (status, campo)
        assert await b.consultar("SELECT 1 FROM demanda") == []


async def test_a_conta_prevalece_sobre_o_cabecalho(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        r = await enviar(b, cidadao=OUTRO, **b.token(sub=UUID(CIDADA)))
        assert r.status_code == 201
        (evento,) = await b.publicados(DemandaRecebida)
        assert evento.payload.cidadao_id == UUID(CIDADA)


async def test_cinco_por_minuto_por_endereco(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        respostas = [await enviar(b, relato(texto_bruto=f"Relato {n}"), str(uuid4())) for n in range(6)]
        assert [r.status_code for r in respostas] == [201] * 5 + [429]
        assert int(respostas[-1].headers["retry-after"]) >= 1


async def test_endereco_escrito_pelo_cliente_nao_escapa_do_limite(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        respostas = [
            await enviar(b, relato(texto_bruto=f"Relato {n}"), **{"X-Forwarded-For": f"198.51.100.{n}"})
            for n in range(6)
        ]
        assert respostas[-1].status_code == 429


async def test_com_a_saida_cheia_a_resposta_e_503_e_nada_e_guardado(
    bancada: FabricaDeBancadas, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bancada(colonia, saida_pendente_maxima=10) as b:
        with saida_pendente(b, monkeypatch, 10):
            r = await enviar(b)
        assert r.status_code == 503
        assert int(r.headers["retry-after"]) >= 1
        assert await b.consultar("SELECT 1 FROM demanda") == []
        with saida_pendente(b, monkeypatch, 9):
            assert (await enviar(b)).status_code == 201


async def test_fila_cheia_responde_503_e_o_que_foi_aceito_esta_guardado(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, captura_fila=5, captura_lote=2, **LIVRE) as b:
        respostas = await asyncio.gather(*(enviar(b, relato(texto_bruto=f"Relato {n}")) for n in range(40)))
        recebidas = [r for r in respostas if r.status_code == 201]
        recusadas = [r for r in respostas if r.status_code == 503]
        assert recebidas
        assert recusadas
        assert len(recebidas) + len(recusadas) == 40
        assert all(r.headers["retry-after"] for r in recusadas)
        guardadas = {str(linha["demanda_id"]) for linha in await b.consultar("SELECT demanda_id FROM demanda")}
        assert guardadas == {r.json()["demanda_id"] for r in recebidas}
        assert len(await b.publicados(DemandaRecebida)) == len(recebidas)


async def test_enquanto_o_mais_antigo_espera_demais_os_outros_recebem_503_e_ele_a_sua_resposta(
    bancada: FabricaDeBancadas, monkeypatch: pytest.MonkeyPatch
) -> None:
    livre, guardar = asyncio.Event(), demandas.guardar

    async def devagar(*argumentos: Any) -> Any:
        await livre.wait()
        return await guardar(*argumentos)

    monkeypatch.setattr("d1a_captura.estado.demandas.guardar", devagar)
    async with bancada(colonia, captura_espera_s=0.05, **LIVRE) as b:
        primeiro = asyncio.ensure_future(enviar(b))
        while (r := await enviar_bytes(b, b"{")).status_code != 503:  # before its body is even looked at
            assert r.status_code == 400
            await asyncio.sleep(0.01)
        assert int(r.headers["retry-after"]) >= 1
        assert (await enviar(b, relato(texto_bruto="Outro relato"))).status_code == 503
        livre.set()
        assert (await primeiro).status_code == 201
        assert (await enviar(b, relato(texto_bruto="Outro relato"))).status_code == 201
        assert len(await b.publicados(DemandaRecebida)) == 2


async def test_com_o_banco_ausente_a_resposta_e_503(
    bancada: FabricaDeBancadas, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ausente(*_: object) -> None:
        raise FalhaTransitoria("banco ausente")

    async with bancada(colonia) as b:
        with monkeypatch.context() as m:
            m.setattr("d1a_captura.estado.demandas.guardar", ausente)
            r = await enviar(b)
            assert r.status_code == 503
            assert r.headers["retry-after"]
        assert (await enviar(b)).status_code == 201


async def test_um_relato_que_o_banco_recusa_nao_leva_os_outros_do_lote(
    bancada: FabricaDeBancadas, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.consultar("ALTER TABLE demanda ADD CHECK (relato ->> 'texto_bruto' <> 'veneno')")
        corpos = [relato(texto_bruto="veneno"), *(relato(texto_bruto=f"Relato {n}") for n in range(9))]
        respostas = await asyncio.gather(*(enviar(b, corpo) for corpo in corpos))
        assert [r.status_code for r in respostas] == [500] + [201] * 9
        assert "veneno" not in respostas[0].text
        assert len(await b.publicados(DemandaRecebida)) == 9


async def test_so_o_autor_ve_a_demanda(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        enviada = await enviar(b)
        caminho = enviada.headers["location"]
        propria = await b.http.get(caminho, headers={"X-Cidadao-Id": CIDADA})
        assert propria.status_code == 200
        assert propria.json() == {
            **enviada.json(),
            "relato": relato(tipo_midia="texto", midia_urls=[], consentimentos=[]),
        }
        de_outro = await b.http.get(caminho, headers={"X-Cidadao-Id": OUTRO})
        inexistente = await b.http.get(f"/api/demandas/{uuid4()}", headers={"X-Cidadao-Id": OUTRO})
        assert de_outro.status_code == inexistente.status_code == 404
        assert de_outro.json()["detail"] == inexistente.json()["detail"]
        assert (await b.http.get(caminho)).status_code == 400
        assert (await b.http.get("/api/demandas/abc", headers={"X-Cidadao-Id": CIDADA})).status_code == 400


async def test_as_demandas_do_autor_em_paginas_sem_repetir_nem_pular(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        enviadas = []
        for n in range(5):
            enviadas.append((await enviar(b, relato(texto_bruto=f"Relato {n}"))).json()["demanda_id"])
            b.relogio.avancar(seconds=1)
        await enviar(b, cidadao=OUTRO)
        vistas: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            pagina = (
                await b.http.get("/api/demandas", params={"limite": "2", **cursor}, headers={"X-Cidadao-Id": CIDADA})
            ).json()
            vistas += [d["demanda_id"] for d in pagina["demandas"]]
            if pagina["proximo"] is None:
                break
            cursor = {"antes_de": pagina["proximo"]}
        assert vistas == enviadas[::-1]


async def test_nada_do_cidadao_vai_para_os_logs_ou_metricas(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia, **LIVRE) as b:
        with capture_logs() as linhas:
            r = await enviar(b)
            await enviar(b)
            await enviar(b, relato(texto_bruto=""))
            await b.http.post("/api/assistencia/texto", json={"texto": TEXTO})
        metricas = (await b.http.get("/metrics")).text
        for segredo in (TEXTO, "Acácias", CIDADA, "-23.5478", "-46.6174"):
            assert segredo not in str(linhas)
            assert segredo not in metricas
        recebidas = [linha for linha in linhas if linha["event"] == "demandas recebidas"]
        assert [d["demanda_id"] for linha in recebidas for d in linha["demandas"]] == [r.json()["demanda_id"]]
        assert recebidas[0]["demandas"][0]["correlacao_id"] == r.headers["x-correlacao-id"]


async def test_metodo_errado_continua_405_e_endereco_errado_404(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        assert (await b.http.delete("/api/demandas")).status_code == 405
        assert (await b.http.get("/api/assistencia/texto")).status_code == 405
        assert (await b.http.get("/api/nada")).status_code == 404


async def test_o_documento_diz_o_que_se_envia_e_o_que_se_recebe(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        documento = (await b.http.get("/openapi.json")).json()
        operacao = documento["paths"]["/api/demandas"]["post"]
        assert operacao["requestBody"]["content"]["application/json"]["schema"] == {
            "$ref": "#/components/schemas/Relato"
        }
        assert {"201", "400", "409", "default"} <= operacao["responses"].keys()
        assert [p["name"] for p in operacao["parameters"]] == ["X-Cidadao-Id"]
        assert not any(caminho.startswith("/api/{") for caminho in documento["paths"])
