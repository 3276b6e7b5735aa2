//! A plain 0x88 mailbox for chess, Chess960, Makruk, Ouk Chatrang and Makpong.
//!
//! This module is the yardstick for Erawan's bitboards. It shares no code and no types with them,
//! and it is written to be checked by reading: the board is an array of squares, pieces move by
//! adding offsets, and a move is legal when, after making it, the mover's king is not attacked.
//!
//! Squares are numbered 0 (a1), 1 (b1) .. 63 (h8) in the public interface. Inside, a square is
//! `16 * rank + file`, so that every step off the board sets a bit of `0x88`.
//!
//! ```
//! use erawan_testing::mailbox::{Board, Game, START_CHESS};
//!
//! let mut board = Board::from_fen(Game::Chess, START_CHESS).unwrap();
//! assert_eq!(board.legal_moves().len(), 20);
//! assert_eq!(board.perft(3), 8902);
//! ```

mod fen;
mod make;
mod moves;

pub use make::Undo;

/// The start position of chess.
pub const START_CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The start position of Makruk.
pub const START_MAKRUK: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// The start position of Ouk Chatrang.
pub const START_CAMBODIAN: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";

/// The rules a [`Board`] is played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// Chess, with castling from any Chess960 or double Chess960 start.
    Chess,
    /// Makruk, with automatic counting.
    Makruk,
    /// Ouk Chatrang, Cambodian chess: Makruk with leaps of kings and mets that have not moved, and
    /// with counts of its own.
    Cambodian,
    /// Makpong: Makruk where a king in check may not move but to take what gives it.
    Makpong,
}

/// How the castling rights are written in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingStyle {
    /// `KQkq`. As X-FEN asks, a right whose rook is not the outermost one on its side is
    /// written as the file of the rook instead.
    Standard,
    /// The file of each rook, as in `HAha`.
    Shredder,
}

/// What a piece is, apart from its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Pawn, or bia.
    Pawn,
    /// Knight, or ma.
    Knight,
    Bishop,
    /// Rook, or rua.
    Rook,
    Queen,
    /// King, or khun.
    King,
    Khon,
    Met,
    /// A promoted bia (bia ngai), which moves as a met.
    Ngai,
}

/// How many kinds there are.
const KINDS: usize = 9;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    white: bool,
    kind: Kind,
}

/// Everything about a position that is not on the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    white_to_move: bool,
    /// The squares of the rooks that may castle: `[colour][side]`, see [`colour`], [`KING_SIDE`]
    /// and [`QUEEN_SIDE`].
    castling: [[Option<usize>; 2]; 2],
    /// Ouk: whether king and met may still leap, `[colour][king, met]`.
    leaps: [[bool; 2]; 2],
    /// The square that a pawn passed over in the last move.
    ep: Option<usize>,
    halfmoves: u32,
    fullmoves: u32,
    /// Makruk: the limit of the running count in plies, 0 when nothing is counted.
    count_limit: u32,
    /// Makruk: the plies counted so far.
    count_ply: u32,
}

/// The rook stands towards the h-file from the king.
const KING_SIDE: usize = 0;
/// The rook stands towards the a-file from the king.
const QUEEN_SIDE: usize = 1;

/// The index of a colour in the arrays kept for each colour.
fn colour(white: bool) -> usize {
    if white { 0 } else { 1 }
}

/// Where the king and the met of a colour stand at the start of Ouk, each king on the left of its
/// met as its owner sees it.
fn leap_homes(white: bool) -> [(Kind, usize); 2] {
    if white {
        [(Kind::King, at(3, 0)), (Kind::Met, at(4, 0))]
    } else {
        [(Kind::King, at(4, 7)), (Kind::Met, at(3, 7))]
    }
}

/// A position of one of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    game: Game,
    /// The 0x88 board. The squares whose index has a bit of 0x88 set stay empty.
    squares: [Option<Piece>; 128],
    /// Where each king stands.
    kings: [usize; 2],
    /// How many pieces there are of each colour and kind.
    counts: [[u32; KINDS]; 2],
    state: State,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mv {
    /// The square the piece leaves, 0..=63.
    pub from: u8,
    /// The square the piece goes to, 0..=63. For castling it is the square of the rook.
    pub to: u8,
    /// What a pawn becomes: `q`, `r`, `b` or `n` in chess, `m` in the other games.
    pub promotion: Option<char>,
    /// Whether the king castles with the rook on `to`.
    pub is_castle: bool,
}

