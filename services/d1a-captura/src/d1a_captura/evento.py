"""From what was sent to the event that tells it."""

from datetime import datetime
from uuid import UUID

from d1a_captura.dominio import relato
from d1a_captura.dominio.conselho import Candidatura, Recusa
from d1a_captura.estado.atribuicoes import Envio
from d1a_captura.estado.demandas import Submissao
from nucleo.eventos import (
    Assistencia,
    CamposDaAtualizacao,
    ConselheiroAtribuicaoRecusada,
    ConselheiroAtualizacaoRegistrada,
    ConselheiroCadastrado,
    Consentimento,
    DemandaRecebida,
    Localizacao,
)


def recebida(submissao: Submissao) -> DemandaRecebida:
    """Return `demanda.recebida` of a submission, with the text exactly as it came."""
    r = submissao.relato
    return DemandaRecebida(
        demanda_id=submissao.demanda_id,
        texto_bruto=r.texto_bruto,
        tipo_midia=r.tipo_midia,
        localizacao_bruta=Localizacao(lat=r.localizacao_bruta.lat, lng=r.localizacao_bruta.lng),
        cidadao_id=submissao.cidadao_id,
        canal=r.canal,
        timestamp_criacao=r.timestamp_criacao or submissao.recebida_em,
        categoria_id=r.categoria_id,
        subcategoria_id=r.subcategoria_id,
        midia_urls=list(r.midia_urls),
        assistencia=_assistencia(r.assistencia),
        termos_versao=r.termos_versao,
        consentimentos=[
            Consentimento(tipo=c.tipo, aceito=c.aceito, timestamp=c.timestamp or submissao.recebida_em)
            for c in r.consentimentos
        ],
    )


def _assistencia(uso: relato.UsoDaAssistencia | None) -> Assistencia | None:
    return None if uso is None else Assistencia(usada=uso.usada, motor=uso.motor, aceita=uso.aceita)


def atualizacao_registrada(envio: Envio) -> ConselheiroAtualizacaoRegistrada:
    """Return `conselheiro.atualização_registrada` of an update, with the text exactly as it came."""
    a = envio.atualizacao
    return ConselheiroAtualizacaoRegistrada(
        atualizacao_id=envio.atualizacao_id,
        demanda_id=envio.demanda_id,
        cidadao_id=envio.cidadao_id,
        tipo=a.tipo,
        texto=a.texto,
        campos=CamposDaAtualizacao(**a.campos.model_dump()),
        origem_estruturacao=a.origem_estruturacao,
        sugestao_original=a.sugestao_em_json,
        transcricao_automatica=a.transcricao_automatica,
        timestamp_registro=envio.registrada_em,
    )


def conselheiro_cadastrado(cidadao_id: UUID, pedido: Candidatura, agora: datetime) -> ConselheiroCadastrado:
    """Return `conselheiro.cadastrado` of a citizen who wants to be one."""
    return ConselheiroCadastrado(
        cidadao_id=cidadao_id,
        unidade_civica_id=pedido.unidade_civica_id,
        timestamp_cadastro=agora,
        capacitacao_concluida=pedido.capacitacao_concluida,
    )


def atribuicao_recusada(
    demanda_id: UUID, cidadao_id: UUID, recusa: Recusa, agora: datetime
) -> ConselheiroAtribuicaoRecusada:
    """Return `conselheiro.atribuicao_recusada` of a refusal."""
    return ConselheiroAtribuicaoRecusada(
        cidadao_id=cidadao_id, demanda_id=demanda_id, timestamp_recusa=agora, motivo=recusa.motivo
    )
