# Two commands are all there is to set up: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run venv dev test check coverage bench soak arena lock clean

run: venv
	@exec $(BIN)/rebelote run $(if $(RESET),--reset)

venv: $(VENV)/.runtime

dev: $(VENV)/.dev

# A stamp, since an interrupted `venv` leaves a python without pip behind.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Rebelote needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) && $(BIN)/python -m pip --version >/dev/null && touch $@

# The lock holds the build back end too, so that nothing is resolved at install time.
$(VENV)/.runtime: $(VENV)/.made requirements.lock pyproject.toml
	@echo "Installing pinned dependencies into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	@echo "Installing the development tools ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

# The engine's own tests run under coverage, everything else plainly; nothing runs twice.
BESIDES := tests/engine/test_second_opinion.py tests/engine/test_trick.py::test_legal_cards_as_read_independently
REST := $(filter-out tests/engine/ tests/__pycache__/,$(wildcard tests/*/)) $(BESIDES)

test: coverage
	@$(BIN)/python -m pytest $(REST)

check: dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.catalogues

# Without the two slow comparisons with a second reading: what they reach by chance, a test must reach by intent.
coverage: dev
	@$(BIN)/coverage run --source=engine -m pytest tests/engine -q -p no:cacheprovider --hypothesis-seed=0 \
		$(addprefix --deselect=,$(BESIDES))
	@$(BIN)/coverage report --skip-covered --show-missing --fail-under=100

bench: dev
	@$(BIN)/python -m tests.bench

soak: dev
	@$(BIN)/python -m tests.soak

# The stranger that ours are measured against has an environment of its own: the project never depends on it.
ARENA := .arena
$(ARENA)/.made: requirements-dev.lock tests/arena/requirements.lock | dev
	@$(PYTHON) -m venv --clear $(ARENA)/venv
	@$(ARENA)/venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock \
		-r tests/arena/requirements.lock
	@touch $@

arena: $(ARENA)/.made
	@PYTHONPATH=. $(ARENA)/venv/bin/python -m tests.arena $(ARENA_ARGS)

# Needs uv, which is not part of the environment: `pip install uv`.
lock:
	@echo "setuptools>=80" | uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header --no-annotate pyproject.toml - -o requirements.lock
	@echo "setuptools>=80" | uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header --no-annotate --extra dev -c requirements.lock pyproject.toml - -o requirements-dev.lock

clean:
	rm -rf $(VENV) .arena/venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
