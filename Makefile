# Few targets; `make` lists them. Every one does its own set-up: as root, or with a sudo that asks for
# no password, it installs the system packages that it needs and says so. HEDDLE_APT=no forbids that.
# HEDDLE_MISSING=fail: a test that is skipped because a component is missing is a failure.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

NATIVE  := $(shell find native tests/conformance -name '*.cpp' -o -name '*.h' -o -name '*.map' -o -name CMakeLists.txt) CMakeLists.txt
SOURCES := $(shell find src -name '*.py') pyproject.toml
FORMATTED := $(filter-out %.txt %.map,$(filter-out native/_gen/%,$(NATIVE)))

PYTEST := $(BIN)/pytest --durations=30 --durations-min=1
# Tests start programs and wait for them as much as they compute.
SIDE_BY_SIDE := -n $(shell echo $$(($$(nproc) + 1))) --dist worksteal
# To collect all others takes as long as some of these tests. Sorted, the longest are the first.
RAY_TESTS = $(sort $(shell grep -rlE 'RayCluster|need_ray' --include='test_*.py' tests/unit tests/integration))
SLURM_TESTS = $(sort $(shell grep -rl 'slurm' --include='test_*.py' tests/unit tests/integration))

export PYTHON
# Every command that a test starts would compile Python's sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help up check test test-kube test-ray test-slurm soak fresh wheels compilers test-gpu build dev lint types native sanitize cross components gen format bench clean

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# PORT=9000: another port than 7878; UP has more options of `heddle up`.
up: build ## build, start Heddle on this machine (PORT=7878), run a sample job, say what to try next
	@$(BIN)/heddle admin check
	@$(BIN)/heddle up $(if $(PORT),--port $(PORT)) $(UP)
	@echo
	@$(BIN)/heddle submit --name sample --wait -- sh -c 'echo "hello from $$HEDDLE_JOB on $$(uname -n)"'
	@echo
	@echo "Try next (activate the environment first: . $(BIN)/activate):"
	@echo "  heddle demo                                  two programs on one device, and a picture"
	@echo "  heddle device ls                             what this machine has"
	@echo "  heddle run --priority high -- YOUR_PROGRAM   your program, scheduled"
	@echo "  heddle bench preempt --device soft@gpu       the figures, on your machine"

check: dev lint types ## what is quick: lint, types, unit tests that are not slow (3 minutes)
	$(PYTEST) $(SIDE_BY_SIDE) --hypothesis-profile=quick -m 'not gpu and not slow and not alone and not slurm and not ray and not kube' tests/unit

test: components dev lint types native sanitize cross ## everything (20 to 35 minutes)
	$(PYTEST) $(SIDE_BY_SIDE) -m 'not gpu and not alone and not slurm and not ray and not kube' || { \
	  echo "Once more, by themselves: the tests that failed beside others."; \
	  $(PYTEST) --last-failed --last-failed-no-failures none -m 'not gpu and not alone and not slurm and not ray and not kube'; }
	$(PYTEST) -m 'not gpu and alone and not slurm and not ray and not kube' || { \
	  echo "Once more: the tests that failed; another machine on this host may have taken their time."; \
	  $(PYTEST) --last-failed --last-failed-no-failures none -m 'not gpu and alone and not slurm and not ray and not kube'; }
	@tools/setup summary

test-kube: dev ## the DRA driver on a Kubernetes that the tests build once and start, as root (13 minutes, 25 the first time)
	@tools/setup system podman debootstrap
	@$(BIN)/python -m tests.kube.parts
	$(PYTEST) -m kube tests/kube || { \
	  echo "Once more, on a cluster of their own: the tests that failed behind others."; \
	  $(PYTEST) --last-failed --last-failed-no-failures none -m kube tests/kube; }

