"""An honest log of draws passes; a copy with anything tampered does not, and the report says which rule and why."""

import copy
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from formigueiro.auditar import AuditoriaDosSorteios, LaudoDosSorteios
from formigueiro.auditar.sorteio.ficcao import DISPENSAS, Historia
from formigueiro.auditar.sorteio.sorte import hash_da_lista

Evento = dict[str, Any]
UM_MINUTO = timedelta(seconds=60)


def nova(pessoas: int = 4, unidades: int = 1) -> Historia:
    return Historia(random.Random(1), unidades, pessoas)


def sortear(h: Historia, unidade: int = 0) -> UUID:
    """A whole draw; the demand that has somebody now."""
    sorteio = h.comprometer(h.unidades[unidade])
    assert sorteio
    demanda: UUID = h.abertos[sorteio]["comuns"]["demanda_id"]
    h.pulsar()
    h.sortear(sorteio)
    return demanda


def sorteado(h: Historia, demanda: UUID) -> str:
    """Who was drawn last for a demand."""
    return [str(e["payload"]["conselheiro_id"]) for e in do_tipo(h, "conselheiro.sorteado", demanda)][-1]


def so_resta(h: Historia, pessoa: str) -> None:
    """Nobody else is free in the unit."""
    h.unidades[0].livres = {pessoa}


@pytest.fixture
def h() -> Historia:
    """One draw whose cycle ended, one cancelled, one refused and drawn again."""
    h = nova()
    h.concluir(sortear(h))
    cancelado = h.comprometer(h.unidades[0])
    assert cancelado
    h.pulsar()
    h.cancelar(cancelado)
    h.recusar(sortear(h))
    assert h.unidades[0].recusadas
    sortear(h)
    h.viver(0)
    return h


def auditar(h: Historia, de: datetime | None = None, ate: datetime | None = None) -> LaudoDosSorteios:
    auditoria = AuditoriaDosSorteios(de, ate or h.agora)
    for evento in h.eventos:
        auditoria.receber(evento)
    return auditoria.concluir()


def faltas(h: Historia, **periodo: datetime) -> list[tuple[str, str]]:
    """(rule, reason) of each fault."""
    return [(falta.regra, falta.motivo) for falta in auditar(h, **periodo).faltas]


def regras(h: Historia, **periodo: datetime) -> set[str]:
    return {regra for regra, _ in faltas(h, **periodo)}


def do_tipo(h: Historia, tipo: str, demanda: UUID | None = None) -> list[Evento]:
    return [e for e in h.eventos if e["tipo"] == tipo and demanda in (None, e["payload"].get("demanda_id"))]


def mexer(h: Historia, tipo: str, mudar: Callable[[Evento], object], qual: int = 0) -> Historia:
    """A copy of the history with the payload of one event changed."""
    copia = copy.deepcopy(h)
    mudar(do_tipo(copia, tipo)[qual]["payload"])
    return copia


def outro_id() -> UUID:
    return UUID(int=7)


# the honest log


def test_um_log_honesto_confere(h: Historia) -> None:
    laudo = auditar(h)
    assert laudo.faltas == []
    contas = (laudo.sorteios, laudo.cancelados, laudo.desfeitos, laudo.abertos, laudo.ciclos, laudo.pulsos)
    assert contas == (3, 1, 1, 0, 1, len(do_tipo(h, "barramento.pulso")))


@pytest.mark.parametrize("semente", range(20))
def test_qualquer_historia_honesta_confere_em_qualquer_ordem_e_com_repeticoes(semente: int) -> None:
    sorte = random.Random(semente)
    h = Historia(sorte, unidades=sorte.randint(1, 3), pessoas=sorte.randint(1, 6))
    h.viver(120)
    h.eventos += sorte.choices(h.eventos, k=50)
    sorte.shuffle(h.eventos)
    assert faltas(h) == []


def test_log_vazio_da_um_laudo_vazio() -> None:
    assert auditar(nova()).aprovado


# the list and the commitment


@pytest.mark.parametrize(
    "mudar",
    [
        lambda p: p["elegiveis"].reverse(),
        lambda p: p["elegiveis"].insert(0, p["elegiveis"][0]),
        lambda p: p.update(elegiveis=[pessoa.upper() for pessoa in p["elegiveis"]]),
    ],
)
def test_lista_fora_de_ordem_com_repetidos_ou_em_maiusculas(h: Historia, mudar: Callable[[Evento], object]) -> None:
    def com_o_hash_certo(p: Evento) -> None:
        mudar(p)
        p["hash_lista"] = hash_da_lista(p["elegiveis"])

    assert ("lista", "não está em ordem crescente, em minúsculas e sem repetidos") in faltas(
        mexer(h, "sorteio.comprometido", com_o_hash_certo)
    )


