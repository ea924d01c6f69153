# Everything is installed into .venv in this folder; `make clean` takes it away again.
# ARGS is passed on:  make test ARGS="-k lattice"

PYTHON ?= python3
ARGS ?=
EXTRAS ?= all

.PHONY: help play serve check test test-long coverage bench bench-peers docs types lint install lock clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play:  ## install if needed, and play in the browser
	@$(PYTHON) tools/install.py
	@.venv/bin/triangulum serve --browse $(ARGS)

serve:  ## install if needed, and open tables for others
	@$(PYTHON) tools/install.py
	@.venv/bin/triangulum serve $(ARGS)

check:  ## test one game while editing it, without compiling: make check GAME=tri-trac
	@$(PYTHON) tools/install.py --extras dev --only-dependencies
	@.venv/bin/python tools/check.py --game "$(GAME)" $(ARGS)

test:  ## style, types, and the tests on plain sources and compiled
	@$(PYTHON) tools/install.py --extras dev
	@.venv/bin/python tools/check.py $(ARGS)

test-long:  ## the same with the tests that take minutes
	@$(PYTHON) tools/install.py --extras dev
	@.venv/bin/python tools/check.py --long $(ARGS)

coverage:  ## which lines the tests run; takes a quarter of an hour
	@$(PYTHON) tools/install.py --extras dev
	@.venv/bin/python tools/check.py --coverage $(ARGS)

bench:  ## measure how fast rules and bots are
	@$(PYTHON) tools/install.py
	@.venv/bin/triangulum bench $(ARGS)

bench-peers:  ## measure it beside other libraries, which are installed for that
	@$(PYTHON) tools/install.py --extras dev
	@.venv/bin/python -m benchmarks.peers $(ARGS)

docs:  ## write docs/rules from the rules in the games' folders
	@$(PYTHON) tools/docs.py

types:  ## write the client's types from the structs on the wire
	@$(PYTHON) tools/install.py --extras dev --only-dependencies
	@PYTHONPATH=src .venv/bin/python tools/wire_types.py

lint:  ## style and types only
	@$(PYTHON) tools/install.py --extras dev
	@.venv/bin/python tools/check.py --lint

install:  ## install extras: make install EXTRAS="lab openspiel"
	@$(PYTHON) tools/install.py --extras $(EXTRAS)

lock:  ## choose the newest versions within the ranges of pyproject.toml, for constraints.txt
	@$(PYTHON) tools/install.py --extras dev --only-dependencies
	@.venv/bin/python tools/lock.py

clean:  ## remove .venv, .venv-peers, caches and what builds left
	rm -rf .venv .venv-peers build dist src/*.egg-info .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
