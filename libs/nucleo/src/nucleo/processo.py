"""One process, one or several colonies: each on its own port, all on one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points

import uvicorn

from nucleo.aplicacao import montar
from nucleo.colonia import Colonia
from nucleo.config import Config
from nucleo.logs import configurar

GRUPO = "formigueiro.colonias"


def pontos() -> dict[str, EntryPoint]:
    """Return where installed distributions declare their colonies, by name; nothing is imported."""
    return {ponto.name: ponto for ponto in sorted(entry_points(group=GRUPO), key=lambda p: p.name)}


def colonias_instaladas() -> dict[str, Colonia]:
    """Return the declarations that installed distributions offer, by name."""
    return {nome: ponto.load() for nome, ponto in pontos().items()}


def executar(colonias: Sequence[Colonia]) -> None:
    """Serve the colonies until SIGTERM or SIGINT, then stop them cleanly."""
    configs = [colonia.config.carregar(colonia.nome) for colonia in colonias]
    configurar(configs[0].log_nivel)
    _poupar_coletor()
    with asyncio.Runner(loop_factory=_novo_laco) as laco:
        laco.run(_servir(list(zip(colonias, configs, strict=True))))


def _poupar_coletor() -> None:
    """Leave what was imported out of garbage collection for good, and batches alone until they are gone by themselves.

    With Python's own thresholds a third of the time of consumption went into looking at objects that were in use.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _novo_laco() -> asyncio.AbstractEventLoop:
    import uvloop

    return uvloop.new_event_loop()


async def _servir(colonias: list[tuple[Colonia, Config]]) -> None:
    servidores = [_servidor(colonia, config) for colonia, config in colonias]
    laco = asyncio.get_running_loop()
    for sinal in (signal.SIGTERM, signal.SIGINT):
        laco.add_signal_handler(sinal, _pedir_fim, servidores)
    tarefas = [asyncio.create_task(servidor.serve()) for servidor in servidores]
    # One server that cannot start (a taken port) ends the process: its supervisor must know.
    await asyncio.wait(tarefas, return_when=asyncio.FIRST_COMPLETED)
    _pedir_fim(servidores)
    await asyncio.gather(*tarefas)


def _pedir_fim(servidores: Sequence[uvicorn.Server]) -> None:
    for servidor in servidores:
        servidor.should_exit = True


class _Servidor(uvicorn.Server):
    """A server that leaves the signals to the process, which may hold several."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: `_servir` handles the signals."""
        yield


def _servidor(colonia: Colonia, config: Config) -> uvicorn.Server:
    return _Servidor(
        uvicorn.Config(
            montar(colonia, config),
            host=config.host,
            port=config.porta or colonia.porta,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # it would believe X-Forwarded-For from any local peer; `saltos_confiaveis` decides
            timeout_keep_alive=65,
            timeout_graceful_shutdown=20,
            backlog=4096,
        )
    )


def main(nomes: Sequence[str]) -> None:
    """Run the colonies named, as installed; import no other. Ends with a sentence when one is unknown."""
    instaladas = pontos()
    desconhecidas = [nome for nome in nomes if nome not in instaladas]
    if desconhecidas or not nomes:
        sys.exit(f"Colônias a executar: {', '.join(instaladas) or 'nenhuma instalada'}. Desconhecidas: {desconhecidas}")
    executar([instaladas[nome].load() for nome in nomes])
