"""What is asked of a new colony, checked against the contracts and the colonies that exist."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from formigueiro.pilha.erros import FalhaDaPilha
from nucleo import Colonia, contratos
from nucleo.contratos.leitura import campos_do_payload
from nucleo.contratos.modelo import Contrato, dobrar

_NOME = re.compile(r"([a-z])(\d+)([a-z]?)-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_TIPO = re.compile(r"[a-zà-ÿ]+\.[a-zà-ÿ_]+")
_PRIMEIRA_PORTA, _PORTAS_EXTRAS = 8100, 8130


@dataclass(frozen=True)
class Entrada:
    """One type to consume: its payload class and the field that names what it speaks of."""

    tipo: str
    classe: str
    entidade: str
    uuid: bool

    @property
    def funcao(self) -> str:
        """The name of its handler."""
        return f"registrar_{dobrar(self.tipo).replace('.', '_')}"


@dataclass(frozen=True)
class Pedido:
    """A colony to be written. `novos` are the types among `produz` that have no contract yet."""

    id: str
    nome: str
    porta: int
    resumo: str
    consome: Sequence[Entrada]
    produz: Sequence[str]
    novos: Sequence[str]

    @property
    def pacote(self) -> str:
        """The import package."""
        return self.nome.replace("-", "_")

    @property
    def assunto(self) -> str:
        """What comes after the identifier in the name."""
        return self.nome.partition("-")[2]

    @property
    def raiz(self) -> str:
        """Where its routes are."""
        return f"/api/{self.nome.partition('-')[0]}"


def conferir(
    nome: str,
    consome: Sequence[str],
    produz: Sequence[str],
    *,
    identificador: str | None = None,
    porta: int | None = None,
    resumo: str | None = None,
    colonias: Iterable[Colonia],
) -> Pedido:
    """Completes what was asked; what contradicts the house ends in a sentence."""
    partes = _NOME.fullmatch(nome)
    if partes is None:
        raise FalhaDaPilha(f"{nome} não serve de nome: use o identificador e o assunto, como d5-agenda ou d6a-sorteio.")
    letra, numero, sufixo, assunto = partes.groups()
    existentes = {colonia.nome: colonia for colonia in colonias}
    if nome in existentes:
        raise FalhaDaPilha(f"A colônia {nome} já existe.")
    portas = {colonia.porta for colonia in existentes.values()}
    if porta in portas:
        raise FalhaDaPilha(f"A porta {porta} já é de outra colônia.")
    if not consome:
        raise FalhaDaPilha("O molde é o de uma colônia que consome: diga ao menos um --consome.")
    return Pedido(
        identificador or f"{letra.upper()}-{numero}{sufixo}",
        nome,
        porta or _porta_livre(_PRIMEIRA_PORTA + int(numero), portas),
        resumo or f"Registra os eventos de que trata: {assunto}.",
        [_entrada(tipo) for tipo in dict.fromkeys(consome)],
        list(dict.fromkeys(produz)),
        [tipo for tipo in dict.fromkeys(produz) if _e_novo(tipo, nome)],
    )


def classe(tipo: str) -> str:
    """The payload class of a type."""
    return "".join(parte.capitalize() for parte in re.split(r"[._]", dobrar(tipo)))


def _entrada(tipo: str) -> Entrada:
    contrato = contratos.carregar().por_tipo.get(tipo)
    if contrato is None:
        existentes = ", ".join(c.tipo for c in contratos.carregar())
        raise FalhaDaPilha(f"Não há contrato de {tipo}, e ninguém o produz; há {existentes}.")
    entidade = contrato.chave if contrato.chave_do_registro == "event_id" else contrato.chave_do_registro
    return Entrada(tipo, classe(tipo), entidade, _e_uuid(contrato, entidade))


def _e_uuid(contrato: Contrato, campo: str) -> bool:
    tipo = next(c["type"] for c in campos_do_payload(contrato.vigente.esquema) if c["name"] == campo)
    return isinstance(tipo, dict) and tipo.get("logicalType") == "uuid"


def _e_novo(tipo: str, nome: str) -> bool:
    contrato = contratos.carregar().por_tipo.get(tipo)
    if contrato is None and not _TIPO.fullmatch(tipo):
        raise FalhaDaPilha(f"{tipo} não serve de tipo: use entidade.fato_no_passado, como agenda.criada.")
    if contrato is not None and nome not in contrato.produtores:
        raise FalhaDaPilha(
            f"O contrato de {tipo} só admite {', '.join(contrato.produtores)}; "
            f"acrescente {nome} a produtores em contracts/{contrato.topico}/contrato.yaml, se é isso mesmo."
        )
    return contrato is None


def _porta_livre(preferida: int, tomadas: set[int]) -> int:
    if preferida not in tomadas:
        return preferida
    return next(porta for porta in range(_PORTAS_EXTRAS, 9000) if porta not in tomadas)
