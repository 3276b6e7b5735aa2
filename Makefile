# For those who would rather type make, and for OpenBench, which does:
#
#   make EXE=name [EVALFILE=path]   builds the engine and calls it name
#   make EXE=name TUNE=1            with the numbers of the search as options
#   make dist                       makes a package for people without Rust
#   make test                       runs all tests
#   make clean                      removes what was built

EXE ?= erawan
CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

# A network to build in, if one is named.
ifneq ($(EVALFILE),)
export ERAWAN_EVALFILE := $(abspath $(EVALFILE))
endif

# The search can be tuned by programs that start the engine without arguments.
ifneq ($(TUNE),)
export ERAWAN_TUNE := 1
endif

.PHONY: all dist test clean

all:
	$(CARGO) build --release --package erawan
	cp "$(TARGET)/release/erawan$(SUFFIX)" "$(EXE)"

dist:
	$(CARGO) xtask dist

test:
	$(CARGO) test --workspace

clean:
	$(CARGO) clean
