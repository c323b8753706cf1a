"""One transaction on a pooled connection: whatever cuts it short, the next one starts clean."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from nucleo import Colonia
from nucleo.banco import conectar_direto
from nucleo.erros import FalhaTransitoria
from nucleo.testes import Bancada

COLONIA = Colonia("D-4", nome="d4-ranking", porta=9000, pacote="nucleo.testes", produz=["demanda.ranqueada"])
SO_UMA = {"banco_pool": 1, "banco_excedente": 0}


async def escrever(b: Bancada, n: int, *, desistir: bool = False) -> None:
    async with b.viva.unidade() as uow:
        await uow.sql("INSERT INTO visto VALUES (:n)", n=n)
        if desistir:
            raise ValueError


@pytest.mark.parametrize("comando", ["BEGIN;", "ROLLBACK;", "COMMIT;"])
async def test_o_que_e_cancelado_ao_abrir_ou_fechar_nao_prende_a_transacao_seguinte(bancada, monkeypatch, comando):
    async with bancada(COLONIA, **SO_UMA) as b:
        await b.consultar("CREATE TABLE visto (n int)")
        async with b.viva.unidade() as uow:
            motorista = uow._ligacao._motorista
        executar = type(motorista).execute

        async def cancelada(self, query, *args, **nomeados):
            if query == comando:
                monkeypatch.undo()
                if comando == "BEGIN;":  # the server began; who asked was gone
                    await executar(self, query, *args, **nomeados)
                raise asyncio.CancelledError
            return await executar(self, query, *args, **nomeados)

        monkeypatch.setattr(type(motorista), "execute", cancelada)
        with pytest.raises(asyncio.CancelledError):
            await escrever(b, 1, desistir=comando == "ROLLBACK;")
        await escrever(b, 2)
        outra = await conectar_direto(b.viva.config, "teste")
        assert await outra.fetch("SELECT n FROM visto") == [(2,)]
        await outra.close()


async def test_um_comando_preparado_antes_de_uma_migracao_prepara_se_de_novo(bancada):
    async with bancada(COLONIA, **SO_UMA) as b:
        await b.consultar("CREATE TABLE visto (n int)")
        async with b.viva.unidade() as uow:
            await uow.sql("SELECT * FROM visto")
        await b.consultar("ALTER TABLE visto ADD COLUMN m int")
        with pytest.raises(FalhaTransitoria):
            async with b.viva.unidade() as uow:
                await uow.sql("SELECT * FROM visto")
        async with b.viva.unidade() as uow:
            assert list((await uow.sql("SELECT * FROM visto")).keys()) == ["n", "m"]


async def test_uma_ligacao_excedente_que_se_fecha_nao_fica_na_memoria(bancada):
    async with bancada(COLONIA, banco_pool=1, banco_excedente=1) as b:
        async with b.viva.unidade() as fica, b.viva.unidade() as sai:
            await fica.sql("SELECT 1")
            await sai.sql("SELECT 1")
            referencias = [weakref.ref(u._ligacao._motorista) for u in (fica, sai)]
        del fica, sai
        await asyncio.sleep(0)
        gc.collect()
        assert sum(r() is None for r in referencias) == 1
