"""Sentences and names that people read, always the same for the same fields."""

from collections.abc import Mapping

from d6b_relatoria.dominio import dia

_FRASE_MAXIMA = 200
_FRASES = {
    "contato_realizado": "Contato realizado por {canal}: {resultado}",
    "protocolo_aberto": "Protocolo {numero} aberto em {data}: {orgao}",
    "documento_anexado": "Documento anexado ({tipo_documento}): {descricao}",
    "entrave_registrado": "Entrave registrado: {descricao} ({orgao})",
    "status_atualizado": "Situação: {status}",
    "prazo_registrado": "Prazo estimado para {data_estimada}, segundo {fonte}",
}
SITUACOES = {
    "pendente": "pendente",
    "em_andamento": "em andamento",
    "aguardando": "aguardando",
    "concluido": "concluída",
    "bloqueado": "bloqueada",
}
DESFECHOS = {
    "demanda_concluida": "demanda concluída",
    "fim_mandato": "fim do mandato do conselheiro",
    "desistencia": "desistência do conselheiro",
    "recusa": "recusa do conselheiro",
}
_CONTAGENS = {
    "contato_realizado": ("contato", "contatos"),
    "protocolo_aberto": ("protocolo", "protocolos"),
    "documento_anexado": ("documento", "documentos"),
    "entrave_registrado": ("entrave", "entraves"),
    "status_atualizado": ("mudança de situação", "mudanças de situação"),
    "prazo_registrado": ("prazo", "prazos"),
}


def descrever(tipo: str, campos: Mapping[str, str]) -> str:
    """Return the sentence of an update for the timeline, from its sanitised fields."""
    legiveis = {nome: _legivel(nome, valor) for nome, valor in campos.items()}
    return encurtar(_FRASES[tipo].format_map(legiveis).rstrip(".") + ".", _FRASE_MAXIMA)


def contar(por_tipo: Mapping[str, int]) -> str:
    """Return how many updates of each type there are, as in `2 contatos e 1 prazo`."""
    total = sum(por_tipo.values())
    partes = [f"{n} {_CONTAGENS[tipo][n > 1]}" for tipo in _CONTAGENS if (n := por_tipo.get(tipo, 0))]
    if not partes:
        return "nenhuma atualização"
    return f"{total} {'atualizações' if total > 1 else 'atualização'}: {enumerar(partes)}"


def enumerar(partes: list[str]) -> str:
    """Join names as in `a, b e c`."""
    return " e ".join([", ".join(partes[:-1]), partes[-1]] if len(partes) > 1 else partes)


def encurtar(texto: str, maximo: int) -> str:
    """Cut a text that is too long."""
    return texto if len(texto) <= maximo else texto[: maximo - 1].rstrip() + "…"


def _legivel(nome: str, valor: str) -> str:
    lido = dia.ler(valor) if nome in ("data", "data_estimada") else None
    return dia.escrever(lido) if lido else SITUACOES.get(valor, valor) if nome == "status" else valor
