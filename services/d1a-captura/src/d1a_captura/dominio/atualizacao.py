"""What a counsellor tells of a demand: six types, each with exactly its fields. Spec D-6b, "Tipos de atualização"."""

import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, JsonValue, StrictBool, WithJsonSchema

from d1a_captura.dominio.entrada import CARACTERES_MINIMOS, TEXTO_MAXIMO, Entrada, Falta, diz_algo
from d1a_captura.dominio.relato import Midia

SUGESTAO_MAXIMA = 20_000  # characters of JSON
PRAZO_MAXIMO = timedelta(days=3653)  # ten years; the sheet gives no ceiling, and 9999 is a slip of the hand
FUSO = ZoneInfo("America/Sao_Paulo")

_DIA = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _preenchido(texto: str) -> str:
    if all(unicodedata.category(c)[0] in "CZ" for c in texto):  # blanks, controls, what has no shape
        raise ValueError("Não pode ficar em branco.")
    return texto


def _dia(texto: str) -> str:
    if not _DIA.fullmatch(texto):
        raise ValueError("Deve ser uma data no formato AAAA-MM-DD.")
    try:
        date.fromisoformat(texto)
    except ValueError:
        raise ValueError("Esta data não existe no calendário.") from None
    return texto


Curto = Annotated[str, Field(max_length=200), AfterValidator(_preenchido)]
Longo = Annotated[str, Field(max_length=2000), AfterValidator(_preenchido)]
Dia = Annotated[str, AfterValidator(_dia), WithJsonSchema({"type": "string", "format": "date"})]
Status = Literal["pendente", "em_andamento", "aguardando", "concluido", "bloqueado"]


class Contato(Entrada):
    """With whom, how, and what came of it."""

    com_quem: Curto
    canal: Curto
    resultado: Longo


class Protocolo(Entrada):
    """Where a request was filed, under which number, and when."""

    numero: Curto
    orgao: Curto
    data: Dia


class Documento(Entrada):
    """A document, and where it is kept."""

    tipo_documento: Curto
    descricao: Longo
    referencia: Midia


class Entrave(Entrada):
    """What stands in the way, and who could take it away."""

    descricao: Longo
    orgao: Curto


class Situacao(Entrada):
    """How the work stands."""

    status: Status


class Prazo(Entrada):
    """When it should be solved, and who says so."""

    data_estimada: Dia
    fonte: Curto


class _Atualizacao(Entrada):
    texto: Annotated[str, Field(max_length=TEXTO_MAXIMO)]
    origem_estruturacao: Literal["manual", "sugestao_aceita", "sugestao_editada"] = "manual"
    sugestao_original: Annotated[
        dict[str, JsonValue] | None, Field(description="O que a sugestão automática propunha, como ela o disse.")
    ] = None
    transcricao_automatica: StrictBool = False

    @property
    def sugestao_em_json(self) -> str | None:
        """The suggestion as the event carries it."""
        return None if self.sugestao_original is None else json.dumps(self.sugestao_original, ensure_ascii=False)

    @property
    def conclui(self) -> bool:
        """Tell whether this says that the demand is solved."""
        return False


class ContatoRealizado(_Atualizacao):
    """Somebody was spoken to."""

    tipo: Literal["contato_realizado"]
    campos: Contato


class ProtocoloAberto(_Atualizacao):
    """A request was filed."""

    tipo: Literal["protocolo_aberto"]
    campos: Protocolo


class DocumentoAnexado(_Atualizacao):
    """A document was added."""

    tipo: Literal["documento_anexado"]
    campos: Documento


class EntraveRegistrado(_Atualizacao):
    """Something stands in the way."""

    tipo: Literal["entrave_registrado"]
    campos: Entrave


class StatusAtualizado(_Atualizacao):
    """The work stands otherwise than before."""

    tipo: Literal["status_atualizado"]
    campos: Situacao

    @property
    def conclui(self) -> bool:
        """Tell whether this says that the demand is solved."""
        return self.campos.status == "concluido"


class PrazoRegistrado(_Atualizacao):
    """Somebody said when it will be solved."""

    tipo: Literal["prazo_registrado"]
    campos: Prazo


Atualizacao = (
    ContatoRealizado | ProtocoloAberto | DocumentoAnexado | EntraveRegistrado | StatusAtualizado | PrazoRegistrado
)
AtualizacaoEnviada = Annotated[Atualizacao, Field(discriminator="tipo")]


def faltas(atualizacao: Atualizacao, agora: datetime) -> Iterator[Falta]:
    """Yield every fault of an update beyond the form of each field; none when it is valid."""
    if not diz_algo(atualizacao.texto):
        yield "texto", f"Conte o que foi feito com ao menos {CARACTERES_MINIMOS} letras ou números."
    yield from _dias(atualizacao, agora.astimezone(FUSO).date())
    yield from _sugestao(atualizacao)


def _dias(atualizacao: Atualizacao, hoje: date) -> Iterator[Falta]:
    match atualizacao.campos:
        case Protocolo(data=dia) if date.fromisoformat(dia) > hoje:
            yield "campos.data", "A data de abertura do protocolo está no futuro."
        case Prazo(data_estimada=dia) if date.fromisoformat(dia) < hoje:
            yield "campos.data_estimada", "O prazo já passou. Informe hoje ou um dia que ainda virá."
        case Prazo(data_estimada=dia) if date.fromisoformat(dia) > hoje + PRAZO_MAXIMO:
            yield "campos.data_estimada", "O prazo fica a mais de dez anos de hoje. Confira o ano."


def _sugestao(atualizacao: Atualizacao) -> Iterator[Falta]:
    sugestao = atualizacao.sugestao_em_json
    if sugestao is None and atualizacao.origem_estruturacao != "manual":
        yield "sugestao_original", "Envie a sugestão que foi aceita ou editada: ela fica guardada para auditoria."
    elif sugestao is not None and len(sugestao) > SUGESTAO_MAXIMA:
        yield "sugestao_original", f"Deve ter no máximo {SUGESTAO_MAXIMA} caracteres de JSON."
