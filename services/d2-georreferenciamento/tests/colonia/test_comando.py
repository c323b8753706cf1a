"""`python -m d2_georreferenciamento`: what an operator types."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest
from typer.testing import CliRunner

from d2_georreferenciamento.__main__ import app


@pytest.fixture
def comando(postgres_url, monkeypatch):
    """The command on an empty database of its own."""
    nome = f"t_{uuid4().hex}"

    async def administrar(sql: str) -> None:
        ligacao = await asyncpg.connect(postgres_url)
        await ligacao.execute(sql)
        await ligacao.close()

    asyncio.run(administrar(f'CREATE DATABASE "{nome}"'))
    url = f"{postgres_url.rsplit('/', 1)[0]}/{nome}"
    monkeypatch.setenv("FORMIGUEIRO_D2_GEORREFERENCIAMENTO_BANCO_URL", url)
    yield lambda *argumentos: CliRunner().invoke(app, [str(a) for a in argumentos])
    asyncio.run(administrar(f'DROP DATABASE "{nome}" WITH (FORCE)'))


def test_importar_a_demonstracao_e_listar(comando):
    importado = comando("importar", "--demonstracao")
    assert importado.exit_code == 0, importado.output
    assert "0001-terra-formigueira" in importado.output
    assert "nada mudou" in comando("importar", "--demonstracao").output
    listado = comando("listar").output
    assert "7 país" in listado
    assert "1 setor" in listado


def test_o_que_esta_errado_no_arquivo_e_dito_por_feicao(comando, tmp_path):
    arquivo = tmp_path / "municipios.geojson"
    arquivo.write_text(
        '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"codigo":"a [b]"},"geometry":null},'
        '{"type":"Feature","properties":{"codigo":"c"},"geometry":'
        '{"type":"Polygon","coordinates":[[[-46,-23],[-45,-23],[-45,-22],[-46,-23]]]}}]}'
    )
    saida = comando("importar", arquivo, "--fonte", "prefeitura")
    assert saida.exit_code == 0
    assert "municipios, feição 0 (código a [b]): sem geometria legível." in saida.output
    assert "gravadas: 1" in saida.output


def test_arquivo_inexistente_ou_nenhum_arquivo_falham_com_uma_frase(comando, tmp_path):
    inexistente = comando("importar", tmp_path / "nada.shp")
    assert inexistente.exit_code == 1
    assert "não existe" in inexistente.output.replace("\n", "")
    assert comando("importar").exit_code == 2
