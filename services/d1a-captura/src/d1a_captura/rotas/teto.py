"""The ceiling of the whole door, whatever is asked; the limits of each route are counted where it is served."""

from fastapi import Request
from limits import parse

from nucleo.endereco import endereco_do_cliente, origem
from nucleo.limites import limitador


async def teto(request: Request) -> None:
    """Count one request of this address. Raises `LimiteExcedido` beyond the setting `teto_por_ip`."""
    config = request.app.state.config
    cliente = origem(endereco_do_cliente(request.scope, config.saltos_confiaveis))
    await limitador(request.app).contar(parse(config.teto_por_ip), "porta", cliente)
