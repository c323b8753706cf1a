"""The draw that docs/auditoria.md does by hand: its numbers are those of a published vector, its commands give them."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from formigueiro.auditar.sorteio.sorte import METODO

RAIZ = Path(__file__).parents[2]
PAGINA = (RAIZ / "docs/auditoria.md").read_text("utf-8").partition("\n## The draw\n")[2]
VETORES = json.loads((RAIZ / "contracts/sorteio.comprometido/vetores.json").read_text("utf-8"))
[VETOR] = [v for v in VETORES["sorteios"] if "docs/auditoria.md" in v["nome"]]
ENTRADA, SAIDA = VETOR["entrada"], VETOR["saida"]
CONSOLE = re.findall(r"\$ (.+)\n\s*(.+)\n", "".join(re.findall(r"```console\n(.*?)```", PAGINA, re.DOTALL)))
"""(command, what it answers)"""


def eventos() -> dict[str, Any]:
    """The three events as the page shows them."""
    lido: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGINA, re.DOTALL)[0])
    return lido


def test_os_eventos_do_exemplo_sao_os_do_vetor() -> None:
    pulso = dict(ENTRADA["pulso"])
    pulso_id, comprometido_id = pulso.pop("event_id"), ENTRADA["comprometido_event_id"]
    assert eventos() == {
        "comprometido": {
            "event_id": comprometido_id,
            "payload": {"elegiveis": ENTRADA["elegiveis"], "hash_lista": SAIDA["hash_lista"]},
        },
        "pulso": {"event_id": pulso_id, "payload": pulso},
        "sorteado": {
            "payload": {
                "conselheiro_id": SAIDA["sorteado"],
                "metodo_sorteio": METODO,
                "comprometido_event_id": comprometido_id,
                "pulso_event_id": pulso_id,
                "seed_publico": SAIDA["seed_publico"],
                "total_elegiveis": SAIDA["total_elegiveis"],
                "ordem": SAIDA["ordem"],
            }
        },
    }


def test_a_tabela_do_embaralhamento_e_a_conta_certa() -> None:
    linhas = [
        [c.strip() for c in linha.split("|")[1:-1]] for linha in re.findall(r"^   (\|.*\|)$", PAGINA, re.MULTILINE)
    ]
    lista, fluxo = list(ENTRADA["elegiveis"]), map(int, SAIDA["inteiros"])
    contas = [["", "", "", "", _curtos(lista)]]
    for j in range(len(lista) - 1, 0, -1):
        u = next(fluxo)
        assert u < 2**64 - 2**64 % (j + 1)
        r = u % (j + 1)
        lista[j], lista[r] = lista[r], lista[j]
        contas.append([str(j), str(j + 1), str(u), str(r), _curtos(lista)])
    assert linhas[2:] == contas
    assert lista == SAIDA["ordem"]


def _curtos(lista: list[str]) -> str:
    return ", ".join(f"`…{pessoa[-4:]}`" for pessoa in lista)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="não há openssl nesta máquina")
@pytest.mark.parametrize(("comando", "resposta"), CONSOLE)
def test_cada_comando_da_pagina_responde_o_que_ela_mostra(comando: str, resposta: str) -> None:
    feito = subprocess.run(["sh", "-c", comando], capture_output=True, text=True, check=True)
    assert feito.stdout == f"{resposta}\n"


def test_os_comandos_dao_o_hash_o_seed_e_os_inteiros_do_vetor() -> None:
    hash_lista, seed, bloco = [resposta.split()[0] for _, resposta in CONSOLE]
    assert (hash_lista, seed) == (SAIDA["hash_lista"], SAIDA["seed_publico"])
    assert [str(int(bloco[i : i + 16], 16)) for i in range(0, 64, 16)] == SAIDA["inteiros"][:4]


def test_cada_regra_do_laudo_esta_na_pagina_e_so_elas() -> None:
    fontes = (RAIZ / "libs/formigueiro/src/formigueiro/auditar/sorteio").glob("*.py")
    codigo = "".join(fonte.read_text("utf-8") for fonte in fontes)
    tabela = PAGINA.partition("| rule | what it catches |")[2].partition("\n\n")[0]
    da_pagina = {regra for linha in tabela.splitlines() for regra in re.findall(r"`([a-zéí]+)`", linha.split(" | ")[0])}
    assert da_pagina == set(re.findall(r'(?:yield |_iguais\(|\(\(|\[\(|Objecao\(fim, |, \()"([a-zéí]+)",', codigo))
