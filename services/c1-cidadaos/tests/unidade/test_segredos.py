"""Refresh tokens and PKCE."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from c1_cidadaos.dominio.segredos import Renovacao, desafio, novo


def test_o_desafio_e_o_da_rfc_7636() -> None:
    assert desafio("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def test_os_segredos_servem_de_verificador_e_nao_se_repetem() -> None:
    feitos = {novo() for _ in range(100)}
    assert len(feitos) == 100
    assert {len(segredo) for segredo in feitos} == {43}


@given(st.uuids(), st.text(min_size=1).filter(lambda t: "." not in t))
def test_o_token_de_renovacao_se_le_como_se_escreveu(sessao: UUID, segredo: str) -> None:
    assert Renovacao.ler(str(Renovacao(sessao, segredo))) == Renovacao(sessao, segredo)


@given(st.text(max_size=80))
def test_texto_qualquer_nao_quebra_a_leitura(texto: str) -> None:
    lido = Renovacao.ler(texto)
    assert lido is None or lido.segredo
