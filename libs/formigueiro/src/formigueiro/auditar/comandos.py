"""`formigueiro auditar`: one command for each thing that anyone can re-derive."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NoReturn
from uuid import UUID

import typer

from formigueiro.auditar import periodo
from formigueiro.auditar.laudo import Conferencia
from formigueiro.auditar.leitura import ler
from formigueiro.auditar.ranking import TOPICOS as DO_RANKING
from formigueiro.auditar.ranking import Auditoria
from formigueiro.auditar.sorteio import TOPICOS as DOS_SORTEIOS
from formigueiro.auditar.sorteio import AuditoriaDosSorteios
from formigueiro.auditar.sorteio.extrato import extrair
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.terminal import avisos, json_na_saida, progresso, saida

app = typer.Typer(help="Refaz o que foi publicado a partir do que é público.", no_args_is_help=True)
_FALTAS_MOSTRADAS = 20

Broker = Annotated[str, typer.Option(envvar="FORMIGUEIRO_BROKER", help="Endereços do broker.")]
Registro = Annotated[str, typer.Option(envvar="FORMIGUEIRO_REGISTRO_URL", help="Registro de esquemas.")]
Propriedade = Annotated[
    list[str] | None, typer.Option(help="Propriedade do cliente Kafka, como sasl.username=ana; repita.")
]
EmJson = Annotated[bool, typer.Option("--json", help="Laudo para um programa ler.")]
BROKER, REGISTRO = "127.0.0.1:9092", "http://127.0.0.1:8081"


@app.command()
def ranking(
    broker: Broker = BROKER,
    registro: Registro = REGISTRO,
    propriedade: Propriedade = None,
    tolerancia: Annotated[float, typer.Option(min=0, help="Segundos até uma ausência ser falta.")] = 60,
    em_json: EmJson = False,
) -> None:
    """Refaz cada score e cada ordem do ranking só com os tópicos públicos. Sai com 1 se algo não confere."""
    auditoria = Auditoria()
    ilegiveis = _alimentar(auditoria.receber, DO_RANKING, broker, registro, propriedade)
    laudo = auditoria.concluir(timedelta(seconds=tolerancia))
    laudo.acusar_ilegiveis(ilegiveis)
    _mostrar(
        laudo,
        em_json,
        f"{laudo.demandas} scores, {laudo.rankings} rankings e {laudo.unidades} unidades refeitos "
        f"com {laudo.parametros} versões de parâmetros; {laudo.pendentes} demandas ainda a caminho.",
    )


@app.command()
def sorteio(
    de: Annotated[
        datetime | None,
        typer.Option(parser=periodo.inicio, metavar="DIA|INSTANTE", help="Só confere sorteios a partir daqui."),
    ] = None,
    ate: Annotated[
        datetime | None,
        typer.Option(
            parser=periodo.fim, metavar="DIA|INSTANTE", help="Confere o log como estava aqui; se omitido, agora."
        ),
    ] = None,
    broker: Broker = BROKER,
    registro: Registro = REGISTRO,
    propriedade: Propriedade = None,
    em_json: EmJson = False,
) -> None:
    """Refaz cada sorteio só com os tópicos públicos: lista, pulso, seed, ordem. Sai com 1 se algo não confere.

    Também confere que todo compromisso teve um fim, e um só, em 60 s; que não há sorteio sem compromisso; que os pulsos
    não deixam lacuna; e que ninguém concorreu com uma demanda em mãos, nem a dois sorteios ao mesmo tempo.
    """
    agora = datetime.now(UTC)
    auditoria = AuditoriaDosSorteios(de, min(ate or agora, agora))
    ilegiveis = _alimentar(auditoria.receber, DOS_SORTEIOS, broker, registro, propriedade)
    laudo = auditoria.concluir()
    laudo.acusar_ilegiveis(ilegiveis)
    _mostrar(
        laudo,
        em_json,
        f"{laudo.sorteios} sorteios refeitos, {laudo.ciclos} ciclos e {laudo.pulsos} pulsos conferidos; "
        f"{laudo.cancelados} cancelados ({laudo.desfeitos} depois do pulso), {laudo.abertos} ainda abertos.",
    )


@app.command()
def prova(
    sorteio_id: Annotated[UUID, typer.Argument(help="O sorteio_id, como está nos eventos.")],
    broker: Broker = BROKER,
    registro: Registro = REGISTRO,
    propriedade: Propriedade = None,
) -> None:
    """Mostra em JSON os três eventos públicos que provam um sorteio, para conferir sem este programa."""
    achados = extrair(sorteio_id, lambda topicos: ler(topicos, broker, registro, _propriedades(propriedade)))
    if achados is None:
        raise FalhaDaPilha(f"os tópicos públicos não têm compromisso, pulso e resultado do sorteio {sorteio_id}")
    saida.print(json.dumps(achados, ensure_ascii=False, indent=2), markup=False, soft_wrap=True)


def _propriedades(textos: list[str] | None) -> dict[str, str]:
    return dict(texto.split("=", 1) for texto in textos or [])


def _alimentar(
    receber: Callable[[dict[str, Any]], None],
    topicos: Sequence[str],
    broker: str,
    registro: str,
    propriedade: list[str] | None,
) -> list[str]:
    """Read everything; return where the records are that nobody can read."""
    ilegiveis: list[str] = []
    with progresso() as barra:
        tarefa = barra.add_task("lendo os tópicos públicos", total=None)
        avanco = lambda lidos, total: barra.update(tarefa, completed=lidos, total=total)  # noqa: E731
        for evento in ler(topicos, broker, registro, _propriedades(propriedade), avanco, ilegiveis.append):
            receber(evento)
    return ilegiveis


def _mostrar(laudo: Conferencia, em_json: bool, resumo: str) -> NoReturn:
    if em_json:
        json_na_saida(laudo.como_dados())
    else:
        _contar(laudo, resumo)
    raise typer.Exit(not laudo.aprovado)


def _contar(laudo: Conferencia, resumo: str) -> None:
    saida.print(resumo)
    for falta in laudo.faltas[:_FALTAS_MOSTRADAS]:
        avisos.print(f"[red]{falta.regra}[/] em {falta.event_id}: {falta.motivo}")
    if len(laudo.faltas) > _FALTAS_MOSTRADAS:
        avisos.print(f"… e mais {len(laudo.faltas) - _FALTAS_MOSTRADAS}; veja todas com --json.")
    saida.print("[green]Tudo confere.[/]" if laudo.aprovado else f"[red]{len(laudo.faltas)} faltas.[/]")
