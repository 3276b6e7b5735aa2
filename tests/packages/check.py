"""Builds Erawan from its packages alone and sees that it plays by the networks.

    python3 tests/packages/check.py [--erawan target/release/erawan]

Packs every crate that may be published, unpacks the packages to a folder outside
the repository, and builds them there, each taken from its package. What a package
forgot, be it a module or a network, is missing there. The program that cargo installs
from them must evaluate by a network in each game; with --erawan its search must agree, node
by node, with that program, built from the repository.

Nothing is written outside the target folder and a temporary one, but for crates
that cargo downloads. Python 3.11 and cargo are all it needs.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# What the registry takes at most.
LARGEST = 10 * 1024 * 1024
LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")
GAMES = ("chess", "makruk")
NODES = 20_000


class Shortcoming(Exception):
    """What is wrong with the packages."""


def run(command: list[str], folder: Path, target: Path, said: str | None = None) -> str:
    """Runs a program and gives back what it printed."""
    environment = os.environ | {"CARGO_TARGET_DIR": str(target)}
    # Networks named for another build have no place in this one.
    for name in ("ERAWAN_EVALFILE", "ERAWAN_EVALFILE_MAKRUK", "RUSTFLAGS"):
        environment.pop(name, None)
    done = subprocess.run(
        command, cwd=folder, env=environment, input=said, stdout=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        raise Shortcoming(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def published(target: Path) -> dict[str, str]:
    """The names and versions of the packages that may be published."""
    text = run(
        ["cargo", "metadata", "--locked", "--no-deps", "--format-version=1"], REPOSITORY, target
    )
    packages = json.loads(text)["packages"]
    return {p["name"]: p["version"] for p in packages if p["publish"] != []}


def pack(names: dict[str, str], target: Path) -> list[Path]:
    """Packs the crates. They are built later, from the packages alone."""
    shutil.rmtree(target / "package", ignore_errors=True)
    chosen = [word for name in names for word in ("--package", name)]
    run(
        ["cargo", "package", "--locked", "--no-verify", "--allow-dirty", "--quiet", *chosen],
        REPOSITORY,
        target,
    )
    return [target / "package" / f"{name}-{version}.crate" for name, version in names.items()]


def unpack(package: Path, folder: Path) -> Path:
    """Unpacks a package after a look at its size and its licences."""
    size = package.stat().st_size
    if size > LARGEST:
        raise Shortcoming(f"{package.name} has {size} bytes; the registry takes {LARGEST}")
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    unpacked = folder / package.name.removesuffix(".crate")
    for licence in LICENCES:
        if not (unpacked / licence).is_file():
            raise Shortcoming(f"{package.name} has no {licence}")
    print(f"{package.name:<32}{size:>10} bytes")
    return unpacked


def check_manifests(nets: Path) -> None:
    """Each network is the one that its manifest tells of."""
    for manifest in (nets / f"{game}.json" for game in GAMES):
        told = json.loads(manifest.read_text())["net"]
        data = (nets / told["file"]).read_bytes()
        if hashlib.sha256(data).hexdigest() != told["sha256"]:
            raise Shortcoming(f"{manifest.name} tells of another file than {told['file']}")


def build(names: dict[str, str], folder: Path, target: Path) -> Path:
    """Builds all packages in a workspace of their own; gives back the installed program."""
    patches = "\n".join(
        f'{name} = {{ path = "{name}-{version}" }}' for name, version in names.items()
    )
    members = ", ".join(f'"{name}-{version}"' for name, version in names.items())
    (folder / "Cargo.toml").write_text(
        f'[workspace]\nresolver = "3"\nmembers = [{members}]\n\n'
        f"[patch.crates-io]\n{patches}\n\n"
        # Quick to build, and quick enough to search a little.
        "[profile.dev]\nopt-level = 1\ndebug = false\nincremental = false\n"
    )
    # The same versions of other people's crates as here.
    shutil.copy(REPOSITORY / "Cargo.lock", folder)
    run(["cargo", "build", "--workspace", "--quiet"], folder, target)
    # As people install it, but for the quick build.
    package = f"erawan-{names['erawan']}"
    words = ["--path", package, "--root", "installed", "--debug", "--locked", "--quiet"]
    run(["cargo", "install", *words], folder, target)
    # Every one of them must have come from its package.
    lock = tomllib.loads((folder / "Cargo.lock").read_text())
    for package in lock["package"]:
        if package["name"] in names and "source" in package:
            raise Shortcoming(f"{package['name']} came from {package['source']}")
    return folder / "installed/bin" / ("erawan.exe" if os.name == "nt" else "erawan")


def search(program: Path, game: str, folder: Path) -> list[str]:
    """What a search of a number of nodes says, without what depends on the clock."""
    # A search that has a limit is completed at the end of input.
    said = f"setoption name UCI_Variant value {game}\nposition startpos\ngo nodes {NODES}\n"
    lines = []
    for line in run([str(program), "uci"], folder, folder, said).splitlines():
        words = line.split()
        if words[:2] == ["info", "depth"] or words[:1] == ["bestmove"]:
            for clock in ("time", "nps"):
                if clock in words:
                    at = words.index(clock)
                    del words[at : at + 2]
            lines.append(" ".join(words))
    return lines


def check_play(program: Path, other: Path | None, folder: Path) -> None:
    """The program evaluates by networks, and searches like the other one."""
    for game in GAMES:
        evaluation = json.loads(
            run([str(program), "eval", "--variant", game, "--json"], folder, folder)
        )
        if "by_network" not in evaluation:
            raise Shortcoming(f"{game} is evaluated without a network")
        if other is None:
            print(f"{game}: evaluated by its network")
            continue
        here, there = search(program, game, folder), search(other, game, folder)
        if len(here) < 2 or here != there:
            raise Shortcoming(f"{game}: {here[-2:]} from the packages, {there[-2:]} from here")
        print(f"{game}: evaluated by its network; {len(here)} lines of a search agree")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--erawan", type=Path, help="a program built from the repository")
    other = parser.parse_args().erawan
    base = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")).resolve()
    target = base / "packages"
    try:
        names = published(target)
        with tempfile.TemporaryDirectory(prefix="erawan-packages-") as name:
            folder = Path(name).resolve()
            if folder.is_relative_to(REPOSITORY):
                raise Shortcoming(f"{folder} is inside the repository")
            unpacked = [unpack(package, folder) for package in pack(names, target)]
            check_manifests(next(path for path in unpacked if path.name.startswith("erawan-nets-")))
            program = build(names, folder, target)
            check_play(program, other.resolve() if other else None, folder)
    except Shortcoming as shortcoming:
        print(f"packages: {shortcoming}", file=sys.stderr)
        return 1
    print(f"{len(names)} packages build alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
