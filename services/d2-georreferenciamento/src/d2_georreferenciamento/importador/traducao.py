"""From a block as the file has it to units as the colony keeps them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Transformer

from d2_georreferenciamento.dominio.niveis import Nivel
from d2_georreferenciamento.dominio.unidades import Unidade, identificar
from d2_georreferenciamento.importador.campos import Campos, nome_padrao
from d2_georreferenciamento.importador.geometria import preparar
from d2_georreferenciamento.importador.hierarquia import codigo_canonico, limpar, ordenar, pais_do_codigo
from d2_georreferenciamento.importador.leitura import Bloco
from d2_georreferenciamento.importador.relatorio import Relatorio


@dataclass(slots=True)
class Tradutor:
    """Translates the blocks of one source, remembering which codes it has already seen."""

    fonte: str
    relatorio: Relatorio
    vistas: set[UUID] = field(default_factory=set)

    def traduzir(self, camada: str, bloco: Bloco, campos: Campos, transformador: Transformer | None) -> list[Unidade]:
        """Return the units of a block; what was repaired or refused goes to the report."""
        codigos = _coluna(bloco, campos.codigo)
        codigos = np.array([codigo_canonico(campos.nivel, c) for c in codigos], dtype=object)
        geometrias = preparar(bloco.wkb, transformador)
        ids = [identificar(self.fonte, campos.nivel, codigo) for codigo in codigos]
        recusadas = self._sem_codigo_ou_repetidas(ids, codigos)
        recusadas = np.where(recusadas != "", recusadas, geometrias.recusadas)
        corrigidas = np.where(recusadas == "", geometrias.corrigidas, "")
        self.relatorio.anotar(camada, bloco.feicoes, codigos, recusadas, recusadas=True)
        self.relatorio.anotar(camada, bloco.feicoes, codigos, corrigidas, recusadas=False)
        self.relatorio.lidas += len(codigos)

        nomes, ufs = _coluna(bloco, campos.nome), _coluna(bloco, campos.uf)
        pais = _pais(campos, codigos, [(nivel, _coluna(bloco, campo)) for nivel, campo in campos.pais])
        boas = np.flatnonzero(recusadas == "")
        wkb = shapely.to_wkb(geometrias.poligonos[boas], byte_order=1)
        return [
            Unidade(
                ids[i],
                campos.nivel,
                codigos[i],
                nomes[i] or nome_padrao(campos.nivel, codigos[i]),
                ufs[i].upper() if len(ufs[i]) == 2 and ufs[i].isalpha() else None,
                pais[i],
                float(geometrias.areas_m2[i]),
                bytes(poligono),
            )
            for i, poligono in zip(boas, wkb, strict=True)
        ]

    def _sem_codigo_ou_repetidas(self, ids: list[UUID], codigos: NDArray[np.object_]) -> NDArray[np.object_]:
        motivos = np.full(len(ids), "", dtype=object)
        for i, (identidade, codigo) in enumerate(zip(ids, codigos, strict=True)):
            if not codigo:
                motivos[i] = "sem código."
            elif identidade in self.vistas:
                motivos[i] = "código repetido nesta importação; vale a primeira feição."
            else:
                self.vistas.add(identidade)
        return motivos


def _coluna(bloco: Bloco, campo: str | None) -> NDArray[np.object_]:
    if campo is None:
        return np.full(len(bloco.feicoes), "", dtype=object)
    return np.array([limpar(valor) for valor in bloco.atributos[campo]], dtype=object)


def _pais(
    campos: Campos, codigos: NDArray[np.object_], colunas: list[tuple[Nivel | None, NDArray[np.object_]]]
) -> list[list[str]]:
    return [
        ordenar([*_declarados(campos.nivel, i, colunas), *pais_do_codigo(campos.nivel, codigo)])
        for i, codigo in enumerate(codigos)
    ]


def _declarados(
    nivel: Nivel, i: int, colunas: Iterable[tuple[Nivel | None, NDArray[np.object_]]]
) -> Iterator[tuple[Nivel, str]]:
    for do_campo, coluna in colunas:
        if codigo := coluna[i]:
            maiores = [do_campo] if do_campo is not None else [n for n in Nivel if n > nivel]
            yield from ((maior, codigo_canonico(maior, codigo)) for maior in maiores)
