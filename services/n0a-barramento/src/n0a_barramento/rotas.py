"""The archive as an API: public types for everybody, internal ones for operators."""

import base64
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy import RowMapping

from nucleo import Registro
from nucleo.erros import NaoAutenticado, NaoEncontrado, Proibido
from nucleo.fontes import instante_em_texto
from nucleo.http import Leitura, exige_papel, limite
from nucleo.identidade import Identidade, identificar
from nucleo.periodo import Fim, Inicio

POR_PAGINA = 500
publicas = APIRouter(prefix="/api/events", tags=["Eventos"], dependencies=[Depends(limite("60/minute"))])
operacionais = APIRouter(prefix="/api/events", tags=["Operação"], dependencies=[Depends(exige_papel("operador"))])

Quem = Annotated[Identidade | None, Depends(identificar)]
Depois = Annotated[int, Query(ge=0, description="Só eventos com número maior que este", le=2**62)]
Limite = Annotated[int, Query(ge=1, le=POR_PAGINA)]
Marca = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,16}:[A-Za-z0-9._-]{1,249}:[0-9]{1,9}:[0-9]{1,18}$",
        description="`proximo` da página anterior; ausente: primeira página",
    ),
]
_EPOCA, _MICRO = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


@operacionais.get("/dlq", summary="Cartas mortas de todas as colônias")
async def cartas_mortas(banco: Leitura, depois: Marca = None, limite: Limite = 100) -> dict[str, Any]:
    """List dead letters seen on the log, newest first, with a keyset cursor."""
    return await _ilegiveis(banco, "topico LIKE 'dlq.%'", depois, limite)


@operacionais.get("/ilegiveis", summary="Registros com esquema inválido ou desconhecido")
async def ilegiveis(banco: Leitura, depois: Marca = None, limite: Limite = 100) -> dict[str, Any]:
    """List records that follow no known schema, newest first, with a keyset cursor."""
    return await _ilegiveis(banco, "topico NOT LIKE 'dlq.%'", depois, limite)


@publicas.get("", summary="Eventos arquivados, na ordem global")
async def listar(
    request: Request,
    banco: Leitura,
    quem: Quem,
    tipo: Annotated[str | None, Query(max_length=200)] = None,
    demanda_id: UUID | None = None,
    de: Inicio | None = None,
    ate: Fim | None = None,
    depois: Depois = 0,
    limite: Limite = 100,
) -> dict[str, Any]:
    """Page by sequence number: `proximo` is what to send as `depois`, null at the end.

    `de` and `ate` are local days or instants, both inclusive.
    """
    filtros = {"tipo": tipo, "demanda_id": demanda_id, "de": de, "ate": ate}
    return await _pagina(request, banco, quem, filtros, depois, limite)


@publicas.get("/trace/{correlacao_id}", summary="Todos os eventos de uma mesma requisição de origem")
async def rastro(
    request: Request, banco: Leitura, quem: Quem, correlacao_id: UUID, depois: Depois = 0, limite: Limite = 100
) -> dict[str, Any]:
    """Follow one request through every colony."""
    return await _pagina(request, banco, quem, {"correlacao_id": correlacao_id}, depois, limite)


@publicas.get("/demanda/{demanda_id}", summary="Todos os eventos de uma demanda")
async def da_demanda(
    request: Request, banco: Leitura, quem: Quem, demanda_id: UUID, depois: Depois = 0, limite: Limite = 100
) -> dict[str, Any]:
    """Follow one demand through every colony."""
    return await _pagina(request, banco, quem, {"demanda_id": demanda_id}, depois, limite)


@publicas.get("/{event_id}", summary="Um evento")
async def um(request: Request, banco: Leitura, quem: Quem, event_id: UUID) -> dict[str, Any]:
    """Show one event; an internal one only to operators."""
    linha = (await banco.sql("SELECT * FROM evento WHERE event_id = :id", id=event_id)).mappings().first()
    if linha is None:
        raise NaoEncontrado("Não há evento arquivado com este identificador.", campo="event_id")
    if not _e_operador(quem) and linha["tipo"] not in _publicos(request):
        recusa = NaoAutenticado if quem is None or quem.anonima else Proibido
        raise recusa("Este evento é interno: só operadores podem vê-lo.")
    return await _mostrar(request, dict(linha))