test-ray: dev ## the engine ray on a Ray that the tests start, as root (7 minutes)
	tools/setup venv $(PYTHON) $(VENV) ray
	@tools/setup system ip
	$(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder -m 'ray and not alone' $(RAY_TESTS) || { \
	  echo "Once more, by themselves: the tests that failed beside others."; \
	  $(PYTEST) --last-failed --last-failed-no-failures none -m 'ray and not alone' $(RAY_TESTS); }
	$(PYTEST) -m 'ray and alone' $(RAY_TESTS)

test-slurm: dev ## the engine slurm on a Slurm that the tests start, as root (6 minutes)
	@tools/setup system slurm
	$(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder -m 'slurm and not alone' $(SLURM_TESTS) || { \
	  echo "Once more, by themselves: the tests that failed beside others."; \
	  $(PYTEST) --last-failed --last-failed-no-failures none -m 'slurm and not alone' $(SLURM_TESTS); }
	$(PYTEST) -m 'slurm and alone' $(SLURM_TESTS)

soak: components dev ## the tests marked soak, with the counts of a long run; all property tests (an hour)
	HEDDLE_SOAK=1 $(PYTEST) -m soak
	HEDDLE_SOAK=1 $(PYTEST) $(SIDE_BY_SIDE) -m 'not gpu and not slow and not alone and not slurm and not ray and not kube' tests/unit

fresh: ## the README's two commands in new Debian 12 and 13 machines, as root and as a user (an hour)
	tools/fresh

wheels: ## wheels for x86_64 and aarch64, into dist/
	tools/wheels

compilers: $(VENV)/dev ## the native code with every compiler that is installed
	tools/compilers

# On a bare machine: a driver, Python, and the library, which is built if there is a CMake.
test-gpu: ## tests on this machine's real GPU; needs Python and a driver, no virtual environment
	if command -v cmake >/dev/null; then tools/native-in-place; fi
	PYTHONPATH=src $(PYTHON) -m unittest discover --start-directory tests/gpu --top-level-directory . --verbose

build: $(VENV)/installed ## the virtual environment, with Heddle built and installed in it
dev: $(VENV)/dev $(VENV)/installed-dev ## the same, with the development tools, the native tests and the fakes

$(VENV)/created: pyproject.toml tools/setup tools/components
	@tools/setup system python compiler
	tools/setup venv $(PYTHON) $(VENV) build,all
	@touch $@

$(VENV)/dev: $(VENV)/created
	tools/setup venv $(PYTHON) $(VENV) dev
	@touch $@

$(VENV)/installed: $(VENV)/created $(NATIVE) $(SOURCES)
	tools/install
	@touch $@

# Everything in one folder, so that every object is compiled once.
$(VENV)/installed-dev: $(VENV)/dev $(NATIVE) $(SOURCES)
	tools/install build-dir=build/native cmake.define.HEDDLE_TESTS=ON cmake.define.HEDDLE_WERROR=ON
	@touch $@ $(VENV)/installed

lint: $(VENV)/dev ## style, import layers, generated files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/gen --check
	$(BIN)/python tools/matrix --check
	@echo clang-format; $(BIN)/clang-format --dry-run -Werror $(FORMATTED)

types: $(VENV)/dev ## types
	$(BIN)/mypy

native: dev ## native tests
	tools/native build/native

sanitize: $(VENV)/dev ## native tests under the thread and address sanitizers
	tools/native build/tsan -DHEDDLE_SANITIZE=thread
	tools/native build/asan -DHEDDLE_SANITIZE=address,undefined

cross: $(VENV)/dev ## native tests of the other architecture, under qemu-user
	tools/cross

components: $(VENV)/dev ## what tests need of the system: OpenCL drivers, PostgreSQL, a browser ...
	@rm -f build/missing
	@tools/setup system $$(awk -F'|' '$$4 ~ /tests/ {print $$1}' tools/components)
	@tools/level-zero build/native/level-zero >/dev/null || [ "$(HEDDLE_MISSING)" != fail ]

gen: $(VENV)/dev ## write the generated files anew: from facts/, headers and routes; and the support matrix
	$(BIN)/python tools/gen
	$(BIN)/python tools/matrix

format: $(VENV)/dev ## format everything
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	$(BIN)/clang-format -i $(FORMATTED)

bench: build ## the figures that must hold on a machine without accelerators
	$(BIN)/heddle bench overhead
	$(BIN)/heddle bench preempt --device soft@gpu

clean: ## remove what was built, and the virtual environment
	rm -rf build $(VENV)
