"""What a report must satisfy beyond the form of each field. Spec D-1a, "Lógica" and "Técnicas"."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from d1a_captura.dominio.entrada import CARACTERES_MINIMOS, Falta, diz_algo
from d1a_captura.dominio.geografia import Area, distancia_m
from d1a_captura.dominio.relato import Relato

ATRASO_MAXIMO = timedelta(days=365)  # a report kept in a device without network
CONSENTIMENTO_MAXIMO = timedelta(days=3650)
FOLGA_DO_RELOGIO = timedelta(minutes=5)
CONSENTIMENTO_DE_MIDIA = "midia_publica"
TERMOS_DE_USO = "termos_de_uso"


@dataclass(frozen=True, slots=True)
class Regras:
    """The rules that an installation may set."""

    area: Area
    raio_captura_m: float
    consentimentos_exigidos: tuple[str, ...] = ()


def faltas(relato: Relato, regras: Regras, agora: datetime) -> Iterator[Falta]:
    """Yield every fault of a report; none when it is valid."""
    yield from _descricao(relato)
    yield from _area(relato, regras.area)
    yield from _fix(relato, regras.raio_captura_m)
    yield from _instantes(relato, agora)
    yield from _consentimentos(relato, regras.consentimentos_exigidos)
    yield from _instantes_dos_consentimentos(relato, agora)


def _descricao(relato: Relato) -> Iterator[Falta]:
    if relato.tipo_midia != "texto" and not relato.midia_urls:
        yield "midia_urls", f"Um relato por {relato.tipo_midia} precisa de ao menos uma mídia."
    elif not relato.midia_urls and not diz_algo(relato.texto_bruto):
        yield "texto_bruto", f"Descreva o problema com ao menos {CARACTERES_MINIMOS} letras ou números."


def _area(relato: Relato, area: Area) -> Iterator[Falta]:
    lat, lng = relato.localizacao_bruta.lat, relato.localizacao_bruta.lng
    if lat == 0 and lng == 0:
        yield "localizacao_bruta.lng", "O ponto (0, 0) indica que o aparelho não informou a posição. Marque o local."
        return
    trocado = " Latitude e longitude parecem trocadas." if area.contem(lng, lat) else ""
    if not area.tem_lat(lat):
        limites = f"{area.lat_minima} e {area.lat_maxima}"
        yield "localizacao_bruta.lat", f"Fora da área atendida: a latitude deve estar entre {limites}.{trocado}"
    if not area.tem_lng(lng):
        limites = f"{area.lng_minima} e {area.lng_maxima}"
        yield "localizacao_bruta.lng", f"Fora da área atendida: a longitude deve estar entre {limites}.{trocado}"


def _fix(relato: Relato, raio_m: float) -> Iterator[Falta]:
    lat, lng = relato.fix_lat, relato.fix_lng
    if lat is None and lng is None:
        if relato.fix_precisao_m is not None or relato.fix_timestamp is not None:
            yield "fix_lat", "Envie a posição do aparelho junto com a precisão e o instante dela."
    elif lat is None:
        yield "fix_lat", "Envie fix_lat e fix_lng juntos."
    elif lng is None:
        yield "fix_lng", "Envie fix_lat e fix_lng juntos."
    elif distancia_m(lat, lng, relato.localizacao_bruta.lat, relato.localizacao_bruta.lng) > raio_m:
        quilometros = f"{raio_m / 1000:g}"
        yield "localizacao_bruta", f"O local indicado está a mais de {quilometros} km da posição do aparelho."


def _instantes(relato: Relato, agora: datetime) -> Iterator[Falta]:
    for campo in ("timestamp_criacao", "fix_timestamp"):
        instante: datetime | None = getattr(relato, campo)
        if instante is None:
            continue
        if instante > agora + FOLGA_DO_RELOGIO:
            yield campo, "O instante está no futuro. Confira o relógio do aparelho."
        elif instante < agora - ATRASO_MAXIMO:
            yield campo, f"O instante tem mais de {ATRASO_MAXIMO.days} dias. Faça um novo relato."


def _consentimentos(relato: Relato, exigidos: tuple[str, ...]) -> Iterator[Falta]:
    respostas = {c.tipo: c.aceito for c in relato.consentimentos}
    if len(respostas) < len(relato.consentimentos):
        yield "consentimentos", "Responda cada consentimento uma só vez."
    if relato.midia_urls:
        exigidos = (*exigidos, CONSENTIMENTO_DE_MIDIA)
    for tipo in exigidos:
        if not respostas.get(tipo, False):
            yield "consentimentos", f"É preciso aceitar o consentimento {tipo} para enviar este relato."
    if respostas.get(TERMOS_DE_USO) is False and TERMOS_DE_USO not in exigidos:
        yield "consentimentos", "Os termos de uso foram recusados: sem eles o relato não pode ser recebido."


def _instantes_dos_consentimentos(relato: Relato, agora: datetime) -> Iterator[Falta]:
    for indice, consentimento in enumerate(relato.consentimentos):
        instante = consentimento.timestamp
        if instante and not agora - CONSENTIMENTO_MAXIMO <= instante <= agora + FOLGA_DO_RELOGIO:
            yield (
                f"consentimentos[{indice}].timestamp",
                "O consentimento está no futuro ou é antigo demais.",
            )
