"""Builds the self-play library: `python3 -m erawan_train.selfplay.build cuda`, or `emulator`.

The library goes to `built/` beside this file. Building again does nothing if
no source has changed since. `bench --variants` tells which variant is the
fastest on a GPU.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "cuda"

# How the same code is laid out on a multiprocessor of a GPU: warps and registers
# a thread. The games are the same in all of them.
VARIANTS: dict[str, tuple[str, ...]] = {
    "warps32": (),  # 64 registers
    "warps28": ("WARPS_PER_BLOCK=28",),  # 72
    "warps24": ("WARPS_PER_BLOCK=24",),  # 80
}
USUAL = "warps32"


def find_nvcc() -> str | None:
    """The path of nvcc, or None."""
    for candidate in (os.environ.get("NVCC"), shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"):
        if candidate and os.path.exists(candidate):
            return candidate
    return None


def command(
    backend: str, output: Path, arch: str = "sm_90", defines: Sequence[str] = ()
) -> list[str]:
    """The command line that builds a backend."""
    source = str(SOURCE / "selfplay.cu")
    flags = ["-std=c++17", *(f"-D{define}" for define in defines)]
    if backend == "cuda":
        nvcc = find_nvcc()
        if nvcc is None:
            raise RuntimeError("nvcc is not here: set NVCC or build the emulator")
        flags += [f"-arch={arch}", "-O3", "--shared", "-Xptxas", "-v"]
        flags += ["-Xcompiler", "-fPIC,-fvisibility=hidden"]
        return [nvcc, *flags, "-o", str(output), source]
    if backend == "emulator":
        flags += ["-O2", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror"]
        flags += ["-fPIC", "-shared", "-fvisibility=hidden"]
        compiler = os.environ.get("CXX", "g++")
        return [compiler, *flags, "-x", "c++", source, "-o", str(output)]
    raise ValueError(f"no such backend: {backend}")


def sources() -> list[Path]:
    """All files the library is made of."""
    return sorted(SOURCE.iterdir())


def fingerprint() -> str:
    """A number for the sources: with the same one the same games are played."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def build(
    backend: str,
    arch: str = "sm_90",
    defines: Sequence[str] = (),
    variant: str = USUAL,
    verbose: bool = False,
) -> Path:
    """Builds a backend if need be and returns the path of the library."""
    if backend == "cuda":
        defines = (*VARIANTS[variant], *defines)
    folder = HERE / "built"
    folder.mkdir(exist_ok=True)
    tag = "".join("-" + define.replace("=", "") for define in defines)
    output = folder / f"libselfplay-{backend}{tag}.so"
    newest = max(path.stat().st_mtime for path in sources())
    if output.exists() and output.stat().st_mtime > newest:
        return output
    fresh = output.with_suffix(f".{os.getpid()}.tmp")
    done = subprocess.run(
        command(backend, fresh, arch, defines), capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    if done.returncode != 0:
        raise RuntimeError(f"building {output.name} failed:\n{said}")
    output.with_suffix(".log").write_text(said)
    if verbose:
        print(said)
    os.replace(fresh, output)
    return output


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("cuda", "emulator"):
        sys.exit("usage: python3 -m erawan_train.selfplay.build cuda|emulator [DEFINE[=VALUE] ...]")
    print(build(sys.argv[1], defines=tuple(sys.argv[2:]), verbose=True))
