"""Builds the self-play library: `python3 -m erawan_train.selfplay.build cuda`, or `emulator`.

The library goes to `built/` beside this file. Building again does nothing if
no source has changed since. `bench.py --variants` tells which variant is the
fastest on a GPU.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "cuda"

# How the same code is laid out on a multiprocessor of a GPU: warps and registers
# a thread. The games are the same in all of them.
VARIANTS = {
    "warps32": (),  # 64 registers
    "warps28": ("WARPS_PER_BLOCK=28",),  # 72
    "warps24": ("WARPS_PER_BLOCK=24",),  # 80
}
USUAL = "warps32"


def find_nvcc():
    """The path of nvcc, or None."""
    for candidate in (os.environ.get("NVCC"), shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"):
        if candidate and os.path.exists(candidate):
            return candidate
    return None


def command(backend, output, arch="sm_90", defines=()):
    """The command line that builds a backend."""
    source = str(SOURCE / "selfplay.cu")
    flags = [f"-D{define}" for define in defines]
    if backend == "cuda":
        nvcc = find_nvcc()
        if nvcc is None:
            raise RuntimeError("nvcc is not here: set NVCC or build the emulator")
        host = "-fPIC,-fvisibility=hidden"
        return [nvcc, "-std=c++17", f"-arch={arch}", "-O3", "--shared", "-Xcompiler", host,
                "-Xptxas", "-v", *flags, "-o", str(output), source]
    if backend == "emulator":
        compiler = os.environ.get("CXX", "g++")
        return [compiler, "-std=c++17", "-O2", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
                "-fvisibility=hidden", *flags, "-x", "c++", source, "-o", str(output)]
    raise ValueError(f"no such backend: {backend}")


def fingerprint():
    """A number for the sources: with the same one the same games are played."""
    sources = sorted(SOURCE.iterdir())
    return hashlib.sha256(b"".join(path.name.encode() + b"\0" + path.read_bytes() for path in sources)).hexdigest()[:16]


def build(backend, arch="sm_90", defines=(), variant=USUAL, verbose=False):
    """Builds a backend if need be and returns the path of the library."""
    if backend == "cuda":
        defines = (*VARIANTS[variant], *defines)
    folder = HERE / "built"
    folder.mkdir(exist_ok=True)
    tag = "".join("-" + define.replace("=", "") for define in defines)
    output = folder / f"libselfplay-{backend}{tag}.so"
    newest = max(path.stat().st_mtime for path in SOURCE.iterdir())
    if output.exists() and output.stat().st_mtime > newest:
        return output
    fresh = output.with_suffix(f".{os.getpid()}.tmp")
    done = subprocess.run(command(backend, fresh, arch, defines), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"building {output.name} failed:\n{done.stdout}{done.stderr}")
    output.with_suffix(".log").write_text(done.stdout + done.stderr)
    if verbose:
        print(done.stdout + done.stderr)
    os.replace(fresh, output)
    return output


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("cuda", "emulator"):
        sys.exit("usage: python3 -m erawan_train.selfplay.build cuda|emulator [DEFINE[=VALUE] ...]")
    print(build(sys.argv[1], defines=tuple(sys.argv[2:]), verbose=True))
