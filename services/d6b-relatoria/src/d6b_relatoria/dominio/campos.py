"""The six typed updates: the fields of each, and what is wrong with one. Spec D-6b, "Tipos de atualização"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from d6b_relatoria.dominio import dia

TEXTO_MAXIMO = 5_000
LONGO_MAXIMO = 2_000
CURTO_MAXIMO = 200
LONGOS = frozenset(["resultado", "descricao", "referencia"])
CAMPOS: Mapping[str, tuple[str, ...]] = {
    "contato_realizado": ("com_quem", "canal", "resultado"),
    "protocolo_aberto": ("numero", "orgao", "data"),
    "documento_anexado": ("tipo_documento", "descricao", "referencia"),
    "entrave_registrado": ("descricao", "orgao"),
    "status_atualizado": ("status",),
    "prazo_registrado": ("data_estimada", "fonte"),
}
STATUS = ("pendente", "em_andamento", "aguardando", "concluido", "bloqueado")
ORIGENS = ("manual", "sugestao_aceita", "sugestao_editada")


@dataclass(frozen=True, slots=True)
class Erro:
    """What is wrong with an update, as its author reads it."""

    campo: str
    detalhe: str


def conferir(tipo: str, texto: str, campos: Mapping[str, str], origem: str, hoje: date) -> Iterator[Erro]:
    """Yield what is wrong with an update; `hoje` is the local day on which the counsellor registered it."""
    if not texto:
        yield Erro("texto", "Conte o que foi feito.")
    elif len(texto) > TEXTO_MAXIMO:
        yield Erro("texto", f"O relato tem no máximo {TEXTO_MAXIMO} caracteres.")
    if origem not in ORIGENS:
        yield Erro("origem_estruturacao", f"Use uma destas origens: {', '.join(ORIGENS)}.")
    if tipo not in CAMPOS:
        yield Erro("tipo", f"Use um destes tipos: {', '.join(CAMPOS)}.")
        return
    for nome in CAMPOS[tipo]:
        if detalhe := _conferir_campo(nome, campos.get(nome, ""), hoje):
            yield Erro(f"campos.{nome}", detalhe)


def maximo(campo: str) -> int:
    """Return how many characters a field may have."""
    return LONGO_MAXIMO if campo in LONGOS else CURTO_MAXIMO


def _conferir_campo(nome: str, valor: str, hoje: date) -> str | None:
    if not valor:
        return "Preencha este campo."
    if len(valor) > maximo(nome):
        return f"Este campo tem no máximo {maximo(nome)} caracteres."
    if nome == "status" and valor not in STATUS:
        return f"Use uma destas situações: {', '.join(STATUS)}."
    return _conferir_dia(nome, valor, hoje) if nome in ("data", "data_estimada") else None


def _conferir_dia(nome: str, valor: str, hoje: date) -> str | None:
    lido = dia.ler(valor)
    if lido is None:
        return "Esta data não existe: escreva AAAA-MM-DD."
    if nome == "data" and lido > hoje:
        return "A abertura do protocolo está no futuro."
    if nome == "data_estimada" and lido < hoje:
        return "O prazo já passou."
    return None
