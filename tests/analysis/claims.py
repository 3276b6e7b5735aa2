"""Checks what a review claims about a bad move.

Both lines are replayed, chess by python-chess and Makruk by pyffish; who
attacks whom in Makruk is reckoned here. Men are followed from square to square
and counted at the end. Nothing of Erawan is used.
"""

import collections

import chess
import pyffish

VALUES = {
    "chess": {"pawn": 100, "knight": 300, "bishop": 300, "rook": 500, "queen": 900, "king": 0},
    "makruk": {"pawn": 100, "knight": 400, "bishop": 300, "rook": 640, "queen": 180, "king": 0},
}
ROLES = {"p": "pawn", "n": "knight", "b": "bishop", "s": "bishop", "r": "rook", "q": "queen"}
ROLES |= {"m": "queen", "k": "king"}
# What a claim about men must come to at least, in hundredths of a pawn.
NOTABLE = 80
# The plies of a count in the board's honour.
BOARDS_HONOUR = 128
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


class Scene:
    """A position: men by square as (white, role), and who is to move."""

    def __init__(self, variant, fen):
        self.variant, self.fen = variant, fen
        placement, turn = fen.split()[:2]
        self.white = turn == "w"
        self.men = {}
        for row, rank in enumerate(placement.split("/")):
            file = 0
            for letter in rank.split("[")[0]:
                if letter.isdigit():
                    file += int(letter)
                elif letter not in "~+":
                    self.men[(file, 7 - row)] = (letter.isupper(), ROLES[letter.lower()])
                    file += 1

    def reach(self, square, without=None):
        """The squares that the man on a square attacks."""
        white, role = self.men[square]
        up = 1 if white else -1
        if self.variant == "makruk":
            steps = {
                "pawn": [(-1, up), (1, up)],
                "knight": LEAPS,
                "bishop": [*DIAGONALS, (0, up)],
                "queen": DIAGONALS,
                "king": DIAGONALS + STRAIGHT,
            }
            slides = {"rook": STRAIGHT}
        else:
            steps = {
                "pawn": [(-1, up), (1, up)],
                "knight": LEAPS,
                "king": DIAGONALS + STRAIGHT,
            }
            slides = {"rook": STRAIGHT, "bishop": DIAGONALS, "queen": DIAGONALS + STRAIGHT}
        found = set()
        for x, y in steps.get(role, []):
            found.add((square[0] + x, square[1] + y))
        for x, y in slides.get(role, []):
            at = square
            while True:
                at = (at[0] + x, at[1] + y)
                if not (0 <= at[0] < 8 and 0 <= at[1] < 8):
                    break
                found.add(at)
                if at in self.men and at != without:
                    break
        return found

    def attackers(self, white, square, without=None):
        return {
            at
            for at, (side, _) in self.men.items()
            if side == white and at != without and square in self.reach(at, without)
        }

    def pawns(self, white):
        return [at for at, man in self.men.items() if man == (white, "pawn")]

    def room(self, place):
        """Squares a man attacks that neither its own men nor pawns hold."""
        white = self.men[place][0]
        held = {at for pawn in self.pawns(not white) for at in self.reach(pawn)}
        own = {at for at, man in self.men.items() if man[0] == white}
        inside = {(x, y) for x, y in self.reach(place) if 0 <= x < 8 and 0 <= y < 8}
        return len(inside - held - own)

    def beside(self, white):
        """Squares beside a king that the other side attacks."""
        near = [at for at in self.reach(self.king(white)) if 0 <= at[0] < 8 and 0 <= at[1] < 8]
        return sum(1 for at in near if self.attackers(not white, at))

    def king(self, white):
        return next(at for at, man in self.men.items() if man == (white, "king"))

    def checkers(self):
        return self.attackers(not self.white, self.king(self.white))

    def is_pinned(self, square):
        """True if the king would be attacked were the man not there."""
        white = self.men[square][0]
        king = self.king(white)
        open_now = self.attackers(not white, king)
        return bool(self.attackers(not white, king, without=square) - open_now - {square})

    def moves(self):
        if self.variant == "makruk":
            return pyffish.legal_moves("makruk", self.fen, [])
        return [move.uci() for move in chess.Board(self.fen).legal_moves]

    def after(self, move):
        if self.variant == "makruk":
            return Scene("makruk", pyffish.get_fen("makruk", self.fen, [move]))
        board = chess.Board(self.fen)
        board.push_uci(move)
        return Scene("chess", board.fen())

    def passed(self):
        """The same with the other side to move."""
        parts = self.fen.split()
        parts[1] = "b" if self.white else "w"
        if self.variant == "chess":
            parts[3] = "-"
        return Scene(self.variant, " ".join(parts))

    def is_mate(self):
        return not self.moves() and bool(self.checkers())

    def balance(self, white):
        values = VALUES[self.variant]
        return sum(values[role] * (1 if side == white else -1) for side, role in self.men.values())


