# `make` prints what there is to make. Needs Python 3.11 or later, Node 20 or later, and make.
PYTHON ?= python3
VENV := backend/.venv
BIN := $(VENV)/bin
FRONTEND_SOURCES := $(shell find frontend/src frontend/public frontend/build -type f 2>/dev/null) frontend/index.html frontend/vite.config.ts

.DEFAULT_GOAL := help
.PHONY: help run demo build dist installs check test test-rest browsers pictures soak bench bench-web api coverage-table clean

help: ## Print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

run: build ## Start Doorlist on http://127.0.0.1:8000
	@$(BIN)/doorlist serve

demo: build ## The same with three events and their guests, in a data directory of its own
	@$(BIN)/doorlist demo

build: $(VENV)/installed frontend/dist/index.html ## Install what is needed and build the screens
	@$(BIN)/python -m compileall -q backend/doorlist

dist: $(VENV)/installed-dev frontend/dist/index.html ## Write dist/doorlist-VERSION-py3-none-any.whl, which needs Python alone
	@rm -rf dist
	@$(BIN)/python tools/wheel.py dist
	@ls dist/*.whl

# Both at once: each waits for downloads and files more than it computes.
installs:
	@$(MAKE) -q --no-print-directory $(VENV)/installed-dev frontend/node_modules/installed \
		|| $(MAKE) --no-print-directory -j 2 $(VENV)/installed-dev frontend/node_modules/installed

check: installs ## The quick checks: format, lint, types, layers, unit tests, a smoke on SQLite
	@$(BIN)/python tools/check.py

test: installs build browsers ## The quick checks, each SQL statement on both databases, the main path of each screen in a browser
	@$(BIN)/python tools/check.py test

test-rest: installs build browsers ## All other tests: killed servers, broken networks, second sizes, more cases, malformed requests, samples of the long tests
	@$(BIN)/python tools/check.py rest

browsers:
	@node tools/chromium.mjs shell
	@node tools/chromium.mjs

pictures: build ## Photograph every screen, with a page of all: ONLY=home for some, README=yes for those of the README
	node tools/chromium.mjs
	cd frontend && README=$(README) npm run --silent pictures -- --grep "$(or $(ONLY),.)"
	@echo "The pictures are shown by $(CURDIR)/pictures/index.html"

soak: $(VENV)/installed-dev build ## The long tests with their full counts
	cd backend && DOORLIST_SOAK=1 .venv/bin/pytest -q -m soak
	node tools/chromium.mjs
	@cd frontend && npx playwright install --with-deps webkit || echo "WebKit cannot be installed here: the door runs in Chromium alone."
	cd frontend && DOORLIST_SOAK=1 npm run --silent e2e

bench: $(VENV)/installed-dev ## Measure everything, and write bench/results.md
	$(BIN)/python bench/run.py

bench-web: build $(VENV)/installed-dev bench/web/node_modules/installed ## Measure the screens in a browser, and write bench/results-web.md
	node tools/chromium.mjs
	$(BIN)/python bench/web.py

api: $(VENV)/installed frontend/node_modules/installed ## Describe the API anew and generate the typed client
	$(BIN)/doorlist openapi > openapi.json
	cd frontend && npm run --silent api

coverage-table: ## Write docs/spec-coverage.md: which test holds which statement of the contract
	$(PYTHON) tools/spec_coverage.py

clean: ## Remove what was installed and built; data stays
	rm -rf $(VENV) frontend/node_modules frontend/dist bench/web/node_modules

$(VENV)/installed: backend/requirements.lock backend/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo 'Doorlist needs Python 3.11 or later. Name one: make PYTHON=/path/to/python3.11' && false)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r backend/requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable backend
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed backend/requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r backend/requirements-dev.lock
	@touch $@

frontend/node_modules/installed: frontend/package-lock.json
	cd frontend && npm ci --no-fund --no-audit --loglevel=error
	@touch $@

bench/web/node_modules/installed: bench/web/package-lock.json
	cd bench/web && npm ci --no-fund --no-audit --loglevel=error
	@touch $@

frontend/dist/index.html: frontend/node_modules/installed $(FRONTEND_SOURCES)
	cd frontend && npm run --silent build
	@touch $@