def test_lista_vazia(h: Historia) -> None:
    vazia = mexer(h, "sorteio.comprometido", lambda p: p.update(elegiveis=[], hash_lista=hash_da_lista([])))
    assert ("lista", "não há elegíveis") in faltas(vazia)


def test_hash_que_nao_e_o_da_lista(h: Historia) -> None:
    [(regra, motivo)] = faltas(mexer(h, "sorteio.comprometido", lambda p: p.update(hash_lista="0" * 64)))
    assert (regra, motivo.startswith(f"publicado {'0' * 64}, recalculado ")) == ("hash", True)


@pytest.mark.parametrize("campo", ["demanda_id", "unidade_civica_id", "degrau_uc_id", "comprometido_event_id"])
def test_sorteio_que_nao_e_o_do_compromisso(h: Historia, campo: str) -> None:
    errado = mexer(h, "conselheiro.sorteado", lambda p: p.update({campo: outro_id()}), 2)
    assert "compromisso" in regras(errado)


def test_sorteio_sem_compromisso(h: Historia) -> None:
    comprometido = do_tipo(h, "sorteio.comprometido")[0]
    h.eventos.remove(comprometido)
    assert ("compromisso", f"o sorteio {comprometido['payload']['sorteio_id']} não tem compromisso público") in faltas(
        h
    )


def test_dois_compromissos_com_o_mesmo_sorteio(h: Historia) -> None:
    primeiro = do_tipo(h, "sorteio.comprometido")[0]["payload"]["sorteio_id"]
    errado = mexer(h, "sorteio.comprometido", lambda p: p.update(sorteio_id=primeiro), 2)
    assert ("compromisso", f"o sorteio {primeiro} já tinha um compromisso") in faltas(errado)


# the end


def test_compromisso_sem_fim_e_falta_aos_60_segundos_e_nao_antes() -> None:
    h = nova()
    sorteio = h.comprometer(h.unidades[0])
    instante = h.agora
    h.pulsar()
    laudo = auditar(h, ate=instante + UM_MINUTO - timedelta(microseconds=1))
    assert (laudo.faltas, laudo.abertos) == ([], 1)
    assert faltas(h, ate=instante + UM_MINUTO) == [("fim", f"o sorteio {sorteio} está sem fim há 60 s ou mais")]


def test_fim_que_veio_tarde_demais_ou_antes_do_compromisso() -> None:
    h = nova()
    sorteio = h.comprometer(h.unidades[0])
    assert sorteio
    h.pulsar()
    h.agora += UM_MINUTO
    h.sortear(sorteio)
    [(regra, motivo)] = faltas(h)
    assert (regra, motivo[-38:]) == ("fim", "depois do compromisso; o prazo é de 60 s"[-38:])
    instante = do_tipo(h, "sorteio.comprometido")[0]["payload"]["timestamp"]
    antes = mexer(h, "conselheiro.sorteado", lambda p: p.update(timestamp=instante - timedelta(seconds=1)))
    assert faltas(antes) == [("fim", "veio -1 s depois do compromisso; o prazo é de 60 s")]


@pytest.mark.parametrize("tipo", ["conselheiro.sorteado", "sorteio.cancelado"])
def test_dois_fins_para_um_compromisso(h: Historia, tipo: str) -> None:
    segundo = copy.deepcopy(do_tipo(h, tipo)[0])
    segundo["event_id"] = h.novo_id()
    h.eventos.append(segundo)
    assert ("fim", f"o sorteio {segundo['payload']['sorteio_id']} já tinha acabado") in faltas(h)


# the pulse, the seed and the order


def test_pulso_que_nao_contem_o_compromisso(h: Historia) -> None:
    comprometido, pulso = do_tipo(h, "sorteio.comprometido")[0], do_tipo(h, "barramento.pulso")[0]
    outro = do_tipo(h, "barramento.pulso")[1]["event_id"]
    citado = mexer(h, "conselheiro.sorteado", lambda p: p.update(pulso_event_id=outro))
    assert faltas(citado) == [("pulso", f"publicado {outro}, recalculado {pulso['event_id']}")]
    onde = pulso["payload"]["event_ids"].index(comprometido["event_id"])
    sem_ele = mexer(h, "barramento.pulso", lambda p: p["event_ids"].__setitem__(onde, outro_id()))
    assert ("pulso", f"nenhum pulso contém o compromisso {comprometido['event_id']}") in faltas(sem_ele)
    assert ("índice", "está em 0 pulsos") in faltas(sem_ele)


