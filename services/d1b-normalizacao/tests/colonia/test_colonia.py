from datetime import UTC, datetime
from uuid import UUID

from d1b_normalizacao.colonia import colonia
from nucleo.eventos import DemandaNormalizada, DemandaRecebida, Localizacao
from nucleo.fontes import uuid7
from nucleo.testes import verificar_permutacoes
from nucleo.testes.eventos import INICIO

CIDADAO = UUID("9b2f7a52-5d0e-4f4b-8f43-0d8d3c1a7e55")


def recebida(n: int, texto: str, lat: float = -23.55, lng: float = -46.63, **campos) -> DemandaRecebida:
    return DemandaRecebida(
        demanda_id=uuid7(INICIO, n),
        texto_bruto=texto,
        tipo_midia="texto",
        localizacao_bruta=Localizacao(lat=lat, lng=lng),
        cidadao_id=CIDADAO,
        canal="web",
        timestamp_criacao=datetime(2026, 3, 14, tzinfo=UTC),
        **campos,
    )


async def test_a_demanda_recebida_vira_normalizada_e_o_bruto_fica(bancada):
    bruto = "<b>Buraco</b> na Rua das Flores, 123 😡"
    async with bancada(colonia) as b:
        await b.entregar(recebida(1, bruto))
        [evento] = await b.publicados(DemandaNormalizada)
        p = evento.payload
        assert (p.titulo, p.descricao_limpa) == ("Buraco na Rua das Flores, 123 😡",) * 2
        assert (p.coordenadas_lat, p.coordenadas_lng) == (-23.55, -46.63)
        assert p.origem_processamento == "automatico"
        assert p.entidades.logradouros == ["Rua das Flores"]
        assert p.conteudo_suspeito is False
        assert evento.causacao_id == evento.correlacao_id
        [linha] = await b.consultar("SELECT * FROM normalizacao")
        assert linha["texto_bruto"] == bruto


async def test_conteudo_suspeito_e_marcado_e_nada_e_bloqueado(bancada):
    async with bancada(colonia, moderacao_denylist_texto="documento,arma de fogo") as b:
        await b.entregar(recebida(1, 'perdi meu d0cumento "x", \\ e {vi} uma arma de fogo'))
        [evento] = await b.publicados(DemandaNormalizada)
        assert evento.payload.conteudo_suspeito
        assert evento.payload.termos_suspeitos == ["arma de fogo", "documento"]
        [linha] = await b.consultar("SELECT termos_suspeitos FROM normalizacao")
        assert linha["termos_suspeitos"] == ["arma de fogo", "documento"]


async def test_ponto_fora_da_caixa_vai_a_dlq_e_os_outros_seguem(bancada):
    async with bancada(colonia) as b:
        await b.entregar(recebida(1, "fora", lat=48.85, lng=2.35), recebida(2, "poste caído"))
        assert [e.payload.titulo for e in await b.publicados()] == ["Poste caído"]
        [carta] = await b.dlq()
        assert "fora da caixa" in carta["erro"]


async def test_latitude_zero_e_um_valor(bancada):
    async with bancada(colonia) as b:
        await b.entregar(recebida(1, "falta luz em Macapá", lat=0.0, lng=-51.07))
        assert len(await b.publicados()) == 1


async def test_so_moderador_ou_operador_ve_o_bruto(bancada):
    async with bancada(colonia) as b:
        await b.entregar(recebida(1, "poste caído"))
        rota = f"/api/d1b/demandas/{uuid7(INICIO, 1)}"
        assert (await b.http.get(rota)).status_code == 401
        assert (await b.http.get(rota, headers=b.token(papeis=["conselheiro"]))).status_code == 403
        resposta = await b.http.get(rota, headers=b.token(papeis=["moderador"]))
        assert resposta.status_code == 200
        assert resposta.json()[0]["texto_bruto"] == "poste caído"
        outra = await b.http.get(f"/api/d1b/demandas/{uuid7(INICIO, 2)}", headers=b.token(papeis=["operador"]))
        assert outra.status_code == 404
        assert outra.json()["campo"] == "demanda_id"


async def test_qualquer_ordem_e_repeticao_dao_o_mesmo_estado(bancada):
    eventos = [recebida(n, f"buraco {n} na Rua {n}") for n in range(8)]
    await verificar_permutacoes(bancada, colonia, eventos, tabelas=["normalizacao"])
