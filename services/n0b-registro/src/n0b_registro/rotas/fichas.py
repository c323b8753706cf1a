"""How the catalogue describes an event type."""

from typing import Any, Literal, Self

from pydantic import BaseModel

from n0b_registro.acoes.consumidores import Consumidores
from n0b_registro.acoes.semear import Publicacao
from nucleo.contratos import Contrato


class CampoSensivel(BaseModel):
    """A field that a legal removal may erase, and why."""

    caminho: str
    razao: str


class FichaVersao(BaseModel):
    """One version of an event type; in the registry it is a number of the subject and a global id."""

    versao: str
    status: Literal["vigente", "mantida", "deprecada"]
    numero: int
    id: int
    esquema: dict[str, Any] | None = None


class Ficha(BaseModel):
    """One event type."""

    tipo: str
    topico: str
    assunto: str
    descricao: str
    visibilidade: Literal["publica", "interna"]
    produtores: list[str]
    consumidores: list[str]
    chave: str
    chave_do_registro: str
    particoes: int
    compacta: bool
    sensiveis: list[CampoSensivel]
    versoes: list[FichaVersao]

    @classmethod
    def de(
        cls,
        contrato: Contrato,
        publicacao: Publicacao,
        consumidores: Consumidores,
        *,
        com_esquemas: bool = False,
    ) -> Self:
        """The sheet of a contract, oldest version first."""
        return cls(
            tipo=contrato.tipo,
            topico=contrato.topico,
            assunto=contrato.assunto,
            descricao=contrato.descricao,
            visibilidade=contrato.visibilidade,
            produtores=list(contrato.produtores),
            consumidores=list(consumidores.de(contrato.tipo)),
            chave=contrato.chave,
            chave_do_registro=contrato.chave_do_registro,
            particoes=contrato.particoes,
            compacta=contrato.compacta,
            sensiveis=[CampoSensivel(caminho=s.caminho, razao=s.razao) for s in contrato.sensiveis],
            versoes=[
                FichaVersao(
                    versao=versao.semver,
                    status=versao.status,
                    numero=(onde := publicacao.versoes[contrato.tipo, versao.semver]).numero,
                    id=onde.id,
                    esquema=versao.esquema if com_esquemas else None,
                )
                for versao in contrato.versoes
            ],
        )


class Catalogo(BaseModel):
    """Every event type, in the order of topics."""

    eventos: list[Ficha]
