"""An update as it is kept: what the counsellor wrote, cleaned, checked, looked at by the denylist, then sanitised."""

import unicodedata
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from d6b_relatoria.dominio import dia
from d6b_relatoria.dominio.campos import CAMPOS, TEXTO_MAXIMO, Erro, conferir, maximo
from nucleo import Evento
from nucleo.denylist import Denylist
from nucleo.eventos import ConselheiroAtualizacaoRegistrada
from nucleo.sanitizacao import sanitizar

Situacao = Literal["invalida", "aguardando", "recusada", "publicada"]
_NOME_MAXIMO = 40
_PROTOCOLO = "protocolo "  # a number that the text calls a protocol is never taken for a telephone


@dataclass(slots=True)
class Atualizacao:
    """One update. Only a valid one is ever judged; it waits until the draw that makes its author a counsellor."""

    atualizacao_id: UUID
    demanda_id: UUID
    cidadao_id: UUID
    tipo: str
    texto: str
    campos: dict[str, str]
    origem_estruturacao: str
    transcricao_automatica: bool
    termos_suspeitos: list[str]
    registrada_em: datetime
    causa: Evento[Any]
    situacao: Situacao = "aguardando"
    erros: list[Erro] = field(default_factory=list)
    acompanhamento_id: UUID | None = None
    numero_sequencial: int | None = None

    @property
    def conclui(self) -> bool:
        """Whether the counsellor says that the demand was resolved."""
        return self.campos.get("status") == "concluido"

    @property
    def prazo(self) -> date | None:
        """The deadline that it registers."""
        return dia.ler(self.campos.get("data_estimada", ""))

    @property
    def versao(self) -> str:
        """Version of the contract in which it is published. Spec D-6b, "Eventos produzidos"."""
        if self.termos_suspeitos:
            return "1.2.0"
        return "1.1.0" if self.transcricao_automatica else "1.0.0"

    def esperar(self) -> None:
        """Leave it for the draw that it answers, or for the name of who was drawn."""
        self.situacao, self.erros = "aguardando", []

    def recusar(self, campo: str, detalhe: str) -> None:
        """Refuse it, saying why; a draw that arrives later may still make it right."""
        self.situacao, self.erros = "recusada", [Erro(campo, detalhe)]


def receber(evento: Evento[ConselheiroAtualizacaoRegistrada], denylist: Denylist) -> Atualizacao:
    """Read what a counsellor registered. The text as it was written stays on the log alone."""
    r = evento.payload
    texto = limpar(r.texto)
    campos = {nome: _ler_campo(r, nome) for nome in CAMPOS.get(r.tipo, ())}
    erros = list(conferir(r.tipo, texto, campos, r.origem_estruturacao, dia.dia_de(r.timestamp_registro)))
    return Atualizacao(
        atualizacao_id=r.atualizacao_id,
        demanda_id=r.demanda_id,
        cidadao_id=r.cidadao_id,
        tipo=limpar(r.tipo[:_NOME_MAXIMO]),
        texto=sanitizar(texto[:TEXTO_MAXIMO]),
        campos={nome: _sanitizar_campo(nome, valor) for nome, valor in campos.items()},
        origem_estruturacao=limpar(r.origem_estruturacao[:_NOME_MAXIMO]),
        transcricao_automatica=r.transcricao_automatica,
        termos_suspeitos=[] if erros else denylist.achar("\n".join([texto, *campos.values()])),
        registrada_em=r.timestamp_registro,
        causa=evento,
        situacao="invalida" if erros else "aguardando",
        erros=erros,
    )


def limpar(texto: str) -> str:
    """Return the text in NFC without control and invisible characters, and without blanks around it."""
    texto = unicodedata.normalize("NFC", texto)
    if not texto.isprintable():
        texto = "".join(c for c in texto if c in "\n\t\u200d\ufe0f" or unicodedata.category(c)[0] != "C")
    return texto.strip()


def _ler_campo(registrada: ConselheiroAtualizacaoRegistrada, nome: str) -> str:
    valor: str = getattr(registrada.campos, nome) or ""
    return " ".join(limpar(valor).split())


def _sanitizar_campo(nome: str, valor: str) -> str:
    valor = valor[: maximo(nome)]
    return sanitizar(_PROTOCOLO + valor).removeprefix(_PROTOCOLO) if nome == "numero" else sanitizar(valor)
