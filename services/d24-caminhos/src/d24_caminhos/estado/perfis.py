"""What cases add up to, kept by adding and subtracting: a case costs the same in a profile of ten and of a million."""

from collections import Counter
from collections.abc import Collection, Mapping
from uuid import UUID

from d24_caminhos.dominio.caso import Caso, Par
from d24_caminhos.dominio.perfil import Parcela, parcelas
from d24_caminhos.estado.lote import arranjos
from nucleo import UnidadeDeTrabalho

_PERFIS = {"perfil_id": "uuid", "municipio_id": "uuid", "categoria_id": "text", "subcategoria_id": "text"}
_CONTAGENS = {"perfil_id": "uuid", "tipo": "text", "nome": "text", "total": "int"}
_REFERENCIAS = {"perfil_id": "uuid", "encerrado_em": "timestamptz", "demanda_id": "uuid"}


async def contar(uow: UnidadeDeTrabalho, saem: Collection[Caso], entram: Collection[Caso]) -> None:
    """Take some cases out of their profiles and put others in; the profiles touched wait for publication."""
    pares = {par.perfil_id: par for caso in (*saem, *entram) for par in caso.pares}
    await _abrir(uow, pares)
    await _somar(uow, _movimento(saem, entram))
    await _referir(uow, _SAIR, saem)
    await _referir(uow, _ENTRAR, entram)
    if saem:
        await uow.sql(_ESQUECER, perfis=list(pares))
    await uow.sql(_MARCAR, perfis=sorted(pares), agora=uow.agora())


async def _abrir(uow: UnidadeDeTrabalho, pares: Mapping[UUID, Par]) -> None:
    await uow.sql(
        _ABRIR,
        perfil_id=list(pares),
        municipio_id=[par.municipio_id for par in pares.values()],
        categoria_id=[par.categoria_id for par in pares.values()],
        subcategoria_id=[par.subcategoria_id for par in pares.values()],
    )


def _movimento(saem: Collection[Caso], entram: Collection[Caso]) -> Mapping[Parcela, int]:
    movimento: Counter[Parcela] = Counter()
    for caso in entram:
        movimento.update(parcelas(caso))
    for caso in saem:
        movimento.subtract(parcelas(caso))
    return {parcela: diferenca for parcela, diferenca in movimento.items() if diferenca}


async def _somar(uow: UnidadeDeTrabalho, movimento: Mapping[Parcela, int]) -> None:
    ids = {par: par.perfil_id for par, _, _ in movimento}
    colunas = {
        "perfil_id": [ids[par] for par, _, _ in movimento],
        "tipo": [tipo for _, tipo, _ in movimento],
        "nome": [nome for _, _, nome in movimento],
    }
    await uow.sql(_SOMAR, **colunas, total=list(movimento.values()))
    if any(diferenca < 0 for diferenca in movimento.values()):
        await uow.sql(_LIMPAR, **colunas)


async def _referir(uow: UnidadeDeTrabalho, comando: str, casos: Collection[Caso]) -> None:
    if linhas := [(par.perfil_id, caso) for caso in casos for par in caso.pares]:
        await uow.sql(
            comando,
            perfil_id=[perfil_id for perfil_id, _ in linhas],
            encerrado_em=[caso.encerrado_em for _, caso in linhas],
            demanda_id=[caso.demanda_id for _, caso in linhas],
        )


_ABRIR = f"""
INSERT INTO perfis (perfil_id, municipio_id, categoria_id, subcategoria_id)
SELECT * FROM unnest({arranjos(_PERFIS)}) ON CONFLICT DO NOTHING"""
_SOMAR = f"""
INSERT INTO contagens AS atual (perfil_id, tipo, nome, total)
SELECT * FROM unnest({arranjos(_CONTAGENS)})
ON CONFLICT (perfil_id, tipo, nome) DO UPDATE SET total = atual.total + excluded.total"""
_LIMPAR = """
DELETE FROM contagens USING unnest(CAST(:perfil_id AS uuid[]), CAST(:tipo AS text[]), CAST(:nome AS text[]))
    AS n(perfil_id, tipo, nome)
WHERE (contagens.perfil_id, contagens.tipo, contagens.nome) = (n.perfil_id, n.tipo, n.nome) AND total = 0"""
_SAIR = f"""
DELETE FROM referencias AS r USING unnest({arranjos(_REFERENCIAS)}) AS n(perfil_id, encerrado_em, demanda_id)
WHERE (r.perfil_id, r.encerrado_em, r.demanda_id) = (n.perfil_id, n.encerrado_em, n.demanda_id)"""
_ENTRAR = f"""
INSERT INTO referencias (perfil_id, encerrado_em, demanda_id) SELECT * FROM unnest({arranjos(_REFERENCIAS)})"""
_ESQUECER = """
DELETE FROM perfis WHERE perfil_id = ANY(CAST(:perfis AS uuid[]))
AND NOT EXISTS (SELECT FROM referencias WHERE referencias.perfil_id = perfis.perfil_id)"""
# An update even when it was waiting already: whoever is publishing it must not take this change for granted.
_MARCAR = """
INSERT INTO pendentes AS atual (perfil_id, desde) SELECT unnest(CAST(:perfis AS uuid[])), CAST(:agora AS timestamptz)
ON CONFLICT (perfil_id) DO UPDATE SET desde = atual.desde"""
