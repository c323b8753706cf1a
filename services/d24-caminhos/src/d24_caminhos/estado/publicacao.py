"""What waits for publication, what a profile says now, and what the log already says of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from d24_caminhos.dominio.caso import Par
from d24_caminhos.dominio.perfil import DESFECHO, FREQUENCIAS, LISTADOS, PRAZO, Perfil, Referencia
from d24_caminhos.estado.lote import Tabela
from nucleo import UnidadeDeTrabalho

_POR_VEZ = 200
_PUBLICACOES = Tabela(
    "publicacoes",
    {"perfil_id": "uuid", "conteudo": "jsonb", "publicado_em": "timestamptz"},
    chave=("perfil_id",),
)


@dataclass(frozen=True, slots=True)
class Pendencia:
    """A profile to look at: as it is now, maybe without cases any more, and as the log has it (None: not at all)."""

    perfil_id: UUID
    perfil: Perfil
    publicado: Mapping[str, Any] | None


async def cobrar(uow: UnidadeDeTrabalho, janela: timedelta) -> list[Pendencia]:
    """Take what waits, the oldest first, except what was published within the window: its turn comes later.

    A profile that a batch is changing right now is left for the next time, so no change goes unseen.
    """
    escolhidos = await uow.sql(_ESCOLHER, silencio_desde=uow.agora() - janela, limite=_POR_VEZ)
    perfis = sorted(escolhidos.scalars())
    if not perfis:
        return []
    linhas = await uow.sql(_LER, perfis=perfis, tipos=list(FREQUENCIAS), numeros=[DESFECHO, PRAZO])
    return [Pendencia(linha.perfil_id, _perfil(linha), linha.conteudo) for linha in linhas]


async def anotar(uow: UnidadeDeTrabalho, publicados: Mapping[UUID, Mapping[str, Any]]) -> None:
    """Remember what the log now says of some profiles."""
    agora = uow.agora()
    await _PUBLICACOES.guardar(uow, ((i, json.dumps(conteudo), agora) for i, conteudo in publicados.items()))


async def cobrar_os_sumidos(uow: UnidadeDeTrabalho) -> None:
    """Let profiles that are on the log, and no longer have a case, wait for publication too."""
    await uow.sql(_SUMIDOS, agora=uow.agora())


def _perfil(linha: Any) -> Perfil:
    frequencias: dict[str, list[tuple[str, int]]] = {}
    for tipo, nome, total in linha.frequentes or ():
        frequencias.setdefault(tipo, []).append((nome, total))
    return Perfil(
        par=Par(linha.municipio_id, linha.categoria_id, linha.subcategoria_id),
        desfechos={nome: total for tipo, nome, total in linha.numeros or () if tipo == DESFECHO},
        prazos={int(nome): total for tipo, nome, total in linha.numeros or () if tipo == PRAZO},
        frequencias=frequencias,
        periodo=None if linha.primeiro is None else (linha.primeiro, linha.ultimo),
        referencias=[_referencia(r) for r in linha.referencias or ()],
    )


def _referencia(dados: Mapping[str, Any]) -> Referencia:
    return Referencia(
        demanda_id=UUID(dados["demanda_id"]),
        desfecho=dados["desfecho"],
        encerrado_em=datetime.fromisoformat(dados["encerrado_em"]),
        prazo_dias=dados["prazo_dias"],
        total_atualizacoes=dados["total_atualizacoes"],
    )


_ESCOLHER = """
DELETE FROM pendentes WHERE perfil_id IN (
    SELECT p.perfil_id FROM pendentes AS p LEFT JOIN publicacoes USING (perfil_id)
    WHERE publicado_em IS NULL OR publicado_em <= :silencio_desde
    ORDER BY p.desde, p.perfil_id LIMIT :limite FOR UPDATE OF p SKIP LOCKED)
RETURNING perfil_id"""
# One statement, so one snapshot: counts and references of the same cases. Each part reads a range of an index whose
# length the number of cases does not change; days are as many as there are distinct ones. A profile without cases is
# named by what was published of it; one that came and went in silence is none. The references are chosen before they
# are joined: PostgreSQL takes the join of both for one of few rows, and reads all.
_LER = f"""
SELECT n.perfil_id, publicacoes.conteudo,
    coalesce(perfis.municipio_id, CAST(conteudo->>'municipio_id' AS uuid)) AS municipio_id,
    coalesce(perfis.categoria_id, conteudo->>'categoria_id') AS categoria_id,
    coalesce(perfis.subcategoria_id, conteudo->>'subcategoria_id') AS subcategoria_id,
    (SELECT min(encerrado_em) FROM referencias WHERE perfil_id = n.perfil_id) AS primeiro,
    (SELECT max(encerrado_em) FROM referencias WHERE perfil_id = n.perfil_id) AS ultimo,
    (SELECT json_agg(json_build_array(tipo, nome, total)) FROM contagens
     WHERE perfil_id = n.perfil_id AND tipo = ANY(CAST(:numeros AS text[]))) AS numeros,
    (SELECT json_agg(json_build_array(f.tipo, f.nome, f.total) ORDER BY f.total DESC, f.nome)
     FROM unnest(CAST(:tipos AS text[])) AS t(tipo), LATERAL (
        SELECT tipo, nome, total FROM contagens WHERE perfil_id = n.perfil_id AND tipo = t.tipo
        ORDER BY total DESC, nome LIMIT {LISTADOS}) AS f) AS frequentes,
    (SELECT json_agg(casos ORDER BY r.encerrado_em DESC, demanda_id DESC) FROM (
        SELECT demanda_id, encerrado_em FROM referencias WHERE perfil_id = n.perfil_id
        ORDER BY encerrado_em DESC, demanda_id DESC LIMIT {LISTADOS}) AS r JOIN casos USING (demanda_id)) AS referencias
FROM unnest(CAST(:perfis AS uuid[])) AS n(perfil_id)
LEFT JOIN perfis USING (perfil_id) LEFT JOIN publicacoes USING (perfil_id)
WHERE perfis.perfil_id IS NOT NULL OR publicacoes.perfil_id IS NOT NULL ORDER BY n.perfil_id"""
_SUMIDOS = """
INSERT INTO pendentes (perfil_id, desde)
SELECT perfil_id, CAST(:agora AS timestamptz) FROM publicacoes
WHERE NOT EXISTS (SELECT FROM perfis WHERE perfis.perfil_id = publicacoes.perfil_id)
ON CONFLICT DO NOTHING"""
