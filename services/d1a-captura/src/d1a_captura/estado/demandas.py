"""The demands received: only what the citizen sent, never changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from d1a_captura.dominio.relato import Relato
from d1a_captura.estado import identidades
from d1a_captura.estado.tabelas import Demanda
from nucleo import UnidadeDeTrabalho

PENDENTE = "pendente_normalizacao"

Chave = tuple[UUID, bytes, bool]
"""Who reported, the fingerprint of what, and whether it came without an account."""


@dataclass(frozen=True, slots=True)
class Submissao:
    """A valid report on its way to the database, with what ties it to its request."""

    demanda_id: UUID
    cidadao_id: UUID
    anonima: bool
    impressao: bytes
    relato: Relato
    recebida_em: datetime
    correlacao_id: UUID | None
    rastro: str | None

    @property
    def chave(self) -> Chave:
        """What makes this submission one with another."""
        return self.cidadao_id, self.impressao, self.anonima


async def guardar(uow: UnidadeDeTrabalho, submissoes: Iterable[Submissao]) -> dict[Chave, UUID | None]:
    """Store what is new and return, by key, the demand that holds each submission: its own or an older one.

    None: the submission is anonymous and its id belongs to an account. Rows go in the order of their keys, so that
    two replicas with the same submissions wait, never deadlock.
    """
    primeiras: dict[Chave, Submissao] = {}
    for submissao in submissoes:
        primeiras.setdefault(submissao.chave, submissao)
    inseridas = await _inserir(uow, [primeiras[chave] for chave in sorted(primeiras)])
    donas: dict[Chave, UUID | None] = {c: s.demanda_id for c, s in primeiras.items() if s.demanda_id in inseridas}
    restantes = [chave for chave in primeiras if chave not in donas]
    return donas | (await _encontrar(uow, restantes) if restantes else {})


async def _inserir(uow: UnidadeDeTrabalho, submissoes: list[Submissao]) -> set[UUID]:
    resultado = await uow.sql(
        _INSERIR,
        demandas=[s.demanda_id for s in submissoes],
        cidadaos=[s.cidadao_id for s in submissoes],
        impressoes=[s.impressao for s in submissoes],
        anonimas=[s.anonima for s in submissoes],
        canais=[s.relato.canal for s in submissoes],
        relatos=[s.relato.model_dump_json(exclude_none=True) for s in submissoes],
        instantes=[s.recebida_em for s in submissoes],
        situacao=PENDENTE,
    )
    return set(resultado.scalars())


async def _encontrar(uow: UnidadeDeTrabalho, chaves: list[Chave]) -> dict[Chave, UUID | None]:
    resultado = await uow.sql(
        _ENCONTRAR,
        cidadaos=[cidadao for cidadao, _, _ in chaves],
        impressoes=[impressao for _, impressao, _ in chaves],
        anonimas=[anonima for _, _, anonima in chaves],
    )
    return dict(zip(chaves, resultado.scalars(), strict=True))


async def ler(banco: AsyncSession, demanda_id: UUID, cidadao_id: UUID) -> Demanda | None:
    """Return a demand of this citizen, also one sent by a device before it was linked to the account."""
    demanda = await banco.get(Demanda, demanda_id)
    donos = await identidades.da_conta(banco, cidadao_id) if demanda is not None else ()
    return demanda if demanda is not None and demanda.cidadao_id in donos else None


async def listar(banco: AsyncSession, cidadao_id: UUID, antes_de: UUID | None, quantas: int) -> list[Demanda]:
    """Return the newest demands of a citizen, older than `antes_de`."""
    donos = await identidades.da_conta(banco, cidadao_id)
    consulta = select(Demanda).where(col(Demanda.cidadao_id).in_(donos))
    if antes_de is not None:
        consulta = consulta.where(Demanda.demanda_id < antes_de)
    return list(await banco.exec(consulta.order_by(col(Demanda.demanda_id).desc()).limit(quantas)))


# An id of an account is nobody's to use without entering; and what a device reported before it was linked to the
# account, the account has reported. The SELECT around the first array hides from the planner how many there are:
# knowing it, PostgreSQL plans the statement again for each small batch, which costs more than running it (measured).
_INSERIR = """
INSERT INTO demanda (demanda_id, cidadao_id, impressao, situacao, canal, relato, recebida_em)
SELECT n.demanda_id, n.cidadao_id, n.impressao, :situacao, n.canal, CAST(n.relato AS jsonb), n.recebida_em
FROM unnest((SELECT CAST(:demandas AS uuid[])), CAST(:cidadaos AS uuid[]), CAST(:impressoes AS bytea[]),
            CAST(:anonimas AS boolean[]), CAST(:canais AS text[]), CAST(:relatos AS text[]),
            CAST(:instantes AS timestamptz[]))
     AS n(demanda_id, cidadao_id, impressao, anonima, canal, relato, recebida_em)
WHERE CASE WHEN n.anonima
    THEN NOT EXISTS (SELECT FROM identidade i WHERE i.cidadao_id = n.cidadao_id)
    ELSE NOT EXISTS (SELECT FROM identidade i JOIN demanda d ON d.cidadao_id = i.cidadao_id
                     WHERE i.conta_id = n.cidadao_id AND d.impressao = n.impressao)
    END
ON CONFLICT ON CONSTRAINT demanda_uma_vez DO NOTHING
RETURNING demanda_id
"""
_ENCONTRAR = """
SELECT (SELECT d.demanda_id FROM demanda d
        WHERE d.impressao = n.impressao
          AND d.cidadao_id IN (SELECT n.cidadao_id UNION SELECT i.cidadao_id FROM identidade i
                               WHERE i.conta_id = n.cidadao_id)
          AND NOT (n.anonima AND EXISTS (SELECT FROM identidade i WHERE i.cidadao_id = n.cidadao_id))
        ORDER BY d.demanda_id LIMIT 1)
FROM unnest(CAST(:cidadaos AS uuid[]), CAST(:impressoes AS bytea[]), CAST(:anonimas AS boolean[]))
     WITH ORDINALITY AS n(cidadao_id, impressao, anonima, posicao)
ORDER BY n.posicao
"""
