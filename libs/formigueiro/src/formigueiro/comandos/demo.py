"""`formigueiro demo`."""

import os
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import httpx
import typer
from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from formigueiro.comandos.rastro import rastrear, tabela
from formigueiro.comandos.territorio import chamar_d2
from formigueiro.historia import Ciclo, Contada, Historia, HistoriaDoCiclo, relatos
from formigueiro.integrador import ler_topico
from formigueiro.operador import Operador
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.sistema import Sistema
from formigueiro.terminal import progresso, saida


def incluir(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(demo)


def demo(
    imagem: Annotated[Path | None, typer.Option(help="Guarda o que se vê também neste SVG.")] = None,
) -> None:
    """Sobe tudo, conta a história de quarenta demandas e deixa o sistema no ar."""
    sistema = Sistema()
    with progresso() as barra:
        tarefa = barra.add_task("", total=None)
        sistema.subir([], len(os.sched_getaffinity(0)), lambda texto: barra.update(tarefa, description=texto))
        barra.update(tarefa, total=len(sistema.colonias), description="esperando as colônias")
        sistema.esperar(lambda prontas: barra.update(tarefa, completed=prontas))
    if chamar_d2(sistema, ["importar", "--demonstracao"]):
        raise FalhaDaPilha("O território de demonstração não entrou.")
    with progresso() as barra:
        tarefa = barra.add_task("")

        def avisar(oque: str, feito: int, total: int) -> None:
            barra.update(tarefa, description=oque, completed=feito, total=total)

        contada = Historia(sistema, avisar).contar()
        ciclo = HistoriaDoCiclo(sistema, contada, avisar).contar()
    tela = saida if imagem is None else Console(record=True, width=116, highlight=False)
    mostrar(sistema, contada, tela)
    mostrar_ciclo(sistema, ciclo, tela)
    if imagem is not None:
        tela.save_svg(str(imagem), title="make demo")
    _enderecos(sistema, ciclo.concluida or contada.primeira)


def mostrar(sistema: Sistema, contada: Contada, saida: Console) -> None:
    """What the story left behind, as a citizen, an auditor and an integrator see it."""
    porta = sistema.endereco(sistema.colonias["d1a-captura"])
    with httpx.Client(base_url=porta, timeout=30, trust_env=False) as cliente:
        resumo = cliente.get(f"/api/d7/demanda/{contada.primeira}/resumo").json()
        unidade = resumo["unidade"]["unidade_civica_id"]
        ranking = cliente.get(f"/api/d7/ranking/{unidade}").json()
        timeline = cliente.get(f"/api/d7/timeline/{contada.primeira}").json()
    _recusas(contada, saida)
    _ranking(ranking, saida)
    saida.print(_timeline(resumo["titulo"], timeline))
    saida.rule("[bold]O rastro da mesma demanda[/]: cada evento, onde está no log e quando")
    with Operador(sistema) as operador:
        saida.print(tabela(rastrear(operador, contada.primeira)))
    _integrador(sistema, unidade, saida)


def mostrar_ciclo(sistema: Sistema, ciclo: Ciclo, saida: Console) -> None:
    """What counsellors did of it, and the proof of every draw."""
    saida.rule("[bold]O ciclo se fecha[/]: agenda, sorteio, relatoria, conclusão")
    if ciclo.concluida is not None:
        _conselheiros(ciclo, saida)
        porta = sistema.endereco(sistema.colonias["d1a-captura"])
        with httpx.Client(base_url=porta, timeout=30, trust_env=False) as cliente:
            resumo = cliente.get(f"/api/d7/demanda/{ciclo.concluida}/resumo").json()
            timeline = cliente.get(f"/api/d7/timeline/{ciclo.concluida}").json()
            seguinte = cliente.get(f"/api/d7/demanda/{ciclo.com_caminho}/resumo").json()
        saida.print(_timeline(resumo["titulo"], timeline))
        titulo = f"O caminho que já existe, visto por quem pegar: {seguinte['titulo']}"
        saida.print(Panel(seguinte["caminho"]["dossie"], title=titulo, title_align="left"))
    _provas(ciclo, saida)


def _conselheiros(ciclo: Ciclo, saida: Console) -> None:
    recusas = len(ciclo.recusadas)
    saida.print("  Ana concluiu a primeira demanda, e a seguinte lhe coube na hora")
    saida.print(f"  Bento recusou {recusas} vezes e está suspenso até [yellow]{ciclo.suspensa_ate}[/]")
    saida.print("  Clara recusou por risco pessoal, o que não conta, e ratificou o que os vizinhos concluíram")
    if ciclo.entre_vizinhos:
        saida.print(f"  {ciclo.entre_vizinhos[0]} foi quem o sorteio escolheu entre três vizinhos")
    saida.print(f"  os vizinhos encerraram sozinhos uma que ninguém acompanhava: {ciclo.pelos_vizinhos}")


def _provas(ciclo: Ciclo, saida: Console) -> None:
    if ciclo.laudo is not None and ciclo.laudo.aprovado:
        saida.print(f"  [green]✓ {ciclo.laudo.sorteios} sorteios refeitos só com os tópicos públicos: tudo confere[/]")
    elif ciclo.laudo is not None:
        saida.print(f"  [red]✗ {len(ciclo.laudo.faltas)} faltas; a primeira: {ciclo.laudo.faltas[0].motivo}[/]")
    if ciclo.adulterado is not None and ciclo.adulterado.faltas:
        falta = ciclo.adulterado.faltas[0]
        saida.print(f"  [red]✗ numa cópia em que um sorteio nomeia outra pessoa: {falta.regra}: {falta.motivo}[/]")


def _recusas(contada: Contada, saida: Console) -> None:
    saida.rule(f"[bold]{len(relatos())} relatos[/], {len(contada.demandas)} demandas")
    if contada.repetida:
        status, dados = contada.repetida
        saida.print(f"  repetido → [yellow]{status}[/] com a demanda que já existe, {dados.get('demanda_id')}")
    if contada.fora_da_caixa:
        status, dados = contada.fora_da_caixa
        saida.print(f"  de Lisboa → [yellow]{status}[/] no campo [bold]{dados.get('campo')}[/]: {dados.get('detail')}")
    saida.print(f"  {len(contada.sem_territorio)} fora de todos os polígonos, à espera de um operador")
    saida.print(f"  {len(contada.revisadas)} que o classificador não entendeu, decididas por um moderador")
    saida.print(f"  1 contestada por outro cidadão e confirmada: {contada.contestada}")


def _ranking(ranking: dict[str, Any], saida: Console) -> None:
    nome = ranking["unidade"]["nome"]
    saida.rule(f"[bold]Ranking de {nome}[/]: peso nacional × situacional × score horizontal = score")
    quadro = Table("", box=None, header_style="dim", expand=True)
    quadro.add_column("demanda", ratio=3, no_wrap=True, overflow="ellipsis")
    quadro.add_column("categoria", ratio=2, no_wrap=True, overflow="ellipsis")
    for numero in ("nac.", "sit.", "hor.", "score"):
        quadro.add_column(numero, justify="right", min_width=4)
    for item in ranking["itens"]:
        fatores = (item["peso_nacional"], item["peso_situacional"], item["score_horizontal"], item["score_final"])
        quadro.add_row(
            str(item["posicao"]), item["titulo"], item["categoria_nome"] or item["categoria_id"], *map(_numero, fatores)
        )
    saida.print(quadro)


def _timeline(titulo: str, timeline: dict[str, Any]) -> Panel:
    linhas = [f"[dim]{e['ocorrido_em'][11:23]}[/]  {e['descricao']}" for e in timeline["itens"]]
    return Panel("\n".join(linhas), title=f"Linha do tempo: {titulo}", title_align="left")


def _integrador(sistema: Sistema, unidade: str, saida: Console) -> None:
    registro = sistema.endereco(sistema.colonias["n0b-registro"])
    lidos = ler_topico(sistema.broker, registro, "demanda.ranqueada", maximo=100_000)
    da_unidade = [e for e in lidos if str(e["payload"]["unidade_civica_id"]) == unidade]
    saida.rule("[bold]Um cliente independente[/] (confluent_kafka) lê o tópico público demanda.ranqueada")
    saida.print(f"  {len(lidos)} eventos; desta unidade, {len(da_unidade)}. O último:")
    if da_unidade:
        saida.print(da_unidade[-1]["payload"])


def _enderecos(sistema: Sistema, demanda: UUID) -> None:
    porta = sistema.endereco(sistema.colonias["d1a-captura"])
    saida.rule("[bold green]O sistema continua no ar[/]")
    saida.print(
        f"""
  porta pública   {porta}            (OpenAPI em {porta}/docs)
  broker          {sistema.broker}
  registro        {sistema.endereco(sistema.colonias["n0b-registro"])}

  Experimente:
    curl {porta}/api/d7/timeline/{demanda}
    curl {porta}/api/d7/demanda/{demanda}/relatorio
    .venv/bin/formigueiro rastro {demanda}
    .venv/bin/formigueiro auditar ranking
    .venv/bin/formigueiro auditar sorteio
    .venv/bin/formigueiro status
    make down
""",
        soft_wrap=True,
        markup=False,
    )


def _numero(valor: float) -> str:
    return f"{valor:g}"
