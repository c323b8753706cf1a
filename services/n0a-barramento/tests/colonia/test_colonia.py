from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy.exc import DBAPIError

from n0a_barramento.colonia import colonia
from nucleo import Registro
from nucleo.eventos import DemandaGeorreferenciada, DemandaRecebida, Localizacao
from nucleo.fontes import uuid7
from nucleo.testes import Bancada, evento, verificar_permutacoes
from nucleo.testes.eventos import INICIO

CIDADAO = UUID("9b2f7a52-5d0e-4f4b-8f43-0d8d3c1a7e55")
OPERADOR = ["operador"]


def recebida(n: int) -> DemandaRecebida:
    return DemandaRecebida(
        demanda_id=uuid7(INICIO, n),
        texto_bruto=f"buraco {n}",
        tipo_midia="texto",
        localizacao_bruta=Localizacao(lat=-23.5, lng=-46.6),
        cidadao_id=CIDADAO,
        canal="web",
        timestamp_criacao=datetime(2026, 3, 14, tzinfo=UTC),
    )


def georreferenciada(n: int) -> DemandaGeorreferenciada:
    uc = uuid7(INICIO, 1000 + n)
    return DemandaGeorreferenciada(
        demanda_id=uuid7(INICIO, n),
        unidade_civica_id=uc,
        nivel_minimo_resolvido=1,
        cadeia_ucs=[uc],
        metodo_resolucao="gps",
        confianca_geo="alta",
        versao_limites="1",
    )


def par(n: int):
    causa = evento(recebida(n))
    return causa, evento(
        georreferenciada(n), causacao_id=causa.event_id, correlacao_id=causa.correlacao_id, origem="D-2"
    )


async def ordem(b: Bancada) -> list[UUID]:
    return [x["event_id"] for x in await b.consultar("SELECT event_id FROM evento ORDER BY sequence_number")]


async def numeros(b: Bancada) -> list[int]:
    return [x["sequence_number"] for x in await b.consultar("SELECT sequence_number FROM evento ORDER BY 1")]


async def test_arquiva_tudo_com_numeros_sem_falhas(bancada):
    async with bancada(colonia) as b:
        for n in range(3):
            await b.entregar(*par(n))
        assert await numeros(b) == [1, 2, 3, 4, 5, 6]


async def test_repetido_nao_ganha_outro_numero(bancada):
    async with bancada(colonia) as b:
        await b.entregar(*par(1))
        await b.consultar("TRUNCATE entrada")  # as if the inbox had forgotten
        await b.entregar(*par(1))
        await b.entregar(*par(2))
        assert await numeros(b) == [1, 2, 3, 4]


async def test_o_efeito_que_chega_antes_da_causa_espera_por_ela(bancada):
    causa, efeito = par(1)
    async with bancada(colonia) as b:
        await b.entregar(efeito)
        assert await ordem(b) == []
        b.relogio.avancar(seconds=4)
        await b.periodico("n0a.soltar")
        assert await ordem(b) == []
        await b.entregar(causa)
        assert await ordem(b) == [causa.event_id, efeito.event_id]
        assert await b.consultar("SELECT * FROM retido") == []


async def test_sem_a_causa_em_cinco_segundos_o_efeito_e_arquivado_mesmo_assim(bancada):
    causa, efeito = par(1)
    neto = evento(georreferenciada(2), causacao_id=efeito.event_id)
    async with bancada(colonia) as b:
        await b.entregar(neto, efeito)
        b.relogio.avancar(seconds=6)
        await b.periodico("n0a.soltar")
        assert await ordem(b) == [efeito.event_id, neto.event_id]
        await b.entregar(causa)
        assert await ordem(b) == [efeito.event_id, neto.event_id, causa.event_id]


async def test_o_arquivo_e_somente_de_acrescimo(bancada):
    async with bancada(colonia) as b:
        await b.entregar(*par(1))
        for comando in ("UPDATE evento SET origem = 'x'", "DELETE FROM evento"):
            with pytest.raises(DBAPIError, match="somente de acréscimo"):
                await b.consultar(comando)


async def test_esquema_desconhecido_e_guardado_e_mostrado_so_a_operadores(bancada):
    async with bancada(colonia) as b:
        await b.entregar_registros(
            Registro("demanda.recebida", 0, -1, b"k", b"\x00\x00\x0f\xff\xffxyz"),
            Registro("dlq.d4-ranking", 0, -1, b"k", b"morta", (("dlq_erro", b"FalhaPermanente: x"),)),
        )
        assert (await b.http.get("/api/events/ilegiveis")).status_code == 401
        [um] = (await b.http.get("/api/events/ilegiveis", headers=b.token(papeis=OPERADOR))).json()["registros"]
        assert (um["esquema_id"], um["topico"]) == (0x0FFFFF, "demanda.recebida")
        [carta] = (await b.http.get("/api/events/dlq", headers=b.token(papeis=OPERADOR))).json()["registros"]
        assert (carta["erro"], carta["valor"]) == ("FalhaPermanente: x", b"morta".hex())
        assert await b.dlq() == []


async def test_eventos_internos_sao_servidos_so_a_operadores(bancada):
    causa, efeito = par(1)
    async with bancada(colonia) as b:
        await b.entregar(causa, efeito)
        publico = (await b.http.get("/api/events")).json()
        assert [e["tipo"] for e in publico["eventos"]] == ["demanda.georreferenciada"]
        assert "cidadao_id" not in str(publico)
        tudo = (await b.http.get("/api/events", headers=b.token(papeis=OPERADOR))).json()
        assert [e["sequence_number"] for e in tudo["eventos"]] == [1, 2]
        assert tudo["eventos"][0]["payload"]["texto_bruto"] == "buraco 1"
        um = await b.http.get(f"/api/events/{efeito.event_id}")
        assert um.json()["payload"]["unidade_civica_id"] == str(efeito.payload.unidade_civica_id)
        assert um.json()["causacao_id"] == str(causa.event_id)
        assert um.json()["posicao"] == {"topico": "demanda.georreferenciada", "particao": 0, "deslocamento": 0}
        assert (await b.http.get(f"/api/events/{uuid4()}")).status_code == 404
        assert (await b.http.get("/api/events/nada")).status_code == 400


