# Two commands do everything on a fresh machine: `make demo` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help demo console test check format lint types imports services services-stop chaos bench fuzz build clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/base: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tooltrail needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/dev: $(VENV)/base
	$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(VENV)/base ## set up and run the whole loop on the example shop, embedded
	@$(BIN)/tooltrail demo

$(VENV)/console: $(VENV)/base
	$(PIP) install -c constraints.txt -e '.[console]'
	@touch $@

console: $(VENV)/console ## open the operators' console on the example shop
	@$(BIN)/tooltrail demo --console

test: $(VENV)/dev ## set up and run every test that this machine can
	$(BIN)/python -m pytest

check: format lint types imports test ## format, lint, types, import contracts, tests

format: $(VENV)/dev ## check the format (fix it: .venv/bin/ruff format)
	$(BIN)/ruff format --check .

lint: $(VENV)/dev ## lint
	$(BIN)/ruff check .

types: $(VENV)/dev ## check types, strictly
	$(BIN)/mypy

imports: $(VENV)/dev ## check the floors
	$(BIN)/lint-imports

services: ## start a private PostgreSQL and Kafka for the tests, and say what to set
	@url=$$(services/postgresql.sh start) && echo "export TOOLTRAIL_TEST_POSTGRESQL=$$url"
	@address=$$(services/kafka.sh start) && echo "export TOOLTRAIL_TEST_KAFKA=$$address"

services-stop: ## stop them
	@services/postgresql.sh stop
	@services/kafka.sh stop

chaos: $(VENV)/dev ## kill, cut off and restart everything, and prove that nothing is lost (nine minutes, on a busy machine twenty)
	@export TOOLTRAIL_TEST_POSTGRESQL=$$(services/postgresql.sh start) TOOLTRAIL_TEST_KAFKA=$$(services/kafka.sh start) && \
		$(BIN)/python -m benchmarks.chaos

bench: $(VENV)/dev ## measure what the README claims
	$(BIN)/python -m benchmarks

FUZZ_SECONDS ?= 60
fuzz: $(VENV)/base ## fuzz the scrubber, guided by coverage, for FUZZ_SECONDS (60)
	$(PIP) install -c constraints.txt -e '.[fuzz]'
	$(BIN)/python -m benchmarks.fuzz_scrub $(FUZZ_SECONDS)

build: $(VENV)/dev ## build the wheel and the source distribution
	$(BIN)/python -m build

clean: ## remove what the targets made
	@[ ! -d .services/postgresql ] || services/postgresql.sh stop
	@[ ! -d .services/kafka ] || services/kafka.sh stop
	rm -rf $(VENV) .services fuzz-findings build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
