"""Positions, moves and sampled games as the self-play library packs them.

Only the standard library is needed. Squares count from a1 = 0; moves are the
sixteen bits of `Move` in crates/board: origin, target, tag; castling is the
king taking its own rook.
"""

import dataclasses
import struct

CHESS, MAKRUK = 0, 1
LETTERS = {CHESS: "PNBRQK", MAKRUK: "PNSRMK"}
REASONS = ("checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty moves",
           "counting", "adjudicated win", "adjudicated draw", "too long")
NOT_SEARCHED = -32768

_PACKED = struct.Struct("<Q16shBBHBB3H10x")
PACKED_SIZE = 48
RECORD_SIZE = 32
assert _PACKED.size == PACKED_SIZE


@dataclasses.dataclass
class Position:
    """A position with everything its rules need."""

    game: int
    board: dict  # square -> (role 0-5, black, promoted bia)
    black_to_move: bool = False
    castling_rooks: frozenset = frozenset()
    en_passant: int | None = None  # the square behind the pawn, if it can legally be taken
    halfmoves: int = 0
    count_limit: int = 0  # Makruk, in plies
    count_ply: int = 0

    def pack(self):
        """The forty-eight bytes of PackedPosition (records.h)."""
        occupied, nibbles = 0, [0] * 32
        for index, square in enumerate(sorted(self.board)):
            role, black, promoted = self.board[square]
            if promoted or square in self.castling_rooks:
                role = 6
            occupied |= 1 << square
            nibbles[index] = role | black << 3
        men = bytes(nibbles[i] | nibbles[i + 1] << 4 for i in range(0, 32, 2))
        if self.game == CHESS:
            last = 0 if self.en_passant is None else self.en_passant % 8 + 1
        elif self.count_limit:
            last = max((self.count_limit + 1 - self.count_ply) // 2, 1)
        else:
            last = 0
        return _PACKED.pack(occupied, men, 0, 0, int(self.black_to_move), 0, min(self.halfmoves, 255),
                            last, self.count_limit, self.count_ply, self.halfmoves)

    @staticmethod
    def unpack(game, packed):
        """The position behind 48 bytes, or behind the 32 of a record."""
        whole = bytes(packed)
        if len(whole) == RECORD_SIZE:
            whole += bytes(16)
            limit_known = False
        else:
            limit_known = True
        occupied, men, _, _, flags, _, clock, last, limit, ply, halfmoves = _PACKED.unpack(whole)
        board, rooks, index = {}, set(), 0
        for square in range(64):
            if not occupied >> square & 1 or index >= 32:
                continue
            nibble = men[index // 2] >> 4 * (index % 2) & 15
            index += 1
            role, black = nibble & 7, nibble >> 3
            if role == 6 and game == CHESS:
                rooks.add(square)
                role = 3
            board[square] = (4, black, True) if role == 6 else (role, black, False)
        black_to_move = bool(flags & 1)
        en_passant = None
        if game == CHESS and last:
            en_passant = last - 1 + (16 if black_to_move else 40)
        return Position(game, board, black_to_move, frozenset(rooks), en_passant,
                        halfmoves if limit_known else clock, limit, ply)

    @staticmethod
    def from_fen(game, fen):
        """Reads a FEN: classical, Shredder or X-FEN castling; Makruk's count.

        The en passant square is taken as it stands: a FEN should have it only
        if the capture is legal (as python-chess's `fen()` writes it).
        """
        fields = fen.split()
        letters = LETTERS[game]
        board = {}
        for rank, row in zip(range(7, -1, -1), fields[0].split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                elif letter == "~":
                    role, black, _ = board[rank * 8 + file - 1]
                    board[rank * 8 + file - 1] = (role, black, game == MAKRUK)
                else:
                    board[rank * 8 + file] = (letters.index(letter.upper()), int(letter.islower()), False)
                    file += 1
        position = Position(game, board, len(fields) > 1 and fields[1] == "b")
        if game == CHESS:
            rooks = set()
            for letter in fields[2] if len(fields) > 2 and fields[2] != "-" else "":
                black = int(letter.islower())
                home = 56 * black
                king = next(s for s, man in board.items() if man[:2] == (5, black))
                own = [s for s, man in board.items() if man[:2] == (3, black) and s // 8 == home // 8]
                if letter.upper() == "K":
                    rooks.add(max(s for s in own if s > king))
                elif letter.upper() == "Q":
                    rooks.add(min(s for s in own if s < king))
                else:
                    rooks.add(home + ord(letter.upper()) - ord("A"))
            position.castling_rooks = frozenset(rooks)
            if len(fields) > 3 and fields[3] != "-":
                position.en_passant = "abcdefgh".index(fields[3][0]) + 8 * (int(fields[3][1]) - 1)
            position.halfmoves = int(fields[4]) if len(fields) > 4 else 0
        elif len(fields) > 4:
            limit = int(fields[3]) if fields[3].isdigit() else 0
            if limit:
                position.count_limit, position.count_ply = limit, int(fields[4])
            else:
                position.halfmoves = int(fields[4])
        return position

    def placement(self):
        """The first field of a FEN."""
        rows = []
        for rank in range(7, -1, -1):
            row, empty = "", 0
            for square in range(rank * 8, rank * 8 + 8):
                if square not in self.board:
                    empty += 1
                    continue
                role, black, promoted = self.board[square]
                letter = LETTERS[self.game][role]
                row += (str(empty) if empty else "") + (letter.lower() if black else letter)
                row += "~" if promoted else ""
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)

    def fen(self, fullmove=1):
        """The whole FEN; castling in Shredder form."""
        turn = "b" if self.black_to_move else "w"
        if self.game == MAKRUK:
            count = f"{self.count_limit} {self.count_ply}" if self.count_limit else f"- {self.halfmoves}"
            return f"{self.placement()} {turn} - {count} {fullmove}"
        rights = "".join("HGFEDCBA"[7 - s % 8] for s in sorted(self.castling_rooks, reverse=True) if s < 8)
        rights += "".join("hgfedcba"[7 - s % 8] for s in sorted(self.castling_rooks, reverse=True) if s >= 56)
        square = "-"
        if self.en_passant is not None:
            square = "abcdefgh"[self.en_passant % 8] + str(self.en_passant // 8 + 1)
        return f"{self.placement()} {turn} {rights or '-'} {square} {self.halfmoves} {fullmove}"

    def move(self, text):
        """The bits of a move in UCI's long form; castling may be the king's
        own step of two squares or its capture of the rook."""
        square = lambda s: "abcdefgh".index(s[0]) + 8 * (int(s[1]) - 1)
        start, end = square(text[:2]), square(text[2:4])
        role, black, _ = self.board[start]
        if role == 5 and self.game == CHESS:
            if end in self.castling_rooks and self.board[end][1] == black:
                return start | end << 6 | 9 << 12
            if abs(end - start) == 2 and not (end in self.board and self.board[end][1] == black):
                side = [rook for rook in self.castling_rooks
                        if rook // 8 == start // 8 and (rook > start) == (end > start)]
                if side:
                    return start | side[0] << 6 | 9 << 12
        if role != 0:
            return start | end << 6 | (role + 3) << 12
        if self.game == MAKRUK:
            promotes = end // 8 <= 2 if black else end // 8 >= 5
            tag = 15 if promotes else 2 if end in self.board else 0
        elif len(text) > 4:
            tag = 12 + "nbrq".index(text[4])
        elif end in self.board:
            tag = 2
        elif start % 8 != end % 8:
            tag = 3
        else:
            tag = 1 if abs(end - start) == 16 else 0
        return start | end << 6 | tag << 12

    def play(self, move):
        """The position after a legal move, except for clock and count."""
        start, end, tag = move & 63, move >> 6 & 63, move >> 12
        board, rooks = dict(self.board), set(self.castling_rooks)
        role, black, promoted = board.pop(start)
        home = 56 * black
        if tag == 9:
            del board[end]
            side = 6 if end > start else 2
            board[home + side] = (5, black, False)
            board[home + (5 if side == 6 else 3)] = (3, black, False)
        else:
            if tag == 3:
                del board[end + (8 if black else -8)]
            if tag >= 12:
                role, promoted = (4, True) if self.game == MAKRUK else (tag - 11, False)
            board[end] = (role, black, promoted)
        if role == 5:
            rooks -= set(range(home, home + 8))
        rooks -= {start, end}
        return Position(self.game, board, not self.black_to_move, frozenset(rooks))


def uci(move, game):
    """A move in long form, castling as the king taking its rook."""
    name = lambda s: "abcdefgh"[s % 8] + str(s // 8 + 1)
    tag = move >> 12
    suffix = "" if tag < 12 else "m" if game == MAKRUK else "nbrq"[tag - 12]
    return name(move & 63) + name(move >> 6 & 63) + suffix


class OpeningError(ValueError):
    """A file of openings that cannot be used; the message says where and why."""


def opening(game, text):
    """The position of a line of EPD or FEN. Raises ValueError with the reason."""
    fields = text.split()
    if len(fields) < 2:
        raise ValueError("neither EPD nor FEN")
    rows = fields[0].split("/")
    letters = LETTERS[game] + LETTERS[game].lower()
    if len(rows) != 8:
        raise ValueError("the board has not eight ranks")
    for row in rows:
        width = 0
        for index, letter in enumerate(row):
            if letter in "12345678":
                width += int(letter)
            elif letter in letters:
                width += 1
            elif letter != "~" or game != MAKRUK or index == 0 or row[index - 1] not in "Mm":
                raise ValueError(f"'{letter}' is no man")
        if width != 8:
            raise ValueError(f"the rank {row} has not eight squares")
    if fields[1] not in ("w", "b"):
        raise ValueError(f"'{fields[1]}' moves, neither w nor b")
    if fields[0].count("K") != 1 or fields[0].count("k") != 1:
        raise ValueError("not one king of each side")
    # Operations of an EPD come where a FEN has its clocks.
    clocks = fields[4:6] if len(fields) > 4 and fields[4].rstrip(";").isdigit() and ";" not in text else []
    fields = fields[:4] + clocks
    try:
        position = Position.from_fen(game, " ".join(fields))
    except (ValueError, IndexError, KeyError, StopIteration):
        raise ValueError("castling, en passant or clocks make no sense") from None
    if len(position.board) > 32:
        raise ValueError(f"{len(position.board)} men, at most 32 fit")
    if game == CHESS:
        if any(role == 0 and square // 8 in (0, 7) for square, (role, _, _) in position.board.items()):
            raise ValueError("a pawn on the first or last rank")
        for rook in position.castling_rooks:
            black = int(rook >= 32)
            home = 7 * black
            king = next(square for square, man in position.board.items() if man[:2] == (5, black))
            if position.board.get(rook, (None,))[:2] != (3, black) or rook // 8 != home or king // 8 != home:
                raise ValueError("castling without king and rook at home")
        if position.en_passant is not None and position.en_passant // 8 != (2 if position.black_to_move else 5):
            raise ValueError("en passant from the wrong rank")
    elif position.count_limit:
        raise ValueError("a count is on its way")
    if position.halfmoves > 99:
        raise ValueError("the fifty-move clock has run out")
    return position


def read_openings(game, path):
    """The positions of a file of EPD or FEN lines; empty lines and those that
    begin with # are left out."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OpeningError(f"{path}: {getattr(error, 'strerror', None) or 'not a text'}") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(opening(game, line))
        except ValueError as error:
            raise OpeningError(f"{path}: line {number}: {error}") from None
    if not found:
        raise OpeningError(f"{path}: no positions")
    return found


@dataclasses.dataclass
class SampledGame:
    """A game kept whole (SampleHeader in game.h)."""

    game: int
    start: Position
    moves: list
    scores: list
    result: int  # for White: 0 loss, 1 draw, 2 win
    reason: str
    opening_plies: int


def sampled_games(data):
    """The games in the bytes that `Generator.samples` returns."""
    at = 0
    while at < len(data):
        size, plies, game, result, reason, opening = struct.unpack_from("<IHBBBB", data, at + 32)
        pairs = struct.unpack_from(f"<{'Hh' * plies}", data, at + 64)
        yield SampledGame(game, Position.unpack(game, data[at:at + 32]), list(pairs[::2]), list(pairs[1::2]),
                          result, REASONS[reason], opening)
        at += size
