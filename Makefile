# For those who would rather type make, and for OpenBench, which does:
#
#   make EXE=name [EVALFILE=path]   builds the engine and calls it name
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

.PHONY: all test clean

all:
	$(CARGO) build --release --package erawan
	cp "$(TARGET)/release/erawan$(SUFFIX)" "$(EXE)"

test:
	$(CARGO) test --workspace

clean:
	$(CARGO) clean
