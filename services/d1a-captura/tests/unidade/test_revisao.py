"""The rules of the reviser, with a dictionary of a few words."""

from collections.abc import Iterable
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d1a_captura.dominio import clareza, ortografia
from d1a_captura.dominio.revisao import Sugestao, aplicar

CLARO = "O poste da Rua das Acácias, 120, está apagado desde segunda-feira."


class DicionarioDeTeste:
    palavras: ClassVar = {"água": 900, "agua": 10, "esta": 300, "está": 900, "iluminação": 50, "falta": 80, "rua": 500}
    proximas: ClassVar = {"agua": ["água"], "iluminasão": ["iluminação"], "esta": ["está"], "ruua": ["rua"]}

    def frequencia(self, palavra: str) -> int:
        return self.palavras.get(palavra, 0)

    def vizinhas(self, palavra: str) -> Iterable[str]:
        return self.proximas.get(palavra, [])


def ortografia_de(texto: str) -> list[tuple[str, list[str]]]:
    sugestoes = ortografia.sugerir(texto, DicionarioDeTeste())
    return [(texto[s.inicio : s.fim], list(s.alternativas)) for s in sugestoes]


def codigos(texto: str) -> list[str]:
    return [s.codigo for s in clareza.sugerir(texto)]


def test_palavra_errada_ganha_alternativas_no_lugar_certo() -> None:
    assert ortografia_de("Falta iluminasão aqui") == [("iluminasão", ["iluminação"])]


def test_acento_esquecido_so_quando_a_forma_acentuada_e_muito_mais_comum() -> None:
    assert ortografia_de("falta agua") == [("agua", ["água"])]
    assert ortografia_de("esta rua") == []


def test_maiuscula_inicial_e_mantida_e_nomes_e_siglas_ficam_como_estao() -> None:
    assert ortografia_de("Iluminasão ruim") == [("Iluminasão", ["Iluminação"])]
    assert ortografia_de("na Ruua das Acácias") == []
    assert ortografia_de("a UBS e o SAMU") == []


@pytest.mark.parametrize("texto", ["fale@agua.org", "www.agua.org/agua", "agua2", "1agua"])
def test_enderecos_e_codigos_nao_sao_palavras(texto: str) -> None:
    assert ortografia_de(texto) == []


def test_palavra_sem_vizinha_conhecida_nao_e_apontada() -> None:
    assert ortografia_de("xyzzy") == []


def test_o_texto_sugerido_troca_so_o_que_tem_alternativa() -> None:
    texto = "Falta agua e iluminasão."
    assert aplicar(texto, ortografia.sugerir(texto, DicionarioDeTeste())) == "Falta água e iluminação."
    assert aplicar(texto, []) == texto


def test_relato_claro_nao_recebe_nada() -> None:
    assert codigos(CLARO) == []


def test_relato_curto_ou_sem_lugar_e_apontado() -> None:
    assert codigos("buraco") == ["pouco-detalhe", "sem-lugar"]
    assert codigos("tem um buraco enorme que ninguém conserta") == ["sem-lugar"]
    assert codigos("tem um buraco enorme em frente da padaria") == []


def test_texto_em_maiusculas_e_baixado_sem_perder_frases() -> None:
    grito = "TEM UM BURACO NA RUA A. NINGUÉM CONSERTA!"
    assert codigos(grito) == ["maiusculas"]
    assert clareza.baixar(grito) == "Tem um buraco na rua a. Ninguém conserta!"
    assert codigos("UBS DA RUA A sem médico desde segunda") == []


@pytest.mark.parametrize(
    ("dado", "codigo"),
    [
        ("123.456.789-09", "cpf"),
        ("maria.silva@exemplo.org", "email"),
        ("(11) 98765-4321", "telefone"),
        ("+55 11 98765 4321", "telefone"),
    ],
)
def test_dado_pessoal_no_texto_e_apontado(dado: str, codigo: str) -> None:
    texto = f"{CLARO} Meu contato: {dado}."
    (achado,) = clareza.sugerir(texto)
    assert (achado.codigo, achado.tipo, texto[achado.inicio : achado.fim]) == (codigo, "privacidade", dado)


def test_cep_e_numero_da_casa_nao_sao_dados_pessoais() -> None:
    assert codigos("Poste apagado na Rua A, 1200, CEP 01310-100, desde ontem") == []


@given(st.text(max_size=200))
def test_baixar_nao_muda_o_lugar_de_nenhum_caractere(texto: str) -> None:
    assert len(clareza.baixar(texto)) == len(texto)


@given(st.text(max_size=200))
def test_qualquer_texto_e_revisto_e_os_trechos_ficam_dentro_dele(texto: str) -> None:
    feitas: list[Sugestao] = [*ortografia.sugerir(texto, DicionarioDeTeste()), *clareza.sugerir(texto)]
    for s in feitas:
        assert s.inicio is None or 0 <= s.inicio < (s.fim or 0) <= len(texto)
