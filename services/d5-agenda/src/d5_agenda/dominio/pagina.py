"""Where a reader of a backlog stopped: the last item shown of each level, since the levels take turns."""

from collections.abc import Mapping
from uuid import UUID

_NUMERO = r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?"
_UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_PARTE = f"[1-5]:{_NUMERO}:{_UUID}"
CURSOR = f"^{_PARTE}(,{_PARTE}){{0,4}}$"
"""The form of a cursor: `level:score:demanda_id`, separated by commas."""

Parada = tuple[float, UUID]
"""The score and the id of the last item shown of a level."""


def escrever(paradas: Mapping[int, Parada]) -> str:
    """The cursor of a page."""
    return ",".join(f"{nivel}:{score!r}:{demanda_id}" for nivel, (score, demanda_id) in sorted(paradas.items()))


def ler(cursor: str) -> dict[int, Parada]:
    """Where the page of a cursor ended."""
    partes = (parte.split(":") for parte in cursor.split(","))
    return {int(nivel): (float(score), UUID(demanda_id)) for nivel, score, demanda_id in partes}
