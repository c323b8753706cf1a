"""Who may write, and what nobody may: the subjects of contracts/."""

import base64
from pathlib import Path
from typing import Any

import pytest

from n0b_registro.acoes.semear import ContratoRecusado, semear
from n0b_registro.colonia import colonia
from nucleo import contratos
from nucleo.testes import FabricaDeBancadas

pytestmark = pytest.mark.asyncio(loop_scope="module")


ASSUNTO = "demanda.recebida-value"
ESCRITAS = [
    ("POST", "/subjects/a/versions", {"schema": '"int"'}),
    ("DELETE", "/subjects/a", None),
    ("DELETE", "/subjects/a/versions/1", None),
    ("PUT", "/config", {"compatibility": "NONE"}),
    ("PUT", "/config/a", {"compatibility": "NONE"}),
    ("DELETE", "/config", None),
    ("DELETE", "/config/a", None),
    ("PUT", "/mode", {"mode": "READONLY"}),
    ("PUT", "/mode/a", {"mode": "READONLY"}),
    ("DELETE", "/mode", None),
    ("DELETE", "/mode/a", None),
]


def basica(texto: bytes) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(texto).decode()}


@pytest.mark.parametrize(("metodo", "caminho", "corpo"), ESCRITAS)
async def test_escrever_sem_credencial_e_401_que_diz_como_entrar(
    cliente: Any, recusa: Any, metodo: str, caminho: str, corpo: Any
) -> None:
    resposta = await cliente.pedir(metodo, caminho, corpo, auth=None)
    assert resposta.headers["www-authenticate"].startswith("Basic ")
    await recusa(cliente.pedir(metodo, caminho, corpo, auth=None), 401)


@pytest.mark.parametrize(
    "cabecalho",
    [
        {},
        {"Authorization": "Basic"},
        {"Authorization": "Basic ???"},
        {"Authorization": "Basic á"},
        {"Authorization": "Bearer abc"},
        basica(b"operador"),
        basica(b"operador:errada"),
        basica(b"outro:s\xc3\xaanha:com dois-pontos"),
        basica(b"\xff\xfe"),
    ],
)
async def test_credencial_errada_e_401(cliente: Any, recusa: Any, cabecalho: dict[str, str]) -> None:
    brutos = {nome: valor.encode("latin-1") for nome, valor in cabecalho.items()}
    pedido = cliente.pedir("PUT", "/config", {"compatibility": "NONE"}, auth=None, headers=brutos)
    await recusa(pedido, 401)
    assert (await cliente.ver("/config")).json() == {"compatibilityLevel": "BACKWARD"}


async def test_credencial_com_acentos_e_dois_pontos_entra(cliente: Any) -> None:
    cabecalho = basica("operador:sênha:com dois-pontos".encode())
    resposta = await cliente.pedir("PUT", "/config", {"compatibility": "NONE"}, auth=None, headers=cabecalho)
    assert resposta.status_code == 200


async def test_ler_e_publico(cliente: Any) -> None:
    for caminho in ("/subjects", "/schemas", "/schemas/types", "/config", "/mode", f"/subjects/{ASSUNTO}/versions"):
        assert (await cliente.pedir("GET", caminho, auth=None)).status_code == 200


