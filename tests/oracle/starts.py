"""Where random games start: the start positions, thinned out ones, endgames."""

import chess
import pyffish

# Makruk and its sister games.
MAKRUK_FAMILY = ["makruk", "cambodian", "makpong"]

# The limits of their counts, in plies.
MAKRUK_LIMITS = [16, 32, 44, 64, 88, 128]
LIMITS = {"cambodian": [14, 30, 42, 62, 86, 126]}

# The men of Ouk that may leap from their first squares, with their letters in
# the third field of a FEN.
LEAPERS = {"d1": ("K", "D"), "e1": ("M", "E"), "d8": ("m", "d"), "e8": ("k", "e")}

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def start(variant, rng):
    """A random start for a game of the variant, as FEN."""
    if variant in MAKRUK_FAMILY:
        return makruk(variant, rng)
    kind = rng.random()
    if kind < 0.35:
        return chess_start(variant, rng).fen()
    if kind < 0.6:
        return thinned(chess_start(variant, rng), rng)
    return chess_endgame(variant, rng)


def chess_start(variant, rng):
    if variant == "chess":
        return chess.Board()
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    if rng.random() < 0.5:
        # Double Fischer Random: the black pieces of another start.
        other = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SquareSet(chess.BB_RANK_8):
            board.set_piece_at(square, other.piece_at(square))
        board.castling_rights = board.rooks
    return board


def thinned(board, rng):
    """The same start with pieces taken away: castling and pins come early."""
    keep = rng.uniform(0.2, 0.9)
    while True:
        thin = board.copy()
        for square in chess.SquareSet(board.occupied & ~board.kings):
            piece = board.piece_type_at(square)
            if rng.random() > (keep if piece != chess.ROOK else 0.9):
                thin.remove_piece_at(square)
        thin.turn = rng.random() < 0.5
        thin.castling_rights = thin.clean_castling_rights()
        if thin.is_valid():
            return thin.fen()


def chess_endgame(variant, rng):
    """Kings and a few pieces, pawns often about to promote or to meet, clocks
    often near fifty or seventy-five moves."""
    while True:
        board = chess.Board(None, chess960=variant == "chess960")
        squares = rng.sample(range(64), 2 + rng.choice([0, 1, 1, 2, 2, 3, 4, 6, 10]))
        board.set_piece_at(squares[0], chess.Piece.from_symbol("K"))
        board.set_piece_at(squares[1], chess.Piece.from_symbol("k"))
        pool = rng.choice(["NB", "PNBRQ", "PPPNBRQ", "PPP", "RQ", "PR"])
        for square in squares[2:]:
            symbol = rng.choice(pool)
            if symbol == "P" and not 0 < square // 8 < 7:
                continue
            board.set_piece_at(square, chess.Piece.from_symbol(rng.choice([symbol, symbol.lower()])))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, rng.randrange(150), rng.randrange(90, 100)])
        board.fullmove_number = rng.randrange(1, 300)
        if board.is_valid():
            return board.fen()


def makruk(variant, rng):
    kind = rng.random()
    if kind < 0.3:
        return pyffish.start_fen(variant)
    if kind < 0.45:
        return makruk_position(variant, rng, 0.5, rng.choice(["PPPPPSSNNRRM", "PPPSNRM"]))
    return makruk_position(
        variant, rng, 0.0, rng.choice(["MM", "SNRM", "PPM", "PPSNRM", "SN", "R", "NM", "PMMM"]))


def makruk_position(variant, rng, fill, pool):
    """A random position that both sides could stand in: bia where bia can be,
    nobody in check who has just moved."""
    limits = {"S": 2, "N": 2, "R": 2, "P": 8, "M": 8}
    while True:
        size = rng.choice([1, 2, 2, 3, 3, 4, 5, 7]) + int(fill * rng.randrange(30))
        squares = rng.sample(SQUARES, size + 2)
        if variant == "cambodian" and rng.random() < 0.7:
            # Kings and mets at home, where they may leap from.
            squares[:2] = ["d1", "e8"]
            squares[2:] = [square for square in squares[2:] if square not in squares[:2]]
        board = {squares[0]: "K", squares[1]: "k"}
        # One side is often left with a bare king.
        sides = rng.choice(["wb", "wb", "w", "b"])
        used = {}
        for square in squares[2:]:
            side, letter = rng.choice(sides), rng.choice(pool)
            used[side, letter] = used.get((side, letter), 0) + 1
            home = "345" if side == "w" else "456"
            if used[side, letter] > limits[letter] or (letter == "P" and square[1] not in home):
                continue
            mark = "~" if letter == "M" and used[side, letter] > 1 else ""
            board[square] = (letter if side == "w" else letter.lower()) + mark
        if variant == "cambodian" and rng.random() < 0.5:
            for square, met in (("e1", "M"), ("d8", "m")):
                if board.get(square, "").upper() != "K":
                    board[square] = met
        turn = rng.choice("wb")
        text = placement_text(board)
        rights = "-"
        if variant == "cambodian" and rng.random() < 0.8:
            rights = "".join(letter for square, (man, letter) in LEAPERS.items()
                             if board.get(square) == man and rng.random() < 0.9) or "-"
        other = "b" if turn == "w" else "w"
        if pyffish.gives_check(variant, f"{text} {other} - - 0 1", []):
            continue
        count = f"- {rng.choice([0, 0, rng.randrange(60)])}"
        if not any(piece in "Pp" for piece in board.values()) and rng.random() < 0.3:
            limit = rng.choice(LIMITS.get(variant, MAKRUK_LIMITS))
            count = f"{limit} {rng.randrange(1, limit + 1)}"
        return f"{text} {turn} {rights} {count} {rng.randrange(1, 200)}"


def placement_text(board):
    rows = []
    for rank in "87654321":
        row, empty = "", 0
        for file in "abcdefgh":
            piece = board.get(file + rank)
            if piece is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + piece
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)
