"""From a raw report to its normalised version, in one pure function."""

from collections.abc import Sequence
from dataclasses import dataclass

from d1b_normalizacao.dominio.entidades import EntidadesAchadas, extrair
from d1b_normalizacao.dominio.limpeza import limpar
from d1b_normalizacao.dominio.titulo import titular
from nucleo.denylist import Denylist

VERSAO = "1"
_PALAVRAS_DE_UM_RELATO_CLARO = 5


@dataclass(frozen=True, slots=True)
class Legenda:
    """The automatic description of one image; `exibivel` is what may be shown, in Portuguese if it could be."""

    object_key_temp: str
    exibivel: str
    original: str | None = None
    idioma: str = "pt"


@dataclass(frozen=True, slots=True)
class Normalizada:
    """The derived version. `descricao` is only ever the citizen's own text and may be empty."""

    titulo: str
    descricao: str
    entidades: EntidadesAchadas
    confianca: float
    termos_suspeitos: tuple[str, ...]
    legendas: tuple[Legenda, ...]


def normalizar(
    texto_bruto: str, denylist: Denylist, legendas: Sequence[Legenda] = (), midias_sem_legenda: int = 0
) -> Normalizada:
    """Normalise a report.

    Args:
        texto_bruto: what the citizen wrote, untouched.
        denylist: terms that mark the citizen's text for moderation.
        legendas: descriptions of the images, in the order of capture, as far as an engine gave them.
        midias_sem_legenda: media sent that no engine described; they lower the confidence.
    """
    descricao = limpar(texto_bruto)
    titulo = titular(descricao) or next((titular(limpar(leg.exibivel)) for leg in legendas if leg.exibivel), "")
    analise = " ".join([descricao, *(leg.exibivel for leg in legendas)])
    entidades = extrair(analise)
    return Normalizada(
        titulo=titulo,
        descricao=descricao,
        entidades=entidades,
        confianca=_confiar(analise, titulo, entidades, legendas, midias_sem_legenda),
        termos_suspeitos=tuple(denylist.achar(f"{titulo}\n{descricao}")),
        legendas=tuple(legendas),
    )


def _confiar(
    analise: str, titulo: str, entidades: EntidadesAchadas, legendas: Sequence[Legenda], midias_sem_legenda: int
) -> float:
    """Present fields ÷ expected fields. Spec D-1b, "Score de confiança".

    Expected: some text, a title, enough words to be understood, a place named in words, and, where media came, each of
    them described in Portuguese. The point itself is always there: the capture refuses a report without it.
    """
    palavras = [p for p in analise.split() if any(c.isalpha() for c in p)]
    presentes = [bool(palavras), bool(titulo), len(palavras) >= _PALAVRAS_DE_UM_RELATO_CLARO, bool(entidades), True]
    presentes += [leg.idioma == "pt" for leg in legendas] + [False] * midias_sem_legenda
    return round(sum(presentes) / len(presentes), 4)
