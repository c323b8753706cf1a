"""Labelled pairs: what people decided about which text, to improve the classifier (spec D-3)."""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response
from sqlalchemy import RowMapping

from d3_categorizacao.dominio.planilha import Perfil, escrever
from d3_categorizacao.estado import leitura
from nucleo.http import Leitura, exige_papel, limite

exportacao = APIRouter(
    tags=["Revisão"], dependencies=[Depends(exige_papel("moderador", "operador")), Depends(limite("30/minute"))]
)
_COLUNAS = (
    "demanda_id",
    "texto",
    "legendas",
    "categoria_id",
    "subcategoria_id",
    "categoria_automatica",
    "confianca_automatica",
    "versao_classificador",
    "versao_taxonomia",
    "decidida_em",
)
_PROXIMO = "X-Proximo"


@exportacao.get(
    "/api/d3/pares-rotulados",
    summary="Pares (texto, categoria correta)",
    response_class=Response,
    responses={
        200: {
            "description": "Uma página de pares",
            "content": {"text/csv": {}, "application/x-ndjson": {}},
            "headers": {
                _PROXIMO: {
                    "description": "`depois` da página seguinte; ausente na última",
                    "schema": {"type": "string"},
                }
            },
        }
    },
)
async def pares(
    banco: Leitura,
    formato: Literal["csv", "jsonl"] = "jsonl",
    perfil: Annotated[Perfil, Query(description="CSV: `maquina` (vírgula, ponto) ou `excel` (pt-BR)")] = "maquina",
    depois: Annotated[UUID | None, Query(description="X-Proximo da página anterior")] = None,
    limite: Annotated[int, Query(ge=1, le=5000)] = 1000,
) -> Response:
    """Só o que uma pessoa decidiu e cujo texto não foi apagado, na ordem de recepção das demandas."""
    linhas = await leitura.pares(banco, depois, limite + 1)
    cabecalhos = {_PROXIMO: str(linhas[limite - 1]["demanda_id"])} if len(linhas) > limite else {}
    pagina = linhas[:limite]
    if formato == "jsonl":
        return Response(_jsonl(pagina), media_type="application/x-ndjson", headers=cabecalhos)
    corpo = escrever(_COLUNAS, map(_em_texto, pagina), perfil, com_titulos=depois is None)
    cabecalhos["Content-Disposition"] = 'attachment; filename="pares-rotulados.csv"'
    return Response(corpo, media_type="text/csv; charset=utf-8", headers=cabecalhos)


def _jsonl(linhas: Sequence[RowMapping]) -> str:
    return "".join(json.dumps(_em_texto(linha), ensure_ascii=False) + "\n" for linha in linhas)


def _em_texto(linha: RowMapping) -> dict[str, Any]:
    return {
        **{coluna: linha[coluna] for coluna in _COLUNAS},
        "demanda_id": str(linha["demanda_id"]),
        "decidida_em": linha["decidida_em"].isoformat(),
    }
