"""Boards beside python-chess: the same calls, the same answers."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any, Callable

import chess
import pytest

import erawan

FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/5k2/8/8/8/8/1Q6/K7 w - - 99 80",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",
    "8/8/4k3/5b2/8/3BK3/8/8 w - - 0 1",
    "8/8/4k3/5n2/8/3NK3/8/8 w - - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
]

# Questions without arguments. Where the names agree, so do the answers.
QUESTIONS: list[Callable[[Any], Any]] = [
    lambda board: board.fen(),
    lambda board: board.fen(shredder=True),
    lambda board: board.fen(en_passant="fen"),
    lambda board: board.fen(en_passant="xfen"),
    lambda board: board.board_fen(),
    lambda board: board.epd(),
    lambda board: board.turn,
    lambda board: board.ply(),
    lambda board: board.fullmove_number,
    lambda board: board.halfmove_clock,
    lambda board: board.ep_square,
    lambda board: board.castling_rights,
    lambda board: board.occupied,
    lambda board: board.is_check(),
    lambda board: board.is_checkmate(),
    lambda board: board.is_stalemate(),
    lambda board: board.is_insufficient_material(),
    lambda board: [board.has_insufficient_material(color) for color in chess.COLORS],
    lambda board: board.is_seventyfive_moves(),
    lambda board: board.is_fifty_moves(),
    lambda board: [board.is_repetition(count) for count in (1, 2, 3, 4)],
    lambda board: board.is_fivefold_repetition(),
    lambda board: board.can_claim_draw(),
    lambda board: board.can_claim_fifty_moves(),
    lambda board: board.can_claim_threefold_repetition(),
    lambda board: [board.is_game_over(claim_draw=claim) for claim in (False, True)],
    lambda board: [board.result(claim_draw=claim) for claim in (False, True)],
    lambda board: [outcome(board, claim) for claim in (False, True)],
    lambda board: board.has_legal_en_passant(),
    lambda board: [board.has_castling_rights(color) for color in chess.COLORS],
    lambda board: [board.has_kingside_castling_rights(color) for color in chess.COLORS],
    lambda board: [board.has_queenside_castling_rights(color) for color in chess.COLORS],
    lambda board: sorted(move.uci() for move in board.legal_moves),
    lambda board: sorted(move.uci() for move in board.generate_legal_captures()),
    lambda board: board.legal_moves.count(),
    lambda board: bool(board.legal_moves),
    lambda board: [str(board.piece_at(square)) for square in chess.SQUARES],
    lambda board: {square: piece.symbol() for square, piece in board.piece_map().items()},
    lambda board: [board.piece_type_at(square) for square in chess.SQUARES],
    lambda board: [board.color_at(square) for square in chess.SQUARES],
    lambda board: [board.king(color) for color in chess.COLORS],
    lambda board: int(board.checkers()),
    lambda board: board.checkers_mask(),
    lambda board: [board.attacks_mask(square) for square in chess.SQUARES],
    lambda board: [
        board.attackers_mask(color, square) for color in chess.COLORS for square in chess.SQUARES
    ],
    lambda board: [board.is_attacked_by(True, square) for square in chess.SQUARES],
    lambda board: [
        (list(board.pieces(role, color)), board.pieces_mask(role, color))
        for role in chess.PIECE_TYPES
        for color in chess.COLORS
    ],
    lambda board: str(board),
    lambda board: board.unicode(),
    lambda board: board.unicode(invert_color=True, empty_square="."),
    lambda board: board.unicode(borders=True, orientation=False),
    lambda board: board.unicode(borders=True, empty_square="·"),
    lambda board: board.unicode(orientation=False, invert_color=True),
    lambda board: [move.uci() for move in board.move_stack],
    lambda board: board.root().fen(),
    lambda board: [board.epd(shredder=True), board.epd(en_passant="fen"), board.epd(promoted=False)],
    lambda board: [board.shredder_fen(), board.shredder_fen(en_passant="xfen")],
    lambda board: [board.fen(promoted=False), board.board_fen(promoted=False)],
    lambda board: {square: str(piece) for square, piece in board.piece_map(mask=0xFF00FF).items()},
    lambda board: [
        list(board.attackers(color, square, occupied))
        for color in chess.COLORS
        for square in range(0, 64, 7)
        for occupied in (0, 0xFF0000FF, board.occupied & 0xFFFFFF)
    ],
    lambda board: [board.attackers_mask(True, square, 0xFF00) for square in chess.SQUARES],
    lambda board: [board.is_attacked_by(False, square, 1 << 20) for square in chess.SQUARES],
    # Empty squares too: there it says what would be pinned.
    lambda board: [
        (int(board.pin(color, square)), board.is_pinned(color, square))
        for color in chess.COLORS
        for square in chess.SQUARES
    ],
    lambda board: [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings],
    lambda board: [board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK], board.occupied],
    lambda board: [board.clean_castling_rights(), board.is_valid()],
    lambda board: sorted(move.uci() for move in board.generate_castling_moves()),
    lambda board: sorted(move.uci() for move in board.generate_castling_moves(to_mask=chess.BB_FILE_H)),
    lambda board: sorted(move.uci() for move in board.generate_legal_ep()),
    lambda board: sorted(
        move.uci() for move in board.generate_legal_moves(chess.BB_ALL, chess.BB_FILE_G | chess.BB_A1)
    ),
    lambda board: board.chess960_pos(),
    lambda board: board.chess960_pos(ignore_turn=True, ignore_castling=True),
    lambda board: board.chess960_pos(ignore_counters=False),
]

# Questions about a legal move.
ABOUT_MOVES: list[Callable[[Any, Any], Any]] = [
    lambda board, move: board.san(move),
    lambda board, move: board.lan(move),
    lambda board, move: board.uci(move),
    lambda board, move: board.uci(move, chess960=True),
    lambda board, move: board.is_legal(move),
    lambda board, move: move in board.legal_moves,
    lambda board, move: board.is_capture(move),
    lambda board, move: board.is_zeroing(move),
    lambda board, move: board.gives_check(move),
    lambda board, move: board.is_en_passant(move),
    lambda board, move: board.is_castling(move),
    lambda board, move: board.is_kingside_castling(move),
    lambda board, move: board.is_queenside_castling(move),
    lambda board, move: (str(move), repr(move), bool(move)),
    lambda board, move: (move.from_square, move.to_square, move.promotion),
    lambda board, move: board.parse_san(board.san(move)).uci(),
    lambda board, move: board.parse_uci(board.uci(move)).uci(),
    lambda board, move: board.variation_san([move]),
    lambda board, move: board.is_irreversible(move),
    lambda board, move: [board.xboard(move), board.xboard(move, chess960=True), move.xboard()],
    lambda board, move: board.parse_xboard(board.xboard(move)).uci(),
    lambda board, move: (copied := board.copy(), copied.san_and_push(move), copied.fen())[1:],
    lambda board, move: board.epd(bm=move, id='a "b"', ce=-5, acd=None, pv=[move]),
    lambda board, move: board.find_move(move.from_square, move.to_square, move.promotion).uci(),
]


def outcome(board: Any, claim: bool) -> Any:
    found = board.outcome(claim_draw=claim)
    return found and (found.termination.name, found.winner, found.result())


def compare(ours: erawan.Board, theirs: chess.Board) -> None:
    for question in QUESTIONS:
        assert question(ours) == question(theirs), theirs.fen()


def compare_moves(ours: erawan.Board, theirs: chess.Board) -> None:
    for move in theirs.legal_moves:
        same = erawan.Move.from_uci(move.uci())
        for question in ABOUT_MOVES:
            assert question(ours, same) == question(theirs, move), (theirs.fen(), move.uci())


@pytest.mark.parametrize("fen", FENS)
def test_positions(fen: str) -> None:
    ours, theirs = erawan.Board(fen), chess.Board(fen)
    compare(ours, theirs)
    compare_moves(ours, theirs)


@pytest.mark.parametrize("seed", range(6))
def test_random_games(seed: int) -> None:
    generator = random.Random(seed)
    ours, theirs = erawan.Board(), chess.Board()
    for ply in range(240):
        if ply % 6 == 0 or theirs.halfmove_clock > 95:
            compare(ours, theirs)
        if ply % 30 == 0:
            compare_moves(ours, theirs)
        moves = sorted(theirs.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        # Quiet moves more often, so that games become long.
        quiet = [move for move in moves if not theirs.is_zeroing(move)]
        move = generator.choice(quiet if quiet and generator.random() < 0.8 else moves)
        theirs.push(move)
        ours.push(erawan.Move.from_uci(move.uci()))
    compare(ours, theirs)
    while theirs.move_stack:
        assert ours.peek().uci() == theirs.peek().uci()
        assert ours.pop().uci() == theirs.pop().uci()
    compare(ours, theirs)


def test_chess960_games() -> None:
    generator = random.Random(960)
    for number in generator.sample(range(960), 12):
        theirs = chess.Board.from_chess960_pos(number)
        ours = erawan.Board.from_chess960_pos(number)
        assert ours.chess960 and ours.variant == "chess960"
        for ply in range(60):
            assert ours.fen() == theirs.fen()
            if ply % 10 == 0:
                compare(ours, theirs)
                compare_moves(ours, theirs)
            moves = sorted(theirs.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            castles = [move for move in moves if theirs.is_castling(move)]
            move = generator.choice(castles or moves)
            theirs.push(move)
            ours.push_uci(move.uci())


def test_repetitions_and_claims() -> None:
    ours, theirs = erawan.Board(), chess.Board()
    for _ in range(5):
        for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
            compare(ours, theirs)
            theirs.push_san(san)
            assert ours.push_san(san).uci() == theirs.peek().uci()
    compare(ours, theirs)
    assert ours.outcome() == erawan.Outcome(erawan.Termination.FIVEFOLD_REPETITION, None)
    # The fifty-move rule, from both sides of its border.
    for clock in (98, 99, 100, 149, 150):
        fen = f"8/5k2/8/8/8/8/1Q6/K7 w - - {clock} 80"
        compare(erawan.Board(fen), chess.Board(fen))


def test_null_moves() -> None:
    ours, theirs = erawan.Board(), chess.Board()
    for board, module in ((ours, erawan), (theirs, chess)):
        board.push(module.Move.null())
        board.push_san("e5")
        board.push_uci("0000")
    compare(ours, theirs)
    assert ours.pop() == erawan.Move.null() and not erawan.Move.null()
    compare(ours.root(), theirs.root())


def test_texts_that_are_no_moves() -> None:
    errors = ("InvalidMoveError", "IllegalMoveError", "AmbiguousMoveError")
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    sans = ["", "e9", "Ke3", "e5", "O-O-O-O", "xx", "Zf3", "exd5=Q", "Rd1", "Bd1", "Nb5"]
    sans += ["0-0", "O-O+", "e2e4", "Nd7", "de6", "exd6", "a3=Q", "Qxf6#", "qf4", "Nc3-b5", "bxc3"]
    ucis = ["", "e2", "e2e9", "e2e4x", "e2e5", "a1a1", "e1g8", "h7h8q", "d5e6", "e5d7", "e1h1", "E2E4"]
    for read, texts in (("san", sans), ("uci", ucis)):
        for text in texts:
            answers = []
            for board in (erawan.Board(fen), chess.Board(fen)):
                try:
                    answers.append(getattr(board, f"parse_{read}")(text).uci())
                except ValueError as error:
                    assert type(error).__name__ in errors
                    answers.append(type(error).__name__)
            assert answers[0] == answers[1], text
    # What is found in files is read: see the list of differences.
    for text, uci in (("Nd7x", "e5d7"), ("o-o", "e1g1"), ("Qf4!", "f3f4")):
        assert erawan.Board(fen).parse_san(text).uci() == uci
        with pytest.raises(ValueError):
            chess.Board(fen).parse_san(text)
    ambiguous = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
    with pytest.raises(erawan.AmbiguousMoveError):
        erawan.Board("4k3/8/8/8/8/4K3/8/R6R w - - 0 1").push_san("Rd1")
    assert erawan.Board(ambiguous).push_san("Rd1").uci() == "a1d1"


def test_moves_alone() -> None:
    for text in ("e2e4", "a7a8q", "a7a8n", "0000", "h1a8"):
        ours, theirs = erawan.Move.from_uci(text), chess.Move.from_uci(text)
        assert (ours.uci(), str(ours), repr(ours)) == (theirs.uci(), str(theirs), repr(theirs))
        assert ours.promotion == theirs.promotion and bool(ours) == bool(theirs)
        assert pickle.loads(pickle.dumps(ours)) == ours and len({ours, ours}) == 1
    assert erawan.Move(12, 28) == erawan.Move.from_uci("e2e4") != erawan.Move(12, 20)
    assert erawan.Move(52, 60, erawan.QUEEN).uci() == "e7e8q"
    for text in ("", "e2", "e2e", "e2e4e", "i2e4", "e2e4qq", "e2e2", "e2é"):
        with pytest.raises(erawan.InvalidMoveError):
            erawan.Move.from_uci(text)
        with pytest.raises(ValueError):
            chess.Move.from_uci(text)
    for bad in ((64, 0), (0, -1)):
        with pytest.raises(ValueError):
            erawan.Move(*bad)
    with pytest.raises(ValueError):
        erawan.Move(0, 1, 7)


def test_pieces_alone() -> None:
    for symbol in "PNBRQKpnbrqk":
        ours, theirs = erawan.Piece.from_symbol(symbol), chess.Piece.from_symbol(symbol)
        assert (ours.piece_type, ours.color) == (theirs.piece_type, theirs.color)
        assert (ours.symbol(), str(ours), repr(ours)) == (theirs.symbol(), str(theirs), repr(theirs))
        assert ours.unicode_symbol() == theirs.unicode_symbol()
        assert ours.unicode_symbol(invert_color=True) == theirs.unicode_symbol(invert_color=True)
        assert pickle.loads(pickle.dumps(ours)) == ours and len({ours, ours}) == 1
    for bad in ("", "x", "PP"):
        with pytest.raises(ValueError):
            erawan.Piece.from_symbol(bad)
    with pytest.raises(ValueError):
        erawan.Piece(7, True)


def test_copies_and_equality() -> None:
    board = erawan.Board()
    for san in ("e4", "e5", "Nf3"):
        board.push_san(san)
    theirs = chess.Board()
    for san in ("e4", "e5", "Nf3"):
        theirs.push_san(san)
    for stack in (True, False, 0, 1, 2, 7):
        compare(board.copy(stack=stack), theirs.copy(stack=stack))
    for same in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert same == board and same.move_stack == board.move_stack
        same.pop()
        assert same != board and board.fullmove_number == 2
    assert board != "board" and board != erawan.Board(board.fen(), "chess960")
    with pytest.raises(TypeError):
        hash(board)
    board.clear_stack()
    assert board.move_stack == [] and board.fen() == theirs.fen()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    board.reset()
    assert board == erawan.Board()
    assert eval(repr(board), {"Board": erawan.Board}) == board


def test_a_view_of_legal_moves_follows_the_board() -> None:
    ours, theirs = erawan.Board(), chess.Board()
    views = (ours.legal_moves, theirs.legal_moves)
    ours.push_san("e4")
    theirs.push_san("e4")
    assert sorted(map(str, views[0])) == sorted(map(str, views[1]))
    assert len(views[0]) == 20 and "e2e4" not in views[0]
    assert "Nf6" in repr(views[0])


def test_what_cannot_be_played_is_refused() -> None:
    for bad in ("", "8/8/8/8/8/8/8/8 w - - 0 1", "nonsense", "k7/8/8/8/8/8/8/KK6 w - - 0 1"):
        with pytest.raises(ValueError):
            erawan.Board(bad)
    with pytest.raises(ValueError, match="makruk"):
        erawan.Board(variant="draughts")
    with pytest.raises(ValueError):
        erawan.Board(variant="makruk", chess960=True)
    with pytest.raises(ValueError):
        erawan.Board().fen(en_passant="perhaps")
    board = erawan.Board()
    with pytest.raises(erawan.IllegalMoveError):
        board.push(erawan.Move.from_uci("e2e5"))
    with pytest.raises(erawan.IllegalMoveError):
        board.san(erawan.Move.from_uci("e2e5"))
    with pytest.raises(erawan.IllegalMoveError):
        erawan.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").push(erawan.Move.null())
    with pytest.raises(IndexError):
        board.piece_at(64)
    with pytest.raises(ValueError):
        erawan.Board.from_chess960_pos(960)
    with pytest.raises(ValueError):
        erawan.Board.unpack(b"short")
    with pytest.raises(ValueError):
        erawan.Board.unpack(bytes(32))
    assert board == erawan.Board()


def test_perft() -> None:
    # https://www.chessprogramming.org/Perft_Results
    assert [erawan.Board().perft(depth) for depth in range(5)] == [1, 20, 400, 8902, 197281]
    assert erawan.Board().perft(5, threads=2) == 4865609
    assert erawan.Board(FENS[1]).perft(4) == 4085603
    assert erawan.Board(variant="makruk").perft(4) == 273026


def test_polyglot_keys() -> None:
    import chess.polyglot

    for fen in FENS:
        assert erawan.Board(fen).polyglot_key == chess.polyglot.zobrist_hash(chess.Board(fen))


@pytest.mark.parametrize("variant", erawan.VARIANTS)
def test_every_game(variant: str) -> None:
    generator = random.Random(variant)
    board = erawan.Board(variant=variant)
    for _ in range(80):
        moves = list(board.legal_moves)
        assert len(moves) == len(board.legal_moves) == board.perft(1)
        assert bool(moves) == bool(board.legal_moves)
        for move in moves:
            assert board.parse_san(board.san(move)) == board.parse_uci(board.uci(move)) == move
            assert erawan.Move.from_uci(move.uci()) == move
        assert erawan.Board(board.fen(), variant).fen() == board.fen()
        assert erawan.Board.unpack(board.pack(), variant).key == board.key
        assert board._repr_svg_().startswith("<svg")
        if board.is_game_over() or not moves:
            break
        board.push(generator.choice(moves))
    assert pickle.loads(pickle.dumps(board)) == board
    while board.move_stack:
        board.pop()
    assert board == erawan.Board(variant=variant)


def test_makruk_by_its_own_names() -> None:
    board = erawan.Board("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "makruk")
    assert str(board.piece_at(erawan.E5)) == "S"
    piece = board.piece_at(erawan.E5)
    assert piece is not None and piece.piece_type == erawan.BISHOP
    move = board.push_san("g6=M")
    assert move.uci() == "g5g6m" and move.promotion == erawan.QUEEN
    assert "M" in str(board)
    assert board.pop() == erawan.Move.from_uci("g5g6m")
    # The count of Makruk ends games, and a threefold repetition does.
    counted = erawan.Board("8/8/4k3/8/8/2RMK3/8/8 w - 32 31 50", "makruk")
    for uci in ("c3c4", "e6e7", "c4c3"):
        if counted.is_game_over():
            break
        counted.push_uci(uci)
    found = counted.outcome()
    assert found is not None and found.termination is erawan.Termination.COUNTING
    assert counted.result() == "1/2-1/2"


EPDS = [
    '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";',
    "4k3/8/8/8/8/8/8/4K3 b - - fmvn 17; hmvc 13",
    "6k1/1p6/6K1/8/8/8/8/7Q w - - pv Qh7+ Kf8 Qf7#;",
    "4k3/8/3QK3/8/8/8/8/8 w - - bm Qe7# Qb8#; ce 1.5; noop; acd 12",
    '4k3/8/8/2N5/8/8/8/4K3 w - - test Ne4; c0 "a \\\\ b; \\"c\\""; c1 ""; ;',
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
]


@pytest.mark.parametrize("epd", EPDS)
def test_epd_is_read_and_written_as_by_python_chess(epd: str) -> None:
    ours, operations = erawan.Board.from_epd(epd)
    theirs, expected = chess.Board.from_epd(epd)
    assert ours.fen() == theirs.fen() and repr(operations) == repr(expected)
    assert ours.epd(**operations) == theirs.epd(**dict[str, Any](expected))
    board = erawan.Board()
    board.push_san("e4")
    assert board.set_epd(epd) == operations and board.move_stack == [] and board == ours


def test_bad_epds_are_refused() -> None:
    board = erawan.Board()
    start = board.epd()
    for wrong in (board.fen(), start + " bm Nf4;", start + " bm Nf3; 7;", "8/8 w - -", ""):
        with pytest.raises(ValueError):
            board.set_epd(wrong)
    with pytest.raises(ValueError):
        board.epd(bm=erawan.Move.from_uci("e2e5"))
    makruk, operations = erawan.Board.from_epd("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - bm e4;", "makruk")
    assert makruk.epd(**operations).endswith("bm e4;")


def test_numbers_of_start_positions() -> None:
    for number in (0, 17, 518, 959):
        ours, theirs = erawan.Board.from_chess960_pos(number), chess.Board.from_chess960_pos(number)
        assert ours.chess960_pos() == theirs.chess960_pos() == number
        assert ours.fen() == theirs.fen()
        ours.set_chess960_pos(959 - number)
        theirs.set_chess960_pos(959 - number)
        assert ours.fen() == theirs.fen() and ours.chess960_pos() == 959 - number
    assert erawan.Board(variant="makruk").chess960_pos() is None
    with pytest.raises(ValueError):
        erawan.Board().set_chess960_pos(960)


def test_masks_are_those_of_python_chess() -> None:
    names = [name for name in dir(chess) if name.startswith("BB_")]
    names = [name for name in names if isinstance(getattr(chess, name), (int, list)) and hasattr(erawan, name)]
    assert len(names) > 85
    for name in names:
        assert getattr(erawan, name) == getattr(chess, name), name
    random_masks = [random.Random(seed).getrandbits(64) for seed in range(50)]
    moving = [name for name in dir(chess) if name.startswith(("shift_", "flip_", "popcount", "lsb", "msb"))]
    for name in moving:
        for mask in random_masks:
            assert getattr(erawan, name)(mask) == getattr(chess, name)(mask), name
    for name in ("square_distance", "square_manhattan_distance", "square_knight_distance"):
        for a in chess.SQUARES:
            for b in chess.SQUARES:
                assert getattr(erawan, name)(a, b) == getattr(chess, name)(a, b), (name, a, b)


def test_sets_of_squares() -> None:
    squares = erawan.SquareSet([0, 63])
    same = chess.SquareSet([0, 63])
    assert list(squares) == list(same) and int(squares) == int(same) and str(squares) == str(same)
    assert 0 in squares and 1 not in squares and len(squares) == 2
    assert list(reversed(squares)) == [63, 0]
    assert (squares | 2) & ~erawan.SquareSet(1) == erawan.SquareSet([1, 63])
    assert (squares ^ squares) == 0 and squares - [0] == erawan.SquareSet([63])
    assert squares.tolist() == same.tolist() and repr(squares) == repr(same)
    squares.add(5)
    squares.discard(63)
    assert list(squares) == [0, 5]
    with pytest.raises(ValueError):
        erawan.SquareSet([64])
    assert erawan.square_name(erawan.parse_square("e4")) == "e4"
    assert erawan.E4 == chess.E4 == erawan.square(4, 3)
