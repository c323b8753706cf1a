"""The classifier: keywords and rules, deterministic, every point traceable to a term (spec D-3, "Técnicas", MVP)."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from d3_categorizacao.dominio.achados import Achado, achar, dominantes, negar
from d3_categorizacao.dominio.calibracao import Calibracao, calibracao
from d3_categorizacao.dominio.leitura import TextoLido
from d3_categorizacao.dominio.lexico import FORA, Lexico, lexico

ALGORITMO = "1"
MAXIMO_DE_CANDIDATAS = 5
_PESO_DA_LEGENDA = 0.5  # an automatic caption says less than the citizen
_SEM_EVIDENCIA = 2.0  # points that "no category at all" always has
_MINIMO_DA_SUBCATEGORIA = 3.0


@dataclass(frozen=True, slots=True)
class Evidencia:
    """A dictionary term found in the text (the term, never the citizen's words)."""

    termo: str
    categoria_id: str
    subcategoria_id: str | None
    pontos: float
    negado: bool


@dataclass(frozen=True, slots=True)
class Candidata:
    """`indice`: share of the evidence, which the calibration turns into `confianca`."""

    categoria_id: str
    subcategoria_id: str | None
    pontos: float
    indice: float
    confianca: float


@dataclass(frozen=True, slots=True)
class Classificacao:
    """Candidates, best first (at most five), and the evidence that made them."""

    candidatas: tuple[Candidata, ...]
    evidencias: tuple[Evidencia, ...]

    @property
    def principal(self) -> Candidata | None:
        return self.candidatas[0] if self.candidatas else None


class Classificador:
    """Pure and deterministic for one dictionary and one calibration; safe to share."""

    def __init__(self, lex: Lexico, calibrada: Calibracao) -> None:
        self._lexico, self._calibracao = lex, calibrada
        self.versao = f"{ALGORITMO}.{lex.versao}.{calibrada.versao}"

    def classificar(self, texto: str, legendas: str = "") -> Classificacao:
        """`texto`: what the citizen wrote (title and description); `legendas`: automatic captions of the images."""
        lido = TextoLido([(texto, 1.0), (legendas, _PESO_DA_LEGENDA)], self._lexico)
        achados = negar(achar(lido, self._lexico), lido)
        validos = dominantes([a for a in achados if not a.negado])
        return Classificacao(self._candidatas(validos), _evidencias(validos, achados))

    def _candidatas(self, validos: list[Achado]) -> tuple[Candidata, ...]:
        pontos: dict[str, float] = defaultdict(float)
        por_sub: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for achado in validos:
            termo = achado.termo
            pontos[termo.categoria] += achado.pontos
            if termo.subcategoria:
                por_sub[termo.categoria][termo.subcategoria] += achado.pontos
        total = _SEM_EVIDENCIA**2 + sum(p**2 for p in pontos.values())
        pontos.pop(FORA, None)
        ordem = sorted(pontos, key=lambda c: (-pontos[c], c))[:MAXIMO_DE_CANDIDATAS]
        return tuple(self._candidata(c, _melhor(por_sub[c]), pontos[c], pontos[c] ** 2 / total) for c in ordem)

    def _candidata(self, categoria: str, subcategoria: str | None, pontos: float, indice: float) -> Candidata:
        return Candidata(categoria, subcategoria, pontos, indice, self._calibracao.confianca(indice))


def _melhor(subcategorias: dict[str, float]) -> str | None:
    """The subcategory with most points, when it is clearly one."""
    ordem = sorted(subcategorias.items(), key=lambda item: (-item[1], item[0]))
    if not ordem or ordem[0][1] < _MINIMO_DA_SUBCATEGORIA:
        return None
    return None if len(ordem) > 1 and ordem[1][1] == ordem[0][1] else ordem[0][0]


def _evidencias(validos: list[Achado], achados: list[Achado]) -> tuple[Evidencia, ...]:
    negados = {(a.termo.categoria, a.termo.texto): a for a in achados if a.negado}
    return tuple(
        Evidencia(a.termo.texto, a.termo.categoria, a.termo.subcategoria, 0.0 if a.negado else a.pontos, a.negado)
        for a in [*validos, *negados.values()]
    )


@lru_cache(maxsize=1)
def classificador() -> Classificador:
    return Classificador(lexico(), calibracao())
