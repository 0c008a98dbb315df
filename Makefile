# make demo   sets up, trains a bot from random play, compares it in the arena, writes a page
# make test   sets up, compiles all games once, runs the tests; WORKERS=8 uses more processes

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TYPES := build/types
COMPILED := build/compiled
WHEEL := build/wheel/.ready
SCHEMA := $(BIN)/check-jsonschema --builtin-schema vendor
BIOME := build/javascript/node_modules/.bin/biome
WORKERS := 3
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
PACKAGES := $(shell sed -n 's/^"fudaba\.\([a-z_]*\)" = .*/\1/p' pyproject.toml)

# pip would compile all of PyTorch to bytecode. Instead every process leaves to the next the bytecode
# of what it imports, wherever this runs.
PIP_INSTALL := pip install --quiet --no-compile
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all test-bounds test-oldest test-newest test-interop fuzz lint lint-js types docs wheel \
	balance-pages release benchmark benchmark-baselines policies clean

demo: $(READY)
	rm -rf demo
	$(BIN)/fudaba train seki/demo --output demo/training
	$(BIN)/fudaba arena seki_v0 random greedy policy:demo/training/final --deals 500 \
		--results demo/results.sqlite --page demo/index.html
	@echo
	@echo "Open demo/index.html in a browser."

# `test` leaves out what belongs before a release: the tests that are marked slow.
# A thread in each process is enough: more only wait for each other. Three processes keep
# two cores busy, because browsers, servers and killed commands are waited for.
test: CHOSEN := -m "not slow"
test-all: export FUDABA_OPTION_ROWS := 1000
test-all: export FUDABA_TWIN_GAMES := 400
test test-all: export OMP_NUM_THREADS := 1
test test-all: $(READY) $(COMPILED)
	$(BIN)/python -m fudaba.common.languages.compile  # as installing did: catalogues may have changed since
	$(BIN)/python -m pytest $(CHOSEN) --numprocesses $(WORKERS) --dist worksteal --durations 40

# Checks every index of the games whose kernels have changed since tests/index_bounds.json was made.
test-bounds: $(READY)
	$(BIN)/python -m tests.index_bounds

# Plays all games at random and checks invariants.
fuzz: $(READY)
	$(BIN)/python -m benchmarks.fuzz

# Tests the PettingZoo interface with the oldest supported releases, in the wheel's environment.
test-oldest: $(WHEEL)
	build/wheel/bin/$(PIP_INSTALL) --constraint constraints.txt pettingzoo==1.24.3 \
		gymnasium==1.1.0 numba==0.60.0 numpy==2.0.2 pytest pytest-timeout --editable '.[cli]'
	build/wheel/bin/python -m pytest -m "not slow" tests/test_pettingzoo.py

# Tries the newest releases, beyond the bounds of pyproject.toml, in an environment of their own.
test-newest:
	$(PYTHON) -m venv --clear build/newest
	build/newest/bin/$(PIP_INSTALL) --editable '.[train,dev]'
	build/newest/bin/$(PIP_INSTALL) --upgrade --upgrade-strategy eager numba torch
	build/newest/bin/python -m pytest tests/core tests/test_pettingzoo.py \
		tests/training/test_network.py tests/training/test_learner.py

