"""What D-1a says to who asks under an identity that is not theirs to use."""

from nucleo.erros import NaoAutenticado

_DA_CONTA = "Este identificador pertence a uma conta. Entre na sua conta para continuar."


class ContaExigida(NaoAutenticado):
    """401: the anonymous id belongs to an account, and whoever has the account enters with it."""

    tipo, titulo = "login-necessario", "Entre na sua conta"

    def __init__(self) -> None:
        super().__init__(_DA_CONTA, campo="X-Cidadao-Id")
