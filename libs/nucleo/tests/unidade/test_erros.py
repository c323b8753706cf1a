"""The errors say by themselves what the caller will read."""

import pytest

from nucleo.erros import (
    Conflito,
    Invalido,
    LimiteExcedido,
    NaoAutenticado,
    NaoEncontrado,
    Problema,
    Proibido,
    Sobrecarga,
)


@pytest.mark.parametrize(
    ("erro", "status", "tipo"),
    [
        (NaoEncontrado("Demanda não encontrada."), 404, "nao-encontrado"),
        (Conflito("Já existe."), 409, "conflito"),
        (Invalido("lat", "Fora do Brasil."), 400, "dados-invalidos"),
        (NaoAutenticado(), 401, "nao-autenticado"),
        (Proibido(), 403, "proibido"),
        (LimiteExcedido(), 429, "limite-excedido"),
        (Sobrecarga(), 503, "servico-indisponivel"),
    ],
)
def test_cada_erro_tem_status_e_tipo_estaveis(erro: Problema, status: int, tipo: str) -> None:
    assert (erro.status, erro.tipo) == (status, tipo)
    assert str(erro) == erro.detalhe != ""


def test_invalido_nomeia_o_campo_tambem_na_lista_de_erros() -> None:
    erro = Invalido("localizacao_bruta.lat", "Fora do Brasil.")
    assert erro.campo == "localizacao_bruta.lat"
    assert erro.extras == {"errors": [{"campo": "localizacao_bruta.lat", "detalhe": "Fora do Brasil."}]}


def test_extras_ficam_no_documento_e_nao_na_mensagem() -> None:
    erro = Conflito("Demanda já registrada.", demanda_id="d1")
    assert (erro.extras, str(erro)) == ({"demanda_id": "d1"}, "Demanda já registrada.")


@pytest.mark.parametrize("classe", [Sobrecarga, LimiteExcedido])
def test_quem_deve_esperar_sabe_quanto(classe: type[Sobrecarga] | type[LimiteExcedido]) -> None:
    assert classe(7).cabecalhos == {"Retry-After": "7"}
    assert classe(7, "Fila cheia.").detalhe == "Fila cheia."


def test_sem_identidade_diz_como_se_identificar() -> None:
    assert NaoAutenticado().cabecalhos == {"WWW-Authenticate": "Bearer"}
    assert NaoAutenticado(esquema='Basic realm="registro"').cabecalhos["WWW-Authenticate"].startswith("Basic")
