"""What one draw must satisfy by itself: its list, its pulse, its seed, its order, its end."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise, zip_longest

from formigueiro.auditar.sorteio.fatos import Cancelado, Compromisso, Sorteado
from formigueiro.auditar.sorteio.pulsos import Pulso
from formigueiro.auditar.sorteio.sorte import METODO, embaralhar, hash_da_lista, inteiros, seed

PRAZO = timedelta(seconds=60)
"""A commitment without an end for longer is a fault."""

Fim = Sorteado | Cancelado
Objecao = tuple[str, str]
"""The rule, and why."""


def objecoes_a_lista(c: Compromisso) -> Iterator[Objecao]:
    """Why the list of who concurs is not one that was fixed."""
    if not c.elegiveis:
        yield "lista", "não há elegíveis"
    crescente = all(antes < depois for antes, depois in pairwise(c.elegiveis))
    if not crescente or any(pessoa != pessoa.lower() for pessoa in c.elegiveis):
        yield "lista", "não está em ordem crescente, em minúsculas e sem repetidos"
    yield from _iguais("hash", c.hash_lista, hash_da_lista(c.elegiveis))


def objecoes_ao_fim(c: Compromisso, fim: Fim, prazo: timedelta = PRAZO) -> Iterator[Objecao]:
    """Why this cannot be the end of that commitment."""
    yield from _iguais("compromisso", f"demanda {fim.demanda}", f"demanda {c.demanda}")
    yield from _iguais("compromisso", f"unidade {fim.unidade}", f"unidade {c.unidade}")
    espera = fim.instante - c.instante
    if not timedelta(0) <= espera <= prazo:
        yield "fim", f"veio {espera.total_seconds():g} s depois do compromisso; o prazo é de {prazo.seconds} s"


def objecoes_ao_sorteio(c: Compromisso, s: Sorteado, pulsos: Sequence[Pulso]) -> Iterator[Objecao]:
    """Why the draw is not the one that its commitment and its pulse give."""
    yield from _iguais("compromisso", f"evento {s.comprometido}", f"evento {c.event_id}")
    yield from _iguais("compromisso", f"degrau {s.degrau}", f"degrau {c.degrau}")
    yield from _iguais("método", s.metodo, METODO)
    yield from _iguais("total", s.total, len(c.elegiveis))
    if not pulsos:
        yield "pulso", f"nenhum pulso contém o compromisso {c.event_id}"
        return
    yield from _iguais("pulso", s.pulso, pulsos[0].event_id)
    semente = seed(pulsos[0].ultimo_id, pulsos[0].instante)
    yield from _iguais("seed", s.seed, semente)
    ordem = embaralhar(c.elegiveis, inteiros(semente))
    for posicao, (publicado, recalculado) in enumerate(zip_longest(s.ordem, ordem), 1):
        if publicado != recalculado:
            yield "ordem", f"posição {posicao}: publicado {publicado}, recalculado {recalculado}"
            break
    yield from _iguais("sorteado", s.conselheiro, ordem[0] if ordem else None)


def _iguais(regra: str, publicado: object, recalculado: object) -> Iterator[Objecao]:
    if publicado != recalculado:
        yield regra, f"publicado {publicado}, recalculado {recalculado}"
