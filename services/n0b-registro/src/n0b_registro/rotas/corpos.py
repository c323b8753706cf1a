"""Bodies of the protocol. Optional fields may come as null; unknown ones are ignored."""

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from n0b_registro.acoes import recusas
from n0b_registro.acoes.ler import Pedido
from n0b_registro.acoes.localizar import Achado
from n0b_registro.dominio.assuntos import ULTIMA, VERSAO_MAXIMA, e_assunto
from n0b_registro.dominio.referencias import Referencia

Inteiro = Annotated[int, Field(ge=-(2**31), le=VERSAO_MAXIMA)]


class CorpoReferencia(BaseModel):
    """A borrowed schema."""

    name: str
    subject: str
    version: Inteiro

    @classmethod
    def de(cls, referencia: Referencia) -> Self:
        """As the protocol writes it."""
        return cls(name=referencia.nome, subject=referencia.assunto, version=referencia.versao)

    def ler(self) -> Referencia:
        """As the registry reads it."""
        versao_existe = self.version == ULTIMA or self.version > 0
        if not (e_assunto(self.name) and e_assunto(self.subject) and versao_existe):
            raise recusas.esquema_invalido(f"referência inválida: {self.model_dump_json()}")
        return Referencia(self.name, self.subject, self.version)


class CorpoEsquema(BaseModel):
    """A schema that a client sends."""

    # The protocol's name for the text is also the name of an old method of pydantic.
    model_config = ConfigDict(protected_namespaces=())

    texto: Annotated[str | None, Field(alias="schema", description="O esquema Avro, como texto")] = None
    tipo: Annotated[str | None, Field(alias="schemaType", description="Só AVRO")] = None
    references: list[CorpoReferencia] | None = None
    id: Inteiro | None = None
    version: Inteiro | None = None
    metadata: dict[str, Any] | None = None
    regras: Annotated[dict[str, Any] | None, Field(alias="ruleSet")] = None

    def ler(self, assunto: str, *, normalizar: bool = False) -> Pedido:
        """What is asked of the registry. Raises 42201 for what it does not keep."""
        if self.tipo not in (None, "", "AVRO"):
            raise recusas.esquema_invalido(f"o tipo {self.tipo} não é aceito; só AVRO")
        if self.metadata or self.regras:
            raise recusas.esquema_invalido("metadata e ruleSet não são aceitos")
        return Pedido(
            assunto=assunto,
            texto=self.texto or "",
            referencias=tuple(referencia.ler() for referencia in self.references or ()),
            id=self.id if self.id is not None and self.id > 0 else None,
            versao=self.version,
            normalizar=normalizar,
        )


class CorpoVersao(BaseModel):
    """A version of a subject."""

    subject: str
    version: int
    id: int
    texto: Annotated[str, Field(serialization_alias="schema")]
    references: list[CorpoReferencia] | None = None

    @classmethod
    def de(cls, achado: Achado) -> Self:
        """As the protocol writes it: no references at all when there are none."""
        return cls(
            subject=achado.versao.assunto,
            version=achado.versao.numero,
            id=achado.esquema.id,
            texto=achado.esquema.texto,
            references=[CorpoReferencia.de(r) for r in achado.referencias] or None,
        )


class CorpoEsquemaPorId(BaseModel):
    """A schema without a subject."""

    texto: Annotated[str, Field(serialization_alias="schema")]
    references: list[CorpoReferencia] | None = None
    maior: Annotated[int | None, Field(serialization_alias="maxId")] = None
    subjects: list[str] | None = None


class CorpoId(BaseModel):
    """The id of what was registered."""

    id: int


class CorpoOnde(BaseModel):
    """Where a schema is."""

    subject: str
    version: int


class CorpoMudancaDeNivel(BaseModel):
    """How PUT writes a level."""

    compatibility: str | None = None
    normalize: StrictBool | None = None


class CorpoNivel(BaseModel):
    """How GET and DELETE write a level."""

    nivel: Annotated[str, Field(serialization_alias="compatibilityLevel")]
    normalize: bool | None = None


class CorpoModo(BaseModel):
    """A mode; null removes it."""

    mode: str | None = None


class CorpoCompatibilidade(BaseModel):
    """The answer about compatibility; reasons only when asked for."""

    is_compatible: bool
    messages: list[str] | None = None
