"""What must not wait for long: a metric always, a reason for not being ready beyond its limit."""

from datetime import timedelta

from nucleo import Colonia, Espera

ESPERA = Espera(
    "carta",
    desde="SELECT min(criado_em) FROM carta_morta",
    limite=timedelta(seconds=30),
    motivo="uma carta espera",
)
COLONIA = Colonia("X-1", nome="x1-esperas", porta=9000, pacote="nucleo.testes", esperas=[ESPERA])
POR = """
INSERT INTO carta_morta (id, topico, particao, deslocamento, cabecalhos, erro, situacao, criado_em)
VALUES (gen_random_uuid(), 't', 0, 0, '[]', '', 'resolvida', :desde)
"""


async def medida(b) -> float:
    return b.viva.metricas.coletor.get_sample_value(
        "formigueiro_espera_segundos", {"colonia": "x1-esperas", "espera": "carta"}
    )


async def test_sem_nada_a_espera_a_medida_e_zero(bancada):
    async with bancada(COLONIA) as b:
        assert "carta" not in await b.viva.motivos()
        assert await medida(b) == 0


async def test_quem_espera_alem_do_limite_deixa_a_colonia_nao_pronta_e_diz_ha_quanto_tempo(bancada):
    async with bancada(COLONIA) as b:
        await b.consultar(POR, desde=b.relogio.agora())
        b.relogio.avancar(seconds=30)
        assert "carta" not in await b.viva.motivos()
        b.relogio.avancar(seconds=1)
        assert (await b.viva.motivos())["carta"] == "uma carta espera há 31 s"
        assert await medida(b) == 31
        pronta = await b.http.get("/saude/pronta")
        assert pronta.json()["motivos"]["carta"] == "uma carta espera há 31 s"
        assert pronta.status_code == 503
