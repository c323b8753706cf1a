"""From a report to the event that tells it."""

from d1a_captura.dominio import relato
from d1a_captura.estado import Submissao
from nucleo.eventos import Assistencia, Consentimento, DemandaRecebida, Localizacao


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
