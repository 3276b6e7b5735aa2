"""Which generation comes next, and how long and how fast either network learns."""

from __future__ import annotations

from dataclasses import dataclass

from erawan_train.loop.options import Options
from erawan_train.plan import Plan


@dataclass(frozen=True)
class Generation:
    """What a generation is told to do."""

    number: int
    seconds: float
    nodes: int
    wdl: float


# The first generations know next to nothing: many short games, and the result
# counts more than the score. Seconds, nodes a move, share of the result.
FIRST_STEPS = ((4.0, 100, 1.0), (6.0, 200, 0.7), (8.0, 300, 0.5), (12.0, 500, 0.4))

# Positions that teach a net as much as its learning rate allows. Fewer, as after
# a fresh start of the process, would make it forget what it knows.
FULL_WINDOW = 40_000_000

LAST_RATE = 2.4e-6

# Positions a second that a large network of 512 learns from on one GPU.
LARGE_SPEED = 1.6e7


class Schedule:
    """The course of one run of the loop.

    `first` is the number of the first generation of this run; `beginner` says
    whether the small network knew only material when the history began.
    """

    def __init__(self, options: Options, *, first: int, beginner: bool):
        self._options = options
        self._first = first
        self.beginner = beginner
        self.end_of_play = options.seconds - options.large_seconds - options.anneal_seconds

    def is_first_step(self, number: int) -> bool:
        """Whether that generation is one of the beginner's."""
        return self.beginner and number < len(FIRST_STEPS)

    def ends_first_steps(self, number: int) -> bool:
        """What beginners played is soon worth less than its room."""
        return self.beginner and number + 1 == len(FIRST_STEPS)

    def generation(self, number: int, spent: float) -> Generation:
        """The generation that begins after some seconds."""
        options = self._options
        if self.is_first_step(number):
            seconds, nodes, wdl = FIRST_STEPS[number]
            seconds *= options.pace
        else:
            seconds, nodes, wdl = options.generation_seconds, options.nodes, options.wdl
            if number == self._first and not self.beginner:
                # Nothing is in memory yet: play longer before learning.
                seconds *= options.first_factor
        left = max(self.end_of_play - spent, 1.0)
        # No last generation that is too short to learn from.
        if left < 1.5 * seconds * (1.0 + options.learn_share):
            seconds = left
        return Generation(number, seconds, nodes, wdl)

    def small_plan(
        self, *, played: float, count: int, wdl: float, spent: float, batch: int, speed: float
    ) -> Plan:
        """Gentler towards the end, and with few positions in memory."""
        options = self._options
        progress = min(spent / self.end_of_play, 1.0) if self.end_of_play > 0 else 1.0
        rate = options.small_lr * (1.0 - 0.7 * progress)
        if not self.beginner:
            rate *= min(1.0, count / FULL_WINDOW) ** 0.5
        positions = options.learn_positions
        if not positions:
            seconds = max(options.learn_share * played, 0.5)
            # Few positions are soon learnt by heart.
            most = max(options.learn_epochs, 12.0 if self.beginner else 0.0) * count
            positions = max(min(int(seconds * speed), int(most)), batch)
        return Plan(
            positions=positions, learning_rate=rate, final_learning_rate=rate / 20.0, wdl=wdl
        )

    def anneal_plan(self, *, count: int, batch: int, speed: float) -> Plan:
        """The generating network, once more and down to nothing."""
        options = self._options
        positions = options.learn_positions or min(
            int(options.anneal_seconds * speed), int(options.anneal_epochs * count)
        )
        return self._last_plan(max(positions, batch), options.small_lr * options.anneal_lr)

    def large_plan(self, *, count: int, batch: int, seconds: float, is_fresh: bool) -> Plan:
        """The network to ship. Seen too often, results of games are learnt by heart."""
        options = self._options
        speed = LARGE_SPEED * 512 / max(options.hidden, 512)
        positions = min(int(options.large_epochs * count), int(seconds * speed))
        return self._last_plan(max(positions, batch), options.lr if is_fresh else options.lr_again)

    def _last_plan(self, positions: int, rate: float) -> Plan:
        return Plan(
            positions=positions,
            learning_rate=rate,
            final_learning_rate=LAST_RATE,
            wdl=self._options.wdl,
            final_wdl=self._options.final_wdl,
        )
