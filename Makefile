# Two commands do everything: `make demo` shows the main job, `make test` runs all tests.
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(shell command -v $(p) 2>/dev/null)))
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: demo test check format lint types layers docs soak bench clean help

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("werfpy needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY) ## the main job on the embedded sandbox
	@WERFPY=$(BIN)/werfpy bash e2e/demo/demo.sh

test: $(READY) ## all tests; builds a real Kubernetes control plane where Go is there
	$(BIN)/python -m e2e.cluster build
	$(BIN)/python -m pytest -n 2

check: format lint types layers docs ## everything that needs no test run

format: $(READY)
	$(BIN)/ruff format --check .

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

docs: $(READY)
	$(BIN)/python -m tests.docs_check

bench: $(READY) ## deploy of 300 objects next to helm 3 and 4, as ratios
	$(BIN)/python -m e2e.cluster build
	$(BIN)/python -m bench.deploy

soak: $(READY) ## the long runs: faults at every position, more examples
	$(BIN)/python -m e2e.cluster build
	HYPOTHESIS_PROFILE=soak WERFPY_SOAK=1 $(BIN)/python -m pytest -n 2

clean: ## remove what the targets made in this folder
	rm -rf $(VENV) .cache .hypothesis
