"""What python-chess and pyffish say about a position.

An answer is a dictionary. A key that is absent was not asked: pyffish sets up
a position anew for each question, which is slow, so that what is unlikely to
be of interest is asked only now and then.
"""

import chess
import chess.polyglot
import pyffish

import starts

# Erawan's names for how a game ends.
CHECKMATE = "checkmate"
STALEMATE = "stalemate"
INSUFFICIENT = "insufficient material"
THREEFOLD = "threefold repetition"
FIVEFOLD = "fivefold repetition"
FIFTY = "the fifty-move rule"
SEVENTY_FIVE = "the seventy-five-move rule"
COUNTING = "counting"


class ChessReferee:
    """Chess and Chess960 by python-chess."""

    def __init__(self, variant, start, _rng):
        self.variant = variant
        self.board = chess.Board(start, chess960=variant == "chess960")

    def legal_moves(self):
        return [self.board.uci(move) for move in self.board.legal_moves]

    def placement(self):
        return placement(self.board.board_fen())

    def play(self, move):
        self.board.push(self.board.parse_uci(move))

    def answer(self):
        board = self.board
        moves = {board.uci(move): board.san(move) for move in board.legal_moves}
        clock = board.halfmove_clock
        repetitions = 1
        while clock >= 4 * repetitions and board.is_repetition(repetitions + 1):
            repetitions += 1
        insufficient = board.is_insufficient_material()
        answer = {
            "fen": board.fen(en_passant="legal"),
            "moves": moves,
            "check": board.is_check(),
            "repetitions": repetitions,
            "insufficient": insufficient,
            "outcome": None,
            "claim": None,
        }
        if self.variant == "chess":
            answer["polyglot"] = f"{chess.polyglot.zobrist_hash(board):016x}"
        if board.is_checkmate():
            answer["outcome"] = CHECKMATE
        elif board.is_stalemate():
            answer["outcome"] = STALEMATE
        else:
            if insufficient:
                answer["outcome"] = INSUFFICIENT
            elif board.is_seventyfive_moves():
                answer["outcome"] = SEVENTY_FIVE
            elif repetitions >= 5:
                answer["outcome"] = FIVEFOLD
            if repetitions >= 3:
                answer["claim"] = THREEFOLD
            elif board.is_fifty_moves():
                answer["claim"] = FIFTY
        return answer

    def finish(self, answers):
        """Adds what is known only when the game is over."""


class MakrukReferee:
    """Makruk and its sister games by pyffish (Fairy-Stockfish)."""

    # How often questions that are costly or dull are asked anyway.
    SAN_RATE = 0.12
    DULL_RATE = 0.05

    def __init__(self, variant, start, rng):
        self.variant, self.start, self.rng = variant, start, rng
        self.played = []
        self.seen = {}
        self._look()

    def _ask(self, question, *more):
        return question(self.variant, self.start, self.played, *more)

    def _look(self):
        """Reads the position after a move."""
        self.fen = self._ask(pyffish.get_fen, False, False, True)
        self.moves = self._ask(pyffish.legal_moves)
        board, turn, rights, limit, ply, _ = self.fen.split()
        self.key = (board.replace("~", ""), turn, rights)
        # pyffish takes positions for the same though a leap of Ouk was lost
        # between them. Erawan, as FIDE's laws have it, does not: other moves
        # are possible.
        for key in {self.key, self.key[:2]}:
            self.seen[key] = self.seen.get(key, 0) + 1
        self.count = [0, 0] if limit == "-" else [int(limit), int(ply)]

    def legal_moves(self):
        return self.moves

    def placement(self):
        return placement(self.key[0])

    def play(self, move):
        self.played.append(move)
        self._look()

    def answer(self):
        repetitions = self.seen[self.key]
        over = 0 < self.count[0] < self.count[1]
        dull = self.rng.random() >= self.DULL_RATE
        answer = {
            "fen": self.fen,
            "moves": dict.fromkeys(self.moves),
            "repetitions": repetitions,
            "count": self.count,
        }
        if not self.played or not dull:
            answer["check"] = self._ask(pyffish.gives_check)
        if self.rng.random() < self.SAN_RATE:
            certain = [move for move in self.moves
                       if not self._is_doubtful(self.moves, self.placement(), move)]
            for move in certain:
                answer["moves"][move] = pyffish.get_san(self.variant, self.fen, move)
            thai = self.rng.sample(certain, min(5, len(certain)))
            answer["thai"] = {
                move: pyffish.get_san(self.variant, self.fen, move, False, pyffish.NOTATION_THAI_SAN)
                for move in thai}
        insufficient = False
        if sum(map(str.isalpha, self.key[0])) <= 6 or not dull:
            insufficient = all(self._ask(pyffish.has_insufficient_material))
            answer["insufficient"] = insufficient
        if self.moves and (over or self.seen[self.key[:2]] >= 3 or not dull):
            # This adds up what was counted here: a difference would be between
            # pyffish and this file, and makes the comparison worthless.
            ends, _ = self._ask(pyffish.is_optional_game_end)
            threefold = self.seen[self.key[:2]] >= 3
            assert ends == (over or threefold), (self.start, self.played)
        if not self.moves:
            # A loss for the side to move, or a draw.
            mate = self._ask(pyffish.game_result) != pyffish.VALUE_DRAW
            answer["outcome"] = CHECKMATE if mate else STALEMATE
            answer["check"] = mate
        elif over:
            answer["outcome"] = COUNTING
        elif insufficient:
            answer["outcome"] = INSUFFICIENT
        elif "insufficient" in answer:
            answer["outcome"] = THREEFOLD if repetitions >= 3 else None
        answer["claim"] = None
        return answer

    def _is_doubtful(self, moves, placement, move):
        """True if pyffish writes two moves alike: it does not tell the leap of
        a met from the step of another met to the same square."""
        source, target = move[:2], move[2:4]
        if self.variant != "cambodian" or placement[source] not in "Mm":
            return False
        rivals = [other[:2] for other in moves
                  if other[2:4] == target and placement[other[:2]] == placement[source]]
        return len(rivals) > 1 and any(rival[0] == target[0] for rival in rivals)

    def finish(self, answers):
        """Adds the SAN of the moves played, which pyffish tells in one go, and
        with it what is a check."""
        sans = self._ask(pyffish.get_san_moves)
        for i, san in enumerate(sans):
            if not self._is_doubtful(
                    answers[i]["moves"], placement(answers[i]["fen"].split()[0]), self.played[i]):
                answers[i]["moves"][self.played[i]] = san
            answers[i + 1]["check"] = san[-1] in "+#"


def referee(variant, start, rng):
    kind = MakrukReferee if variant in starts.MAKRUK_FAMILY else ChessReferee
    return kind(variant, start, rng)


def placement(text):
    """The pieces of a FEN's first field by square."""
    pieces = {}
    for row, rank in zip(text.split("/"), "87654321"):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            elif c.isalpha():
                pieces["abcdefgh"[file] + rank] = c
                file += 1
    return pieces
