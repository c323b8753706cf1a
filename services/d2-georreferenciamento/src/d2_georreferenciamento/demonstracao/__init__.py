"""The fictitious territory that comes with the product: seven levels, in the Atlantic, inside Brazil's box."""

from importlib.resources import files
from pathlib import Path

TERRITORIO = Path(str(files(__name__))) / "territorio"
FONTE = "demonstracao"
ROTULO = "terra-formigueira"
