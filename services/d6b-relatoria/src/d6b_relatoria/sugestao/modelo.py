"""A model that another service runs: it gets the report without personal data, and its answer is checked."""

from datetime import date
from typing import Annotated

import httpx
from pydantic import BaseModel, Field

from d6b_relatoria.dominio.campos import CAMPOS, LONGO_MAXIMO, TEXTO_MAXIMO
from d6b_relatoria.dominio.estruturacao import Sugestao
from nucleo.sanitizacao import sanitizar

_Frase = Annotated[str, Field(max_length=TEXTO_MAXIMO)]


class _Resposta(BaseModel):
    tipo: str
    campos: dict[str, Annotated[str, Field(max_length=LONGO_MAXIMO)]]
    texto_sugerido: _Frase
    fatos: Annotated[list[_Frase], Field(max_length=100)] = []
    interpretacoes: Annotated[list[_Frase], Field(max_length=100)] = []
    confianca: Annotated[float, Field(ge=0, le=1)]


class Modelo:
    """Asks a model by HTTP: POST of `{texto, hoje}`, answered by the fields of a `Sugestao`."""

    nome = "modelo"

    def __init__(self, url: str, cliente: httpx.AsyncClient) -> None:
        self._url = url
        self._cliente = cliente

    async def sugerir(self, texto: str, hoje: date) -> Sugestao:
        """Return what the model proposes; raise when it is away or answers anything else."""
        pedido = {"texto": sanitizar(texto), "hoje": hoje.isoformat()}
        resposta = await self._cliente.post(self._url, json=pedido)
        lida = _Resposta.model_validate_json(resposta.raise_for_status().content)
        conhecidos = {nome: valor for nome, valor in lida.campos.items() if nome in CAMPOS[lida.tipo]}
        return Sugestao(**lida.model_dump() | {"campos": conhecidos})
