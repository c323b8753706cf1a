"""Whatever single field of an honest log of draws somebody changes, the audit finds a fault."""

import copy
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import given, note, settings
from hypothesis import strategies as st

from formigueiro.auditar import AuditoriaDosSorteios
from formigueiro.auditar.laudo import Falta
from formigueiro.auditar.sorteio.ficcao import DISPENSAS, Historia

Evento = dict[str, Any]
Lugar = tuple[Evento, str]

# What nobody can verify from public facts about draws, and why.
FORA = {
    ("sorteio.cancelado", "motivo"): "says why, and changes nothing",
    ("conselheiro.ciclo_concluído", "motivo_encerramento"): "the report of D-6b, not a part of the draw",
    ("conselheiro.ciclo_concluído", "total_atualizacoes"): "the report of D-6b, not a part of the draw",
    ("conselheiro.ciclo_concluído", "data_inicio"): "the report of D-6b, not a part of the draw",
    ("conselheiro.ciclo_concluído", "resumo"): "the report of D-6b, not a part of the draw",
}
SO_EXPLICAM = {*DISPENSAS}
"""They only speak in favour of who was drawn again."""


def historia(semente: int) -> Historia:
    sorte = random.Random(semente)
    h = Historia(sorte, unidades=sorte.randint(1, 2), pessoas=sorte.randint(1, 4))
    h.viver(40)
    return h


def auditar(h: Historia) -> list[Falta]:
    auditoria = AuditoriaDosSorteios(ate=h.agora)
    for evento in h.eventos:
        auditoria.receber(evento)
    return auditoria.concluir().faltas


def lugares(h: Historia) -> Iterator[Lugar]:
    """Every field that the audit answers for: identity, type and payload of each event."""
    citados = [e["event_id"] for e in _pulsos_citados(h)]
    sorteios = {e["payload"]["sorteio_id"] for e in h.eventos if e["tipo"] == "conselheiro.sorteado"}
    for evento in h.eventos:
        tipo, payload = evento["tipo"], evento["payload"]
        if tipo in SO_EXPLICAM:
            continue
        campos = {"event_id", "tipo", *payload} - {campo for de, campo in FORA if de == tipo}
        if tipo == "barramento.pulso" and evento["event_id"] not in citados:
            campos -= {"event_id", "timestamp"}  # no draw came of it: only its numbers and its ids count
        if tipo == "sorteio.comprometido" and payload["sorteio_id"] not in sorteios:
            campos -= {"degrau_uc_id"}  # cancelled: no other event repeats the rung
        yield from ((evento, campo) for campo in sorted(campos))


def alterar(h: Historia, lugar: Lugar, sorte: random.Random) -> Any:
    """Another value of the same kind: of another event, or invented."""
    evento, campo = lugar
    onde = evento if campo in ("event_id", "tipo") else evento["payload"]
    antes = copy.copy(onde[campo])
    match antes:
        case datetime():
            onde[campo] += sorte.choice((-1, 1)) * timedelta(minutes=sorte.randint(60, 90))
        case UUID():
            onde[campo] = sorte.choice([h.novo_id(), *_irmaos(h, evento, campo)])
        case int():
            onde[campo] += sorte.choice((-2, -1, 1, 2))
        case str():
            onde[campo] = antes[:-1] + ("0" if antes[-1] != "0" else "1")
        case list():
            _mexer_na_lista(h, onde[campo], sorte)
    return antes


def _irmaos(h: Historia, evento: Evento, campo: str) -> list[UUID]:
    """The same field of other events of the type; another cycle that could have ended tells a story that holds."""
    if evento["tipo"] == "conselheiro.ciclo_concluído" and campo != "event_id":
        return []
    outros = [e if campo == "event_id" else e["payload"] for e in h.eventos if e["tipo"] == evento["tipo"]]
    return [o[campo] for o in outros if o[campo] not in (evento.get(campo), evento["payload"].get(campo))]


def _mexer_na_lista(h: Historia, lista: list[Any], sorte: random.Random) -> None:
    """Replace, swap or remove. Of the ids in a pulse, those of other kinds of events are nobody's here, but the key."""
    pessoas = isinstance(lista[0], str)
    nossos = {e["event_id"] for e in h.eventos if e["tipo"] not in SO_EXPLICAM}
    chaves = {e["payload"]["event_ids"][-1] for e in _pulsos_citados(h)}
    alvos = [i for i, item in enumerate(lista) if pessoas or item in nossos | chaves]
    match sorte.randrange(3):
        case 0 if alvos:
            lista[sorte.choice(alvos)] = str(h.novo_id()) if pessoas else h.novo_id()
        case 1 if len(lista) > 1 and (pessoas or lista[-1] in chaves):
            lista[0], lista[-1] = lista[-1], lista[0]
        case _:
            del lista[sorte.randrange(len(lista))]


def _pulsos_citados(h: Historia) -> list[Evento]:
    citados = {e["payload"]["pulso_event_id"] for e in h.eventos if e["tipo"] == "conselheiro.sorteado"}
    return [e for e in h.eventos if e["event_id"] in citados]


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_qualquer_campo_mexido_e_apontado(semente: int, dados: st.DataObject) -> None:
    h = historia(semente)
    assert auditar(h) == []
    possiveis = list(lugares(h))
    if not possiveis:
        return
    evento, campo = possiveis[dados.draw(st.integers(0, len(possiveis) - 1))]
    antes = alterar(h, (evento, campo), random.Random(dados.draw(st.integers(0, 1000))))
    agora = evento.get(campo, evento["payload"].get(campo))
    note(f"{evento['tipo']}.{campo}: {antes} → {agora}")
    achadas = auditar(h)
    assert achadas
    assert all(falta.regra and falta.motivo for falta in achadas)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_qualquer_evento_que_suma_da_prova_de_um_sorteio_faz_falta(semente: int, dados: st.DataObject) -> None:
    h = historia(semente)
    provas = [
        e for e in h.eventos if e["tipo"] in ("sorteio.comprometido", "conselheiro.sorteado", "sorteio.cancelado")
    ]
    pulsos = [e for e in h.eventos if e["tipo"] == "barramento.pulso"]
    possiveis = provas + pulsos[1:-1]
    if not possiveis:
        return
    h.eventos.remove(possiveis[dados.draw(st.integers(0, len(possiveis) - 1))])
    assert auditar(h)
