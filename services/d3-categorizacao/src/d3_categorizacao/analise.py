"""From a normalised demand to its first categorisation: text of analysis, classification, and where it leads."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from d3_categorizacao.dominio.classificador import Candidata, Classificador, Evidencia
from d3_categorizacao.dominio.decisao import Destino, Limiares, decidir
from d3_categorizacao.dominio.taxonomia import Categoria, taxonomia
from nucleo import Evento
from nucleo.eventos import DemandaCategorizada, DemandaNormalizada, Sugestao

_RETICENCIAS = "….  "


@dataclass(slots=True)
class Versao:
    """A categorisation as it is stored; publishable when it has a category and `versao` is at least 1."""

    demanda_id: UUID
    versao: int
    categoria_id: str | None
    subcategoria_id: str | None
    confianca: float
    metodo: str
    candidatas: list[dict[str, Any]]
    versao_taxonomia: str
    versao_classificador: str

    @property
    def categoria(self) -> Categoria | None:
        return taxonomia().por_id[self.categoria_id] if self.categoria_id else None


@dataclass(slots=True)
class Analise:
    """What reading one `demanda.normalizada` gave."""

    evento: Evento[DemandaNormalizada]
    texto: str
    legendas: str
    destino: Destino
    versao: Versao
    evidencias: list[dict[str, Any]]


def analisar(evento: Evento[DemandaNormalizada], classificador: Classificador, limiares: Limiares) -> Analise:
    texto, legendas = textos(evento.payload)
    classificacao = classificador.classificar(texto, legendas)
    principal = classificacao.principal
    confianca = principal.confianca if principal else 0.0
    destino = decidir(confianca, evento.payload.demanda_id, limiares)
    versao = Versao(
        demanda_id=evento.payload.demanda_id,
        versao=destino.versao,
        categoria_id=principal.categoria_id if principal else None,
        subcategoria_id=principal.subcategoria_id if principal else None,
        confianca=confianca,
        metodo=destino.metodo,
        candidatas=[_candidata(c) for c in classificacao.candidatas],
        versao_taxonomia=taxonomia().versao,
        versao_classificador=classificador.versao,
    )
    return Analise(evento, texto, legendas, destino, versao, [_evidencia(e) for e in classificacao.evidencias])


# Written out: `asdict` would take half as long as the classification itself.


def _candidata(c: Candidata) -> dict[str, Any]:
    return {
        "categoria_id": c.categoria_id,
        "subcategoria_id": c.subcategoria_id,
        "pontos": c.pontos,
        "indice": round(c.indice, 4),
        "confianca": c.confianca,
    }


def _evidencia(e: Evidencia) -> dict[str, Any]:
    return {
        "termo": e.termo,
        "categoria_id": e.categoria_id,
        "subcategoria_id": e.subcategoria_id,
        "pontos": e.pontos,
        "negado": e.negado,
    }


def textos(payload: DemandaNormalizada) -> tuple[str, str]:
    """(what the citizen wrote, what machines saw).

    Without the citizen's text the title is the first caption; a title that only repeats the beginning of the
    description adds nothing.
    """
    legendas = "\n".join(m.descricao for m in payload.midias_descritas)
    if not payload.descricao_limpa.strip():
        return "", _armazenavel("\n".join(filter(None, [payload.titulo, legendas])))
    repetido = payload.descricao_limpa.startswith(payload.titulo.rstrip(_RETICENCIAS))
    texto = payload.descricao_limpa if repetido else f"{payload.titulo}\n{payload.descricao_limpa}"
    return _armazenavel(texto), _armazenavel(legendas)


def _armazenavel(texto: str) -> str:
    """PostgreSQL holds every character but NUL."""
    return texto.replace("\0", "")


def evento_de(versao: Versao, unidade_civica_id: UUID, nivel_minimo_resolvido: int) -> DemandaCategorizada:
    """The public event: category, level, score, unit; no words of anybody."""
    categoria = versao.categoria
    assert categoria is not None, "só uma versão com categoria é publicada"
    return DemandaCategorizada(
        demanda_id=versao.demanda_id,
        categoria_id=categoria.id,
        nivel_precedencia=categoria.nivel,
        score_horizontal=categoria.score_horizontal,
        confianca_categorizacao=versao.confianca,
        metodo=versao.metodo,
        sugestoes_alternativas=[
            Sugestao(categoria_id=c["categoria_id"], score_confianca=c["confianca"])
            for c in versao.candidatas
            if c["categoria_id"] != categoria.id
        ],
        unidade_civica_id=unidade_civica_id,
        nivel_minimo_resolvido=nivel_minimo_resolvido,
        subcategoria_id=versao.subcategoria_id,
        versao_categorizacao=versao.versao,
        versao_taxonomia=versao.versao_taxonomia,
        versao_classificador=versao.versao_classificador,
    )
