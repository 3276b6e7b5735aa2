#!/usr/bin/env python3
"""The learning loop on one GPU: play, learn, play with what was learnt.

    python3 train/loop.py --game chess --seconds 540 --state data/chess

Each generation plays whole games on the GPU with the small network, adds their
positions to those of the generations before, and goes on training the small
network with all of them, more gently from generation to generation. At the end
the small network is annealed and the large one trained on all positions, which
never leave the GPU's memory: the learning rate of either falls to nothing.

The state folder holds a checkpoint of either network, their `.net` files, the
history as JSON, a picture of it and a sample of whole games. It is enough to
go on from on another machine. Whenever the process ends, the folder holds the
last good checkpoint.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "selfplay"))

import torch  # noqa: E402
from torch import Tensor  # noqa: E402

from erawan_train import checkpoint, curve, manifest, netfile  # noqa: E402
from erawan_train.architecture import Architecture  # noqa: E402
from erawan_train.dataset import Filter, prepare  # noqa: E402
from erawan_train.plan import Plan  # noqa: E402
from erawan_train.synthetic import material_records  # noqa: E402
from erawan_train.trainer import Trainer  # noqa: E402
import build  # noqa: E402
import positions  # noqa: E402
from selfplay import GAMES, Generator, Library, SelfplayError, Settings  # noqa: E402

# The first generations know next to nothing: many short games, and the result
# counts more than the score. Seconds, nodes a move, share of the result.
FIRST_STEPS = ((4.0, 100, 1.0), (6.0, 200, 0.7), (8.0, 300, 0.5), (12.0, 500, 0.4))

# A call of the generator; signals wait for its end.
LONGEST_CALL = 4.0

# Positions that teach a net as much as its learning rate allows. Fewer, as after
# a fresh start of the process, would make it forget what it knows.
FULL_WINDOW = 40_000_000

LAST_RATE = 2.4e-6

RANDOM = "random weights"


class Stopped(Exception):
    """Asked to end: what was checkpointed last stays."""


class Window:
    """The positions to learn from, and those held out, in memory of the device."""

    def __init__(self, capacity: int, device: torch.device):
        self._all = torch.empty((capacity, 32), dtype=torch.uint8, device=device)
        self._held_out: list[Tensor] = []
        self._last = 0
        self.count = 0

    @property
    def is_full(self) -> bool:
        """Whether no further generation fits."""
        return self.count == self._all.shape[0]

    @property
    def records(self) -> Tensor:
        """All positions to learn from."""
        return self._all[: self.count]

    @property
    def held_out(self) -> Tensor:
        """Those to validate with, of all generations."""
        return torch.cat(self._held_out)

    def add(self, train: Tensor, held_out: Tensor) -> None:
        """Another generation; what does not fit is left out."""
        self._last = self.count
        fits = min(train.shape[0], self._all.shape[0] - self.count)
        self._all[self.count : self.count + fits] = train[:fits]
        self.count += fits
        self._held_out.append(held_out)

    def keep_last(self) -> None:
        """Forgets all generations but the last."""
        last = self._all[self._last : self.count].clone()
        self.count = last.shape[0]
        self._all[: self.count] = last
        self._last = 0
        del self._held_out[:-1]


class Loop:
    """Both networks of one game, the games in progress, and all positions so far."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.device = torch.device(options.device)
        self.state = Path(options.state)
        self.state.mkdir(parents=True, exist_ok=True)
        self.begun = time.monotonic()
        self.history: list[dict] = self._read_history()
        self.small = self._trainer("small", options.small_hidden, options.small_king_buckets)
        self.large = self._trainer("large", options.hidden, options.king_buckets)
        # Beginners' steps are for a net that knows little but material.
        self.beginner = len(self.history) < len(FIRST_STEPS) and self._start() == RANDOM
        self.window = Window(options.buffer, self.device)
        room = min(options.buffer, 1 << 26)
        self.room = torch.empty((room, 32), dtype=torch.uint8, device=self.device)
        self.generator: Generator | None = None
        self.openings = (
            positions.read_openings(GAMES[options.game], options.openings)
            if options.openings
            else []
        )
        # Positions a second that the small network learns from.
        self.learning_speed = 2e7 if self.device.type == "cuda" else 2e4

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begun

    def _read_history(self) -> list[dict]:
        path = self.state / "history.json"
        return json.loads(path.read_text()) if path.exists() else []

    def _start(self) -> str:
        """What the generating network was at first."""
        if self.history:
            return self.history[0].get("start", RANDOM)
        return self.options.start_small.name if self.options.start_small else RANDOM

    def _trainer(self, name: str, hidden: int, king_buckets: int) -> Trainer:
        """From the checkpoint, or from a given net, or from nothing."""
        graph = self.device.type == "cuda"
        folder = self.state / name
        if checkpoint.exists(folder):
            trainer, _ = checkpoint.load(folder, device=self.device, graph=graph)
            self.say(f"{name}: goes on after {trainer.steps} steps")
            return trainer
        given = getattr(self.options, f"start_{name}")
        start = netfile.Net.read(given) if given else None
        architecture = (
            start.architecture
            if start
            else Architecture(self.options.game, hidden, king_buckets=king_buckets)
        )
        trainer = Trainer(
            architecture,
            device=self.device,
            seed=self.options.seed,
            batch=self.options.batch,
            graph=graph,
            start=start,
        )
        if start is None and name == "small":
            self._teach_material(trainer)
        return trainer

    def _teach_material(self, trainer: Trainer) -> None:
        """Random weights play at random; a net that counts men plays a game."""
        count = max(self.options.material, trainer.batch)
        records = material_records(count, self.options.game, self.device, self.options.seed)
        figures = trainer.run(records, Plan(positions=4 * count, wdl=0.0, warmup_positions=count))
        self.say(f"small: knows material, loss {figures.loss:.5f}")

    def say(self, text: str) -> None:
        """A line with the time."""
        print(f"[{self.spent:6.1f}] {self.options.game} {text}", flush=True)

    def run(self) -> None:
        """Generations until the time is up, then the end of both networks."""
        options = self.options
        end_of_play = options.seconds - options.large_seconds - options.anneal_seconds
        first = len(self.history)
        # Enough to learn from, however slow the start was: a batch of either network.
        enough = max(self.small.batch, self.large.batch)
        while not self.window.is_full and (self.window.count < enough or self.spent < end_of_play):
            number = len(self.history)
            beginner = self.beginner and number < len(FIRST_STEPS)
            if beginner:
                seconds, nodes, wdl = FIRST_STEPS[number]
                seconds *= options.pace
            else:
                seconds, nodes, wdl = options.generation_seconds, options.nodes, options.wdl
                if number == first and not self.beginner:
                    # Nothing is in memory yet: play longer before learning.
                    seconds *= options.first_factor
            left = max(end_of_play - self.spent, 1.0)
            # No last generation that is too short to learn from.
            seconds = left if left < 1.5 * seconds * (1.0 + options.learn_share) else seconds
            self.generation(number, seconds, nodes, wdl, end_of_play)
            # What the beginners played is soon worth less than its room.
            if beginner and number + 1 == len(FIRST_STEPS):
                self.window.keep_last()
        if self.window.count >= self.small.batch and options.anneal_seconds > 0:
            self.anneal_small(options.anneal_seconds)
        if self.window.count >= self.large.batch and options.large_seconds > 0:
            self.train_large(max(options.seconds - self.spent, 1.0))

    def generation(
        self, number: int, seconds: float, nodes: int, wdl: float, end_of_play: float
    ) -> None:
        """Plays for a time, then learns for a share of it."""
        options = self.options
        until = self.spent + seconds
        settings = Settings.of(
            options.game,
            soft_nodes=nodes,
            hard_nodes=options.hard_factor * nodes,
            shuffled_per_mille=options.shuffled if options.game == "chess" else 0,
            only_training=1,
            first_ply=options.first_ply,
            sample_every=options.sample_every,
            **self._opening_plies(),
        )
        net = self.small.quantised(f"generation {number}").to_bytes()
        if self.generator is None:
            self.generator = Generator(
                options.game,
                net,
                settings=settings,
                warps=options.warps,
                seed=options.seed + 1000 * number,
                library=Library(options.backend, variant=options.variant),
            )
            self.generator.set_openings(self.openings)
        else:
            self.generator.set_net(net)
            self.generator.set_settings(settings)
        before = self.generator.stats()
        begun = time.monotonic()
        count = self._play(until)
        played = max(time.monotonic() - begun, 1e-9)
        after = self.generator.stats()
        fresh = {name: after[name] - before[name] for name in after}
        # Games that ended next to each other are written next to each other, so
        # whole games are held out.
        data = prepare(
            self.room[:count],
            keep=Filter(min_ply=options.first_ply),
            validation=options.validation,
            seed=options.seed + number,
        )
        statistics = data.statistics
        self.window.add(data.train, data.validation)
        self._keep_samples()

        training = self.window.records
        loss = valid = speed = rate = float("nan")
        if training.shape[0] >= self.small.batch:
            plan = self._small_plan(played, training.shape[0], wdl, self.spent / end_of_play)
            figures = self.small.run(training, plan)
            rate = plan.learning_rate
            loss, speed = figures.loss, figures.speed
            if figures.positions >= 20 * self.small.batch:
                self.learning_speed = speed
            valid = self.small.validate(data.validation, result_share=wdl)
        entry = {
            "generation": number,
            **({} if self.history else {"start": self._start()}),
            "seconds": round(self.spent, 1),
            "nodes_a_move": nodes,
            "wdl": wdl,
            "games": fresh["games"],
            "positions": count,
            "window": training.shape[0],
            "nodes": fresh["nodes"],
            "searches": fresh["searches"],
            "positions_a_second": round(count / played),
            "searches_a_second": round(fresh["searches"] / played),
            "nodes_a_second": round(fresh["nodes"] / played),
            "wins_draws_losses": [fresh["white_wins"], fresh["draws"], fresh["black_wins"]],
            "correlation": round(statistics.correlation, 4),
            "rate": rate,
            "loss": loss,
            "validation": valid,
            "trained_a_second": round(speed) if speed == speed else 0,
        }
        self.history.append(entry)
        self._save("small", self.small)
        self.say(
            f"generation {number}: {fresh['games']} games, {count / 1e6:.2f} M positions, "
            f"{count / played / 1e3:.0f} k/s, {fresh['nodes'] / played / 1e6:.0f} M nodes/s, "
            f"{fresh['searches'] / played / 1e3:.0f} k searches/s, "
            f"+{fresh['white_wins']} ={fresh['draws']} -{fresh['black_wins']}, "
            f"correlation {statistics.correlation:.3f}, loss {loss:.5f}, validation {valid:.5f}, "
            f"trained {speed / 1e6:.1f} M/s"
        )
        if statistics.correlation < 0.3 and number > 2:
            self.say("warning: scores and results hardly agree")

    def _opening_plies(self) -> dict[str, int]:
        plies = self.options.opening_plies
        if plies is None and self.openings:
            plies = (0, 3)
        return {"opening_min": plies[0], "opening_max": plies[1]} if plies else {}

    def _play(self, until: float) -> int:
        """Fills the room with records until a time, and says how many there are."""
        count, size = 0, self.room.shape[0]
        while True:
            left = until - self.spent
            fresh = self.generator.generate(
                self.room[count:].data_ptr(),
                size - count,
                seconds=max(min(left, LONGEST_CALL), 0.01),
                moves=self.options.moves,
            )
            count += fresh
            # A game without room for its records waits: nothing more comes then.
            if self.options.moves or self.spent >= until - 0.05 or size - count < 512:
                return count

    def _small_plan(self, played: float, count: int, wdl: float, progress: float) -> Plan:
        """Gentler towards the end, and with few positions in memory."""
        rate = self.options.small_lr * (1.0 - 0.7 * min(max(progress, 0.0), 1.0))
        if not self.beginner:
            rate *= min(1.0, count / FULL_WINDOW) ** 0.5
        common = {"learning_rate": rate, "final_learning_rate": rate / 20.0, "wdl": wdl}
        if self.options.learn_positions:
            return Plan(positions=self.options.learn_positions, **common)
        seconds = max(self.options.learn_share * played, 0.5)
        # Few positions are soon learnt by heart.
        most = max(self.options.learn_epochs, 12.0 if self.beginner else 0.0) * count
        positions = max(min(int(seconds * self.learning_speed), int(most)), self.small.batch)
        return Plan(positions=positions, **common)

    def anneal_small(self, seconds: float) -> None:
        """The generating network, once more and down to nothing, on everything in memory."""
        training = self.window.records
        positions = min(
            int(seconds * self.learning_speed), int(self.options.anneal_epochs * self.window.count)
        )
        if self.options.learn_positions:
            positions = self.options.learn_positions
        plan = Plan(
            positions=max(positions, self.small.batch),
            learning_rate=self.options.small_lr * self.options.anneal_lr,
            final_learning_rate=LAST_RATE,
            wdl=self.options.wdl,
            final_wdl=self.options.final_wdl,
        )
        before = self.small.validate(self.window.held_out, result_share=self.options.final_wdl)
        figures = self.small.run(training, plan)
        valid = self.small.validate(self.window.held_out, result_share=self.options.final_wdl)
        self.history[-1]["annealed"] = {
            "positions": training.shape[0],
            "learned": figures.positions,
            "seconds": round(figures.seconds, 1),
            "loss": figures.loss,
            "validation_before": before,
            "validation": valid,
        }
        self._save("small", self.small)
        self.say(
            f"small: annealed with {figures.positions / 1e6:.0f} M of {training.shape[0] / 1e6:.1f} M, "
            f"{figures.speed / 1e6:.1f} M/s, loss {figures.loss:.5f}, "
            f"validation {before:.5f} to {valid:.5f}"
        )

    def train_large(self, seconds: float) -> None:
        """The network to ship, on everything in memory."""
        training = self.window.records
        rate = self.options.lr if self.large.steps == 0 else self.options.lr_again
        # Seen too often, results of games are learnt by heart.
        positions = int(self.options.large_epochs * training.shape[0])
        positions = min(positions, int(seconds * 1.6e7 * 512 / max(self.options.hidden, 512)))
        plan = Plan(
            positions=max(positions, self.large.batch),
            learning_rate=rate,
            final_learning_rate=LAST_RATE,
            wdl=self.options.wdl,
            final_wdl=self.options.final_wdl,
        )
        figures = self.large.run(
            training,
            plan,
            report=lambda now: self.say(
                f"large: {now.share:4.0%}, {now.positions / 1e6:.0f} M, {now.speed / 1e6:.2f} M/s, "
                f"loss {now.loss:.5f}"
            ),
            report_seconds=15.0,
        )
        valid = self.large.validate(self.window.held_out, result_share=self.options.final_wdl)
        self.history[-1]["large"] = {
            "positions": training.shape[0],
            "learned": figures.positions,
            "seconds": round(figures.seconds, 1),
            "loss": figures.loss,
            "validation": valid,
        }
        self._save("large", self.large)
        self.say(
            f"large: done with {figures.positions / 1e6:.0f} M of {training.shape[0] / 1e6:.1f} M, "
            f"{figures.speed / 1e6:.2f} M/s, loss {figures.loss:.5f}, validation {valid:.5f}"
        )

    def _save(self, name: str, trainer: Trainer) -> None:
        checkpoint.save(trainer, self.state / name, compact=True)
        trainer.export(self.state / f"{name}.net", self._summary(name))
        self._write_manifest(name, trainer)
        write(self.state / "history.json", json.dumps(self.history, indent=1).encode())
        write(self.state / "history.svg", self._picture().encode())

    def _write_manifest(self, name: str, trainer: Trainer) -> None:
        """Where the net comes from; the match that decides over it is filled in later."""
        total = {
            key: sum(entry[key] for entry in self.history)
            for key in ("games", "positions", "nodes", "searches")
        }
        last = self.history[-1]
        manifest.write(
            self.state / f"{name}.json",
            {
                "net": manifest.net_entry(self.state / f"{name}.net"),
                "architecture": str(trainer.architecture),
                "data": {
                    "source": f"self-play on the GPU, train/loop.py, from {self._start()} on",
                    "generator": build.fingerprint(),
                    "generations": len(self.history),
                    **total,
                    "nodes_a_move": sorted({entry["nodes_a_move"] for entry in self.history}),
                },
                "training": {
                    "steps": trainer.steps,
                    "batch": trainer.batch,
                    "wdl": self.options.wdl,
                    "final_wdl": self.options.final_wdl,
                    "seed": trainer.seed,
                },
                "losses": last.get("large" if name == "large" else "annealed")
                or {"loss": last["loss"], "validation": last["validation"]},
                "match": manifest.EMPTY_MATCH,
            },
        )

    def _summary(self, name: str) -> str:
        positions = sum(entry["positions"] for entry in self.history)
        nodes = sum(entry["nodes"] for entry in self.history)
        return (
            f"{self.options.game} {name}: {len(self.history)} generations of self-play from random "
            f"openings, {positions} positions, {nodes} nodes, wdl {self.options.wdl}:"
            f"{self.options.final_wdl}, seed {self.options.seed}"
        )

    def _picture(self) -> str:
        points = [(entry["generation"], entry) for entry in self.history]
        return curve.picture(
            {
                "training": [(x, entry["loss"]) for x, entry in points],
                "validation": [(x, entry["validation"]) for x, entry in points],
            },
            f"{self.options.game}: loss of the generating network",
            "generation",
        )

    def _keep_samples(self) -> None:
        if self.generator and self.options.sample_every:
            with open(self.state / "games.sample", "ab") as out:
                out.write(self.generator.samples())


