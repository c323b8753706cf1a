"""A world that does anything at any time, in batches of any size, with repetitions: what must hold always holds."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from d6a_sorteio.colonia import colonia
from d6a_sorteio.dominio.sorteio import embaralhar, resumir, semear
from nucleo import Evento
from nucleo.eventos import BarramentoPulso, ConselheiroSorteado, SorteioCancelado, SorteioComprometido
from nucleo.fontes import uuid7
from nucleo.testes import verificar_permutacoes
from nucleo.testes.eventos import INICIO

CIDADAOS, DEMANDAS, LOTES = 9, 40, 60
MOTIVOS = ("demanda_concluida", "demanda_concluida", "demanda_concluida", "desistencia", "fim_mandato")


class Acaso:
    """Draws what happens next, from what the public log and the counsellors know."""

    def __init__(self, m: Any, semente: int) -> None:
        self.m, self.acaso = m, random.Random(semente)
        self.entregues: list[Evento[Any]] = []
        self.por_dizer: list[UUID] = []
        self.ditos = 0
        self.vez = 0

    async def lote(self) -> list[Evento[Any]]:
        """One to six events, some of them said before."""
        publicados = await self.m.b.publicados()
        self.por_dizer += [e.event_id for e in publicados[self.ditos :]]
        self.ditos = len(publicados)
        ativos = await self.m.b.consultar(
            "SELECT demanda_id, conselheiro_id, cidadao_id FROM atribuicoes JOIN conselheiros USING (conselheiro_id) "
            "WHERE encerrada_em IS NULL ORDER BY 1"
        )
        eventos = [e for _ in range(self.acaso.randint(1, 6)) for e in self.algo(ativos)]
        repetidos = self.acaso.sample(self.entregues, k=min(len(self.entregues), self.acaso.randint(0, 2)))
        self.entregues += eventos
        self.acaso.shuffle(eventos)
        return [*eventos, *repetidos]

    def algo(self, ativos: list[dict[str, Any]]) -> Iterator[Evento[Any]]:
        m, acaso = self.m, self.acaso
        self.vez += 1
        n, cidadao = min(acaso.randrange(DEMANDAS), self.vez // 4), acaso.randrange(CIDADAOS)
        match acaso.choice("cciiiiipppprrrrfffaax"):
            case "c":
                unidade = acaso.choice((m.bairro, m.bairro, m.vila, m.cidade, m.pais))
                yield m.cadastro(cidadao, unidade, acaso.random() < 0.9, vez=self.vez)
            case "i":
                cadeia = ((m.bairro, m.cidade, m.pais), (m.vila, m.cidade, m.pais), (m.cidade, m.pais))[n % 3]
                yield m.item(n, cadeia, score=float(n % 4))
            case "p":
                quantos = acaso.randint(0, len(self.por_dizer))
                ids, self.por_dizer = self.por_dizer[:quantos], self.por_dizer[quantos:]
                yield m.pulso(*ids, uuid7(INICIO, acaso.getrandbits(60)), primeiro=self.vez)
            case "r" if ativos:
                de = acaso.choice(ativos)
                motivo = acaso.choice(("recusa_explicita", "recusa_explicita", "risco_pessoal"))
                yield m.recusa(m_numero(m, de["demanda_id"]), de["cidadao_id"], motivo)
            case "f" if ativos:
                de = acaso.choice(ativos)
                fim = timedelta(minutes=self.vez)
                yield m.ciclo(m_numero(m, de["demanda_id"]), de["conselheiro_id"], acaso.choice(MOTIVOS), fim)
            case "a":
                yield m.agregada(n, n, (n + 1) % DEMANDAS) if acaso.random() < 0.3 else m.conclusao(n)
            case "x":  # not theirs, not there
                yield m.recusa(n, m.cidadao(cidadao))
                yield m.conclusao(n, ratificacao=True)


def m_numero(m: Any, demanda_id: UUID) -> int:
    return next(n for n in range(DEMANDAS) if m.demanda(n) == demanda_id)


async def conferir_o_estado(m: Any) -> None:
    """Nobody with two, no two open lists with one person, and nobody waits for what is there."""
    linhas = {
        t: await m.b.consultar(f"SELECT * FROM {t}") for t in ("conselheiros", "demandas", "sorteios", "atribuicoes")
    }
    ativas = [a for a in linhas["atribuicoes"] if a["encerrada_em"] is None]
    assert max(Counter(a["conselheiro_id"] for a in ativas).values(), default=0) <= 1
    assert max(Counter(a["demanda_id"] for a in ativas).values(), default=0) <= 1
    assert {d["demanda_id"] for d in linhas["demandas"] if d["situacao"] == "atribuida"} == {
        a["demanda_id"] for a in ativas
    }
    abertos = [s for s in linhas["sorteios"] if s["situacao"] == "aberto"]
    listados = [UUID(c) for s in abertos for c in s["lista"].split("\n")]
    assert len(listados) == len(set(listados))
    ocupados = {c["conselheiro_id"] for c in linhas["conselheiros"] if c["ocupado_com"]}
    assert not ocupados & set(listados)
    reservados = {s["degrau_uc_id"] for s in abertos}
    assert {
        c["degrau_uc_id"] for c in linhas["conselheiros"] if c["degrau_uc_id"] != c["unidade_civica_id"]
    } <= reservados
    estiveram = {(a["demanda_id"], a["conselheiro_id"]) for a in linhas["atribuicoes"]}
    fila = {f["demanda_id"] for f in await m.b.consultar("SELECT DISTINCT demanda_id FROM fila")}
    esperam = [d for d in linhas["demandas"] if d["situacao"] == "esperando"]
    assert fila == {d["demanda_id"] for d in esperam}
    for d in esperam:
        degraus = [u for u in d["cadeia_ucs"] if any(apto(m, c, u, d, estiveram) for c in linhas["conselheiros"])]
        assert degraus[0] in reservados if degraus else d["avisada"]


def apto(m: Any, c: dict[str, Any], unidade: UUID, d: dict[str, Any], estiveram: set[tuple[UUID, UUID]]) -> bool:
    """Eligibility, said again without SQL."""
    return (
        c["degrau_uc_id"] == unidade
        and c["capacitado"]
        and c["ocupado_com"] is None
        and not (c["suspenso_ate"] and c["suspenso_ate"] > m.b.relogio.agora())
        and not (c["mandato_fim"] and c["mandato_fim"] >= c["cadastrado_em"])
        and (d["demanda_id"], c["conselheiro_id"]) not in estiveram
    )


async def conferir_o_log(m: Any, pulsos: dict[UUID, Evento[BarramentoPulso]]) -> None:
    """As an auditor: every draw over exactly the committed list, by the pulse that tells it, one end a commitment."""
    compromissos = {e.payload.sorteio_id: e for e in await m.b.publicados(SorteioComprometido)}
    sorteados = await m.b.publicados(ConselheiroSorteado)
    fins = [e.payload.sorteio_id for e in (*sorteados, *await m.b.publicados(SorteioCancelado))]
    assert len(fins) == len(set(fins))
    assert set(fins) <= compromissos.keys()
    for s in (e.payload for e in sorteados):
        compromisso, pulso = compromissos[s.sorteio_id], pulsos[s.pulso_event_id]
        lista = compromisso.payload.elegiveis
        assert compromisso.event_id == s.comprometido_event_id
        assert compromisso.event_id in pulso.payload.event_ids
        assert compromisso.payload.hash_lista == resumir("\n".join(lista))
        assert lista == sorted(set(lista))
        semente = semear(pulso.payload.event_ids[-1], pulso.payload.timestamp)
        assert (s.seed_publico, s.ordem) == (semente.hex(), embaralhar(lista, semente))
        assert (str(s.conselheiro_id), s.demanda_id) == (s.ordem[0], compromisso.payload.demanda_id)


@pytest.mark.parametrize("semente", range(8))
async def test_em_qualquer_historia_ninguem_tem_duas_demandas_e_todo_sorteio_confere(viver, semente):
    async with viver(recusas_limite=1, suspensao_dias=30) as m:
        mundo = Acaso(m, semente)
        for _ in range(LOTES):
            await m.entregar(*await mundo.lote())
            m.b.relogio.avancar(days=mundo.acaso.choice((0, 0, 0, 0, 1, 20)))
            await m.b.periodico("reativar_suspensos")
            await conferir_o_estado(m)
        for _ in range(DEMANDAS * 2):
            await m.pulsar()
        pulsos = {e.event_id: e for e in (*mundo.entregues, *m.pulsos) if isinstance(e.payload, BarramentoPulso)}
        await conferir_o_estado(m)
        await conferir_o_log(m, pulsos)
        assert await m.b.consultar("SELECT * FROM sorteios WHERE situacao = 'aberto'") == []
        assert len(await m.sorteados()) > DEMANDAS / 3
        assert await m.b.dlq() == []


async def test_a_ordem_entre_topicos_nao_muda_quem_espera_quem_acabou_e_o_que_esta_comprometido(bancada, mundo):
    """Without the pulses of its own commitments, which cannot come in any order: they follow them."""
    vila = (mundo.vila, mundo.cidade)
    eventos = [
        mundo.cadastro(1, capacitado=False),
        mundo.cadastro(1, vez=1),
        mundo.cadastro(2, mundo.vila),
        mundo.item(1, (mundo.bairro,)),
        mundo.item(2, vila),
        mundo.item(3, (mundo.pais,)),
        mundo.item(4, (mundo.pais,)),
        mundo.agregada(1, 1, 3),
        mundo.conclusao(4),
        mundo.conclusao(2, ratificacao=True),
        mundo.recusa(1, mundo.cidadao(1)),
        mundo.ciclo(2, mundo.cidadao(2), "desistencia"),
        mundo.pulso(uuid7(INICIO, 5)),
    ]

    def visao(e: Evento[Any]) -> object:
        match e.tipo:
            case "conselheiro.identificado":
                return e.event_id, e.payload
            case "sorteio.comprometido":
                return e.event_id, e.payload.demanda_id, e.payload.degrau_uc_id, e.payload.elegiveis
        return None  # whether a wait was told depends on what came first

    await verificar_permutacoes(
        bancada,
        colonia,
        eventos,
        tabelas=[
            "(SELECT demanda_id, situacao, rodada FROM demandas WHERE situacao <> 'encerrada') AS d",
            "conselheiros",
            "encerradas",
            "fila",
            "(SELECT sorteio_id, degrau_uc_id, lista, situacao FROM sorteios WHERE situacao = 'aberto') AS s",
        ],
        visao=visao,
    )
