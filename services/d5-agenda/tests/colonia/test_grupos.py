"""Territorial groups as items come and go."""

from typing import Any
from uuid import UUID

from d5_agenda.colonia import colonia
from nucleo.testes import Bancada, FabricaDeBancadas

Fatos = Any
PASSO = 0.004  # degrees of latitude: 445 m, a neighbour


async def grupos(b: Bancada, unidade: UUID) -> dict[str, str | None]:
    """The group of each item of a backlog."""
    itens = (await b.http.get(f"/api/d5/backlog/{unidade}?limite=100")).json()["itens"]
    return {item["demanda_id"]: item["grupo_id"] for item in itens}


async def juntos(b: Bancada, fatos: Fatos) -> list[list[int]]:
    """The groups of the centre, by the numbers of their demands."""
    por_grupo: dict[str, list[int]] = {}
    for demanda_id, grupo in (await grupos(b, fatos.centro)).items():
        if grupo is not None:
            por_grupo.setdefault(grupo, []).append(UUID(demanda_id).int & 0xFF)
    return sorted(sorted(membros) for membros in por_grupo.values())


async def test_um_item_so_nao_e_grupo_e_dois_a_500_metros_sao(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1))
        assert await juntos(b, fatos) == []
        await b.entregar(*fatos.no_backlog(2, lat=PASSO))
        await b.entregar(*fatos.no_backlog(3, lat=3 * PASSO))
        assert await juntos(b, fatos) == [[1, 2]]


async def test_o_limite_sao_500_metros(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    grau = 111_195.0797343  # metres
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1), *fatos.no_backlog(2, lat=499.99 / grau))
        await b.entregar(*fatos.no_backlog(3, lng=-500.01 / grau))
        assert await juntos(b, fatos) == [[1, 2]]


async def test_latitude_e_longitude_nao_se_confundem(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    """480 m to the west is a neighbour, 550 m to the south is not: with the pair swapped it would be the reverse."""
    lat, lng = -23.55, -46.63
    async with bancada(colonia) as b:
        await b.entregar(*fatos.no_backlog(1, lat=lat, lng=lng), *fatos.no_backlog(2, lat=lat, lng=lng - 0.00471))
        await b.entregar(*fatos.no_backlog(3, lat=lat - 0.00495, lng=lng))
        assert await juntos(b, fatos) == [[1, 2]]


async def test_so_se_agrupa_o_que_e_da_mesma_unidade_e_categoria(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(
            *fatos.no_backlog(1), *fatos.no_backlog(2, categoria=2), *fatos.no_backlog(3, unidade=fatos.vila)
        )
        assert set((await grupos(b, fatos.centro)).values()) == {None}
        assert set((await grupos(b, fatos.vila)).values()) == {None}


async def test_quem_chega_no_meio_une_dois_grupos_e_quem_sai_do_meio_os_separa(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        for n, passos in enumerate((0, 1, 3, 4, 5), 1):
            await b.entregar(*fatos.no_backlog(n, lat=passos * PASSO))
        assert await juntos(b, fatos) == [[1, 2], [3, 4, 5]]
        await b.entregar(*fatos.no_backlog(6, lat=2 * PASSO))
        assert await juntos(b, fatos) == [[1, 2, 3, 4, 5, 6]]
        await b.entregar(fatos.concluida(6))
        assert await juntos(b, fatos) == [[1, 2], [3, 4, 5]]


async def test_o_pedaco_menor_fica_com_a_raiz_e_o_maior_recebe_outra(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    """Found by a random life: both kept the name of the group that they had been."""
    async with bancada(colonia) as b:
        for n, passos in enumerate((0, 0, 1, 2, 3, 4, 5, 6), 1):
            await b.entregar(*fatos.no_backlog(n, lat=passos * PASSO))
        await b.entregar(fatos.concluida(3))
        assert await juntos(b, fatos) == [[1, 2], [4, 5, 6, 7, 8]]


async def test_o_grupo_tem_o_mesmo_id_qualquer_que_seja_a_ordem_de_chegada(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    chegadas = [(n, fatos.no_backlog(n, lat=n * PASSO)) for n in range(1, 7)]
    async with bancada(colonia) as b:
        for _, eventos in chegadas:
            await b.entregar(*eventos)
        um = await grupos(b, fatos.centro)
        await b.zerar()
        for n, eventos in sorted(chegadas, key=lambda chegada: chegada[0] * 5 % 7):
            await b.entregar(*eventos, *fatos.no_backlog(100 + n, lng=n * PASSO, categoria=2))
        outro = await grupos(b, fatos.centro)
    assert um == {demanda_id: grupo for demanda_id, grupo in outro.items() if demanda_id in um}


async def test_quem_muda_de_lugar_muda_de_grupo(bancada: FabricaDeBancadas, fatos: Fatos) -> None:
    async with bancada(colonia) as b:
        await b.entregar(
            *(e for n, passos in enumerate((0, 1, 9, 10)) for e in fatos.no_backlog(n, lat=passos * PASSO))
        )
        assert await juntos(b, fatos) == [[0, 1], [2, 3]]
        await b.entregar(fatos.situada(1, 8 * PASSO, 0.0, em=1))
        assert await juntos(b, fatos) == [[1, 2, 3]]
        await b.entregar(fatos.situada(2, None, None, em=2))
        assert await juntos(b, fatos) == []


async def test_quem_sai_junto_com_os_vizinhos_nao_deixa_grupo_para_tras(
    bancada: FabricaDeBancadas, fatos: Fatos
) -> None:
    async with bancada(colonia) as b:
        await b.entregar(*(e for n in range(8) for e in fatos.no_backlog(n, lat=n * PASSO)))
        await b.entregar(*(fatos.concluida(n) for n in (2, 3, 4)))
        assert await juntos(b, fatos) == [[0, 1], [5, 6, 7]]
        await b.entregar(*(fatos.concluida(n) for n in (0, 1, 5, 6, 7)))
        assert await b.consultar("SELECT * FROM celulas") == []