# Runs the scripts of docs/trainers with their trainers: minutes, and gigabytes to install.
# A file of tests stays in one process, which shares what a trainer starts and compiles.
test-interop:
	$(PYTHON) -m venv build/interop
	build/interop/bin/$(PIP_INSTALL) --constraint constraints.txt \
		--requirement tests/interop/requirements.txt --editable '.[cli]'
	OMP_NUM_THREADS=1 build/interop/bin/python -m pytest tests/interop \
		--numprocesses 2 --dist loadfile --durations 0

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff check --preview --select PLW1514 .  # text files need an encoding
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache --no-logo
	$(SCHEMA).citation-file-format CITATION.cff
	$(SCHEMA).github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(SCHEMA).github-workflows .github/workflows/*.yml
	$(SCHEMA).readthedocs .readthedocs.yaml

# Checks the scripts of the pages and of the example bots; needs npm.
lint-js: $(BIOME)
	$(BIOME) lint --config-path tests/javascript --error-on-warnings web/static docs/bots docs/_static

$(BIOME): tests/javascript/package.json tests/javascript/package-lock.json
	mkdir -p build/javascript
	cp $^ build/javascript
	npm ci --prefix build/javascript --no-audit --no-fund
	touch $@  # npm dates files back

# The packages lie at the top of the repository but install under fudaba, so mypy reads links.
types: $(READY)
	rm -rf $(TYPES)
	mkdir -p $(TYPES)/fudaba
	sed -n 's|^"fudaba\.\(.*\)" = "\([a-z_]*\)".*|ln -s $(CURDIR)/\2 $(TYPES)/fudaba/\1|p' \
		pyproject.toml | sh
	MYPYPATH=$(TYPES) $(BIN)/mypy $(PACKAGES:%=-p fudaba.%)

# Plays the commands of docs/balance again, for hours; PAGE=sevens plays those of one page.
balance-pages: $(READY)
	$(BIN)/python -m docs.balance_pages $(PAGE)

# Builds from scratch, because unchanged pages of an earlier build would not repeat their warnings.
docs: $(READY)
	rm -rf build/docs
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going docs build/docs
	@echo "Open build/docs/index.html in a browser."

# Tests the wheel alone in a clean environment, outside the sources.
wheel:
	rm -rf build/wheel build/lib dist
	$(PYTHON) -m venv build/wheel
	build/wheel/bin/pip wheel --quiet --no-deps --wheel-dir dist .
	build/wheel/bin/$(PIP_INSTALL) --constraint constraints.txt dist/*.whl
	cd build/wheel && bin/python $(CURDIR)/tests/check_wheel.py base
	build/wheel/bin/$(PIP_INSTALL) --constraint constraints.txt "$$(echo dist/*.whl)[cli]"
	cd build/wheel && bin/python $(CURDIR)/tests/check_wheel.py cli
	touch $(WHEEL)

$(WHEEL):
	$(MAKE) wheel

# Builds the files of a release: make release TAG=v0.1.0. The changelog must have its day.
release:
	@test "$(TAG)" = "v$(VERSION)" || \
		{ echo "TAG is $(TAG), but the version in pyproject.toml is $(VERSION)."; exit 2; }
	@grep -q "^## $(VERSION) ([0-9-]*)$$" CHANGELOG.md || \
		{ echo "CHANGELOG.md has no heading with the day of $(VERSION)."; exit 2; }
	$(MAKE) wheel $(READY)
	$(BIN)/python -m build --sdist

# Measures all games, and OpenSpiel, RLCard and PettingZoo's classic games beside them: minutes. Writes
# the tables of README.md and docs/speed.md.
benchmark:
	$(PYTHON) -m venv build/benchmark
	build/benchmark/bin/$(PIP_INSTALL) --constraint constraints.txt \
		--requirement benchmarks/requirements.txt --editable '.[cli]'
	build/benchmark/bin/python -m benchmarks

# Trains the baselines of the frozen tasks from five seeds and measures them: some hours of processor
# time. A stopped run resumes.
benchmark-baselines: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.baselines
	$(BIN)/python -m benchmarks.leaderboard

# Trains the packaged policies that are missing or no longer fit their games. A game takes up to 40
# minutes on two cores; a stopped training resumes.
policies: $(READY)
	$(BIN)/python -m fudaba.training.packaged

# Compiles every kernel once, before parallel processes need it.
$(COMPILED): $(READY) $(shell find agents common envs -name '*.py')
	$(BIN)/python -m tests.warm_up
	mkdir -p $(@D)
	touch $@

$(READY): pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv $(VENV)
	@echo "Installs PyTorch and then the other packages into $(VENV): some gigabytes, some minutes."
	$(BIN)/$(PIP_INSTALL) --upgrade pip
	$(BIN)/$(PIP_INSTALL) --constraint constraints.txt torch
	@echo "Installs the other packages."
	$(BIN)/$(PIP_INSTALL) --constraint constraints.txt --editable '.[train,web,cluster,data,design,dev,docs]'
	touch $(READY)

clean:
	rm -rf $(VENV) build dist demo docs/games *.egg-info
