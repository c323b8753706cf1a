"""Asks whether a schema may follow what a subject has."""

from collections.abc import Sequence

from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import recusas
from n0b_registro.acoes.ajustar import em_vigor
from n0b_registro.acoes.ler import Pedido, ler, pensar
from n0b_registro.dominio.assuntos import ULTIMA
from n0b_registro.dominio.compatibilidade import Anterior, incompatibilidades
from n0b_registro.dominio.niveis import Nivel
from n0b_registro.dominio.referencias import Acervo, Fonte, Lido, ler_com_referencias
from n0b_registro.estado import consultas
from n0b_registro.estado.tabelas import Versao


async def comparar(sessao: AsyncSession, lido: Lido, anteriores: Sequence[Versao], nivel: Nivel) -> list[str]:
    """Why a schema may not follow versions (oldest first) at a level; empty when it may."""
    if nivel is Nivel.NONE or not anteriores:
        return []
    fontes = await consultas.fontes(sessao, anteriores if nivel.transitivo else anteriores[-1:])
    acervo = await consultas.acervo(sessao, [r for _, fonte in fontes for r in fonte.referencias])
    return await pensar(_motivos, lido, fontes, acervo, nivel)


async def conferir(sessao: AsyncSession, pedido: Pedido, numero: int | None) -> list[str]:
    """Why a schema may not follow one version of a subject, or (None) those that its level looks at.

    Against the last version of a subject that has none, everything is compatible; against a numbered one, 40402.
    """
    linhas = [linha for linha in await consultas.versoes(sessao, pedido.assunto) if not linha.apagada]
    if numero == ULTIMA:
        linhas = linhas[-1:]
    elif numero is not None:
        linhas = [linha for linha in linhas if linha.numero == numero]
        if not linhas:
            raise recusas.versao_desconhecida(numero)
    lido = await ler(sessao, pedido)
    return await comparar(sessao, lido, linhas, (await em_vigor(sessao, pedido.assunto)).nivel)


def _motivos(lido: Lido, fontes: Sequence[tuple[int, Fonte]], acervo: Acervo, nivel: Nivel) -> list[str]:
    anteriores = [
        Anterior(numero, fonte.texto, ler_com_referencias(fonte, acervo).resolvido) for numero, fonte in fontes
    ]
    return incompatibilidades(lido.resolvido, anteriores, nivel)
