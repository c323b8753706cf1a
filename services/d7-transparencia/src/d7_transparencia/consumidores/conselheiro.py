"""The counsellor of a demand: drawn, at work, warned, free again, none to be drawn (sorteio.*, conselheiro.*)."""

from collections.abc import Sequence

from d7_transparencia.consumidores import envelope
from d7_transparencia.estado.lote import entrada, linhas, mais_novo, objeto
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.eventos import (
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    ConselheiroPrazoProximo,
    ConselheiroSorteado,
    SorteioSemCandidatos,
)

# What it takes to check the draw on the public topics: docs/auditoria.md.
_SORTEIO = {
    "conselheiro_id": "uuid",
    "sorteio_id": "uuid",
    "comprometido_event_id": "uuid",
    "pulso_event_id": "uuid",
    "degrau_uc_id": "uuid",
    "total_elegiveis": "int",
    "metodo_sorteio": "text",
    "seed_publico": "text",
}
_COLUNAS_DO_SORTEIO = {**envelope.COLUNAS, **_SORTEIO, "timestamp": "timestamptz"}
_DESIGNAR = f"""
WITH lote AS (SELECT *, timestamp AS atribuida_em FROM {linhas(_COLUNAS_DO_SORTEIO)}),
contada AS ({entrada("conselheiro.sorteado", objeto(*_SORTEIO))})
{mais_novo("atribuicoes", "demanda_id", ["conselheiro_id", "atribuida_em"])}
"""


async def designar(eventos: Sequence[Evento[ConselheiroSorteado]], uow: UnidadeDeTrabalho) -> None:
    """Keep the latest draw of each demand."""
    await uow.sql(_DESIGNAR, **envelope.colunas(eventos, *_SORTEIO, "timestamp"))


_INICIO = {"conselheiro_id": "uuid", "atualizacao_id": "uuid", "tipo_atualizacao": "text", "data_inicio": "timestamptz"}
_DADOS_DO_INICIO = objeto("conselheiro_id", "atualizacao_id", variante="tipo_atualizacao")
# A demand drawn again starts again: the first start is for the averages, the last one for the status.
_INICIAR = f"""
WITH lote AS (SELECT * FROM {linhas(envelope.COLUNAS | _INICIO)}),
contada AS ({entrada("conselheiro.demanda_iniciada", _DADOS_DO_INICIO)})
INSERT INTO inicios AS atual (demanda_id, primeiro_em, ultimo_em)
SELECT demanda_id, min(data_inicio), max(ocorrido_em) FROM lote GROUP BY demanda_id ORDER BY demanda_id
ON CONFLICT (demanda_id) DO UPDATE SET
    primeiro_em = LEAST(atual.primeiro_em, excluded.primeiro_em),
    ultimo_em = GREATEST(atual.ultimo_em, excluded.ultimo_em)
WHERE excluded.primeiro_em < atual.primeiro_em OR excluded.ultimo_em > atual.ultimo_em
"""


async def iniciar(eventos: Sequence[Evento[ConselheiroDemandaIniciada]], uow: UnidadeDeTrabalho) -> None:
    """Keep the first formal act of the counsellor."""
    await uow.sql(_INICIAR, **envelope.colunas(eventos, *_INICIO))


_PRAZO = {"conselheiro_id": "uuid", "atualizacao_id": "uuid", "data_estimada": "text", "dias_restantes": "int"}
_QUANTO_FALTA = """
CASE WHEN dias_restantes < 0 THEN 'vencido' WHEN dias_restantes = 0 THEN 'hoje' WHEN dias_restantes = 1 THEN 'amanha'
ELSE 'padrao' END"""
_ALERTAR = f"""
WITH lote AS (SELECT * FROM {linhas(envelope.COLUNAS | _PRAZO)})
{entrada("conselheiro.prazo_próximo", objeto(*_PRAZO, variante=_QUANTO_FALTA))}
"""


async def alertar(eventos: Sequence[Evento[ConselheiroPrazoProximo]], uow: UnidadeDeTrabalho) -> None:
    """Tell that a deadline which the counsellor registered is near."""
    await uow.sql(_ALERTAR, **envelope.colunas(eventos, *_PRAZO))


_CICLO = {"conselheiro_id": "uuid", "motivo_encerramento": "text", "total_atualizacoes": "int"}
_DADOS_DO_CICLO = objeto("conselheiro_id", "total_atualizacoes", variante="motivo_encerramento")
_ENCERRAR = f"""
WITH lote AS (SELECT * FROM {linhas(envelope.COLUNAS | _CICLO)}),
contada AS ({entrada("conselheiro.ciclo_concluído", _DADOS_DO_CICLO)})
{mais_novo("vagas", "demanda_id", ["conselheiro_id"])}
"""


async def encerrar(eventos: Sequence[Evento[ConselheiroCicloConcluido]], uow: UnidadeDeTrabalho) -> None:
    """Keep who no longer follows the demand: without a conclusion it waits for another draw."""
    await uow.sql(_ENCERRAR, **envelope.colunas(eventos, *_CICLO))


_VAGAR = f"""
WITH lote AS (SELECT *, CAST(NULL AS uuid) AS conselheiro_id FROM {linhas(envelope.COLUNAS)}),
contada AS ({entrada("sorteio.sem_candidatos", objeto())})
{mais_novo("vagas", "demanda_id", ["conselheiro_id"])}
"""


async def vagar(eventos: Sequence[Evento[SorteioSemCandidatos]], uow: UnidadeDeTrabalho) -> None:
    """Tell that there was nobody to draw: who had been drawn before, and refused, no longer counts."""
    await uow.sql(_VAGAR, **envelope.colunas(eventos))
