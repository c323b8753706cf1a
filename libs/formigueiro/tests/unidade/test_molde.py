import pytest

from formigueiro.molde import Pedido, arquivos, conferir
from formigueiro.pilha.erros import FalhaDaPilha
from nucleo import Colonia

OUTRA = Colonia("D-6a", nome="d6a-sorteio", porta=8106)


def pedir(nome: str = "d5-agenda", *produz: str, consome: tuple[str, ...] = ("demanda.ranqueada",), **mais) -> Pedido:
    return conferir(nome, consome, produz, colonias=[OUTRA], **mais)


def test_o_que_falta_dizer_vem_do_nome() -> None:
    pedido = pedir()
    assert (pedido.id, pedido.porta, pedido.pacote, pedido.raiz) == ("D-5", 8105, "d5_agenda", "/api/d5")
    assert pedir("d6b-relatoria").porta == 8130  # 8106 is taken
    assert pedir(identificador="D-5x", porta=9005).porta == 9005


def test_a_entidade_e_a_chave_do_registro_ou_a_da_particao() -> None:
    consome = ("demanda.ranqueada", "demanda.recebida", "taxonomia.publicada")
    entradas = [(e.entidade, e.uuid, e.funcao) for e in pedir(consome=consome).consome]
    assert entradas == [
        ("demanda_id", True, "registrar_demanda_ranqueada"),
        ("demanda_id", True, "registrar_demanda_recebida"),
        ("versao", False, "registrar_taxonomia_publicada"),
    ]


def test_so_o_tipo_sem_contrato_ganha_um() -> None:
    pedido = pedir("d12-duplicidade", "duplicidade.agregada", "duplicidade.desfeita", "reunião.marcada")
    assert pedido.novos == ["duplicidade.desfeita", "reunião.marcada"]
    pastas = {caminho.parts[1] for caminho, _ in arquivos(pedido) if caminho.parts[0] == "contracts"}
    assert pastas == {"duplicidade.desfeita", "reuniao.marcada"}


@pytest.mark.parametrize(
    ("pedido", "frase"),
    [
        (lambda: pedir("Agenda"), "Agenda não serve de nome"),
        (lambda: pedir("d6a-sorteio"), "já existe"),
        (lambda: pedir(porta=8106), "A porta 8106 já é de outra colônia"),
        (lambda: pedir(consome=()), "ao menos um --consome"),
        (lambda: pedir(consome=("demanda.inventada",)), "Não há contrato de demanda.inventada"),
        (lambda: pedir("d5-agenda", "demanda.ranqueada"), "acrescente d5-agenda a produtores"),
        (lambda: pedir("d5-agenda", "Agenda Criada"), "não serve de tipo"),
    ],
)
def test_o_que_contradiz_a_casa_e_dito_numa_frase(pedido, frase: str) -> None:
    with pytest.raises(FalhaDaPilha, match=frase):
        pedido()
