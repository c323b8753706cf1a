"""The page escapes, and the file of consumers is read strictly."""

from pathlib import Path

import pytest

from n0b_registro.acoes.consumidores import Consumidores, ConsumidoresInvalidos, ler_consumidores
from n0b_registro.acoes.semear import Publicacao, Publicada
from n0b_registro.rotas import pagina
from n0b_registro.rotas.fichas import Ficha
from nucleo.contratos import Contrato, Versao


def test_arquivo_de_consumidores_ausente_ou_torto(tmp_path: Path) -> None:
    assert ler_consumidores(tmp_path / "nada.json") == Consumidores({})
    torto = tmp_path / "torto.json"
    for conteudo in ("[]", '{"a": "b"}'):
        torto.write_text(conteudo)
        with pytest.raises(ConsumidoresInvalidos, match=r"torto\.json"):
            ler_consumidores(torto)


def test_tudo_na_pagina_e_escapado() -> None:
    hostil = '"><img src=x onerror=alert(1)>'
    contrato = Contrato(
        tipo=hostil,
        topico=hostil,
        descricao="Água & Luz",
        produtores=(hostil,),
        chave=hostil,
        chave_do_registro=hostil,
        particoes=1,
        visibilidade="publica",
        compacta=False,
        sensiveis=(),
        versoes=(Versao(hostil, "vigente", {"doc": hostil}, ""),),
    )
    publicacao = Publicacao({(hostil, hostil): Publicada(1, 1)})
    ficha = Ficha.de(contrato, publicacao, Consumidores({hostil: (hostil,)}), com_esquemas=True)
    for html in (pagina.lista([ficha]), pagina.evento(ficha)):
        assert "<img" not in html
        assert "Água &amp; Luz" in html
        assert "&amp;amp;" not in html
