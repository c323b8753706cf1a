"""Another language, written from the same page, repeats the draw."""

import copy
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NODE = shutil.which("node")
SCRIPT = Path(__file__).with_name("sorteio.mjs")
ARQUIVO = Path(__file__).parents[2] / "contracts/sorteio.comprometido/vetores.json"
VETORES = json.loads(ARQUIVO.read_text("utf-8"))

pytestmark = pytest.mark.skipif(NODE is None, reason="não há node nesta máquina")
Sorteio = dict[str, Any]


def rodar(*argumentos: str, entrada: object = None) -> tuple[int, list[str]]:
    """Exit code, and the names of what does not hold."""
    feito = subprocess.run(
        [str(NODE), str(SCRIPT), *argumentos],
        input=json.dumps(entrada), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert feito.stderr == ""
    linhas = feito.stdout.splitlines()
    assert linhas
    return feito.returncode, [
        linha.removeprefix("NÃO CONFERE ") for linha in linhas if not linha.startswith("confere ")
    ]


def sorteio(n: int = 10) -> Sorteio:
    """The three events of the first vector with `n` eligible."""
    vetor = next(v for v in VETORES["sorteios"] if v["saida"]["total_elegiveis"] == n)
    entrada, saida = vetor["entrada"], vetor["saida"]
    comuns = {campo: f"{campo}-1" for campo in ("sorteio_id", "demanda_id", "unidade_civica_id", "degrau_uc_id")}
    pulso = dict(entrada["pulso"])
    pulso_id = pulso.pop("event_id")
    comprometido = {**comuns, "elegiveis": entrada["elegiveis"], "hash_lista": saida["hash_lista"]}
    sorteado = comuns | {
        "conselheiro_id": saida["sorteado"],
        "metodo_sorteio": VETORES["metodo"],
        "seed_publico": saida["seed_publico"],
        "comprometido_event_id": entrada["comprometido_event_id"],
        "pulso_event_id": pulso_id,
        "total_elegiveis": n,
        "ordem": saida["ordem"],
    }
    return {
        "comprometido": {"event_id": entrada["comprometido_event_id"], "payload": comprometido},
        "pulso": {"event_id": pulso_id, "payload": pulso},
        "sorteado": {"event_id": "x", "payload": sorteado},
    }


def test_repete_todos_os_vetores() -> None:
    assert rodar(str(ARQUIVO)) == (0, [])


def test_vetor_mexido_nao_passa(tmp_path: Path) -> None:
    mexidos = copy.deepcopy(VETORES)
    mexidos["sorteios"][3]["saida"]["ordem"].reverse()
    mexidos["recusas"][1]["resultados"][0] = "3"
    (tmp_path / "vetores.json").write_text(json.dumps(mexidos), "utf-8")
    culpados = [VETORES["sorteios"][3]["nome"], VETORES["recusas"][1]["nome"]]
    assert rodar(str(tmp_path / "vetores.json")) == (1, culpados)


@pytest.mark.parametrize("n", [1, 2, 10, 50])
def test_um_sorteio_verdadeiro_confere(n: int) -> None:
    assert rodar(entrada=sorteio(n)) == (0, [])


@pytest.mark.parametrize(
    ("evento", "mudar", "regras"),
    [
        ("comprometido", lambda c: c["elegiveis"].reverse(), {"lista", "ordem", "sorteado"}),
        ("comprometido", lambda c: c["elegiveis"].append(c["elegiveis"][-1]), {"lista", "ordem", "sorteado"}),
        ("comprometido", lambda c: c.update(hash_lista="0" * 64), {"lista"}),
        ("comprometido", lambda c: c.update(demanda_id="outra"), {"compromisso"}),
        ("pulso", lambda p: p["event_ids"].pop(), {"seed", "ordem", "sorteado"}),
        ("pulso", lambda p: p["event_ids"].pop(2), {"pulso"}),
        ("sorteado", lambda s: s.update(seed_publico="0" * 64), {"seed"}),
        ("sorteado", lambda s: s["ordem"].reverse(), {"ordem"}),
        ("sorteado", lambda s: s.update(conselheiro_id=s["ordem"][1]), {"sorteado"}),
        ("sorteado", lambda s: s.update(total_elegiveis=9), {"ordem"}),
        ("sorteado", lambda s: s.update(comprometido_event_id="outro"), {"compromisso"}),
        ("sorteado", lambda s: s.update(metodo_sorteio="dado"), {"método"}),
    ],
)
def test_sorteio_mexido_nao_confere(evento: str, mudar: Callable[[Sorteio], object], regras: set[str]) -> None:
    mexido = copy.deepcopy(sorteio())
    mudar(mexido[evento]["payload"])
    codigo, culpadas = rodar(entrada=mexido)
    assert (codigo, set(culpadas)) == (1, regras)


def test_instante_sem_as_seis_casas_e_apontado() -> None:
    mexido = sorteio()
    mexido["pulso"]["payload"]["timestamp"] = "2026-03-14T12:00:12.01Z"
    assert "instante do pulso, com seis casas e Z" in rodar(entrada=mexido)[1]
