"""The classifier: keywords and rules, deterministic, every point traceable to a term (spec D-3, "Técnicas", MVP)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from d3_categorizacao.dominio.calibracao import Calibracao, calibracao
from d3_categorizacao.dominio.lexico import CLASSE_FALTA, FORA, Lexico, Termo, lexico
from d3_categorizacao.dominio.lugar import ler_lugares
from d3_categorizacao.dominio.negacao import Negacao, ler_negacao
from d3_categorizacao.dominio.texto import PAUSAS, PAUSAS_FORTES, palavras_e_pausas

ALGORITMO = "1"
MAXIMO_DE_CANDIDATAS = 5
_FOLGA = 2  # foreign words tolerated inside a term of several words
_PAUSA_FRACA, _PAUSA_FORTE = 1, 9
_PESO_DA_LEGENDA = 0.5  # an automatic caption says less than the citizen
_PESO_DO_LUGAR = 0.3  # a landmark is hardly ever the subject
_SEM_EVIDENCIA = 2.0  # points that "no category at all" always has
_MINIMO_DA_SUBCATEGORIA = 3.0
_MAXIMO_DE_OCORRENCIAS = 8  # of one word; repeating it says nothing new


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


@dataclass(slots=True)
class _Achado:
    termo: Termo
    mascara: int
    pontos: float
    negado: bool = False


class _TextoLido:
    """A text as words with lexemes and positions (empty words do not count, pauses push apart), negation applied."""

    def __init__(self, partes: Sequence[tuple[str, float]], lex: Lexico) -> None:
        palavras: list[str] = []
        limites: list[tuple[int, float]] = []
        for texto, fator in partes:
            if texto:
                palavras += [*palavras_e_pausas(texto), "."]
                limites.append((len(palavras), fator))
        todos = [() if p in PAUSAS else lex.lexemas(p) for p in palavras]
        self.negacao = _sem_negacao(palavras, todos, lex)
        self.lugares = ler_lugares(palavras, lex.lugar)
        self.ocorrencias: dict[str, list[tuple[int, int]]] = {}
        self.mascara_negada = 0
        self.direcionais = 0
        self.fatores: list[float] = []
        self.clausulas: list[int] = []
        self._posicionar(palavras, todos, limites, lex)

    def _posicionar(
        self, palavras: list[str], todos: list[tuple[str, ...]], limites: list[tuple[int, float]], lex: Lexico
    ) -> None:
        posicao, clausula, parte = 0, 0, 0
        negadas, faltas = self.negacao.negadas, self.negacao.faltas
        vazias, adversativas, ocorrencias = lex.palavras_vazias, lex.negacao.adversativas, self.ocorrencias
        for indice, palavra in enumerate(palavras):
            if indice >= limites[parte][0]:
                parte += 1
            if palavra in PAUSAS:
                posicao += _PAUSA_FORTE if palavra in PAUSAS_FORTES else _PAUSA_FRACA
                clausula += 1
                continue
            if palavra in adversativas:
                posicao += _PAUSA_FORTE
                clausula += 1
            lexemas = todos[indice]
            if indice in faltas:
                lexemas = (CLASSE_FALTA,)
            if not lexemas:
                posicao += palavra not in vazias
                continue
            ordem = len(self.fatores)
            self.fatores.append(limites[parte][1] * (_PESO_DO_LUGAR if indice in self.lugares else 1))
            self.clausulas.append(clausula)
            if palavra in lex.direcionais:
                self.direcionais |= 1 << ordem
            if indice in negadas:
                self.mascara_negada |= 1 << ordem
            for lexema in lexemas:
                onde = ocorrencias.setdefault(lexema, [])
                if len(onde) < _MAXIMO_DE_OCORRENCIAS:
                    onde.append((posicao, ordem))
            posicao += 1


def _sem_negacao(palavras: list[str], todos: list[tuple[str, ...]], lex: Lexico) -> Negacao:
    return Negacao() if lex.negacao.negadores.isdisjoint(palavras) else ler_negacao(palavras, todos, lex.negacao)


class Classificador:
    """Pure and deterministic for one dictionary and one calibration; safe to share."""

    def __init__(self, lex: Lexico, calibrada: Calibracao) -> None:
        self._lexico, self._calibracao = lex, calibrada
        self.versao = f"{ALGORITMO}.{lex.versao}.{calibrada.versao}"

    def classificar(self, texto: str, legendas: str = "") -> Classificacao:
        """`texto`: what the citizen wrote (title and description); `legendas`: automatic captions of the images."""
        lido = _TextoLido([(texto, 1.0), (legendas, _PESO_DA_LEGENDA)], self._lexico)
        achados = _negar(self._achar(lido), lido)
        validos = _dominantes([a for a in achados if not a.negado])
        return Classificacao(self._candidatas(validos), _evidencias(validos, achados))

    def _achar(self, lido: _TextoLido) -> list[_Achado]:
        achados: list[_Achado] = []
        ocorrencias, ancorados = lido.ocorrencias, self._lexico.ancorados
        for lexema, onde in ocorrencias.items():
            for termo in ancorados.get(lexema, ()):
                if len(termo.lexemas) == 1:
                    achados.extend(_Achado(termo, 1 << ordem, termo.peso * lido.fatores[ordem]) for _, ordem in onde)
                elif all(outro in ocorrencias for outro in termo.lexemas):
                    achados.extend(_proximos(termo, lexema, lido))
        return achados

    def _candidatas(self, validos: list[_Achado]) -> tuple[Candidata, ...]:
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


def _proximos(termo: Termo, ancora: str, lido: _TextoLido) -> Iterable[_Achado]:
    """The term at each place of its anchor where all its words are within reach."""
    alcance = len(termo.lexemas) - 1 + _FOLGA
    for posicao, ordem in lido.ocorrencias[ancora]:
        mascara, menor, maior, fator = 1 << ordem, posicao, posicao, lido.fatores[ordem]
        for outro in termo.lexemas:
            if outro != ancora:
                onde, outra_ordem = min(lido.ocorrencias[outro], key=lambda o: (abs(o[0] - posicao), o[0]))
                mascara |= 1 << outra_ordem
                menor, maior = min(menor, onde), max(maior, onde)
                fator = min(fator, lido.fatores[outra_ordem])
        if (
            maior - menor <= alcance
            and mascara.bit_count() == len(termo.lexemas)
            and _na_direcao(mascara, lido.direcionais)
        ):
            yield _Achado(termo, mascara, termo.peso * fator)


def _na_direcao(mascara: int, direcionais: int) -> bool:
    """'sem' looks forward: in 'escola sem professor' it is not the school that lacks."""
    presentes = mascara & direcionais
    return not presentes or bool(mascara & (presentes << 1 | presentes << 2))


def _negar(achados: list[_Achado], lido: _TextoLido) -> list[_Achado]:
    """Marks findings that touch a negated word; its term's other words, in the same clause, are negated with it."""
    if not lido.mascara_negada:
        return achados
    negada = lido.mascara_negada
    for achado in achados:
        if achado.mascara & lido.mascara_negada:
            negada |= _na_mesma_clausula(achado.mascara, lido)
    for achado in achados:
        achado.negado = bool(achado.mascara & negada)
    return achados


