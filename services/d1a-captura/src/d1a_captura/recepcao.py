"""The reception of demands, the busiest path of the house."""

from collections.abc import AsyncIterator
from uuid import UUID

from d1a_captura.config import ConfigD1a
from d1a_captura.dominio.geografia import Area
from d1a_captura.dominio.regras import Regras
from d1a_captura.erros import ContaExigida
from d1a_captura.estado import demandas
from d1a_captura.estado.demandas import Submissao
from d1a_captura.evento import recebida
from d1a_captura.lote import Lote
from nucleo import UnidadeDeTrabalho
from nucleo.viva import ColoniaViva


class Recepcao(Lote[Submissao, UUID]):
    """Answers each valid report with the demand that holds it, an older one when it was already there."""

    def __init__(self, config: ConfigD1a, viva: ColoniaViva) -> None:
        super().__init__(config, viva)
        self.regras = Regras(
            Area(config.area_lat_minima, config.area_lat_maxima, config.area_lng_minima, config.area_lng_maxima),
            config.raio_captura_m,
            config.consentimentos_exigidos,
        )

    async def gravar(self, uow: UnidadeDeTrabalho, itens: list[Submissao]) -> list[UUID | Exception]:
        """Store what is new and publish it; an anonymous report under the id of an account is refused."""
        donas = await demandas.guardar(uow, itens)
        novas = [s for s in itens if donas[s.chave] == s.demanda_id]
        for s in novas:
            uow.publicar(recebida(s), correlacao_id=s.correlacao_id, rastro=s.rastro)
        if novas:
            uow.ao_confirmar(lambda: self._anotar(novas))
        return [donas[s.chave] or ContaExigida() for s in itens]

    def _anotar(self, novas: list[Submissao]) -> None:
        ids = [{"demanda_id": str(s.demanda_id), "correlacao_id": str(s.correlacao_id)} for s in novas]
        self._viva.log.info("demandas recebidas", demandas=ids)


async def abrir(config: ConfigD1a, viva: ColoniaViva) -> AsyncIterator[Recepcao]:
    """Open the reception of this colony."""
    recepcao = Recepcao(config, viva)
    try:
        yield recepcao
    finally:
        await recepcao.fechar()
