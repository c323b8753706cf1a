"""The dictionary: weighted terms, compiled so that a text only meets the terms whose rarest word it has."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from d3_categorizacao.dominio.dados import ler_yaml
from d3_categorizacao.dominio.lugar import RegrasDeLugar
from d3_categorizacao.dominio.taxonomia import Taxonomia, taxonomia
from d3_categorizacao.dominio.texto import sem_acentos
from d3_categorizacao.dominio.vocabulario import Vocabulario

CLASSE_FALTA = "@falta"
FORA = "fora"  # what weighs against any category: praise, classified ads, tests
_PESO_QUE_DECIDE = 3


class ArquivoDoLexico(BaseModel):
    """Shape of dados/lexico.yaml; lists of words may be written as one string."""

    model_config = ConfigDict(extra="forbid")
    versao: str
    palavras_vazias: str
    negadores: list[str]
    transparentes: str
    oferta: str
    identidade: list[str]
    inocuos: str
    adversativas: list[str]
    queixas: list[str]
    problemas: str
    direcionais: str
    referencias: str
    logradouros: str
    variantes: dict[str, str]
    verbos: str
    irregulares: dict[str, str]
    substantivos: str
    classes: dict[str, str]
    termos: dict[str, dict[Annotated[int, Field(ge=1, le=5)], list[str]]]
    corrigiveis: str
    palavras_comuns: str


@dataclass(frozen=True, slots=True)
class Termo:
    """One dictionary entry: all `lexemas` close together say `peso` for the category."""

    texto: str
    lexemas: tuple[str, ...]
    peso: int
    categoria: str
    subcategoria: str | None


@dataclass(frozen=True, slots=True)
class RegrasDeNegacao:
    negadores: frozenset[str]
    transparentes: frozenset[str]
    oferta: frozenset[str]
    identidade: frozenset[str]
    inocuos: frozenset[str]
    adversativas: frozenset[str]
    queixas: frozenset[str]
    problemas: frozenset[str]
    falta: str


class Lexico:
    """Compiled dictionary: `lexemas(word)` is what a word counts as, `ancorados[lexeme]` the terms to try on it."""

    def __init__(self, arquivo: ArquivoDoLexico, de: Taxonomia) -> None:
        self.versao = arquivo.versao
        self.palavras_vazias = frozenset(arquivo.palavras_vazias.split())
        self._vocabulario = Vocabulario(
            arquivo.verbos.split(),
            {verbo: formas.split() for verbo, formas in arquivo.irregulares.items()},
            map(sem_acentos, arquivo.substantivos.split()),
            arquivo.variantes,
        )
        self._classes = self._membros(arquivo.classes)
        self.termos = self._compilar(arquivo.termos, de)
        self.negacao = self._regras(arquivo)
        self.direcionais = frozenset(arquivo.direcionais.split())
        self.lugar = RegrasDeLugar(
            frozenset(arquivo.referencias.split()), frozenset(arquivo.logradouros.split()), self.palavras_vazias
        )
        decisivos = {t.lexemas[0] for t in self.termos if len(t.lexemas) == 1 and t.peso >= _PESO_QUE_DECIDE}
        alvos = decisivos | set(map(self._aprender, arquivo.corrigiveis.split()))
        self._vocabulario.concluir(alvos, arquivo.palavras_comuns.split() + arquivo.palavras_vazias.split())
        self.ancorados = _por_ancora(self.termos)
        self._memoria: dict[str, tuple[str, ...]] = {}

    def lexemas(self, palavra: str) -> tuple[str, ...]:
        """The lexeme of a word and the classes it belongs to; empty when the dictionary does not know it."""
        lexema = self._vocabulario.lexema(palavra)
        if lexema is None:
            return ()
        conhecidos = self._memoria.get(lexema)
        if conhecidos is None:
            conhecidos = (lexema, *(classe for classe, membros in self._classes.items() if lexema in membros))
            self._memoria[lexema] = conhecidos
        return conhecidos

    def _membros(self, classes: Mapping[str, str]) -> dict[str, frozenset[str]]:
        return {f"@{nome}": frozenset(map(self._aprender, palavras.split())) for nome, palavras in classes.items()}

    def _aprender(self, palavra: str) -> str:
        return self._vocabulario.aprender(sem_acentos(palavra))

    def _compilar(self, termos: Mapping[str, Mapping[int, list[str]]], de: Taxonomia) -> list[Termo]:
        compilados = []
        for identificador, por_peso in termos.items():
            categoria, subcategoria = _destino(identificador, de)
            for peso, textos in por_peso.items():
                for texto in textos:
                    lexemas = tuple(dict.fromkeys(map(self._componente, texto.split())))
                    compilados.append(Termo(texto, lexemas, peso, categoria, subcategoria))
        return compilados

    def _componente(self, palavra: str) -> str:
        if not palavra.startswith("@"):
            return self._aprender(palavra)
        if palavra not in self._classes:
            raise ValueError(f"o termo usa a classe {palavra}, que não existe")
        return palavra

    def _regras(self, arquivo: ArquivoDoLexico) -> RegrasDeNegacao:
        return RegrasDeNegacao(
            negadores=frozenset(arquivo.negadores),
            transparentes=frozenset(arquivo.transparentes.split()),
            oferta=frozenset(arquivo.oferta.split()),
            identidade=frozenset(arquivo.identidade),
            inocuos=frozenset(arquivo.inocuos.split()),
            adversativas=frozenset(arquivo.adversativas),
            queixas=frozenset(arquivo.queixas),
            problemas=frozenset(map(self._aprender, arquivo.problemas.split())),
            falta=self._aprender("faltar"),
        )


def _destino(identificador: str, de: Taxonomia) -> tuple[str, str | None]:
    if identificador in de.por_id or identificador == FORA:
        return identificador, None
    if identificador in de.subcategoria_por_id:
        return identificador.rsplit(".", 1)[0], identificador
    raise ValueError(f"o léxico cita {identificador}, que não está na taxonomia")


def _por_ancora(termos: list[Termo]) -> dict[str, list[Termo]]:
    """Each term under its rarest lexeme, so that frequent words do not drag every term along."""
    frequencia = Counter(lexema for termo in termos for lexema in termo.lexemas)
    ancorados: dict[str, list[Termo]] = defaultdict(list)
    for termo in termos:
        ancorados[min(termo.lexemas, key=lambda lexema: (frequencia[lexema], lexema))].append(termo)
    return dict(ancorados)


@lru_cache(maxsize=1)
def lexico() -> Lexico:
    dados: Any = ler_yaml("lexico.yaml")
    return Lexico(ArquivoDoLexico.model_validate(dados), taxonomia())
