# Everything sets itself up: a virtual environment in .venv, filled once and again only when its list changes.
PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$python -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
SOURCES := pyproject.toml constraints.txt

help:                     ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(VENV)/.core       ## play a small tournament and show it
	@$(BIN)/dueldoku warm
	@$(BIN)/dueldoku demo

test: $(VENV)/.dev        ## run all tests
	@$(BIN)/python tests/support/chromium.py
	@$(BIN)/dueldoku warm
	@$(BIN)/python -m pytest
	@$(BIN)/python tests/support/chromium.py

soak: $(VENV)/.dev        ## run what takes hours: kills, fuzzing, thousands of games (tests/soak)
	@for file in tests/soak/*.py; do echo "$$file"; $(BIN)/python -P $$file || exit 1; done

quick: $(VENV)/.dev       ## run the tests that need no browser, no arena and no patience
	@$(BIN)/dueldoku warm
	@$(BIN)/python -m pytest -m "not browser and not arena and not slow" --hypothesis-profile=quick

check: $(VENV)/.dev       ## format, lint, types, import contract
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

audit: $(VENV)/.made      ## look for known weaknesses in the versions that we pin
	@$(PIP) install -c constraints.txt pip-audit
	@$(BIN)/pip-audit --requirement constraints.txt --no-deps --disable-pip --strict --progress-spinner off

format: $(VENV)/.dev      ## put the code into the house format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

pictures: $(VENV)/.core   ## draw the diagrams of the documents anew
	@$(BIN)/python docs/pictures/draw.py

docs: $(VENV)/.dev        ## build the documentation site in build/docs
	@$(BIN)/dueldoku warm
	@$(BIN)/python -P -m sphinx --fail-on-warning --keep-going --quiet docs build/docs
	@echo "The site is in build/docs: open build/docs/index.html"

wheel: $(VENV)/.core      ## build a wheel with compiled kernels for this Python and system, in dist
	@$(BIN)/python hatch_build.py
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

clean:                    ## remove the environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Dueldoku needs Python 3.11 or newer with venv; found none (or name it: make PYTHON=...)" >&2; exit 1; }
	@echo "Creating the virtual environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.core: $(SOURCES) | $(VENV)/.made
	@echo "Installing Dueldoku and what it needs into $(VENV)"
	@$(PIP) install -c constraints.txt hatchling editables
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[web]'
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "Installing the test and check tools into $(VENV)"
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@

.PHONY: help demo test soak quick check audit format pictures docs wheel clean
