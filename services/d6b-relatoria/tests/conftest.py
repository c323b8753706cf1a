"""Builders of what D-6b consumes: one demand, one counsellor, unless a test says otherwise."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from nucleo import Evento
from nucleo.eventos import (
    CamposDaAtualizacao,
    CidadaoVinculado,
    ConselheiroAtribuicaoRecusada,
    ConselheiroAtualizacaoRegistrada,
    ConselheiroIdentificado,
    ConselheiroSorteado,
    DemandaConclusaoConfirmada,
)
from nucleo.fontes import uuid7
from nucleo.testes import evento
from nucleo.testes.eventos import INICIO

CAMPOS = {
    "contato_realizado": {"com_quem": "Maria", "canal": "telefone", "resultado": "vistoria marcada"},
    "protocolo_aberto": {"numero": "11987654321", "orgao": "SABESP", "data": "2026-03-14"},
    "documento_anexado": {"tipo_documento": "foto", "descricao": "Buraco", "referencia": "https://exemplo.br/a.jpg"},
    "entrave_registrado": {"descricao": "Aguardando autorização", "orgao": "SABESP"},
    "status_atualizado": {"status": "em_andamento"},
    "prazo_registrado": {"data_estimada": "2026-03-30", "fonte": "SABESP"},
}


class Cenario:
    """`cenario.sorteado(1)`: things happen to the demand, `minuto` minutes after the start."""

    unidade = UUID("0199c0de-0000-7000-8000-00000000000a")

    def quando(self, minuto: float) -> datetime:
        """The instant of a minute."""
        return INICIO + timedelta(minutes=minuto)

    def demanda(self, n: int = 1) -> UUID:
        """The n-th demand."""
        return uuid7(INICIO, n)

    def conselheiro(self, n: int = 1) -> UUID:
        """The n-th counsellor, by the public id."""
        return uuid7(INICIO, 1_000 + n)

    def cidadao(self, n: int = 1) -> UUID:
        """The person who is the n-th counsellor."""
        return UUID(int=n, version=4)

    def sorteio(self, n: int = 1) -> UUID:
        """The n-th draw."""
        return uuid7(INICIO, 2_000 + n)

    def identificado(self, n: int = 1, **outros: Any) -> Evento[Any]:
        """D-6a says who the n-th counsellor is."""
        campos = {
            "conselheiro_id": self.conselheiro(n),
            "cidadao_id": self.cidadao(n),
            "unidade_civica_id": self.unidade,
            "capacitacao_concluida": True,
            "timestamp_cadastro": INICIO,
        }
        return evento(ConselheiroIdentificado(**campos | outros))

    def vinculado(self, anonimo: UUID, n: int = 1) -> Evento[Any]:
        """An anonymous id now belongs to the n-th counsellor's account."""
        return evento(
            CidadaoVinculado(
                cidadao_id=self.cidadao(n),
                cidadao_id_anonimo=anonimo,
                auth_provider="google",
                timestamp_vinculo=INICIO,
            )
        )

    def sorteado(self, n: int = 1, *, demanda: int = 1, minuto: float = 0, sorteio: int | None = None) -> Evento[Any]:
        """The n-th counsellor was drawn."""
        return evento(
            ConselheiroSorteado(
                conselheiro_id=self.conselheiro(n),
                demanda_id=self.demanda(demanda),
                unidade_civica_id=self.unidade,
                metodo_sorteio="hmac-sha256-fisher-yates-v1",
                timestamp=self.quando(minuto),
                seed_publico="00",
                sorteio_id=self.sorteio(sorteio or 100 * demanda + n),
                comprometido_event_id=self.sorteio(9),
                pulso_event_id=self.sorteio(9),
                degrau_uc_id=self.unidade,
                total_elegiveis=1,
                ordem=[str(self.conselheiro(n))],
            )
        )

    def recusada(self, n: int = 1, *, demanda: int = 1, minuto: float = 1) -> Evento[Any]:
        """The n-th counsellor refused."""
        return evento(
            ConselheiroAtribuicaoRecusada(
                cidadao_id=self.cidadao(n), demanda_id=self.demanda(demanda), timestamp_recusa=self.quando(minuto)
            )
        )

    def confirmada(self, *, demanda: int = 1, minuto: float = 5, ratificar: bool = True) -> Evento[Any]:
        """Citizens confirmed that the demand was resolved."""
        return evento(
            DemandaConclusaoConfirmada(
                demanda_id=self.demanda(demanda),
                unidade_civica_id=self.unidade,
                conclusao_id=uuid7(self.quando(minuto), 3_000 + demanda),
                total_conclusoes=3,
                data_conclusao=self.quando(minuto),
                mecanismo="confirmacao_coletiva",
                ratificacao_necessaria=ratificar,
            )
        )

    def registrada(
        self, tipo: str = "contato_realizado", n: int = 1, *, demanda: int = 1, minuto: float = 2, **outros: Any
    ) -> Evento[Any]:
        """The n-th counsellor registered an update; `campos` are added to valid ones of its type."""
        campos = CAMPOS.get(tipo, {}) | outros.pop("campos", {})
        dados = {
            "atualizacao_id": uuid7(self.quando(minuto), 4_000 + 100 * demanda + n),
            "demanda_id": self.demanda(demanda),
            "cidadao_id": self.cidadao(n),
            "tipo": tipo,
            "texto": "Liguei para a prefeitura.",
            "campos": CamposDaAtualizacao(**campos),
            "origem_estruturacao": "manual",
            "timestamp_registro": self.quando(minuto),
        }
        return evento(ConselheiroAtualizacaoRegistrada(**dados | outros))

    def concluida(self, n: int = 1, *, demanda: int = 1, minuto: float = 10) -> Evento[Any]:
        """The n-th counsellor says that the demand was resolved."""
        return self.registrada("status_atualizado", n, demanda=demanda, minuto=minuto, campos={"status": "concluido"})


@pytest.fixture(scope="session")
def cenario() -> Cenario:
    """Builders of events."""
    return Cenario()
