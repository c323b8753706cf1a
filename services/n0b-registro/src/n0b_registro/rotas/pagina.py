"""The catalogue as HTML. Everything that comes from data is escaped here, once."""

import json
from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from n0b_registro.rotas.fichas import Ficha, FichaVersao

_ESTILO = """
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}
a{color:#0b5394}table{border-collapse:collapse;width:100%}caption{text-align:left;padding:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid #d0d0d0}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{background:#f5f5f5;padding:1rem;overflow:auto}
dt{font-weight:600}dd{margin:0 0 .75rem}summary{cursor:pointer;padding:.25rem 0}
"""
_COLUNAS = ("Tipo", "Visibilidade", "Versões", "Quem publica", "Quem consome")
VISIBILIDADES = {"publica": "pública", "interna": "interna"}


def lista(fichas: Iterable[Ficha]) -> str:
    """The page of every type."""
    titulos = "".join(f'<th scope="col">{coluna}</th>' for coluna in _COLUNAS)
    linhas = "".join(_linha(ficha) for ficha in fichas)
    corpo = (
        "<h1>Catálogo de eventos</h1>"
        "<p>Os tipos de evento do Formigueiro, as suas versões, quem publica e quem consome cada um. "
        'O mesmo em JSON: <a href="/api/registro/eventos">/api/registro/eventos</a>.</p>'
        f"<table><thead><tr>{titulos}</tr></thead><tbody>{linhas}</tbody></table>"
    )
    return _documento("Catálogo de eventos", corpo)


def evento(ficha: Ficha) -> str:
    """The page of one type."""
    dados = {
        "Tópico": ficha.topico,
        "Assunto no registro de esquemas": ficha.assunto,
        "Visibilidade": VISIBILIDADES[ficha.visibilidade],
        "Quem publica": _nomes(ficha.produtores),
        "Quem consome": _nomes(ficha.consumidores),
        "Chave da partição": ficha.chave,
        "Chave do registro": ficha.chave_do_registro,
        "Partições": str(ficha.particoes),
        "Compactado": "sim" if ficha.compacta else "não",
        "Campos sensíveis": "; ".join(f"{s.caminho} ({s.razao})" for s in ficha.sensiveis) or "nenhum",
    }
    definicoes = "".join(f"<dt>{escape(nome)}</dt><dd>{escape(valor)}</dd>" for nome, valor in dados.items())
    versoes = "".join(_versao(versao) for versao in reversed(ficha.versoes))
    corpo = (
        '<p><a href="/catalogo">Catálogo de eventos</a></p>'
        f"<h1>{escape(ficha.tipo)}</h1><p>{escape(ficha.descricao)}</p>"
        f"<dl>{definicoes}</dl><h2>Versões</h2>{versoes}"
    )
    return _documento(ficha.tipo, corpo)


def _linha(ficha: Ficha) -> str:
    versoes = ", ".join(f"{versao.versao} ({versao.status})" for versao in reversed(ficha.versoes))
    endereco = f"/catalogo/{quote(ficha.topico, safe='')}"
    return (
        f'<tr><th scope="row"><a href="{endereco}"><code>{escape(ficha.tipo)}</code></a>'
        f"<br><small>{escape(ficha.descricao)}</small></th>"
        f"<td>{VISIBILIDADES[ficha.visibilidade]}</td><td>{escape(versoes)}</td>"
        f"<td>{escape(_nomes(ficha.produtores))}</td><td>{escape(_nomes(ficha.consumidores))}</td></tr>"
    )


def _versao(versao: FichaVersao) -> str:
    aberto = " open" if versao.status == "vigente" else ""
    esquema = json.dumps(versao.esquema, ensure_ascii=False, indent=2)
    return (
        f"<details{aberto}><summary>{escape(versao.versao)} · {escape(versao.status)} · "
        f'<a href="/schemas/ids/{versao.id}">id {versao.id}</a></summary><pre>{escape(esquema)}</pre></details>'
    )


def _nomes(nomes: list[str]) -> str:
    return ", ".join(nomes) or "—"


def _documento(titulo: str, corpo: str) -> str:
    return (
        '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(titulo)} · Formigueiro</title><style>{_ESTILO}</style></head>"
        f"<body><main>{corpo}</main></body></html>"
    )