def test_compromisso_em_dois_pulsos_daria_dois_seeds(h: Historia) -> None:
    comprometido = do_tipo(h, "sorteio.comprometido")[0]
    errado = mexer(h, "barramento.pulso", lambda p: p["event_ids"].__setitem__(0, comprometido["event_id"]), -1)
    assert ("índice", "está em 2 pulsos") in faltas(errado)


def test_seed_ordem_sorteado_total_ou_metodo_que_nao_conferem(h: Historia) -> None:
    def de(mudar: Callable[[Evento], object]) -> list[tuple[str, str]]:
        return faltas(mexer(h, "conselheiro.sorteado", mudar))

    verdade = do_tipo(h, "conselheiro.sorteado")[0]["payload"]
    seed, ordem = verdade["seed_publico"], verdade["ordem"]
    assert de(lambda p: p.update(seed_publico="00")) == [("seed", f"publicado 00, recalculado {seed}")]
    trocada = f"posição 2: publicado {ordem[2]}, recalculado {ordem[1]}"
    assert de(lambda p: p.update(ordem=[ordem[0], ordem[2], ordem[1], ordem[3]])) == [("ordem", trocada)]
    assert de(lambda p: p["ordem"].pop()) == [("ordem", f"posição 4: publicado None, recalculado {ordem[3]}")]
    escolhido = f"publicado {ordem[1]}, recalculado {ordem[0]}"
    assert ("sorteado", escolhido) in de(lambda p: p.update(conselheiro_id=UUID(ordem[1])))
    assert de(lambda p: p.update(total_elegiveis=5)) == [("total", "publicado 5, recalculado 4")]
    assert de(lambda p: p.update(metodo_sorteio="dado"))[0][0] == "método"


def test_pulsos_com_lacuna_sobreposicao_ou_conta_errada(h: Historia) -> None:
    pulsos = do_tipo(h, "barramento.pulso")
    fim, comeco = pulsos[1]["payload"]["ultimo_sequence_number"], pulsos[2]["payload"]["primeiro_sequence_number"]
    falta = copy.deepcopy(h)
    falta.eventos.remove(do_tipo(falta, "barramento.pulso")[2])
    seguinte = pulsos[3]["payload"]["primeiro_sequence_number"]
    assert ("lacuna", f"começa no número {seguinte}; o anterior acaba no {fim}") in faltas(falta)
    sobreposto = mexer(h, "barramento.pulso", lambda p: p.update(primeiro_sequence_number=comeco - 1), 2)
    assert ("lacuna", f"começa no número {comeco - 1}; o anterior acaba no {fim}") in faltas(sobreposto)
    menos = mexer(h, "barramento.pulso", lambda p: p["event_ids"].pop(0), 2)
    assert "lacuna" in regras(menos)


def test_pulso_com_mais_de_cinco_mil_eventos() -> None:
    h = nova()
    h.pulsar(5000)
    assert faltas(h) == []
    h.pulsar(5001)
    assert faltas(h) == [("lacuna", "lista 5001 eventos; o máximo é 5000")]


def test_evento_que_o_barramento_nao_listou(h: Historia) -> None:
    comprometer = h.comprometer(h.unidades[0])
    assert comprometer
    h._sem_pulso.clear()
    ausente = h.eventos[-1]["event_id"]
    h.pulsar()
    assert "índice" not in regras(h)  # it may still come
    h.agora += UM_MINUTO
    h.pulsar()
    assert (ausente, "índice") in [(f.event_id, f.regra) for f in auditar(h).faltas]


# one demand, one person


def test_dois_sorteios_abertos_da_mesma_demanda() -> None:
    h = nova(unidades=2)
    sorteio = h.comprometer(h.unidades[0])
    demanda = h.eventos[-1]["payload"]["demanda_id"]
    h.unidades[1].recusadas[demanda] = None
    outro = h.comprometer(h.unidades[1])
    h.pulsar()
    assert sorteio
    assert outro
    h.sortear(sorteio)
    h.sortear(outro)
    assert ("demanda", f"a demanda {demanda} já tinha aberto o sorteio {sorteio}") in faltas(h)


