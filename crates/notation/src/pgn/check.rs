//! Replaying games to see whether all their moves are legal.

use alloc::vec::Vec;

use erawan_board::{
    AnyGame, Chess, Color, File, Makruk, Move, PerGame, Position, Rules, Variant, with_game,
    with_rules,
};

use super::bytes::decode;
use super::error::{GameError, GameErrorKind, MoveText};
use super::remark::{Remark, RemarkKind, Remarks};
use super::result::GameResult;
use super::tags::Header;
use super::tree::named;
use super::visitor::{Visitor, visit};
use crate::san::{self, Language, SanError};

/// A line of play as it is read, with the lines it branched off.
pub(super) struct Replay<R: Rules> {
    line: Line<R>,
    stack: Vec<Line<R>>,
    null_moves: u64,
}

/// [`Replay`] as a [`PerGame`].
pub(super) struct Replays;

impl PerGame for Replays {
    type Of<R: Rules> = Replay<R>;
}

#[derive(Clone, Copy)]
struct Line<R: Rules> {
    /// The position after the last move, and the one before it, where a
    /// variation would begin. They take turns: a copy right after a move would
    /// wait until all parts of the new position are in memory.
    positions: [Position<R>; 2],
    /// Which of them is after the last move: 0 or 1.
    newest: usize,
    ply: u32,
}

impl<R: Rules> Line<R> {
    fn new(start: Position<R>, ply: u32) -> Line<R> {
        Line { positions: [start; 2], newest: 0, ply }
    }

    #[inline(always)]
    fn current(&self) -> &Position<R> {
        &self.positions[self.newest & 1]
    }

    fn previous(&self) -> &Position<R> {
        &self.positions[(self.newest & 1) ^ 1]
    }

    #[inline(always)]
    fn play(&mut self, m: Move) {
        let [zero, one] = &mut self.positions;
        let (from, to) = if self.newest & 1 == 0 { (zero, one) } else { (one, zero) };
        from.play_into(m, to);
        self.newest ^= 1;
        self.ply += 1;
    }

    fn pass(&mut self) {
        let passed = self.current().play_null();
        self.newest ^= 1;
        self.positions[self.newest & 1] = passed;
        self.ply += 1;
    }
}

impl<R: Rules> Replay<R> {
    pub(super) fn new(start: Position<R>) -> Replay<R> {
        Replay { line: Line::new(start, 0), stack: Vec::new(), null_moves: 0 }
    }

    pub(super) fn restart(&mut self, start: Position<R>) {
        self.line = Line::new(start, 0);
        self.stack.clear();
    }

    /// The position after the last move.
    pub(super) fn position(&self) -> &Position<R> {
        self.line.current()
    }

    /// The position before the last move.
    pub(super) fn previous(&self) -> &Position<R> {
        self.line.previous()
    }

    /// The position after the last move of the main line.
    pub(super) fn main_position(&self) -> &Position<R> {
        self.stack.first().unwrap_or(&self.line).current()
    }

    /// Plays a move; none is a null move.
    #[inline(always)]
    pub(super) fn san(&mut self, text: &[u8]) -> Result<Option<Move>, GameErrorKind> {
        let m = match san::parse_inline(self.line.current(), text) {
            Ok(m) => Some(m),
            Err(error) => self.odd_move(text, error)?,
        };
        // One place plays moves, so that it is worth having it in line.
        if let Some(m) = m {
            self.line.play(m);
        }
        Ok(m)
    }

    /// Plays a move that is written in some language.
    pub(super) fn san_in(
        &mut self,
        text: &[u8],
        language: Language,
    ) -> Result<Option<Move>, GameErrorKind> {
        let read = san::parse_in(self.line.current(), &decode(text), language);
        self.played(text, read)
    }

    /// Plays a move that is written as makruk-js does, if this is Makruk.
    pub(super) fn san_of_makruk_js(&mut self, text: &[u8]) -> Result<Option<Move>, GameErrorKind> {
        let Some(position) = self.line.current().as_game::<Makruk>() else {
            return self.san(text);
        };
        let read = san::makruk_js::parse(position, &decode(text));
        self.played(text, read)
    }

