"""The identity providers that the settings name, spoken to by OpenID Connect."""

from collections.abc import AsyncIterator, Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from c1_cidadaos.config import ConfigC1
from c1_cidadaos.provedores.provedor import Provedor
from nucleo.erros import NaoEncontrado


class Provedores:
    """The providers by the name that the settings give them."""

    def __init__(self, config: ConfigC1, http: httpx.AsyncClient) -> None:
        self._por_sigla = {
            sigla: Provedor(sigla, emissor, http, config.redirecionamento)
            for sigla, emissor in config.emissores.items()
        }

    def __iter__(self) -> Iterator[Provedor]:
        return iter(self._por_sigla.values())

    def obter(self, sigla: str) -> Provedor:
        """Return a provider. Raises `NaoEncontrado`."""
        provedor = self._por_sigla.get(sigla)
        if provedor is None:
            raise NaoEncontrado("Não é possível entrar por este emissor.", campo="emissor")
        return provedor


async def abrir(config: ConfigC1, _: object) -> AsyncIterator[Provedores]:
    """Open the connections to the providers: no cookie of one citizen's login goes with another's.

    A test provider on this machine is not behind a proxy.
    """
    nenhum = CookieJar(DefaultCookiePolicy(allowed_domains=()))
    espera, proxies = config.emissor_espera_s, not config.emissores_locais
    async with httpx.AsyncClient(timeout=espera, trust_env=proxies, cookies=nenhum) as http:
        yield Provedores(config, http)
