"""The whole system on one machine: the stack, a database a colony, the topics, then the colonies."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from formigueiro import colonias as processos
from formigueiro import topicos
from formigueiro.ajustes import Ajustes
from formigueiro.chaves import arquivo as chaves_das_sessoes
from formigueiro.colonias import REGISTRO, Grupo, agrupar, porta, variavel
from formigueiro.pilha import S3, EmissorDeTeste, Jaeger, Kafka, Postgres
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.parte import Parte, fim_do_registro
from formigueiro.pilha.portas import ENDERECO
from formigueiro.pilha.segredos import segredo
from formigueiro.saude import Saude, consultar
from nucleo import Colonia

Aviso = Callable[[str], object]
PORTA_PUBLICA = "d1a-captura"
CIDADAOS = "c1-cidadaos"
RELATORIA = "d6b-relatoria"


@dataclass
class Sistema:
    """What `up` brings up and `down` takes down."""

    ajustes: Ajustes = field(default_factory=Ajustes)
    colonias: dict[str, Colonia] = field(default_factory=processos.descobrir)

    def __post_init__(self) -> None:
        a = self.ajustes
        self.pasta_colonias = a.pasta / "colonias"
        self.postgres = Postgres(a.pasta, a.porta_postgres)
        self.kafka = Kafka(a.pasta, a.porta_kafka, a.porta_kafka_controle, cache=a.cache)
        self.s3 = S3(a.pasta, a.porta_s3, a.porta_s3_interna)
        self.jaeger = Jaeger(a.pasta, a.porta_jaeger, a.porta_otlp, cache=a.cache)
        self.emissor = EmissorDeTeste(a.pasta, a.porta_emissor)

    @property
    def partes(self) -> list[Parte]:
        """The stack, in the order of starting."""
        return [self.postgres, self.kafka, self.s3, self.jaeger, self.emissor]

    def em_uso(self, com: Sequence[str] = ()) -> list[Parte]:
        """The parts that always run, those asked for and those that were asked for before."""
        sempre = ["postgres", "kafka"]
        if self.emissor_de_teste:
            sempre.append(self.emissor.nome)
        return [p for p in self.partes if p.nome in (*sempre, *com) or p.impedimento() is None]

    def subir(self, com: Sequence[str], quantos: int, avisar: Aviso) -> None:
        """Starts what is missing; what runs already is left alone."""
        partes = self.em_uso(com)
        for parte in partes:
            avisar(f"iniciando {parte.nome}")
            parte.iniciar()
        avisar("preparando os bancos e os tópicos")
        bancos = {nome: self.postgres.criar_banco(nome) for nome in self.colonias}
        topicos.aplicar(self.broker, self.topicos_desejados())
        avisar("iniciando as colônias")
        self._iniciar_colonias(self._grupos(quantos, bancos, [parte.nome for parte in partes]))

    def topicos_desejados(self) -> list[topicos.Topico]:
        """What the broker should have."""
        return topicos.desejados(self.colonias.values(), self.ajustes.particoes_maximas)

    def esperar(self, avisar: Callable[[int], object], segundos: float = 180) -> None:
        """Until every colony is ready; telling how many are."""
        limite = time.monotonic() + segundos
        faltam = self._impedidas(self.colonias)
        while faltam:
            avisar(len(self.colonias) - len(faltam))
            if time.monotonic() > limite or not all(p.vivo() for p in processos.todos(self.pasta_colonias)):
                motivos = "\n".join(f"  {nome}: {motivo}" for nome, motivo in faltam.items())
                raise FalhaDaPilha(f"Nem todas as colônias ficaram prontas:\n{motivos}\n{self._registros()}")
            time.sleep(0.5)
            faltam = self._impedidas(faltam)

    def descer(self, avisar: Aviso) -> None:
        """Colonies first, so that what they finish still finds its broker and its database."""
        avisar("parando as colônias")
        processos.parar(processos.todos(self.pasta_colonias))
        for parte in reversed(self.partes):
            avisar(f"parando {parte.nome}")
            parte.parar()

    def apagar(self) -> None:
        """Removes every stored byte; what was downloaded stays, and so do passwords and keys."""
        shutil.rmtree(self.pasta_colonias, ignore_errors=True)
        for parte in self.partes:
            parte.apagar()

    def saude(self) -> list[Saude]:
        """How each part and each colony is."""
        partes = [Saude(p.nome, "parte", p.impedimento()) for p in self.em_uso()]
        return [*partes, *self._saude_das(self.colonias)]

    @property
    def emissor_de_teste(self) -> bool:
        """Whether citizens enter by the test provider: the operator named no real one."""
        return CIDADAOS in self.colonias and variavel(CIDADAOS, "EMISSORES") not in os.environ

    @property
    def broker(self) -> str:
        """Bootstrap address: the setting of the colonies, or this stack's broker."""
        return os.environ.get("FORMIGUEIRO_BROKER", self.kafka.endereco)

    def endereco(self, colonia: Colonia) -> str:
        """Base URL of a colony."""
        return f"http://{ENDERECO}:{porta(colonia)}"

    def ambiente_de(self, nome: str) -> dict[str, str]:
        """The settings of one colony, for a tool of its own that runs beside it."""
        segredos = self._segredos_de([self.colonias[nome]], {nome: self.postgres.criar_banco(nome)})
        return _sem_o_que_o_operador_disse(self._ambiente([]) | segredos)

    def ambiente_de_identidade(self) -> dict[str, str]:
        """By whom citizens enter, where they come back to, and what signs their sessions."""
        porta_publica = self.colonias.get(PORTA_PUBLICA, self.colonias[CIDADAOS])
        teste = {"EMISSORES": json.dumps(self.emissor.ajuste), "EMISSORES_LOCAIS": "true"}
        return {
            "CHAVES": str(chaves_das_sessoes(self.ajustes.pasta)),
            "URL_PUBLICA": self.endereco(porta_publica),
            **(teste if self.emissor_de_teste else {}),
        }

    def _saude_das(self, nomes: Iterable[str]) -> list[Saude]:
        return consultar({nome: self.endereco(self.colonias[nome]) for nome in nomes})

    def _impedidas(self, nomes: Iterable[str]) -> dict[str, str]:
        return {saude.nome: saude.impedimento for saude in self._saude_das(nomes) if saude.impedimento}

    def _registros(self) -> str:
        """The end of the log of each process that died, or where the logs are."""
        mortos = [p for p in processos.todos(self.pasta_colonias) if not p.vivo()]
        return "\n".join(fim_do_registro(p.registro) for p in mortos) or f"Registros em {self.pasta_colonias}."

    def _iniciar_colonias(self, grupos: Sequence[Grupo]) -> None:
        """Stops processes that are no longer as wanted, all before the first start: colonies change process."""
        em_dia = {grupo.nome for grupo in grupos if grupo.em_dia()}
        processos.parar([p for p in processos.todos(self.pasta_colonias) if p.nome not in em_dia])
        for grupo in grupos:
            if grupo.nome not in em_dia:
                grupo.iniciar()

    def _grupos(self, quantos: int, bancos: dict[str, str], partes: Sequence[str]) -> list[Grupo]:
        comum = self._ambiente(partes)
        return [
            Grupo(
                nome=grupo[0].nome if len(grupo) == 1 else f"grupo-{numero}",
                colonias=grupo,
                ambiente=_sem_o_que_o_operador_disse(comum | self._segredos_de(grupo, bancos)),
                pasta=self.pasta_colonias,
            )
            for numero, grupo in enumerate(agrupar(list(self.colonias.values()), quantos), 1)
        ]

    def _ambiente(self, partes: Sequence[str]) -> dict[str, str]:
        """The settings that every colony gets from the stack."""
        enderecos = {colonia.nome: self.endereco(colonia) for colonia in self.colonias.values()}
        registro, cidadaos = self.colonias.get(REGISTRO), self.colonias.get(CIDADAOS)
        return {
            # One machine plays every citizen here: demonstrations and loads would meet limits meant for one person.
            "FORMIGUEIRO_LIMITE_MULTIPLICADOR": "100",
            # Nor would they see the alert of a deadline, which is looked for every six hours.
            variavel(RELATORIA, "PRAZO_VARREDURA_H"): "0.001",
            # Behind the gateway a colony counts the client that the gateway saw; the gateway believes nobody.
            "FORMIGUEIRO_SALTOS_CONFIAVEIS": "1",
            variavel(PORTA_PUBLICA, "SALTOS_CONFIAVEIS"): "0",
            "FORMIGUEIRO_BROKER": self.broker,
            "FORMIGUEIRO_ENDERECOS": json.dumps(enderecos),
            "FORMIGUEIRO_PASTA_CACHE": str(self.pasta_colonias / "cache"),
            **({"FORMIGUEIRO_REGISTRO_URL": self.endereco(registro)} if registro else {}),
            **({"FORMIGUEIRO_JWKS": f"{self.endereco(cidadaos)}/.well-known/jwks.json"} if cidadaos else {}),
            **(self.jaeger.ambiente if "jaeger" in partes else {}),
            **(self.s3.ambiente if "s3" in partes else {}),
        }

    def _segredos_de(self, grupo: Sequence[Colonia], bancos: dict[str, str]) -> dict[str, str]:
        """What only the processes of these colonies may know."""
        segredos = {variavel(colonia.nome, "BANCO_URL"): bancos[colonia.nome] for colonia in grupo}
        if any(colonia.nome == REGISTRO for colonia in grupo):
            segredos[variavel(REGISTRO, "OPERADOR_USUARIO")] = "operador"
            segredos[variavel(REGISTRO, "OPERADOR_SENHA")] = segredo(self.ajustes.pasta, "registro")
            segredos[variavel(REGISTRO, "CONSUMIDORES_ARQUIVO")] = str(self._escrever_consumidores())
        if any(colonia.nome == CIDADAOS for colonia in grupo):
            segredos |= {variavel(CIDADAOS, ajuste): valor for ajuste, valor in self.ambiente_de_identidade().items()}
        return segredos

    def _escrever_consumidores(self) -> Path:
        """Who consumes each type, which the registry's catalogue shows and no contract knows."""
        consumidores: dict[str, list[str]] = {}
        for colonia in self.colonias.values():
            for tipo in colonia.consome:
                consumidores.setdefault(tipo, []).append(colonia.nome)
        arquivo = self.pasta_colonias / "consumidores.json"
        arquivo.parent.mkdir(parents=True, exist_ok=True)
        arquivo.write_text(json.dumps(consumidores))
        return arquivo


def _sem_o_que_o_operador_disse(ambiente: dict[str, str]) -> dict[str, str]:
    """A variable set by hand wins over what the stack would say."""
    return {nome: valor for nome, valor in ambiente.items() if nome not in os.environ}
