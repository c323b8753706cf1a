"""Measures what one closed demand costs in a profile of 100,000 cases against one of 1,000; writes rows for
bench/resultados.json:  python services/d24-caminhos/bench/medir.py --postgres URL [--saida arquivo.json]

Both the event, from bytes to commit, and the publication of the profile that it changed. Every case brings an obstacle
that nobody had written before: the harder case for counting names.
"""

import itertools
import random
import statistics
import time
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from joserfc.jwk import OKPKey

from d24_caminhos.colonia import colonia
from formigueiro.medidas import Linha, custo_relativo, principal
from nucleo.eventos import (
    CamposDaAtualizacao,
    ConselheiroAtualizacaoPublicada,
    ConselheiroCicloConcluido,
    DemandaCategorizada,
    DemandaGeorreferenciada,
)
from nucleo.fontes import uuid7
from nucleo.payload import Payload
from nucleo.testes import Bancada
from nucleo.testes.bancada import Bancadas
from nucleo.testes.eventos import INICIO

GRANDE, PEQUENO, PEQUENOS = 100_000, 1_000, 10
VEZES = 200
ALVO = 1.5
UNIDADE = UUID(int=1)
sorteio = random.Random(24)
numeros = itertools.count()


def municipios() -> Iterator[UUID]:
    """New municipalities, for ever."""
    return (UUID(int=sorteio.getrandbits(128)) for _ in itertools.count())


def demanda(municipio: UUID) -> list[Payload]:
    """A demand of a municipality, from its place to the end of its cycle."""
    n = next(numeros)
    demanda_id, conselheiro = uuid7(INICIO + timedelta(seconds=n), n), UUID(int=n)
    fim = INICIO + timedelta(seconds=n, days=sorteio.randint(0, 400))
    campos = CamposDaAtualizacao(orgao=f"órgão {n % 50}", descricao=f"entrave nunca visto {n}")
    return [
        DemandaGeorreferenciada(
            demanda_id=demanda_id, unidade_civica_id=UNIDADE, nivel_minimo_resolvido=1, cadeia_ucs=[UNIDADE],
            municipio_id=municipio, metodo_resolucao="gps", confianca_geo="alta", versao_limites="1",
        ),
        DemandaCategorizada(
            demanda_id=demanda_id, categoria_id="2.3", subcategoria_id="2.3.1", nivel_precedencia=2,
            score_horizontal=80.0, confianca_categorizacao=0.9, metodo="automatico", sugestoes_alternativas=[],
        ),
        ConselheiroAtualizacaoPublicada(
            atualizacao_id=UUID(int=n), demanda_id=demanda_id, conselheiro_id=conselheiro, tipo="entrave_registrado",
            texto="", campos=campos, origem_estruturacao="manual", descricao_sanitizada="", numero_sequencial=1,
            data_atualizacao=fim,
        ),
        ConselheiroCicloConcluido(
            demanda_id=demanda_id, conselheiro_id=conselheiro, unidade_civica_id=UNIDADE,
            motivo_encerramento="demanda_concluida", total_atualizacoes=1, data_inicio=INICIO + timedelta(seconds=n),
            data_fim=fim, resumo="1 atualização.",
        ),
    ]  # fmt: skip


async def povoar(b: Bancada, municipio: UUID, casos: int) -> None:
    """Close demands of a municipality, and publish its profiles."""
    for _ in range(0, casos, 500):
        await b.entregar(*(e for _ in range(500) for e in demanda(municipio)))
    await b.periodico("publicar_caminhos")


async def custo(b: Bancada, municipio: UUID) -> tuple[float, float]:
    """Seconds that the end of one more cycle takes, and then the publication of what it changed."""
    *antes, fim = demanda(municipio)
    await b.entregar(*antes)
    inicio = time.perf_counter()
    await b.entregar(fim)
    meio = time.perf_counter()
    b.relogio.avancar(seconds=10)
    await b.periodico("publicar_caminhos")
    return meio - inicio, time.perf_counter() - meio


async def linhas(postgres_url: str) -> list[Linha]:
    """Rows of bench/resultados.json."""
    async with Bancadas(postgres_url, OKPKey.generate_key("Ed25519"), "")(colonia) as b:
        grande, *pequenos = itertools.islice(municipios(), 1 + PEQUENOS)
        await povoar(b, grande, GRANDE)
        for pequeno in pequenos:
            await povoar(b, pequeno, PEQUENO)
        await b.consultar("ANALYZE")
        medidos: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
        for n in range(VEZES):
            for municipio in (grande, pequenos[n % PEQUENOS]):
                medidos[municipio == grande].append(await custo(b, municipio))
    nomes = ("o fim de um ciclo", "a publicação do perfil que mudou")
    return [
        custo_relativo(
            f"D-24, {nome}, num perfil de 100 mil casos",
            statistics.median(m[i] for m in medidos[True]),
            statistics.median(m[i] for m in medidos[False]),
            ALVO,
        )
        for i, nome in enumerate(nomes)
    ]


if __name__ == "__main__":
    principal("Mede o custo de um caso na D-24.", linhas)