async def _pagina(
    request: Request, banco: Leitura, quem: Identidade | None, filtros: dict[str, Any], depois: int, limite: int
) -> dict[str, Any]:
    condicoes = ["sequence_number > :depois"]
    parametros: dict[str, Any] = {"depois": depois, "n": limite + 1}
    for campo, valor in filtros.items():
        if valor is not None:
            condicoes.append(_CONDICOES.get(campo, f"{campo} = :{campo}"))
            parametros[campo] = valor
    if not _e_operador(quem):
        condicoes.append("tipo = ANY(CAST(:publicos AS text[]))")
        parametros["publicos"] = sorted(_publicos(request))
    comando = f"SELECT * FROM evento WHERE {' AND '.join(condicoes)} ORDER BY sequence_number LIMIT :n"
    linhas = [dict(linha) for linha in (await banco.sql(comando, **parametros)).mappings()]
    pagina = linhas[:limite]
    return {
        "eventos": [await _mostrar(request, linha) for linha in pagina],
        "proximo": pagina[-1]["sequence_number"] if len(linhas) > limite else None,
    }


_CONDICOES = {"de": "timestamp >= :de", "ate": "timestamp <= :ate"}


async def _mostrar(request: Request, linha: dict[str, Any]) -> dict[str, Any]:
    """Decode the original bytes with the schema that wrote them."""
    registro = Registro(linha["topico"], linha["particao"], linha["deslocamento"], None, linha["valor"])
    viva = request.app.state.colonia_viva
    dados = await viva.leitor.dados(registro)
    return {
        "sequence_number": linha["sequence_number"],
        **_em_json(dados),
        "criado_em": _em_json(linha["criado_em"]),
        "posicao": {campo: linha[campo] for campo in ("topico", "particao", "deslocamento")},
    }


def _em_json(valor: Any) -> Any:
    match valor:
        case dict():
            return {chave: _em_json(v) for chave, v in valor.items()}
        case list():
            return [_em_json(v) for v in valor]
        case bytes():
            return base64.b64encode(valor).decode()
        case datetime():
            return instante_em_texto(valor)
        case UUID() | Decimal():
            return str(valor)
        case _:
            return valor


def _publicos(request: Request) -> set[str]:
    return {c.tipo for c in request.app.state.colonia_viva.catalogo if c.visibilidade == "publica"}


def _e_operador(quem: Identidade | None) -> bool:
    return quem is not None and "operador" in quem.papeis


async def _ilegiveis(banco: Leitura, quais: str, depois: str | None, limite: int) -> dict[str, Any]:
    parametros: dict[str, Any] = {"n": limite + 1}
    if depois is not None:
        instante, topico, particao, deslocamento = depois.split(":")
        quais += " AND (criado_em, topico, particao, deslocamento) < (:instante, :topico, :particao, :deslocamento)"
        parametros |= {"instante": _EPOCA + int(instante) * _MICRO, "topico": topico}
        parametros |= {"particao": int(particao), "deslocamento": int(deslocamento)}
    comando = f"""
        SELECT topico, particao, deslocamento, esquema_id, erro, encode(valor, 'hex') AS valor, criado_em FROM ilegivel
        WHERE {quais} ORDER BY criado_em DESC, topico DESC, particao DESC, deslocamento DESC LIMIT :n
    """
    linhas = (await banco.sql(comando, **parametros)).mappings().all()
    pagina = linhas[:limite]
    return {
        "registros": [_em_json(dict(linha)) for linha in pagina],
        "proximo": _marcar(pagina[-1]) if len(linhas) > limite else None,
    }


def _marcar(linha: RowMapping) -> str:
    micros = (linha["criado_em"] - _EPOCA) // _MICRO
    return f"{micros}:{linha['topico']}:{linha['particao']}:{linha['deslocamento']}"