def test_quem_concorre_a_um_sorteio_aberto_nao_concorre_a_outro() -> None:
    h = nova()
    primeiro = h.comprometer(h.unidades[0])
    assert primeiro
    pessoa = h.eventos[-1]["payload"]["elegiveis"][0]
    so_resta(h, pessoa)
    segundo = h.comprometer(h.unidades[0])
    assert segundo
    h.pulsar()
    h.sortear(primeiro)
    h.cancelar(segundo)
    assert faltas(h) == [("reserva", f"{pessoa} concorria ao sorteio {primeiro}, ainda aberto")]


def test_ninguem_e_sorteado_com_uma_demanda_em_maos() -> None:
    h = nova()
    demanda = sortear(h)
    pessoa = sorteado(h, demanda)
    so_resta(h, pessoa)
    outra = sortear(h)
    assert sorteado(h, outra) == pessoa
    h.concluir(demanda)
    h.viver(0)
    assert faltas(h) == [("ocupado", f"{pessoa} ainda tinha a demanda {demanda}")]


def test_quem_acabou_o_ciclo_pode_ser_sorteado_de_novo() -> None:
    h = nova(pessoas=1)
    for _ in range(3):
        h.concluir(sortear(h), "desistencia")
    assert faltas(h) == []


def test_quem_nunca_devolveu_a_demanda_so_e_acusado_depois_de_60_segundos() -> None:
    h = nova(pessoas=1)
    demanda = sortear(h)
    pessoa = sorteado(h, demanda)
    so_resta(h, pessoa)
    sortear(h)
    instante = do_tipo(h, "sorteio.comprometido")[-1]["payload"]["timestamp"]
    assert faltas(h, ate=instante + UM_MINUTO - timedelta(microseconds=1)) == []
    assert regras(h, ate=instante + UM_MINUTO) == {"ocupado"}


def recusada(h: Historia) -> tuple[UUID, str]:
    """A demand that was refused, and by whom."""
    demanda = sortear(h)
    pessoa = sorteado(h, demanda)
    h.recusar(demanda)
    return demanda, pessoa


@pytest.mark.parametrize("como", ["sorteio.comprometido", *DISPENSAS])
def test_quem_recusou_fica_livre_quando_um_fato_publico_mostra_a_demanda_sem_ninguem(como: str) -> None:
    h = nova(pessoas=2)
    demanda, pessoa = recusada(h)
    if como == "sorteio.comprometido":
        assert sortear(h) == demanda
    else:
        h.dispensar(h.unidades[0], como)
        h.unidades[0].recusadas.clear()
    so_resta(h, pessoa)
    assert sorteado(h, sortear(h)) == pessoa
    h.viver(0)
    assert faltas(h) == []


def test_quem_recusou_nao_concorre_antes_desse_fato() -> None:
    h = nova(pessoas=2)
    demanda, pessoa = recusada(h)
    recusadas, livres = h.unidades[0].recusadas.copy(), h.unidades[0].livres
    h.unidades[0].recusadas.clear()
    so_resta(h, pessoa)
    sortear(h)
    h.unidades[0].recusadas, h.unidades[0].livres = recusadas, livres
    assert sortear(h) == demanda
    h.viver(0)
    assert faltas(h) == [("ocupado", f"{pessoa} ainda tinha a demanda {demanda}")]


def test_quem_recusou_uma_demanda_nao_concorre_com_outra_em_maos() -> None:
    h = nova(pessoas=2)
    demanda, pessoa = recusada(h)
    assert sortear(h) == demanda
    so_resta(h, pessoa)
    outra = sortear(h)
    so_resta(h, pessoa)
    sortear(h)
    h.viver(0)
    assert faltas(h) == [("ocupado", f"{pessoa} ainda tinha a demanda {outra}")]


def test_demanda_agregada_antes_do_sorteio_pode_ser_recusada_em_silencio() -> None:
    h = nova(pessoas=1)
    _, pessoa = recusada(h)
    h.dispensar(h.unidades[0], "duplicidade.agregada")
    h.eventos[-1]["timestamp"] = do_tipo(h, "conselheiro.sorteado")[0]["timestamp"] - timedelta(seconds=1)
    assert sorteado(h, sortear(h)) == pessoa
    h.viver(0)
    assert faltas(h) == []


