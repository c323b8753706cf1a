"""The skeleton of a colony: one that starts, is tested and passes lint as it is."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Template

from formigueiro.molde import contrato
from formigueiro.molde.pedido import Entrada, Pedido, classe, conferir

__all__ = ["Pedido", "arquivos", "conferir"]

_DENTRO = ("__init__.py", "colonia.py", "dominio.py", "estado.py", "rotas.py")


def arquivos(pedido: Pedido) -> Iterator[tuple[Path, str]]:
    """Each file to write, from the root of the workspace, and its text (imports still to be sorted)."""
    for tipo in pedido.novos:
        yield from contrato.escrever(pedido, tipo)
    casa = Path("services") / pedido.nome
    dentro, testes = casa / "src" / pedido.pacote, casa / "tests"
    comum = _comum(pedido)
    yield casa / "pyproject.toml", _preencher("pyproject.toml", comum)
    yield casa / "README.md", _preencher("README.md", comum)
    for nome in _DENTRO:
        yield dentro / nome, _preencher(nome, comum)
    yield dentro / "py.typed", ""
    yield dentro / "consumidores.py", _consumidores(pedido, comum)
    yield dentro / "migracoes/versions/0001_inicial.py", _preencher("migracao.py", comum)
    yield testes / "unidade/test_dominio.py", _preencher("test_dominio.py", comum)
    yield testes / "colonia/test_consumidores.py", _teste_dos_consumidores(pedido, comum)
    yield testes / "colonia/test_rotas.py", _preencher("test_rotas.py", comum)


def _comum(pedido: Pedido) -> dict[str, str]:
    primeira = pedido.consome[0]
    return {
        "id": pedido.id,
        "nome": pedido.nome,
        "pacote": pedido.pacote,
        "porta": str(pedido.porta),
        "resumo": pedido.resumo,
        "assunto": pedido.assunto,
        "titulo": pedido.assunto.replace("-", " ").capitalize(),
        "raiz": pedido.raiz,
        "consome": " ".join(f'"{e.tipo}": consumidores.{e.funcao},' for e in pedido.consome),
        "produz": ", ".join(f'"{tipo}"' for tipo in pedido.produz),
        "entradas": ", ".join(f"`{e.tipo}`" for e in pedido.consome),
        "saidas": ", ".join(f"`{tipo}`" for tipo in pedido.produz) or "nothing yet",
        "classe": primeira.classe,
        "entidade": primeira.entidade,
        "tipos_novos": ", ".join(f'"{tipo}"' for tipo in pedido.novos),
    }


def _consumidores(pedido: Pedido, comum: dict[str, str]) -> str:
    primeira, *demais = pedido.consome
    classes = [*(e.classe for e in pedido.consome), *map(classe, pedido.novos)]
    partes = [_preencher("consumidores.py", comum | {"classes": ", ".join(classes)})]
    if pedido.novos:
        publicacoes = "\n".join(_publicacao(tipo, primeira) for tipo in pedido.novos)
        partes.append(_preencher("consumidor_que_publica.py", _da(primeira) | {"publicacoes": publicacoes}))
    else:
        demais = [primeira, *demais]
    return "".join([*partes, *(_preencher("consumidor.py", _da(entrada)) for entrada in demais)])


def _publicacao(tipo: str, origem: Entrada) -> str:
    semente = f", semente=({origem.entidade},)" if origem.uuid else ""
    return " " * 12 + f"uow.publicar({classe(tipo)}({origem.entidade}={origem.entidade}), causa=evento{semente})"


def _teste_dos_consumidores(pedido: Pedido, comum: dict[str, str]) -> str:
    classes = [entrada.classe for entrada in pedido.consome]
    valores = comum | {
        "classes_dos_testes": ", ".join(classes),
        "exemplos": ", ".join(f"exemplo({nome})" for nome in classes),
        "teste_da_publicacao": _preencher("test_publicacao.py", comum) if pedido.novos else "",
    }
    return _preencher("test_consumidores.py", valores)


def _da(entrada: Entrada) -> dict[str, str]:
    return {"funcao": entrada.funcao, "classe": entrada.classe, "entidade": entrada.entidade}


def _preencher(modelo: str, valores: dict[str, str]) -> str:
    texto = files("formigueiro.molde").joinpath("modelos", f"{modelo}.modelo").read_text("utf-8")
    return Template(texto).substitute(valores)
