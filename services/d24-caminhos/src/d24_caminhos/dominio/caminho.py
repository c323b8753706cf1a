"""The path of a demand, as its updates tell it (Spec D-24, "Lógica")."""

from collections.abc import Iterable, Mapping

from d24_caminhos.dominio.nomes import nome
from nucleo.eventos import ConselheiroAtualizacaoPublicada

Passos = Mapping[str, str]
"""What one update says of the path: a name by kind."""

Caminho = dict[str, list[str]]
"""What a demand's path went through: distinct names by kind, in order."""

_CAMPOS: Mapping[str, Mapping[str, str]] = {
    "contato_realizado": {"canais": "canal"},
    "protocolo_aberto": {"protocolos": "numero", "orgaos": "orgao"},
    "documento_anexado": {"documentos": "tipo_documento"},
    "entrave_registrado": {"gargalos": "descricao", "orgaos": "orgao"},
    "prazo_registrado": {"prazos": "data_estimada"},
}
_MAXIMO = {"gargalos": 120}
_MAXIMO_COMUM = 60


def passos(atualizacao: ConselheiroAtualizacaoPublicada) -> Passos:
    """Return what an update adds to the path: nothing when its content is suspect and nobody moderated it yet."""
    if atualizacao.conteudo_suspeito:
        return {}
    campos = _CAMPOS.get(atualizacao.tipo, {})
    ditos = {
        tipo: nome(getattr(atualizacao.campos, campo) or "", _MAXIMO.get(tipo, _MAXIMO_COMUM))
        for tipo, campo in campos.items()
    }
    return {tipo: dito for tipo, dito in ditos.items() if dito}


def juntar(atualizacoes: Iterable[Passos]) -> Caminho:
    """Return the path that updates tell together, whatever their order."""
    nomes: dict[str, set[str]] = {}
    for ditos in atualizacoes:
        for tipo, dito in ditos.items():
            nomes.setdefault(tipo, set()).add(dito)
    return {tipo: sorted(nomes[tipo]) for tipo in sorted(nomes)}
