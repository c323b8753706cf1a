"""Points on the globe: the area in operation and distances (WGS 84 degrees, metres)."""

from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt

RAIO_DA_TERRA_M = 6_371_008.8


@dataclass(frozen=True, slots=True)
class Area:
    """The bounding box of the territory in operation, edges included. Spec D-1a, "Validação de localização"."""

    lat_minima: float
    lat_maxima: float
    lng_minima: float
    lng_maxima: float

    def tem_lat(self, lat: float) -> bool:
        """Tell whether a latitude is inside."""
        return self.lat_minima <= lat <= self.lat_maxima

    def tem_lng(self, lng: float) -> bool:
        """Tell whether a longitude is inside."""
        return self.lng_minima <= lng <= self.lng_maxima

    def contem(self, lat: float, lng: float) -> bool:
        """Tell whether a point is inside."""
        return self.tem_lat(lat) and self.tem_lng(lng)


def distancia_m(lat_a: float, lng_a: float, lat_b: float, lng_b: float) -> float:
    """Return the great-circle distance between two points (haversine)."""
    phi_a, phi_b = radians(lat_a), radians(lat_b)
    seno_lat = sin((phi_b - phi_a) / 2)
    seno_lng = sin(radians(lng_b - lng_a) / 2)
    corda = seno_lat * seno_lat + cos(phi_a) * cos(phi_b) * seno_lng * seno_lng
    return 2 * RAIO_DA_TERRA_M * asin(min(1.0, sqrt(corda)))
