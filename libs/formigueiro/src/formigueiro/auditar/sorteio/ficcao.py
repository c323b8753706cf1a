"""An honest history, invented: what D-5's demands would make D-6a, D-6b and N-0a publish. For tests and measures."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from formigueiro.auditar.sorteio.sorte import METODO, embaralhar, hash_da_lista, inteiros, seed
from nucleo.fontes import uuid7

INICIO = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
_ORIGENS = {
    "barramento.pulso": "n0a-barramento",
    "conselheiro.ciclo_concluído": "d6b-relatoria",
    "duplicidade.agregada": "d12-duplicidade",
    "demanda.conclusao_confirmada": "d12-duplicidade",
}
_SEM_TIMESTAMP = {"conselheiro.ciclo_concluído", "duplicidade.agregada", "demanda.conclusao_confirmada"}
DISPENSAS = ("sorteio.sem_candidatos", "duplicidade.agregada", "demanda.conclusao_confirmada")
Dados = dict[str, Any]


@dataclass
class Unidade:
    """A civic unit: who is free to be drawn, and what nobody has yet."""

    id: UUID
    livres: set[str]
    recusadas: dict[UUID, str | None] = field(default_factory=dict)
    """Demands that wait again, each with who refused it, until they are free."""


class Historia:
    """Each method is something that a colony does; `eventos` is the public log, pulses included."""

    def __init__(self, sorte: random.Random, unidades: int = 1, pessoas: int = 5) -> None:
        self.sorte = sorte
        self.agora = INICIO
        self.eventos: list[Dados] = []
        self.unidades = [
            Unidade(self.novo_id(), {str(self.novo_id()) for _ in range(pessoas)}) for _ in range(unidades)
        ]
        self.abertos: dict[UUID, Dados] = {}
        self.posses: dict[UUID, Dados] = {}
        self._arquivados = 0
        self._sem_pulso: list[UUID] = []

    def novo_id(self) -> UUID:
        """An id of this instant."""
        return uuid7(self.agora, self.sorte.getrandbits(74))

    def publicar(self, tipo: str, **payload: Any) -> Dados:
        """An event on the log, a little later than the one before."""
        self.agora += timedelta(milliseconds=self.sorte.randint(1, 200))
        instante = {} if tipo in _SEM_TIMESTAMP else {"timestamp": self.agora}
        evento: Dados = {
            "event_id": self.novo_id(),
            "tipo": tipo,
            "versao_schema": "1.0.0",
            "timestamp": self.agora,
            "origem": _ORIGENS.get(tipo, "d6a-sorteio"),
            "correlacao_id": self.novo_id(),
            "causacao_id": None,
            "payload": instante | payload,
        }
        self.eventos.append(evento)
        if tipo != "barramento.pulso":
            self._sem_pulso.append(evento["event_id"])
        return evento

    def pulsar(self, alheios: int = 1) -> None:
        """N-0a archives what there is, with events of other kinds among it, and tells so."""
        ids = [*self._sem_pulso, *(self.novo_id() for _ in range(alheios))]
        if not ids:
            return
        self.sorte.shuffle(ids)
        primeiro, self._arquivados = self._arquivados + 1, self._arquivados + len(ids)
        self._sem_pulso = []
        numeros = {"primeiro_sequence_number": primeiro, "ultimo_sequence_number": self._arquivados}
        pulso = self.publicar("barramento.pulso", event_ids=ids, **numeros)
        for aberto in self.abertos.values():
            if aberto["pulso"] is None and aberto["comprometido"]["event_id"] in ids:
                aberto["pulso"] = pulso

    def comprometer(self, unidade: Unidade) -> UUID | None:
        """D-6a fixes who concurs to a demand of the unit, if anybody is free; the id of the draw."""
        if not unidade.livres:
            return None
        demanda, quem_recusou = unidade.recusadas.popitem() if unidade.recusadas else (self.novo_id(), None)
        elegiveis = sorted(unidade.livres)
        unidade.livres = {quem_recusou} if quem_recusou else set()
        comuns = {"sorteio_id": self.novo_id(), "demanda_id": demanda, "unidade_civica_id": unidade.id}
        comprometido = self.publicar(
            "sorteio.comprometido",
            **comuns,
            degrau_uc_id=unidade.id,
            elegiveis=elegiveis,
            hash_lista=hash_da_lista(elegiveis),
        )
        aberto = {"comuns": comuns, "unidade": unidade, "comprometido": comprometido, "pulso": None}
        self.abertos[comuns["sorteio_id"]] = aberto
        return comuns["sorteio_id"]

    def sortear(self, sorteio: UUID) -> None:
        """D-6a draws, if the pulse is out."""
        aberto = self.abertos[sorteio]
        pulso, elegiveis, unidade = aberto["pulso"], aberto["comprometido"]["payload"]["elegiveis"], aberto["unidade"]
        if pulso is None:
            return
        del self.abertos[sorteio]
        semente = seed(pulso["payload"]["event_ids"][-1], pulso["payload"]["timestamp"])
        ordem = embaralhar(elegiveis, inteiros(semente))
        unidade.livres.update(ordem[1:])
        sorteado = self.publicar(
            "conselheiro.sorteado",
            **aberto["comuns"],
            conselheiro_id=UUID(ordem[0]),
            metodo_sorteio=METODO,
            seed_publico=semente,
            comprometido_event_id=aberto["comprometido"]["event_id"],
            pulso_event_id=pulso["event_id"],
            degrau_uc_id=unidade.id,
            total_elegiveis=len(ordem),
            ordem=ordem,
        )
        self.posses[aberto["comuns"]["demanda_id"]] = {"unidade": unidade, "sorteado": sorteado}

    def cancelar(self, sorteio: UUID) -> None:
        """D-6a gives the draw up."""
        aberto = self.abertos.pop(sorteio)
        aberto["unidade"].livres.update(aberto["comprometido"]["payload"]["elegiveis"])
        self.publicar("sorteio.cancelado", **aberto["comuns"], motivo="demanda_agregada")

    def recusar(self, demanda: UUID) -> None:
        """The drawn one refuses, which is not public: the demand waits again, and they until it is seen to."""
        posse = self.posses.pop(demanda)
        posse["unidade"].recusadas[demanda] = str(posse["sorteado"]["payload"]["conselheiro_id"])

    def dispensar(self, unidade: Unidade, como: str) -> None:
        """Nobody is found for what was refused, or it needs nobody any more: whoever refused it is free."""
        demanda, quem_recusou = unidade.recusadas.popitem()
        fatos: dict[str, Dados] = {
            "sorteio.sem_candidatos": {"demanda_id": demanda, "degraus": [unidade.id]},
            "duplicidade.agregada": {
                "representante": self.novo_id(),
                "membros": [demanda],
                "categoria_id": "1.1",
                "mecanismo": "confirmacao_coletiva",
            },
            "demanda.conclusao_confirmada": {
                "demanda_id": demanda,
                "conclusao_id": self.novo_id(),
                "total_conclusoes": 5,
                "data_conclusao": self.agora,
                "mecanismo": "confirmacao_coletiva",
                "ratificacao_necessaria": False,
            },
        }
        self.publicar(como, unidade_civica_id=unidade.id, **fatos[como])
        if quem_recusou:
            unidade.livres.add(quem_recusou)
        if como == "sorteio.sem_candidatos":
            unidade.recusadas[demanda] = None

    def concluir(self, demanda: UUID, motivo: str = "demanda_concluida") -> None:
        """D-6b ends the cycle."""
        posse = self.posses.pop(demanda)
        self.publicar(
            "conselheiro.ciclo_concluído",
            demanda_id=demanda,
            conselheiro_id=posse["sorteado"]["payload"]["conselheiro_id"],
            unidade_civica_id=posse["unidade"].id,
            motivo_encerramento=motivo,
            total_atualizacoes=3,
            data_inicio=posse["sorteado"]["payload"]["timestamp"],
            data_fim=self.agora,
            resumo="3 atualizações em 1 dia.",
        )
        posse["unidade"].livres.add(str(posse["sorteado"]["payload"]["conselheiro_id"]))

    def viver(self, passos: int) -> None:
        """So many things happen, at random; then what is open ends, and the log goes on for a while."""
        for _ in range(passos):
            self._acontecer()
        self._apressar(timedelta(0))
        self.pulsar()
        self.agora += timedelta(seconds=61)
        self.pulsar()

    def _acontecer(self) -> None:
        self._apressar(timedelta(seconds=20))
        aberto, demanda, unidade = self._um(self.abertos), self._um(self.posses), self.sorte.choice(self.unidades)
        match self.sorte.randrange(10):
            case 0 if unidade.recusadas:
                self.dispensar(unidade, self.sorte.choice(DISPENSAS))
            case 0 | 1 | 2:
                self.comprometer(unidade)
            case 3 | 4:
                self.pulsar(self.sorte.randint(0, 2))
            case 5 | 6 | 7 if aberto:
                self.sortear(aberto)
            case 8 if demanda:
                self.concluir(demanda)
            case 9 if demanda:
                self.recusar(demanda)
            case 9 if aberto:
                self.cancelar(aberto)

    def _um(self, quais: Iterable[UUID]) -> UUID | None:
        return self.sorte.choice([*quais, None])

    def _apressar(self, espera: timedelta) -> None:
        """Draw what waits for so long."""
        velhos = [s for s, a in self.abertos.items() if self.agora - a["comprometido"]["timestamp"] >= espera]
        if velhos:
            self.pulsar()
        for sorteio in velhos:
            self.sortear(sorteio)
