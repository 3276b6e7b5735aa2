"""Generations until the time is up, then the end of both networks."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import torch

from erawan_train import checkpoint, netfile
from erawan_train.architecture import Architecture
from erawan_train.dataset import Filter, prepare
from erawan_train.loop.options import Options
from erawan_train.loop.player import Played, Player
from erawan_train.loop.schedule import FIRST_STEPS, Generation, Schedule
from erawan_train.loop.state import RANDOM, Entry, State
from erawan_train.loop.window import Window
from erawan_train.plan import Plan
from erawan_train.synthetic import material_records
from erawan_train.trainer import Trainer

# Scores and results that agree less are a sign of something wrong.
LEAST_CORRELATION = 0.3


@dataclass
class Learnt:
    """What the small network made of a generation; not a number if it did not learn."""

    rate: float = math.nan
    loss: float = math.nan
    validation: float = math.nan
    speed: float = math.nan


class Loop:
    """Both networks of one game, the games in progress, and all positions so far."""

    def __init__(self, options: Options):
        self.options = options
        self.device = torch.device(options.device)
        self.begun = time.monotonic()
        self.state = State(options)
        self.small = self._trainer("small", options.small_hidden, options.small_king_buckets)
        self.large = self._trainer("large", options.hidden, options.king_buckets)
        generations = len(self.state.history)
        # Beginners' steps are for a net that knows little but material.
        self.schedule = Schedule(
            options,
            first=generations,
            beginner=generations < len(FIRST_STEPS) and self.state.start == RANDOM,
        )
        self.window = Window(options.buffer, self.device)
        self.player = Player(options, self.device)
        # Positions a second that the small network learns from.
        self.learning_speed = 2e7 if self.device.type == "cuda" else 2e4

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begun

    def say(self, text: str) -> None:
        """A line with the time."""
        print(f"[{self.spent:6.1f}] {self.options.game} {text}", flush=True)

    def run(self) -> None:
        """The whole course."""
        options, schedule, window = self.options, self.schedule, self.window
        # Enough to learn from, however slow the start was: a batch of either network.
        enough = max(self.small.batch, self.large.batch)
        while not window.is_full and (window.count < enough or self.spent < schedule.end_of_play):
            number = len(self.state.history)
            self.generation(schedule.generation(number, self.spent))
            if schedule.ends_first_steps(number):
                window.keep_last()
        if window.count >= self.small.batch and options.anneal_seconds > 0:
            self.anneal_small()
        if window.count >= self.large.batch and options.large_seconds > 0:
            self.train_large(max(options.seconds - self.spent, 1.0))

    def generation(self, generation: Generation) -> None:
        """Plays for a time, then learns for a share of it."""
        options = self.options
        net = self.small.quantised(f"generation {generation.number}").to_bytes()
        played = self.player.play(generation, net)
        # Games that ended next to each other are written next to each other, so
        # whole games are held out.
        data = prepare(
            played.records,
            keep=Filter(min_ply=options.first_ply),
            validation=options.validation,
            seed=options.seed + generation.number,
        )
        self.window.add(data.train, data.validation)
        if options.sample_every:
            self.state.keep_samples(self.player.samples())
        learnt = Learnt()
        if self.window.count >= self.small.batch:
            learnt = self._learn(generation, played.seconds)
            learnt.validation = self.small.validate(data.validation, result_share=generation.wdl)
        correlation = data.statistics.correlation
        self.state.history.append(self._entry(generation, played, learnt, correlation))
        self.state.save("small", self.small)
        self._tell(generation, played, learnt, correlation)

    def _learn(self, generation: Generation, played: float) -> Learnt:
        plan = self.schedule.small_plan(
            played=played,
            count=self.window.count,
            wdl=generation.wdl,
            spent=self.spent,
            batch=self.small.batch,
            speed=self.learning_speed,
        )
        figures = self.small.run(self.window.records, plan)
        # A few batches say little about the speed.
        if figures.positions >= 20 * self.small.batch:
            self.learning_speed = figures.speed
        return Learnt(rate=plan.learning_rate, loss=figures.loss, speed=figures.speed)

    def _entry(
        self, generation: Generation, played: Played, learnt: Learnt, correlation: float
    ) -> Entry:
        fresh = played.counters
        return {
            "generation": generation.number,
            **({} if self.state.history else {"start": self.state.start}),
            "seconds": round(self.spent, 1),
            "nodes_a_move": generation.nodes,
            "wdl": generation.wdl,
            "games": fresh["games"],
            "positions": played.count,
            "window": self.window.count,
            "nodes": fresh["nodes"],
            "searches": fresh["searches"],
            "positions_a_second": round(played.count / played.seconds),
            "searches_a_second": round(fresh["searches"] / played.seconds),
            "nodes_a_second": round(fresh["nodes"] / played.seconds),
            "wins_draws_losses": [fresh["white_wins"], fresh["draws"], fresh["black_wins"]],
            "correlation": round(correlation, 4),
            "rate": learnt.rate,
            "loss": learnt.loss,
            "validation": learnt.validation,
            "trained_a_second": 0 if math.isnan(learnt.speed) else round(learnt.speed),
        }

    def _tell(
        self, generation: Generation, played: Played, learnt: Learnt, correlation: float
    ) -> None:
        fresh, seconds = played.counters, played.seconds
        self.say(
            f"generation {generation.number}: {fresh['games']} games, "
            f"{played.count / 1e6:.2f} M positions, {played.count / seconds / 1e3:.0f} k/s, "
            f"{fresh['nodes'] / seconds / 1e6:.0f} M nodes/s, "
            f"{fresh['searches'] / seconds / 1e3:.0f} k searches/s, "
            f"+{fresh['white_wins']} ={fresh['draws']} -{fresh['black_wins']}, "
            f"correlation {correlation:.3f}, loss {learnt.loss:.5f}, "
            f"validation {learnt.validation:.5f}, trained {learnt.speed / 1e6:.1f} M/s"
        )
        if correlation < LEAST_CORRELATION and generation.number > 2:
            self.say("warning: scores and results hardly agree")

    def anneal_small(self) -> None:
        """The generating network, once more and down to nothing, on everything in memory."""
        training, share = self.window.records, self.options.final_wdl
        plan = self.schedule.anneal_plan(
            count=self.window.count, batch=self.small.batch, speed=self.learning_speed
        )
        before = self.small.validate(self.window.held_out, result_share=share)
        figures = self.small.run(training, plan)
        valid = self.small.validate(self.window.held_out, result_share=share)
        self.state.history[-1]["annealed"] = {
            "positions": self.window.count,
            "learned": figures.positions,
            "seconds": round(figures.seconds, 1),
            "loss": figures.loss,
            "validation_before": before,
            "validation": valid,
        }
        self.state.save("small", self.small)
        self.say(
            f"small: annealed with {figures.positions / 1e6:.0f} M "
            f"of {self.window.count / 1e6:.1f} M, "
            f"{figures.speed / 1e6:.1f} M/s, loss {figures.loss:.5f}, "
            f"validation {before:.5f} to {valid:.5f}"
        )

    def train_large(self, seconds: float) -> None:
        """The network to ship, on everything in memory."""
        plan = self.schedule.large_plan(
            count=self.window.count,
            batch=self.large.batch,
            seconds=seconds,
            is_fresh=self.large.steps == 0,
        )
        figures = self.large.run(
            self.window.records,
            plan,
            report=lambda now: self.say(
                f"large: {now.share:4.0%}, {now.positions / 1e6:.0f} M, "
                f"{now.speed / 1e6:.2f} M/s, loss {now.loss:.5f}"
            ),
            report_seconds=15.0,
        )
        valid = self.large.validate(self.window.held_out, result_share=self.options.final_wdl)
        self.state.history[-1]["large"] = {
            "positions": self.window.count,
            "learned": figures.positions,
            "seconds": round(figures.seconds, 1),
            "loss": figures.loss,
            "validation": valid,
        }
        self.state.save("large", self.large)
        self.say(
            f"large: done with {figures.positions / 1e6:.0f} M "
            f"of {self.window.count / 1e6:.1f} M, "
            f"{figures.speed / 1e6:.2f} M/s, loss {figures.loss:.5f}, validation {valid:.5f}"
        )

    def _trainer(self, name: str, hidden: int, king_buckets: int) -> Trainer:
        """From the checkpoint, or from a given net, or from nothing."""
        options = self.options
        graph = self.device.type == "cuda"
        folder = self.state.folder / name
        if checkpoint.exists(folder):
            trainer, _ = checkpoint.load(folder, device=self.device, graph=graph)
            self.say(f"{name}: goes on after {trainer.steps} steps")
            return trainer
        given = options.start_small if name == "small" else options.start_large
        start = netfile.Net.read(given) if given else None
        architecture = (
            start.architecture
            if start
            else Architecture(options.game, hidden, king_buckets=king_buckets)
        )
        trainer = Trainer(
            architecture,
            device=self.device,
            seed=options.seed,
            batch=options.batch,
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
