"""The engine that needs no network: a frequency dictionary of Portuguese and the rules of clarity."""

from collections.abc import Iterable
from importlib.resources import files
from unicodedata import normalize

from spellchecker import SpellChecker

from d1a_captura.assistencia.motor import Revisao
from d1a_captura.dominio import clareza, ortografia
from d1a_captura.dominio.revisao import aplicar

_COMUM = 1000  # how common each word of our own list counts


class DicionarioLocal:
    """The packaged dictionary, with the Brazilian and urban words that it lacks."""

    def __init__(self) -> None:
        self._palavras = SpellChecker(language="pt", distance=1)
        proprias = files("d1a_captura.assistencia").joinpath("dados/palavras.txt").read_text("utf-8")
        self._palavras.word_frequency.load_json(dict.fromkeys(proprias.split(), _COMUM))

    def frequencia(self, palavra: str) -> int:
        """Return how often a word is seen."""
        return int(self._palavras[palavra])

    def vizinhas(self, palavra: str) -> Iterable[str]:
        """Return the known words at one edit."""
        return self._palavras.known(self._palavras.edit_distance_1(palavra)) - {palavra}


class MotorLocal:
    """Spelling and clarity, in some milliseconds."""

    nome = "local-1"

    def __init__(self) -> None:
        self._dicionario = DicionarioLocal()

    def revisar(self, texto: str) -> Revisao:
        """Return what could be better in a text; places are characters of its NFC form."""
        texto = normalize("NFC", texto)
        legivel = clareza.baixar(texto) if clareza.grita(texto) else texto
        palavras = list(ortografia.sugerir(legivel, self._dicionario))
        sugerido = aplicar(legivel, palavras)
        return Revisao([*palavras, *clareza.sugerir(texto)], sugerido if sugerido != texto else None)
