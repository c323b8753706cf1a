"""Registers a schema as a version of a subject: the same schema gets the same id, everywhere and for ever."""

from collections.abc import Sequence

from sqlmodel.ext.asyncio.session import AsyncSession

from n0b_registro.acoes import localizar, recusas
from n0b_registro.acoes.ajustar import EmVigor, exigir_desprotegido
from n0b_registro.acoes.comparar import comparar
from n0b_registro.acoes.ler import Pedido, ler
from n0b_registro.dominio.identidade import identidade, identidade_resolvida
from n0b_registro.dominio.niveis import Modo
from n0b_registro.dominio.referencias import Lido
from n0b_registro.estado import consultas, escrita
from n0b_registro.estado.tabelas import Esquema, Versao


async def registrar(sessao: AsyncSession, pedido: Pedido) -> int:
    """The id of the schema, registered now unless the subject has it already."""
    await escrita.travar(sessao)
    vigor = await exigir_desprotegido(sessao, pedido.assunto)
    lido = await ler(sessao, pedido)
    existente = await localizar.identico(sessao, pedido.assunto, lido)
    if existente is not None and _serve(existente, pedido):
        return existente.esquema.id
    _exigir_modo(pedido, vigor)
    if pedido.id is not None:
        return await _importar(sessao, pedido, lido, pedido.id)
    return await acrescentar(sessao, pedido, lido, vigor)


async def acrescentar(sessao: AsyncSession, pedido: Pedido, lido: Lido, vigor: EmVigor) -> int:
    """The next version of a subject, if its level allows; the caller holds the lock."""
    linhas = await consultas.versoes(sessao, pedido.assunto)
    numero = linhas[-1].numero + 1 if linhas else 1
    if pedido.versao is not None and pedido.versao > 0 and pedido.versao != numero:
        raise recusas.esquema_invalido("a versão pedida não é a seguinte (Version is not one more than previous)")
    motivos = await comparar(sessao, lido, [linha for linha in linhas if not linha.apagada], vigor.nivel)
    if motivos:
        raise recusas.incompativel(pedido.assunto, motivos)
    normalizar = pedido.normalizar or vigor.normalizar
    id_ = await _guardar(sessao, lido, lido.esquema.canonico if normalizar else lido.esquema.texto)
    await _esquecer_apagadas(sessao, linhas, id_)
    await escrita.gravar_versao(sessao, Versao(assunto=pedido.assunto, numero=numero, esquema_id=id_, apagada=False))
    return id_


async def _guardar(sessao: AsyncSession, lido: Lido, texto: str) -> int:
    """The id of a schema: the one it ever had, or the next."""
    existente = await consultas.esquema_identico(sessao, identidade(lido))
    if existente is not None:
        return existente.id
    return await _inserir(sessao, lido, texto, await consultas.maior_id(sessao) + 1)


async def _importar(sessao: AsyncSession, pedido: Pedido, lido: Lido, id_: int) -> int:
    """A version with the id and number that it has elsewhere, without asking about compatibility."""
    existente = await consultas.esquema_identico(sessao, identidade(lido))
    if existente is not None and existente.id != id_:
        if await consultas.esquema(sessao, existente.id) is not None:
            raise recusas.nao_permitido(f"O mesmo esquema já tem o id {existente.id}.")
        await escrita.esquecer_esquema(sessao, existente)
        existente = None
    if existente is None:
        if await consultas.esquema_com_id(sessao, id_) is not None:
            raise recusas.nao_permitido(f"Overwrite new schema with id {id_} is not permitted.")
        await _inserir(sessao, lido, lido.esquema.texto, id_)
    linhas = await consultas.versoes(sessao, pedido.assunto)
    seguinte = linhas[-1].numero + 1 if linhas else 1
    numero = pedido.versao if pedido.versao is not None and pedido.versao > 0 else seguinte
    await escrita.gravar_versao(sessao, Versao(assunto=pedido.assunto, numero=numero, esquema_id=id_, apagada=False))
    return id_


async def _inserir(sessao: AsyncSession, lido: Lido, texto: str, id_: int) -> int:
    esquema = Esquema(
        id=id_,
        texto=texto,
        identidade=identidade(lido),
        identidade_resolvida=identidade_resolvida(lido),
    )
    await escrita.gravar_esquema(sessao, esquema, lido.referencias)
    return id_


async def _esquecer_apagadas(sessao: AsyncSession, linhas: Sequence[Versao], id_: int) -> None:
    """Deleted versions of the schema that returns go away for good, but those that someone references."""
    for linha in linhas:
        if linha.esquema_id == id_ and not await consultas.quem_referencia(
            sessao, linha.assunto, linha.numero, com_apagadas=True
        ):
            await escrita.remover_versoes(sessao, linha.assunto, [linha.numero])


def _serve(existente: localizar.Achado, pedido: Pedido) -> bool:
    """Whether what is there already is what was asked for, number and id included."""
    pede_numero = pedido.versao is not None and pedido.versao > 0
    return (not pede_numero or pedido.versao == existente.versao.numero) and (
        pedido.id is None or pedido.id == existente.esquema.id
    )


def _exigir_modo(pedido: Pedido, vigor: EmVigor) -> None:
    if vigor.modo.so_leitura:
        raise recusas.nao_permitido(f"Subject {pedido.assunto} is in read-only mode")
    if pedido.id is not None and vigor.modo is not Modo.IMPORT:
        raise recusas.nao_permitido(f"Subject {pedido.assunto} is not in import mode")
    if pedido.id is None and vigor.modo is not Modo.READWRITE:
        raise recusas.nao_permitido(f"Subject {pedido.assunto} is not in read-write mode")
