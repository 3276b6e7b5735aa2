#!/usr/bin/env python3
"""Measures reviews: do the verdicts hold, and is what they claim true?

Takes games of masters, of amateurs and of Makruk, reviews them with
`erawan analyse --effort`, and asks an engine that has nothing to do with it:
Stockfish for chess, Fairy-Stockfish for Makruk. The judge looks at every
position with few nodes. With many, 2 million unless told otherwise, it looks at
the positions before and after

- each move that the review judges bad or praises,
- each move that costs two thirds of a blunder or more by the first look, and
- a sample of all other moves, which shows how many blunders the first look
  hides.

What that costs is told before it is spent. Answers are kept in a file, and
reviews by the program that made them: a run that was broken off goes on, and
one after a change pays for what has changed. With --part fewer games are
looked at; they are among those of a full run. With --shift they are others:
0.5 takes those halfway between. A rule that was found with some games has to
hold in others.

Every reason is checked by claims.py, which replays the lines and counts.
Exits with 1 if a figure falls short of what is wanted, and with 2 if it could
not be measured.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import threading
import time

import claims
from judge import Judge, Memory, fault, is_mate, loss

START = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
SETS = {"master": "twic", "amateur": "lichess", "makruk": "makruk"}
BAD = ("inaccuracy", "mistake", "blunder")
# Within this a move counts as the judge's first choice.
SAME = 0.02
# What a move must cost by the first look to be looked at again, if the review
# finds nothing wrong with it.
NEAR = 0.2


def choose(path, count, shift):
    """Games of 20 to 45 moves from the usual start, evenly over the file."""
    text = path.read_text(errors="replace")
    fit = []
    for game in re.split(r"(?m)^(?=\[Event )", text):
        body = re.sub(r"(?m)^\[.*\]\s*$", "", game)
        numbers = [int(n) for n in re.findall(r"(\d+)\.", re.sub(r"\{[^}]*\}", "", body))]
        usual = "FEN" not in game or START in game
        if numbers and 20 <= max(numbers) <= 45 and usual:
            fit.append(game)
    if len(fit) < count:
        sys.exit(f"{path} has {len(fit)} games that fit, {count} are wanted")
    step = len(fit) / count
    return [fit[int((index + shift) * step)] for index in range(count)]


def is_bad(move):
    return move["judgement"] in BAD


def variant_of(record):
    return "makruk" if record["variant"] == "makruk" else "chess"


class Measure:
    def __init__(self, args):
        self.args = args
        args.work.mkdir(parents=True, exist_ok=True)
        self.memory = Memory(args.work / "judge.jsonl")
        self.local = threading.local()
        self.judges, self.lock = [], threading.Lock()

    def judge(self, variant):
        judges = self.local.__dict__.setdefault("judges", {})
        if variant not in judges:
            path = self.args.fairy if variant == "makruk" else self.args.stockfish
            judges[variant] = Judge(path, variant, self.memory)
            with self.lock:
                self.judges.append(judges[variant])
        return judges[variant]

    def reviews(self, name):
        """The reviews of a set. Those of another program are made anew."""
        count, part = self.args.games, self.args.part or self.args.games
        games = choose(self.args.data / f"{name}.pgn", count, self.args.shift)
        numbers = [index * count // part for index in range(part)]
        chosen = f"{name}-{part}-of-{count}-from-{self.args.shift}"
        source = self.args.work / f"{chosen}.pgn"
        source.write_text("\n".join(games[number].strip() + "\n" for number in numbers))
        program = hashlib.sha256(pathlib.Path(self.args.erawan).read_bytes()).hexdigest()[:10]
        out = self.args.work / f"{chosen}-{self.args.effort}-{program}.jsonl"
        began = time.monotonic()
        command = [self.args.erawan, "analyse", source, "--effort", self.args.effort]
        command += ["--out", out, *(["--resume"] if out.exists() else [])]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"the review of {source} failed: {done.stderr[-500:]}")
        seconds = time.monotonic() - began
        print(f"{name}: {part} games reviewed in {seconds:.0f} s", flush=True)
        records = [json.loads(line) for line in out.read_text().splitlines()]
        return [(number + 1, record) for number, record in zip(numbers, records, strict=True)]

    def scores(self, record, ply, nodes):
        """The judge's answer before a move, and its score after."""
        moves = [move["uci"] for move in record["moves"]]
        judge = self.judge(variant_of(record))
        before = judge.ask(record["fen"], moves[:ply], nodes)
        after = judge.ask(record["fen"], moves[: ply + 1], nodes)
        return before, -after["score"]

    def verdict(self, record, ply, nodes):
        """What the judge says of a move: the choice, the loss, the fault."""
        before, after = self.scores(record, ply, nodes)
        lost, name = loss(before["score"], after), fault(before["score"], after)
        is_first = before["best"] == record["moves"][ply]["uci"]
        # A mate given away costs no chances when ten pawns up.
        choice = is_first or (lost < SAME and not (is_mate(before["score"]) and name))
        said = {"before": before["score"], "after": after, "first": before["best"]}
        return {"choice": choice, "loss": lost, "fault": name, **said}

    def sampled(self, record, ply):
        """The same moves on every run, whatever the review says of them."""
        words = f"{record['fen']} {' '.join(m['uci'] for m in record['moves'][: ply + 1])}"
        number = int(hashlib.sha256(words.encode()).hexdigest()[:8], 16)
        return number % 1000 < self.args.sample * 1000

    def sort(self, record, ply):
        """Why a move is looked at with many nodes: it is judged, it may be a
        blunder, it is in the sample; or nothing of these."""
        move = record["moves"][ply]
        if move.get("mate") == 0:
            return None
        seen = self.verdict(record, ply, self.args.first)
        if is_bad(move):
            return "judged"
        if "praise" in move:
            return "praised"
        if seen["loss"] >= NEAR or seen["fault"] == "blunder":
            return "near"
        return "sample" if self.sampled(record, ply) else None

    def claim(self, record, ply):
        """Nothing if the claim holds, else why not."""
        variant = variant_of(record)
        moves = [move["uci"] for move in record["moves"]]

        def is_mate_known(claim):
            played = moves[ply : ply + 1] if claim["line"] == "played" else []
            said = self.judge(variant).ask(record["fen"], moves[:ply] + played, self.args.nodes)
            return (
                said["score"] > 0
                and is_mate(said["score"])
                and (100_000 - said["score"] <= claim["number"])
            )

        try:
            before = claims.Line(claims.Scene(variant, record["fen"]), moves[:ply])
            return claims.Case(before, record["moves"][ply], is_mate_known).verify()
        except (ValueError, KeyError, IndexError) as error:
            return f"{type(error).__name__}: {error}"

    def row(self, name, number, record, ply, cause):
        move = record["moves"][ply]
        seen = self.verdict(record, ply, self.args.first if self.args.shallow else self.args.nodes)
        row = {"set": name, "game": number, "ply": ply, "move": move, "cause": cause, **seen}
        row["has"] = move.get("reason") not in (None, "answer")
        row["wrong"] = self.claim(record, ply) if is_bad(move) and row["has"] else None
        row["blame"] = self.praise(record, ply, seen) if "praise" in move else None
        return row

    def praise(self, record, ply, seen):
        """Nothing if a praise is deserved, else why not."""
        variant, move = variant_of(record), record["moves"][ply]
        moves, praise = [each["uci"] for each in record["moves"]], move["praise"]
        if seen["fault"]:
            return f"it is a {seen['fault']}"
        if praise["kind"] == "sacrifice":
            line = claims.Line(claims.Scene(variant, record["fen"]), moves[: ply + 1])
            return claims.offered(line.scenes[-1], praise["man"])
        nodes = self.args.first if self.args.shallow else self.args.nodes
        other = self.judge(variant).ask(record["fen"], [*moves[:ply], praise["other"]], nodes)
        found = fault(seen["before"], -other["score"])
        return None if found else f"{praise['other']} is good too"

    def price(self, what, places, nodes):
        """Tells what is still to be searched."""
        questions = set()
        for record, ply in places:
            moves = [move["uci"] for move in record["moves"]]
            for plies in (ply, ply + 1):
                key = Judge.question(variant_of(record), record["fen"], moves[:plies], nodes)
                if self.memory.get(key) is None:
                    questions.add(key)
        cores = self.args.threads
        minutes = len(questions) * nodes / 500_000 / cores / 60
        print(
            f"{what}: {len(questions)} searches of {nodes} nodes,"
            f" about {minutes:.0f} min on {cores} cores at 500,000 nodes a second",
            flush=True,
        )

    def run(self):
        games = []
        for name, source in SETS.items():
            games += [(name, number, record) for number, record in self.reviews(source)]
        places = [(*game, ply) for game in games for ply in range(len(game[2]["moves"]))]
        places = [place for place in places if place[2]["moves"][place[3]].get("mate") != 0]
        pool = concurrent.futures.ThreadPoolExecutor(self.args.threads)
        # What goes wrong in a thread comes out here.
        try:
            self.price("first look", [place[2:] for place in places], self.args.first)
            # Neighbours share a search, and so a thread.
            chunks = [places[start : start + 16] for start in range(0, len(places), 16)]
            sort = lambda chunk: [self.sort(*place[2:]) for place in chunk]  # noqa: E731
            causes = [cause for part in pool.map(sort, chunks) for cause in part]
            chosen = [(*place, cause) for place, cause in zip(places, causes, strict=True) if cause]
            if not self.args.shallow:
                self.price("second look", [place[2:4] for place in chosen], self.args.nodes)
            return list(pool.map(lambda place: self.row(*place), chosen))
        finally:
            pool.shutdown(cancel_futures=True)
            for judge in self.judges:
                judge.close()


