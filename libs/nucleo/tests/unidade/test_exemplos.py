"""The examples of the contracts as payloads: each call gives one of its own."""

from nucleo.eventos import DemandaRecebida, Localizacao
from nucleo.testes import exemplo


def test_o_que_um_teste_muda_no_seu_exemplo_outro_nao_ve() -> None:
    mudado = exemplo(DemandaRecebida)
    mudado.consentimentos.clear()
    mudado.localizacao_bruta.lat = 0.0
    intacto = exemplo(DemandaRecebida)
    assert intacto.consentimentos
    assert intacto.localizacao_bruta.lat != 0.0


def test_os_campos_dados_entram_como_sao() -> None:
    aqui = Localizacao(lat=-23.5, lng=-46.6)
    assert exemplo(DemandaRecebida, localizacao_bruta=aqui, canal="sms").localizacao_bruta is aqui
