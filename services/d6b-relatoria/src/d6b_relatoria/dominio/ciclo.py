"""What a cycle was made of, kept small however long it lasts, and the summaries told of it."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from d6b_relatoria.dominio import dia
from d6b_relatoria.dominio.atualizacao import Atualizacao
from d6b_relatoria.dominio.frases import DESFECHOS, SITUACOES, contar, encurtar, enumerar

METODO = "resumo_ciclo_v1"
_LEMBRADOS = 5  # organs, channels and protocols named in a summary
_FONTES = 50
_ENTRAVE_MAXIMO = 160


@dataclass(slots=True)
class Ciclo:
    """The latest of each kind, without names of people; of an update under suspicion, only that it exists."""

    por_tipo: dict[str, int] = field(default_factory=dict)
    canais: list[str] = field(default_factory=list)
    orgaos: list[str] = field(default_factory=list)
    protocolos: list[str] = field(default_factory=list)
    entrave: str = ""
    prazo: str = ""
    fontes: list[UUID] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many updates were published."""
        return sum(self.por_tipo.values())

    def somar(self, atualizacao: Atualizacao) -> None:
        """Take in one more update."""
        self.por_tipo[atualizacao.tipo] = self.por_tipo.get(atualizacao.tipo, 0) + 1
        self.fontes = [*self.fontes, atualizacao.atualizacao_id][-_FONTES:]
        if atualizacao.termos_suspeitos:
            return
        campos = atualizacao.campos
        self.canais = _lembrar(self.canais, campos.get("canal"))
        self.orgaos = _lembrar(self.orgaos, campos.get("orgao"))
        self.protocolos = _lembrar(self.protocolos, campos.get("numero"))
        if atualizacao.tipo == "entrave_registrado":
            self.entrave = encurtar(campos["descricao"], _ENTRAVE_MAXIMO)
        if atualizacao.prazo:
            self.prazo = dia.escrever(atualizacao.prazo)

    def contar(self, inicio: datetime, fim: datetime, motivo: str) -> str:
        """Return the summary of a cycle that ended by counts and dates, without free text."""
        return f"{_periodo(inicio, fim)}, com {contar(self.por_tipo)}. Desfecho: {DESFECHOS[motivo]}."

    def resumir(self, inicio: datetime, fim: datetime | None, status: str, desfecho: str | None) -> str:
        """Return the public summary, made of sanitised fields."""
        partes = [
            f"{_periodo(inicio, fim)}, com {contar(self.por_tipo)}",
            _parte("Canais", enumerar(self.canais)),
            _parte("Órgãos", enumerar(self.orgaos)),
            _parte("Protocolos", enumerar(self.protocolos)),
            _parte("Último entrave", self.entrave),
            _parte("Prazo estimado", self.prazo),
            _parte("Desfecho", DESFECHOS[desfecho]) if desfecho else _parte("Situação", SITUACOES[status]),
        ]
        return " ".join(f"{parte.rstrip('.')}." for parte in partes if parte)


def _lembrar(lembrados: list[str], novo: str | None) -> list[str]:
    return [*(nome for nome in lembrados if nome != novo), novo][-_LEMBRADOS:] if novo else lembrados


def _parte(nome: str, valor: str) -> str:
    return f"{nome}: {valor}" if valor else ""


def _periodo(inicio: datetime, fim: datetime | None) -> str:
    desde = dia.escrever(dia.dia_de(inicio))
    return f"Acompanhamento de {desde} a {dia.escrever(dia.dia_de(fim))}" if fim else f"Em acompanhamento desde {desde}"
