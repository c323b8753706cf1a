"""HTTP of C-1: entering, staying and leaving; the profile; roles, for operators; the keys that verify tokens."""

from c1_cidadaos.rotas.chaves import chaves
from c1_cidadaos.rotas.entrada import entrada
from c1_cidadaos.rotas.papeis import papeis
from c1_cidadaos.rotas.perfil import perfil
from c1_cidadaos.rotas.sessao import sessao

TODAS = (entrada, sessao, perfil, papeis, chaves)
