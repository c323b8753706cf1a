"""How the settings of the broker become arguments of its clients."""

from __future__ import annotations

import ssl
from typing import Any

from nucleo.config import Config


def opcoes_de_conexao(config: Config) -> dict[str, Any]:
    """Return the aiokafka arguments that reach the broker of the settings."""
    opcoes: dict[str, Any] = {
        "bootstrap_servers": config.broker,
        # Topics may be created while a colony runs: learn of them soon.
        "metadata_max_age_ms": 10_000,
        "retry_backoff_ms": 100,
    }
    if config.broker_protocolo != "PLAINTEXT":
        opcoes["security_protocol"] = config.broker_protocolo
    if "SSL" in config.broker_protocolo:
        opcoes["ssl_context"] = ssl.create_default_context()
    if "SASL" in config.broker_protocolo:
        opcoes["sasl_mechanism"] = config.broker_mecanismo
        opcoes["sasl_plain_username"] = config.broker_usuario
        opcoes["sasl_plain_password"] = config.broker_senha
    return opcoes
