# Everything starts here: `make run` and `make test` need python3, make and the package registries.
.DEFAULT_GOAL := help
.PHONY: help install run tour test lint slow bench reference rules lock clean
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Tests use every core; kernels inside one test process use one.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

help: ## what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 10

$(READY): requirements.lock pyproject.toml
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fairdeal needs Python 3.11 or newer."; exit 1; }
	@# Debian keeps venv in a package of its own.
	@python3 -c 'import ensurepip' 2>/dev/null || { echo "Installing python3-venv ..."; apt-get update -qq && apt-get install -y -qq python3-venv; }
	python3 -m venv $(VENV)
	@if command -v uv >/dev/null; then \
	  export UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=$(VENV); \
	  uv pip install -q --require-hashes -r requirements.lock && uv pip install -q --no-deps --no-build-isolation -e .; \
	else \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

install: $(READY) ## make the virtual environment, so that .venv/bin/fairdeal works

run: $(READY) ## open the live floor at http://127.0.0.1:8000
	@$(BIN)/fairdeal serve

tour: $(READY) ## ask which game, and play at the terminal
	@$(BIN)/fairdeal tour

test: lint ## lint and types, then the tests but the slow ones (make slow)
	$(PYTEST) -m "not slow"

lint: $(READY) ## ruff and strict type checking
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

slow: $(READY) ## the tests that take minutes
	$(BIN)/python -m pytest -m slow

bench: $(READY) ## speeds, each beside a peer or a floor measured in the same run
	$(BIN)/python -m bench

reference: $(READY) ## write docs/reference.md from the docstrings
	$(BIN)/python -m tools.reference

rules: $(READY) ## write docs/rules.md from the games' data and the marks on tests
	$(BIN)/python -m tools.rules_page

lock: ## renew requirements.lock (hashes, and no addresses)
	UV_PYTHON_DOWNLOADS=never uv pip compile -q --universal --generate-hashes --no-header --all-extras --upgrade pyproject.toml -o requirements.lock

clean: ## remove what make made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
