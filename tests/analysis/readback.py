#!/usr/bin/env python3
"""Reviews games with `erawan analyse` and reads everything back.

Annotated chess is read by python-chess, annotated Makruk by a reader of a few
lines here and by pyffish (Fairy-Stockfish), and both by Erawan's own reader.
The moves played must be those of the source; every move has its evaluation;
every line that is given as better is legal; glyphs, comments and JSON agree.
Then: compressed and standard input, any number of games at a time, JSON lines,
an interrupted run that is gone on with, and the progress bar on a terminal.

Without a folder of games (--data) the games beside this file are used, which
Erawan has played against itself. Ends with status 1 at a difference.
"""

import argparse
import gzip
import io
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import chess
import chess.pgn
import pyffish

HERE = pathlib.Path(__file__).resolve().parent
# Every call of pyffish takes milliseconds.
PYFFISH_GAMES = 30
JUDGEMENTS = {6: "inaccuracy", 2: "mistake", 4: "blunder"}


def split(text):
    """The games of a PGN text as texts."""
    parts = re.split(r"(?m)^(?=\[Event )", text)
    return [part for part in parts if part.strip()]


def tags_of(text):
    return dict(re.findall(r'(?m)^\[(\w+) "((?:[^"\\]|\\.)*)"\]', text))


def mainline(text):
    """The moves of the main line, with the comments after each: a reader that
    knows nothing but brackets."""
    body = re.sub(r'(?m)^\[\w+ "(?:[^"\\]|\\.)*"\]\s*$', "", text)
    moves, depth = [], 0
    for token in re.findall(r"\{[^}]*\}|;[^\n]*|[()]|[^\s(){}]+", body):
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif depth == 0:
            if token.startswith("{"):
                if moves:
                    moves[-1][1].append(" ".join(token[1:-1].split()))
            elif re.fullmatch(r"\d+\.*|\$\d+|1-0|0-1|1/2-1/2|\*|;.*", token):
                pass
            else:
                moves.append((re.sub(r"^\d+\.+", "", token).rstrip("!?"), []))
    return moves


def bare(san):
    return san.rstrip("+#")


