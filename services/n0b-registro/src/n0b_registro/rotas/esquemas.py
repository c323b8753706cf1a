"""`/schemas`: schemas by id, and all of them."""

import json
from typing import Annotated, Any

from fastapi import Query

from n0b_registro.acoes import localizar
from n0b_registro.acoes.localizar import Achado
from n0b_registro.estado import consultas
from n0b_registro.rotas.corpos import CorpoEsquemaPorId, CorpoOnde, CorpoReferencia, CorpoVersao
from n0b_registro.rotas.parametros import Id, Logico, Paginado, Prefixo, prefixo_de
from n0b_registro.rotas.protocolo import roteador
from nucleo.http import Leitura

esquemas = roteador("esquemas")


@esquemas.get("/schemas/types")
async def tipos() -> list[str]:
    """Types of schema that the registry keeps."""
    return ["AVRO"]


@esquemas.get("/schemas", response_model_exclude_none=True)
async def listar(
    banco: Leitura,
    pagina: Paginado,
    prefixo: Prefixo = "",
    deleted: Logico = False,
    so_as_ultimas: Annotated[Logico, Query(alias="latestOnly")] = False,
) -> list[CorpoVersao]:
    """Every version of every subject."""
    filtro = consultas.com_prefixo(prefixo_de(prefixo))
    achados = await localizar.achados(banco, filtro, apagadas=deleted)
    if so_as_ultimas:
        achados = list({achado.versao.assunto: achado for achado in achados}.values())
    return [CorpoVersao.de(achado) for achado in pagina.de(achados)]


@esquemas.get("/schemas/ids/{id}", response_model_exclude_none=True)
async def ver(
    id_: Id,
    banco: Leitura,
    maior: Annotated[Logico, Query(alias="fetchMaxId")] = False,
    com_assuntos: Annotated[Logico, Query(alias="includeSubjects")] = False,
) -> CorpoEsquemaPorId:
    """A schema by id, deleted or not."""
    esquema, referencias = await localizar.esquema(banco, id_)
    return CorpoEsquemaPorId(
        texto=esquema.texto,
        references=[CorpoReferencia.de(referencia) for referencia in referencias] or None,
        maior=await consultas.maior_id(banco) if maior else None,
        subjects=_assuntos(await _onde(banco, id_, False)) if com_assuntos else None,
    )


@esquemas.get("/schemas/ids/{id}/schema", response_model=None)
async def ver_texto(id_: Id, banco: Leitura) -> Any:
    """Only the schema of an id."""
    esquema, _ = await localizar.esquema(banco, id_)
    return json.loads(esquema.texto)


@esquemas.get("/schemas/ids/{id}/subjects")
async def ver_assuntos(id_: Id, banco: Leitura, pagina: Paginado, deleted: Logico = False) -> list[str]:
    """Subjects that have a schema."""
    return pagina.de(_assuntos(await _onde(banco, id_, deleted)))


@esquemas.get("/schemas/ids/{id}/versions")
async def ver_versoes(id_: Id, banco: Leitura, pagina: Paginado, deleted: Logico = False) -> list[CorpoOnde]:
    """Subjects and numbers under which a schema is."""
    onde = await _onde(banco, id_, deleted)
    return [CorpoOnde(subject=a.versao.assunto, version=a.versao.numero) for a in pagina.de(onde)]


async def _onde(banco: Leitura, id_: int, apagadas: bool) -> list[Achado]:
    await localizar.esquema(banco, id_)
    return await localizar.achados(banco, consultas.do_esquema(id_), apagadas=apagadas)


def _assuntos(onde: list[Achado]) -> list[str]:
    return list(dict.fromkeys(achado.versao.assunto for achado in onde))