def write(path: Path, data: bytes) -> None:
    """Writes beside and renames."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    os.replace(beside, path)


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--game", choices=("chess", "makruk"), required=True)
    parser.add_argument("--seconds", type=float, required=True, help="for everything")
    parser.add_argument("--state", required=True, help="folder to go on from and to write to")
    parser.add_argument("--seed", type=int, default=1)
    play = parser.add_argument_group("play")
    play.add_argument("--nodes", type=int, default=200, help="soft limit a move, after the start")
    play.add_argument("--hard-factor", type=int, default=4, help="hard limit in soft limits")
    play.add_argument("--generation-seconds", type=float, default=25.0)
    play.add_argument(
        "--first-factor", type=float, default=2.0, help="the first generation when going on"
    )
    play.add_argument("--pace", type=float, default=1.0, help="scales the first generations' time")
    play.add_argument("--moves", type=int, default=0, help="moves of each game a generation")
    play.add_argument("--shuffled", type=int, default=150, help="per mille of DFRC starts")
    play.add_argument(
        "--first-ply", type=int, default=16, help="learn from positions of a game from here on"
    )
    play.add_argument("--warps", type=int, default=0, help="games at once; 0: as many as fit")
    play.add_argument("--openings", type=Path, metavar="FILE", help="EPD that games begin with")
    play.add_argument(
        "--opening-plies",
        type=int,
        nargs=2,
        metavar=("MIN", "MAX"),
        help="random plies; usually 8 9, Makruk 6 12, after a file 0 3",
    )
    play.add_argument("--variant", choices=build.VARIANTS, default=build.USUAL, help="of the GPU's code")
    play.add_argument("--backend", default="auto", help="cuda, emulator or auto")
    play.add_argument("--sample-every", type=int, default=0, help="keep one whole game in so many")
    play.add_argument("--buffer", type=int, default=600_000_000, help="most positions in memory")
    learn = parser.add_argument_group("learn")
    learn.add_argument("--small-hidden", type=int, default=256)
    learn.add_argument("--small-king-buckets", type=int, default=1)
    learn.add_argument("--small-lr", type=float, default=1e-3)
    learn.add_argument("--learn-share", type=float, default=0.3, help="of the time of play")
    learn.add_argument("--learn-epochs", type=float, default=3.0, help="at most, a generation")
    learn.add_argument("--learn-positions", type=int, default=0, help="instead of a share")
    learn.add_argument("--anneal-seconds", type=float, default=30.0, help="the small net's end")
    learn.add_argument("--anneal-epochs", type=float, default=8.0, help="at most")
    learn.add_argument("--anneal-lr", type=float, default=0.5, help="in --small-lr")
    learn.add_argument("--hidden", type=int, default=512)
    learn.add_argument("--king-buckets", type=int, default=4)
    learn.add_argument("--large-seconds", type=float, default=90.0, help="at most")
    learn.add_argument("--large-epochs", type=float, default=5.0, help="at most")
    learn.add_argument("--lr", type=float, default=1e-3)
    learn.add_argument("--lr-again", type=float, default=5e-4, help="when it goes on")
    learn.add_argument("--wdl", type=float, default=0.3)
    learn.add_argument("--final-wdl", type=float, default=0.3)
    learn.add_argument("--batch", type=int, default=16384)
    learn.add_argument("--validation", type=float, default=0.003)
    learn.add_argument("--material", type=int, default=1 << 22)
    learn.add_argument("--start-small", type=Path, metavar="NET")
    learn.add_argument("--start-large", type=Path, metavar="NET")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser


def main(words: list[str] | None = None) -> int:
    """Exit codes: 0 fine, 1 an error, 130 interrupted."""
    options = arguments().parse_args(words)

    def stop(*_):
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        Loop(options).run()
    except Stopped:
        print("loop: interrupted; the last checkpoint is whole", file=sys.stderr)
        return 130
    except (
        positions.OpeningError,
        SelfplayError,
        checkpoint.CheckpointError,
        netfile.NetFileError,
        OSError,
    ) as error:
        print(f"loop: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
