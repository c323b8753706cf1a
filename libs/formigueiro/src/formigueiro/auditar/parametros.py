"""The formula, written again from its public description: an audit that shared the colony's code would prove less."""

from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from formigueiro.auditar.fatos import Evento

NIVEIS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Parametros:
    """One published version of the parameters."""

    versao: str
    nacionais: dict[int, float]
    fator: float
    limiar: float
    coberturas: dict[tuple[UUID, int], tuple[float, float]]

    @classmethod
    def ler(cls, evento: Evento) -> "Parametros":
        """Read a decoded ranking.parametros_publicados."""
        p = evento["payload"]
        return cls(
            p["versao"],
            {peso["nivel"]: peso["peso"] for peso in p["pesos_nacionais"]},
            p["fator_decaimento"],
            p["limiar_nivel_vencido"],
            {(c["unidade_civica_id"], c["nivel"]): (c["atingida"], c["meta"]) for c in p["coberturas"]},
        )

    def situacional(self, unidade: UUID, nivel: int) -> float:
        """1 − reached ÷ goal, kept between 0 and 1; a pair that is not published has reached 0 of 1."""
        atingida, meta = self.coberturas.get((unidade, nivel), (0.0, 1.0))
        return min(1.0, max(0.0, 1.0 - atingida / meta))

    def nivel_corrente(self, unidade: UUID) -> int:
        """The first level not vanquished; the last one when all are."""
        return next((n for n in NIVEIS if self.situacional(unidade, n) >= self.limiar), NIVEIS[-1])

    def distribuicao(self, unidade: UUID) -> tuple[float, ...]:
        """The shares, rounded to multiples of 2⁻⁵³; the current level takes what the others leave."""
        corrente = self.nivel_corrente(unidade)
        brutos = {n: Fraction(str(self.fator)) ** abs(n - corrente) for n in NIVEIS}
        fatias = {n: Fraction(round(b / sum(brutos.values()) * 2**53), 2**53) for n, b in brutos.items()}
        fatias[corrente] += 1 - sum(fatias.values())
        return tuple(float(fatias[n]) for n in NIVEIS)
