# Two commands do everything on a fresh machine with Python 3.11+, make and git: `make verify` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: verify test lint bench fuzz clean

# Until the prover exists there is no verdict to print: list what the gallery's mechanisms are and claim.
verify: $(VENV)/ready
	$(BIN)/twinproof show gallery

test: $(VENV)/ready lint
	$(BIN)/pytest -n auto

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/bench
	for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

fuzz: $(VENV)/ready
	TWINPROOF_PROGRAMS=100000 TWINPROOF_FUZZ=150 $(BIN)/pytest -n auto tests/lang/test_meaning.py tests/kernel
	$(BIN)/python -m tests.kernel.mutate

clean:
	rm -rf $(VENV)

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

$(VENV)/bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	touch $@
