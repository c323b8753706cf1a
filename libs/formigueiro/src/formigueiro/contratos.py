"""Checks of contracts and declarations together, and their registration in an external registry."""

from collections.abc import Iterable
from importlib.resources import files

import httpx

from formigueiro.pilha.erros import FalhaDaPilha
from nucleo import Colonia, contratos
from nucleo.colonia import DeclaracaoInvalida
from nucleo.contratos.geracao import gerar
from nucleo.contratos.leitura import pasta_dos_contratos
from nucleo.contratos.selo import calcular, ler

NIVEL = "BACKWARD_TRANSITIVE"


def problemas(colonias: Iterable[Colonia]) -> list[str]:
    """Everything that contradicts; empty when contracts, seals, classes and declarations agree."""
    try:
        catalogo = contratos.carregar()
    except contratos.ContratoInvalido as erro:
        return [str(erro)]
    return [*_selos(), *_classes(catalogo), *_declaracoes(colonias, catalogo)]


def registrar(url: str, credencial: tuple[str, str] | None) -> list[str]:
    """Registers every version, oldest first, in a Confluent registry; answers the subjects that were new."""
    novos = []
    with httpx.Client(base_url=url, auth=credencial, timeout=30) as registro:
        for contrato in contratos.carregar():
            assunto = f"/subjects/{contrato.assunto}"
            for versao in contrato.versoes:
                corpo = {"schema": versao.texto, "schemaType": "AVRO"}
                if _pedir(registro, "POST", assunto, corpo, ausente_vale=True) is None:
                    _pedir(registro, "PUT", f"/config/{contrato.assunto}", {"compatibility": NIVEL})
                    _pedir(registro, "POST", f"{assunto}/versions", corpo)
                    novos.append(f"{contrato.assunto} {versao.semver}")
    return novos


def _pedir(
    registro: httpx.Client, metodo: str, caminho: str, corpo: dict[str, str], *, ausente_vale: bool = False
) -> object:
    try:
        resposta = registro.request(metodo, caminho, json=corpo)
    except httpx.HTTPError as erro:
        raise FalhaDaPilha(f"O registro não responde em {registro.base_url} ({type(erro).__name__}).") from erro
    if ausente_vale and resposta.status_code == 404:
        return None
    if resposta.is_error:
        raise FalhaDaPilha(f"O registro recusou {metodo} {caminho}: {resposta.status_code} {resposta.text}")
    return resposta.json()


def _selos() -> list[str]:
    pasta = pasta_dos_contratos()
    selados, atuais = ler(pasta), calcular(pasta)
    mudados = [f"{nome}: versão publicada foi alterada" for nome in selados if atuais.get(nome) != selados[nome]]
    return [*mudados, *(f"{nome}: versão ainda não selada" for nome in atuais if nome not in selados)]


def _classes(catalogo: contratos.Catalogo) -> list[str]:
    if files("nucleo").joinpath("eventos.py").read_text("utf-8") == gerar(catalogo):
        return []
    return ["nucleo/eventos.py não corresponde aos contratos: python -m nucleo.contratos gerar"]


def _declaracoes(colonias: Iterable[Colonia], catalogo: contratos.Catalogo) -> list[str]:
    achados = []
    for colonia in colonias:
        try:
            colonia.conferir(catalogo)
        except DeclaracaoInvalida as erro:
            achados.append(str(erro))
    return achados
