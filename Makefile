# The project's commands. `make` alone lists them.

# The Python that makes .venv, 3.11 or newer: make PYTHON=python3.12 serve. An existing .venv keeps its own.
PYTHON ?= python3
# Where `make serve` listens: make PORT=8080 serve
PORT = 8000
# Passed on to the command behind a target: make test ARGS="-k turkish"
ARGS =

PY = .venv/bin/python
TYPED = $(wildcard build.py generator tools tests) $(if $(wildcard benchmarks/*.py),benchmarks)

.DEFAULT_GOAL := help
.PHONY: help setup runtime browser serve site demo test lint format audit fuzz bench lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

serve: runtime ## build the site, serve it on this machine, build again on every change
	@$(PY) build.py serve --port $(PORT) $(ARGS)

site: runtime ## build the site into site/
	@$(PY) build.py build $(ARGS)

demo: runtime ## serve the site with an invented market, marked as such on every page
	@rm -rf .demo && mkdir .demo
	@$(PY) build.py prices import examples/market-feed.json --prices .demo/prices.yaml
	@$(PY) build.py serve --port $(PORT) --prices .demo/prices.yaml $(ARGS)

test: setup browser ## run every test that needs only Python and a Chromium
	@$(PY) -m pytest $(ARGS)

lint: setup ## check style, types and the import contract
	@failed=0; \
	$(PY) -m ruff check . || failed=1; \
	$(PY) -m ruff format --check . || failed=1; \
	$(PY) -m mypy $(TYPED) || failed=1; \
	$(PY) -c "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])" || failed=1; \
	exit $$failed

format: setup ## bring the Python files into their usual form
	@$(PY) -m ruff check --fix-only .
	@$(PY) -m ruff format .

audit: setup browser ## run the checkers that need Node, Java or gettext
	@$(PY) -m tools.audit $(ARGS)

fuzz: setup browser ## run the long test campaigns
	@$(PY) -m pytest -m fuzz $(ARGS)

bench: ## measure speed and memory, Hugo beside the generator
	@$(PYTHON) tools/environment.py bench
	@$(PY) -m benchmarks $(ARGS)

setup: ## install everything that building, testing and checking need into .venv
	@$(PYTHON) tools/environment.py dev

runtime:
	@$(PYTHON) tools/environment.py runtime

browser: setup
	@$(PY) -m tools.chromium

lock: ## pin the newest packages that pyproject.toml allows
	@$(PYTHON) tools/lock.py

clean: ## remove what the build and the tools wrote, .venv apart
	rm -rf site .site.* .demo .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis tools/audit/node_modules
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
