"""What counsellors see of themselves."""

from typing import Any
from uuid import UUID, uuid4

import pytest

ROTA = "/d6a/conselheiros/me/situacao"


async def situacao(m, n: int, **parametros: Any) -> dict[str, Any]:
    resposta = await m.b.http.get(ROTA, params=parametros, headers=m.b.token(sub=m.cidadao(n)))
    assert resposta.status_code == 200, resposta.text
    return resposta.json()


async def sortear(m, n: int) -> None:
    await m.entregar(m.item(n))
    await m.pulsar()


async def test_sem_conta_401_e_quem_nao_se_cadastrou_404(viver):
    async with viver() as m:
        assert (await m.b.http.get(ROTA)).status_code == 401
        assert (await m.b.http.get(ROTA, headers={"X-Cidadao-Id": str(uuid4())})).status_code == 401
        resposta = await m.b.http.get(ROTA, headers=m.b.token(sub=m.cidadao(1)))
        assert resposta.status_code == 404
        assert resposta.json()["detail"] == "Você ainda não se cadastrou como conselheiro."


@pytest.mark.parametrize(("capacitado", "status"), [(True, "disponivel"), (False, "inativo")])
async def test_sem_demanda(viver, capacitado, status):
    async with viver() as m:
        await m.entregar(m.cadastro(1, capacitado=capacitado))
        s = await situacao(m, 1)
        assert s == {
            "conselheiro_id": str(await m.identidade(1)),
            "status": status,
            "unidade_civica_id": str(m.bairro),
            "capacitacao_concluida": capacitado,
            "demanda_ativa": None,
            "recusas_restantes": 3,
            "suspenso_ate": None,
            "historico": [],
            "proximo": None,
        }


async def test_com_demanda_mostra_a_demanda_como_a_agenda_a_ofereceu(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        await sortear(m, 1)
        s = await situacao(m, 1)
        [sorteado] = await m.sorteados()
    assert s["status"] == "ocupado"
    ativa = s["demanda_ativa"]
    assert (ativa["demanda_id"], ativa["sorteio_id"]) == (str(m.demanda(1)), str(sorteado.sorteio_id))
    assert (ativa["categoria_id"], ativa["nivel_precedencia"], ativa["score_final"]) == ("1.1", 1, 100.0)
    assert [h["demanda_id"] for h in s["historico"]] == [str(m.demanda(1))]
    assert s["historico"][0]["desfecho"] is None


async def test_suspenso_e_inativo_ate_o_prazo_e_depois_disponivel(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1))
        for n in range(4):
            await sortear(m, n)
            await m.entregar(m.recusa(n, m.cidadao(1)))
            assert (await situacao(m, 1))["recusas_restantes"] == (2, 1, 0, 0)[n]
        s = await situacao(m, 1)
        assert (s["status"], s["suspenso_ate"]) == ("inativo", "2026-06-12T13:32:00Z")
        assert {h["desfecho"] for h in s["historico"]} == {"recusa_explicita"}
        m.b.relogio.avancar(days=90)
        s = await situacao(m, 1)
        assert (s["status"], s["suspenso_ate"], s["recusas_restantes"]) == ("disponivel", None, 3)


async def test_historico_em_paginas_do_mais_novo_ao_mais_antigo_e_so_o_proprio(viver):
    async with viver() as m:
        await m.entregar(m.cadastro(1), m.cadastro(2, m.vila))
        await m.entregar(m.item(99, (m.vila,)))
        for n in range(5):
            await sortear(m, n)
            await m.entregar(m.ciclo(n, await m.identidade(1)))
            m.b.relogio.avancar(seconds=n % 2)
        vistas, depois = [], None
        while True:
            pagina = await situacao(m, 1, limite=2, **({"depois": depois} if depois else {}))
            vistas += [UUID(h["demanda_id"]) for h in pagina["historico"]]
            depois = pagina["proximo"]
            if depois is None:
                break
        assert sorted(vistas) == [m.demanda(n) for n in range(5)]
        assert vistas[0] == m.demanda(4)
        [de_outro] = (await situacao(m, 2))["historico"]
        errada = await m.b.http.get(
            ROTA, params={"depois": de_outro["sorteio_id"]}, headers=m.b.token(sub=m.cidadao(1))
        )
        assert (errada.status_code, errada.json()["campo"]) == (400, "depois")
