"""Topics as the contracts want them, against what the broker has. Nothing here deletes or shrinks."""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from confluent_kafka import KafkaException
from confluent_kafka.admin import (  # type: ignore[attr-defined]  # documented names that it imports privately
    AdminClient,
    AlterConfigOpType,
    ConfigEntry,
    ConfigResource,
    NewTopic,
    ResourceType,
)

from formigueiro.pilha.erros import FalhaDaPilha
from nucleo import Colonia, Config, contratos

ESPERA = 10.0
PARA_SEMPRE = {"cleanup.policy": "delete", "retention.ms": "-1", "retention.bytes": "-1"}
COMPACTADO = {"cleanup.policy": "compact", "max.compaction.lag.ms": "86400000"}
"""A record removed by law leaves the log at most a day after its replacement (and a segment's closing)."""


@dataclass(frozen=True)
class Topico:
    """What a topic should be."""

    nome: str
    particoes: int
    ajustes: dict[str, str]


@dataclass(frozen=True)
class Passo:
    """One difference between what is wanted and what the broker has."""

    topico: str
    acao: Literal["criar", "ajustar", "conflito"]
    detalhe: str


def desejados(colonias: Iterable[Colonia], particoes_maximas: int | None = None) -> list[Topico]:
    """One topic a contract, and one of dead letters a colony that consumes.

    `particoes_maximas` is for a machine that runs one process a colony: nobody shares the partitions, and each costs.
    """
    das_cartas = [Topico(c.dlq, 1, PARA_SEMPRE) for c in colonias if c.consome or c.consome_tudo]
    dos_contratos = [
        Topico(
            c.topico,
            min(c.particoes, particoes_maximas or c.particoes),
            COMPACTADO if c.compacta else PARA_SEMPRE,
        )
        for c in contratos.carregar()
    ]
    return [*dos_contratos, *sorted(das_cartas, key=lambda topico: topico.nome)]


def planejar(broker: str, topicos: Sequence[Topico]) -> list[Passo]:
    """What is missing or different, without touching anything."""
    return _comparar(conectar(broker), topicos)


def aplicar(broker: str, topicos: Sequence[Topico], replicas: int = 1) -> list[Passo]:
    """Creates and adjusts; a conflict is reported and left to a person."""
    admin = conectar(broker)
    passos = _comparar(admin, topicos)
    por_nome = {topico.nome: topico for topico in topicos}
    criar = [_novo(por_nome[p.topico], replicas) for p in passos if p.acao == "criar"]
    ajustar = [_alterado(por_nome[p.topico]) for p in passos if p.acao == "ajustar"]
    try:
        for futuro in (admin.create_topics(criar) if criar else {}).values():
            futuro.result()
        for futuro in (admin.incremental_alter_configs(ajustar) if ajustar else {}).values():
            futuro.result()
    except KafkaException as erro:
        raise FalhaDaPilha(f"O broker recusou um tópico: {erro.args[0].str()}.") from erro
    _esperar_que_o_broker_saiba(admin, topicos)
    return passos


def _esperar_que_o_broker_saiba(admin: AdminClient, topicos: Sequence[Topico]) -> None:
    """The controller has answered; the broker's own view follows some milliseconds later."""
    limite = time.monotonic() + ESPERA
    while any(passo.acao != "conflito" for passo in _comparar(admin, topicos)):
        if time.monotonic() > limite:
            raise FalhaDaPilha("O broker aceitou os tópicos, mas ainda não os mostra.")
        time.sleep(0.05)


def _comparar(admin: AdminClient, topicos: Sequence[Topico]) -> list[Passo]:
    existentes = admin.list_topics(timeout=ESPERA).topics
    comuns = [topico for topico in topicos if topico.nome in existentes]
    ajustes = _ajustes_atuais(admin, [topico.nome for topico in comuns])
    passos = [Passo(t.nome, "criar", f"{t.particoes} partições") for t in topicos if t.nome not in existentes]
    for topico in comuns:
        tem = len(existentes[topico.nome].partitions)
        if tem != topico.particoes:
            passos.append(Passo(topico.nome, "conflito", f"tem {tem} partições; o esperado é {topico.particoes}"))
        if diferentes := {k: v for k, v in topico.ajustes.items() if ajustes[topico.nome].get(k) != v}:
            passos.append(Passo(topico.nome, "ajustar", ", ".join(f"{k}={v}" for k, v in diferentes.items())))
    return passos


def _ajustes_atuais(admin: AdminClient, nomes: Sequence[str]) -> dict[str, dict[str, str]]:
    if not nomes:
        return {}
    recursos = [ConfigResource(ResourceType.TOPIC, nome) for nome in nomes]
    respostas = admin.describe_configs(recursos)
    return {
        recurso.name: {chave: entrada.value for chave, entrada in futuro.result().items()}
        for recurso, futuro in respostas.items()
    }


def _novo(topico: Topico, replicas: int) -> NewTopic:
    return NewTopic(topico.nome, topico.particoes, replicas, config=topico.ajustes)


def _alterado(topico: Topico) -> ConfigResource:
    entradas = [
        ConfigEntry(chave, valor, incremental_operation=AlterConfigOpType.SET)
        for chave, valor in topico.ajustes.items()
    ]
    return ConfigResource(ResourceType.TOPIC, topico.nome, incremental_configs=entradas)


def conectar(broker: str) -> AdminClient:
    """An administrator's client, with the credential of FORMIGUEIRO_BROKER_* where the broker asks for one."""
    mudo = logging.getLogger("formigueiro.kafka")
    mudo.addHandler(logging.NullHandler())
    mudo.propagate = False
    admin = AdminClient(_opcoes(broker), logger=mudo)
    try:
        admin.list_topics(timeout=ESPERA)
    except KafkaException as erro:
        raise FalhaDaPilha(f"O broker não responde em {broker} ({erro.args[0].str()}).") from erro
    return admin


def _opcoes(broker: str) -> dict[str, str | int | float | bool]:
    config = Config.carregar("", banco_url="")
    opcoes: dict[str, str | int | float | bool] = {
        "bootstrap.servers": broker,
        "security.protocol": config.broker_protocolo,
    }
    if config.broker_protocolo.startswith("SASL"):
        opcoes["sasl.mechanism"] = config.broker_mecanismo
        opcoes["sasl.username"] = config.broker_usuario or ""
        opcoes["sasl.password"] = config.broker_senha or ""
    return opcoes
