"""What the gateway says when a colony cannot answer."""

from nucleo.erros import Problema

ESPERA_S = 5


class ColoniaAusente(Problema):
    """503: the colony is not there; nothing reached it."""

    status, tipo, titulo = 503, "colonia-ausente", "Serviço ausente"

    def __init__(self) -> None:
        super().__init__(
            "Esta parte do sistema está fora do ar. Tente de novo em instantes.",
            cabecalhos={"Retry-After": str(ESPERA_S)},
        )


class RespostaInterrompida(Problema):
    """502: the colony broke off before answering; whether it did what was asked is not known."""

    status, tipo, titulo = 502, "resposta-interrompida", "Resposta interrompida"

    def __init__(self) -> None:
        super().__init__(
            "Esta parte do sistema interrompeu a resposta. Tente de novo em instantes.",
            cabecalhos={"Retry-After": str(ESPERA_S)},
        )


class EsperaEsgotada(Problema):
    """504: the colony took too long; whether it did what was asked is not known."""

    status, tipo, titulo = 504, "espera-esgotada", "Espera esgotada"

    def __init__(self) -> None:
        super().__init__("Esta parte do sistema demorou demais a responder. Tente de novo em instantes.")
