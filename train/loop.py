#!/usr/bin/env python3
"""The learning loop on one GPU: play, learn, play with what was learnt.

    python3 train/loop.py --game chess --seconds 540 --state data/chess

Each generation plays whole games on the GPU with the small network, adds their
positions to those of the generations before, and goes on training the small
network with all of them. At the end the large network, the one to ship, is
trained on the same positions, which never leave the GPU's memory.

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
from erawan_train.dataset import prepare  # noqa: E402
from erawan_train.plan import Plan  # noqa: E402
from erawan_train.synthetic import material_records  # noqa: E402
from erawan_train.trainer import Trainer  # noqa: E402
from selfplay import Generator, Library, Settings  # noqa: E402

# The first generations know next to nothing: many short games, and the result
# counts more than the score. Seconds, nodes a move, share of the result.
FIRST_STEPS = ((4.0, 100, 1.0), (6.0, 200, 0.7), (8.0, 300, 0.5), (12.0, 500, 0.4))


class Stopped(Exception):
    """Asked to end: what was checkpointed last stays."""


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
        self.parts: list[Tensor] = []
        self.held_out: list[Tensor] = []
        room = min(options.buffer, 1 << 26)
        self.room = torch.empty((room, 32), dtype=torch.uint8, device=self.device)
        self.generator: Generator | None = None

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begun

    def _read_history(self) -> list[dict]:
        path = self.state / "history.json"
        return json.loads(path.read_text()) if path.exists() else []

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
        """Generations until the time is up, then the large network."""
        options = self.options
        end_of_play = options.seconds - options.large_seconds
        # One generation at least, however slow the start was.
        while not self.parts or self.spent < end_of_play and not self._is_full():
            number = len(self.history)
            step = FIRST_STEPS[number] if number < len(FIRST_STEPS) else None
            seconds, nodes, wdl = step or (options.generation_seconds, options.nodes, options.wdl)
            seconds *= options.pace if step else 1.0
            self.generation(number, min(seconds, max(end_of_play - self.spent, 1.0)), nodes, wdl)
            # What the beginners played is soon worth less than its room.
            if number + 1 == len(FIRST_STEPS):
                del self.parts[:-1], self.held_out[:-1]
        if options.large_seconds > 0 and self.parts:
            self.train_large(max(options.seconds - self.spent, 1.0))

    def _is_full(self) -> bool:
        return sum(part.shape[0] for part in self.parts) >= self.options.buffer

    def generation(self, number: int, seconds: float, nodes: int, wdl: float) -> None:
        """Plays for a time, then learns for a share of it."""
        options = self.options
        settings = Settings.of(
            options.game,
            soft_nodes=nodes,
            hard_nodes=options.hard_factor * nodes,
            shuffled_per_mille=options.shuffled if options.game == "chess" else 0,
            only_training=1,
            sample_every=options.sample_every,
        )
        net = self.small.quantised(f"generation {number}").to_bytes()
        if self.generator is None:
            self.generator = Generator(
                options.game,
                net,
                settings=settings,
                warps=options.warps,
                seed=options.seed + 1000 * number,
                library=Library(options.backend),
            )
        else:
            self.generator.set_net(net)
            self.generator.set_settings(settings)
        before = self.generator.stats()
        begun = time.monotonic()
        count = self.generator.generate(
            self.room.data_ptr(), self.room.shape[0], seconds=seconds, moves=options.moves
        )
        played = max(time.monotonic() - begun, 1e-9)
        after = self.generator.stats()
        fresh = {name: after[name] - before[name] for name in after}
        # Games that ended next to each other are written next to each other, so
        # whole games are held out.
        data = prepare(self.room[:count], validation=options.validation, seed=options.seed + number)
        statistics = data.statistics
        self.parts.append(data.train)
        self.held_out.append(data.validation)
        self._keep_samples()

        training = torch.cat(self.parts) if len(self.parts) > 1 else self.parts[0]
        loss = valid = speed = float("nan")
        if training.shape[0] >= self.small.batch:
            plan = self._small_plan(played, training.shape[0], wdl)
            figures = self.small.run(training, plan)
            loss, speed = figures.loss, figures.speed
            valid = self.small.validate(self.held_out[-1], result_share=wdl)
        entry = {
            "generation": number,
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

    def _small_plan(self, played: float, count: int, wdl: float) -> Plan:
        common = {"learning_rate": self.options.small_lr, "final_learning_rate": 5e-5, "wdl": wdl}
        if self.options.learn_positions:
            return Plan(positions=self.options.learn_positions, **common)
        # Few positions are soon learnt by heart.
        seconds = max(self.options.learn_share * played, 0.5)
        return Plan(positions=max(min(int(seconds * 9e6), 12 * count), self.small.batch), **common)

    def train_large(self, seconds: float) -> None:
        """The network to ship, on everything in memory."""
        training = torch.cat(self.parts)
        validation = torch.cat(self.held_out)
        if training.shape[0] < self.large.batch:
            return
        rate = self.options.lr if self.large.steps == 0 else self.options.lr_again
        # Seen too often, results of games are learnt by heart.
        positions = int(self.options.large_epochs * training.shape[0])
        positions = min(positions, int(seconds * 1.6e7 * 512 / max(self.options.hidden, 512)))
        plan = Plan(
            positions=max(positions, self.large.batch),
            learning_rate=rate,
            final_learning_rate=2.4e-6,
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
        valid = self.large.validate(validation, result_share=self.options.final_wdl)
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
                    "source": "self-play on the GPU, train/loop.py, from random weights on",
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
                "losses": last.get("large", {}) if name == "large" else {
                    "loss": last["loss"],
                    "validation": last["validation"],
                },
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
    play.add_argument("--pace", type=float, default=1.0, help="scales the first generations' time")
    play.add_argument("--moves", type=int, default=0, help="moves of each game a generation")
    play.add_argument("--shuffled", type=int, default=150, help="per mille of DFRC starts")
    play.add_argument("--warps", type=int, default=0, help="games at once; 0: as many as fit")
    play.add_argument("--backend", default="auto", help="cuda, emulator or auto")
    play.add_argument("--sample-every", type=int, default=0, help="keep one whole game in so many")
    play.add_argument("--buffer", type=int, default=600_000_000, help="most positions in memory")
    learn = parser.add_argument_group("learn")
    learn.add_argument("--small-hidden", type=int, default=256)
    learn.add_argument("--small-king-buckets", type=int, default=1)
    learn.add_argument("--small-lr", type=float, default=1e-3)
    learn.add_argument("--learn-share", type=float, default=0.3, help="of the time of play")
    learn.add_argument("--learn-positions", type=int, default=0, help="instead of a share")
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
