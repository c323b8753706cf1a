"""Builders of the events that D-24 consumes: demands of a municipality, followed by counsellors."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest

from nucleo import Evento
from nucleo.eventos import (
    CamposDaAtualizacao,
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    DemandaCategorizada,
    DemandaConcluida,
    DemandaGeorreferenciada,
    DuplicidadeAgregada,
)
from nucleo.fontes import uuid7
from nucleo.testes import evento

INICIO = datetime(2026, 3, 14, 13, 32, tzinfo=UTC)
ESPACO = UUID("5f0c8a1e-0000-5000-8000-000000000000")


def unidade(nome: str) -> UUID:
    return uuid5(ESPACO, nome)


CADEIA = [unidade(n) for n in ("Pinheiros", "Distrito", "Região", "São Paulo", "SP", "Sudeste", "Brasil")]
SAO_PAULO, CAMPINAS = CADEIA[3], unidade("Campinas")


class Cenario:
    """Makes events; the nth demand is received n minutes after the beginning, in São Paulo, about 2.3.1."""

    inicio = INICIO
    sao_paulo, campinas = SAO_PAULO, CAMPINAS
    cadeia = CADEIA

    def demanda(self, n: int = 0) -> UUID:
        return uuid7(INICIO + timedelta(minutes=n), n)

    def conselheiro(self, k: int = 0) -> UUID:
        return uuid5(ESPACO, f"conselheiro {k}")

    def dia(self, n: float) -> datetime:
        return INICIO + timedelta(days=n)

    def situada(self, n: int = 0, *, minuto: int = 1, **campos: Any) -> Evento[DemandaGeorreferenciada]:
        padrao = {
            "demanda_id": self.demanda(n),
            "unidade_civica_id": CADEIA[0],
            "nivel_minimo_resolvido": 1,
            "cadeia_ucs": CADEIA,
            "municipio_id": SAO_PAULO,
            "metodo_resolucao": "gps",
            "confianca_geo": "alta",
            "versao_limites": "1",
        }
        return evento(DemandaGeorreferenciada(**(padrao | campos)), timestamp=INICIO + timedelta(minutes=minuto))

    def categorizada(self, n: int = 0, *, minuto: int = 2, **campos: Any) -> Evento[DemandaCategorizada]:
        padrao = {
            "demanda_id": self.demanda(n),
            "categoria_id": "2.3",
            "subcategoria_id": "2.3.1",
            "nivel_precedencia": 2,
            "score_horizontal": 80.0,
            "confianca_categorizacao": 0.9,
            "metodo": "automatico",
            "sugestoes_alternativas": [],
        }
        return evento(DemandaCategorizada(**(padrao | campos)), timestamp=INICIO + timedelta(minutes=minuto))

    def atualizacao(
        self, n: int, k: int, tipo: str, *, suspeito: bool = False, conselheiro: int = 0, **campos: str
    ) -> Evento[ConselheiroAtualizacaoPublicada]:
        """The kth update of a demand."""
        dados = ConselheiroAtualizacaoPublicada(
            atualizacao_id=uuid5(ESPACO, f"{n}/{k}"),
            demanda_id=self.demanda(n),
            conselheiro_id=self.conselheiro(conselheiro),
            tipo=tipo,
            texto="Texto do relato.",
            campos=CamposDaAtualizacao(**campos),
            origem_estruturacao="manual",
            descricao_sanitizada="Uma frase.",
            numero_sequencial=k,
            data_atualizacao=self.dia(k),
            conteudo_suspeito=suspeito,
        )
        return evento(dados, timestamp=self.dia(k))

    def ciclo(
        self,
        n: int = 0,
        *,
        motivo: str = "demanda_concluida",
        de: float = 0,
        ate: float = 8,
        total: int = 3,
        conselheiro: int = 0,
    ) -> Evento[ConselheiroCicloConcluido]:
        dados = ConselheiroCicloConcluido(
            demanda_id=self.demanda(n),
            conselheiro_id=self.conselheiro(conselheiro),
            unidade_civica_id=CADEIA[0],
            motivo_encerramento=motivo,
            total_atualizacoes=total,
            data_inicio=self.dia(de),
            data_fim=self.dia(ate),
            resumo=f"{total} atualizações.",
        )
        return evento(dados, timestamp=self.dia(ate))

    def concluida(self, n: int = 0, *, conselheiro: int | None = None, ate: float = 8) -> Evento[DemandaConcluida]:
        dados = DemandaConcluida(
            demanda_id=self.demanda(n),
            unidade_civica_id=CADEIA[0],
            conselheiro_id=None if conselheiro is None else self.conselheiro(conselheiro),
            via="conselheiro",
            data_conclusao=self.dia(ate),
        )
        return evento(dados, timestamp=self.dia(ate))

    def agregada(self, representante: int, *membros: int, dia: float = 30) -> Evento[DuplicidadeAgregada]:
        dados = DuplicidadeAgregada(
            representante=self.demanda(representante),
            membros=[self.demanda(m) for m in membros],
            unidade_civica_id=CADEIA[0],
            categoria_id="2.3",
            mecanismo="confirmacao_coletiva",
        )
        return evento(dados, timestamp=self.dia(dia))

    def historia(self, n: int = 0, *, ate: float = 8, **ciclo: Any) -> list[Evento[Any]]:
        """A whole demand: placed, categorised, a call, a protocol, an obstacle, a document, and its end."""
        return [
            self.situada(n),
            self.categorizada(n),
            self.atualizacao(n, 1, "contato_realizado", canal="Telefone", com_quem="Fulano de Tal"),
            self.atualizacao(n, 2, "protocolo_aberto", numero="2026/001", orgao="Prefeitura", data="2026-03-15"),
            self.atualizacao(n, 3, "entrave_registrado", descricao="Falta de equipe", orgao="SABESP"),
            self.atualizacao(n, 4, "documento_anexado", tipo_documento="Foto", descricao="A rua", referencia="x"),
            self.ciclo(n, ate=ate, **ciclo),
        ]


@pytest.fixture
def cenario() -> Cenario:
    return Cenario()
