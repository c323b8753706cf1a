"""D-2: tells to which civic unit, of which of the seven levels, each demand belongs; owns the polygons."""

from datetime import timedelta

from d2_georreferenciamento import consumidores, estado, periodicos, rotas, territorio
from d2_georreferenciamento.config import ConfigD2
from nucleo import Colonia, Periodico

colonia = Colonia(
    "D-2",
    nome="d2-georreferenciamento",
    porta=8102,
    resumo="Situa cada demanda em suas unidades cívicas e guarda os limites dos sete níveis territoriais.",
    tabelas=estado.Base.metadata,
    consome={"demanda.normalizada": consumidores.georreferenciar},
    produz=["demanda.georreferenciada", "território.unidade_publicada"],
    rotas=[rotas.publicas, rotas.revisao],
    periodicos=[
        Periodico("publicar_territorio", timedelta(seconds=1), periodicos.publicar_territorio),
        Periodico("reavaliar_pendentes", timedelta(seconds=5), periodicos.reavaliar_pendentes),
    ],
    recursos=[territorio.abrir],
    config=ConfigD2,
)
