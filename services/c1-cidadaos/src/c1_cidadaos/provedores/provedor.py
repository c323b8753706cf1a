"""One provider: the citizen's way there, and whom it says came back."""

from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import structlog

from c1_cidadaos.config import Emissor
from c1_cidadaos.dominio.id_token import Chave, ChaveDesconhecida, IdTokenRecusado, conferir, decifrar, ler_chaves
from c1_cidadaos.dominio.segredos import desafio
from c1_cidadaos.provedores.documento import Documento
from c1_cidadaos.provedores.erros import EntradaRecusada, ProvedorAusente

_DESCOBERTA = "/.well-known/openid-configuration"
_ENDERECOS = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class Provedor:
    """Speaks OpenID Connect with one provider, for the client that this installation is there."""

    def __init__(self, sigla: str, emissor: Emissor, http: httpx.AsyncClient, redirecionamento: str) -> None:
        self.sigla = sigla
        self.emissor = emissor
        self._http = http
        self._redirecionamento = redirecionamento
        self._descoberta = Documento(http, self._fala_por_este)
        self._jwks = Documento(http, lambda jwks: bool(ler_chaves(jwks)))

    async def endereco_de_entrada(self, estado: str, nonce: str, verificador: str) -> str:
        """Return where to send a citizen who wants to enter. Raises `ProvedorAusente`."""
        destino = (await self._metadados())["authorization_endpoint"]
        consulta = {
            "response_type": "code",
            "client_id": self.emissor.cliente_id,
            "redirect_uri": self._redirecionamento,
            "scope": self.emissor.escopos,
            "state": estado,
            "nonce": nonce,
            "code_challenge": desafio(verificador),
            "code_challenge_method": "S256",
        }
        return f"{destino}{'&' if '?' in destino else '?'}{urlencode(consulta)}"

    async def conferir_resposta(self, iss: str | None) -> None:
        """Refuse an answer that another provider gave (RFC 9207). Raises `EntradaRecusada`."""
        promete = (await self._metadados()).get("authorization_response_iss_parameter_supported") is True
        if iss != self.emissor.url and (iss is not None or promete):
            raise self._recusa("a resposta é de outro emissor")

    async def identificar(self, codigo: str, verificador: str, nonce: str, agora: datetime) -> dict[str, Any]:
        """Return what the provider says of whom a code stands for; `sub` is who it is.

        Raises:
            EntradaRecusada: the code, or the token that it gave, does not prove who entered in this very login.
            ProvedorAusente: nobody can tell now.
        """
        token = await self._trocar(codigo, verificador)
        try:
            declaracoes = await self._decifrar(token)
            conferir(declaracoes, self.emissor.url, self.emissor.cliente_id, nonce, agora)
        except IdTokenRecusado as motivo:
            raise self._recusa(str(motivo)) from motivo
        return declaracoes

    async def _trocar(self, codigo: str, verificador: str) -> str:
        corpo = {
            "grant_type": "authorization_code",
            "code": codigo,
            "redirect_uri": self._redirecionamento,
            "code_verifier": verificador,
        }
        endereco = (await self._metadados())["token_endpoint"]
        try:
            resposta = await self._http.post(endereco, data=corpo | self._nome(), auth=self._credencial())
            dados = resposta.json()
        except (httpx.HTTPError, ValueError) as erro:
            raise ProvedorAusente from erro
        if resposta.is_server_error:
            raise ProvedorAusente
        token = dados.get("id_token") if resposta.is_success and isinstance(dados, dict) else None
        if not isinstance(token, str):
            raise self._recusa("o código não vale um ID token")
        return token

    def _nome(self) -> dict[str, str]:
        """A client without a secret only says who it is (RFC 6749 §4.1.3)."""
        return {"client_id": self.emissor.cliente_id} if self.emissor.cliente_segredo is None else {}

    def _credencial(self) -> httpx.Auth:
        """One with a secret shows it, form-encoded before it is joined (RFC 6749 §2.3.1)."""
        segredo = self.emissor.cliente_segredo
        if segredo is None:
            return httpx.Auth()
        return httpx.BasicAuth(quote(self.emissor.cliente_id, safe=""), quote(segredo.get_secret_value(), safe=""))

    async def _decifrar(self, token: str) -> dict[str, Any]:
        try:
            return decifrar(token, await self._chaves(), self.emissor.algoritmos)
        except ChaveDesconhecida:
            return decifrar(token, await self._chaves(de_novo=True), self.emissor.algoritmos)

    async def _chaves(self, *, de_novo: bool = False) -> list[Chave]:
        return ler_chaves(await self._jwks.ler((await self._metadados())["jwks_uri"], de_novo=de_novo))

    async def _metadados(self) -> dict[str, Any]:
        return await self._descoberta.ler(self.emissor.url.rstrip("/") + _DESCOBERTA)

    def _fala_por_este(self, metadados: dict[str, Any]) -> bool:
        """Whether discovery speaks for the issuer of the settings, and of places as safe as its own."""
        esquemas = ("https://", "http://") if self.emissor.local else ("https://",)
        seguros = all(str(metadados.get(nome)).startswith(esquemas) for nome in _ENDERECOS)
        return seguros and metadados.get("issuer") == self.emissor.url

    def _recusa(self, motivo: str) -> EntradaRecusada:
        """Why, for the operator; the citizen only learns that it did not work."""
        structlog.get_logger().warning("entrada recusada", emissor=self.sigla, motivo=motivo)
        return EntradaRecusada()
