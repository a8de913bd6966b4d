# Two commands do everything on a fresh machine with Python 3.11+, make and git: `make verify` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: verify verify-data test lint bench accounting browser foundations gallery-in-coq fuzz styles editors docs wheel clean

# Everything in private/ must be proved, and everything in broken/ refuted.
verify: $(VENV)/ready
	$(BIN)/twinproof verify gallery/private
	$(BIN)/twinproof verify gallery/broken --expect refuted

# The same for mechanisms that start from rows; this takes some minutes.
verify-data: $(VENV)/ready
	$(BIN)/twinproof verify gallery/data/private
	$(BIN)/twinproof verify gallery/data/broken --expect refuted

test: $(VENV)/ready lint
	$(BIN)/pytest -n auto --dist worksteal  # neighbours stay together: what one has computed the next one has

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/bench $(VENV)/accounting/ready
	for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

# Conversions to (ε, δ) beside OpenDP's and Google's dp-accounting: it fails where ours is larger than one of theirs.
accounting: $(VENV)/bench $(VENV)/accounting/ready
	$(BIN)/python benchmarks/bench_convert.py

# The report and the playground in headless Chromium, which must be installed (Debian: apt-get install chromium); CHROMIUM names another one.
browser: $(VENV)/browser
	$(BIN)/pytest tests/browser

# The soundness of every rule, in Coq, which must be installed (Debian: apt-get install coq libcoq-mathcomp-analysis).
foundations:
	$(PYTHON) foundations/build.py

# Every proof of the gallery, written for Coq and compiled; this takes some minutes.
gallery-in-coq: $(VENV)/ready foundations
	$(BIN)/python foundations/gallery.py

# What twinproof says of the gallery in other styles, and of mechanisms by others; this takes an hour.
styles: $(VENV)/ready
	$(BIN)/python -m tests.styles.verdicts

# The extension for VS Code, tested and packed: editors/vscode/twinproof.vsix. It takes Node.js 20 and its npm.
editors:
	cd editors/vscode && npm ci && npm test && npm run package

# The pages of docs/ as a site with a search, in site/. To look at it: python3 -m http.server -d site
docs: $(VENV)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# What a release would publish: dist/*.whl and the sources.
wheel: $(VENV)/docs
	$(BIN)/python -m build --outdir dist .

fuzz: $(VENV)/ready
	TWINPROOF_PROGRAMS=100000 TWINPROOF_FUZZ=150 $(BIN)/pytest -n auto --timeout 36000 tests/lang/test_meaning.py tests/lang/test_rows.py tests/lang/test_passes.py tests/lang/test_sharing.py tests/lang/test_claim_text.py tests/lang/test_errors.py tests/kernel
	TWINPROOF_FUZZ=50 $(BIN)/pytest -n auto --timeout 36000 tests/search tests/refute tests/exact tests/verify tests/integrations/test_one_answer.py
	$(BIN)/python -m tests.kernel.mutate
	$(BIN)/python -m tests.refute.mutate

clean:
	rm -rf $(VENV) site dist
	cd foundations && rm -f *.vo *.vok *.vos *.glob .*.aux .*.cache Makefile.coq Makefile.coq.conf .Makefile.coq.d

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

$(VENV)/browser: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[browser,play]'
	touch $@

$(VENV)/bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	touch $@

# An environment of its own, since dp-accounting wants older versions of what we need too.
$(VENV)/accounting/ready: $(VENV)/ready
	$(PYTHON) -m venv $(VENV)/accounting
	$(VENV)/accounting/bin/python -m pip install --quiet --disable-pip-version-check 'dp-accounting==0.6.*'
	touch $@

$(VENV)/docs: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	touch $@
