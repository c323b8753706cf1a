"""The hot path: reports that arrive together are committed together, and answered only after the commit."""

from collections.abc import AsyncIterator, Sequence
from uuid import UUID

from d1a_captura import estado
from d1a_captura.config import ConfigD1a
from d1a_captura.dominio.geografia import Area
from d1a_captura.dominio.regras import Regras
from d1a_captura.estado import Submissao
from d1a_captura.evento import recebida
from nucleo.banco import e_transitoria
from nucleo.erros import Sobrecarga
from nucleo.microlote import MicroLote
from nucleo.viva import ColoniaViva

_ESPERA_S = 5  # what a citizen's device is told to wait when the log does not drain


class Recepcao:
    """Takes valid reports; one transaction a turn of the loop stores and publishes all that wait."""

    def __init__(self, config: ConfigD1a, viva: ColoniaViva) -> None:
        self.regras = Regras(
            Area(config.area_lat_minima, config.area_lat_maxima, config.area_lng_minima, config.area_lng_maxima),
            config.raio_captura_m,
            config.consentimentos_exigidos,
        )
        self._viva = viva
        self._pendentes_maximos = config.saida_pendente_maxima
        self._lote: MicroLote[Submissao, UUID] = MicroLote(self._gravar, config.captura_lote, config.captura_fila)

    async def receber(self, submissao: Submissao) -> UUID:
        """Store a report and return the demand that holds it, an older one when it was already there.

        Raises:
            Sobrecarga: too many wait to be stored or published; nothing of this one was kept.
        """
        if self._viva.relay.pendentes >= self._pendentes_maximos:
            raise Sobrecarga(_ESPERA_S)
        return await self._lote.submeter(submissao)

    async def _gravar(self, submissoes: list[Submissao]) -> Sequence[UUID | Exception]:
        try:
            return await self._gravar_juntas(submissoes)
        except Exception as erro:
            if len(submissoes) == 1 or e_transitoria(erro):
                raise
            return [await self._gravar_so(s) for s in submissoes]  # one that cannot be stored takes no other with it

    async def _gravar_so(self, submissao: Submissao) -> UUID | Exception:
        try:
            return (await self._gravar_juntas([submissao]))[0]
        except Exception as erro:
            return erro

    async def _gravar_juntas(self, submissoes: list[Submissao]) -> list[UUID]:
        async with self._viva.unidade() as uow:
            donas = await estado.guardar(uow, submissoes)
            novas = [s for s in submissoes if donas[s.chave] == s.demanda_id]
            for s in novas:
                uow.publicar(recebida(s), correlacao_id=s.correlacao_id, rastro=s.rastro)
        if novas:
            self._anotar(novas)
        return [donas[s.chave] for s in submissoes]

    def _anotar(self, novas: list[Submissao]) -> None:
        demandas = [{"demanda_id": str(s.demanda_id), "correlacao_id": str(s.correlacao_id)} for s in novas]
        self._viva.log.info("demandas recebidas", demandas=demandas)

    async def fechar(self) -> None:
        """Take no more, and return when those taken are stored."""
        await self._lote.fechar()


async def abrir(config: ConfigD1a, viva: ColoniaViva) -> AsyncIterator[Recepcao]:
    """Open the reception of this colony."""
    recepcao = Recepcao(config, viva)
    try:
        yield recepcao
    finally:
        await recepcao.fechar()
