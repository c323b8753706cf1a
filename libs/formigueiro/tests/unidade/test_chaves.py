import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from formigueiro import chaves
from formigueiro.cli import montar
from formigueiro.pilha.erros import FalhaDaPilha
from nucleo.chaves import jwks_publico, nova_chave


def kids(arquivo: Path) -> list[str]:
    return [chave["kid"] for chave in json.loads(arquivo.read_text())["keys"]]


def test_as_chaves_sao_feitas_uma_vez_e_so_o_dono_as_le(tmp_path: Path) -> None:
    arquivo = chaves.arquivo(tmp_path)
    antes = arquivo.read_text()
    assert chaves.arquivo(tmp_path).read_text() == antes
    assert stat.S_IMODE(arquivo.stat().st_mode) == 0o600


def test_girar_assina_com_a_que_ja_estava_publicada_e_guarda_a_anterior(tmp_path: Path) -> None:
    arquivo = chaves.arquivo(tmp_path)
    atual, proxima = kids(arquivo)
    assert chaves.girar(arquivo) == proxima == chaves.privada(tmp_path).kid
    assert kids(arquivo)[0] == proxima
    assert kids(arquivo)[2] == atual
    chaves.girar(arquivo)
    assert kids(arquivo)[2] == proxima
    assert atual not in kids(arquivo)
    assert len(kids(arquivo)) == 3


def test_criar_nao_escreve_por_cima(tmp_path: Path) -> None:
    arquivo = tmp_path / "chaves.jwks"
    for esperado in (0, 1):
        feito = CliRunner().invoke(montar(["chaves"]), ["chaves", "criar", "--em", str(arquivo)])
        assert feito.exit_code == esperado
    assert len(kids(arquivo)) == 2
    assert chaves.girar(arquivo) == kids(arquivo)[0]


PUBLICO = json.dumps(jwks_publico(nova_chave(), nova_chave()))


@pytest.mark.parametrize("conteudo", [None, PUBLICO, "", "{}", '{"keys": []}', '{"keys": [{"kty": "OKP"}]}'])
def test_girar_o_que_nao_e_um_jwks_diz_qual_arquivo(tmp_path: Path, conteudo: str | None) -> None:
    arquivo = tmp_path / "chaves.jwks"
    if conteudo is not None:
        arquivo.write_text(conteudo)
    feito = CliRunner().invoke(montar(["chaves"]), ["chaves", "girar", "--em", str(arquivo)])
    assert isinstance(feito.exception, FalhaDaPilha)
    assert "chaves.jwks" in str(feito.exception)
