"""How a colony is, asked of itself: readiness with its reasons, and the numbers an operator looks at first."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
from prometheus_client.parser import text_string_to_metric_families


@dataclass(frozen=True)
class Saude:
    """A part of the stack or a colony; `impedimento` is None when it is ready."""

    nome: str
    especie: str
    impedimento: str | None
    atraso: int | None = None
    saida_segundos: float | None = None
    dlq: int | None = None


def consultar(enderecos: Mapping[str, str]) -> list[Saude]:
    """Asks every colony at once."""
    with ThreadPoolExecutor(max_workers=8) as fila:
        return list(fila.map(_consultar, enderecos.keys(), enderecos.values()))


def _consultar(nome: str, endereco: str) -> Saude:
    try:
        with httpx.Client(base_url=endereco, timeout=5, trust_env=False) as cliente:
            pronta = cliente.get("/saude/pronta").json()
            numeros = _somas(cliente.get("/metrics").text)
    except httpx.ConnectError:
        return Saude(nome, "colônia", "não está no ar")
    except (httpx.HTTPError, ValueError) as erro:
        return Saude(nome, "colônia", f"não respondeu ({type(erro).__name__})")
    motivos = "; ".join(f"{parte}: {motivo}" for parte, motivo in pronta["motivos"].items())
    return Saude(
        nome,
        "colônia",
        motivos or None,
        atraso=int(numeros.get("formigueiro_atraso", 0)),
        saida_segundos=numeros.get("formigueiro_saida_idade_segundos", 0.0),
        dlq=int(numeros.get("formigueiro_dlq_tamanho", 0)),
    )


def _somas(metricas: str) -> dict[str, float]:
    """Each metric summed over its labels."""
    familias = text_string_to_metric_families(metricas)
    return {familia.name: sum(amostra.value for amostra in familia.samples) for familia in familias}
