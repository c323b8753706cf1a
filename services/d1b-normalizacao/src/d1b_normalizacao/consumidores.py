"""What D-1b does with each event that it consumes."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from d1b_normalizacao import estado
from d1b_normalizacao.ajustes import ConfigD1b
from d1b_normalizacao.dominio.normalizacao import VERSAO, Normalizada
from d1b_normalizacao.dominio.normalizacao import normalizar as normalizar_texto
from nucleo import Evento, UnidadeDeTrabalho
from nucleo.denylist import Denylist
from nucleo.erros import FalhaPermanente
from nucleo.eventos import DemandaNormalizada, DemandaRecebida, Entidades, MidiaDescrita


async def normalizar(eventos: Sequence[Evento[DemandaRecebida]], uow: UnidadeDeTrabalho) -> None:
    """Normalise a batch of reports: store each derived version beside its raw, and publish it."""
    config: ConfigD1b = uow.config
    denylist = Denylist(config.moderacao_denylist_texto)
    feitas = []
    for evento in eventos:
        _conferir_ponto(evento.payload, config.caixa)
        normalizada = normalizar_texto(
            evento.payload.texto_bruto, denylist, midias_sem_legenda=len(evento.payload.midia_urls)
        )
        feitas.append(normalizada)
        uow.publicar(_payload(evento.payload, normalizada), causa=evento)
    await uow.sql(
        estado.GUARDAR,
        versao=VERSAO,
        agora=uow.agora(),
        demandas=[e.payload.demanda_id for e in eventos],
        eventos=[e.event_id for e in eventos],
        brutos=[e.payload.texto_bruto for e in eventos],
        titulos=[n.titulo for n in feitas],
        limpas=[n.descricao for n in feitas],
        confiancas=[n.confianca for n in feitas],
        suspeitos=[_vetor(n.termos_suspeitos) for n in feitas],
        detalhes=[_detalhes(n) for n in feitas],
    )


def _conferir_ponto(recebida: DemandaRecebida, caixa: tuple[float, float, float, float]) -> None:
    """The national box only; the fine resolution is D-2's. A point outside can never become work: dead letter."""
    lat_min, lng_min, lat_max, lng_max = caixa
    ponto = recebida.localizacao_bruta
    if not (lat_min <= ponto.lat <= lat_max and lng_min <= ponto.lng <= lng_max):
        raise FalhaPermanente("localizacao_bruta fora da caixa do território")


def _payload(recebida: DemandaRecebida, n: Normalizada) -> DemandaNormalizada:
    return DemandaNormalizada(
        demanda_id=recebida.demanda_id,
        titulo=n.titulo,
        descricao_limpa=n.descricao,
        tipo_midia=recebida.tipo_midia,
        coordenadas_lat=recebida.localizacao_bruta.lat,
        coordenadas_lng=recebida.localizacao_bruta.lng,
        confianca_normalizacao=n.confianca,
        entidades=Entidades(
            ceps=list(n.entidades.ceps),
            logradouros=list(n.entidades.logradouros),
            numeros=list(n.entidades.numeros),
        ),
        versao_normalizador=VERSAO,
        conteudo_suspeito=bool(n.termos_suspeitos),
        termos_suspeitos=list(n.termos_suspeitos),
        midias_descritas=[
            MidiaDescrita(
                object_key_temp=leg.object_key_temp,
                descricao=leg.exibivel,
                descricao_original=leg.original,
                descricao_idioma=leg.idioma,
            )
            for leg in n.legendas
        ],
    )


def _vetor(termos: Sequence[str]) -> str:
    """Write a text array as PostgreSQL reads it: unnest would flatten an array of arrays."""
    return "{" + ",".join(json.dumps(termo, ensure_ascii=False) for termo in termos) + "}"


def _detalhes(n: Normalizada) -> str:
    return json.dumps({"entidades": asdict(n.entidades), "legendas": [asdict(leg) for leg in n.legendas]})
