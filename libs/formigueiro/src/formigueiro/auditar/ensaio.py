"""A public log to rehearse an audit on: invented events on a real broker, and the one question a registry is asked."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import Any

from confluent_kafka import Producer
from fastavro import parse_schema, schemaless_writer

from formigueiro.topicos import PARA_SEMPRE, Topico, aplicar
from nucleo.avro import enquadrar
from nucleo.contratos import carregar

_VERSOES = [(contrato.tipo, versao) for contrato in carregar() for versao in contrato.versoes]
_ESQUEMAS = [parse_schema(versao.esquema) for _, versao in _VERSOES]
_IDS = {(tipo, versao.semver): n for n, (tipo, versao) in enumerate(_VERSOES, 1)}


@contextmanager
def registro() -> Iterator[str]:
    """The address of a registry that gives the schema of an id, and nothing else."""
    servidor = ThreadingHTTPServer(("127.0.0.1", 0), _Esquemas)
    Thread(target=servidor.serve_forever).start()
    try:
        yield f"http://127.0.0.1:{servidor.server_port}"
    finally:
        servidor.shutdown()
        servidor.server_close()


class _Esquemas(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        numero = self.path.partition("?")[0].rpartition("/")[2]
        achou = numero.isdigit() and 0 < int(numero) <= len(_VERSOES)
        resposta = {"schema": _VERSOES[int(numero) - 1][1].texto} if achou else {"error_code": 40403}
        corpo = json.dumps(resposta).encode()
        self.send_response(200 if achou else 404)
        self.send_header("Content-Length", str(len(corpo)))
        self.end_headers()
        self.wfile.write(corpo)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def registrar(evento: Mapping[str, Any]) -> bytes:
    """The event as the value of a record."""
    numero, corpo = _IDS[evento["tipo"], evento["versao_schema"]], BytesIO()
    schemaless_writer(corpo, _ESQUEMAS[numero - 1], evento, strict=True)
    return enquadrar(numero, corpo.getvalue())


def publicar(
    broker: str, topicos: Sequence[str], eventos: Iterable[Mapping[str, Any]], prefixo: str = ""
) -> Sequence[str]:
    """Make these topics, with `prefixo` before each name, and put the events on them; return the names made."""
    catalogo = carregar()
    feitos = {t: Topico(f"{prefixo}{t}", catalogo.por_topico[t].particoes, PARA_SEMPRE) for t in topicos}
    aplicar(broker, list(feitos.values()))
    produtor = Producer({"bootstrap.servers": broker, "linger.ms": 20})
    for n, evento in enumerate(eventos):
        topico = feitos[catalogo.por_tipo[evento["tipo"]].topico]
        produtor.produce(topico.nome, registrar(evento), partition=n % topico.particoes)
        produtor.poll(0)
    produtor.flush(60)
    return [topico.nome for topico in feitos.values()]
