"""What a coordinate may be. Zero is a value; (0, 0), a swapped pair, NaN and infinity are mistakes."""

from dataclasses import dataclass
from math import isfinite


@dataclass(frozen=True, slots=True)
class Caixa:
    """The bounding box of the territory served, in degrees (WGS 84)."""

    lat_min: float
    lat_max: float
    lng_min: float
    lng_max: float

    def contem(self, lat: float, lng: float) -> bool:
        """Tell whether the point is in the box, edges included."""
        return self.lat_min <= lat <= self.lat_max and self.lng_min <= lng <= self.lng_max


BRASIL = Caixa(lat_min=-33.9, lat_max=5.4, lng_min=-74.1, lng_max=-28.6)
"""Brazil with its oceanic islands."""


def existe(lat: float, lng: float) -> bool:
    """Tell whether this is a point of the Earth: finite and within ±90° and ±180°."""
    return isfinite(lat) and isfinite(lng) and abs(lat) <= 90 and abs(lng) <= 180


def recusar(lat: float, lng: float, caixa: Caixa) -> tuple[str, str] | None:
    """Return the field at fault and why, in Portuguese; None when the point may be looked up."""
    for campo, valor, limite in (("lat", lat, 90), ("lng", lng, 180)):
        if not isfinite(valor):
            return campo, "Informe um número finito."
        if abs(valor) > limite:
            return campo, f"Deve estar entre −{limite} e {limite} graus."
    if caixa.contem(lat, lng):
        return None
    if caixa.contem(lng, lat):
        return "lat", "A latitude e a longitude parecem trocadas."
    campo = "lat" if not caixa.lat_min <= lat <= caixa.lat_max else "lng"
    return campo, "O ponto está fora da área atendida."
