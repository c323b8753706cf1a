"""Identity and names of civic units."""

from unicodedata import normalize

from d2_georreferenciamento.dominio.unidades import identificar, normalizar_nome


def test_a_mesma_fonte_nivel_e_codigo_dao_sempre_o_mesmo_id():
    assert identificar("ibge", 4, "3550308") == identificar("ibge", 4, "3550308")
    assert str(identificar("ibge", 4, "3550308")) == "e27da838-f377-5b75-b059-b95dd8a46d15"


def test_fonte_nivel_ou_codigo_diferentes_dao_outro_id():
    ids = {
        identificar("ibge", 4, "3550308"),
        identificar("ibge", 2, "3550308"),
        identificar("recife", 4, "3550308"),
    }
    assert len(ids) == 3


def test_separadores_dentro_da_fonte_ou_do_codigo_nao_confundem():
    partes = [("a", 1, "2:b"), ("a:1", 2, "b"), ("a:", 1, "2:b"), ("a::1", 2, "b"), ("a", 1, ":2:b"), ("a:1:2", 3, "b")]
    assert len({identificar(*p) for p in partes}) == len(partes)


def test_codigo_composto_ou_decomposto_e_da_mesma_unidade():
    assert identificar("prefeitura", 2, "Sé") == identificar("prefeitura", 2, normalize("NFD", "Sé"))


def test_nome_sem_acento_caixa_ou_pontuacao():
    assert normalizar_nome("Pau d'Arco") == normalizar_nome("PAU D’ARCO") == "pau d arco"
    assert normalizar_nome("São João del-Rei") == "sao joao del rei"
    assert normalizar_nome("  Água/Esgoto ") == "agua esgoto"
