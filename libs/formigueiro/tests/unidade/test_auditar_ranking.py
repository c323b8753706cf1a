"""An honest log passes; a copy with anything tampered does not, and the report says what."""

import copy
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from formigueiro.auditar import Auditoria, Laudo

INICIO = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
CENTRO, VILA = UUID(int=0xA), UUID(int=0xB)
PESOS = {1: 100.0, 2: 80.0, 3: 60.0, 4: 40.0, 5: 20.0}
DECAIMENTO = [0.6062075654704171, 0.24248302618816686, 0.09699321047526677, 0.03879728419010664, 0.015518913676042634]
Evento = dict[str, Any]


class Log:
    """An honest D-4, in a few lines: each method publishes what D-3, D-12 or D-4 would."""

    def __init__(self) -> None:
        self.eventos: list[Evento] = []
        self.filas: dict[UUID, list[tuple[float, UUID]]] = {CENTRO: [], VILA: []}
        self.ate: dict[UUID, UUID] = {}
        self.lugares: dict[UUID, UUID] = {}
        self.agora = INICIO
        self.parametros()

    def publicar(self, tipo: str, causa: UUID | None = None, **payload: Any) -> UUID:
        self.agora += timedelta(seconds=1)
        event_id = UUID(int=0x1000 + len(self.eventos))
        envelope = {"event_id": event_id, "tipo": tipo, "timestamp": self.agora, "causacao_id": causa}
        self.eventos.append({**envelope, "payload": payload})
        return event_id

    def parametros(self, versao: str = "1.0.0", coberturas: tuple[Evento, ...] = ()) -> None:
        self.publicar(
            "ranking.parametros_publicados",
            versao=versao,
            pesos_nacionais=[{"nivel": nivel, "peso": peso} for nivel, peso in PESOS.items()],
            fator_decaimento=0.4,
            limiar_nivel_vencido=0.1,
            coberturas=list(coberturas),
            vigente_desde=INICIO,
        )

    def categorizar(self, n: int, nivel: int = 1, unidade: UUID | None = CENTRO, versao: int = 1) -> UUID:
        return self.publicar(
            "demanda.categorizada",
            demanda_id=UUID(int=n),
            categoria_id=f"{nivel}.1",
            nivel_precedencia=nivel,
            score_horizontal=95.0,
            unidade_civica_id=unidade,
            versao_categorizacao=versao,
        )

    def ranquear(self, n: int, nivel: int = 1, unidade: UUID = CENTRO, versao: int = 1) -> None:
        causa = self.categorizar(n, nivel, unidade, versao)
        self.pontuar(causa, n, nivel, unidade)

    def pontuar(
        self, causa: UUID | None, n: int, nivel: int, unidade: UUID, situacional: float = 1.0, versao: str = "1.0.0"
    ) -> None:
        self.sair(n)
        score = PESOS[nivel] * situacional * 95.0
        self.filas[unidade].append((-score, UUID(int=n)))
        self.filas[unidade].sort()
        origem = self.lugares.get(UUID(int=n), unidade)
        self.lugares[UUID(int=n)] = unidade
        self.ate[origem] = self.ate[unidade] = self.publicar(
            "demanda.ranqueada",
            causa,
            demanda_id=UUID(int=n),
            unidade_civica_id=unidade,
            categoria_id=f"{nivel}.1",
            nivel_precedencia=nivel,
            score_final=score,
            breakdown={"peso_nacional": PESOS[nivel], "peso_situacional": situacional, "score_horizontal": 95.0},
            posicao_no_ranking=self.filas[unidade].index((-score, UUID(int=n))) + 1,
            total_demandas_na_uc=len(self.filas[unidade]),
            versao_parametros=versao,
            timestamp_calculo=self.agora,
        )

    def sair(self, n: int) -> None:
        for fila in self.filas.values():
            fila[:] = [chave for chave in fila if chave[1] != UUID(int=n)]

    def agregar(self, representante: int, *membros: int) -> None:
        for n in membros:
            self.sair(n)
        ids = [UUID(int=n) for n in membros]
        self.publicar("duplicidade.agregada", representante=UUID(int=representante), membros=ids)

    def anunciar(self, unidade: UUID = CENTRO, versao: str = "1.0.0") -> None:
        topo = [
            {"posicao": posicao, "demanda_id": demanda, "score_final": -negativo}
            for posicao, (negativo, demanda) in enumerate(self.filas[unidade][:50], 1)
        ]
        self.publicar(
            "ranking.atualizado",
            unidade_civica_id=unidade,
            total_demandas=len(self.filas[unidade]),
            topo=topo,
            nivel_corrente=1,
            distribuicao=DECAIMENTO,
            versao_parametros=versao,
            ate_event_id=self.ate[unidade],
            timestamp_calculo=self.agora,
        )

    def auditar(self, tolerancia: float = 0) -> Laudo:
        auditoria = Auditoria()
        for evento in self.eventos:
            auditoria.receber(evento)
        return auditoria.concluir(timedelta(seconds=tolerancia))