# What is counted: a name, the moves it is counted of, which of them count, and
# the share that is wanted.
FIGURES = [
    ("mistakes and blunders that hold", "serious", lambda r: r["fault"], 0.95),
    ("inaccuracies that hold", "inaccuracy", lambda r: r["fault"], 0.85),
    ("the judge's blunders judged bad", "blunders", lambda r: is_bad(r["move"]), 0.9),
    (
        "  of them mistakes or blunders",
        "blunders",
        lambda r: r["move"]["judgement"] in ("mistake", "blunder"),
        None,
    ),
    ("judged moves that are not the judge's choice", "bad", lambda r: not r["choice"], 1.0),
    ("mistakes and blunders with a reason", "serious", lambda r: r["has"], 0.85),
    ("all judged moves with a reason", "bad", lambda r: r["has"], None),
    ("claims that hold", "claimed", lambda r: r["wrong"] is None, 0.97),
    ("praised moves that deserve it", "praised", lambda r: r["blame"] is None, None),
    ("moves of the sample that are no blunder", "sample", lambda r: r["fault"] != "blunder", None),
]


def share(part, whole):
    return f"{part}/{whole}" + (f" {100 * part / whole:.1f} %" if whole else "")


def groups(rows):
    of = collections.defaultdict(list)
    for row in rows:
        of[row["move"]["judgement"]].append(row)
        if row["cause"] == "sample":
            of["sample"].append(row)
    of["praised"] = [row for row in rows if row["cause"] == "praised"]
    of["serious"] = of["mistake"] + of["blunder"]
    of["bad"] = of["serious"] + of["inaccuracy"]
    of["blunders"] = [row for row in rows if row["fault"] == "blunder"]
    of["claimed"] = [row for row in of["bad"] if row["has"]]
    return of


