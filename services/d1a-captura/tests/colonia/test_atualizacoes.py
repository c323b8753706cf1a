"""Updates of counsellors, sent to the real application on a real database."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import httpx

from d1a_captura.andamento import Andamento
from d1a_captura.colonia import colonia
from nucleo.eventos import CamposDaAtualizacao, ConselheiroAtualizacaoRegistrada
from nucleo.payload import Payload
from nucleo.testes import Bancada
from nucleo.testes.bancada import FabricaDeBancadas

CONSELHEIRA = UUID("7d9f4c2e-18ab-4f6d-9c3e-5b2a1f0e8d77")
OUTRO = UUID("1b4e28ba-2fa1-41d2-883f-0016d3cca427")
DEMANDA = UUID("0199c0de-0000-7000-8000-00000000000d")
LIVRE = {"limite_multiplicador": 1000}
CHAVE = {"Idempotency-Key": "a"}
Sorteada = Callable[..., list[Payload]]
Encerrada = Callable[..., Payload]
Atualiza = Callable[..., dict[str, Any]]


async def enviar(
    b: Bancada, corpo: Any, quem: UUID = CONSELHEIRA, demanda: object = DEMANDA, **cabecalhos: str
) -> httpx.Response:
    caminho = f"/api/demandas/{demanda}/atualizacoes"
    return await b.http.post(caminho, json=corpo, headers={**b.token(sub=quem), **cabecalhos})


async def test_cada_tipo_vira_um_evento_so_com_os_seus_campos(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    tipos = ["contato_realizado", "protocolo_aberto", "documento_anexado", "entrave_registrado", "prazo_registrado"]
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        for tipo in [*tipos, "status_atualizado"]:
            corpo = atualizacao(tipo)
            r = await enviar(b, corpo)
            assert r.status_code == 201, r.text
            evento = (await b.publicados(ConselheiroAtualizacaoRegistrada))[-1]
            assert evento.payload == ConselheiroAtualizacaoRegistrada(
                atualizacao_id=UUID(r.json()["atualizacao_id"]),
                demanda_id=DEMANDA,
                cidadao_id=CONSELHEIRA,
                tipo=tipo,
                texto=corpo["texto"],
                campos=CamposDaAtualizacao(**corpo["campos"]),
                origem_estruturacao="manual",
                timestamp_registro=b.relogio.agora(),
            )
        assert r.json() == {
            "atualizacao_id": str(evento.payload.atualizacao_id),
            "demanda_id": str(DEMANDA),
            "tipo": "status_atualizado",
            "registrada_em": "2026-03-14T13:32:00Z",
            "acompanhamento": f"/d6b/demandas/{DEMANDA}/acompanhamento",
        }
        assert r.headers["location"] == r.json()["acompanhamento"]


async def test_a_sugestao_original_vai_para_a_auditoria_como_foi_dita(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    sugestao = {"tipo": "contato_realizado", "campos": {"canal": "telefone"}, "confianca": 0.83, "ç": [None, 10**30]}
    async with bancada(colonia) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        corpo = atualizacao(
            origem_estruturacao="sugestao_editada", sugestao_original=sugestao, transcricao_automatica=True
        )
        assert (await enviar(b, corpo)).status_code == 201
        (evento,) = await b.publicados(ConselheiroAtualizacaoRegistrada)
        assert evento.payload.transcricao_automatica
        assert evento.payload.sugestao_original == (
            '{"tipo": "contato_realizado", "campos": {"canal": "telefone"}, "confianca": 0.83, '
            '"ç": [null, 1000000000000000000000000000000]}'
        )


async def test_a_mesma_atualizacao_de_novo_tem_o_mesmo_id_e_um_so_evento(
    bancada: FabricaDeBancadas, sorteada: Sorteada, encerrada: Encerrada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        primeira = await enviar(b, atualizacao())
        b.relogio.avancar(days=3)
        segunda = await enviar(b, atualizacao())
        assert (primeira.status_code, segunda.status_code) == (201, 200)
        assert primeira.json() == segunda.json()
        await b.entregar(encerrada(DEMANDA, CONSELHEIRA))
        assert (await enviar(b, atualizacao())).json() == primeira.json()
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1


async def test_com_outra_chave_de_idempotencia_o_mesmo_ato_conta_de_novo(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        primeira, outra, de_novo = [
            (await enviar(b, atualizacao(), **{"Idempotency-Key": chave})).json()["atualizacao_id"]
            for chave in ("a", "b", "a")
        ]
        assert primeira == de_novo != outra
        for ruim in ("", "dois nomes", "x" * 256, "tab\t."):
            r = await enviar(b, atualizacao(), **{"Idempotency-Key": ruim})
            assert (r.status_code, r.json()["campo"]) == (400, "Idempotency-Key")
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 2


async def test_a_chave_que_ja_veio_com_outra_atualizacao_e_recusada_e_nada_muda(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        primeira = await enviar(b, atualizacao(), **CHAVE)
        r = await enviar(b, atualizacao(texto="Fui até lá."), **CHAVE)
        assert (r.status_code, r.headers["content-type"]) == (422, "application/problem+json")
        assert (r.json()["campo"], r.json()["type"]) == ("Idempotency-Key", "urn:formigueiro:erro:chave-reutilizada")
        de_novo = await enviar(b, atualizacao(), **CHAVE)
        assert (de_novo.status_code, de_novo.json()) == (200, primeira.json())
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1
        assert (await enviar(b, atualizacao(texto="Fui até lá."), **{"Idempotency-Key": "b"})).status_code == 201
        assert (await enviar(b, atualizacao(texto="Fui até lá."))).status_code == 201


async def test_a_mesma_chave_com_corpos_diferentes_ao_mesmo_tempo_guarda_um(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        respostas = await asyncio.gather(*(enviar(b, atualizacao(texto=f"Ida número {n}"), **CHAVE) for n in range(5)))
        assert sorted(r.status_code for r in respostas) == [201] + [422] * 4
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1


async def test_a_chave_e_de_quem_a_usa_e_da_atribuicao(
    bancada: FabricaDeBancadas, sorteada: Sorteada, encerrada: Encerrada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA, 0))
        assert (await enviar(b, atualizacao(), **CHAVE)).status_code == 201
        assert (await enviar(b, atualizacao(texto="Fui até lá."), quem=OUTRO, **CHAVE)).status_code == 403
        await b.entregar(encerrada(DEMANDA, CONSELHEIRA, 0), *sorteada(DEMANDA, OUTRO, 5))
        assert (await enviar(b, atualizacao(texto="Fui até lá."), quem=OUTRO, **CHAVE)).status_code == 201
        await b.entregar(encerrada(DEMANDA, OUTRO, 5), *sorteada(DEMANDA, CONSELHEIRA, 9))
        assert (await enviar(b, atualizacao(texto="Voltei lá."), **CHAVE)).status_code == 201
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 3


async def test_iguais_ao_mesmo_tempo_por_duas_replicas_fazem_uma(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        original, replica = b.viva.recursos[Andamento], Andamento(b.viva.config, b.viva)

        async def por(qual: Andamento) -> httpx.Response:
            b.viva.recursos[Andamento] = qual
            envio = asyncio.ensure_future(enviar(b, atualizacao()))
            await asyncio.sleep(0)
            b.viva.recursos[Andamento] = original
            return await envio

        respostas = await asyncio.gather(*(por(qual) for qual in [original, replica] * 10))
        assert sorted(r.status_code for r in respostas) == [200] * 19 + [201]
        assert len({r.json()["atualizacao_id"] for r in respostas}) == 1
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1


async def test_duas_conclusoes_ao_mesmo_tempo_fazem_uma(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        textos = [f"Obra entregue, versão {n}" for n in range(5)]
        corpos = [atualizacao("status_atualizado", status="concluido", texto=texto) for texto in textos]
        respostas = await asyncio.gather(*(enviar(b, corpo) for corpo in corpos))
        assert sorted(r.status_code for r in respostas) == [201] + [409] * 4
        depois = await enviar(b, atualizacao())
        assert (depois.status_code, depois.json()["campo"]) == (409, "demanda_id")
        assert depois.json()["detail"] == "Você já registrou a conclusão desta demanda."
        assert len(await b.publicados(ConselheiroAtualizacaoRegistrada)) == 1
        (vencedora,) = [corpo for corpo, r in zip(corpos, respostas, strict=True) if r.status_code == 201]
        assert (await enviar(b, vencedora)).status_code == 200


async def test_demanda_desconhecida_404_de_outra_pessoa_403_encerrada_409_e_nada_muda(
    bancada: FabricaDeBancadas, sorteada: Sorteada, encerrada: Encerrada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, OUTRO, 0))
        sem, alheia = await enviar(b, atualizacao(), demanda=uuid4()), await enviar(b, atualizacao())
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA, 5), encerrada(DEMANDA, CONSELHEIRA, 5))
        terminada, passada = await enviar(b, atualizacao()), await enviar(b, atualizacao(), OUTRO)
        respostas = [sem, alheia, terminada, passada]
        assert [r.status_code for r in respostas] == [404, 403, 409, 409]
        assert {r.json()["campo"] for r in respostas} == {"demanda_id"}
        assert await b.publicados() == []
        assert await b.consultar("SELECT 1 FROM atualizacao") == []


async def test_sorteada_de_novo_para_a_mesma_pessoa_comeca_outra_vez(
    bancada: FabricaDeBancadas, sorteada: Sorteada, encerrada: Encerrada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA, 0))
        antes = await enviar(b, atualizacao())
        await b.entregar(encerrada(DEMANDA, CONSELHEIRA, 0), *sorteada(DEMANDA, CONSELHEIRA, 9))
        depois = await enviar(b, atualizacao())
        assert (antes.status_code, depois.status_code) == (201, 201)
        assert antes.json()["atualizacao_id"] != depois.json()["atualizacao_id"]


async def test_enquanto_nao_se_sabe_de_quem_e_a_demanda_a_resposta_e_404(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    identificado, sorteado = sorteada(DEMANDA, CONSELHEIRA)
    async with bancada(colonia) as b:
        await b.entregar(sorteado)
        r = await enviar(b, atualizacao())
        assert (r.status_code, r.json()["campo"]) == (404, "demanda_id")
        await b.entregar(identificado)
        assert (await enviar(b, atualizacao())).status_code == 201


async def test_so_com_conta_e_sem_token_401(bancada: FabricaDeBancadas, atualizacao: Atualiza) -> None:
    async with bancada(colonia, **LIVRE) as b:
        caminho = f"/api/demandas/{DEMANDA}/atualizacoes"
        for cabecalhos in ({}, {"X-Cidadao-Id": str(CONSELHEIRA)}, {"Authorization": "Bearer x"}):
            r = await b.http.post(caminho, json=atualizacao(), headers=cabecalhos)
            assert (r.status_code, r.headers["content-type"]) == (401, "application/problem+json")
        servico = b.token(papeis=["operador"]) | {"X-Cidadao-Id": str(CONSELHEIRA)}
        assert (await b.http.post(caminho, json=atualizacao(), headers=servico)).status_code in (403, 404)


HOSTIS: list[tuple[str, dict[str, Any], str]] = [
    ("contato_realizado", {"texto": "a" * 100_000}, "texto"),
    ("contato_realizado", {"texto": " \n "}, "texto"),
    ("contato_realizado", {"texto": 7}, "texto"),
    ("contato_realizado", {"campos": {"com_quem": "x", "canal": "y"}}, "campos.resultado"),
    ("contato_realizado", {"campos": None}, "campos"),
    ("contato_realizado", {"com_quem": "  "}, "campos.com_quem"),
    ("contato_realizado", {"com_quem": "x" * 201}, "campos.com_quem"),
    ("contato_realizado", {"orgao": "SABESP"}, "orgao"),
    ("protocolo_aberto", {"data": "2026-02-30"}, "campos.data"),
    ("protocolo_aberto", {"data": "2026-03-15"}, "campos.data"),
    ("protocolo_aberto", {"data": "20260313"}, "campos.data"),
    ("protocolo_aberto", {"data": "2026-03-13T10:00:00Z"}, "campos.data"),
    ("protocolo_aberto", {"data": 20260313}, "campos.data"),
    ("documento_anexado", {"referencia": "javascript:alert(1)"}, "campos.referencia"),
    ("documento_anexado", {"referencia": "../../etc/passwd"}, "campos.referencia"),
    ("entrave_registrado", {"descricao": "x" * 2001}, "campos.descricao"),
    ("status_atualizado", {"status": "resolvido"}, "campos.status"),
    ("prazo_registrado", {"data_estimada": "2026-03-13"}, "campos.data_estimada"),
    ("prazo_registrado", {"data_estimada": "2027-02-29"}, "campos.data_estimada"),
    ("prazo_registrado", {"data_estimada": "9999-12-31"}, "campos.data_estimada"),
    ("prazo_registrado", {"data_estimada": "２０２７-03-01"}, "campos.data_estimada"),
    ("prazo_registrado", {"tipo": "conclusao"}, "tipo"),
    ("prazo_registrado", {"tipo": None}, "tipo"),
    ("prazo_registrado", {"origem_estruturacao": "automatica"}, "origem_estruturacao"),
    ("prazo_registrado", {"origem_estruturacao": "sugestao_aceita"}, "sugestao_original"),
    ("prazo_registrado", {"sugestao_original": "texto"}, "sugestao_original"),
    ("prazo_registrado", {"sugestao_original": {"x": "a" * 20_001}}, "sugestao_original"),
    ("prazo_registrado", {"transcricao_automatica": "sim"}, "transcricao_automatica"),
    ("prazo_registrado", {"cidadao_id": str(OUTRO)}, "cidadao_id"),
]


async def test_entrada_hostil_e_recusada_nomeando_o_campo(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        for tipo, mudancas, campo in HOSTIS:
            r = await enviar(b, atualizacao(tipo, **mudancas))
            assert (r.status_code, r.json()["campo"]) == (400, campo), mudancas
            assert r.headers["content-type"] == "application/problem+json"
        assert await b.publicados() == []


async def test_o_prazo_e_contado_no_dia_do_lugar_ultimo_dia_incluido(
    bancada: FabricaDeBancadas, sorteada: Sorteada, atualizacao: Atualiza
) -> None:
    """At 23:30 of 14 March in Brasília it is already the 15th in UTC."""
    async with bancada(colonia, **LIVRE) as b:
        await b.entregar(*sorteada(DEMANDA, CONSELHEIRA))
        b.relogio.avancar(hours=12, minutes=58)
        assert (await enviar(b, atualizacao("prazo_registrado", data_estimada="2026-03-14"))).status_code == 201
        assert (await enviar(b, atualizacao("protocolo_aberto", data="2026-03-15"))).status_code == 400


async def test_o_corpo_que_nao_e_objeto_e_o_id_que_nao_e_uuid_sao_ditos(
    bancada: FabricaDeBancadas, atualizacao: Atualiza
) -> None:
    async with bancada(colonia, **LIVRE) as b:
        for corpo, campo in (([], "corpo"), ({}, "tipo"), (None, "corpo")):
            r = await enviar(b, corpo)
            assert (r.status_code, r.json()["campo"]) == (400, campo), r.text
        r = await enviar(b, atualizacao(), demanda="abc")
        assert (r.status_code, r.json()["campo"], r.json()["detail"]) == (400, "demanda_id", "Deve ser um UUID.")
        r = await b.http.post(f"/api/demandas/{DEMANDA}/atualizacoes", content=b"{", headers=b.token(sub=CONSELHEIRA))
        assert r.status_code == 415


async def test_o_documento_diz_os_seis_tipos(bancada: FabricaDeBancadas) -> None:
    async with bancada(colonia) as b:
        documento = (await b.http.get("/openapi.json")).json()
    operacao = documento["paths"]["/api/demandas/{demanda_id}/atualizacoes"]["post"]
    assert [(p["name"], p["in"]) for p in operacao["parameters"]] == [
        ("demanda_id", "path"),
        ("Idempotency-Key", "header"),
    ]
    corpo = operacao["requestBody"]["content"]["application/json"]["schema"]
    assert corpo["discriminator"]["propertyName"] == "tipo"
    assert len(corpo["oneOf"]) == 6
    assert operacao["security"] == [{"jwt": []}]
    assert {"200", "201", "400", "default"} <= operacao["responses"].keys()
    prazo = documento["components"]["schemas"]["Prazo"]["properties"]["data_estimada"]
    assert prazo["format"] == "date"
