# Few targets; `make` lists them. Every one does its own set-up.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   := $(shell nproc)

NATIVE  := $(shell find native tests/conformance -name '*.cpp' -o -name '*.h' -o -name '*.map' -o -name CMakeLists.txt) CMakeLists.txt
SOURCES := $(shell find src -name '*.py') pyproject.toml

.PHONY: help up test test-gpu build lint native sanitize cross opencl level-zero services gen format bench clean

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

up: build ## build, start Heddle on this machine, run a sample job, say what to try next
	@$(BIN)/heddle check
	@$(BIN)/heddle up
	@echo
	@$(BIN)/heddle submit --name sample --wait -- sh -c 'echo "hello from $$HEDDLE_JOB on $$(uname -n)"'
	@echo
	@echo "Try next (activate the environment first: . $(BIN)/activate):"
	@echo "  heddle demo                                  two programs on one device, and a picture"
	@echo "  heddle devices                               what this machine has"
	@echo "  heddle run --priority high -- YOUR_PROGRAM   your program, scheduled"
	@echo "  heddle bench preempt --device soft@gpu       the figures, on your machine"

test: build lint native sanitize cross opencl level-zero services ## everything: lint, types, layers, native tests, Python tests
	$(BIN)/pytest

# On a bare machine: a driver, Python, and the library, which is built if there is a CMake.
test-gpu: ## tests on this machine's real GPU; needs Python and a driver, no virtual environment
	if command -v cmake >/dev/null; then tools/native-in-place; fi
	PYTHONPATH=src $(PYTHON) -m unittest discover --start-directory tests/gpu --top-level-directory . --verbose

build: $(VENV)/installed ## the virtual environment, with Heddle built and installed in it

$(VENV)/created: pyproject.toml tools/setup
	tools/setup venv $(PYTHON) $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/created $(NATIVE) $(SOURCES)
	$(BIN)/pip install --quiet --no-build-isolation --no-deps --force-reinstall .
	@touch $@

lint: $(VENV)/created ## style, types, import layers, generated files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/gen --check
	$(BIN)/python tools/matrix --check
	$(BIN)/clang-format --dry-run -Werror $(filter-out %.txt %.map,$(filter-out native/_gen/%,$(NATIVE)))

native: $(VENV)/created ## native tests and the conformance programs
	tools/native build/native

sanitize: $(VENV)/created ## native tests under the thread and address sanitizers
	tools/native build/tsan thread
	tools/native build/asan address,undefined

cross: $(VENV)/created ## native tests of the other architecture, under qemu-user
	tools/cross

opencl: ## OpenCL drivers that need no hardware, for the tests
	@ls /etc/OpenCL/vendors/pocl.icd /usr/bin/oclgrind /usr/lib/*/libOpenCL.so.1 >/dev/null 2>&1 || tools/setup apt pocl-opencl-icd oclgrind ocl-icd-libopencl1 || [ "$${CI:-}" != true ]

level-zero: $(VENV)/created ## the Level Zero loader, for the tests
	@tools/level-zero build/native/level-zero >/dev/null || [ "$${CI:-}" != true ]

services: ## a PostgreSQL server and a browser, for the tests
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || tools/setup apt postgresql || [ "$${CI:-}" != true ]
	@command -v chromium >/dev/null || tools/setup apt chromium fonts-wqy-microhei || [ "$${CI:-}" != true ]

gen: ## write the generated files anew from facts/, and the support matrix
	$(PYTHON) tools/gen
	$(PYTHON) tools/matrix

format: $(VENV)/created ## format everything
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter-out %.txt %.map,$(filter-out native/_gen/%,$(NATIVE)))

bench: build ## the figures that must hold on a machine without accelerators
	$(BIN)/heddle bench overhead
	$(BIN)/heddle bench preempt --device soft@gpu

clean: ## remove what was built, and the virtual environment
	rm -rf build $(VENV)
