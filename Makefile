# make bakeoff: set up, then compare every strategy.   make test: set up, then every test.   make lab: the workbook.
PYTHON ?= python3
# On Linux, pip's usual torch brings several GB of CUDA. Name PyTorch's CPU package index here to avoid it.
TORCH_INDEX ?=
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.complete
ARGS ?=

.PHONY: setup bakeoff lab test lint clean

setup: $(STAMP)

# Done again only when what it depends on has changed. The stamp comes last: a broken set-up is not taken for a whole one.
$(STAMP): constraints.txt pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo "Python 3.11 to 3.13 is needed; this is $$($(PYTHON) --version). Name another: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV): some 2 GB, about four minutes with a fast line. This happens once."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@if [ -n "$(TORCH_INDEX)" ]; then $(BIN)/python -m pip install --progress-bar off -c constraints.txt --index-url $(TORCH_INDEX) torch; fi
	$(BIN)/python -m pip install --progress-bar off --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

bakeoff: setup
	$(BIN)/bakeoff run $(ARGS)

lab: setup
	$(BIN)/bakeoff lab $(ARGS)

test: setup
	$(BIN)/python -m pytest $(ARGS)

lint: setup
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

# Removes what make made. Your work/ and the caches that came with the data stay.
clean:
	rm -rf $(VENV) results build *.egg-info .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
