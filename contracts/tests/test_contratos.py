"""What holds for every contract of the house, by the catalogue itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nucleo.contratos import Catalogo, Contrato, Versao
from nucleo.contratos.leitura import campos_do_payload
from nucleo.contratos.selo import calcular, ler

ENVELOPE = ["event_id", "tipo", "versao_schema", "timestamp", "origem", "correlacao_id", "causacao_id"]


def registros(tipo: Any) -> Iterator[dict[str, Any]]:
    """Every record inside a schema, itself first."""
    if isinstance(tipo, list):
        for opcao in tipo:
            yield from registros(opcao)
    elif isinstance(tipo, dict):
        if tipo["type"] == "record":
            yield tipo
        for interno in [campo["type"] for campo in tipo.get("fields", [])] + [tipo.get("items", "null")]:
            yield from registros(interno)


def test_a_pasta_nao_tem_arquivo_que_o_contrato_nao_conheca(pasta: Path, contrato: Contrato) -> None:
    semvers = [versao.semver for versao in contrato.versoes]
    esperados = {
        "contrato.yaml",
        *(f"{semver}.avsc" for semver in semvers),
        *(f"exemplos/{semver}.json" for semver in semvers),
        *([contrato.vetores] if contrato.vetores else []),
    }
    raiz = pasta / contrato.topico
    achados = {arquivo.relative_to(raiz).as_posix() for arquivo in raiz.rglob("*.*")}
    assert achados == esperados


def test_toda_pasta_e_um_contrato(pasta: Path, catalogo: Catalogo) -> None:
    pastas = {p.name for p in pasta.iterdir() if p.is_dir()} - {"tests"}
    assert pastas == set(catalogo.por_topico)


def test_as_versoes_que_a_especificacao_nomeia_existem(catalogo: Catalogo) -> None:
    nomeadas = {
        "demanda.recebida": ["1.0.0", "1.1.0", "1.2.0"],
        "demanda.normalizada": ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0"],
        "demanda.categorizada": ["1.0.0", "1.1.0"],
        "demanda.ranqueada": ["1.0.0", "1.1.0"],
    }
    for tipo, semvers in nomeadas.items():
        existentes = [versao.semver for versao in catalogo.por_tipo[tipo].versoes]
        assert existentes[: len(semvers)] == semvers


def test_o_envelope_e_o_mesmo_em_todos(par: tuple[Contrato, Versao]) -> None:
    contrato, versao = par
    removivel = contrato.compacta and contrato.visibilidade == "interna"
    esperados = [*ENVELOPE, *(["hash_original"] if removivel else []), "payload"]
    assert [campo["name"] for campo in versao.esquema["fields"]] == esperados


def test_tipo_com_texto_livre_pode_ser_redigido_um_a_um(contrato: Contrato) -> None:
    assert (contrato.chave_do_registro == "event_id") == (contrato.visibilidade == "interna")
    assert contrato.compacta or contrato.visibilidade == "publica"


def test_o_nome_do_registro_nao_muda_entre_versoes(par: tuple[Contrato, Versao]) -> None:
    contrato, versao = par
    pascal = "".join(parte.capitalize() for parte in re.split(r"[._]", contrato.topico))
    nomes = [registro["name"] for registro in registros(versao.esquema)][:2]
    assert (versao.esquema["namespace"], nomes) == ("br.formigueiro", [pascal, f"{pascal}Payload"])


def test_registros_de_mesmo_nome_tem_os_mesmos_campos(catalogo: Catalogo) -> None:
    conhecidos: dict[str, Any] = {}
    for contrato in catalogo:
        for registro in list(registros(contrato.vigente.esquema))[2:]:
            assert conhecidos.setdefault(registro["name"], registro["fields"]) == registro["fields"]


def test_todo_registro_e_todo_campo_diz_o_que_e(par: tuple[Contrato, Versao]) -> None:
    for registro in registros(par[1].esquema):
        assert registro["doc"]
        for campo in registro["fields"]:
            assert campo["doc"].endswith("."), f"{registro['name']}.{campo['name']}"


def test_as_chaves_sao_campos_obrigatorios_desde_a_primeira_versao(par: tuple[Contrato, Versao]) -> None:
    contrato, versao = par
    campos = {campo["name"]: campo for campo in campos_do_payload(versao.esquema)}
    for chave in {contrato.chave, contrato.chave_do_registro} - {"event_id"}:
        assert "default" not in campos[chave]
        assert not isinstance(campos[chave]["type"], list)


def test_contrato_publico_nao_leva_dado_pessoal(contrato: Contrato) -> None:
    if contrato.visibilidade == "publica":
        nomes = {c["name"] for v in contrato.versoes for r in registros(v.esquema) for c in r["fields"]}
        assert not nomes & {"cidadao_id", "texto_bruto", "descricao_limpa"}
        assert contrato.sensiveis == ()


def test_contrato_interno_diz_por_que_e_interno(contrato: Contrato) -> None:
    assert (contrato.sensiveis != ()) == (contrato.visibilidade == "interna")


def test_versao_publicada_nunca_muda_e_versao_nova_e_selada(pasta: Path) -> None:
    assert calcular(pasta) == ler(pasta), "`python -m nucleo.contratos selar` aceita só versões novas"
