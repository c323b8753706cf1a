"""The text reviser by HTTP."""

import pytest

from d1a_captura.assistencia import servico
from d1a_captura.assistencia.motor import Motor
from d1a_captura.colonia import colonia
from nucleo.testes.bancada import FabricaDeBancadas

ERRADO = "A iluminasão da Rua das Acácias está ruim faz semanas."


async def test_sugere_e_nao_guarda(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        r = await b.http.post("/api/assistencia/texto", json={"texto": ERRADO})
        assert r.status_code == 200
        resposta = r.json()
        assert (resposta["disponivel"], resposta["motor"]) == (True, "local-1")
        assert resposta["texto_sugerido"] == ERRADO.replace("iluminasão", "iluminação")
        (sugestao,) = resposta["sugestoes"]
        assert (ERRADO[sugestao["inicio"] : sugestao["fim"]], sugestao["alternativas"][0]) == (
            "iluminasão",
            "iluminação",
        )
        for tabela in ("demanda", "saida"):
            assert await b.consultar(f"SELECT 1 FROM {tabela}") == []


async def test_sem_motor_o_cidadao_segue_sem_ajuda(bancada: FabricaDeBancadas, monkeypatch: pytest.MonkeyPatch) -> None:
    def sem_dicionario() -> Motor:
        raise ImportError("spellchecker")

    monkeypatch.setattr(servico, "_motor_local", sem_dicionario)
    async with bancada(colonia) as b:
        r = await b.http.post("/api/assistencia/texto", json={"texto": ERRADO})
        assert r.status_code == 200
        assert r.json() == {"disponivel": False, "motor": None, "sugestoes": [], "texto_sugerido": None}


async def test_dez_por_minuto_e_texto_dentro_dos_limites(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        corpos: list[dict[str, object]] = [
            {},
            {"texto": ""},
            {"texto": "a" * 5001},
            {"texto": 1},
            {"texto": "a", "b": 1},
        ]
        for corpo in corpos:
            r = await b.http.post("/api/assistencia/texto", json=corpo)
            assert (r.status_code, r.json()["type"]) == (400, "urn:formigueiro:erro:dados-invalidos")
        codigos = [(await b.http.post("/api/assistencia/texto", json={"texto": "oi"})).status_code for _ in range(6)]
        assert codigos == [200] * 5 + [429]
