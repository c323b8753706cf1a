from pathlib import Path

import pytest

from formigueiro import acls, mapa
from formigueiro.contratos import problemas
from formigueiro.pilha.erros import FalhaDaPilha
from nucleo import Colonia

CAPTURA = Colonia("D-1a", nome="d1a-captura", porta=1, produz=["demanda.recebida"])
BARRAMENTO = Colonia("N-0a", nome="n0a-barramento", porta=2, consome_tudo=print, produz=["barramento.pulso"])


def test_contratos_selos_e_classes_do_produto_concordam() -> None:
    assert problemas([CAPTURA]) == []


def test_declaracao_que_os_contratos_desmentem_e_dita() -> None:
    intrusa = Colonia("X-1", nome="x1-intrusa", porta=1, produz=["demanda.recebida"])
    assert "x1-intrusa" in problemas([intrusa])[0]


def test_integradores_leem_so_topicos_publicos() -> None:
    lidos = {acl.nome for acl in acls.listar([CAPTURA]) if acl.usuario == acls.INTEGRADORES}
    assert "demanda.ranqueada" in lidos
    assert not lidos & {"demanda.recebida", "demanda.normalizada"}


def test_cada_colonia_escreve_so_o_que_declara() -> None:
    escritos = {(acl.usuario, acl.nome) for acl in acls.listar([CAPTURA, BARRAMENTO]) if acl.operacao == "write"}
    assert escritos == {
        ("d1a-captura", "demanda.recebida"),
        ("n0a-barramento", "barramento.pulso"),
        ("n0a-barramento", "dlq.n0a-barramento"),
    }


def test_quem_le_tudo_nao_le_o_que_ele_mesmo_escreve() -> None:
    lidos = {acl.nome for acl in acls.listar([BARRAMENTO]) if (acl.usuario, acl.operacao) == ("n0a-barramento", "read")}
    assert {"demanda.recebida", "conselheiro.sorteado"} <= lidos
    assert "barramento.pulso" not in lidos


def test_mapa_velho_na_pagina_e_notado_e_trocado(tmp_path: Path) -> None:
    pagina = tmp_path / "pagina.md"
    pagina.write_text(f"# Título\n\n{mapa.INICIO}\nvelho\n{mapa.FIM}\n\nfim\n")
    desenho = mapa.desenhar([CAPTURA, BARRAMENTO])
    assert not mapa.conferir(pagina, desenho)
    mapa.escrever(pagina, desenho)
    assert mapa.conferir(pagina, desenho)
    assert pagina.read_text().startswith("# Título\n\n")
    assert pagina.read_text().endswith("\n\nfim\n")


def test_pagina_sem_as_marcas_e_erro_claro(tmp_path: Path) -> None:
    pagina = tmp_path / "pagina.md"
    pagina.write_text("# Título\n")
    with pytest.raises(FalhaDaPilha, match="não tem as marcas"):
        mapa.conferir(pagina, "")