impl Mv {
    /// Writes the move as UCI does.
    ///
    /// Castling is written as the king taking its rook (`e1h1`) when `chess960`, and otherwise
    /// with the square the king goes to (`e1g1`).
    pub fn uci(&self, chess960: bool) -> String {
        let mut to = to_88(self.to);
        if self.is_castle && !chess960 {
            (to, _) = castling_targets(to_88(self.from), to);
        }
        let mut text = square_name(to_88(self.from)) + &square_name(to);
        text.extend(self.promotion);
        text
    }
}

impl Board {
    /// Which game the board plays.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Whether White is to move.
    pub fn white_to_move(&self) -> bool {
        self.state.white_to_move
    }

    /// The FEN letter of the piece on a square, upper case for White.
    ///
    /// A promoted bia is an `M` as a met is; see [`Board::is_promoted_bia`].
    ///
    /// # Panics
    ///
    /// When `sq` is not below 64.
    pub fn piece_at(&self, sq: u8) -> Option<char> {
        self.squares[to_88(sq)].map(fen::letter)
    }

    /// Whether a promoted bia stands on a square.
    ///
    /// # Panics
    ///
    /// When `sq` is not below 64.
    pub fn is_promoted_bia(&self, sq: u8) -> bool {
        self.squares[to_88(sq)].is_some_and(|piece| piece.kind == Kind::Ngai)
    }

    /// The running Makruk count as `(limit, ply)`, both in plies; `None` when nothing is counted.
    pub fn count(&self) -> Option<(u32, u32)> {
        (self.state.count_limit > 0).then_some((self.state.count_limit, self.state.count_ply))
    }

    /// Whether the game is drawn because the Makruk count has passed its limit.
    ///
    /// A mate on the board goes before the count.
    pub fn is_drawn_by_count(&self) -> bool {
        let passed = self.count().is_some_and(|(limit, ply)| ply > limit);
        passed && !(self.in_check() && self.legal_moves().is_empty())
    }

    /// Counts the leaves of the tree of legal moves.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        for mv in self.pseudo_legal_moves() {
            let undo = self.make(mv);
            if !self.king_is_attacked(!self.state.white_to_move) {
                nodes += if depth == 1 { 1 } else { self.perft(depth - 1) };
            }
            self.unmake(mv, undo);
        }
        nodes
    }

    fn put(&mut self, sq: usize, piece: Piece) {
        self.squares[sq] = Some(piece);
        self.counts[colour(piece.white)][piece.kind as usize] += 1;
        if piece.kind == Kind::King {
            self.kings[colour(piece.white)] = sq;
        }
    }

    fn take(&mut self, sq: usize) -> Option<Piece> {
        let piece = self.squares[sq].take()?;
        self.counts[colour(piece.white)][piece.kind as usize] -= 1;
        Some(piece)
    }
}

/// From 0..=63 to the inside numbering.
fn to_88(sq: u8) -> usize {
    assert!(sq < 64, "a square is below 64, not {sq}");
    at(usize::from(sq) % 8, usize::from(sq) / 8)
}

/// From the inside numbering to 0..=63.
fn to_64(sq: usize) -> u8 {
    (8 * rank_of(sq) + file_of(sq)) as u8
}

/// The square on a file and a rank, both from 0 to 7.
fn at(file: usize, rank: usize) -> usize {
    16 * rank + file
}

fn file_of(sq: usize) -> usize {
    sq % 16
}

fn rank_of(sq: usize) -> usize {
    sq / 16
}

/// The square an offset away, unless that is off the board.
fn step(sq: usize, offset: isize) -> Option<usize> {
    let target = sq as isize + offset;
    (target & 0x88 == 0).then_some(target as usize)
}

/// Where the king and the rook stand after castling: the g- and f-files, or the c- and d-files.
fn castling_targets(king: usize, rook: usize) -> (usize, usize) {
    let rank = rank_of(king);
    if rook > king { (at(6, rank), at(5, rank)) } else { (at(2, rank), at(3, rank)) }
}

/// The name of a square, such as `e4`.
fn square_name(sq: usize) -> String {
    format!("{}{}", fen::file_letter(sq), rank_of(sq) + 1)
}
