"""What every colony offers its operators: health, metrics, dead letters and the fuse."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from nucleo.erros import Conflito, Invalido, NaoEncontrado, Problema
from nucleo.evento import Registro
from nucleo.http import Leitura, exige_papel
from nucleo.periodo import Inicio
from nucleo.reconstrucao import reconstruir
from nucleo.viva import ColoniaViva

saude = APIRouter(tags=["Saúde"])
dlq = APIRouter(prefix="/operacao", tags=["Operação"], dependencies=[Depends(exige_papel("operador"))])


def viva(request: Request) -> ColoniaViva:
    """Return the running colony of a request."""
    encontrada: ColoniaViva = request.app.state.colonia_viva
    return encontrada


Viva = Annotated[ColoniaViva, Depends(viva)]


@saude.get("/saude/viva", summary="O processo responde")
async def esta_viva() -> dict[str, bool]:
    """Answer while the event loop turns."""
    return {"viva": True}


@saude.get("/saude/pronta", summary="A colônia pode trabalhar", responses={503: {"description": "Ainda não"}})
async def esta_pronta(colonia: Viva, resposta: Response) -> dict[str, Any]:
    """Check the database, the relay, the consumption and the periodic jobs for real."""
    motivos = await colonia.motivos()
    resposta.status_code = 503 if motivos else 200
    return {
        "colonia": colonia.colonia.nome,
        "pronta": not motivos,
        "motivos": motivos,
        "saida_pendente": colonia.relay.pendentes,
    }


@saude.get("/metrics", summary="Métricas no formato do Prometheus", response_class=Response)
async def metricas(colonia: Viva) -> Response:
    """Serve the metrics of this colony alone, measured now."""
    await colonia.medir()
    return Response(generate_latest(colonia.metricas.coletor), media_type=CONTENT_TYPE_LATEST)


@dlq.get("/dlq", summary="Cartas mortas desta colônia")
async def listar(
    banco: Leitura,
    situacao: Annotated[str, Query(pattern="^(pendente|reprocessada|descartada)$")] = "pendente",
    depois: UUID | None = None,
    limite: Annotated[int, Query(ge=1, le=500)] = 100,
) -> dict[str, Any]:
    """List dead letters, oldest position first, with a keyset cursor."""
    linhas = (await banco.sql(_LISTAR, s=situacao, d=depois, n=limite + 1)).mappings().all()
    pagina = [dict(linha) for linha in linhas[:limite]]
    return {"cartas": pagina, "proximo": pagina[-1]["id"] if len(linhas) > limite else None}


@dlq.get("/dlq/{carta_id}", summary="Uma carta morta, com os bytes originais em hexadecimal")
async def mostrar(carta_id: UUID, banco: Leitura) -> dict[str, Any]:
    """Show everything kept of a dead letter."""
    linha = (await banco.sql("SELECT * FROM carta_morta WHERE id = :id", id=carta_id)).mappings().first()
    if linha is None:
        raise NaoEncontrado("Carta morta não encontrada.", campo="carta_id")
    carta = dict(linha)
    for campo in ("chave", "valor"):
        carta[campo] = carta[campo].hex() if carta[campo] is not None else None
    return carta


@dlq.post("/dlq/{carta_id}/reprocessar", summary="Tratar de novo uma carta morta")
async def reprocessar(carta_id: UUID, colonia: Viva) -> dict[str, str]:
    """Handle the original bytes again. What had been applied already is not applied twice."""
    async with colonia.unidade() as uow:
        linha = (await uow.sql(_TRAVAR, id=carta_id)).mappings().first()
        if linha is None:
            raise NaoEncontrado("Carta morta não encontrada.", campo="carta_id")
        if linha["situacao"] == "reprocessada":
            raise Conflito("Esta carta morta já foi reprocessada.", campo="carta_id")
        registro = Registro(
            linha["topico"],
            linha["particao"],
            linha["deslocamento"],
            linha["chave"],
            linha["valor"],
            tuple((nome, valor if valor is None else bytes.fromhex(valor)) for nome, valor in linha["cabecalhos"]),
        )
        try:
            await colonia.consumidor.aplicar_em(uow, registro)
        except Problema:
            raise
        except Exception as erro:
            raise Conflito(
                f"A carta morta ainda não pode ser tratada: {type(erro).__name__}.", campo="carta_id"
            ) from erro
        await uow.sql(_REPROCESSADA, id=carta_id)
    await colonia.medir_dlq()
    return {"situacao": "reprocessada"}


@dlq.post("/dlq/{carta_id}/descartar", summary="Descartar uma carta morta, mantendo-a para consulta")
async def descartar(carta_id: UUID, colonia: Viva) -> dict[str, str]:
    """Mark as discarded; its bytes stay."""
    async with colonia.unidade() as uow:
        if not (await uow.sql(_RESOLVER, id=carta_id, s="descartada")).rowcount:
            raise NaoEncontrado("Carta morta não encontrada, ou já resolvida.", campo="carta_id")
    await colonia.medir_dlq()
    return {"situacao": "descartada"}


@dlq.post("/fusivel", summary="Religar o consumo depois de um fusível aberto")
async def religar(colonia: Viva) -> dict[str, bool]:
    """Consume again from the cursor."""
    if colonia.assinante is None:
        raise NaoEncontrado("Esta colônia não consome eventos.")
    await colonia.assinante.religar_fusivel()
    return {"religado": True}


@dlq.post("/reler", summary="Ler o log de novo")
async def reler(colonia: Viva, de: Inicio | None = None) -> dict[str, str]:
    """Rebuild a projection beside the living one and swap them; any other colony moves its cursor back."""
    if colonia.assinante is None:
        raise NaoEncontrado("Esta colônia não consome eventos.")
    if colonia.colonia.esquema == "public":
        quantos = await colonia.assinante.reler(de)
        return {"detalhe": f"O cursor recuou: {quantos} registros serão lidos de novo."}
    if de is not None:
        raise Invalido("de", "Esta colônia é uma projeção: refaz-se sempre desde o começo do log.")
    feita = await reconstruir(colonia)
    return {"detalhe": f"Projeção refeita de {feita.eventos} registros em {feita.segundos:.1f} s."}


@dlq.post("/republicar", summary="Publicar de novo o que saiu nas últimas horas")
async def republicar(colonia: Viva, minutos: Annotated[int, Query(ge=1, le=60 * 24 * 7)]) -> dict[str, int]:
    """Heal a broker that lost its tail: same events, same ids, so every inbox drops what it had."""
    async with colonia.unidade() as uow:
        quantos = (await uow.sql(_REPUBLICAR, minutos=minutos)).rowcount
    colonia.relay.duvidar()
    return {"eventos": quantos}


_LISTAR = """
SELECT id, topico, particao, deslocamento, event_id, erro, situacao, criado_em FROM carta_morta
WHERE situacao = :s AND (CAST(:d AS uuid) IS NULL OR id > CAST(:d AS uuid)) ORDER BY id LIMIT :n
"""
_TRAVAR = "SELECT * FROM carta_morta WHERE id = :id FOR UPDATE"
_RESOLVER = "UPDATE carta_morta SET situacao = :s, resolvido_em = now() WHERE id = :id AND situacao = 'pendente'"
_REPROCESSADA = "UPDATE carta_morta SET situacao = 'reprocessada', resolvido_em = now() WHERE id = :id"
_REPUBLICAR = """
UPDATE saida SET publicado_em = NULL WHERE publicado_em > now() - make_interval(mins => :minutos)
"""
