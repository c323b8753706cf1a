"""Content types of the Confluent protocol: what may be sent, and which of the three answers a client prefers."""

PADRAO = "application/vnd.schemaregistry.v1+json"
RESPOSTAS = (PADRAO, "application/vnd.schemaregistry+json", "application/json")
PEDIDOS = frozenset({*RESPOSTAS, "application/octet-stream"})


def escolher(aceita: str | None) -> str | None:
    """The content type of the answer for an `Accept` header; None when the client wants something else."""
    preferencias = [_preferencia(parte) for parte in (aceita or "*/*").split(",") if parte.strip()]
    for intervalo, peso in sorted(preferencias, key=lambda par: -par[1]):
        for tipo in RESPOSTAS if peso > 0 else ():
            if _cobre(intervalo, tipo):
                return tipo
    return None


def e_aceito(tipo_de_conteudo: str | None) -> bool:
    """Whether a body of this content type may be read; clients that say nothing send JSON."""
    return not tipo_de_conteudo or tipo_de_conteudo.partition(";")[0].strip().lower() in PEDIDOS


def _preferencia(parte: str) -> tuple[str, float]:
    intervalo, *parametros = [pedaco.strip() for pedaco in parte.split(";")]
    pesos = [p.partition("=")[2] for p in parametros if p.replace(" ", "").startswith("q=")]
    try:
        return intervalo.lower(), float(pesos[0]) if pesos else 1.0
    except ValueError:
        return intervalo.lower(), 0.0


def _cobre(intervalo: str, tipo: str) -> bool:
    if intervalo == "*":
        return True
    grupo, _, subtipo = intervalo.partition("/")
    meu_grupo, _, meu_subtipo = tipo.partition("/")
    # `*/anything` is not in HTTP, but clients send it and servers of the protocol take it.
    return grupo == "*" or (grupo == meu_grupo and subtipo in ("*", meu_subtipo))
