# Everything that can be done with the course. Each target sets up what it needs first, and costs
# nothing where nothing changed. The work itself is in tools/.

PYTHON ?= python3
SITE_PORT ?= 8000
export CHROMIUM

BIN := .venv/bin
# npm's programs ask the path for node.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Tests and builds start hundreds of Pythons; without this, each may compile the library anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-tests assets build site notebooks release quarto stubs lint test test-all test-pages clean

FIND_PYTHON = command -v "$(PYTHON)" >/dev/null || { echo "No $(PYTHON) found: install Python 3.11 or newer, or name one: make setup PYTHON=/path/to/python" >&2; exit 1; }

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install everything into .venv and node_modules
	@$(FIND_PYTHON)
	@"$(PYTHON)" -m tools.setup $(SETUP_OPTIONS)

setup-tests: ## Also find or install Chromium (CHROMIUM=/path names one), and open a page in it
	@$(FIND_PYTHON)
	@"$(PYTHON)" -m tools.setup --browser

assets: setup ## Bundle the diagrams, cut the fonts
	@$(BIN)/python -m tools.assets

build: assets ## Render both languages into _site
	@$(BIN)/python -m tools.preview --out _site --post-render

# A port that is taken is reported before the build.
site: SETUP_OPTIONS = --port $(SITE_PORT)
site: build ## Build, then serve on this machine (SITE_PORT=8000)
	@$(BIN)/python -m tools.serve _site --port $(SITE_PORT)

notebooks: assets ## Write the notebooks of all lessons and exercises into notebooks
	@$(BIN)/python -m tools.notebooks notebooks

release: build ## Write what a release carries into release: site and notebooks as zips, the wheel
	@$(BIN)/python -m tools.release _site --out release

quarto: assets ## Render the same pages with a stock Quarto into _site_quarto
	@$(BIN)/python -m tools.quarto --output-dir _site_quarto

stubs: setup ## Write what type checkers read of the names that follow from operations
	@$(BIN)/python -m tools.stubs

lint: setup ## Check style, types and which way imports point
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@said=$$($(BIN)/lint-imports --no-cache --no-logo) || { echo "$$said"; exit 1; }
	@$(BIN)/npm run --silent lint

# Playwright keeps an event loop running in its process, where no other can start. So tests/browser
# comes last, in each process: pytest keeps the order of its arguments.
TESTS := $(filter-out tests/browser/ tests/__pycache__/,$(sort $(wildcard tests/*/))) tests/browser/

PYTEST = $(BIN)/pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

test: setup-tests assets ## Run every check, the pages in a browser included
	@# Each keeps one core busy, so they run side by side, and both have their say.
	@$(BIN)/npm test --silent & npm=$$!; $(MAKE) lint; lint=$$?; wait $$npm && exit $$lint
	@$(MAKE) build
	@$(PYTEST) $(FULL) $(TESTS)

test-all: FULL := --all -o faulthandler_timeout=7200
test-all: test ## Run those too that take long (marked `full`), as every night

test-pages: setup-tests assets ## Open the pages of a built site in a browser (SITE=_site_quarto)
	@$(PYTEST) --site=$(or $(SITE),_site) tests/browser/

clean: ## Remove what was built; .venv and node_modules stay
	rm -rf _site _site_quarto notebooks release .quarto .cache lib/diagrams/dist lib/theme/fonts
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
