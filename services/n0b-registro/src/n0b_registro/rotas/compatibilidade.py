"""`/compatibility`: whether a schema could be registered. It changes nothing, so anyone may ask."""

from n0b_registro.acoes.comparar import conferir
from n0b_registro.acoes.recusas import Recusa
from n0b_registro.rotas.corpos import CorpoCompatibilidade, CorpoEsquema
from n0b_registro.rotas.parametros import Assunto, Logico, Versao
from n0b_registro.rotas.protocolo import roteador
from nucleo.http import Leitura

compatibilidade = roteador("compatibilidade")


@compatibilidade.post("/compatibility/subjects/{assunto}/versions", response_model_exclude_none=True)
async def conferir_com_todas(
    assunto: Assunto, corpo: CorpoEsquema, banco: Leitura, normalize: Logico = False, verbose: Logico = False
) -> CorpoCompatibilidade:
    """Against the versions that the level of the subject looks at, as registering does."""
    return await _conferir(banco, assunto, corpo, None, verbose)


@compatibilidade.post("/compatibility/subjects/{assunto}/versions/{versao}", response_model_exclude_none=True)
async def conferir_com_uma(
    assunto: Assunto,
    versao: Versao,
    corpo: CorpoEsquema,
    banco: Leitura,
    normalize: Logico = False,
    verbose: Logico = False,
) -> CorpoCompatibilidade:
    """Against one version."""
    return await _conferir(banco, assunto, corpo, versao, verbose)


async def _conferir(
    banco: Leitura, assunto: str, corpo: CorpoEsquema, numero: int | None, verbose: bool
) -> CorpoCompatibilidade:
    try:
        motivos = await conferir(banco, corpo.ler(assunto), numero)
    except Recusa as recusa:
        if not verbose or recusa.codigo != 42201:
            raise
        motivos = [recusa.mensagem]
    return CorpoCompatibilidade(is_compatible=not motivos, messages=motivos if verbose else None)