async def test_sem_credencial_configurada_ninguem_escreve(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        for metodo, caminho, corpo in ESCRITAS:
            resposta = await b.http.request(metodo, caminho, json=corpo, headers=basica(b":"))
            assert (resposta.status_code, resposta.json()["error_code"]) == (403, 403)
            assert "nenhuma credencial de operador foi configurada" in resposta.json()["message"]


@pytest.mark.parametrize(
    ("metodo", "caminho", "corpo"),
    [
        ("POST", f"/subjects/{ASSUNTO}/versions", {"schema": '"int"'}),
        ("DELETE", f"/subjects/{ASSUNTO}", None),
        ("DELETE", f"/subjects/{ASSUNTO}?permanent=true", None),
        ("DELETE", f"/subjects/{ASSUNTO}/versions/1", None),
        ("PUT", f"/config/{ASSUNTO}", {"compatibility": "NONE"}),
        ("DELETE", f"/config/{ASSUNTO}", None),
        ("PUT", f"/mode/{ASSUNTO}", {"mode": "IMPORT"}),
        ("PUT", f"/mode/{ASSUNTO}?force=true", {"mode": "IMPORT"}),
        ("DELETE", f"/mode/{ASSUNTO}", None),
    ],
)
async def test_assunto_de_contrato_nao_muda_pela_api(
    cliente: Any, recusa: Any, metodo: str, caminho: str, corpo: Any
) -> None:
    antes = (await cliente.ver("/schemas", subjectPrefix=ASSUNTO, deleted="true")).json()
    assert "pertence aos contratos" in await recusa(cliente.pedir(metodo, caminho, corpo), 42205)
    assert (await cliente.ver("/schemas", subjectPrefix=ASSUNTO, deleted="true")).json() == antes
    assert (await cliente.ver(f"/config/{ASSUNTO}")).json() == {"compatibilityLevel": "BACKWARD_TRANSITIVE"}


async def test_nivel_e_modo_globais_nao_abrem_assunto_de_contrato(cliente: Any, recusa: Any) -> None:
    await cliente.pedir("PUT", "/config", {"compatibility": "NONE"})
    await cliente.pedir("PUT", "/mode?force=true", {"mode": "IMPORT"})
    await recusa(cliente.registrar(ASSUNTO, '"int"', id=9_000, version=9), 42205)
    assert (await cliente.ver(f"/config/{ASSUNTO}")).json() == {"compatibilityLevel": "BACKWARD_TRANSITIVE"}


async def test_todas_as_versoes_dos_contratos_estao_em_ordem_e_se_acham_pelo_texto(cliente: Any) -> None:
    for contrato in contratos.carregar():
        numeros = (await cliente.ver(f"/subjects/{contrato.assunto}/versions")).json()
        assert numeros == list(range(1, len(contrato.versoes) + 1))
        for numero, versao in zip(numeros, contrato.versoes, strict=True):
            assert (await cliente.procurar(contrato.assunto, versao.texto)).json()["version"] == numero


async def test_semear_de_novo_nao_muda_nada(cliente: Any) -> None:
    antes = await cliente.bancada.estado(["esquema", "versao", "ajuste"])
    async with cliente.bancada.viva.unidade() as uow:
        await semear(uow.sessao, contratos.carregar())
    assert await cliente.bancada.estado(["esquema", "versao", "ajuste"]) == antes


async def test_semear_devolve_o_nivel_a_assunto_que_ja_existia(cliente: Any) -> None:
    await cliente.bancada.consultar("UPDATE ajuste SET nivel = 'NONE', protegido = false WHERE assunto <> ''")
    async with cliente.bancada.viva.unidade() as uow:
        await semear(uow.sessao, contratos.carregar())
    ajustes = await cliente.bancada.consultar("SELECT DISTINCT nivel, protegido FROM ajuste WHERE assunto <> ''")
    assert ajustes == [{"nivel": "BACKWARD_TRANSITIVE", "protegido": True}]


async def semear_pasta(cliente: Any, pasta: Path) -> None:
    async with cliente.bancada.viva.unidade() as uow:
        await semear(uow.sessao, contratos.carregar(pasta))


def escrever_contrato(pasta: Path, **textos: str) -> Path:
    """A contract `teste.feito` with versions 1.0.0, 1.1.0, … of those payload fields."""
    topico = pasta / "teste.feito"
    topico.mkdir(parents=True)
    semvers = [f"1.{i}.0" for i in range(len(textos))]
    for semver, campos in zip(semvers, textos.values(), strict=True):
        payload = f'{{"type":"record","name":"Feito","fields":[{campos}]}}'
        evento = f'{{"type":"record","name":"E","fields":[{{"name":"payload","type":{payload}}}]}}'
        (topico / f"{semver}.avsc").write_text(evento)
    versoes = "\n".join(f"  {semver}: {'vigente' if semver == semvers[-1] else 'mantida'}" for semver in semvers)
    (topico / "contrato.yaml").write_text(
        "tipo: teste.feito\ntopico: teste.feito\ndescricao: d\nprodutores: [x]\nchave: id\n"
        "chave_do_registro: id\nparticoes: 1\nvisibilidade: publica\ncompacta: false\nsensiveis: []\n"
        f"versoes:\n{versoes}\n"
    )
    return pasta


ID, NOVO = '{"name":"id","type":"string"}', '{"name":"n","type":"int","default":0}'


async def test_versao_nova_do_repositorio_entra_ao_comecar(cliente: Any, tmp_path: Path) -> None:
    await semear_pasta(cliente, escrever_contrato(tmp_path / "1", a=ID))
    await semear_pasta(cliente, escrever_contrato(tmp_path / "2", a=ID, b=f"{ID},{NOVO}"))
    assert (await cliente.ver("/subjects/teste.feito-value/versions")).json() == [1, 2]
    await semear_pasta(cliente, tmp_path / "1")
    assert (await cliente.ver("/subjects/teste.feito-value/versions")).json() == [1, 2]


async def test_contrato_que_muda_versao_publicada_nao_comeca(cliente: Any, tmp_path: Path) -> None:
    await semear_pasta(cliente, escrever_contrato(tmp_path / "1", a=ID))
    with pytest.raises(ContratoRecusado, match=r"teste.feito 1.0.0: não é o que foi publicado"):
        await semear_pasta(cliente, escrever_contrato(tmp_path / "2", a=f"{ID},{NOVO}"))
    assert (await cliente.ver("/subjects/teste.feito-value/versions")).json() == [1]


async def test_contrato_com_versao_incompativel_nao_comeca(cliente: Any, tmp_path: Path) -> None:
    pasta = escrever_contrato(tmp_path, a=ID, b=f'{ID},{{"name":"n","type":"int"}}')
    with pytest.raises(ContratoRecusado, match=r"teste.feito 1.1.0: .*READER_FIELD_MISSING_DEFAULT_VALUE"):
        await semear_pasta(cliente, pasta)


async def test_contrato_com_referencia_no_esquema_invalido_nao_comeca(cliente: Any, tmp_path: Path) -> None:
    pasta = escrever_contrato(tmp_path, a=f'{ID},{{"name":"d","type":"int","order":"torto"}}')
    with pytest.raises(ContratoRecusado, match="Esquema Avro inválido"):
        await semear_pasta(cliente, pasta)


async def test_metade_de_uma_credencial_nao_deixa_comecar() -> None:
    with pytest.raises(SystemExit, match="operador_usuario e operador_senha"):
        colonia.config.carregar("n0b-registro", banco_url="postgresql://x/y", operador_usuario="so")
