"""Tests of the package; `python3 -m unittest` beside this folder runs them all."""

import os

# Old releases of oneDNN use AMX without asking the kernel for it, which ends the process.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")
