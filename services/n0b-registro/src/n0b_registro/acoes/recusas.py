"""How the registry says no: the codes of the Confluent protocol.

Sentences that the protocol fixes keep its wording, in English, because clients and conformance tests compare them;
what only this registry says is in Portuguese.
"""

from collections.abc import Mapping, Sequence


class Recusa(Exception):
    """An answer with `error_code` and `message`."""

    def __init__(self, status: int, codigo: int, mensagem: str, cabecalhos: Mapping[str, str] | None = None) -> None:
        super().__init__(mensagem)
        self.status = status
        self.codigo = codigo
        self.mensagem = mensagem
        self.cabecalhos = dict(cabecalhos or {})


def http(status: int, frase: str) -> Recusa:
    """What HTTP itself refuses."""
    return Recusa(status, status, f"HTTP {status} {frase}")


def assunto_desconhecido(assunto: str) -> Recusa:
    return Recusa(404, 40401, f"Subject '{assunto}' not found.")


def versao_desconhecida(numero: int) -> Recusa:
    return Recusa(404, 40402, f"Version {numero} not found.")


def esquema_desconhecido() -> Recusa:
    return Recusa(404, 40403, "Schema not found")


def assunto_apagado(assunto: str) -> Recusa:
    mensagem = f"Subject '{assunto}' was soft deleted.Set permanent=true to delete permanently"
    return Recusa(404, 40404, mensagem)


def assunto_nao_apagado(assunto: str) -> Recusa:
    return Recusa(404, 40405, f"Subject '{assunto}' was not deleted first before being permanently deleted")


def versao_apagada(assunto: str, numero: int) -> Recusa:
    mensagem = f"Subject '{assunto}' Version {numero} was soft deleted. Set permanent=true to delete permanently"
    return Recusa(404, 40406, mensagem)


def versao_nao_apagada(assunto: str, numero: int) -> Recusa:
    mensagem = f"Subject '{assunto}' Version {numero} was not deleted first before being permanently deleted"
    return Recusa(404, 40407, mensagem)


def sem_nivel(assunto: str) -> Recusa:
    return Recusa(404, 40408, f"Subject '{assunto}' does not have subject-level compatibility configured")


def sem_modo(assunto: str) -> Recusa:
    return Recusa(404, 40409, f"Subject '{assunto}' does not have subject-level mode configured")


def incompativel(assunto: str, motivos: Sequence[str]) -> Recusa:
    mensagem = (
        f'Schema being registered is incompatible with an earlier schema for subject "{assunto}", '
        f"details: [{', '.join(motivos)}]"
    )
    return Recusa(409, 409, mensagem)


def esquema_vazio() -> Recusa:
    return Recusa(422, 42201, "Empty schema")


def esquema_invalido(motivo: str) -> Recusa:
    return Recusa(422, 42201, f"Esquema Avro inválido: {motivo}")


def versao_invalida(texto: str) -> Recusa:
    mensagem = (
        f"The specified version '{texto}' is not a valid version id. "
        'Allowed values are between [1, 2^31-1] and the string "latest"'
    )
    return Recusa(422, 42202, mensagem)


def nivel_invalido() -> Recusa:
    mensagem = (
        "Invalid compatibility level. Valid values are none, backward, forward, full, backward_transitive, "
        "forward_transitive, and full_transitive"
    )
    return Recusa(422, 42203, mensagem)


def modo_invalido() -> Recusa:
    mensagem = "Invalid mode. Valid values are READWRITE, READONLY, READONLY_OVERRIDE, and IMPORT."
    return Recusa(422, 42204, mensagem)


def nao_permitido(mensagem: str) -> Recusa:
    return Recusa(422, 42205, mensagem)


def protegido(assunto: str) -> Recusa:
    return nao_permitido(
        f"O assunto '{assunto}' pertence aos contratos do Formigueiro (contracts/) e não muda por esta API: "
        "uma nova versão entra pelo repositório."
    )


def ha_referencias(assunto: str, numero: int) -> Recusa:
    chave = f"{{magic=1,keytype=SCHEMA,subject={assunto},version={numero}}}"
    return Recusa(422, 42206, f"One or more references exist to the schema {chave}.")


def assunto_invalido(assunto: str) -> Recusa:
    return Recusa(422, 42208, f"The specified subject '{assunto}' is not a valid.")


def esquema_grande_demais(motivo: str) -> Recusa:
    return Recusa(422, 42209, f"Esquema Avro grande demais: {motivo}")
