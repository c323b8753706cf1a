"""The two cookies: which browser began a login, and the refresh token of a web session (docs/decisoes/sessoes.md)."""

from datetime import datetime

from fastapi import Request, Response

from c1_cidadaos import sessao
from c1_cidadaos.config import ConfigC1
from c1_cidadaos.dominio import segredos
from nucleo.erros import Proibido

_CAMINHO = "/api/sessao"
_TAMANHO = len(segredos.novo())


def navegador(request: Request, config: ConfigC1) -> str:
    """Return the secret of this browser, a new one when it has none: logins in two tabs share it."""
    valor = request.cookies.get(_nome_do_navegador(config), "")
    return valor if len(valor) == _TAMANHO else segredos.novo()


def marcar_navegador(resposta: Response, config: ConfigC1, valor: str) -> None:
    """Let the browser prove, when it comes back from the provider, that it is the one that went."""
    _por(resposta, config, _nome_do_navegador(config), valor, "/", max_age=config.entrada_minutos * 60)


def guardar_sessao(resposta: Response, config: ConfigC1, aberta: sessao.Sessao) -> None:
    """Give the browser a refresh token that no script reads and only the session routes receive."""
    _por(resposta, config, _nome_da_sessao(config), str(aberta.renovacao), _CAMINHO, expires=aberta.termina_em)


def esquecer_sessao(resposta: Response, config: ConfigC1) -> None:
    """Take the refresh token from the browser."""
    _por(resposta, config, _nome_da_sessao(config), "", _CAMINHO, max_age=0)


def sessao_do_navegador(request: Request, config: ConfigC1) -> str | None:
    """Return the refresh token that the browser sent by itself, if a page of ours made it.

    Raises:
        Proibido: another site's page, or nobody's, made the request.
    """
    valor = request.cookies.get(_nome_da_sessao(config))
    if valor and request.headers.get("origin") not in config.origens:
        raise Proibido("Este pedido não veio de uma página deste sistema.", campo="Origin")
    return valor or None


def _por(
    resposta: Response,
    config: ConfigC1,
    nome: str,
    valor: str,
    caminho: str,
    *,
    max_age: int | None = None,
    expires: datetime | None = None,
) -> None:
    resposta.set_cookie(
        nome, valor, max_age, expires, path=caminho, secure=config.segura, httponly=True, samesite="lax"
    )


def _nome_do_navegador(config: ConfigC1) -> str:
    return "__Host-entrada" if config.segura else "entrada"


def _nome_da_sessao(config: ConfigC1) -> str:
    return "__Secure-sessao" if config.segura else "sessao"
