"""What D-6b does in its own time: it looks at the deadlines every few hours."""

from datetime import date, timedelta

from d6b_relatoria.config import ConfigD6b
from d6b_relatoria.dominio import dia
from d6b_relatoria.estado import prazos
from nucleo import UnidadeDeTrabalho
from nucleo.eventos import ConselheiroPrazoProximo


async def alertar_prazos(uow: UnidadeDeTrabalho) -> None:
    """Tell, once each, the deadlines that are near or past. Many are told in several turns of the same look."""
    config: ConfigD6b = uow.config
    if not await prazos.e_hora(uow, config.prazo_varredura):
        return
    hoje = dia.dia_de(uow.agora())
    proximos = await prazos.cobrar(uow, hoje + timedelta(days=config.prazo_antecedencia_dias))
    for proximo in proximos:
        _alertar(uow, proximo, hoje)
    if not proximos:
        await prazos.anotar(uow)


def _alertar(uow: UnidadeDeTrabalho, proximo: prazos.Proximo, hoje: date) -> None:
    alerta = ConselheiroPrazoProximo(
        demanda_id=proximo.demanda_id,
        conselheiro_id=proximo.conselheiro_id,
        atualizacao_id=proximo.atualizacao_id,
        data_estimada=proximo.dia.isoformat(),
        dias_restantes=(proximo.dia - hoje).days,
        timestamp=uow.agora(),
    )
    uow.publicar(alerta, semente=(proximo.atualizacao_id,))
