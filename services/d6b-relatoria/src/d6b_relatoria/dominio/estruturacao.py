"""How a free report may be structured: a type, its fields, fact apart from opinion. Spec D-6b, "IA na relatoria"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from d6b_relatoria.dominio.campos import CAMPOS, maximo
from d6b_relatoria.dominio.extracao import extrair, frases

_TIPOS = {
    "protocolo_aberto": r"\bprotocol",
    "prazo_registrado": r"\bprazo\b|\bprevis|\bprevist|\baté (?:o )?(?:dia|fim)\b|\bem (?:até )?\d{1,3} dias",
    "documento_anexado": r"\banex|\bsegue (?:a|o|em)\b|\bfotos?\b|\bofício\b|\blaudo\b",
    "entrave_registrado": r"\bentrave|\bimpe[dç]|\bbloque|\bnão (?:foi possível|conseg|há verba|atend)|\bfalta de\b"
    r"|\baguardando (?:autoriza|verba|licita)|\bnegou|\brecus",
    "status_atualizado": r"\bresolvid|\bconclu[ií]d|\bconsertad|\bsolucionad|\bem andamento\b|\biniciad|\bpendente\b",
    "contato_realizado": r"\bliguei|\btelefon|\bfalei|\bconversei|\breuni|\bvisit|\bfui (?:a|à|ao)\b|\be-?mail|\bwhats",
}
_SEM_TIPO = "contato_realizado"
_OPINIAO = re.compile(
    r"(?i)\b(?:acho|acredito|parece|suponho|imagino|provavelmente|talvez|na minha opinião|absurdo|descaso|vergonha"
    r"|lamentável|péssim[oa]|incompet|enrola|má vontade)"
)
_ENFASE = re.compile(r"(?i)\b(?:infelizmente|felizmente|absurdamente|simplesmente|totalmente|completamente|super),? ?")
_EXCLAMACAO = re.compile(r"!+|\?{2,}")


@dataclass(frozen=True, slots=True)
class Sugestao:
    """What is proposed to the counsellor, who reviews and confirms it; `confianca` goes from 0 to 1."""

    tipo: str
    campos: Mapping[str, str]
    texto_sugerido: str
    fatos: list[str] = field(default_factory=list)
    interpretacoes: list[str] = field(default_factory=list)
    confianca: float = 0.0


def sugerir(texto: str, hoje: date) -> Sugestao:
    """Propose a structure for a report by rules alone."""
    achado = next((tipo for tipo, padrao in _TIPOS.items() if re.search(padrao, texto, re.IGNORECASE)), None)
    tipo = achado or _SEM_TIPO
    neutras = [_neutralizar(frase) for frase in frases(texto)]
    fatos = [frase for frase in neutras if not _OPINIAO.search(frase)]
    texto_sugerido = " ".join(fatos or neutras)
    valores = {nome: extrair(nome, texto_sugerido, hoje) for nome in CAMPOS[tipo]}
    campos = {nome: valor[: maximo(nome)] for nome, valor in valores.items() if valor}
    return Sugestao(
        tipo=tipo,
        campos=campos,
        texto_sugerido=texto_sugerido,
        fatos=fatos,
        interpretacoes=[frase for frase in neutras if _OPINIAO.search(frase)],
        confianca=round(0.3 * (achado is not None) + 0.7 * len(campos) / len(CAMPOS[tipo]), 2),
    )


def _neutralizar(frase: str) -> str:
    """Return a sentence without shouting, emphasis or exclamation."""
    if frase.isupper() and len(frase.split()) > 2:
        frase = frase.lower()
    frase = _ENFASE.sub("", _EXCLAMACAO.sub(".", frase)).strip()
    return frase[:1].upper() + frase[1:]
