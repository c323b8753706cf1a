"""From the two halves of a demand to `demanda.categorizada`, or to the review queue."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy.exc import DBAPIError

from d3_categorizacao import consumidores
from d3_categorizacao.colonia import colonia
from nucleo.eventos import CidadaoVinculado, DemandaCategorizada
from nucleo.testes import evento, exemplo, verificar_permutacoes
from nucleo.testes.eventos import INICIO

VILA = UUID("0199c0de-0000-7000-8000-00000000000b")
CERTO = "Esgoto a céu aberto na minha rua"
MEDIANO = "a luz não funciona"
DUVIDOSO = "Isso é um absurdo, tomem providências"


async def test_confianca_alta_publica_a_categoria_com_nivel_score_e_unidade(bancada, normalizada, georreferenciada):
    async with bancada(colonia) as b:
        causa = evento(normalizada(1))
        await b.entregar(causa, georreferenciada(1))
        (publicada,) = await b.publicados(DemandaCategorizada)
        p = publicada.payload
        assert (p.categoria_id, p.subcategoria_id, p.nivel_precedencia, p.score_horizontal) == ("1.2", "1.2.1", 1, 85.0)
        assert p.confianca_categorizacao >= 0.85
        assert (p.metodo, p.versao_categorizacao) == ("automatico", 1)
        assert (p.unidade_civica_id, p.nivel_minimo_resolvido) == (georreferenciada(1).unidade_civica_id, 2)
        assert (publicada.causacao_id, publicada.correlacao_id) == (causa.event_id, causa.correlacao_id)
        assert not await b.consultar("SELECT * FROM revisoes")


async def test_a_ordem_das_metades_nao_muda_o_evento(bancada, normalizada, georreferenciada):
    vistos = []
    for metades in ([normalizada(1), georreferenciada(1)], [georreferenciada(1), normalizada(1)]):
        async with bancada(colonia) as b:
            for metade in metades:
                await b.entregar(metade)
            vistos.append(await b.publicados(DemandaCategorizada))
    assert vistos[0] == vistos[1]
    assert len(vistos[0]) == 1


async def test_sem_unidade_civica_a_demanda_espera_e_nao_se_perde(bancada, normalizada, georreferenciada, demanda):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1))
        assert not await b.publicados(DemandaCategorizada)
        resposta = await b.http.get(f"/api/d3/demandas/{demanda(1)}")
        assert resposta.json()["situacao"] == "aguardando_localizacao"
        await b.entregar(georreferenciada(1))
        assert len(await b.publicados(DemandaCategorizada)) == 1


async def test_confianca_baixa_nao_publica_e_obriga_revisao(bancada, normalizada, georreferenciada):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, DUVIDOSO), georreferenciada(1))
        assert not await b.publicados(DemandaCategorizada)
        (revisao,) = await b.consultar("SELECT * FROM revisoes")
        assert (revisao["motivo"], revisao["situacao"]) == ("obrigatoria", "pendente")
        (proposta,) = await b.consultar("SELECT * FROM categorizacoes")
        assert (proposta["versao"], proposta["metodo"]) == (0, "revisao_pendente")


async def test_confianca_entre_os_limiares_publica_e_enfileira_so_a_amostra(bancada, normalizada, georreferenciada):
    async with bancada(colonia, limiar_automatico=1.0, amostragem_revisao=0.5) as b:
        total = 40
        await b.entregar(*(normalizada(n, MEDIANO) for n in range(total)))
        await b.entregar(*(georreferenciada(n) for n in range(total)))
        publicadas = await b.publicados(DemandaCategorizada)
        assert len(publicadas) == total
        assert all(0.7 <= p.payload.confianca_categorizacao < 1 for p in publicadas)
        fila = await b.consultar("SELECT motivo FROM revisoes")
        assert {r["motivo"] for r in fila} == {"amostragem"}
        assert total * 0.2 < len(fila) < total * 0.8


async def test_os_limiares_sao_parametros(bancada, normalizada, georreferenciada):
    async with bancada(colonia, limiar_minimo=1.0, limiar_automatico=1.0) as b:
        await b.entregar(normalizada(1, MEDIANO), georreferenciada(1))
        assert not await b.publicados(DemandaCategorizada)


async def test_a_primeira_localizacao_vale(bancada, normalizada, georreferenciada):
    async with bancada(colonia) as b:
        await b.entregar(georreferenciada(1), georreferenciada(1, VILA), normalizada(1))
        await b.entregar(georreferenciada(1, VILA))
        (publicada,) = await b.publicados(DemandaCategorizada)
        assert publicada.payload.unidade_civica_id == georreferenciada(1).unidade_civica_id


async def test_legendas_das_imagens_categorizam_a_demanda_sem_texto(bancada, normalizada, georreferenciada):
    async with bancada(colonia) as b:
        legenda = "um buraco enorme no asfalto de uma rua esburacada"
        await b.entregar(normalizada(1, "", titulo=legenda, legendas=(legenda,)), georreferenciada(1))
        (publicada,) = await b.publicados(DemandaCategorizada)
        assert publicada.payload.categoria_id == "3.1"


async def test_o_evento_publico_nao_leva_o_texto_de_ninguem(bancada, normalizada, georreferenciada):
    async with bancada(colonia) as b:
        segredo = "Esgoto vazando na casa da Dona Xislaine Pereira, telefone 11 91234-5678"
        await b.entregar(normalizada(1, segredo), georreferenciada(1))
        (publicada,) = await b.publicados(DemandaCategorizada)
        guardado = await b.consultar("SELECT candidatas::text || evidencias::text AS tudo FROM categorizacoes")
        for parte in ("Xislaine", "xislaine", "91234"):
            assert parte not in repr(publicada.payload)
            assert parte not in guardado[0]["tudo"]


async def test_texto_com_caractere_nulo_e_aceito(bancada, normalizada, georreferenciada):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1, "Esgoto a céu aberto\0 na rua"), georreferenciada(1))
        assert len(await b.publicados(DemandaCategorizada)) == 1
        assert not await b.dlq()


async def test_categorizacoes_so_recebem_versoes_novas(bancada, normalizada):
    async with bancada(colonia) as b:
        await b.entregar(normalizada(1))
        for comando in ("UPDATE categorizacoes SET confianca = 1", "DELETE FROM categorizacoes"):
            with pytest.raises(DBAPIError, match="só recebe versões novas"):
                await b.consultar(comando)


@pytest.mark.parametrize("texto_primeiro", [True, False])
async def test_duas_replicas_com_uma_metade_cada_publicam_uma_vez(
    bancada, normalizada, georreferenciada, texto_primeiro
):
    async with bancada(colonia) as b:

        async def texto(uow):
            await consumidores.categorizar([evento(normalizada(1))], uow)

        async def unidade(uow):
            await consumidores.situar([evento(georreferenciada(1))], uow)

        async def na_outra_replica(metade):
            async with b.viva.unidade() as uow:
                await metade(uow)

        primeira, segunda = (texto, unidade) if texto_primeiro else (unidade, texto)
        async with b.viva.unidade() as uow:
            await primeira(uow)
            espera = asyncio.create_task(na_outra_replica(segunda))
            await asyncio.sleep(0.3)
            assert not espera.done(), "a segunda réplica tem de esperar a primeira confirmar"
        await espera
        assert len(await b.publicados(DemandaCategorizada)) == 1


async def test_qualquer_ordem_e_repeticao_dao_o_mesmo_estado(bancada, normalizada, georreferenciada):
    textos = [CERTO, MEDIANO, DUVIDOSO, "poste apagado", "não falta água", "buraco na rua"]
    eventos = [normalizada(n, texto) for n, texto in enumerate(textos)]
    eventos += [georreferenciada(n) for n in range(len(textos) - 1)]
    for conta, minuto in ((1, 5), (2, 3)):
        vinculo = {"cidadao_id_anonimo": UUID(int=9), "timestamp_vinculo": INICIO + timedelta(minutes=minuto)}
        eventos.append(exemplo(CidadaoVinculado, cidadao_id=UUID(int=conta), **vinculo))
    await verificar_permutacoes(
        bancada,
        colonia,
        eventos,
        tabelas=["demandas", "categorizacoes", "revisoes", "vinculos"],
        exemplos=25,
        limiar_automatico=0.97,
        amostragem_revisao=1.0,
    )
