"""The reviser away from the loop: slow, broken, absent or flooded, it never takes the capture with it."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from d1a_captura.assistencia import servico
from d1a_captura.assistencia.local import MotorLocal
from d1a_captura.assistencia.motor import Motor, Revisao
from d1a_captura.assistencia.servico import Assistencia


class MotorDeTeste:
    nome = "teste-1"

    def __init__(self, espera: threading.Event | None = None) -> None:
        self._espera = espera

    def revisar(self, texto: str) -> Revisao:
        if self._espera is not None:
            self._espera.wait(5)
        return Revisao(texto_sugerido=texto.upper())


@contextmanager
def aberta(criar: Callable[[], Motor], espera_s: float = 5.0) -> Iterator[Assistencia]:
    assistencia = Assistencia(criar, espera_s)
    try:
        yield assistencia
    finally:
        assistencia.fechar()


async def test_o_motor_e_feito_no_primeiro_uso_e_uma_so_vez() -> None:
    feitos: list[MotorDeTeste] = []

    def criar() -> Motor:
        feitos.append(MotorDeTeste())
        return feitos[-1]

    with aberta(criar) as assistencia:
        assert not feitos
        respostas = await asyncio.gather(*(assistencia.revisar(t) for t in ("a", "b")))
    assert [(nome, r.texto_sugerido) for nome, r in respostas] == [("teste-1", "A"), ("teste-1", "B")]
    assert len(feitos) == 1


async def test_motor_lento_esgota_a_espera_sem_parar_o_laco() -> None:
    solta = threading.Event()
    with aberta(lambda: MotorDeTeste(solta), espera_s=0.05) as assistencia:
        with pytest.raises(TimeoutError):
            await assistencia.revisar("a")
        solta.set()


async def test_motor_que_falhou_ao_nascer_e_tentado_de_novo() -> None:
    tentativas = iter([ImportError("sem dicionário"), None])

    def criar() -> Motor:
        if (erro := next(tentativas)) is not None:
            raise erro
        return MotorDeTeste()

    with aberta(criar) as assistencia:
        with pytest.raises(ImportError):
            await assistencia.revisar("a")
        assert (await assistencia.revisar("a"))[0] == "teste-1"


async def test_fila_cheia_responde_logo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servico, "_ESPERAS_MAXIMAS", 1)
    solta = threading.Event()
    with aberta(lambda: MotorDeTeste(solta)) as assistencia:
        primeira = asyncio.create_task(assistencia.revisar("a"))
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            await assistencia.revisar("b")
        solta.set()
        await primeira
        assert (await assistencia.revisar("c"))[1].texto_sugerido == "C"


def test_o_motor_local_corrige_o_portugues_do_brasil() -> None:
    revisao = MotorLocal().revisar(
        "A iluminasão da rua do meu bairro está ruim. Falta agua e o onibus não passa na esqina."
    )
    assert revisao.texto_sugerido == (
        "A iluminação da rua do meu bairro está ruim. Falta água e o ônibus não passa na esquina."
    )


def test_o_motor_local_nao_mexe_num_texto_bem_escrito() -> None:
    texto = "O bueiro da Rua das Acácias, 120, está entupido e a calçada do ponto de ônibus alaga quando chove."
    assert MotorLocal().revisar(texto) == Revisao([], None)
