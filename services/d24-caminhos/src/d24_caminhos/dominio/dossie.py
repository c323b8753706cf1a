"""The dossier `caminho_v1`: a profile told by a fixed template, so that the same cases give the same characters."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from d24_caminhos.dominio.caso import CONCLUIDA
from d24_caminhos.dominio.nomes import limpar
from d24_caminhos.dominio.perfil import LISTADOS, Perfil, Referencia

METODO = "caminho_v1"
MAXIMO = 4000
_CITADOS = 5
_FUSO = ZoneInfo("America/Sao_Paulo")
_LISTAS = {
    "canais": "Canais mais usados",
    "orgaos": "Órgãos mais acionados",
    "documentos": "Documentos recorrentes",
    "gargalos": "Gargalos recorrentes",
}
_RESSALVA = "Histórico automático: conta o que já aconteceu, não prescreve e não decide."


def compor(perfil: Perfil) -> tuple[str, list[UUID]]:
    """Return the text, of at most `MAXIMO` characters, and the cases it shows: as many as fit, up to `LISTADOS`.

    Without cases there is nothing to tell. Names come sanitised, and nothing rewrites the finished text: identifiers
    stay whole.
    """
    if perfil.periodo is None:
        return "", []
    corpo = "\n".join(_corpo(perfil, *perfil.periodo))
    for quantas in range(min(len(perfil.referencias), LISTADOS), -1, -1):
        mostradas = perfil.referencias[:quantas]
        texto = "\n".join((corpo, *_referencias(mostradas, perfil.total_casos), _RESSALVA))
        if len(texto) <= MAXIMO:
            return texto, [r.demanda_id for r in mostradas]
    raise AssertionError("o corpo do dossiê é mais curto que o teto, por construção")


def _corpo(perfil: Perfil, primeiro: datetime, ultimo: datetime) -> Iterator[str]:
    total, concluidos = perfil.total_casos, perfil.concluidos
    casos = _quantos(total, "caso encerrado", "casos encerrados")
    yield f"{casos} da {_assunto(perfil)} neste município, {_periodo(_data(primeiro), _data(ultimo))}."
    yield f"Com conclusão: {concluidos} de {total} ({(100 * concluidos + total // 2) // total}%)."
    if perfil.prazo_mediano is not None:
        yield f"Prazo mediano até a conclusão: {_dias(perfil.prazo_mediano)}."
    for tipo, titulo in _LISTAS.items():
        if citados := perfil.frequencias.get(tipo):
            yield f"{titulo}: {'; '.join(f'{nome} ({vezes})' for nome, vezes in citados[:_CITADOS])}."


def _referencias(mostradas: Sequence[Referencia], total: int) -> Iterator[str]:
    fora = total - len(mostradas)
    yield f"Referências ({len(mostradas)} de {total}{f'; {fora} ficaram de fora' if fora else ''}):"
    for r in mostradas:
        desfecho = "concluída" if r.desfecho == CONCLUIDA else "encerrada sem conclusão"
        prazo = "" if r.prazo_dias is None else f", em {_dias(r.prazo_dias)}"
        atualizacoes = _quantos(r.total_atualizacoes, "atualização", "atualizações")
        yield f"- {r.demanda_id}: {desfecho} em {_data(r.encerrado_em)}{prazo}, com {atualizacoes}"


def _assunto(perfil: Perfil) -> str:
    tipo, codigo = "subcategoria", perfil.par.subcategoria_id
    if codigo is None:
        tipo, codigo = "categoria", perfil.par.categoria_id
    return f"{tipo} {limpar(codigo, 20)}"


def _periodo(primeiro: str, ultimo: str) -> str:
    return f"em {primeiro}" if primeiro == ultimo else f"de {primeiro} a {ultimo}"


def _data(instante: datetime) -> str:
    return instante.astimezone(_FUSO).strftime("%d/%m/%Y")


def _dias(dias: float) -> str:
    if dias < 1:
        return "menos de um dia"
    return _quantos(dias, "dia", "dias")


def _quantos(quantidade: float, singular: str, plural: str) -> str:
    numero = f"{quantidade:.1f}".removesuffix(".0").replace(".", ",")
    return f"{numero} {singular if quantidade == 1 else plural}"
