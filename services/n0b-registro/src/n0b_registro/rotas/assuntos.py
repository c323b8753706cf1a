"""`/subjects`: subjects, their versions, lookup, registration and deletion."""

import json
from typing import Annotated, Any

from fastapi import Query

from n0b_registro.acoes import localizar, recusas
from n0b_registro.acoes.excluir import excluir_assunto, excluir_versao
from n0b_registro.acoes.ler import ler
from n0b_registro.acoes.registrar import registrar
from n0b_registro.estado import consultas
from n0b_registro.rotas.corpos import CorpoEsquema, CorpoId, CorpoVersao
from n0b_registro.rotas.credencial import Operador
from n0b_registro.rotas.parametros import Assunto, Logico, Paginado, Prefixo, Versao, prefixo_de
from n0b_registro.rotas.protocolo import roteador
from nucleo.http import Leitura, Uow

assuntos = roteador("assuntos")
SoApagados = Annotated[Logico, Query(alias="deletedOnly")]


@assuntos.get("/subjects")
async def listar(
    banco: Leitura,
    pagina: Paginado,
    prefixo: Prefixo = "",
    deleted: Logico = False,
    so_apagados: SoApagados = False,
) -> list[str]:
    """Subjects, in order."""
    apagadas = True if so_apagados else None if deleted else False
    encontrados = await consultas.assuntos(banco, prefixo_de(prefixo), apagadas=apagadas)
    if so_apagados:
        vivos = set(await consultas.assuntos(banco, prefixo_de(prefixo)))
        encontrados = [nome for nome in encontrados if nome not in vivos]
    return pagina.de(encontrados)


@assuntos.post("/subjects/{assunto}", response_model_exclude_none=True)
async def procurar(
    assunto: Assunto, corpo: CorpoEsquema, banco: Leitura, normalize: Logico = False, deleted: Logico = False
) -> CorpoVersao:
    """The version of a subject that is a schema. `normalize` changes nothing: every spelling is found."""
    lido = await ler(banco, corpo.ler(assunto, normalizar=normalize), so_vivas=False)
    achado = await localizar.identico(banco, assunto, lido, apagadas=deleted)
    if achado is None:
        await localizar.do_assunto(banco, assunto, apagadas=deleted)
        raise recusas.esquema_desconhecido()
    return CorpoVersao.de(achado)


@assuntos.delete("/subjects/{assunto}", dependencies=[Operador])
async def excluir(assunto: Assunto, uow: Uow, permanent: Logico = False) -> list[int]:
    """Delete a subject: its versions, all of them."""
    return await excluir_assunto(uow.sessao, assunto, de_vez=permanent)


@assuntos.get("/subjects/{assunto}/versions")
async def listar_versoes(
    assunto: Assunto,
    banco: Leitura,
    pagina: Paginado,
    deleted: Logico = False,
    so_apagados: SoApagados = False,
) -> list[int]:
    """Numbers of the versions of a subject."""
    achados = await localizar.do_assunto(banco, assunto, apagadas=deleted or so_apagados)
    return pagina.de([a.versao.numero for a in achados if a.versao.apagada or not so_apagados])


@assuntos.post("/subjects/{assunto}/versions", dependencies=[Operador])
async def registrar_versao(assunto: Assunto, corpo: CorpoEsquema, uow: Uow, normalize: Logico = False) -> CorpoId:
    """Register a schema; when the subject has it already, only its id is answered."""
    return CorpoId(id=await registrar(uow.sessao, corpo.ler(assunto, normalizar=normalize)))


@assuntos.get("/subjects/{assunto}/versions/{versao}", response_model_exclude_none=True)
async def ver_versao(assunto: Assunto, versao: Versao, banco: Leitura, deleted: Logico = False) -> CorpoVersao:
    """One version of a subject."""
    return CorpoVersao.de(await localizar.versao(banco, assunto, versao, apagadas=deleted))


@assuntos.delete("/subjects/{assunto}/versions/{versao}", dependencies=[Operador])
async def excluir_uma_versao(assunto: Assunto, versao: Versao, uow: Uow, permanent: Logico = False) -> int:
    """Delete a version; the answer is its bare number."""
    return await excluir_versao(uow.sessao, assunto, versao, de_vez=permanent)


@assuntos.get("/subjects/{assunto}/versions/{versao}/schema", response_model=None)
async def ver_texto(assunto: Assunto, versao: Versao, banco: Leitura, deleted: Logico = False) -> Any:
    """Only the schema of a version."""
    achado = await localizar.versao(banco, assunto, versao, apagadas=deleted)
    return json.loads(achado.esquema.texto)


@assuntos.get("/subjects/{assunto}/versions/{versao}/referencedby")
async def ver_quem_referencia(
    assunto: Assunto, versao: Versao, banco: Leitura, pagina: Paginado, deleted: Logico = False
) -> list[int]:
    """Ids of the schemas that borrow a version."""
    achado = await localizar.versao(banco, assunto, versao, apagadas=True)
    donos = await consultas.quem_referencia(banco, assunto, achado.versao.numero, com_apagadas=deleted)
    return pagina.de(sorted({id_ for id_, _ in donos}))
