"""Prometheus metrics, one registry a colony (several colonies may share a process)."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SEGUNDOS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300)


class Metricas:
    """What every colony measures. Labels never carry ids or personal data."""

    def __init__(self, colonia: str) -> None:
        self.coletor = CollectorRegistry()

        def contador(nome: str, ajuda: str, *rotulos: str) -> Counter:
            return Counter(nome, ajuda, ("colonia", *rotulos), "formigueiro", registry=self.coletor)

        def medida(nome: str, ajuda: str, *rotulos: str) -> Gauge:
            return Gauge(nome, ajuda, ("colonia", *rotulos), "formigueiro", registry=self.coletor)

        def tempo(nome: str, ajuda: str, *rotulos: str) -> Histogram:
            return Histogram(
                nome, ajuda, ("colonia", *rotulos), "formigueiro", registry=self.coletor, buckets=_SEGUNDOS
            )

        self._eventos = contador("eventos", "Eventos por tipo e resultado", "tipo", "resultado")
        self._lote = tempo("lote_segundos", "Duração de um lote de consumo, com a transação")
        self._idade = tempo("evento_idade_segundos", "Do pedido de origem ao tratamento do evento", "tipo")
        self._http = tempo("http_segundos", "Duração dos pedidos HTTP", "rota", "metodo", "status")
        self.colonia = colonia
        self.lote = self._lote.labels(colonia)
        self.falhas = contador("falhas_transitorias", "Lotes repetidos por falha transitória").labels(colonia)
        self.saida_pendente = medida("saida_pendente", "Eventos na saída ainda não publicados").labels(colonia)
        self.saida_idade = medida("saida_idade_segundos", "Idade do evento mais antigo não publicado").labels(colonia)
        self.dlq = medida("dlq_tamanho", "Cartas mortas pendentes").labels(colonia)
        self.pronta = medida("pronta", "1 quando a colônia está pronta").labels(colonia)
        self.fusivel = medida("fusivel_aberto", "1 quando cartas mortas seguidas pararam o consumo").labels(colonia)
        self.paradas = medida("particoes_paradas", "Partições que esperam no registro que falha").labels(colonia)
        self._espera = medida("espera_segundos", "Há quanto tempo o mais antigo espera", "espera")
        self._atraso = medida("atraso", "Registros ainda não consumidos", "topico")
        self.esquemas_desconhecidos = contador(
            "esquemas_desconhecidos", "Registros com esquema inválido ou desconhecido"
        ).labels(colonia)
        self._por_tipo: dict[tuple[str, str], Counter] = {}

    def contar(self, tipo: str, resultado: str, quantos: int = 1) -> None:
        """Add `quantos` events of `tipo` with a result: tratado, repetido, morto, ignorado or publicado."""
        chave = (tipo, resultado)
        if chave not in self._por_tipo:
            self._por_tipo[chave] = self._eventos.labels(self.colonia, tipo, resultado)
        self._por_tipo[chave].inc(quantos)

    def idade(self, tipo: str, segundos: float) -> None:
        """Observe the age of an event, from its originating request, when its batch committed."""
        self._idade.labels(self.colonia, tipo).observe(max(segundos, 0.0))

    def http(self, rota: str, metodo: str, status: int, segundos: float) -> None:
        """Observe one HTTP request; `rota` is the template, never the path with its ids."""
        self._http.labels(self.colonia, rota, metodo, str(status)).observe(segundos)

    def espera(self, nome: str, segundos: float) -> None:
        """Set for how long the oldest of what a colony's declaration calls `nome` has waited."""
        self._espera.labels(self.colonia, nome).set(segundos)

    def atrasos(self, por_topico: Mapping[str, int]) -> None:
        """Set how many records of each topic wait for this replica; topics that it no longer reads are forgotten."""
        self._atraso.clear()
        for topico, registros in por_topico.items():
            self._atraso.labels(self.colonia, topico).set(registros)
