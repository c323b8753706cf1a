"""Intake: what the citizen sent, and its text once organised (demanda.recebida, demanda.normalizada)."""

import json
from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.dominio import busca
from d7_transparencia.estado.lote import entrada, linhas, mais_novo
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import DemandaNormalizada, DemandaRecebida, MidiaDescrita

_DESCRICAO_MAXIMA = 2000

_COLUNAS_DA_RECEPCAO = {
    **envelope.COLUNAS,
    "criada_em": "timestamptz",
    "canal": "text",
    "tipo_midia": "text",
    "subcategoria_id": "text",
    "lat": "float8",
    "lng": "float8",
}
# The georeferenced point may have arrived first: it stays.
_RECEBER = f"""
WITH lote AS (SELECT * FROM {linhas(_COLUNAS_DA_RECEPCAO)}),
contada AS ({entrada("demanda.recebida", "jsonb_build_object('canal', canal)")})
INSERT INTO demandas AS atual (demanda_id, recebida_em, criada_em, canal, tipo_midia, subcategoria_id, lat, lng)
SELECT DISTINCT ON (demanda_id) demanda_id, ocorrido_em, criada_em, canal, tipo_midia, subcategoria_id, lat, lng
FROM lote
ON CONFLICT (demanda_id) DO UPDATE SET
    recebida_em = excluded.recebida_em, criada_em = excluded.criada_em, canal = excluded.canal,
    tipo_midia = excluded.tipo_midia, subcategoria_id = excluded.subcategoria_id,
    lat = COALESCE(atual.lat, excluded.lat), lng = COALESCE(atual.lng, excluded.lng)
WHERE atual.recebida_em IS NULL
"""


async def receber(eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
    """Open the demand's public record. The raw text stays where it is: only the normalised one is shown."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _RECEBER,
        **envelope.colunas(eventos),
        criada_em=[p.timestamp_criacao for p in dados],
        canal=[p.canal for p in dados],
        tipo_midia=[p.tipo_midia for p in dados],
        subcategoria_id=[p.subcategoria_id for p in dados],
        lat=[p.localizacao_bruta.lat for p in dados],
        lng=[p.localizacao_bruta.lng for p in dados],
    )


_COLUNAS_DO_TEXTO = {
    **envelope.COLUNAS,
    "titulo": "text",
    "descricao": "text",
    "titulo_busca": "text",
    "confianca": "float8",
    "suspeito": "bool",
    "midias": "text",
}
_VARIANTE = "CASE WHEN suspeito THEN 'retida' ELSE 'padrao' END"
_ENTRADA_DO_TEXTO = entrada(
    "demanda.normalizada",
    f"jsonb_build_object('variante', {_VARIANTE}, 'confianca', confianca)",
    publica="NOT suspeito",
)
_TEXTO = mais_novo("textos", "demanda_id", ["titulo", "descricao", "titulo_busca", "confianca", "descricoes_midia"])
_NORMALIZAR = f"""
WITH lote AS (SELECT *, CAST(midias AS jsonb) AS descricoes_midia FROM {linhas(_COLUNAS_DO_TEXTO)}),
contada AS ({_ENTRADA_DO_TEXTO}),
retida AS (INSERT INTO retencoes SELECT DISTINCT demanda_id FROM lote WHERE suspeito ON CONFLICT DO NOTHING)
{_TEXTO}
"""


async def normalizar(eventos: Sequence[Evento[DemandaNormalizada]], uow: UnidadeDeTrabalho) -> None:
    """Show the citizen's title and description, unless the denylist holds them back until a moderator decides."""
    dados = [e.payload for e in eventos]
    await uow.sql(
        _NORMALIZAR,
        **envelope.colunas(eventos),
        titulo=[p.titulo for p in dados],
        descricao=[p.descricao_limpa for p in dados],
        titulo_busca=[busca.chave(p.titulo) for p in dados],
        confianca=[p.confianca_normalizacao for p in dados],
        suspeito=[p.conteudo_suspeito for p in dados],
        midias=[_descritas(p.midias_descritas) for p in dados],
    )


def _descritas(midias: Sequence[MidiaDescrita]) -> str | None:
    """Keep the automatic description of each image, apart from the citizen's words."""
    if not midias:
        return None
    return json.dumps([{"object_key": m.object_key_temp, "descricao": m.descricao[:_DESCRICAO_MAXIMA]} for m in midias])
