"""What the counsellor reads of a follow-up."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel


class Pendencia(BaseModel):
    """Conclusão coletiva à espera da ratificação do conselheiro."""

    conclusao_id: UUID
    total_conclusoes: int
    data: datetime


class Acompanhamento(BaseModel):
    """O acompanhamento de quem pergunta: o último, se houve mais de um."""

    acompanhamento_id: UUID
    conselheiro_id: UUID
    unidade_civica_id: UUID
    situacao: str
    inicio: datetime
    iniciado_em: datetime | None
    fim: datetime | None
    status: str
    prazo: date | None
    texto_resumo_ciclo: str
    pendencia_conclusao: Pendencia | None


class Erro(BaseModel):
    """Por que uma atualização foi recusada."""

    campo: str
    detalhe: str


class Atualizacao(BaseModel):
    """Uma atualização e o que foi feito dela: `publicada`, `aguardando` (o sorteio ainda não chegou) ou `recusada`."""

    atualizacao_id: UUID
    tipo: str
    texto: str
    campos: dict[str, Any]
    origem_estruturacao: str
    transcricao_automatica: bool
    conteudo_suspeito: bool
    registrada_em: datetime
    situacao: str
    erros: list[Erro]
    numero_sequencial: int | None


class Visao(BaseModel):
    """A demanda como o seu conselheiro a vê; `proximo` vai em `depois` para a página seguinte das atualizações."""

    demanda_id: UUID
    acompanhamento: Acompanhamento | None
    conclusoes_coletivas: list[Pendencia]
    atualizacoes: list[Atualizacao]
    proximo: int | None


class Encerramento(BaseModel):
    """Um ciclo que acabou agora."""

    demanda_id: UUID
    conselheiro_id: UUID
    motivo_encerramento: str
    total_atualizacoes: int
    data_inicio: datetime
    data_fim: datetime
