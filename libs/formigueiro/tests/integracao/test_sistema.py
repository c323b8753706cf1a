"""`up` and `down` on the real stack, with two toy colonies."""

import socket
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import psutil
import pytest

from formigueiro.ajustes import Ajustes
from formigueiro.colonias import todos
from formigueiro.pilha.erros import FalhaDaPilha
from formigueiro.pilha.portas import ENDERECO, porta_livre
from formigueiro.sistema import Sistema

NOMES = ("brinquedo-a", "brinquedo-b")


@pytest.fixture(scope="module")
def sistema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sistema]:
    """A system of its own, on free ports, that goes away at the end."""
    raiz = tmp_path_factory.mktemp("sistema")
    with pytest.MonkeyPatch.context() as remendo:
        fonte = escrever_distribuicao(raiz / "fonte")
        remendo.syspath_prepend(str(fonte))
        remendo.setenv("PYTHONPATH", str(fonte))
        portas = (porta_livre() for _ in range(3))
        ajustes = Ajustes(
            pasta=raiz / "formigueiro",
            cache=Ajustes().cache,
            porta_postgres=next(portas),
            porta_kafka=next(portas),
            porta_kafka_controle=next(portas),
        )
        colonias = {nome: import_module(f"brinquedo.{nome[-1]}").colonia for nome in NOMES}
        sistema = Sistema(ajustes, colonias)
        yield sistema
        sistema.descer(print)
        sistema.apagar()


def escrever_distribuicao(fonte: Path) -> Path:
    """An installed distribution with two colonies that neither consume nor produce."""
    pacote, ficha = fonte / "brinquedo", fonte / "brinquedo-0.1.dist-info"
    pacote.mkdir(parents=True)
    ficha.mkdir()
    (pacote / "__init__.py").touch()
    for numero, (nome, porta) in enumerate(zip(NOMES, sorted([porta_livre(), porta_livre()]), strict=True)):
        (pacote / f"{nome[-1]}.py").write_text(
            "from nucleo import Colonia\n"
            f"colonia = Colonia('X-{numero}', nome={nome!r}, porta={porta}, pacote='brinquedo')\n"
        )
    pontos = "".join(f"{nome} = brinquedo.{nome[-1]}:colonia\n" for nome in NOMES)
    (ficha / "METADATA").write_text("Metadata-Version: 2.1\nName: brinquedo\nVersion: 0.1\n")
    (ficha / "entry_points.txt").write_text(f"[formigueiro.colonias]\n{pontos}")
    return fonte


def subir(sistema: Sistema, processos: int) -> None:
    sistema.subir([], processos, print)
    sistema.esperar(print)


def no_ar(sistema: Sistema) -> dict[str, int]:
    """Pid of each colony process."""
    return {p.nome: vivo.pid for p in todos(sistema.pasta_colonias) if (vivo := p.vivo())}


# The tests go on from one another's system: starting one costs seconds.


def test_up_sobe_tudo_e_repetir_nao_muda_nada(sistema: Sistema) -> None:
    subir(sistema, 2)
    assert [(estado.nome, estado.impedimento) for estado in sistema.saude()] == [
        (nome, None) for nome in ("postgres", "kafka", *NOMES)
    ]
    antes = no_ar(sistema), sistema.postgres.mestre(), sistema.kafka.processo.vivo()
    subir(sistema, 2)
    assert (no_ar(sistema), sistema.postgres.mestre(), sistema.kafka.processo.vivo()) == antes
    assert set(antes[0]) == set(NOMES)


def test_cada_processo_so_conhece_a_senha_do_seu_banco(sistema: Sistema) -> None:
    for processo in todos(sistema.pasta_colonias):
        vivo = processo.vivo()
        assert vivo
        bancos = [nome for nome in vivo.environ() if nome.endswith("_BANCO_URL")]
        assert bancos == [f"FORMIGUEIRO_{processo.nome.replace('-', '_').upper()}_BANCO_URL"]


def test_kill_9_de_tudo_e_up_de_novo_voltam_a_ficar_prontos(sistema: Sistema) -> None:
    matar(*(p.vivo() for p in todos(sistema.pasta_colonias)), sistema.kafka.processo.vivo(), sistema.postgres.mestre())
    subir(sistema, 2)
    assert not any(estado.impedimento for estado in sistema.saude())


def test_outro_agrupamento_troca_os_processos_e_deixa_a_pilha(sistema: Sistema) -> None:
    mestre = sistema.postgres.mestre()
    subir(sistema, 1)
    assert set(no_ar(sistema)) == {"grupo-1"}
    assert sistema.postgres.mestre() == mestre


def test_colonia_que_morre_e_dita_com_o_seu_registro(sistema: Sistema) -> None:
    matar(*(p.vivo() for p in todos(sistema.pasta_colonias)))
    with pytest.raises(FalhaDaPilha, match=r"brinquedo-a: não está no ar(?s:.)*grupo-1\.log"):
        sistema.esperar(print)


def test_porta_tomada_por_outro_programa_nomeia_o_ajuste(sistema: Sistema, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((ENDERECO, 0)) as outro:
        monkeypatch.setenv("FORMIGUEIRO_BRINQUEDO_B_PORTA", str(outro.getsockname()[1]))
        with pytest.raises(FalhaDaPilha, match="FORMIGUEIRO_BRINQUEDO_B_PORTA"):
            subir(sistema, 1)


def test_down_para_tudo_e_os_dados_ficam(sistema: Sistema) -> None:
    sistema.postgres.sql("CREATE TABLE guardado (n int); INSERT INTO guardado VALUES (7)")
    sistema.descer(print)
    assert {estado.impedimento for estado in sistema.saude()} == {"não está no ar"}
    sistema.postgres.iniciar()
    assert sistema.postgres.sql("SELECT n FROM guardado") == "7\n"


def matar(*vitimas: psutil.Process | None) -> None:
    for vitima in vitimas:
        assert vitima
        vitima.kill()
        vitima.wait(10)
