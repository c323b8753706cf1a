"""Builders of the events that D-7 reads: a country, a city, two neighbourhoods, and demands in them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, TypeVar
from uuid import UUID, uuid5

import pytest
import shapely

from nucleo import Evento
from nucleo.eventos import (
    AgendaGerada,
    AgendaItemDisponivel,
    Breakdown,
    CaminhoAtualizado,
    CamposDaAtualizacao,
    Categoria,
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    ConselheiroDemandaIniciada,
    ConselheiroPrazoProximo,
    ConselheiroSorteado,
    DemandaCategorizada,
    DemandaConcluida,
    DemandaConclusaoConfirmada,
    DemandaGeorreferenciada,
    DemandaNormalizada,
    DemandaRanqueada,
    DemandaRecebida,
    DemandaResumoCicloAtualizado,
    DuplicidadeAgregada,
    Localizacao,
    RankingAtualizado,
    Responsaveis,
    SorteioSemCandidatos,
    Subcategoria,
    TaxonomiaPublicada,
    TerritorioUnidadePublicada,
)
from nucleo.fontes import uuid7
from nucleo.payload import Payload
from nucleo.testes import evento, exemplo

P = TypeVar("P", bound=Payload)
INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
ESPACO = UUID("5f0c8a1e-0000-5000-8000-000000000000")
LAT, LNG = -23.55, -46.63  # asymmetric: a swapped pair fails


def unidade_id(nome: str) -> UUID:
    return uuid5(ESPACO, nome)


CADEIA = [unidade_id(n) for n in ("Pinheiros", "Distrito", "Região", "São Paulo", "SP", "Sudeste", "Brasil")]


class Cenario:
    """Makes events; the nth demand is received n minutes after the beginning, each step one second later."""

    inicio = INICIO
    unidade_id = staticmethod(unidade_id)

    def demanda(self, n: int = 0) -> UUID:
        return uuid7(INICIO + timedelta(minutes=n), n)

    def instante(self, n: int, passo: float) -> datetime:
        return INICIO + timedelta(minutes=n, seconds=passo)

    def recebida(self, n: int = 0, *, quando: datetime | None = None, **campos: Any) -> Evento[DemandaRecebida]:
        instante = quando or self.instante(n, 0)
        padrao = {
            "demanda_id": self.demanda(n),
            "texto_bruto": "Tem um buraco na rua",
            "tipo_midia": "texto",
            "localizacao_bruta": Localizacao(lat=LAT, lng=LNG),
            "cidadao_id": UUID("9b2c9a4e-1111-4222-8333-444455556666"),
            "canal": "app",
            "timestamp_criacao": instante,
        }
        return evento(DemandaRecebida(**(padrao | campos)), timestamp=instante)

    def normalizada(self, n: int = 0, *, passo: float = 1, **campos: Any) -> Evento[DemandaNormalizada]:
        padrao = {
            "demanda_id": self.demanda(n),
            "titulo": f"Buraco na rua {n}",
            "descricao_limpa": "Tem um buraco na rua",
            "tipo_midia": "texto",
            "coordenadas_lat": LAT,
            "coordenadas_lng": LNG,
            "confianca_normalizacao": 0.92,
        }
        return evento(DemandaNormalizada(**(padrao | campos)), timestamp=self.instante(n, passo))

    def georreferenciada(self, n: int = 0, *, passo: float = 2, **campos: Any) -> Evento[DemandaGeorreferenciada]:
        padrao = {
            "demanda_id": self.demanda(n),
            "unidade_civica_id": CADEIA[0],
            "nivel_minimo_resolvido": 1,
            "cadeia_ucs": CADEIA,
            "municipio_id": CADEIA[3],
            "metodo_resolucao": "gps",
            "confianca_geo": "alta",
            "coordenadas_lat": LAT,
            "coordenadas_lng": LNG,
            "versao_limites": "1",
        }
        return evento(DemandaGeorreferenciada(**(padrao | campos)), timestamp=self.instante(n, passo))

    def categorizada(self, n: int = 0, *, passo: float = 3, **campos: Any) -> Evento[DemandaCategorizada]:
        padrao = {
            "demanda_id": self.demanda(n),
            "categoria_id": "3.1",
            "nivel_precedencia": 3,
            "score_horizontal": 80.0,
            "confianca_categorizacao": 0.82,
            "metodo": "automatico",
            "sugestoes_alternativas": [],
        }
        return evento(DemandaCategorizada(**(padrao | campos)), timestamp=self.instante(n, passo))

    def ranqueada(self, n: int = 0, *, passo: float = 4, **campos: Any) -> Evento[DemandaRanqueada]:
        padrao = {
            "demanda_id": self.demanda(n),
            "unidade_civica_id": CADEIA[0],
            "categoria_id": "3.1",
            "nivel_precedencia": 3,
            "score_final": 4800.0,
            "breakdown": Breakdown(peso_nacional=60.0, peso_situacional=1.0, score_horizontal=80.0),
            "posicao_no_ranking": 1,
            "total_demandas_na_uc": 1,
        }
        return evento(DemandaRanqueada(**(padrao | campos)), timestamp=self.instante(n, passo))

    def caminho(self, n: int = 0, **campos: dict[str, Any]) -> list[Evento[Any]]:
        """The whole road of one demand; fields by step: `caminho(1, ranqueada={"score_final": 10.0})`."""
        passos = ("recebida", "normalizada", "georreferenciada", "categorizada", "ranqueada")
        return [getattr(self, passo)(n, **campos.get(passo, {})) for passo in passos]

    def disponivel(self, n: int = 0, *, passo: float = 5, **campos: Any) -> Evento[AgendaItemDisponivel]:
        return self._da_demanda(AgendaItemDisponivel, n, passo, {"unidade_civica_id": CADEIA[0]} | campos)

    def sorteada(self, n: int = 0, quem: int = 0, *, passo: float = 6, **campos: Any) -> Evento[ConselheiroSorteado]:
        padrao = {"conselheiro_id": self.conselheiro(quem), "timestamp": self.instante(n, passo)}
        return self._da_demanda(ConselheiroSorteado, n, passo, padrao | campos)

    def sem_candidatos(self, n: int = 0, *, passo: float = 6) -> Evento[SorteioSemCandidatos]:
        return self._da_demanda(SorteioSemCandidatos, n, passo, {})

    def iniciada(self, n: int = 0, quem: int = 0, *, passo: float = 7) -> Evento[ConselheiroDemandaIniciada]:
        campos = {"conselheiro_id": self.conselheiro(quem), "data_inicio": self.instante(n, passo)}
        return self._da_demanda(ConselheiroDemandaIniciada, n, passo, campos)

    def atualizacao(
        self, n: int = 0, *, passo: float = 8, campos: dict[str, str] | None = None, **outros: Any
    ) -> Evento[ConselheiroAtualizacaoPublicada]:
        padrao = {"atualizacao_id": uuid7(self.instante(n, passo), n), "numero_sequencial": int(passo)}
        preenchidos = {"campos": CamposDaAtualizacao(**(campos or {})), "conteudo_suspeito": False}
        return self._da_demanda(ConselheiroAtualizacaoPublicada, n, passo, padrao | preenchidos | outros)

    def prazo(self, n: int = 0, *, passo: float = 9, **campos: Any) -> Evento[ConselheiroPrazoProximo]:
        return self._da_demanda(ConselheiroPrazoProximo, n, passo, campos)

    def concluida(self, n: int = 0, *, passo: float = 10, **campos: Any) -> Evento[DemandaConcluida]:
        return self._da_demanda(DemandaConcluida, n, passo, {"data_conclusao": self.instante(n, passo)} | campos)

    def confirmada(self, n: int = 0, *, passo: float = 10, **campos: Any) -> Evento[DemandaConclusaoConfirmada]:
        padrao = {"data_conclusao": self.instante(n, passo), "ratificacao_necessaria": False}
        return self._da_demanda(DemandaConclusaoConfirmada, n, passo, padrao | campos)

    def encerrado(
        self, n: int = 0, quem: int = 0, *, passo: float = 11, motivo: str = "demanda_concluida"
    ) -> Evento[ConselheiroCicloConcluido]:
        campos = {"conselheiro_id": self.conselheiro(quem), "motivo_encerramento": motivo}
        return self._da_demanda(ConselheiroCicloConcluido, n, passo, campos)

    def resumo_do_ciclo(self, n: int = 0, *, passo: float = 12, **campos: Any) -> Evento[DemandaResumoCicloAtualizado]:
        return self._da_demanda(DemandaResumoCicloAtualizado, n, passo, {"gerado_em": self.instante(n, passo)} | campos)

    def ciclo(self, n: int = 0, quem: int = 0) -> list[Evento[Any]]:
        """What follows the ranking of one demand, up to its conclusion."""
        return [
            self.disponivel(n),
            self.sorteada(n, quem),
            self.iniciada(n, quem),
            self.atualizacao(n),
            self.prazo(n),
            self.concluida(n, conselheiro_id=self.conselheiro(quem)),
            self.encerrado(n, quem),
            self.resumo_do_ciclo(n),
        ]

    def caminho_aprendido(
        self, categoria: str = "3.1", subcategoria: str | None = None, *, minuto: int = 30, **campos: Any
    ) -> Evento[CaminhoAtualizado]:
        padrao = {
            "perfil_id": unidade_id(f"{categoria} {subcategoria}"),
            "municipio_id": CADEIA[3],
            "categoria_id": categoria,
            "subcategoria_id": subcategoria,
            "gerado_em": self.instante(minuto, 0),
        }
        return evento(exemplo(CaminhoAtualizado, **(padrao | campos)), timestamp=self.instante(minuto, 0))

    def agenda(self, unidade: str = "Pinheiros", *, minuto: int = 2, **totais: int) -> Evento[AgendaGerada]:
        campos = {"unidade_civica_id": unidade_id(unidade), "timestamp_geracao": self.instante(minuto, 0)}
        return evento(exemplo(AgendaGerada, **campos, **totais), timestamp=self.instante(minuto, 0))

    def conselheiro(self, quem: int = 0) -> UUID:
        return unidade_id(f"conselheiro {quem}")

    def _da_demanda(self, classe: type[P], n: int, passo: float, campos: dict[str, Any]) -> Evento[P]:
        return evento(exemplo(classe, demanda_id=self.demanda(n), **campos), timestamp=self.instante(n, passo))

    def agregada(self, representante: int, *membros: int, minuto: int = 60) -> Evento[DuplicidadeAgregada]:
        dados = DuplicidadeAgregada(
            representante=self.demanda(representante),
            membros=[self.demanda(m) for m in membros],
            unidade_civica_id=CADEIA[0],
            categoria_id="3.1",
            mecanismo="confirmacao_coletiva",
        )
        return evento(dados, timestamp=self.instante(minuto, 0))

    def ranking(self, *, minuto: int = 1, **campos: Any) -> Evento[RankingAtualizado]:
        padrao = {
            "unidade_civica_id": CADEIA[0],
            "total_demandas": 1,
            "topo": [],
            "nivel_corrente": 1,
            "distribuicao": [0.6, 0.24, 0.1, 0.04, 0.02],
            "versao_parametros": "1.0.0",
            "motivo": "nova_demanda",
            "ate_event_id": self.demanda(0),
            "timestamp_calculo": self.instante(minuto, 0),
        }
        return evento(RankingAtualizado(**(padrao | campos)), timestamp=self.instante(minuto, 0))

    def unidade(
        self, nome: str, nivel: int, pai: str | None = None, *, minuto: int = 0, **campos: Any
    ) -> Evento[TerritorioUnidadePublicada]:
        padrao = {
            "unidade_civica_id": unidade_id(nome),
            "nivel": nivel,
            "nome": nome,
            "uf": "SP" if nivel <= 6 else None,
            "pai_id": unidade_id(pai) if pai else None,
            "codigo_origem": nome,
            "fonte": "teste",
            "versao_limites": "1",
            "ativa": True,
            "area_m2": 1.0,
            "geometria_wkb": shapely.to_wkb(shapely.box(LNG - 1, LAT - 1, LNG + 1, LAT + 1)),
            "simplificada": False,
        }
        return evento(TerritorioUnidadePublicada(**(padrao | campos)), timestamp=self.instante(minuto, 0))

    def territorio(self) -> list[Evento[TerritorioUnidadePublicada]]:
        """Brasil > São Paulo > Pinheiros, Lapa."""
        return [
            self.unidade("Brasil", 7),
            self.unidade("São Paulo", 4, "Brasil"),
            self.unidade("Pinheiros", 2, "São Paulo"),
            self.unidade("Lapa", 2, "São Paulo"),
        ]

    def taxonomia(
        self, *nomes: tuple[str, str], minuto: int = 0, versao: str = "1", sub: Sequence[Subcategoria] = ()
    ) -> Evento[TaxonomiaPublicada]:
        categorias = [
            Categoria(
                categoria_id=id_,
                nome=nome,
                area="Infraestrutura",
                nivel_precedencia=int(id_[0]),
                score_horizontal=80.0,
                descricao_formal=f"{nome}, formalmente.",
                mvp=True,
                responsaveis=Responsaveis(municipal="Prefeitura", estadual="Estado", federal="União"),
                subcategorias=list(sub),
            )
            for id_, nome in nomes or [("3.1", "Vias e pavimentação")]
        ]
        return evento(TaxonomiaPublicada(versao=versao, categorias=categorias), timestamp=self.instante(minuto, 0))


@pytest.fixture
def cenario() -> Cenario:
    return Cenario()


@pytest.fixture
def uc() -> SimpleNamespace:
    """The ids of the civic units, by name."""
    return SimpleNamespace(
        pinheiros=unidade_id("Pinheiros"),
        lapa=unidade_id("Lapa"),
        sao_paulo=unidade_id("São Paulo"),
        brasil=unidade_id("Brasil"),
    )