def faltas(log: Log, tolerancia: float = 0) -> list[tuple[str, str]]:
    """(rule, reason) of each fault."""
    return [(falta.regra, falta.motivo) for falta in log.auditar(tolerancia).faltas]


@pytest.fixture
def log() -> Log:
    """A day in two units: levels mixed, late arrivals, a move, announcements."""
    log = Log()
    for n, nivel in [(10, 3), (11, 1), (12, 1), (5, 1), (13, 2), (14, 5)]:
        log.ranquear(n, nivel)
    log.anunciar()
    log.ranquear(20, 1, VILA)
    log.ranquear(12, 2, VILA, versao=2)
    log.ranquear(15, 4)
    log.anunciar()
    log.anunciar(VILA)
    return log


def mexer(log: Log, tipo: str, quantos: int, mudar: Callable[[Evento], object]) -> Log:
    """A copy of the log with the n-th event of a type changed."""
    copia = copy.deepcopy(log)
    mudar([e for e in copia.eventos if e["tipo"] == tipo][quantos]["payload"])
    return copia


def test_um_log_honesto_confere(log: Log) -> None:
    laudo = log.auditar()
    assert laudo.faltas == []
    assert (laudo.demandas, laudo.rankings, laudo.unidades, laudo.parametros) == (9, 3, 2, 1)


def test_a_ordem_em_que_os_topicos_sao_lidos_e_as_repeticoes_nao_importam(log: Log) -> None:
    log.eventos = [*log.eventos[::-1], *log.eventos]
    assert faltas(log) == []


def test_score_que_nao_e_o_produto_dos_fatores(log: Log) -> None:
    errado = mexer(log, "demanda.ranqueada", 0, lambda p: p.update(score_final=5700.000000000001))
    assert ("score_final", "publicado 5700.000000000001, recalculado 5700.0") in faltas(errado)


def test_peso_nacional_que_nao_e_o_publicado(log: Log) -> None:
    errado = mexer(log, "demanda.ranqueada", 0, lambda p: p["breakdown"].update(peso_nacional=100.0))
    assert ("peso_nacional", "publicado 100.0, recalculado 60.0") in faltas(errado)


def test_peso_situacional_que_nao_e_o_da_cobertura_publicada(log: Log) -> None:
    errado = mexer(log, "demanda.ranqueada", 0, lambda p: p["breakdown"].update(peso_situacional=0.5))
    assert ("peso_situacional", "publicado 0.5, recalculado 1.0") in faltas(errado)


def test_score_horizontal_nivel_categoria_ou_unidade_que_a_categorizacao_nao_deu(log: Log) -> None:
    errado = mexer(log, "demanda.categorizada", 1, lambda p: p.update(score_horizontal=60.0, nivel_precedencia=2))
    assert [regra for regra, _ in faltas(errado)] == ["nível", "score_horizontal"]
    errado = mexer(log, "demanda.categorizada", 1, lambda p: p.update(categoria_id="1.2", unidade_civica_id=VILA))
    assert [regra for regra, _ in faltas(errado)] == ["unidade", "categoria"]


@pytest.mark.parametrize(
    ("campos", "motivo"),
    [
        ({"posicao_no_ranking": 1}, "demandas à frente: publicado 0, recalculado 1"),
        ({"posicao_no_ranking": 2, "total_demandas_na_uc": 9}, "demandas atrás: publicado 7, recalculado 1"),
    ],
)
def test_posicao_impossivel(log: Log, campos: Evento, motivo: str) -> None:
    errado = mexer(log, "demanda.ranqueada", 2, lambda p: p.update(campos))
    assert ("posição", motivo) in faltas(errado)


def test_topo_em_outra_ordem(log: Log) -> None:
    def trocar(p: Evento) -> None:
        p["topo"][0]["demanda_id"], p["topo"][1]["demanda_id"] = p["topo"][1]["demanda_id"], p["topo"][0]["demanda_id"]

    [(regra, motivo)] = faltas(mexer(log, "ranking.atualizado", 0, trocar))
    assert regra == "ordem"
    assert motivo == f"posição 1: publicada {UUID(int=11)} com score 9500.0, recalculada {UUID(int=5)} com score 9500.0"


def test_topo_sem_uma_demanda(log: Log) -> None:
    def omitir(p: Evento) -> None:
        del p["topo"][2]
        p["total_demandas"] -= 1

    assert {regra for regra, _ in faltas(mexer(log, "ranking.atualizado", 0, omitir))} == {"ordem"}


def test_topo_com_uma_demanda_de_outra_unidade(log: Log) -> None:
    errado = mexer(log, "ranking.atualizado", 0, lambda p: p["topo"][5].update(demanda_id=UUID(int=20)))
    assert "posição 6" in faltas(errado)[0][1]


