"""How often one client may come through the door; the limits of each route are counted where it is served."""

from fastapi import Request
from limits import parse

from nucleo.endereco import endereco_do_cliente, origem
from nucleo.limites import limitador


async def teto(request: Request) -> None:
    """Count one request of this address, whatever it asks. Raises `LimiteExcedido` beyond `teto_por_ip`."""
    await contar(request, request.app.state.config.teto_por_ip)


async def contar(request: Request, taxa: str, *nome: str) -> None:
    """Count one request of this address for what is published under a name. Raises `LimiteExcedido` beyond `taxa`."""
    cliente = origem(endereco_do_cliente(request.scope, request.app.state.config.saltos_confiaveis))
    await limitador(request.app).contar(parse(taxa), "porta", *nome, cliente)
