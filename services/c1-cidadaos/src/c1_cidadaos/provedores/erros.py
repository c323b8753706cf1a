"""What C-1 says when a provider does not confirm who the citizen is."""

from nucleo.erros import Problema, Sobrecarga


class ProvedorAusente(Sobrecarga):
    """503: the provider did not answer, or not as OpenID Connect says."""

    tipo, titulo = "emissor-ausente", "Emissor ausente"

    def __init__(self) -> None:
        super().__init__(5, "Quem confirma sua identidade não respondeu. Tente de novo em instantes.")


class EntradaRecusada(Problema):
    """403: the provider, or the proof that it gave, does not let the citizen in. Nothing was changed."""

    status, tipo, titulo = 403, "entrada-recusada", "Entrada recusada"

    def __init__(self) -> None:
        super().__init__("Não foi possível confirmar sua identidade. Nada foi alterado; comece a entrada de novo.")
