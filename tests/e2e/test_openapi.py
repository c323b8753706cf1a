"""Every colony's OpenAPI, fuzzed on the running system: no 5xx and no answer outside its schema."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from formigueiro.operador import Operador
from formigueiro.sistema import Sistema
from nucleo.processo import colonias_instaladas

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
CONFIG = schemathesis.Config.from_dict({"generation": {"allow-x00": False}})
PROMESSAS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Each would change the system for the tests around: a rebuild, a replay, a republication.
PESADAS = ("/rebuild", "/operacao/reler", "/operacao/republicar", "/operacao/fusivel")


@pytest.mark.parametrize("nome", sorted(colonias_instaladas()))
def test_nenhuma_entrada_quebra_o_que_a_api_promete(sistema: Sistema, operador: Operador, nome: str):
    endereco = sistema.endereco(sistema.colonias[nome])
    api = schemathesis.openapi.from_url(f"{endereco}/openapi.json", config=CONFIG)
    feitas = 0
    for achada in api.get_all_operations():
        operacao = achada.ok()
        if operacao.path.endswith(PESADAS):
            continue

        @settings(
            max_examples=12,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(caso=operacao.as_strategy())
        def provar(caso: schemathesis.Case) -> None:
            resposta = caso.call(headers=operador.cabecalhos, timeout=30)
            caso.validate_response(resposta, checks=PROMESSAS)

        provar()
        feitas += 1
    assert feitas >= 7
