"""What a counsellor reads of a demand: only what is theirs."""

from typing import Any
from uuid import UUID

from d6b_relatoria.estado.conselheiros import CIDADAO
from nucleo.banco import Sessao


async def acompanhamento(banco: Sessao, demanda_id: UUID, cidadao_id: UUID) -> dict[str, Any] | None:
    """Return the last follow-up of a citizen on a demand, and what waits to be ratified in it."""
    linha = (await banco.sql(_ACOMPANHAMENTO, demanda=demanda_id, cidadao=cidadao_id)).mappings().one_or_none()
    if linha is None:
        return None
    confirmadas = await conclusoes(banco, demanda_id) if linha["situacao"] == "ativo" else []
    return {**linha, "pendencia_conclusao": confirmadas[-1] if confirmadas else None}


async def conclusoes(banco: Sessao, demanda_id: UUID) -> list[dict[str, Any]]:
    """Return the collective conclusions of a demand."""
    return [dict(linha) for linha in (await banco.sql(_CONCLUSOES, demanda=demanda_id)).mappings()]


async def foi_sorteada(banco: Sessao, demanda_id: UUID) -> bool:
    """Tell whether a demand was ever drawn."""
    return bool((await banco.sql(_FOI_SORTEADA, demanda=demanda_id)).scalar_one())


async def atualizacoes(
    banco: Sessao, demanda_id: UUID, cidadao_id: UUID, depois: int, limite: int
) -> list[dict[str, Any]]:
    """Return what a citizen registered on a demand, in the order of arrival."""
    resultado = await banco.sql(_ATUALIZACOES, demanda=demanda_id, cidadao=cidadao_id, depois=depois, limite=limite)
    return [_atualizacao(dict(linha)) for linha in resultado.mappings()]


def _atualizacao(linha: dict[str, Any]) -> dict[str, Any]:
    return linha | {
        "conteudo_suspeito": bool(linha["termos_suspeitos"]),
        "situacao": "recusada" if linha["situacao"] == "invalida" else linha["situacao"],
    }


_ACOMPANHAMENTO = f"""
SELECT a.* FROM acompanhamentos a JOIN conselheiros c USING (conselheiro_id)
WHERE a.demanda_id = :demanda AND {CIDADAO.format("c")} = :cidadao
ORDER BY a.inicio DESC, a.acompanhamento_id DESC LIMIT 1
"""
_CONCLUSOES = "SELECT * FROM conclusoes WHERE demanda_id = :demanda ORDER BY data, conclusao_id"
_FOI_SORTEADA = "SELECT EXISTS (SELECT FROM acompanhamentos WHERE demanda_id = :demanda)"
_ATUALIZACOES = f"""
SELECT a.* FROM atualizacoes a WHERE a.demanda_id = :demanda AND {CIDADAO.format("a")} = :cidadao
AND a.ordem > :depois ORDER BY a.ordem LIMIT :limite
"""
