"""Every sentence is a template of one data file."""

from datetime import UTC, datetime

import pytest

from d7_transparencia.colonia import colonia
from d7_transparencia.dominio import tempo
from d7_transparencia.dominio.status import Status
from d7_transparencia.dominio.textos import carregar

INSTANTE = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
SEM_TIMELINE = {"taxonomia.publicada", "território.unidade_publicada", "ranking.atualizado"}


def dizer(tipo: str, variante: str = "padrao", uf: str | None = None, **dados: object) -> str:
    textos = carregar()
    return textos.descrever(textos.modelo(tipo, variante), {"tipo": tipo} | dados, INSTANTE, tempo.fuso(uf))


def test_a_recepcao_traz_canal_dia_e_hora_locais():
    assert dizer("demanda.recebida", canal="app") == "Demanda registrada via app em 14/03/2026 às 10:32"
    assert dizer("demanda.recebida", canal="web") == "Demanda registrada via formulário web em 14/03/2026 às 10:32"


def test_a_hora_e_a_do_estado_da_unidade():
    assert dizer("demanda.recebida", uf="AC", canal="app").endswith("em 14/03/2026 às 08:32")


def test_um_canal_novo_aparece_pelo_proprio_nome():
    assert "via totem em" in dizer("demanda.recebida", canal="totem")


@pytest.mark.parametrize(
    ("variante", "frase"),
    [
        ("automatico", "Categorizada automaticamente como: Saneamento básico (nível 1) — confiança 82%"),
        ("manual", "Categorizada por revisão humana como: Saneamento básico (nível 1)"),
    ],
)
def test_a_categoria_diz_como_foi_encontrada(variante: str, frase: str):
    dados = {"categoria": "Saneamento básico", "categoria_id": "1.2", "nivel": 1, "confianca": 0.82}
    assert dizer("demanda.categorizada", variante, **dados) == frase


def test_uma_categoria_que_a_taxonomia_nao_conhece_aparece_pelo_id():
    dados = {"categoria": None, "categoria_id": "9.9", "nivel": 5, "confianca": 0.5}
    assert "como: 9.9 (nível 5)" in dizer("demanda.categorizada", "automatico", **dados)


def test_nomes_sao_dados_e_nunca_modelos():
    assert dizer("demanda.georreferenciada", unidade="{confianca} Água/Esgoto & Pau d'Arco") == (
        "Localizada em {confianca} Água/Esgoto & Pau d'Arco"
    )


def test_numeros_sao_escritos_como_em_portugues():
    assert carregar().numero(1234567.5) == "1.234.567,50"


def test_todo_evento_de_demanda_consumido_tem_frase_e_todo_status_tem_descricao():
    textos = carregar()
    contados = set(colonia.consome) - SEM_TIMELINE
    assert {tipo for tipo, _ in textos._modelos} == contados
    assert set(textos.status) == set(Status)


def test_um_tipo_ainda_sem_frase_e_nomeado():
    assert dizer("demanda.futura") == "Registrado: demanda.futura"