def test_distribuicao_nivel_ou_ate_onde_que_nao_conferem(log: Log) -> None:
    errado = mexer(
        log,
        "ranking.atualizado",
        0,
        lambda p: p.update(distribuicao=[0.2] * 5, nivel_corrente=2, ate_event_id=UUID(int=0x1003)),
    )
    assert [regra for regra, _ in faltas(errado)] == ["ate_event_id", "nível corrente", "distribuição"]


def test_demanda_ranqueada_que_ninguem_categorizou(log: Log) -> None:
    log.pontuar(UUID(int=1), 99, 1, CENTRO)
    assert "causa" in [regra for regra, _ in faltas(log)]


def test_demanda_categorizada_que_nunca_foi_ranqueada(log: Log) -> None:
    log.categorizar(30)
    log.ranquear(31)
    log.anunciar()
    [(regra, motivo)] = faltas(log)
    assert (regra, motivo) == ("ausência", f"a última categorização da demanda {UUID(int=30)} não foi ranqueada")
    laudo = log.auditar(tolerancia=60)
    assert (laudo.aprovado, laudo.pendentes) == (True, 1)


def test_demanda_sem_unidade_nao_precisa_de_score(log: Log) -> None:
    log.categorizar(30, unidade=None)
    assert faltas(log) == []


def test_mudanca_que_nunca_foi_anunciada(log: Log) -> None:
    log.ranquear(40, unidade=VILA)
    log.ranquear(41)
    log.anunciar()
    assert faltas(log) == [("ausência", f"o ranking da unidade {VILA} mudou e não foi anunciado")]


def test_categorizacao_antiga_que_substitui_a_nova(log: Log) -> None:
    log.ranquear(12, 1, CENTRO, versao=1)
    log.anunciar()
    log.anunciar(VILA)
    assert ("versão", "uma categorização antiga substituiu uma mais nova") in faltas(log)


def test_dois_calculos_da_unidade_no_mesmo_instante(log: Log) -> None:
    primeiro = next(e for e in log.eventos if e["tipo"] == "demanda.ranqueada")["payload"]["timestamp_calculo"]
    errado = mexer(log, "demanda.ranqueada", 1, lambda p: p.update(timestamp_calculo=primeiro))
    assert "instante" in [regra for regra, _ in faltas(errado)]


def test_parametros_que_mudam_depois_de_publicados_ou_nunca_foram_publicados(log: Log) -> None:
    log.parametros(coberturas=({"unidade_civica_id": CENTRO, "nivel": 1, "atingida": 1.0, "meta": 2.0},))
    assert faltas(log) == [("parâmetros", "a versão 1.0.0 mudou depois de publicada")]
    del log.eventos[-1], log.eventos[0]
    assert ("parâmetros", "a versão 1.0.0 nunca foi publicada") in faltas(log)


def test_parametros_novos_com_cobertura_refazem_os_scores(log: Log) -> None:
    log.parametros("1.1.0", ({"unidade_civica_id": VILA, "nivel": 1, "atingida": 40.0, "meta": 80.0},))
    log.pontuar(None, 20, 1, VILA, situacional=0.5, versao="1.1.0")
    log.anunciar(VILA, "1.1.0")
    assert faltas(log) == []
    log.pontuar(None, 12, 2, VILA, situacional=0.5, versao="1.1.0")
    log.anunciar(VILA, "1.1.0")
    assert faltas(log) == [("peso_situacional", "publicado 0.5, recalculado 1.0")]


def test_membros_de_agregado_podem_sair_mas_so_eles(log: Log) -> None:
    log.ranquear(16, 1)
    log.agregar(11, 5, 16)
    log.ranquear(17, 1)
    log.anunciar()
    assert faltas(log) == []
    errado = mexer(log, "duplicidade.agregada", 0, lambda p: p.update(membros=[UUID(int=16)]))
    assert {regra for regra, _ in faltas(errado)} == {"posição", "ordem"}


def test_membro_que_saiu_do_topo_nao_volta(log: Log) -> None:
    log.agregar(11, 5)
    log.anunciar()
    assert faltas(log) == []
    log.filas[CENTRO].insert(0, (-9500.0, UUID(int=5)))
    log.anunciar()
    assert {regra for regra, _ in faltas(log)} == {"ordem"}


def test_evento_refeito_com_o_mesmo_id_vale_o_ultimo(log: Log) -> None:
    feito = [e for e in log.eventos if e["tipo"] == "demanda.ranqueada"][-1]
    log.eventos.append(copy.deepcopy(feito))
    feito["payload"]["posicao_no_ranking"] = 9
    laudo = log.auditar()
    assert (laudo.faltas, laudo.reescritas) == ([], 1)


def test_o_laudo_se_deixa_ler_por_um_programa(log: Log) -> None:
    errado = mexer(log, "demanda.ranqueada", 0, lambda p: p.update(score_final=1.0)).auditar().como_dados()
    assert errado["aprovado"] is False
    assert errado["faltas"][0]["regra"] == "score_final"
