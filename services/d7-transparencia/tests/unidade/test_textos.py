"""Every sentence is a template of one data file."""

from datetime import UTC, datetime

import pytest

from d7_transparencia.colonia import colonia
from d7_transparencia.dominio import tempo
from d7_transparencia.dominio.status import Status
from d7_transparencia.dominio.textos import carregar

INSTANTE = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
SEM_TIMELINE = {
    "taxonomia.publicada",
    "território.unidade_publicada",
    "ranking.atualizado",
    "agenda.gerada",
    "demanda.resumo_ciclo_atualizado",
    "caminho.atualizado",
}


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


@pytest.mark.parametrize(
    ("variante", "campos", "frase"),
    [
        (
            "contato_realizado",
            {"com_quem": "a Prefeitura", "canal": "telefone", "resultado": "vistoria marcada"},
            "Contato realizado com a Prefeitura via telefone: vistoria marcada — 14/03/2026",
        ),
        (
            "protocolo_aberto",
            {"numero": "0", "orgao": "SABESP", "data": "2026-03-13"},
            "Protocolo 0 aberto em 13/03/2026: SABESP — 14/03/2026",
        ),
        ("protocolo_aberto", {"orgao": "SABESP"}, "Protocolo aberto: SABESP — 14/03/2026"),
        (
            "documento_anexado",
            {"tipo_documento": "ofício", "descricao": "resposta da secretaria"},
            "Documento anexado (ofício): resposta da secretaria — 14/03/2026",
        ),
        (
            "entrave_registrado",
            {"descricao": "aguardando autorização da SABESP"},
            "Entrave registrado: aguardando autorização da SABESP — 14/03/2026",
        ),
        (
            "status_atualizado",
            {"status": "em_andamento"},
            "Situação informada pelo conselheiro: em andamento — 14/03/2026",
        ),
        (
            "prazo_registrado",
            {"data_estimada": "2026-04-01", "fonte": "a secretaria"},
            "Prazo estimado: 01/04/2026, segundo a secretaria — 14/03/2026",
        ),
        ("visita_feita", {}, "Conselheiro registrou: Estive lá. — 14/03/2026"),
    ],
)
def test_cada_tipo_de_atualizacao_diz_o_que_tem(variante: str, campos: dict[str, str], frase: str):
    assert dizer("conselheiro.atualização_publicada", variante, campos=campos, texto="Estive lá.") == frase


def test_o_que_o_conselheiro_escreve_e_dado_e_nunca_modelo():
    campos = {"descricao": "{texto} [{orgao}] 2026-02-30", "orgao": "[{descricao}]", "data": "30 de fevereiro"}
    frase = dizer("conselheiro.atualização_publicada", "entrave_registrado", campos=campos)
    assert frase == "Entrave registrado: {texto} [{orgao}] 2026-02-30 ([{descricao}]) — 14/03/2026"


def test_um_dia_impossivel_aparece_como_veio():
    campos = {"data_estimada": "2026-02-30"}
    assert "Prazo estimado: 2026-02-30" in dizer("conselheiro.atualização_publicada", "prazo_registrado", campos=campos)


def test_numeros_sao_escritos_como_em_portugues():
    assert carregar().numero(1234567.5) == "1.234.567,50"


def test_todo_evento_de_demanda_consumido_tem_frase_e_todo_status_tem_descricao():
    textos = carregar()
    contados = set(colonia.consome) - SEM_TIMELINE
    assert {tipo for tipo, _ in textos._modelos} == contados
    assert set(textos.status) == set(Status)


def test_um_tipo_ainda_sem_frase_e_nomeado():
    assert dizer("demanda.futura") == "Registrado: demanda.futura"
