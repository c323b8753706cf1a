"""The story goes on: counsellors are drawn, refuse, work, conclude; and every draw is verified."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import httpx

from formigueiro.auditar.laudo import LaudoDosSorteios
from formigueiro.historia import provas
from formigueiro.historia.conselheira import Conselheira, ate
from formigueiro.historia.contar import Aviso, Contada
from formigueiro.historia.relatos import relatos
from formigueiro.historia.vizinhanca import confirmar
from formigueiro.sistema import Sistema

_PASSOS = 17
_VIZINHOS = ("Davi Alves", "Elza Pinto", "Fabiano Luz", "Gilda Rocha")
_VILA = (-28.11599, -37.61925)  # Setor 10 de Morro São Benedito
_RELATOS_DA_VILA = ("Poste apagado há um mês na esquina da escola", "Buraco grande na calçada da escola")


@dataclass
class Ciclo:
    """What happened: who was drawn for what, and what came of it."""

    concluida: UUID | None = None
    seguinte: UUID | None = None
    entre_vizinhos: tuple[str, UUID] | None = None
    com_caminho: UUID | None = None
    ratificada: UUID | None = None
    pelos_vizinhos: UUID | None = None
    recusadas: list[UUID] = field(default_factory=list)
    por_risco: UUID | None = None
    suspensa_ate: str | None = None
    laudo: LaudoDosSorteios | None = None
    adulterado: LaudoDosSorteios | None = None


class HistoriaDoCiclo:
    """One telling, after the story of the reports.

    Args:
        sistema: a running system on which the first story was told.
        contada: what it left.
        avisar: called with what is being done, how much is done and of how much.
    """

    def __init__(self, sistema: Sistema, contada: Contada, avisar: Aviso) -> None:
        self._sistema, self._contada, self._avisar = sistema, contada, avisar
        self._endereco = sistema.endereco(sistema.colonias["d1a-captura"])
        self._feitos = 0
        self.ciclo = Ciclo()

    def contar(self) -> Ciclo:
        """Tell it whole."""
        with ExitStack() as pilha:
            self._porta = pilha.enter_context(httpx.Client(base_url=self._endereco, timeout=30, trust_env=False))
            ana, bento, clara = (self._entra(nome, pilha) for nome in ("Ana Prado", "Bento Reis", "Clara Dias"))
            if not (bento.situacao() or {}).get("suspenso_ate"):  # else the story was told before on this system
                demanda = self._trabalha(ana)
                self._recusa_por_risco(clara)
                self._recusa_ate_ser_suspenso(bento)
                self._conclui(ana, demanda)
                self._ratifica(clara)
                self._sorteia_entre_vizinhos(pilha)
                self._vizinhos_concluem()
        self._audita()
        return self.ciclo

    def _passo(self, oque: str) -> None:
        self._avisar(oque, self._feitos, _PASSOS)
        self._feitos += 1

    def _entra(self, nome: str, pilha: ExitStack, unidade: UUID | None = None) -> Conselheira:
        self._passo(f"{nome} entra com a sua conta e se candidata")
        quem = Conselheira(self._endereco, nome)
        pilha.callback(quem.fechar)
        quem.candidatar(unidade or self._pais())
        return quem

    def _pais(self) -> UUID:
        """The unit that covers every other: who acts in it may be drawn for any demand."""
        consulta = {"nivel": 7, "incluir_geometria": False}
        [pais, *_] = self._porta.get("/api/d7/uc/poligonos", params=consulta).json()["itens"]
        return UUID(pais["unidade_civica_id"])

    def _trabalha(self, ana: Conselheira) -> UUID:
        """Each kind of update, and a deadline that is near."""
        demanda = ana.sorteada()
        self._passo(f"{ana.nome} é sorteada e faz o primeiro contato")
        hoje = datetime.now(ZoneInfo("America/Sao_Paulo")).date()
        amanha = (hoje + timedelta(days=1)).isoformat()
        for tipo, texto, campos in _ATOS:
            dias = {nome: valor.format(hoje=hoje, amanha=amanha) for nome, valor in campos.items()}
            ana.contar(demanda, tipo, texto, **dias)
        self._passo("o prazo que ela registrou se aproxima")
        self._ate_na_linha(demanda, "conselheiro.prazo_próximo")
        return demanda

    def _conclui(self, ana: Conselheira, demanda: UUID) -> None:
        """The conclusion; the next demand is drawn at once, and whoever comes later finds the path already made."""
        self._passo(f"{ana.nome} conclui, e a próxima demanda lhe cabe na hora")
        ana.contar(demanda, "status_atualizado", "Resolvido, vistoria feita com a vizinhança.", status="concluido")
        self._ate_na_linha(demanda, "demanda.concluída")
        self.ciclo.concluida, self.ciclo.seguinte = demanda, ana.sorteada(menos=demanda)
        self._passo("quem vier depois já encontra o caminho que ela fez")
        self.ciclo.com_caminho = ate("o dossiê chegar a outra demanda do mesmo assunto", self._com_caminho)

    def _sorteia_entre_vizinhos(self, pilha: ExitStack) -> None:
        """In another neighbourhood one takes what is there; the next report is drawn among three more."""
        unidade = self._unidade(self._relata(0))
        self._entra(_VIZINHOS[0], pilha, unidade).sorteada()
        outros = [self._entra(nome, pilha, unidade) for nome in _VIZINHOS[1:]]
        self._passo(f"uma demanda nova é sorteada entre {len(outros)} vizinhos")
        demanda = self._relata(1)
        sorteado: Conselheira = ate(
            "um dos vizinhos ser sorteado", lambda: next((q for q in outros if q.ativa() == demanda), None)
        )
        self.ciclo.entre_vizinhos = (sorteado.nome, demanda)

    def _relata(self, n: int) -> UUID:
        """One more report, from a place where nobody had reported."""
        texto, (lat, lng) = _RELATOS_DA_VILA[n], _VILA
        corpo = {
            "texto_bruto": texto,
            "tipo_midia": "texto",
            "localizacao_bruta": {"lat": lat, "lng": lng},
            "canal": "web",
            "termos_versao": "1.0",
        }
        resposta = self._porta.post("/api/demandas", json=corpo, headers={"X-Cidadao-Id": str(relatos()[n].cidadao_id)})
        demanda = UUID(resposta.json()["demanda_id"])
        self._ate_na_linha(demanda, "demanda.ranqueada")
        return demanda

    def _com_caminho(self) -> UUID | None:
        """A demand still open that shows what was learned from one already closed."""
        for demanda in self._contada.demandas.values():
            if demanda != self.ciclo.concluida and self._resumo(demanda).get("caminho"):
                return demanda
        return None

    def _recusa_por_risco(self, clara: Conselheira) -> None:
        demanda = clara.sorteada()
        self._passo(f"{clara.nome} recusa por risco pessoal, o que não conta")
        clara.recusar(demanda, "risco_pessoal")
        self.ciclo.por_risco = demanda

    def _ratifica(self, clara: Conselheira) -> None:
        """The neighbours say that it is solved; she, who follows it, agrees."""
        demanda = clara.sorteada(menos=self.ciclo.por_risco)
        self._passo(f"os vizinhos dizem que está resolvido, e {clara.nome} ratifica")
        clara.contar(demanda, "contato_realizado", "Falei com a regional.", com_quem="regional", canal="telefone",
                     resultado="equipe enviada")  # fmt: skip
        confirmar(self._sistema, demanda, self._unidade(demanda), ratificacao_necessaria=True)
        ate("a pendência chegar à relatoria", lambda: (clara.acompanhamento(demanda) or {}).get("pendencia_conclusao"))
        clara.ratificar(demanda)
        self._ate_na_linha(demanda, "demanda.concluída")
        self.ciclo.ratificada = demanda

    def _recusa_ate_ser_suspenso(self, bento: Conselheira) -> None:
        """Three refusals are his right; the fourth suspends him."""
        self._passo(f"{bento.nome} recusa quatro vezes e é suspenso")
        anterior: UUID | None = None
        while not (situacao := bento.situacao() or {}).get("suspenso_ate"):
            demanda = bento.sorteada(menos=anterior)
            bento.recusar(demanda, "recusa_explicita")
            self.ciclo.recusadas.append(demanda)
            anterior = demanda
            restavam = situacao.get("recusas_restantes")
            ate("a recusa contar", partial(_contou, bento, restavam))
        self.ciclo.suspensa_ate = situacao["suspenso_ate"]

    def _vizinhos_concluem(self) -> None:
        """A demand that nobody follows yet closes by the word of its neighbours alone."""
        demandas = reversed(self._contada.demandas.values())
        demanda = next(d for d in demandas if self._resumo(d)["status"] in ("ranqueada", "disponivel"))
        self._passo("os vizinhos concluem uma que ninguém acompanhava")
        confirmar(self._sistema, demanda, self._unidade(demanda), ratificacao_necessaria=False)
        self._ate_na_linha(demanda, "demanda.conclusao_confirmada")
        self.ciclo.pelos_vizinhos = demanda

    def _audita(self) -> None:
        """From the public topics alone; then a copy in which one draw names somebody else."""
        self._passo("cada sorteio é refeito a partir dos tópicos públicos")
        self.ciclo.laudo, self.ciclo.adulterado = provas.auditar(self._sistema)

    def _ate_na_linha(self, demanda: UUID, tipo: str) -> None:
        def chegou() -> bool:
            itens = self._porta.get(f"/api/d7/timeline/{demanda}", params={"limite": 100}).json().get("itens", [])
            return any(item["tipo"] == tipo for item in itens)

        ate(f"{tipo} chegar à linha do tempo", chegou)

    def _resumo(self, demanda: UUID) -> dict[str, Any]:
        resumo: dict[str, Any] = self._porta.get(f"/api/d7/demanda/{demanda}/resumo").json()
        return resumo

    def _unidade(self, demanda: UUID) -> UUID:
        return UUID(self._resumo(demanda)["unidade"]["unidade_civica_id"])


def _contou(quem: Conselheira, restavam: int | None) -> bool:
    situacao = quem.situacao() or {}
    return bool(situacao.get("suspenso_ate")) or situacao.get("recusas_restantes") != restavam


_ATOS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("contato_realizado", "Liguei para a prefeitura e pedi vistoria.",
     {"com_quem": "ouvidoria", "canal": "telefone", "resultado": "vistoria marcada"}),
    ("protocolo_aberto", "Abri protocolo na ouvidoria.",
     {"numero": "2026/0042", "orgao": "Prefeitura", "data": "{hoje}"}),
    ("documento_anexado", "Anexei as fotos da vistoria.",
     {"tipo_documento": "relatório", "descricao": "vistoria do local", "referencia": "midia/vistoria-0042.pdf"}),
    ("entrave_registrado", "Falta autorização da companhia de águas.",
     {"descricao": "aguardando autorização para abrir o asfalto", "orgao": "Companhia de Águas"}),
    ("status_atualizado", "A equipe começou.", {"status": "em_andamento"}),
    ("prazo_registrado", "A prefeitura prometeu para amanhã.", {"data_estimada": "{amanha}", "fonte": "Prefeitura"}),
)  # fmt: skip
