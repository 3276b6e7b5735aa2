"""Ctrl-C ends what takes long, in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

#: Half a second is what it takes at most; a busy machine may need more.
SOON = 5.0

FENS = "[erawan.STARTING_FEN] * 3"
LONG = {
    "perft": "erawan.Board().perft(20)",
    "perft on threads": "erawan.Board(variant='makruk').perft(20, threads=2)",
    "analyse": f"erawan.analyse({FENS}, nodes=10**12, threads=2)",
    "analyse for a time": f"erawan.analyse({FENS}, seconds=1000)",
    "Engine.analyse": "erawan.Engine().analyse(erawan.Board(), depth=100)",
    "review": "erawan.review(b'1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0', nodes=10**12, threads=2)",
    "records": "list(erawan.records(Endless(), missing=0))",
    "review of a file object": "erawan.review(Endless(), nodes=1)",
}
PROGRAM = """
import time
import erawan

class Endless:
    def read(self, size):
        return b'[Event "a"]\\n\\n1. e4 *\\n\\n' * 100

print("begins", flush=True)
try:
    {}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_it(what: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(LONG[what])], stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None and child.stdout.readline() == "begins\n"
        time.sleep(0.5)
        assert child.poll() is None, f"{what} has ended by itself"
        child.send_signal(signal.SIGINT)
        begun = time.monotonic()
        rest, _ = child.communicate(timeout=60)
        taken = time.monotonic() - begun
        assert rest == "interrupted\n" and child.returncode == 0
        assert taken < SOON, f"{what} took {taken:.2f} s"
        print(f"{what}: {taken:.3f} s")
    finally:
        child.kill()
        child.wait()


def test_other_threads_run_while_positions_are_counted() -> None:
    import threading

    import erawan

    seen: list[float] = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            seen.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=look)
    thread.start()
    assert erawan.Board().perft(6) == 119_060_324
    done.set()
    thread.join()
    assert len(seen) > 5


def test_perft_has_an_end() -> None:
    import erawan

    with pytest.raises(ValueError, match="at most 50 plies, not 51"):
        erawan.Board().perft(51)
    board = erawan.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert [board.perft(5, threads=threads) for threads in (1, 2)] == [193_690_690] * 2
    mated = erawan.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert mated.perft(7) == 0
