"""What a name may be made of, and what is said of what it may not."""

import pytest
from pydantic import ValidationError

from c1_cidadaos.dominio.perfil import Declaracao

OCULTOS = "O texto tem caracteres invisíveis ou de controle."


@pytest.mark.parametrize(
    "nome", ["👩🏽\u200d🔧", "Ana 🏳️\u200d🌈", "می\u200cخواهم", "José ♥️", "Ana\u00a0Souza", "\U0001fae8"]
)
def test_emoji_e_letras_de_qualquer_escrita_fazem_um_nome(nome: str) -> None:
    assert Declaracao(nome=nome).nome == nome


@pytest.mark.parametrize(
    "nome", ["\u200d", "\u200c\u200d\u200c", "Ana\u200d", "Ana\u202eazuoS", "Ana\u2060", "Ana\x07"]
)
def test_o_que_nao_se_ve_e_recusado_pelo_que_e(nome: str) -> None:
    with pytest.raises(ValidationError, match=OCULTOS):
        Declaracao(nome=nome)


def test_um_email_nao_tem_juntores() -> None:
    with pytest.raises(ValidationError, match=OCULTOS):
        Declaracao(email="a\u200dna@exemplo.org")
