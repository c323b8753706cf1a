import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from formigueiro import derivados, mapa, tabela
from formigueiro.colonias import descobrir
from nucleo import Colonia, Config

RAIZ = Path(__file__).parents[4]


class ConfigDoSorteio(Config):
    """A colony with settings of its own."""

    porta: Annotated[int | None, Field(ge=1, le=65535, description="Porta; ausente: a da declaração")] = None
    fusivel: Annotated[int, Field(ge=1, description="Cartas mortas toleradas")] = 1
    area: Annotated[tuple[float, float], Field(description="Área sorteada")] = (1.5, 2)


SORTEIO = Colonia("D-6a", nome="d6a-sorteio", porta=8106, config=ConfigDoSorteio)


def test_o_que_se_deriva_do_codigo_esta_em_dia() -> None:
    assert derivados.velhos(RAIZ, list(descobrir().values())) == [], "formigueiro derivar"


def test_uma_colonia_nova_deixa_velho_o_que_fala_dela(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/arquitetura.md").write_text(f"# Título\n{mapa.INICIO}\n{mapa.FIM}\nfim\n")
    assert Path("infra/redpanda/acls.json") in derivados.escrever(tmp_path, [])
    assert derivados.velhos(tmp_path, []) == []
    velhos = {str(caminho) for caminho in derivados.velhos(tmp_path, [SORTEIO])}
    assert velhos == {"docs/arquitetura.md", "docs/configuracao.md", "infra/observabilidade/prometheus/alvos.json"}
    derivados.escrever(tmp_path, [SORTEIO])
    assert derivados.escrever(tmp_path, [SORTEIO]) == []
    [alvo] = json.loads((tmp_path / "infra/observabilidade/prometheus/alvos.json").read_text())
    assert alvo == {"targets": ["127.0.0.1:8106"], "labels": {"colonia": "d6a-sorteio"}}
    assert (tmp_path / "docs/arquitetura.md").read_text().startswith("# Título\n")


def test_a_tabela_mostra_os_ajustes_de_uma_colonia_e_so_os_que_sao_dela() -> None:
    pagina = tabela.desenhar([SORTEIO])
    comum, propria = pagina.split("## D-6a · d6a-sorteio")
    assert "| `FORMIGUEIRO_BANCO_URL` | texto | **obrigatória** |" in comum
    assert "| `FORMIGUEIRO_D6A_SORTEIO_FUSIVEL` | inteiro ≥ 1 | `1` | Cartas mortas toleradas |" in propria
    assert "| `FORMIGUEIRO_D6A_SORTEIO_AREA` | JSON | `[1.5, 2]` |" in propria
    assert "D6A_SORTEIO_PORTA" not in propria


def test_todo_ajuste_diz_o_que_e() -> None:
    assert "None |" not in tabela.desenhar(descobrir().values())
