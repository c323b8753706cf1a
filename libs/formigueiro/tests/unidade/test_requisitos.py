import re
from pathlib import Path

RAIZ = Path(__file__).parents[4]


def test_requirements_trava_tudo_por_hash_e_nao_nomeia_servidor_algum() -> None:
    texto = (RAIZ / "requirements.txt").read_text()
    pacotes = re.findall(r"^[a-z0-9][^\n]*==[^\n]*\\\n    --hash=sha256:[0-9a-f]{64}", texto, re.MULTILINE)
    assert len(pacotes) == len(re.findall(r"^[a-z0-9-]", texto, re.MULTILINE)) > 100
    assert "://" not in texto
