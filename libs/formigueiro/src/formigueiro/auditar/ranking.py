"""Re-derives every published score and order from the public topics alone: no database, no code of the colony."""

from datetime import datetime, timedelta
from uuid import UUID

from formigueiro.auditar.fatos import SEM_INSTANTE, Atualizado, Categorizada, Evento, Ranqueada
from formigueiro.auditar.fila import Fila
from formigueiro.auditar.laudo import Laudo
from formigueiro.auditar.parametros import NIVEIS, Parametros

# Effects before causes.
TOPICOS = (
    "ranking.atualizado",
    "demanda.ranqueada",
    "demanda.categorizada",
    "duplicidade.agregada",
    "ranking.parametros_publicados",
)


class Auditoria:
    """Receives decoded events, those of one partition in their order, and then checks them all."""

    def __init__(self) -> None:
        self._laudo = Laudo()
        self._parametros: dict[str, Parametros] = {}
        self._membros: set[UUID] = set()
        self._categorizadas: dict[UUID, dict[UUID, Categorizada]] = {}
        self._publicados: dict[UUID, Ranqueada | Atualizado] = {}
        self._filas: dict[UUID, Fila] = {}
        self._presentes: dict[UUID, Ranqueada] = {}
        self._causas: dict[UUID, Categorizada] = {}

    def receber(self, evento: Evento) -> None:
        """Keep what matters of one event."""
        match evento["tipo"]:
            case "demanda.categorizada":
                categorizada = Categorizada.ler(evento)
                self._categorizadas.setdefault(categorizada.demanda_id, {})[categorizada.event_id] = categorizada
            case "demanda.ranqueada":
                self._publicar(Ranqueada.ler(evento))
            case "ranking.atualizado":
                self._publicar(Atualizado.ler(evento))
            case "duplicidade.agregada":
                self._membros |= {*evento["payload"]["membros"]} - {evento["payload"]["representante"]}
            case "ranking.parametros_publicados":
                self._fixar(Parametros.ler(evento), evento["event_id"])

    def concluir(self, tolerancia: timedelta) -> Laudo:
        """Check everything; what is missing is a fault once the log is `tolerancia` older than what would cause it."""
        for publicado in sorted(self._publicados.values(), key=lambda p: p.instante):
            if isinstance(publicado, Ranqueada):
                self._conferir_ranqueada(publicado)
            else:
                self._conferir_anuncio(publicado)
        self._conferir_ausencias(self._ultimo_instante() - tolerancia)
        self._laudo.unidades, self._laudo.parametros = len(self._filas), len(self._parametros)
        return self._laudo

    # receiving

    def _publicar(self, fato: Ranqueada | Atualizado) -> None:
        self._laudo.reescritas += self._publicados.get(fato.event_id, fato) != fato
        self._publicados[fato.event_id] = fato

    def _fixar(self, parametros: Parametros, event_id: UUID) -> None:
        if self._parametros.setdefault(parametros.versao, parametros) != parametros:
            self._laudo.acusar("parâmetros", event_id, f"a versão {parametros.versao} mudou depois de publicada")

    # checking

    def _conferir_ranqueada(self, r: Ranqueada) -> None:
        self._laudo.demandas += 1
        self._conferir_causa(r)
        self._conferir_score(r)
        fila = self._mover(r)
        for objecao in fila.objecoes_a_posicao(r):
            self._laudo.acusar("posição", r.event_id, objecao)
        fila.entrar(r.chave, membro=r.demanda_id in self._membros)

    def _conferir_causa(self, r: Ranqueada) -> None:
        """The categorisation that was scored; a score re-done for new parameters has that of the score before it."""
        anterior = self._causas.get(r.demanda_id)
        causa = self._categorizadas.get(r.demanda_id, {}).get(r.causa) if r.causa else anterior
        if causa is None:
            self._laudo.acusar("causa", r.event_id, f"nenhuma categorização pública explica a demanda {r.demanda_id}")
            return
        self._causas[r.demanda_id] = causa
        self._laudo.conferir("unidade", r.event_id, r.unidade, causa.unidade)
        self._laudo.conferir("categoria", r.event_id, r.categoria, causa.categoria)
        self._laudo.conferir("nível", r.event_id, r.nivel, causa.nivel)
        self._laudo.conferir("score_horizontal", r.event_id, r.horizontal, causa.horizontal)
        if anterior and causa.versao < anterior.versao:
            self._laudo.acusar("versão", r.event_id, "uma categorização antiga substituiu uma mais nova")

    def _conferir_score(self, r: Ranqueada) -> None:
        parametros = self._parametros.get(r.parametros)
        if parametros is None:
            self._laudo.acusar("parâmetros", r.event_id, f"a versão {r.parametros} nunca foi publicada")
        elif r.nivel not in NIVEIS:
            self._laudo.acusar("nível", r.event_id, f"não existe o nível {r.nivel}")
        else:
            self._laudo.conferir("peso_nacional", r.event_id, r.nacional, parametros.nacionais[r.nivel])
            situacional = parametros.situacional(r.unidade, r.nivel)
            self._laudo.conferir("peso_situacional", r.event_id, r.situacional, situacional)
        self._laudo.conferir("score_final", r.event_id, r.score, r.nacional * r.situacional * r.horizontal)

    def _mover(self, r: Ranqueada) -> Fila:
        """Take the demand out of the queue where it was, and return the one where it now goes."""
        destino = origem = self._fila(r.unidade)
        if anterior := self._presentes.get(r.demanda_id):
            origem = self._fila(anterior.unidade)
            origem.sair(anterior.chave)
        self._avancar(r, origem, destino)
        origem.ate = destino.ate = r.event_id
        self._presentes[r.demanda_id] = r
        return destino

    def _conferir_anuncio(self, a: Atualizado) -> None:
        self._laudo.rankings += 1
        fila = self._fila(a.unidade)
        self._avancar(a, fila)
        self._laudo.conferir("ate_event_id", a.event_id, a.ate, fila.ate)
        for objecao in fila.objecoes_ao_anuncio(a):
            self._laudo.acusar("ordem", a.event_id, objecao)
        fila.anunciado_ate = a.ate
        parametros = self._parametros.get(a.parametros)
        if parametros is None:
            self._laudo.acusar("parâmetros", a.event_id, f"a versão {a.parametros} nunca foi publicada")
            return
        self._laudo.conferir("nível corrente", a.event_id, a.nivel_corrente, parametros.nivel_corrente(a.unidade))
        self._laudo.conferir("distribuição", a.event_id, a.distribuicao, parametros.distribuicao(a.unidade))

    def _conferir_ausencias(self, limite: datetime) -> None:
        for demanda_id, versoes in self._categorizadas.items():
            ranqueaveis = [c for c in versoes.values() if c.unidade is not None]
            if demanda_id in self._membros or not ranqueaveis:
                continue
            ultima = max(ranqueaveis, key=lambda c: c.versao)
            if demanda_id in self._causas and self._causas[demanda_id].versao >= ultima.versao:
                continue
            if ultima.instante > limite:
                self._laudo.pendentes += 1
            else:
                motivo = f"a última categorização da demanda {demanda_id} não foi ranqueada"
                self._laudo.acusar("ausência", ultima.event_id, motivo)
        for unidade, fila in self._filas.items():
            if fila.ate != fila.anunciado_ate and fila.relogio <= limite:
                self._laudo.acusar("ausência", fila.ate, f"o ranking da unidade {unidade} mudou e não foi anunciado")

    def _fila(self, unidade: UUID) -> Fila:
        return self._filas.setdefault(unidade, Fila())

    def _avancar(self, fato: Ranqueada | Atualizado, *filas: Fila) -> None:
        if any(fato.instante <= fila.relogio for fila in filas):
            self._laudo.acusar("instante", fato.event_id, "não é posterior ao cálculo anterior da mesma unidade")
        for fila in filas:
            fila.relogio = fato.instante

    def _ultimo_instante(self) -> datetime:
        categorizadas = (c.instante for versoes in self._categorizadas.values() for c in versoes.values())
        return max((*categorizadas, *(p.instante for p in self._publicados.values())), default=SEM_INSTANTE)
