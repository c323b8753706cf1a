"""The connections to the colonies: requests and answers pass through in pieces, never whole in memory."""

from collections.abc import AsyncIterator, Mapping

import httpx

from d1a_captura.config import ConfigD1a
from d1a_captura.porta.cabecalhos import Cabecalhos
from d1a_captura.porta.erros import ColoniaAusente, EsperaEsgotada, RespostaInterrompida
from nucleo.erros import Sobrecarga
from nucleo.viva import ColoniaViva

_OCIOSA_S = 30.0  # less than the colonies keep an idle connection, so that none closes as it is taken


class Porta:
    """Speaks HTTP with the colonies: no redirection followed, no cookie kept, no proxy of the environment used."""

    def __init__(self, enderecos: Mapping[str, str], espera_s: float, ligacoes: int) -> None:
        self.bases = {nome: httpx.URL(endereco) for nome, endereco in enderecos.items()}
        self._espera = httpx.Timeout(espera_s, connect=min(espera_s, 3.0), pool=1.0).as_dict()
        limites = httpx.Limits(max_connections=ligacoes, max_keepalive_connections=ligacoes, keepalive_expiry=_OCIOSA_S)
        self._transporte = httpx.AsyncHTTPTransport(limits=limites)

    async def pedir(
        self, colonia: str, metodo: str, alvo: bytes, cabecalhos: Cabecalhos, corpo: AsyncIterator[bytes] | None
    ) -> httpx.Response:
        """Ask a colony; the answer's body is still to be read, and the caller closes it."""
        base = self.bases.get(colonia)
        if base is None:
            raise ColoniaAusente
        url = base.copy_with(raw_path=alvo)
        pedido = httpx.Request(metodo, url, headers=cabecalhos, content=corpo, extensions={"timeout": self._espera})
        try:
            return await self._transporte.handle_async_request(pedido)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            raise ColoniaAusente from None
        except httpx.PoolTimeout:
            raise Sobrecarga from None
        except httpx.TimeoutException:
            raise EsperaEsgotada from None
        except httpx.TransportError:
            raise RespostaInterrompida from None

    def origem(self, colonia: str) -> bytes:
        """Return scheme, host and port of a colony, as it would write them in a redirection."""
        base = self.bases[colonia]
        return f"{base.scheme}://{base.netloc.decode()}".encode()

    async def fechar(self) -> None:
        """Close every connection."""
        await self._transporte.aclose()


async def abrir(config: ConfigD1a, _: ColoniaViva) -> AsyncIterator[Porta]:
    """Open the gateway's connections."""
    porta = Porta(config.enderecos, config.porta_espera_s, config.porta_ligacoes)
    try:
        yield porta
    finally:
        await porta.fechar()
