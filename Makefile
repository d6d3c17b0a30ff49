PYTHON ?= python3
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev

help:
	@echo "make setup"

setup:
	@$(PYTHON) tools/environment.py runtime

setup-dev:
	@$(PYTHON) tools/environment.py dev
