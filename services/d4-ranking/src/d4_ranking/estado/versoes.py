"""Which versions of the parameters are already on the log."""

from nucleo import UnidadeDeTrabalho


async def registrar(uow: UnidadeDeTrabalho, versao: str) -> bool:
    """Remember that a version is published. Returns False when it was already."""
    resultado = await uow.sql(
        "INSERT INTO parametros_publicados (versao) VALUES (:versao) ON CONFLICT DO NOTHING RETURNING versao",
        versao=versao,
    )
    return resultado.first() is not None