    fn played(
        &mut self,
        text: &[u8],
        read: Result<Move, SanError>,
    ) -> Result<Option<Move>, GameErrorKind> {
        match read {
            Ok(m) => {
                self.line.play(m);
                Ok(Some(m))
            }
            Err(error) => self.null_move(text, error),
        }
    }

    /// A word that is no move in plain letters: one with figurines or other
    /// dashes, which is to be played, a null move, which has been, or neither.
    #[cold]
    fn odd_move(&mut self, text: &[u8], error: SanError) -> Result<Option<Move>, GameErrorKind> {
        if text.is_ascii() {
            return self.null_move(text, error);
        }
        match san::parse_in(self.line.current(), &decode(text), Language::English) {
            Ok(m) => Ok(Some(m)),
            Err(error) => self.null_move(text, error),
        }
    }

    #[cold]
    fn null_move(&mut self, text: &[u8], error: SanError) -> Result<Option<Move>, GameErrorKind> {
        let line = &mut self.line;
        let ply = line.ply + 1;
        if error != SanError::NullMove {
            return Err(GameErrorKind::Move { text: MoveText::new(text), ply, error });
        }
        if line.current().in_check() {
            return Err(GameErrorKind::NullMoveInCheck { ply });
        }
        line.pass();
        self.null_moves += 1;
        Ok(None)
    }

    /// What the board has to say about a result. In Makruk it says less: mate
    /// while counting by hand is a draw.
    pub(super) fn contradiction(&self, end: GameResult) -> Option<RemarkKind> {
        let position = self.line.current();
        let board = match (position.in_check(), position.turn()) {
            (false, _) => GameResult::Draw,
            (true, Color::White) => GameResult::BlackWins,
            (true, Color::Black) => GameResult::WhiteWins,
        };
        let is_settled = R::COUNTING || end == GameResult::Unknown || end == board;
        if is_settled || san::can_push_a_pawn(position) || position.has_legal_moves() {
            return None;
        }
        Some(RemarkKind::ResultOnBoard { end, board })
    }

    pub(super) fn begin_variation(&mut self) {
        self.stack.push(self.line);
        self.line = Line::new(*self.line.previous(), self.line.ply.saturating_sub(1));
    }

    pub(super) fn end_variation(&mut self) {
        if let Some(line) = self.stack.pop() {
            self.line = line;
        }
    }
}

/// Whether a game is Chess960 though its tags do not say so.
#[derive(Clone, Copy, Default)]
pub(super) struct Castling {
    /// Its start has castling rights that only Chess960 knows.
    is_free: bool,
    /// They were used.
    was_played: bool,
}

impl Castling {
    pub(super) fn new<R: Rules>(start: &Position<R>) -> Castling {
        let is_free = named(R::VARIANT, start).is_chess960();
        Castling { is_free, was_played: false }
    }

    /// Looks at a move. It is asked at every one, and nearly always in vain.
    #[inline(always)]
    pub(super) fn see(&mut self, m: Option<Move>) {
        if self.is_free {
            self.was_played |= m.is_some_and(is_chess960_castling);
        }
    }

    pub(super) fn was_played(self) -> bool {
        self.was_played
    }

    /// True if the tags name another game than what the castling is of.
    pub(super) fn is_unnamed(self, named: impl FnOnce() -> Option<Variant>) -> bool {
        if !self.is_free {
            return false;
        }
        match named() {
            Some(game) if game.is_chess960() => false,
            // Rights that fit Chess960 only and are never used do no harm.
            Some(_) => self.was_played,
            None => true,
        }
    }
}

/// True if a king castles from another file than classical ones, or with a rook
/// that stands elsewhere than in the corner.
fn is_chess960_castling(m: Move) -> bool {
    let corner = matches!(m.to().file(), File::A | File::H);
    m.is_castle() && !(m.from().file() == File::E && corner)
}

/// What was found in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// Games, good and bad ones.
    pub games: u64,
    /// Games with something wrong in them.
    pub bad_games: u64,
    /// Legal moves, those of variations included.
    pub moves: u64,
    /// Null moves among them, which the standard does not know.
    pub null_moves: u64,
    /// Variations.
    pub variations: u64,
    /// Comments.
    pub comments: u64,
}

