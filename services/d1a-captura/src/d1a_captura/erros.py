"""What only D-1a says: of an identity that is not theirs to use, of a key that was used for something else."""

from nucleo.erros import NaoAutenticado, Problema

_DA_CONTA = "Este identificador pertence a uma conta. Entre na sua conta para continuar."
_OUTRA_COM_A_CHAVE = "Esta chave já veio com outra atualização desta demanda, que vale. Para mais uma, use outra chave."


class ContaExigida(NaoAutenticado):
    """401: the anonymous id belongs to an account, and whoever has the account enters with it."""

    tipo, titulo = "login-necessario", "Entre na sua conta"

    def __init__(self) -> None:
        super().__init__(_DA_CONTA, campo="X-Cidadao-Id")


class ChaveReutilizada(Problema):
    """422: this `Idempotency-Key` came with another update (IETF draft "The Idempotency-Key HTTP Header Field")."""

    status, tipo, titulo = 422, "chave-reutilizada", "Chave já usada"

    def __init__(self) -> None:
        super().__init__(_OUTRA_COM_A_CHAVE, campo="Idempotency-Key")
