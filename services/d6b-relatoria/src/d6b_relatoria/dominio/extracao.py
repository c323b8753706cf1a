"""Fields found in a free report by patterns. Every pattern is linear in the text."""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta

_MESES = (
    *("janeiro", "fevereiro", "março", "abril", "maio", "junho"),
    *("julho", "agosto", "setembro", "outubro", "novembro", "dezembro"),
)
_CANAIS = {
    "WhatsApp": r"whats\s?app|\bzap\b",
    "e-mail": r"\be-?mail",
    "telefone": r"\bliguei\b|\bliga[çr]|\btelefon|\b0800\b|\bdisque\b",
    "portal": r"\bsite\b|\bportal\b|\baplicativo\b|\bapp\b",
    "presencial": r"\bfui (?:a|à|ao|até)\b|\bestive\b|\bvisit|\bpessoalmente\b|\bcompareci\b|\breunião\b",
}
_ORGAO = re.compile(
    r"\b(?:(?i:subprefeitura|prefeitura|secretaria|companhia|departamento|defesa civil|ministério|câmara)"
    r"(?: (?:municipal|estadual))?(?: (?:d[aeo]s? )?[A-ZÀ-Ý][\wÀ-ÿ]{1,30}){0,4}|[A-Z]{3,10}\b)"
)
_SIGLAS_COMUNS = frozenset(["CPF", "CEP", "CNPJ", "SMS", "GPS"])
_COM_QUEM = re.compile(
    r"(?i:\b(?:falei|conversei|reunião|contato|tratei) com|\batendid[oa] por)\s{1,3}([^.,;:\n]{3,80})"
)
_NUMERO = re.compile(r"(?i:\bprotocolo)\W{0,3}(?i:n[º°.o]{0,2}|número|de número)?\W{0,3}([0-9][\w./-]{2,29})(?<![./-])")
_RESULTADO = re.compile(r"(?i)\b(?:informa|diss|marca|agenda|promete|fica[rm]* de|confirma|orienta|respond)")
_URL = re.compile(r"https?://[^\s<>\"]{4,1000}(?<![.,;)])")
_DOCUMENTO = re.compile(r"(?i)\b(fotos?|ofício|laudo|ata|comprovante|contrato|orçamento|vídeo|planilha|documento)\b")
_DIA = re.compile(r"\b(\d{1,2})/(\d{1,2})(?:/(\d{4}))?\b")
_DIA_POR_EXTENSO = re.compile(rf"(?i)\b(\d{{1,2}}) de ({'|'.join(_MESES)})(?: de (\d{{4}}))?\b")
_EM_DIAS = re.compile(r"(?i)\b(?:em|daqui a|prazo de) (?:até )?(\d{1,3}) dias?\b")
_SITUACOES = {
    "concluido": r"\b(?:resolvid|conclu[ií]d|consertad|solucionad|finalizad|normalizad)",
    "bloqueado": r"\b(?:bloquead|parad[oa]|suspens[oa]|embargad|impedid)",
    "aguardando": r"\baguard|\bà espera\b|\besperando\b",
    "em_andamento": r"\b(?:andamento|iniciad|começou|começaram|em obra)",
    "pendente": r"\bpendente|\bainda não\b",
}
_FRASE = re.compile(r"(?<=[.!?;])\s+|\n+")


def frases(texto: str) -> list[str]:
    """Split a report into its sentences."""
    return [frase.strip() for frase in _FRASE.split(texto) if frase.strip()]


def extrair(nome: str, texto: str, hoje: date) -> str | None:
    """Return what a report gives for a field, or None; `hoje` gives a year to dates and a start to spans."""
    return _EXTRATORES[nome](texto, hoje)


def _canal(texto: str, _: date) -> str | None:
    return _primeiro(_CANAIS, texto)


def _status(texto: str, _: date) -> str | None:
    return _primeiro(_SITUACOES, texto)


def _orgao(texto: str, _: date) -> str | None:
    achados = (achado.group() for achado in _ORGAO.finditer(texto))
    return next((orgao for orgao in achados if orgao not in _SIGLAS_COMUNS), None)


def _com_quem(texto: str, hoje: date) -> str | None:
    achado = _COM_QUEM.search(texto)
    return achado.group(1).strip() if achado else _orgao(texto, hoje)


def _grupo(padrao: re.Pattern[str], grupo: int = 0) -> Callable[[str, date], str | None]:
    def achar(texto: str, _: date) -> str | None:
        achado = padrao.search(texto)
        return achado.group(grupo) if achado else None

    return achar


def _resultado(texto: str, _: date) -> str | None:
    partes = frases(texto)
    return next((frase for frase in partes if _RESULTADO.search(frase)), partes[-1] if partes else None)


def _descricao(texto: str, _: date) -> str | None:
    return next(iter(frases(texto)), None)


def _data(texto: str, hoje: date) -> str | None:
    if re.search(r"(?i)\bontem\b", texto):
        return (hoje - timedelta(days=1)).isoformat()
    if re.search(r"(?i)\bhoje\b", texto):
        return hoje.isoformat()
    achado = _ler_dia(texto, lambda dia: dia <= hoje, (hoje.year, hoje.year - 1))
    return achado.isoformat() if achado else None


def _data_estimada(texto: str, hoje: date) -> str | None:
    if achado := _EM_DIAS.search(texto):
        return (hoje + timedelta(days=int(achado.group(1)))).isoformat()
    dia = _ler_dia(texto, lambda dia: dia >= hoje, (hoje.year, hoje.year + 1))
    return dia.isoformat() if dia else None


def _ler_dia(texto: str, serve: Callable[[date], bool], anos: tuple[int, ...]) -> date | None:
    """Return the first day of the text that serves, in the year that it says or in one of these."""
    for achado in (*_DIA.finditer(texto), *_DIA_POR_EXTENSO.finditer(texto)):
        dia, mes, ano = achado.groups()
        for candidato in (int(ano),) if ano else anos:
            lido = _montar(int(dia), int(mes) if mes.isdigit() else _MESES.index(mes.lower()) + 1, candidato)
            if lido and serve(lido):
                return lido
    return None


def _montar(dia: int, mes: int, ano: int) -> date | None:
    try:
        return date(ano, mes, dia)
    except ValueError:
        return None


def _primeiro(padroes: Mapping[str, str], texto: str) -> str | None:
    return next((nome for nome, padrao in padroes.items() if re.search(padrao, texto, re.IGNORECASE)), None)


_EXTRATORES: Mapping[str, Callable[[str, date], str | None]] = {
    "com_quem": _com_quem,
    "canal": _canal,
    "resultado": _resultado,
    "numero": _grupo(_NUMERO, 1),
    "orgao": _orgao,
    "data": _data,
    "tipo_documento": _grupo(_DOCUMENTO, 1),
    "descricao": _descricao,
    "referencia": _grupo(_URL),
    "status": _status,
    "data_estimada": _data_estimada,
    "fonte": _com_quem,
}
