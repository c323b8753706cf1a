"""What C-1 refuses to start with, and how it says so."""

from typing import Any

import pytest

from c1_cidadaos.config import ConfigC1
from nucleo.config import ConfiguracaoInvalida

GOOGLE = {"nome": "Google", "url": "https://accounts.google.com", "cliente_id": "x", "cliente_segredo": "segredo"}
PRODUCAO = {"emissores": {"google": GOOGLE}, "url_publica": "https://formigueiro.exemplo.org", "chaves": "/x"}
LOCAL = {"emissores": {"teste": GOOGLE | {"url": "http://127.0.0.1:9400"}}, "emissores_locais": True, "chaves": "/x"}


def carregar(**valores: Any) -> ConfigC1:
    return ConfigC1.carregar("c1-cidadaos", banco_url="postgresql://x/x", **valores)


def test_producao_e_desenvolvimento_comecam() -> None:
    producao, local = carregar(**PRODUCAO), carregar(**LOCAL)
    assert (producao.segura, producao.redirecionamento) == (True, "https://formigueiro.exemplo.org/api/sessao/retorno")
    assert (local.segura, local.redirecionamento) == (False, "http://127.0.0.1:8080/api/sessao/retorno")


@pytest.mark.parametrize(
    "url", ["http://emissor.exemplo.org", "http://127.0.0.1:9400", "https://localhost:9400", "https://[::1]", "emissor"]
)
def test_emissor_de_teste_nao_comeca_em_producao_e_a_frase_diz_qual_e_como(url: str) -> None:
    emissores = {"google": GOOGLE, "falso": GOOGLE | {"url": url}}
    with pytest.raises(ConfiguracaoInvalida, match=r"emissor de teste.*falso \(.*EMISSORES_LOCAIS") as erro:
        carregar(**PRODUCAO | {"emissores": emissores})
    assert url in str(erro.value)
    assert "segredo" not in str(erro.value)


def test_aceitar_emissores_de_teste_nao_basta_numa_instalacao_publica() -> None:
    with pytest.raises(ConfiguracaoInvalida, match="nunca serve ao público"):
        carregar(**PRODUCAO | {"emissores_locais": True})


@pytest.mark.parametrize("url", ["https://a.org/", "https://a.org/caminho", "a.org", ""])
def test_a_url_publica_e_uma_origem(url: str) -> None:
    with pytest.raises(ConfiguracaoInvalida, match="não é uma origem"):
        carregar(**PRODUCAO | {"url_publica": url})


@pytest.mark.parametrize("troca", [{"url_publica": "http://a.org"}, {"retornos": ["http://a.org"]}])
def test_a_porta_publica_e_https(troca: dict[str, Any]) -> None:
    with pytest.raises(ConfiguracaoInvalida, match="deve ser https"):
        carregar(**PRODUCAO | troca)


def test_quem_deixa_entrar_tem_com_que_assinar() -> None:
    with pytest.raises(ConfiguracaoInvalida, match="CHAVES"):
        carregar(**PRODUCAO | {"chaves": None})


@pytest.mark.parametrize(
    "emissor",
    [
        GOOGLE | {"algoritmos": ["none"]},
        GOOGLE | {"algoritmos": ["HS256"]},
        GOOGLE | {"algoritmos": []},
        GOOGLE | {"cliente": "x"},
        GOOGLE | {"cliente_id": ""},
    ],
)
def test_emissor_mal_descrito_e_nomeado_e_o_seu_segredo_nao(emissor: dict[str, Any]) -> None:
    with pytest.raises(ConfiguracaoInvalida, match="EMISSORES_GOOGLE") as erro:
        carregar(**PRODUCAO | {"emissores": {"google": emissor}})
    assert "segredo" not in str(erro.value)


def test_o_segredo_do_cliente_nao_se_mostra() -> None:
    assert "segredo'" not in repr(carregar(**PRODUCAO))


def test_os_emissores_vem_do_ambiente_em_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "FORMIGUEIRO_C1_CIDADAOS_EMISSORES",
        '{"google": {"nome": "Google", "url": "https://accounts.google.com", "cliente_id": "x"}}',
    )
    monkeypatch.setenv("FORMIGUEIRO_C1_CIDADAOS_CHAVES", "/segredos/sessoes.jwks")
    assert carregar().emissores["google"].escopos == "openid email profile"