def report(rows):
    """Prints the figures; true if all is as wanted."""
    fine = True
    for name in [*SETS, "all"]:
        of = groups([row for row in rows if name in (row["set"], "all")])
        print(f"{name}:")
        for what, group, counts, wanted in FIGURES:
            chosen = of[group]
            part = sum(1 for row in chosen if counts(row))
            short = wanted is not None and part < wanted * len(chosen)
            fine &= not (short and name == "all")
            mark = f"  wanted: {100 * wanted:.0f} %" if short else ""
            print(f"  {what:45} {share(part, len(chosen))}{mark}")
    return fine


def misses(rows):
    for row in rows:
        move, why = row["move"], []
        if is_bad(move) and not row["fault"]:
            why.append("does not hold")
        if not is_bad(move) and row["fault"] == "blunder":
            why.append("not found")
        if is_bad(move) and row["choice"]:
            why.append("is the judge's choice")
        if row["blame"]:
            why.append(f"praised: {move['praise']['why']} {row['blame']}")
        if row["wrong"]:
            why.append(f"claim: {row['wrong']}")
        if is_bad(move) and not row["has"] and move["judgement"] != "inaccuracy":
            why.append("no reason")
        if why:
            place = f"{row['set']} {row['game']} ply {row['ply'] + 1}"
            said = f"{move['judgement']} {move.get('reason', '')}: {move.get('why', '')}"
            judge = f"judge {row['before']} to {row['after']}, {row['first']}"
            lost = f"loss {row['loss']:.3f} ({judge})"
            print(f"{place} {move['san']} {lost} {said} | {'; '.join(why)}")
            lines = f"best {move.get('best')} reply {move.get('reply')}"
            print(f"    {json.dumps(move.get('claim'))} {lines}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--erawan", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="a folder of PGN files")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="where answers are kept")
    parser.add_argument("--effort", default="standard")
    parser.add_argument("--stockfish", default="stockfish")
    parser.add_argument("--fairy", default="fairy-stockfish")
    parser.add_argument("--games", type=int, default=20, help="games of each kind")
    parser.add_argument("--part", type=int, help="takes only so many of them, evenly")
    parser.add_argument("--shift", type=float, default=0, help="from 0 to less than 1: takes other games")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="for the moves that matter")
    parser.add_argument("--first", type=int, default=60_000, help="for every position")
    parser.add_argument("--sample", type=float, default=0.03, help="the share of other moves")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--shallow", action="store_true", help="leaves the second look out")
    parser.add_argument("--misses", action="store_true", help="lists what does not hold")
    args = parser.parse_args()
    if not 0 <= args.shift < 1:
        parser.error("--shift is from 0 to less than 1")
    try:
        rows = Measure(args).run()
    except (OSError, RuntimeError) as error:
        print(f"not measured: {error}", file=sys.stderr)
        sys.exit(2)
    fine = report(rows)
    if args.misses:
        misses(rows)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