def _na_mesma_clausula(mascara: int, lido: _TextoLido) -> int:
    ordens = [i for i in range(mascara.bit_length()) if mascara >> i & 1]
    clausulas = {lido.clausulas[i] for i in ordens if lido.mascara_negada >> i & 1}
    return sum(1 << i for i in ordens if lido.clausulas[i] in clausulas)


def _dominantes(achados: list[_Achado]) -> list[_Achado]:
    """One finding a term; a term inside a longer one ('lixo' in 'lixo hospitalar') gives way.

    Within a category so does whatever covers the same words.
    """
    achados.sort(key=lambda a: (-a.mascara.bit_count(), -a.pontos, a.termo.subcategoria is None, a.termo.texto))
    mantidos: list[_Achado] = []
    vistos: set[tuple[str, str]] = set()
    for achado in achados:
        chave = (achado.termo.categoria, achado.termo.texto)
        if chave in vistos or any(_cobre(m, achado) for m in mantidos):
            continue
        vistos.add(chave)
        mantidos.append(achado)
    return mantidos


def _cobre(maior: _Achado, menor: _Achado) -> bool:
    if menor.mascara & ~maior.mascara:
        return False
    return menor.mascara != maior.mascara or menor.termo.categoria == maior.termo.categoria


def _melhor(subcategorias: dict[str, float]) -> str | None:
    """The subcategory with most points, when it is clearly one."""
    ordem = sorted(subcategorias.items(), key=lambda item: (-item[1], item[0]))
    if not ordem or ordem[0][1] < _MINIMO_DA_SUBCATEGORIA:
        return None
    return None if len(ordem) > 1 and ordem[1][1] == ordem[0][1] else ordem[0][0]


def _evidencias(validos: list[_Achado], achados: list[_Achado]) -> tuple[Evidencia, ...]:
    negados = {(a.termo.categoria, a.termo.texto): a for a in achados if a.negado}
    return tuple(
        Evidencia(a.termo.texto, a.termo.categoria, a.termo.subcategoria, 0.0 if a.negado else a.pontos, a.negado)
        for a in [*validos, *negados.values()]
    )


@lru_cache(maxsize=1)
def classificador() -> Classificador:
    return Classificador(lexico(), calibracao())