def square(name):
    return (ord(name[0]) - 97, int(name[1]) - 1)


class Line:
    """A line, replayed, with every man followed."""

    def __init__(self, start, moves):
        self.scenes, self.moves, self.takings = [start], moves, []
        home = {at: at for at in start.men}
        self.homes = [dict(home)]
        for ply, move in enumerate(moves):
            scene = self.scenes[-1]
            if move not in scene.moves():
                raise ValueError(f"{move} is not legal after {moves[:ply]}")
            source, target = square(move[:2]), square(move[2:4])
            following = scene.after(move)
            role = scene.men[source][1]
            taken = target
            if role == "pawn" and source[0] != target[0] and target not in scene.men:
                taken = (target[0], source[1])
            if taken in scene.men and scene.men[taken][0] != scene.white:
                self.takings.append((ply, scene.white, scene.men[taken][1], home.pop(taken), taken))
            if role == "king" and abs(source[0] - target[0]) == 2 and start.variant == "chess":
                short = target[0] == 6
                rook = home.pop((7 if short else 0, source[1]), None)
                home[(5 if short else 3, source[1])] = rook
            home[target] = home.pop(source)
            self.scenes.append(following)
            self.homes.append(dict(home))

    def taken(self, by, at, place):
        """The ply at which the man is taken that stands somewhere after some plies."""
        name = self.homes[at].get(place)
        return next((t[0] for t in self.takings if t[1] == by and t[3] == name), None)

    def home(self, at, place):
        return self.homes[at].get(place)

    def trade(self, white):
        """What a side loses and wins, without even trades."""

        def count(by):
            minor = {"knight": "minor", "bishop": "minor"} if self.is_chess() else {}
            return collections.Counter(minor.get(t[2], t[2]) for t in self.takings if t[1] == by)

        lost, won = count(not white), count(white)
        return lost - won, won - lost

    def is_chess(self):
        return self.scenes[0].variant == "chess"

    def promotions(self, white):
        return [
            ply
            for ply, move in enumerate(self.moves)
            if len(move) == 5 and self.scenes[ply].white == white
        ]


def isolated(scene, white, place):
    return not any(abs(at[0] - place[0]) == 1 for at in scene.pawns(white))


def doubled(scene, white, place):
    up = 1 if white else -1
    return any(at[0] == place[0] and (at[1] - place[1]) * up > 0 for at in scene.pawns(white))


def passed(scene, white, place):
    up = 1 if white else -1
    return not any(
        abs(at[0] - place[0]) <= 1 and (at[1] - place[1]) * up > 0 for at in scene.pawns(not white)
    )


def offered(scene, man):
    """Nothing if a man of the side that has just moved can be taken for less than
    it is worth, else why not."""
    role, place = man["role"], square(man["square"])
    if scene.men.get(place) != (not scene.white, role):
        return f"no {role} there"
    values = VALUES[scene.variant]
    takers = [scene.men[at][1] for at in scene.attackers(scene.white, place)]
    guards = scene.attackers(not scene.white, place)
    least = min((values[taker] for taker in takers), default=None)
    if least is None:
        return "nothing attacks it"
    return None if not guards or values[role] > least else "it is guarded well"


def key(scene):
    """What is the same when a position repeats."""
    parts = scene.fen.split()
    return parts[:4] if scene.variant == "chess" else parts[:2]


def count_of(scene):
    """Limit and plies of a count of Makruk; 0 where nothing is counted."""
    return [0 if part == "-" else int(part) for part in scene.fen.split()[3:5]]


