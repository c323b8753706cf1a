# Each target is one line that calls the command line or a tool; `make` alone lists them.
.DEFAULT_GOAL := ajuda
.PHONY: ajuda demo up down status test bench caos lint travar
PYTHON ?= python3
BIN := .venv/bin
MEMBROS := $(wildcard libs/*/pyproject.toml services/*/pyproject.toml)

ajuda: ## lista estes alvos
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

demo: .venv/.pronto ## prepara tudo, sobe o sistema, conta a história e o deixa no ar
	@$(BIN)/formigueiro demo

up: .venv/.pronto ## sobe o que faltar: PostgreSQL, Kafka e as colônias
	@$(BIN)/formigueiro up

down: .venv/.pronto ## para tudo; os dados ficam
	@$(BIN)/formigueiro down

status: .venv/.pronto ## mostra o que está pronto e, se não, por quê
	@$(BIN)/formigueiro status

test: .venv/.pronto ## roda todos os testes
	@$(BIN)/pytest -n 2 --dist loadfile

bench: .venv/.pronto ## mede e escreve bench/resultados.json
	@$(BIN)/formigueiro bench

caos: .venv/.pronto ## derruba processos ao acaso, sob carga, e confere que nada se perdeu nem se repetiu
	@$(BIN)/formigueiro caos

lint: .venv/.pronto ## estilo, tipos, setas da arquitetura e contratos
	@$(BIN)/formigueiro lint

travar: .venv/.pronto ## recompila requirements.txt a partir dos pyproject.toml
	@$(BIN)/formigueiro travar

.venv/.pronto: preparar.py requirements.txt $(MEMBROS)
	@$(PYTHON) preparar.py
