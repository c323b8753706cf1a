"""The few errors of the house: retry it, put it in the DLQ, or tell the caller in Portuguese (RFC 9457)."""

from collections.abc import Mapping
from typing import Any, ClassVar


class FalhaTransitoria(Exception):
    """Something is away (database, broker, another service): wait with back-off, try again, lose nothing."""


class FalhaPermanente(Exception):
    """This event will never be accepted (schema, rule): it goes to the DLQ and the rest proceeds."""


class Problema(Exception):
    """An answer to the caller as `application/problem+json`; raise a subclass.

    `detalhe` is what a citizen reads; `campo` names the field at fault; `cabecalhos` go into the response and
    `extras` become members of the document. `tipo` is the stable slug of `urn:formigueiro:erro:<slug>`.
    """

    status: ClassVar[int] = 500
    tipo: ClassVar[str] = "erro-interno"
    titulo: ClassVar[str] = "Erro interno"

    def __init__(
        self,
        detalhe: str,
        *,
        campo: str | None = None,
        cabecalhos: Mapping[str, str] | None = None,
        **extras: Any,
    ) -> None:
        super().__init__(detalhe)
        self.detalhe = detalhe
        self.campo = campo
        self.cabecalhos = dict(cabecalhos or {})
        self.extras = extras


class Invalido(Problema):
    """400: what was sent breaks a rule; `campo` is the path of the field, as in `localizacao_bruta.lat`."""

    status, tipo, titulo = 400, "dados-invalidos", "Dados inválidos"

    def __init__(self, campo: str, detalhe: str, **extras: Any) -> None:
        extras.setdefault("errors", [{"campo": campo, "detalhe": detalhe}])
        super().__init__(detalhe, campo=campo, **extras)


class NaoAutenticado(Problema):
    """401: no credential, or one that does not verify. `esquema` goes into `WWW-Authenticate`."""

    status, tipo, titulo = 401, "nao-autenticado", "Identificação necessária"

    def __init__(
        self,
        detalhe: str = "Entre na sua conta para continuar.",
        *,
        esquema: str = "Bearer",
        **extras: Any,
    ) -> None:
        super().__init__(detalhe, cabecalhos={"WWW-Authenticate": esquema}, **extras)


class Proibido(Problema):
    """403: identified, but without the role or the ownership that this needs."""

    status, tipo, titulo = 403, "proibido", "Acesso não permitido"

    def __init__(self, detalhe: str = "Você não tem permissão para isto.", **extras: Any) -> None:
        super().__init__(detalhe, **extras)


class NaoEncontrado(Problema):
    """404: nothing under that identifier (or nothing that this caller may know of)."""

    status, tipo, titulo = 404, "nao-encontrado", "Não encontrado"


class Conflito(Problema):
    """409: it exists already, or its present state does not allow this."""

    status, tipo, titulo = 409, "conflito", "Conflito"


class _TenteDepois(Problema):
    detalhe_padrao: ClassVar[str]

    def __init__(self, retry_after: int = 1, detalhe: str | None = None, **extras: Any) -> None:
        super().__init__(detalhe or self.detalhe_padrao, cabecalhos={"Retry-After": str(retry_after)}, **extras)
        self.retry_after = retry_after


class LimiteExcedido(_TenteDepois):
    """429: too many requests from this address; `retry_after` in seconds."""

    status, tipo, titulo = 429, "limite-excedido", "Muitas solicitações"
    detalhe_padrao = "Você fez muitas solicitações em pouco tempo. Aguarde um instante e tente de novo."


class Sobrecarga(_TenteDepois):
    """503: this cannot be served now (overload, database away); `retry_after` in seconds."""

    status, tipo, titulo = 503, "servico-indisponivel", "Serviço indisponível"
    detalhe_padrao = "O serviço está sobrecarregado ou em recuperação. Tente de novo em instantes."