async def test_o_evento_interno_pede_credencial_a_quem_nao_traz_e_papel_a_quem_traz(bancada):
    causa, _ = par(1)
    async with bancada(colonia) as b:
        await b.entregar(causa)
        pessoas = [
            ({}, 401),
            ({"X-Cidadao-Id": str(CIDADAO)}, 401),
            (b.token(), 403),
            (b.token(papeis=["moderador"]), 403),
            (b.token(papeis=OPERADOR), 200),
        ]
        for quem, status in pessoas:
            r = await b.http.get(f"/api/events/{causa.event_id}", headers=quem)
            assert r.status_code == status
            assert status == 200 or r.json()["detail"] == "Este evento é interno: só operadores podem vê-lo."
            assert ("www-authenticate" in r.headers) == (status == 401)


@pytest.mark.parametrize("tamanho", [1, 2, 3, 10])
async def test_paginas_por_cursor_sem_repetir_nem_pular(bancada, tamanho):
    async with bancada(colonia) as b:
        await b.entregar(*[e for n in range(4) for e in par(n)])
        vistos, depois = [], 0
        while depois is not None:
            pagina = (await b.http.get("/api/events", params={"depois": depois, "limite": tamanho})).json()
            vistos += [e["sequence_number"] for e in pagina["eventos"]]
            depois = pagina["proximo"]
        assert vistos == [2, 4, 6, 8]


async def test_por_demanda_correlacao_tipo_e_tempo(bancada):
    causa, efeito = par(1)
    operador = {}
    async with bancada(colonia) as b:
        operador = b.token(papeis=OPERADOR)
        await b.entregar(causa, efeito, *par(2))
        da_demanda = (await b.http.get(f"/api/events/demanda/{causa.payload.demanda_id}", headers=operador)).json()
        assert [e["origem"] for e in da_demanda["eventos"]] == ["teste", "D-2"]
        rastro = (await b.http.get(f"/api/events/trace/{causa.correlacao_id}", headers=operador)).json()
        assert rastro["eventos"] == da_demanda["eventos"]
        por_tipo = (await b.http.get("/api/events", params={"tipo": "demanda.georreferenciada"})).json()
        assert len(por_tipo["eventos"]) == 2
        nenhum = (await b.http.get("/api/events", params={"de": "2027-01-01T00:00:00Z"})).json()
        assert nenhum == {"eventos": [], "proximo": None}
        assert (await b.http.get("/api/events", params={"de": "ontem"})).json()["campo"] == "de"


async def test_os_dias_sao_locais_e_o_ultimo_entra_inteiro(bancada):
    meia_noite = datetime(2026, 3, 14, 3, tzinfo=UTC)  # 00:00 in Brasília
    micro, noite = timedelta(microseconds=1), timedelta(hours=22, minutes=30)
    instantes = [meia_noite - micro, meia_noite, meia_noite + noite, meia_noite + timedelta(days=1) - micro]
    instantes.append(meia_noite + timedelta(days=1))
    async with bancada(colonia) as b:
        await b.entregar(*[evento(georreferenciada(n), timestamp=quando) for n, quando in enumerate(instantes)])

        async def vistos(**filtro: str) -> list[int]:
            pagina = (await b.http.get("/api/events", params=filtro)).json()
            return [e["sequence_number"] for e in pagina["eventos"]]

        assert await vistos(de="2026-03-14", ate="2026-03-14") == [2, 3, 4]
        assert await vistos(de="2026-03-13", ate="2026-03-13") == [1]
        assert await vistos(de="2026-03-15") == [5]
        assert await vistos(de="2026-03-14T22:30:00-03:00", ate="2026-03-15T01:30:00Z") == [3]
        assert await vistos(de="2026-03-14T22:30", ate="2026-03-14T22:30") == [3]
        errado = await b.http.get("/api/events", params={"ate": "2026-02-30"})
        assert (errado.status_code, errado.json()["campo"]) == (400, "ate")


async def test_501_cartas_mortas_do_mesmo_instante_em_paginas_sem_repetir_nem_pular(bancada):
    async with bancada(colonia) as b:
        papel = b.token(papeis=OPERADOR)
        mortas = [Registro(f"dlq.d{n % 3}", n % 2, -1, b"k", b"%d" % n) for n in range(501)]
        await b.entregar_registros(*mortas)
        vistas, depois = [], {}
        while True:
            r = await b.http.get("/api/events/dlq", params={"limite": 200, **depois}, headers=papel)
            assert r.status_code == 200, r.text
            vistas += [bytes.fromhex(carta["valor"]) for carta in r.json()["registros"]]
            if r.json()["proximo"] is None:
                break
            depois = {"depois": r.json()["proximo"]}
        assert len(vistas) == 501
        assert set(vistas) == {m.valor for m in mortas}
        errada = await b.http.get("/api/events/dlq", params={"depois": "2026-03-14"}, headers=papel)
        assert (errada.status_code, errada.json()["campo"]) == (400, "depois")


async def test_qualquer_ordem_guarda_os_mesmos_eventos_e_nenhum_antes_da_causa(bancada):
    eventos = [e for n in range(5) for e in par(n)]
    await verificar_permutacoes(bancada, colonia, eventos, tabelas=["retido", "(SELECT event_id FROM evento) AS x"])
