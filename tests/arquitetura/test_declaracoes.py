"""What holds over all the declarations together."""

from nucleo import Config
from nucleo.processo import colonias_instaladas

CONEXOES_DO_POSTGRES = 300
DIRETAS = 2  # the relay's lock and LISTEN; a rebuild's lock
FOLGA = 20  # administration, tools


def test_as_conexoes_de_todas_as_colonias_cabem_no_postgres():
    total = 0
    for nome, colonia in colonias_instaladas().items():
        config = colonia.config.carregar(nome, banco_url="postgresql://x/x")
        total += config.banco_pool + config.banco_excedente + DIRETAS
    por_colonia = total / len(colonias_instaladas())
    assert total + FOLGA <= CONEXOES_DO_POSTGRES
    assert por_colonia <= Config(banco_url="postgresql://x/x").banco_pool + 8


def test_cada_colonia_tem_a_sua_porta_e_o_seu_identificador():
    colonias = colonias_instaladas().values()
    assert len({c.porta for c in colonias}) == len(colonias)
    assert len({c.id for c in colonias}) == len(colonias)
    assert all(c.nome == nome for nome, c in colonias_instaladas().items())
