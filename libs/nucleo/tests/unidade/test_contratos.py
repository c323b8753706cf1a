"""Contracts are read strictly: whatever is not understood is refused with a sentence that says where."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from nucleo import eventos
from nucleo.contratos import ContratoInvalido, carregar, dobrar
from nucleo.contratos.geracao import gerar
from nucleo.contratos.leitura import pasta_dos_contratos
from nucleo.contratos.selo import NOME, VersaoAlterada, selar

TOPICO = "demanda.categorizada"


@pytest.fixture
def pasta(tmp_path: Path) -> Path:
    """A folder with one good contract."""
    shutil.copytree(pasta_dos_contratos() / TOPICO, tmp_path / TOPICO)
    return tmp_path


@pytest.fixture
def editar(pasta: Path) -> Callable[[str, str], None]:
    """Replaces a text of its contrato.yaml."""

    def trocar(antes: str, depois: str) -> None:
        arquivo = pasta / TOPICO / "contrato.yaml"
        texto = arquivo.read_text("utf-8")
        assert antes in texto
        arquivo.write_text(texto.replace(antes, depois), "utf-8")

    return trocar


@pytest.mark.parametrize(
    ("antes", "depois", "frase"),
    [
        ("particoes: 6", "particoes: 6\nparticao: 1", "particao: chave desconhecida"),
        ("particoes: 6\n", "", "particoes: chave ausente"),
        ("particoes: 6", "particoes: '6'", "particoes: Input should be a valid integer"),
        ("particoes: 6", "particoes: 0", "particoes: Input should be greater than or equal to 1"),
        (
            "visibilidade: publica",
            "visibilidade: secreta",
            "visibilidade: Input should be 'publica' or 'interna'",
        ),
        ("compacta: false", "compacta: talvez", "compacta: Input should be a valid boolean"),
        (
            "topico: demanda.categorizada",
            "topico: demanda.outra",
            "topico: tópico e pasta devem ser demanda.cat",
        ),
        ("tipo: demanda.cat", "tipo: demânda.cát", None),
        ("tipo: demanda.cat", "tipo: demanda.kat", "topico: tópico e pasta devem ser demanda.kategorizada"),
        ("chave: demanda_id", "chave: pedido_id", "chave: não é campo do payload: pedido_id"),
        ("sensiveis: []", "sensiveis: [{caminho: x, razao: y}]", "sensiveis: não é campo do payload: x"),
        ("sensiveis: []", "sensiveis: [{caminho: x}]", "sensiveis.0.razao: chave ausente"),
        ("1.1.0: vigente", "1.1.0: mantida", "versoes: a mais nova, e só ela, deve ser vigente"),
        ("1.0.0: mantida", "1.0.0: vigente", "versoes: a mais nova, e só ela, deve ser vigente"),
        ("1.0.0: mantida", "1.0: mantida", "versoes.1.0"),
        ("tipo: demanda", "tipo: [demanda", "YAML ilegível"),
        ("sensiveis: []", "sensiveis: []\nvetores: ../vetores.json", "vetores: String should match pattern"),
        ("sensiveis: []", "sensiveis: []\nvetores: vetores.json", "vetores: arquivo ausente: vetores.json"),
    ],
)
def test_recusa_o_que_nao_entende_e_diz_onde(
    pasta: Path, editar: Callable[[str, str], None], antes: str, depois: str, frase: str | None
) -> None:
    editar(antes, depois)
    if frase is None:
        assert carregar(pasta).por_topico[TOPICO].tipo == "demânda.cátegorizada"
        return
    with pytest.raises(ContratoInvalido) as erro:
        carregar(pasta)
    assert str(erro.value).startswith("demanda.categorizada/contrato.yaml: ")
    assert frase in str(erro.value)


def test_versao_sem_esquema_e_recusada(pasta: Path) -> None:
    (pasta / TOPICO / "1.0.0.avsc").unlink()
    with pytest.raises(ContratoInvalido, match=r"demanda\.categorizada/1\.0\.0\.avsc: arquivo ausente"):
        carregar(pasta)


@pytest.mark.parametrize("texto", ["{", '{"type": "record"}', '{"type": "nada"}'])
def test_esquema_ilegivel_e_recusado(pasta: Path, texto: str) -> None:
    (pasta / TOPICO / "1.0.0.avsc").write_text(texto, "utf-8")
    with pytest.raises(ContratoInvalido, match=r"1\.0\.0\.avsc: esquema ilegível"):
        carregar(pasta)


def test_pasta_sem_contratos_e_recusada(tmp_path: Path) -> None:
    with pytest.raises(ContratoInvalido, match="nenhum contrato encontrado"):
        carregar(tmp_path)


def test_o_catalogo_acha_por_tipo_e_por_topico() -> None:
    catalogo = carregar()
    territorio = catalogo.por_tipo["território.unidade_publicada"]
    assert territorio is catalogo.por_topico["territorio.unidade_publicada"]
    assert territorio.assunto == "territorio.unidade_publicada-value"
    assert [contrato.topico for contrato in catalogo] == sorted(catalogo.por_topico)
    assert carregar() is catalogo


def test_versoes_vem_da_mais_antiga_para_a_vigente() -> None:
    normalizada = carregar().por_tipo["demanda.normalizada"]
    assert [versao.semver for versao in normalizada.versoes] == ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0"]
    assert normalizada.vigente is normalizada.versoes[-1] is normalizada.versao("1.4.0")
    with pytest.raises(KeyError):
        normalizada.versao("2.0.0")


def test_o_topico_e_o_tipo_sem_acentos() -> None:
    assert dobrar("conselheiro.atualização_publicada") == "conselheiro.atualizacao_publicada"


def test_eventos_e_o_que_os_contratos_dizem() -> None:
    escrito = Path(eventos.__file__).read_text("utf-8")
    assert escrito == gerar(carregar()), "rode `python -m nucleo.contratos gerar`"


def test_selar_acrescenta_so_as_versoes_novas(pasta: Path) -> None:
    assert selar(pasta) == ["demanda.categorizada/1.0.0.avsc", "demanda.categorizada/1.1.0.avsc"]
    antes = (pasta / NOME).read_text("utf-8")
    shutil.copy(pasta / TOPICO / "1.1.0.avsc", pasta / TOPICO / "1.2.0.avsc")
    assert selar(pasta) == ["demanda.categorizada/1.2.0.avsc"]
    assert (pasta / NOME).read_text("utf-8").startswith(antes)


def test_selar_recusa_versao_alterada_ou_removida(pasta: Path) -> None:
    selar(pasta)
    antes = (pasta / NOME).read_text("utf-8")
    (pasta / TOPICO / "1.0.0.avsc").write_text("{}", "utf-8")
    (pasta / TOPICO / "1.1.0.avsc").unlink()
    with pytest.raises(VersaoAlterada, match=r"categorizada/1\.0\.0\.avsc, demanda\.categorizada/1\.1\.0\.avsc"):
        selar(pasta)
    assert (pasta / NOME).read_text("utf-8") == antes
