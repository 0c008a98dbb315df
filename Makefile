# make demo   sets up, trains a small bot, plays it in the arena, writes a page to look at
# make test   sets up, compiles all games once, runs every test; WORKERS=8 takes more processes

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TYPES := build/types
COMPILED := build/compiled
WORKERS := 2
PACKAGES := agents cli configs envs evaluation policies single_agent training web

.PHONY: demo test test-bounds test-oldest test-interop fuzz lint types docs wheel benchmark policies clean

demo: $(READY)
	rm -rf demo
	$(BIN)/fudaba train sevens/demo --output demo/training
	$(BIN)/fudaba arena sevens_v0 random greedy policy:demo/training/final --deals 500 \
		--results demo/results.sqlite --page demo/index.html
	@echo
	@echo "Open demo/index.html in a browser."

test: $(READY) $(COMPILED)
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

test-bounds: $(READY)
	NUMBA_BOUNDSCHECK=1 FUDABA_OPTION_ROWS=6 \
		$(BIN)/python -m pytest tests/test_conformance.py -k "not plain_python"
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/build/bounds \
		$(BIN)/python -m benchmarks.fuzz --decisions 20000

# Random play of all games under invariants: a minute of two cores once it is compiled.
fuzz: $(READY) $(COMPILED)
	$(BIN)/python -m benchmarks.fuzz
	$(BIN)/python -m benchmarks.fuzz seki --decisions 3000000 --seed 1

# The PettingZoo face with the oldest releases that are supported, where the wheel was tried.
test-oldest: wheel
	build/wheel/bin/pip install --quiet --constraint constraints.txt pettingzoo==1.24.3 \
		gymnasium==1.1.0 pytest --editable .
	build/wheel/bin/python -m pytest tests/test_pettingzoo.py

# The scripts of docs/trainers with their trainers: minutes, and gigabytes to install.
# A file of tests stays in one process, and with it what a trainer starts and compiles.
test-interop:
	$(PYTHON) -m venv build/interop
	build/interop/bin/pip install --quiet --constraint constraints.txt \
		--requirement tests/interop/requirements.txt --editable .
	OMP_NUM_THREADS=1 build/interop/bin/python -m pytest tests/interop \
		--numprocesses $(WORKERS) --dist loadfile --durations 0

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff check --preview --select PLW1514 .  # files of text name their encoding
	$(BIN)/ruff format --check .

# The packages lie at the top of the repository but install under fudaba: mypy reads a mirror.
types: $(READY)
	rm -rf $(TYPES)
	mkdir -p $(TYPES)/fudaba
	for package in $(PACKAGES); do ln -s $(CURDIR)/$$package $(TYPES)/fudaba/$$package; done
	MYPYPATH=$(TYPES) $(BIN)/mypy $(PACKAGES:%=-p fudaba.%)

# From scratch: pages that an earlier build has kept would keep their warnings to themselves.
docs: $(READY)
	rm -rf build/docs
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going docs build/docs
	@echo "Open build/docs/index.html in a browser."

# The wheel, installed alone in a clean environment, far from the sources.
wheel: $(READY)
	rm -rf build/wheel build/lib dist
	$(BIN)/python -m build --wheel
	$(PYTHON) -m venv build/wheel
	build/wheel/bin/pip install --quiet --constraint constraints.txt dist/*.whl
	cd build/wheel && bin/python $(CURDIR)/tests/check_wheel.py

benchmark: $(READY)
	$(BIN)/python -m benchmarks

# The policies that come with the package, where one is missing or no longer fits its game. A game
# takes 6 to 20 minutes on two cores; what was stopped goes on.
policies: $(READY)
	$(BIN)/python -m fudaba.training.packaged

# Every kernel once, before processes that run side by side ask for it.
$(COMPILED): $(READY) $(shell find agents envs -name '*.py')
	$(BIN)/python -m tests.warm_up
	mkdir -p $(@D)
	touch $@

$(READY): pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --constraint constraints.txt torch
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[train,web,cluster,dev,docs]'
	touch $(READY)

clean:
	rm -rf $(VENV) build dist demo docs/games *.egg-info
