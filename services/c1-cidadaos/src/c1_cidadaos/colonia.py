"""C-1: who the citizen is, by OpenID Connect, and what the citizen declares about themselves."""

from datetime import timedelta

from c1_cidadaos import chaveiro, consumidores, periodicos, provedores, rotas
from c1_cidadaos.config import ConfigC1
from c1_cidadaos.estado import Base
from nucleo import Colonia, Periodico

colonia = Colonia(
    "C-1",
    nome="c1-cidadaos",
    porta=8201,
    resumo="Cidadãos: quem é quem, por onde entra, e o que cada um declara sobre si.",
    tabelas=Base.metadata,
    consome={"território.unidade_publicada": consumidores.conhecer_unidades},
    produz=["cidadão.cadastrado", "cidadão.perfil_atualizado", "cidadão.vinculado", "cidadão.papel_alterado"],
    rotas=rotas.TODAS,
    recursos=[chaveiro.abrir, provedores.abrir],
    periodicos=[
        Periodico("esquecer_vencidas", cada=timedelta(minutes=1), executar=periodicos.esquecer_vencidas),
    ],
    config=ConfigC1,
    duravel=True,
)
