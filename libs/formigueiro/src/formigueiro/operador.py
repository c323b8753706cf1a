"""An operator at the doors of the colonies: HTTP with a token of this machine."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Self

import httpx

from formigueiro.chaves import privada
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.sistema import Sistema
from nucleo import Config
from nucleo.identidade import emitir


class Operador:
    """Calls colonies directly, not through the gateway, which does not let operations pass.

    `sub` is whom the colonies will name as the author of what is decided; a new UUID when absent.
    """

    def __init__(
        self,
        sistema: Sistema | None = None,
        papeis: tuple[str, ...] = ("operador", "moderador"),
        sub: str | None = None,
    ) -> None:
        self.sistema = sistema or Sistema()
        self.cabecalhos = {"Authorization": f"Bearer {self._token(papeis, sub)}"}
        self._cliente = httpx.Client(timeout=600, trust_env=False, headers=self.cabecalhos)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._cliente.close()

    def pedir(self, colonia: str, metodo: str, caminho: str, **opcoes: Any) -> Any:
        """Call a colony and return its JSON; a problem becomes a sentence."""
        declarada = self.sistema.colonias.get(colonia)
        if declarada is None:
            raise FalhaDaPilha(f"Não há a colônia {colonia}; há {', '.join(self.sistema.colonias)}.")
        try:
            resposta = self._cliente.request(metodo, self.sistema.endereco(declarada) + caminho, **opcoes)
        except httpx.ConnectError:
            raise FalhaDaPilha(f"A colônia {colonia} não está no ar: formigueiro up.") from None
        except httpx.HTTPError as erro:
            raise FalhaDaPilha(f"A colônia {colonia} não respondeu: {type(erro).__name__}.") from erro
        if resposta.is_error:
            problema = resposta.json() if "json" in resposta.headers.get("content-type", "") else {}
            raise FalhaDaPilha(f"{colonia}: {problema.get('detail', resposta.status_code)}")
        return resposta.json()

    def paginas(self, colonia: str, caminho: str, lista: str, **parametros: Any) -> Iterator[dict[str, Any]]:
        """Walk a keyset-paginated list to its end: each page names the next in `proximo`."""
        depois = None
        while True:
            consulta = parametros | ({} if depois is None else {"depois": depois})
            pagina = self.pedir(colonia, "GET", caminho, params=consulta)
            yield from pagina[lista]
            depois = pagina["proximo"]
            if depois is None:
                return

    def _token(self, papeis: tuple[str, ...], sub: str | None) -> str:
        config = Config.carregar("", banco_url="")
        return emitir(
            privada(self.sistema.ajustes.pasta),
            emissor=config.jwt_emissor,
            audiencia=config.jwt_audiencia,
            sub=sub,
            papeis=papeis,
            validade=timedelta(hours=1),
        )
