"""Personal data is covered, what is not personal stays, and nothing hostile makes it slow."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nucleo import sanitizacao
from nucleo.sanitizacao import sanitizar

DADOS = st.sampled_from(
    ["98765-4321", "(11)", "529.982.247-25", "52998224725", "a@b.co", "3456-7890", "+55", "11.222.333/0001-81"]
)
ENTRE = st.sampled_from(["protocolo", "01993c61-3d00-7b02-8def-0123456789ab", *"[]-./+x19 "])


@pytest.mark.parametrize(
    ("texto", "limpo"),
    [
        ("CPF 529.982.247-25 do vizinho", "CPF [CPF] do vizinho"),
        ("cpf 123.456.789-00, digitado errado", "cpf [CPF], digitado errado"),
        ("cpf 52998224725.", "cpf [CPF]."),
        ("cpf 529 982 247 25", "cpf [CPF]"),
        ("cpf 529982247-25", "cpf [CPF]"),
        ("CNPJ 11.222.333/0001-81", "CNPJ [CNPJ]"),
        ("CNPJ 11222333000181", "CNPJ [CNPJ]"),
        ("CNPJ novo 12.ABC.345/01DE-35", "CNPJ novo [CNPJ]"),
        ("RG 12.345.678-X", "RG [RG]"),
        ("fale com maria.silva+1@prefeitura.sp.gov.br.", "fale com [e-mail]."),
        ("joão@exemplo.com.br,ana@x.org", "[e-mail],[e-mail]"),
        ("Liguei para (11) 98765-4321 ontem", "Liguei para [telefone] ontem"),
        ("zap:11 98765 4321", "zap:[telefone]"),
        ("+55 (11) 3456-7890", "[telefone]"),
        ("+5511987654321", "[telefone]"),
        ("11987654321", "[telefone]"),
        ("tel.1134567890", "tel.[telefone]"),
        ("11.98765.4321", "[telefone]"),
        ("ramal 3456-7890.", "ramal [telefone]."),
        ("98765-4321/98765-4322", "[telefone]/[telefone]"),
        ("3456-7890/7891", "[telefone]/7891"),
        ("(11) 98765-4321ana@x.com", "(11) [e-mail]"),
        ("a@b.co+x@y.z", "[e-mail]"),
        ("9 8765-4321", "[telefone]"),
        ("021 2345-6789", "[telefone]"),
    ],
)
def test_cobre_o_dado_pessoal_e_deixa_o_resto(texto, limpo):
    assert sanitizar(texto) == limpo


@pytest.mark.parametrize(
    "texto",
    [
        "",
        "CEP 01310-100, Avenida Paulista, 1578",
        "protocolo 25712345",
        "Protocolo nº 11987654321 aberto",
        "protocolo número: 52998224725",
        "processo 6011.2024/0001234-5",
        "processo 0001234-56.2024.8.26.0100",
        "em 12/03/2024 às 10:32, ou 2024-03-12",
        "plano 2023-2024, lei 13.709/2018",
        "R$ 1.234.567,89",
        "ponto -23.55052012, -46.63331234",
        "0800 770 1234 e 156",
        "Água & Luz, 3 < 5, @prefeitura",
        "casas 12, 345 e 6789",
        "referência 01993c61-3d00-7b02-8def-0123456789ab",
    ],
)
def test_o_que_nao_e_dado_pessoal_fica_como_esta(texto):
    assert sanitizar(texto) == texto


@given(st.uuids())
def test_identificadores_ficam_intactos(identificador):
    assert sanitizar(f"caso {identificador}.") == f"caso {identificador}."


@given(st.text(max_size=200))
def test_sanitizar_duas_vezes_nao_muda_nada(texto):
    assert sanitizar(sanitizar(texto)) == sanitizar(texto)


@given(st.text(alphabet=string.digits + "()+-./ @aXé[]", max_size=80))
def test_sanitizar_numeros_quebrados_duas_vezes_nao_muda_nada(texto):
    assert sanitizar(sanitizar(texto)) == sanitizar(texto)


@given(st.lists(DADOS | ENTRE).map("".join))
def test_sanitizar_dados_colados_duas_vezes_nao_muda_nada(texto):
    assert sanitizar(sanitizar(texto)) == sanitizar(texto)


@given(st.text(alphabet="abç ,;\n", max_size=30), st.text(alphabet="abç ,;\n", max_size=30))
def test_o_dado_e_coberto_no_meio_de_qualquer_texto(antes, depois):
    for dado in ("529.982.247-25", "11.222.333/0001-81", "(11) 98765-4321", "98765-4321"):
        assert dado not in sanitizar(f"{antes}{dado}{depois}")


COBERTOS = [padrao for nome, padrao in sanitizacao._PADROES.items() if nome not in ("referencia", "protocolo")]


@given(st.from_regex("|".join(COBERTOS), fullmatch=True))
def test_o_atalho_nao_deixa_passar_nenhum_padrao(dado):
    assert sanitizacao._ALGUM.search(dado)
