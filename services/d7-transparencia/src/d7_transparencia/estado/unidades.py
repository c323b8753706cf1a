"""Queries about the copy of the civic units."""

from uuid import UUID

from sqlmodel.ext.asyncio.session import AsyncSession

from d7_transparencia.estado.consulta import Linha, todas, uma


async def unidade(banco: AsyncSession, uc: UUID) -> Linha | None:
    """Return a civic unit with the name of the one it lies in."""
    return await uma(banco, _UNIDADE, uc=uc)


async def dentro_de(banco: AsyncSession, uc: UUID) -> list[UUID]:
    """Return a civic unit and every smaller one inside it, those that ceased to exist included."""
    return [linha["unidade_civica_id"] for linha in await todas(banco, _DENTRO, uc=uc)]


async def poligonos(
    banco: AsyncSession,
    *,
    uc: UUID | None,
    nivel: int | None,
    busca: str | None,
    uf: str | None,
    com_geometria: bool,
    depois_de: tuple[str, UUID] | None,
    limite: int,
) -> list[Linha]:
    """Return active units by name; `busca` is a piece of the search key. An inactive one is found by its id only."""
    chave, id_ = depois_de or ("", UUID(int=0))
    return await todas(
        banco,
        _POLIGONOS,
        uc=uc,
        nivel=nivel,
        padrao=None if busca is None else f"%{busca}%",
        uf=uf,
        com_geometria=com_geometria,
        chave=chave,
        id=id_,
        limite=limite,
    )


_CAMPOS = """
unidades.unidade_civica_id, unidades.nivel, unidades.nome, unidades.nome_busca, unidades.uf, unidades.ativa,
unidades.versao_limites, pais.nome AS parent_nome"""
_UNIDADE = f"""
SELECT {_CAMPOS} FROM unidades LEFT JOIN unidades AS pais ON pais.unidade_civica_id = unidades.pai_id
WHERE unidades.unidade_civica_id = :uc
"""
_DENTRO = """
WITH RECURSIVE dentro AS (
    SELECT CAST(:uc AS uuid) AS unidade_civica_id
    UNION SELECT unidades.unidade_civica_id FROM unidades JOIN dentro ON unidades.pai_id = dentro.unidade_civica_id
)
SELECT unidade_civica_id FROM dentro
"""
_POLIGONOS = f"""
SELECT {_CAMPOS}, CASE WHEN CAST(:com_geometria AS bool) THEN unidades.geometria_wkb END AS geometria_wkb
FROM unidades LEFT JOIN unidades AS pais ON pais.unidade_civica_id = unidades.pai_id
WHERE (unidades.ativa OR unidades.unidade_civica_id = :uc)
AND (CAST(:uc AS uuid) IS NULL OR unidades.unidade_civica_id = :uc)
AND (CAST(:nivel AS int) IS NULL OR unidades.nivel = :nivel)
AND (CAST(:padrao AS text) IS NULL OR unidades.nome_busca LIKE :padrao)
AND (CAST(:uf AS text) IS NULL OR unidades.uf = :uf)
AND (unidades.nome_busca, unidades.unidade_civica_id) > (:chave, :id)
ORDER BY unidades.nome_busca, unidades.unidade_civica_id LIMIT :limite
"""
