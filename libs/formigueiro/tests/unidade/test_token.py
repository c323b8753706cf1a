from pathlib import Path

import pytest
from typer.testing import CliRunner

from formigueiro.chaves import arquivo
from formigueiro.cli import montar
from nucleo.identidade import Verificador


async def test_o_token_emitido_e_aceito_pelas_colonias(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORMIGUEIRO_PASTA", str(tmp_path))
    feito = CliRunner().invoke(montar(["token"]), ["token", "--papel", "operador"])
    verificador = Verificador(str(arquivo(tmp_path)), "formigueiro", "formigueiro")
    identidade = await verificador.verificar(feito.output.strip())
    assert identidade.papeis == {"operador"}


def test_papel_desconhecido_e_recusado_dizendo_quais_ha(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORMIGUEIRO_PASTA", str(tmp_path))
    feito = CliRunner().invoke(montar(["token"]), ["token", "--papel", "rei"])
    assert "moderador" in str(feito.exception)
