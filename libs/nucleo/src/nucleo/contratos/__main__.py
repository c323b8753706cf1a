"""`python -m nucleo.contratos gerar` writes `eventos.py`; `selar` seals new schema files."""

import argparse
import sys
from pathlib import Path

from nucleo.contratos.geracao import gerar
from nucleo.contratos.leitura import carregar, pasta_dos_contratos
from nucleo.contratos.modelo import ContratoInvalido
from nucleo.contratos.selo import VersaoAlterada, selar


def principal() -> None:
    """Runs one command; a contract that cannot be used ends it with its sentence."""
    argumentos = argparse.ArgumentParser(prog="python -m nucleo.contratos")
    argumentos.add_argument("comando", choices=["gerar", "selar"])
    try:
        if argumentos.parse_args().comando == "gerar":
            destino = Path(__file__).parent.parent / "eventos.py"
            destino.write_text(gerar(carregar()), "utf-8")
        else:
            carregar()
            sys.stdout.writelines(f"{nome}\n" for nome in selar(pasta_dos_contratos()))
    except (ContratoInvalido, VersaoAlterada) as erro:
        sys.exit(str(erro))


if __name__ == "__main__":
    principal()
