"""The course of a piece: rounds of play and learning, then the branches."""

from __future__ import annotations

import copy
import time
from pathlib import Path

import torch
from torch import Tensor

from erawan_train.architecture import Architecture
from erawan_train.dataset import Filter, prepare
from erawan_train.hindsight import look_ahead
from erawan_train.layered_file import LayeredNet
from erawan_train.loop.player import Played, Player
from erawan_train.loop.schedule import Generation
from erawan_train.loop.window import Window
from erawan_train.netfile import Net
from erawan_train.piece.options import PieceOptions, TrunkName
from erawan_train.piece.state import Figures, State, read_net
from erawan_train.plan import Plan
from erawan_train.selfplay import build
from erawan_train.trainer import Trainer

# Moments are not carried: the first steps of a piece are small ones.
WARM_UP = 16_000_000

LAST_RATE = 1e-6

# Positions a second that a trunk learns from, until it is measured.
FIRST_GUESS = {"cuda": 5e6, "cpu": 2e3}

# Exports, validation, and what a clock of Python does not see.
SPARE_SECONDS = 12.0

NEVER = 2.0
"""For a plan's `snap`: a trunk is not rounded in use."""


class Trunk:
    """A network of the long run."""

    def __init__(self, name: TrunkName, trainer: Trainer, speed: float, options: PieceOptions):
        self.name = name
        self.trainer = trainer
        self.speed = speed
        self.rate = name.rate(options.rate)
        self.visits = name.visits(options.visits)
        self.warmed = False

    def learn(self, records: Tensor, options: PieceOptions) -> Figures:
        """Once over the given positions, at the constant rate.

        Twice over fresh ones at once was tried: a trunk of 1024 then knows results
        of 33 million positions by heart (0.0120 in training, 0.0164 held out).
        """
        plan = Plan(
            positions=max(records.shape[0], self.trainer.batch),
            learning_rate=self.rate,
            final_learning_rate=self.rate,
            warmup_positions=0 if self.warmed else min(WARM_UP, records.shape[0] // 2),
            wdl=options.wdl,
            snap=NEVER,
        )
        self.warmed = True
        return self._run(self.trainer, records, plan)

    def decay(
        self, records: Tensor, options: PieceOptions, visits: float
    ) -> tuple[Trainer, Figures]:
        """A branch whose rate falls to nothing, and how it went."""
        branch = copy_of(self.trainer)
        plan = Plan(
            positions=max(int(visits * records.shape[0]), branch.batch),
            learning_rate=self.rate,
            final_learning_rate=LAST_RATE,
            warmup_positions=0,
            wdl=options.wdl,
        )
        return branch, self._run(branch, records, plan)

    def _run(self, trainer: Trainer, records: Tensor, plan: Plan) -> Figures:
        figures = trainer.run(records, plan)
        if figures.positions >= 64 * trainer.batch:
            self.speed = figures.speed
        return {"learned": figures.positions, "loss": figures.loss, "speed": round(figures.speed)}


def copy_of(trainer: Trainer) -> Trainer:
    """Another trainer with the same weights and moments."""
    twin = Trainer(
        trainer.architecture,
        device=trainer.device,
        seed=trainer.seed + 1,
        batch=trainer.batch,
        weight_decay=trainer.weight_decay,
        factorised=trainer.network.factorised,
        graph=trainer.device.type == "cuda",
    )
    twin.network.load_state_dict(copy.deepcopy(trainer.network.state_dict()))
    twin.stepper.load_moments(trainer.stepper.moments())
    twin.steps = trainer.steps
    return twin


class Piece:
    """See the package."""

    def __init__(self, options: PieceOptions):
        self.options = options
        self.device = torch.device(options.device)
        self.begun = time.monotonic()
        if options.variant is None:
            options.variant = build.USUAL
        self.state = State(options.state)
        if options.seed is None:
            # Another one for each piece: the same seed plays the same games.
            options.seed = 1 + len(self.state.pieces)
        self.starts = dict(text.split("=", 1) for text in options.start)
        self.player = Player(options, self.device)
        self.window = Window(options.buffer, self.device)
        self.small: Trainer | None = None
        self.generator = self._first_generator()
        guess = FIRST_GUESS["cuda" if self.device.type == "cuda" else "cpu"]
        self.trunks = [self._trunk(name, guess) for name in options.trunks]
        self.rounds: list[Figures] = []

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begun

    def say(self, text: str) -> None:
        """A line with the time."""
        print(f"[{self.spent:6.1f}] {self.options.game} {text}", flush=True)

    def _given(self, name: str) -> Net | LayeredNet | None:
        path = self.starts.get(name)
        return read_net(Path(path)) if path else None

    def _trainer(self, architecture: Architecture, start: Net | LayeredNet | None) -> Trainer:
        return Trainer(
            architecture,
            device=self.device,
            seed=self.options.seed,
            batch=self.options.batch,
            graph=self.device.type == "cuda",
            start=start,
        )

    def _trunk(self, name: TrunkName, speed: float) -> Trunk:
        kept = self.state.net(f"{name}.trunk")
        start = kept or self._given(str(name))
        trainer = self._trainer(name.architecture(self.options.game), start)
        self.say(f"{name}: " + ("goes on" if kept else "begins" if start else "is born"))
        return Trunk(name, trainer, speed, self.options)

    def _first_generator(self) -> bytes:
        """The net that plays first: the small one, or one that is given to seed it."""
        kept = self.state.net("small")
        if kept is not None:
            self.small = self._trainer(kept.architecture, kept)
            return kept.to_bytes()
        given = self._given("small")
        if given is None:
            raise ValueError("no small.net in the state folder: give one with --start small=NET")
        return given.to_bytes()

    def run(self) -> None:
        """The whole piece."""
        number = 0
        while not self.window.is_full:
            seconds = self._seconds_of_next_round()
            if seconds is None and self.window.count >= self.options.batch:
                break
            self._round(number, seconds or 1.0)
            # After each round, so that a machine that goes away costs one round.
            self._save_trunks()
            number += 1
        self._record()
        self._save_trunks()
        for trunk in self.trunks:
            self._branch(trunk)

    def _save_trunks(self) -> None:
        for trunk in self.trunks:
            self.state.save(f"{trunk.name}.trunk", trunk.trainer, self._summary(trunk, "trunk"))

    def _seconds_of_next_round(self) -> float | None:
        """How long to play next, or nothing if the branches must decay now."""
        fresh = self._rate_of_play() * self.options.round_seconds
        learning = sum(trunk.visits * fresh / trunk.speed for trunk in self.trunks)
        decay = sum(
            self.options.decay_visits * (self.window.count + fresh) / trunk.speed
            for trunk in self.trunks
        )
        left = self.options.seconds - self.spent - SPARE_SECONDS * (1 + len(self.trunks))
        left -= decay + learning
        if left < 0.5 * self.options.round_seconds:
            return None
        return min(left, self.options.round_seconds)

    def _rate_of_play(self) -> float:
        played = sum(figures["seconds"] for figures in self.rounds)
        if played == 0:
            return 8e5 if self.device.type == "cuda" else 1e3
        return sum(figures["kept"] for figures in self.rounds) / played

    def _round(self, number: int, seconds: float) -> None:
        options = self.options
        order = Generation(number, seconds, options.nodes, options.wdl)
        played = self.player.play(order, self.generator)
        look_ahead(played.records, options.hindsight)
        most_clock = options.most_clock if options.game == "chess" else 255
        data = prepare(
            played.records,
            keep=Filter(min_ply=options.first_ply, most_clock=most_clock),
            validation=options.validation,
            seed=options.seed * 1000 + number,
        )
        self.window.add(data.train, data.validation)
        figures = self._figures(number, played)
        figures["kept"] = data.train.shape[0]
        figures["correlation"] = round(data.statistics.correlation, 4)
        figures["small"] = self._learn_small(data.train)
        if data.train.shape[0] >= options.batch:
            for trunk in self.trunks:
                lesson = torch.cat((data.train, self._again(data.train.shape[0], trunk.visits)))
                figures[str(trunk.name)] = trunk.learn(lesson, options)
                figures[str(trunk.name)] |= self._errors(trunk.trainer, data.validation)
        self.rounds.append(figures)
        self._tell(figures)

    def _again(self, fresh: int, visits: float) -> Tensor:
        """Positions of all rounds so far, to be visited once more."""
        count = round((visits - 1.0) * fresh)
        shape = (max(count, 0),)
        chosen = torch.randint(self.window.count, shape, device=self.device)
        return self.window.records[chosen]

    def _learn_small(self, fresh: Tensor) -> Figures:
        """The net that plays learns from what was just played, gently at the end."""
        options = self.options
        visits, rate = options.small_visits, options.small_rate
        if self.small is None:
            architecture = Architecture(options.game, options.small_hidden)
            self.small = self._trainer(architecture, None)
            visits, rate = options.seed_epochs, 1e-3
        if fresh.shape[0] < self.small.batch:
            return {}
        plan = Plan(
            positions=max(int(visits * fresh.shape[0]), self.small.batch),
            learning_rate=rate,
            final_learning_rate=rate / 50.0,
            wdl=options.wdl,
        )
        figures = self.small.run(fresh, plan)
        self.generator = self.small.quantised("plays").to_bytes()
        self.state.save("small", self.small, "plays the games the others learn from")
        return {"loss": figures.loss, "speed": round(figures.speed)}

    def _errors(self, trainer: Trainer, records: Tensor) -> Figures:
        """Held out: against the target, against scores alone, against results alone."""
        shares = {"validation": self.options.wdl, "against_scores": 0.0, "against_results": 1.0}
        return {
            name: round(trainer.validate(records, result_share=share), 6)
            for name, share in shares.items()
        }

    def _figures(self, number: int, played: Played) -> Figures:
        counters = played.counters
        return {
            "round": number,
            "ended": round(self.spent, 1),
            "seconds": round(played.seconds, 2),
            "positions": played.count,
            **{name: counters[name] for name in ("games", "nodes", "searches")},
            "wins_draws_losses": [
                counters["white_wins"],
                counters["draws"],
                counters["black_wins"],
            ],
        }

    def _tell(self, figures: Figures) -> None:
        seconds, games = figures["seconds"], max(figures["games"], 1)
        words = [
            f"round {figures['round']}: {figures['positions'] / 1e6:.2f} M positions,"
            f" {figures['positions'] / seconds / 1e3:.0f} k/s,"
            f" {figures['nodes'] / seconds / 1e6:.0f} M nodes/s,"
            f" {figures['wins_draws_losses'][1] / games:.0%} drawn,"
            f" correlation {figures['correlation']:.3f}"
        ]
        for trunk in self.trunks:
            found = figures.get(str(trunk.name))
            if found:
                words.append(
                    f"{trunk.name}: loss {found['loss']:.5f}, held out {found['validation']:.5f},"
                    f" scores {found['against_scores']:.5f},"
                    f" results {found['against_results']:.5f},"
                    f" {found['speed'] / 1e6:.2f} M/s"
                )
        self.say("; ".join(words))

    def _record(self) -> None:
        """This piece's figures, written before the branches and again after each."""
        names = ("positions", "games", "nodes", "searches", "kept", "seconds")
        played = {name: sum(figures[name] for figures in self.rounds) for name in names}
        self.state.pieces.append(
            {
                "seed": self.options.seed,
                "nodes_a_move": self.options.nodes,
                "shuffled_per_mille": self.options.shuffled,
                "rate": self.options.rate,
                "wdl": self.options.wdl,
                "visits": self.options.visits,
                "hindsight": self.options.hindsight,
                "generator": build.fingerprint(),
                "played": played,
                "rounds": self.rounds,
                "branches": {},
            }
        )
        self.state.write_record()

    def _branch(self, trunk: Trunk) -> None:
        """Decays a branch on everything in memory, as far as the time allows."""
        left = self.options.seconds - self.spent - SPARE_SECONDS
        later = len(self.trunks) - self.trunks.index(trunk)
        possible = left / later * trunk.speed / self.window.count
        visits = max(min(self.options.decay_visits, possible), 0.05)
        branch, figures = trunk.decay(self.window.records, self.options, visits)
        held_out = self.window.held_out
        figures["before"] = self._errors(trunk.trainer, held_out)
        figures |= self._errors(branch, held_out)
        piece = self.state.pieces[-1]
        piece["branches"][str(trunk.name)] = figures
        name = f"{trunk.name}.branch"
        self.state.save(name, branch, self._summary(trunk, "branch"))
        training = {"rate": trunk.rate, "wdl": self.options.wdl, **figures}
        source = {"source": "self-play on the GPU, erawan_train.piece"}
        self.state.write_manifest(name, branch, training, source)
        self.state.write_record()
        self.say(
            f"{trunk.name}: branch of {figures['learned'] / 1e6:.0f} M,"
            f" held out {figures['before']['validation']:.5f} to {figures['validation']:.5f},"
            f" scores {figures['against_scores']:.5f}, results {figures['against_results']:.5f}"
        )

    def _summary(self, trunk: Trunk, what: str) -> str:
        totals = self.state.totals()
        return (
            f"{self.options.game} {trunk.name} {what}: {len(self.state.pieces)} pieces of"
            f" self-play, {totals['positions']} positions, {totals['nodes']} nodes"
        )