/// A [`Visitor`] that replays games, variations included, and hands what is
/// wrong with them to a closure.
pub struct Checker<F: FnMut(GameError)> {
    header: Header,
    replay: AnyGame<Replays>,
    castling: Castling,
    summary: Summary,
    /// What the moves end with.
    result: GameResult,
    remarks: Remarks,
    report: F,
}

impl<F: FnMut(GameError)> Checker<F> {
    /// A checker that calls `report` with every error.
    pub fn new(report: F) -> Checker<F> {
        Checker {
            header: Header::default(),
            replay: AnyGame::of::<Chess>(Replay::new(Position::startpos())),
            castling: Castling::default(),
            summary: Summary::default(),
            result: GameResult::Unknown,
            remarks: Remarks::default(),
            report,
        }
    }

    /// What was found so far.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// What is worth a word about good games since it was asked last: at most a
    /// hundred remarks are kept.
    ///
    /// ```
    /// use erawan_notation::pgn::{self, Checker};
    /// let mut checker = Checker::new(|_| ());
    /// pgn::visit(b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", &mut checker);
    /// let remarks = checker.take_remarks();
    /// assert_eq!(
    ///     remarks[0].to_string(),
    ///     "game 1, line 3: the Result tag says 1-0, the moves end with 0-1"
    /// );
    /// ```
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        self.remarks.take()
    }
}

impl<F: FnMut(GameError)> Visitor for Checker<F> {
    fn begin_game(&mut self) {
        self.header.clear();
        self.result = GameResult::Unknown;
        self.summary.games += 1;
    }

    #[inline]
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.header.tag(name, value);
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        with_rules!(self.header.variant()?, R => {
            let start = self.header.start::<R>()?;
            self.castling = Castling::new(&start);
            match self.replay.get_mut::<R>() {
                Some(replay) => replay.restart(start),
                None => self.replay = AnyGame::of::<R>(Replay::new(start)),
            }
        });
        Ok(())
    }

    #[inline]
    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        self.castling.see(with_game!(&mut self.replay, replay => replay.san(text)?));
        self.summary.moves += 1;
        Ok(())
    }

    #[inline]
    fn comment(&mut self, _: &[u8]) {
        self.summary.comments += 1;
    }

    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.summary.variations += 1;
        with_game!(&mut self.replay, replay => replay.begin_variation());
        Ok(())
    }

    fn end_variation(&mut self) {
        with_game!(&mut self.replay, replay => replay.end_variation());
    }

    fn result(&mut self, result: GameResult) {
        self.result = result;
    }

    fn remark(&mut self, remark: Remark) {
        self.remarks.add(remark);
    }

    fn review(&mut self) -> Option<RemarkKind> {
        if self.castling.is_unnamed(|| self.header.named()) {
            return Some(RemarkKind::ReadAsChess960);
        }
        with_game!(&self.replay, replay => replay.contradiction(self.result))
    }

    fn end_game(&mut self, error: Option<GameError>) {
        let null_moves =
            with_game!(&mut self.replay, replay => core::mem::take(&mut replay.null_moves));
        self.summary.null_moves += null_moves;
        if let Some(error) = error {
            self.summary.bad_games += 1;
            (self.report)(error);
        }
    }
}

/// Replays all games of a text, variations included, and reports what is
/// wrong with them.
///
/// ```
/// use erawan_notation::pgn;
/// let text = b"1. e4 e5 *\n\n[White \"?\"]\n\n1. e4 e5 2. Ke3 *";
/// let mut errors = Vec::new();
/// let summary = pgn::check(text, |error| errors.push(error.to_string()));
/// assert_eq!((summary.games, summary.bad_games, summary.moves), (2, 1, 4));
/// assert_eq!(errors, ["game 2, line 5: Ke3 (ply 3): no such king can go to e3"]);
/// ```
pub fn check(text: &[u8], report: impl FnMut(GameError)) -> Summary {
    let mut checker = Checker::new(report);
    visit(text, &mut checker);
    checker.summary()
}
