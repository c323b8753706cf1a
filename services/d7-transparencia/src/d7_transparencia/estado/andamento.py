"""The status of a demand, in SQL over the facts known of it."""

from itertools import takewhile

from d7_transparencia.dominio.status import Status

SEM_CONSELHEIRO = """
(vagas.ocorrido_em >= atribuicoes.ocorrido_em
    AND COALESCE(vagas.conselheiro_id, atribuicoes.conselheiro_id) = atribuicoes.conselheiro_id) IS TRUE"""
"""The counsellor who was drawn last is gone; without a conclusion, the demand is as it was before that draw.

Facts are compared by their own instants: one that arrives late never undoes what came after it.
"""

_DE_OUTRO_CICLO = "(inicios.ultimo_em < atribuicoes.ocorrido_em) IS TRUE"
_CONDICOES = {
    Status.CONCLUIDA: "conclusoes.demanda_id IS NOT NULL",
    Status.AGREGADA: "agregacoes.demanda_id IS NOT NULL",
    Status.EM_PROGRESSO: f"inicios.demanda_id IS NOT NULL AND NOT {_DE_OUTRO_CICLO} AND NOT {SEM_CONSELHEIRO}",
    Status.ATRIBUIDA: f"atribuicoes.demanda_id IS NOT NULL AND NOT {SEM_CONSELHEIRO}",
    Status.DISPONIVEL: "disponiveis.demanda_id IS NOT NULL",
    Status.RANQUEADA: "ranqueamentos.demanda_id IS NOT NULL",
    Status.CATEGORIZADA: "categorizacoes.demanda_id IS NOT NULL",
    Status.GEORREFERENCIADA: "localizacoes.demanda_id IS NOT NULL",
    Status.NORMALIZADA: "textos.demanda_id IS NOT NULL",
}


def juntar(*tabelas: str) -> str:
    """Return the joins of facts that may not be known of a demand."""
    return "\n".join(f"LEFT JOIN {tabela} USING (demanda_id)" for tabela in tabelas)


def _status(ao_menos: Status) -> str:
    """Return the SQL of the status of a demand known to have come as far as `ao_menos`."""
    adiante = takewhile(lambda condicao: condicao[0] is not ao_menos, _CONDICOES.items())
    casos = " ".join(f"WHEN {condicao} THEN '{status}'" for status, condicao in adiante)
    return f"CASE {casos} ELSE '{ao_menos}' END"


FATOS_NA_UNIDADE = juntar(
    "categorizacoes", "ranqueamentos", "disponiveis", "atribuicoes", "inicios", "vagas", "agregacoes", "conclusoes"
)
"""The joins of `STATUS_NA_UNIDADE`."""

STATUS = _status(Status.RECEBIDA)
"""The status of a demand, over `FATOS_NA_UNIDADE`, `localizacoes` and `textos`."""

STATUS_NA_UNIDADE = _status(Status.GEORREFERENCIADA)
"""The status of a demand that has a civic unit."""