class Case:
    """A bad move with its claim. `before` is the game up to it."""

    def __init__(self, before, move, is_mate_known):
        self.move, self.claim, self.kind = move, move["claim"], move["reason"]
        start, self.before = before.scenes[-1], before
        self.mover = start.white
        last = len(before.moves) - 1
        self.previous = next((t[4] for t in before.takings if t[0] == last), None)
        self.played = Line(start, [move["uci"], *move.get("reply", "").split()])
        self.best = Line(start, move.get("best", "").split())
        self.is_mate_known = is_mate_known
        shown = self.claim["line"] == "played"
        self.line, self.other = (self.played, self.best) if shown else (self.best, self.played)
        self.by = not self.mover if shown else self.mover
        self.at, self.ply = self.claim["at"], self.claim.get("shown")
        self.men = [(man["role"], square(man["square"])) for man in self.claim.get("men", [])]

    def verify(self):
        """Nothing if the claim holds, else what is wrong with it."""
        special = {
            "allows-mate": self.mates,
            "allows-back-rank-mate": self.back_rank,
            "misses-mate": self.mates,
            "stalemate": self.stalemate,
            "repetition": self.repetition,
            "too-little-left": self.too_little,
            "starts-count": lambda: self.count(begins=True),
            "count-runs-out": lambda: self.count(begins=False),
            "misses-recapture": self.recapture,
            "faces-mate": self.faces_mate,
            "faces-loss": self.faces_loss,
            "weakens-king": self.weak_king,
            "isolates-pawn": lambda: self.pawns("isolated", self.mover, isolated),
            "doubles-pawn": lambda: self.pawns("doubled", self.mover, doubled),
            "allows-passed-pawn": lambda: self.pawns("passed", not self.mover, passed),
            "idles-man": self.idle,
        }
        if self.kind in special:
            return special[self.kind]()
        if self.kind in ("allows-promotion", "loses-promotion-race", "misses-promotion"):
            return self.promotion()
        if "lost" not in self.claim:
            return "a claim that nobody checks"
        return self.stands() or self.counts() or self.tactic()

    def stands(self):
        scene = self.line.scenes[self.at]
        for role, at in self.men:
            if scene.men.get(at) != (not self.by, role):
                return f"no {role} on {at}"
        return None

    def counts(self):
        """The man is lost in this line and not in the other, and men count."""
        lost, won = self.line.trade(self.mover)
        minor = {"knight": "minor", "bishop": "minor"} if self.line.is_chess() else {}
        for what, claimed in ((lost, self.claim["lost"]), (won, self.claim["won"])):
            if what != collections.Counter(minor.get(role, role) for role in claimed):
                return f"counted {dict(what)}, claimed {claimed}"
        ends = [line.scenes[-1].balance(self.mover) for line in (self.best, self.played)]
        if ends[0] - ends[1] < NOTABLE:
            return f"the lines end {ends[0] - ends[1]} apart"
        preys = [at for _, at in self.men if self.line.taken(self.by, self.at, at) is not None]
        if not preys:
            return "nothing of it is taken"
        # An exchange is about the balance: what is given may be given elsewhere
        # too, for more.
        if self.kind == "bad-exchange":
            return None
        homes = {self.line.home(self.at, at) for at in preys}
        also = {t[3] for t in self.other.takings if t[1] == self.by}
        if homes <= also:
            return "the other line takes it too"
        return None

    def tactic(self):
        name = self.kind.split("-", 1)[1] if "-" in self.kind else self.kind
        checks = {
            "fork": self.fork,
            "pin": lambda: self.line.scenes[self.at].is_pinned(self.men[0][1]),
            "pinned": lambda: self.line.scenes[1].is_pinned(self.men[0][1]),
            "skewer": self.skewer,
            "discovery": self.discovery,
            "double-check": lambda: len(self.line.scenes[self.ply + 1].checkers()) >= 2,
            "guard": self.guard,
            "overload": self.overload,
            "overloads": self.overload,
            "trapped": self.trapped,
            "trap": self.trapped,
            "uncovers": self.uncovers,
        }
        check = checks.get(name)
        return None if check is None or check() else f"no {name}"

    def target(self):
        return square(self.line.moves[self.ply][2:4])

    def fork(self):
        reach = self.line.scenes[self.at].reach(self.target())
        return len(self.men) >= 2 and all(at in reach for _, at in self.men)

    def skewer(self):
        scene, (prey, front) = self.line.scenes[self.at], [at for _, at in self.men[:2]]
        behind = prey in scene.reach(self.target(), without=front)
        return front in scene.reach(self.target()) and behind

    def discovery(self):
        prey, target = self.men[0][1], self.target()
        now = self.line.scenes[self.ply + 1].attackers(self.by, prey) - {target}
        return bool(now - self.line.scenes[self.ply].attackers(self.by, prey))

    def guard(self):
        scene, (prey, guard) = self.line.scenes[self.at], [at for _, at in self.men[:2]]
        return prey in scene.reach(guard) and self.target() == guard

    def overload(self):
        scene, (prey, guard) = self.line.scenes[self.at], [at for _, at in self.men[:2]]
        moved = square(self.line.moves[self.ply + 1][:2])
        return prey in scene.reach(guard) and moved == guard

    def trapped(self):
        scene, prey = self.line.scenes[self.at], self.men[0][1]
        own = [move for move in scene.moves() if square(move[:2]) == prey]
        safe = [move for move in own if not scene.after(move).attackers(self.by, square(move[2:4]))]
        return bool(scene.attackers(self.by, prey)) and not safe

    def uncovers(self):
        source, prey = square(self.move["uci"][:2]), self.men[0][1]
        guarded = prey in self.line.scenes[0].reach(source)
        target = square(self.move["uci"][2:4])
        return guarded and target not in self.line.scenes[1].attackers(self.mover, prey)

    def mates(self):
        plies = 2 * self.claim["number"] - (0 if self.claim["line"] == "played" else 1)
        if len(self.line.moves) == plies and self.line.scenes[-1].is_mate():
            return None
        return None if self.is_mate_known(self.claim) else "no such mate"

    def back_rank(self):
        end = self.line.scenes[-1]
        rank = 0 if self.mover else 7
        if not end.is_mate() or end.king(self.mover)[1] != rank:
            return "no mate on the back rank"
        return self.mates()

    def stalemate(self):
        scene = self.played.scenes[1]
        return "no stalemate" if scene.moves() or scene.checkers() else None

    def repetition(self):
        after = self.played.scenes[1]
        times = sum(key(scene) == key(after) for scene in [*self.before.scenes, after])
        return None if times >= 3 else f"there {times} times"

    def too_little(self):
        fen = self.played.scenes[1].fen
        if self.line.is_chess():
            few = chess.Board(fen).is_insufficient_material()
        else:
            few = all(pyffish.has_insufficient_material("makruk", fen, []))
        return None if few else "enough is left"

    def count(self, begins):
        """Whose count it is, whether it is new, and what is left of it: a count goes
        by moves, a FEN by plies."""
        (was, then), (limit, plies) = map(count_of, self.played.scenes[:2])
        if not limit:
            return "nothing is counted"
        # In pieces' honour a lone khun counts; in the board's the weaker side does.
        scene = self.played.scenes[1]
        chased = [man for man in scene.men.values() if man[0] != self.mover]
        if len(chased) > 1 and (limit != BOARDS_HONOUR or scene.balance(self.mover) <= 0):
            return "the other side does not count"
        is_new = not was or limit != was or plies < then
        left = max(0, limit // 2 - (plies + 1) // 2)
        said = self.claim["number"]
        return None if is_new == begins and left == said else f"{left} moves, new: {is_new}"

    def recapture(self):
        place = self.men[0][1]
        took = self.previous is not None and self.previous == place
        back = square(self.best.moves[0][2:4]) == place
        gives_up = all(taken[4] != place for taken in self.played.takings if taken[0] == 0)
        return None if took and back and gives_up else "no recapture"

    def promotion(self):
        role, place = self.men[0]
        if self.line.scenes[self.at].men.get(place) != (self.by, role):
            return "nothing promoted there"
        return "the other line too" if self.other.promotions(self.by) else None

    def faces_mate(self):
        scene = self.line.scenes[self.at].passed()
        place = self.men[0][1]
        hits = [move for move in scene.moves() if square(move[2:4]) == place]
        return (
            None if any(scene.after(move).is_mate() for move in hits) else "no mate is threatened"
        )

    def faces_loss(self):
        role, place = self.men[0]
        scene = self.line.scenes[self.at]
        if scene.men.get(place) != (self.mover, role):
            return f"no {role} there"
        attackers = scene.attackers(not self.mover, place)
        values = VALUES[scene.variant]
        guards = scene.attackers(self.mover, place)
        least = min((values[scene.men[at][1]] for at in attackers), default=None)
        if least is None:
            return "nothing attacks it"
        cheap = not guards or values[role] > least or len(attackers) > len(guards)
        return None if cheap else "it is guarded well"

    def ends(self):
        return self.played.scenes[-1], self.best.scenes[-1]

    def is_even(self):
        played, best = (end.balance(self.mover) for end in self.ends())
        return abs(played - best) < NOTABLE

    def weak_king(self):
        played, best = self.ends()
        counts = played.beside(self.mover), best.beside(self.mover)
        said = self.claim["number"], self.claim["instead"]
        place = played.king(self.mover) == self.men[0][1]
        return None if place and counts == said and self.is_even() else f"counted {counts}"

    def pawns(self, name, white, is_meant):
        counts = [
            [at for at in end.pawns(white) if is_meant(end, white, at)] for end in self.ends()
        ]
        new = self.men[0][1] in counts[0] and self.men[0][1] not in counts[1]
        more = len(counts[0]) > len(counts[1])
        return None if new and more and self.is_even() else f"no {name} pawn more"

    def idle(self):
        (role, place), (played, best) = self.men[0], self.ends()
        home = self.played.home(len(self.played.moves), place)
        there = next((at for at, h in self.best.homes[-1].items() if h == home), None)
        if played.men.get(place) != (self.mover, role) or there is None:
            return f"no {role} there"
        counts = played.room(place), best.room(there)
        said = self.claim["number"], self.claim["instead"]
        return None if counts == said and self.is_even() else f"counted {counts}"
