#!/usr/bin/env python3
"""Measures reviews: do the verdicts hold, and is what they claim true?

Takes games of masters, of amateurs and of Makruk, reviews them with
`erawan analyse --effort`, and asks an engine that has nothing to do with it:
Stockfish for chess, Fairy-Stockfish for Makruk. The judge looks at every
position once with few nodes, and with many at the positions before and after
each move where that is not clear: moves judged bad that lose less than twice
the threshold, and moves near the threshold of a blunder. Answers are kept in a
file, so that a second run costs little.

Every reason is checked by claims.py, which replays the lines and counts.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import threading

import claims
from judge import Judge, Memory, fault, is_mate, loss

START = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
SETS = {"master": "twic", "amateur": "lichess", "makruk": "makruk"}
BAD = ("inaccuracy", "mistake", "blunder")
# Within this a move counts as the judge's first choice.
SAME = 0.02


def choose(path, count):
    """Games of 20 to 45 moves from the usual start, evenly over the file."""
    text = path.read_text(errors="replace")
    fit = []
    for game in re.split(r"(?m)^(?=\[Event )", text):
        body = re.sub(r"(?m)^\[.*\]\s*$", "", game)
        numbers = [int(n) for n in re.findall(r"(\d+)\.", re.sub(r"\{[^}]*\}", "", body))]
        usual = "FEN" not in game or START in game
        if numbers and 20 <= max(numbers) <= 45 and usual:
            fit.append(game)
    step = len(fit) / count
    return [fit[int(index * step)] for index in range(count)]


class Measure:
    def __init__(self, args):
        self.args = args
        args.work.mkdir(parents=True, exist_ok=True)
        self.memory = Memory(args.work / "judge.jsonl")
        self.local = threading.local()

    def judge(self, variant):
        judges = self.local.__dict__.setdefault("judges", {})
        if variant not in judges:
            path = self.args.fairy if variant == "makruk" else self.args.stockfish
            judges[variant] = Judge(path, variant, self.memory)
        return judges[variant]

    def reviews(self, name):
        source = self.args.work / f"{name}.pgn"
        if not source.exists():
            games = choose(self.args.data / f"{name}.pgn", self.args.games)
            source.write_text("\n".join(game.strip() + "\n" for game in games))
        out = self.args.work / f"{name}-{self.args.effort}.jsonl"
        command = [self.args.erawan, "analyse", source, "--effort", self.args.effort]
        if not (self.args.keep and out.exists()):
            done = subprocess.run([*command, "--out", out], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr[-500:])
            print(f"{name}: {done.stdout.strip().splitlines()[-1]}", flush=True)
        return [json.loads(line) for line in out.read_text().splitlines()]

    def scores(self, record, ply, nodes):
        """The judge's score and choice before a move, and its score after."""
        variant = "makruk" if record["variant"] == "makruk" else "chess"
        moves = [move["uci"] for move in record["moves"]]
        judge = self.judge(variant)
        before = judge.ask(record["fen"], moves[:ply], nodes)
        after = judge.ask(record["fen"], moves[: ply + 1], nodes)
        return before, -after["score"]

    def look(self, record, ply):
        """What the judge says of a move: the choice, the loss, the fault."""
        found = record["moves"][ply]
        if found.get("mate") == 0:
            return None
        before, after = self.scores(record, ply, self.args.first)
        lost = loss(before["score"], after)
        name = fault(before["score"], after)
        is_bad = found["judgement"] in BAD
        unclear = is_bad and lost < 0.2
        unclear |= 0.2 <= lost < 0.4 or (name == "blunder" and not is_bad)
        if unclear and not self.args.shallow:
            before, after = self.scores(record, ply, self.args.nodes)
            lost, name = loss(before["score"], after), fault(before["score"], after)
        choice = before["best"] == found["uci"] or lost < SAME
        if choice and is_mate(before["score"]) and name:
            choice = before["best"] == found["uci"]
        return {"choice": choice, "loss": lost, "fault": name}

    def claim(self, record, ply):
        """Nothing if the claim holds, else why not."""
        variant = "makruk" if record["variant"] == "makruk" else "chess"
        moves = [move["uci"] for move in record["moves"]]
        start = claims.Scene(variant, record["fen"])
        line = claims.Line(start, moves[:ply])
        took = next((t[4] for t in line.takings if t[0] == ply - 1), None)

        def is_mate_known(claim):
            played = moves[ply : ply + 1] if claim["line"] == "played" else []
            said = self.judge(variant).ask(record["fen"], moves[:ply] + played, self.args.nodes)
            return (
                said["score"] > 0
                and is_mate(said["score"])
                and (100_000 - said["score"] <= claim["number"])
            )

        try:
            move = record["moves"][ply]
            case = claims.Case(variant, line.scenes[-1].fen, took, move, is_mate_known)
            return case.verify()
        except (ValueError, KeyError, IndexError) as error:
            return f"{type(error).__name__}: {error}"

    def game(self, name, number, record, rows):
        for ply, move in enumerate(record["moves"]):
            seen = self.look(record, ply)
            if seen is None:
                continue
            is_bad = move["judgement"] in BAD
            if not is_bad and seen["fault"] != "blunder":
                continue
            row = {"set": name, "game": number, "ply": ply, "move": move, **seen}
            row["has"] = move.get("reason") not in (None, "answer")
            row["wrong"] = self.claim(record, ply) if is_bad and row["has"] else None
            rows.append(row)

    def run(self):
        rows, work = [], []
        for name, source in SETS.items():
            for number, record in enumerate(self.reviews(source), 1):
                work.append((name, number, record))
        lock, queue = threading.Lock(), iter(work)

        def labour():
            while True:
                with lock:
                    item = next(queue, None)
                if item is None:
                    break
                self.game(*item, rows)
            for judge in self.local.__dict__.get("judges", {}).values():
                judge.close()

        threads = [threading.Thread(target=labour) for _ in range(self.args.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return rows


def share(part, whole):
    return f"{part}/{whole}" + (f" {100 * part / whole:.1f} %" if whole else "")


def report(rows, misses):
    for name in [*SETS, "all"]:
        own = [row for row in rows if name in (row["set"], "all")]
        of = collections.defaultdict(list)
        for row in own:
            of[row["move"]["judgement"]].append(row)
        serious = of["mistake"] + of["blunder"]
        bad = serious + of["inaccuracy"]
        blunders = [row for row in own if row["fault"] == "blunder"]
        claimed = [row for row in bad if row["has"]]
        print(f"{name}:")
        for what, chosen, holds in [
            ("mistakes and blunders that hold", serious, lambda r: r["fault"]),
            ("inaccuracies that hold", of["inaccuracy"], lambda r: r["fault"]),
            ("the judge's blunders judged bad", blunders, lambda r: r["move"]["judgement"] in BAD),
            ("  of them mistakes or blunders", blunders, lambda r: r in serious),
            ("judged moves that are the judge's choice", bad, lambda r: r["choice"]),
            ("mistakes and blunders with a reason", serious, lambda r: r["has"]),
            ("all judged moves with a reason", bad, lambda r: r["has"]),
            ("claims that hold", claimed, lambda r: r["wrong"] is None),
        ]:
            print(f"  {what:42} {share(sum(1 for r in chosen if holds(r)), len(chosen))}")
    if misses:
        for row in rows:
            move = row["move"]
            is_bad = move["judgement"] in BAD
            why = []
            if is_bad and not row["fault"]:
                why.append("does not hold")
            if not is_bad:
                why.append("not found")
            if is_bad and row["choice"]:
                why.append("is the judge's choice")
            if row["wrong"]:
                why.append(f"claim: {row['wrong']}")
            if is_bad and not row["has"] and move["judgement"] != "inaccuracy":
                why.append("no reason")
            if why:
                place = f"{row['set']} {row['game']} ply {row['ply'] + 1}"
                said = f"{move['judgement']} {move.get('reason', '')}: {move.get('why', '')}"
                print(f"{place} {move['san']} loss {row['loss']:.2f} {said} | {'; '.join(why)}")
                if row["wrong"]:
                    print(
                        "   ",
                        move.get("claim"),
                        "best",
                        move.get("best"),
                        "reply",
                        move.get("reply"),
                    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--erawan", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="a folder of PGN files")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="where answers are kept")
    parser.add_argument("--effort", default="standard")
    parser.add_argument("--stockfish", default="stockfish")
    parser.add_argument("--fairy", default="fairy-stockfish")
    parser.add_argument("--games", type=int, default=20, help="games of each kind")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="where it is not clear")
    parser.add_argument("--first", type=int, default=60_000, help="for every position")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="takes the reviews that are there")
    parser.add_argument("--shallow", action="store_true", help="leaves the second look out")
    parser.add_argument("--misses", action="store_true", help="lists what does not hold")
    args = parser.parse_args()
    rows = Measure(args).run()
    rows.sort(key=lambda row: (row["set"], row["game"], row["ply"]))
    report(rows, args.misses)


if __name__ == "__main__":
    main()