def test_conclusao_que_espera_ratificacao_nao_solta_ninguem() -> None:
    h = nova(pessoas=1)
    demanda, pessoa = recusada(h)
    h.dispensar(h.unidades[0], "demanda.conclusao_confirmada")
    h.eventos[-1]["payload"]["ratificacao_necessaria"] = True
    assert sorteado(h, sortear(h)) == pessoa
    h.viver(0)
    assert faltas(h) == [("ocupado", f"{pessoa} ainda tinha a demanda {demanda}")]


def test_ciclo_de_quem_nao_tinha_a_demanda(h: Historia) -> None:
    ciclo = do_tipo(h, "conselheiro.ciclo_concluído")[0]["payload"]

    def com(**campos: object) -> list[tuple[str, str]]:
        return faltas(mexer(h, "conselheiro.ciclo_concluído", lambda p: p.update(campos)))

    ninguem = f"ninguém tinha sido sorteado para a demanda {outro_id()}"
    assert ("ciclo", ninguem) in com(demanda_id=outro_id())
    assert ("ciclo", f"a demanda era de {ciclo['conselheiro_id']}, não de {outro_id()}") in com(
        conselheiro_id=outro_id()
    )
    assert ("ciclo", f"a unidade da demanda era {h.unidades[0].id}, não {outro_id()}") in com(
        unidade_civica_id=outro_id()
    )
    for impossivel in (ciclo["data_inicio"] - timedelta(seconds=1), h.agora):
        [(regra, motivo)] = com(data_fim=impossivel)
        assert (regra, motivo.startswith(f"diz que acabou em {impossivel}, mas foi de ")) == ("ciclo", True)


def test_ciclo_que_acaba_duas_vezes(h: Historia) -> None:
    segundo = copy.deepcopy(do_tipo(h, "conselheiro.ciclo_concluído")[0])
    segundo["event_id"] = h.novo_id()
    h.eventos.append(segundo)
    assert next(motivo for regra, motivo in faltas(h) if regra == "ciclo").endswith("já tinha acabado")


# events and period


def test_mesmo_event_id_com_outro_conteudo(h: Historia) -> None:
    outro = copy.deepcopy(do_tipo(h, "sorteio.comprometido")[0])
    outro["payload"]["degrau_uc_id"] = outro_id()
    h.eventos.append(outro)
    assert faltas(h) == [("reescrita", "o mesmo event_id foi publicado com dois conteúdos")]


def test_evento_que_nao_e_de_sorteio(h: Historia) -> None:
    h.publicar("demanda.ranqueada")
    assert faltas(h) == [("tipo", "demanda.ranqueada não é um evento de sorteio")]


def test_de_cala_o_que_veio_antes_mas_se_lembra_de_quem_tem_demanda() -> None:
    h = nova()
    demanda = sortear(h)
    pessoa = sorteado(h, demanda)
    do_tipo(h, "conselheiro.sorteado")[0]["payload"]["seed_publico"] = "antigo"
    de = h.agora
    so_resta(h, pessoa)
    sortear(h)
    h.viver(0)
    assert regras(h) == {"seed", "ocupado"}
    laudo = auditar(h, de=de)
    assert ([f.regra for f in laudo.faltas], laudo.sorteios) == (["ocupado"], 1)


def test_ate_audita_o_log_como_ele_estava(h: Historia) -> None:
    sorteado = do_tipo(h, "conselheiro.sorteado")[1]
    sorteado["payload"]["seed_publico"] = "novo"
    antes = sorteado["payload"]["timestamp"] - timedelta(microseconds=1)
    laudo = auditar(h, ate=antes)
    assert (laudo.faltas, laudo.sorteios, laudo.abertos) == ([], 1, 1)
    assert "seed" in {f.regra for f in auditar(h, ate=sorteado["payload"]["timestamp"]).faltas}  # both ends belong
    assert regras(h) == {"seed"}


def test_o_laudo_se_deixa_ler_por_um_programa(h: Historia) -> None:
    dados = auditar(mexer(h, "conselheiro.sorteado", lambda p: p.update(total_elegiveis=1))).como_dados()
    [falta] = dados["faltas"]
    event_id = str(do_tipo(h, "conselheiro.sorteado")[0]["event_id"])
    assert falta == {"regra": "total", "event_id": event_id, "motivo": "publicado 1, recalculado 4"}
    assert (dados["aprovado"], dados["sorteios"]) == (False, 3)
