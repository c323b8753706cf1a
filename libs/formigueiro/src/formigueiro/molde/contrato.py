"""The first version of a contract that does not exist yet: the entity, and nothing else so far."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from formigueiro.molde.pedido import Entrada, Pedido, classe
from nucleo import contratos
from nucleo.contratos.leitura import pasta_dos_contratos
from nucleo.contratos.modelo import Contrato, dobrar

_UUID = {"type": "string", "logicalType": "uuid"}
_FICHA = """tipo: {tipo}
topico: {topico}
descricao: {descricao}
produtores: [{nome}]
chave: {entidade}
chave_do_registro: {entidade}
particoes: 6
visibilidade: publica
compacta: false
sensiveis: []
versoes:
  1.0.0: vigente
"""


def escrever(pedido: Pedido, tipo: str) -> Iterator[tuple[Path, str]]:
    """Each file of the contract of a new type, from the root of the workspace."""
    pasta, origem = Path("contracts") / dobrar(tipo), pedido.consome[0]
    descricao = f"{tipo.replace('.', ' ').replace('_', ' ').capitalize()} ({pedido.id})."
    ficha = _FICHA.format(
        tipo=tipo, topico=dobrar(tipo), descricao=descricao, nome=pedido.nome, entidade=origem.entidade
    )
    yield pasta / "contrato.yaml", ficha
    modelo = contratos.carregar().por_tipo[origem.tipo]
    yield pasta / "1.0.0.avsc", _json(_esquema(modelo, tipo, descricao, origem))
    yield pasta / "exemplos/1.0.0.json", _json(_exemplo(modelo, tipo, pedido.nome, origem))


def _esquema(modelo: Contrato, tipo: str, descricao: str, origem: Entrada) -> dict[str, Any]:
    """The envelope as every contract has it, around a payload of one field."""
    fora = {"payload", "hash_original"}
    envelope = [campo for campo in modelo.vigente.esquema["fields"] if campo["name"] not in fora]
    campos = [{"name": origem.entidade, "type": _UUID if origem.uuid else "string", "doc": "De que trata o fato."}]
    payload = {"type": "record", "name": f"{classe(tipo)}Payload", "doc": descricao, "fields": campos}
    return {
        "type": "record",
        "name": classe(tipo),
        "namespace": "br.formigueiro",
        "doc": descricao,
        "fields": [*envelope, {"name": "payload", "type": payload, "doc": "O fato."}],
    }


def _exemplo(modelo: Contrato, tipo: str, nome: str, origem: Entrada) -> dict[str, Any]:
    """As if the example of what is consumed had caused it."""
    arquivo = pasta_dos_contratos() / modelo.topico / "exemplos" / f"{modelo.vigente.semver}.json"
    causa = json.loads(arquivo.read_text("utf-8"))
    event_id = causa["event_id"][:-12] + "d5a6e7b8c9f0"
    return {
        **{nome_do_campo: causa[nome_do_campo] for nome_do_campo in ("timestamp", "correlacao_id")},
        "event_id": event_id,
        "tipo": tipo,
        "versao_schema": "1.0.0",
        "origem": nome,
        "causacao_id": causa["event_id"],
        "payload": {origem.entidade: causa["payload"][origem.entidade]},
    }


def _json(dados: dict[str, Any]) -> str:
    return json.dumps(dados, ensure_ascii=False, indent=2) + "\n"
