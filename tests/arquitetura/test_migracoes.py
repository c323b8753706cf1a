"""What the migrations make is what the tables say, in every colony and in the core."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData

from nucleo import estado
from nucleo.processo import colonias_instaladas

COLONIAS = colonias_instaladas()


def diferencas(ligacao: Connection, esquema: str, metadata: MetaData, ignorar: set[str]) -> list[object]:
    """A projection may keep beside it, in `public`, what a rebuild must not lose: such tables name that schema."""

    def interessa(nome: str | None, tipo: str, _: object) -> bool:
        return nome in (None, "public") if tipo == "schema" else not (tipo == "table" and nome in ignorar)

    ligacao.exec_driver_sql(f"SET search_path TO {esquema}")
    opcoes = {"compare_type": False, "include_name": interessa, "include_schemas": esquema != "public"}
    return compare_metadata(MigrationContext.configure(ligacao, opts=opcoes), metadata)


def nomes(metadata: MetaData) -> set[str]:
    return {tabela.name for tabela in metadata.tables.values()}


@pytest.mark.parametrize("nome", sorted(COLONIAS))
async def test_as_migracoes_fazem_as_tabelas_declaradas(bancada, nome):
    colonia = COLONIAS[nome]
    assert colonia.tabelas is not None
    do_nucleo = nomes(estado.Base.metadata) | {"versao_nucleo", "versao_colonia"}
    async with bancada(colonia) as b, b.viva.engine.connect() as ligacao:
        achadas = await ligacao.run_sync(diferencas, colonia.esquema, colonia.tabelas, do_nucleo)
        assert achadas == []
        proprias = nomes(colonia.tabelas) | {"versao_nucleo", "versao_colonia"}
        assert await ligacao.run_sync(diferencas, "public", estado.Base.metadata, proprias) == []
