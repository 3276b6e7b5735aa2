"""Makes a package, and installs, tries and uninstalls it as Debian does.

    python3 tests/packages/debian.py --erawan target/release/erawan

The package is made of a program that is built already. It is looked through, installed by
dpkg into a root of its own that has the machine's C library in its list, tried there, and
uninstalled; nothing may be left, and the machine's own list of packages stays as it was.
That wants dpkg and root; without them that part is left out, and said so.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
STATUS = Path("/var/lib/dpkg/status")
# What people look for in a package, whatever the system.
PAPERS = (
    "README",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "LICENSE-FONTS",
    "share/man/man1/erawan.1",
    "share/man/man1/erawan-perft.1",
    "share/completions/erawan.bash",
    "share/completions/_erawan",
    "share/completions/erawan.fish",
    "share/completions/erawan.ps1",
    "share/nets/chess.net",
    "share/nets/chess.json",
    "share/nets/makruk.net",
    "share/nets/makruk.json",
)
INSTALLED = (
    "usr/share/man/man1/erawan.1.gz",
    "usr/share/doc/erawan/copyright",
    "usr/share/doc/erawan/changelog.gz",
    "usr/share/bash-completion/completions/erawan",
    "usr/share/applications/erawan.desktop",
    "usr/share/erawan/nets/chess.net",
)


class Shortcoming(Exception):
    """What is wrong with the package."""


def run(*command: str | Path, said: str | None = None, code: int = 0) -> str:
    """Runs a program and gives back what it printed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=REPOSITORY,
        input=said,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != code:
        words = " ".join(str(word) for word in command)
        raise Shortcoming(f"{words}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def hold(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise Shortcoming(otherwise)


def check_folder(folder: Path) -> None:
    """The archive's folder, and what cargo-binstall looks for in it."""
    for name in PAPERS:
        hold((folder / name).is_file(), f"{folder} has no {name}")
    manifest = tomllib.loads((REPOSITORY / "crates/app/Cargo.toml").read_text())
    binstall = manifest["package"]["metadata"]["binstall"]
    workflow = (REPOSITORY / ".github/workflows/release.yml").read_text()
    archive = binstall["pkg-url"].rpartition("/")[2]
    for target in re.findall(r"target: ([\w-]+)", workflow):
        where = binstall | binstall["overrides"].get(target, {})
        path = where["bin-dir"].replace("{ version }", "1.2.3").replace("{ target }", target)
        path = path.replace("{ bin }", "erawan").replace("{ binary-ext }", "")
        top, _, inside = path.partition("/")
        hold(top == f"erawan-v1.2.3-{target}", f"{target}: the archive has no folder {top}")
        # Other systems' programs are not here, but their places are alike.
        if "x86_64" in target:
            hold((folder / inside).is_file(), f"{target}: the package has no {inside}")
    hold("PACKAGE: erawan-${{ github.ref_name }}-" in workflow, "archives have another name")
    hold(archive.startswith("erawan-v{ version }-{ target }"), f"{archive} is no archive's name")
    print(f"{folder}: {len(PAPERS)} papers and the programs are there")


def check_program(erawan: Path) -> None:
    """It plays by its networks, explains itself, and serves the board."""
    hold(run(erawan, "--version").startswith("erawan "), "no version")
    hold("Nodes searched: 119060324" in run(erawan, "perft", "6"), "perft 6 is wrong")
    for game in ("chess", "makruk"):
        evaluation = json.loads(run(erawan, "eval", "--variant", game, "--json"))
        hold("by_network" in evaluation, f"{game} is evaluated without a network")
    said = "uci\nsetoption name UCI_Variant value makruk\nposition startpos\ngo depth 5\n"
    hold("bestmove " in run(erawan, said=said), "no move in Makruk")
    with tempfile.TemporaryDirectory(prefix="erawan-data-") as data:
        words = [str(erawan), "play", "--no-open", "--port", "0", "--data", data]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            lines = iter(server.stdout.readline, "")
            url = next(line.split()[-1] for line in lines if "Erawan is at" in line)
            hold(b"<title>" in urllib.request.urlopen(url).read(), "no page")
        finally:
            server.terminate()
            hold(server.wait() == 143, "SIGTERM did not reach the program")


def check_old_processors(erawan: Path, is_portable: bool) -> None:
    """A processor that is too old is told so; the oldest that will do is served."""
    if platform.machine() != "x86_64":
        return
    qemu = shutil.which("qemu-x86_64") or shutil.which("qemu-x86_64-static")
    if qemu is None:
        print("SKIPPED: processors that are too old; there is no qemu-x86_64")
        return
    said = run(qemu, "-cpu", "core2duo", erawan.resolve(), "--version", code=2)
    hold("this processor is too old: x86-64-v2 is needed" in said, said)
    run(qemu, "-cpu", "Nehalem", erawan.resolve(), "--version")
    print("a processor of before x86-64-v2 is refused with a sentence")
    if is_portable:
        # The launcher becomes a program that qemu no longer sees.
        oldest = erawan.resolve().parent / "programs/erawan-x86-64-v2"
        said = run(qemu, "-cpu", "Nehalem", oldest, "go", "depth", "6")
        hold("bestmove " in said, "no move on the oldest processor")
        print("the oldest that will do plays")


def scratch_root(root: Path) -> None:
    """A root whose dpkg knows of the C library that the machine has."""
    admin = root / "var/lib/dpkg"
    for name in ("info", "updates", "triggers"):
        (admin / name).mkdir(parents=True)
    known = [run("dpkg-query", "-s", name) for name in ("libc6", "libgcc-s1")]
    (admin / "status").write_text("\n".join(known))
    (admin / "available").touch()


def files_in(root: Path) -> list[str]:
    """What there is in a root, but for dpkg's own notes."""
    places = (path.relative_to(root) for path in root.rglob("*"))
    return sorted(str(place) for place in places if place.parts[0] != "var")


def check_deb(deb: Path, is_portable: bool) -> None:
    before = STATUS.read_bytes()
    with tempfile.TemporaryDirectory(prefix="erawan-root-") as name:
        root = Path(name)
        scratch_root(root)
        dpkg = ("dpkg", f"--root={root}")
        run(*dpkg, "--install", deb)
        hold("install ok installed" in run(*dpkg, "--status", "erawan"), "it is not installed")
        for path in INSTALLED:
            hold((root / path).is_file(), f"there is no {path}")
        run(*dpkg, "--verify", "erawan")
        page = run("gzip", "-dc", root / "usr/share/man/man1/erawan.1.gz")
        hold(".TH erawan 1" in page, "erawan.1 is no manual page")
        completions = root / "usr/share/bash-completion/completions/erawan"
        told = run("bash", "-c", f"source {completions} && complete -p erawan")
        hold("erawan" in told, "bash knows no completions")
        check_program(root / "usr/bin/erawan")
        check_old_processors(root / "usr/bin/erawan", is_portable)
        run(*dpkg, "--purge", "erawan")
        hold(files_in(root) == [], f"purging leaves {files_in(root)}")
    hold(STATUS.read_bytes() == before, "the machine's own list of packages has changed")
    print(f"{deb.name}: installed, tried, purged, nothing left")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--erawan", type=Path, help="a program that is built, to be packed")
    which.add_argument("--folder", type=Path, help="a package that is made already")
    arguments = parser.parse_args()
    can_install = shutil.which("dpkg") is not None and os.geteuid() == 0
    base = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")).resolve()
    folder = (arguments.folder or base / "packages/dist/erawan").resolve()
    try:
        if arguments.folder is None:
            for old in folder.parent.glob("erawan_*.deb"):
                old.unlink()
            words = ["--program", str(arguments.erawan.resolve()), "--out", str(folder)]
            run("cargo", "xtask", "dist", *words, *(["--deb"] if can_install else []))
        check_folder(folder)
        if not can_install:
            print("SKIPPED: the Debian package; it takes dpkg and root to install it")
            check_program(folder / "erawan")
            return 0
        [deb] = folder.parent.glob("erawan_*.deb")
        # A program that was built already is for this machine alone.
        check_deb(deb, is_portable=arguments.folder is not None)
    except Shortcoming as shortcoming:
        print(f"packages: {shortcoming}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
