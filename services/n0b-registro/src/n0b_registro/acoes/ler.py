"""From what a client sends to a schema that was read, its references found and pinned."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import recusas
from n0b_registro.dominio.assuntos import ULTIMA
from n0b_registro.dominio.erros import EsquemaGrandeDemais, EsquemaInvalido
from n0b_registro.dominio.referencias import Fonte, Lido, Referencia, ler_com_referencias
from n0b_registro.estado import consultas

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pedido:
    """A schema under a subject. `id` and `versao` are for imports and for who wants to be sure of the number."""

    assunto: str
    texto: str
    referencias: tuple[Referencia, ...] = ()
    id: int | None = None
    versao: int | None = None
    normalizar: bool = False


async def ler(sessao: AsyncSession, pedido: Pedido, *, so_vivas: bool = True) -> Lido:
    """Read the schema of a request. References to deleted versions count only when `so_vivas` is false."""
    if not pedido.texto.strip():
        raise recusas.esquema_vazio()
    fixadas = tuple([await _fixar(sessao, r, so_vivas) for r in pedido.referencias])
    acervo = await consultas.acervo(sessao, fixadas)
    return await pensar(ler_com_referencias, Fonte(pedido.texto, fixadas), acervo)


async def pensar(funcao: Callable[P, R], *argumentos: P.args, **nomeados: P.kwargs) -> R:
    """Run a rule in a thread: a large schema takes a while, and its recursion gets a stack of its own."""
    try:
        return await asyncio.to_thread(funcao, *argumentos, **nomeados)
    except EsquemaGrandeDemais as erro:
        raise recusas.esquema_grande_demais(str(erro)) from None
    except EsquemaInvalido as erro:
        raise recusas.esquema_invalido(str(erro)) from None


async def _fixar(sessao: AsyncSession, referencia: Referencia, so_vivas: bool) -> Referencia:
    """The reference with its number; a version that is not there stays, and reading says so."""
    linhas = await consultas.versoes(sessao, referencia.assunto)
    numeros: Sequence[int] = [linha.numero for linha in linhas if not (so_vivas and linha.apagada)]
    if referencia.versao == ULTIMA and numeros:
        return Referencia(referencia.nome, referencia.assunto, numeros[-1])
    if referencia.versao not in numeros:
        motivo = f"a referência a '{referencia.assunto}', versão {referencia.versao}, não leva a um esquema"
        raise recusas.esquema_invalido(motivo)
    return referencia