class Checker:
    def __init__(self, erawan, folder, nodes):
        self.erawan, self.folder, self.nodes = erawan, folder, nodes
        self.checks = 0

    def check(self, condition, what):
        self.checks += 1
        if not condition:
            sys.exit(f"FAILED: {what}")

    def analyse(self, source, out, *more, **rest):
        args = [self.erawan, "analyse", str(source), "--nodes", str(self.nodes), *more]
        if out is not None:
            args += ["--out", str(out)]
        return subprocess.run(args, capture_output=True, **rest)

    def reviewed(self, name, text):
        """Reviews a text twice, as PGN and as JSON; gives games that match."""
        source = self.folder / f"{name}.pgn"
        source.write_text(text)
        annotated = self.folder / f"{name}-annotated.pgn"
        lines = self.folder / f"{name}.jsonl"
        first = self.analyse(source, annotated)
        self.check(first.returncode in (0, 1), f"{name}: {first.stderr.decode()[-500:]}")
        bad = [int(n) for n in re.findall(r"game (\d+)", first.stderr.decode())]
        again = self.analyse(source, lines, "--jobs", "1")
        self.check(again.returncode == first.returncode, f"{name}: JSON ends otherwise")
        read = subprocess.run([self.erawan, "pgn", "check", annotated], capture_output=True)
        games = split(annotated.read_text())
        records = [json.loads(line) for line in lines.read_text().splitlines()]
        self.check(read.returncode == 0, f"{name}: our reader says {read.stdout.decode()[-300:]}")
        last = read.stdout.decode().strip().splitlines()[-1]
        self.check(last == f"Games: {len(games)}, bad: 0", f"{name}: {last}, {len(games)} written")
        self.check(len(records) == len(games), f"{name}: {len(records)} lines, {len(games)} games")
        sources = [game for number, game in enumerate(split(text), 1) if number not in bad]
        self.check(len(sources) == len(games), f"{name}: {len(sources)} good, {len(games)} written")
        print(f"{name}: {len(games)} games reviewed, {len(bad)} bad ones named")
        return list(zip(sources, games, records))

    def compare_mainline(self, name, source, annotated, record):
        was = [bare(san) for san, _ in mainline(source)]
        now = mainline(annotated)
        self.check([bare(san) for san, _ in now] == was, f"{name}: other moves\n{annotated}")
        self.check([bare(m["san"]) for m in record["moves"]] == was, f"{name}: other moves in JSON")
        for (san, comments), found in zip(now, record["moves"]):
            text = " ".join(comments)
            score = re.search(r"\[%eval (#?)(-?[\d.]+)\]", text)
            if "mate" in found and found["mate"] == 0:
                self.check(score is None, f"{name}: {san} mates and has {text}")
                continue
            self.check(score is not None, f"{name}: {san} has no evaluation")
            if score[1]:
                self.check(int(score[2]) == found.get("mate"), f"{name}: {san} {text} {found}")
            else:
                same = round(float(score[2]) * 100) == found.get("cp")
                self.check(same, f"{name}: {san} {text} {found}")
            judged = found["judgement"] in JUDGEMENTS.values()
            self.check(judged == ("was best." in text), f"{name}: {san} {found['judgement']} {text}")
        self.check("Accuracy: White" in annotated or not now, f"{name}: no accuracy")

    def chess(self, name, games):
        for index, (source, annotated, record) in enumerate(games):
            label = f"{name} game {index + 1}"
            self.compare_mainline(label, source, annotated, record)
            game = chess.pgn.read_game(io.StringIO(annotated))
            self.check(not game.errors, f"{label}: {game.errors}")
            plain = chess.pgn.read_game(io.StringIO(source))
            moves = list(plain.mainline_moves())
            self.check(list(game.mainline_moves()) == moves, f"{label}: python-chess reads other moves")
            for tag, value in plain.headers.items():
                self.check(game.headers.get(tag) == value, f"{label}: {tag} has changed")
            for node, found in zip(game.mainline(), record["moves"]):
                nags = [JUDGEMENTS[nag] for nag in node.nags if nag in JUDGEMENTS]
                if found["judgement"] in JUDGEMENTS.values():
                    self.check(nags == [found["judgement"]], f"{label}: {node.san()} {node.nags}")
                    better = [v for v in node.parent.variations if not v.is_main_variation()]
                    self.check(bool(better), f"{label}: nothing better than {node.san()}")
                score = node.eval()
                if score is not None and "cp" in found:
                    self.check(score.white().score() == found["cp"], f"{label}: {score} {found}")
                # The better lines of the JSON are legal.
                board = node.parent.board()
                for uci in found.get("best", "").split():
                    move = board.parse_uci(uci)  # raises on an illegal move
                    board.push(move)

    def makruk(self, name, games):
        for index, (source, annotated, record) in enumerate(games):
            label = f"{name} game {index + 1}"
            self.compare_mainline(label, source, annotated, record)
            if index >= PYFFISH_GAMES:
                continue
            here = record["fen"]
            for found in record["moves"]:
                # The whole line where a move was bad, one move elsewhere.
                judged = found["judgement"] in JUDGEMENTS.values()
                there = here
                for uci in found.get("best", "").split()[: None if judged else 1]:
                    options = pyffish.legal_moves("makruk", there, [])
                    self.check(uci in options, f"{label}: {uci} in a better line")
                    there = pyffish.get_fen("makruk", there, [uci])
                legal = pyffish.legal_moves("makruk", here, [])
                self.check(found["uci"] in legal, f"{label}: {found['uci']} is not legal")
                here = pyffish.get_fen("makruk", here, [found["uci"]])

    def inputs(self, text):
        """The same games by other ways give the same bytes."""
        source = self.folder / "inputs.pgn"
        source.write_text(text)
        whole = self.folder / "inputs-out.pgn"
        code = self.analyse(source, whole, "--jobs", "1").returncode
        expected = whole.read_bytes()
        ways = {"-": None, "gz": gzip.compress(text.encode())}
        if shutil.which("zstd"):
            ways["zst"] = subprocess.run(["zstd", "-q", "-c"], input=text.encode(), capture_output=True).stdout
        else:
            print("SKIPPED: no zstd to compress with")
        for way, data in ways.items():
            out = self.folder / f"by-{way}.pgn"
            if data is None:
                run = self.analyse("-", out, "--jobs", "2", input=text.encode())
            else:
                packed = self.folder / f"inputs.pgn.{way}"
                packed.write_bytes(data)
                run = self.analyse(packed, out, "--jobs", "2")
            self.check(run.returncode == code and out.read_bytes() == expected, f"input {way} differs")
        # Cut anywhere and gone on with.
        for part in (0.2, 0.7):
            out = self.folder / "cut.pgn"
            out.write_bytes(expected[: int(len(expected) * part)])
            run = self.analyse(source, out, "--resume")
            self.check(run.returncode == code and out.read_bytes() == expected, f"resumed at {part}")
        print(f"inputs: {', '.join(ways)} and two resumed runs give the same {len(expected)} bytes")

    def interrupted(self, text):
        """Ctrl-C leaves whole games; the rest comes with --resume."""
        source = self.folder / "interrupted.pgn"
        source.write_text(text)
        nodes, self.nodes = self.nodes, self.nodes * 4
        whole = self.folder / "whole.pgn"
        code = self.analyse(source, whole).returncode
        out = self.folder / "stopped.pgn"
        args = [self.erawan, "analyse", str(source), "--nodes", str(self.nodes), "--out", str(out)]
        process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        end = time.time() + 120
        while time.time() < end and (not out.exists() or out.stat().st_size < 2000):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        expected = whole.read_bytes()
        left = out.read_bytes()
        self.check(process.returncode == 130, f"Ctrl-C ends with {process.returncode}")
        self.check(expected.startswith(left), "what is left is no beginning")
        if len(left) < len(expected):
            self.check(b"interrupted" in errors, errors.decode())
        read = subprocess.run([self.erawan, "pgn", "check", out], capture_output=True)
        self.check(read.returncode == 0, "what is left cannot be read")
        run = self.analyse(source, out, "--resume")
        self.check(run.returncode == code and out.read_bytes() == expected, "the rest differs")
        self.nodes = nodes
        print(f"Ctrl-C after {len(left)} of {len(expected)} bytes, and --resume made it whole")

    def progress(self, text):
        """On a terminal there is a bar with the time left."""
        source = self.folder / "progress.pgn"
        source.write_text(text)
        main, other = pty.openpty()
        args = [self.erawan, "analyse", str(source), "--nodes", "200000", "--jobs", "1"]
        process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        seen, end = b"", time.time() + 60
        os.set_blocking(main, False)
        while time.time() < end and not re.search(rb"%.* left", seen) and process.poll() is None:
            try:
                seen += os.read(main, 4096)
            except OSError:
                time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        os.close(main)
        shown = re.findall(rb"[^\r\n]*nodes/s[^\r\n]*", seen)
        self.check(re.search(rb"%.* left", seen), f"no progress: {seen[-300:]!r}")
        last = re.sub(rb"\x1b\[[0-9;]*[a-zA-Z]", b"", shown[-1]).decode().strip()
        print(f"progress: {last}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--erawan", required=True)
    parser.add_argument("--data", type=pathlib.Path, help="a folder with twic.pgn and makruk.pgn")
    parser.add_argument("--games", type=int, default=50, help="games of chess")
    parser.add_argument("--makruk", type=int, default=150, help="games of Makruk; 0 for all")
    parser.add_argument("--nodes", type=int, default=400, help="for each position")
    options = parser.parse_args()
    own = (HERE / "games.pgn").read_text()
    if options.data and options.data.is_dir():
        read = lambda name: (options.data / name).read_text(errors="replace")  # noqa: E731
        chess_text = "".join(split(read("twic.pgn"))[: options.games])
        makruk_text = "".join(split(read("makruk.pgn"))[: options.makruk or None])
    else:
        print(f"SKIPPED: no games at {options.data}; those of our own are used")
        chess_text = makruk_text = None
    with tempfile.TemporaryDirectory() as folder:
        erawan = str(pathlib.Path(options.erawan).resolve())
        checker = Checker(erawan, pathlib.Path(folder), options.nodes)
        mine = checker.reviewed("own", own)
        is_makruk = lambda game: tags_of(game[0]).get("Variant") == "Makruk"  # noqa: E731
        checker.chess("own chess", [game for game in mine if not is_makruk(game)])
        checker.makruk("own Makruk", [game for game in mine if is_makruk(game)])
        if chess_text:
            checker.chess("twic", checker.reviewed("twic", chess_text))
            checker.makruk("makruk", checker.reviewed("makruk", makruk_text))
        checker.inputs(own)
        checker.interrupted(own)
        checker.progress(own)
        print(f"{checker.checks} passed, 0 failed")


if __name__ == "__main__":
    main()
