//! What rows of both tables have in common.

use erawan_board::{File, Move, Rules, Variant};
use erawan_notation::pgn::{Follower, GameError, GameResult, Tags};

use crate::arrow::column::Batch;
use crate::arrow::{Maps, Texts};
use crate::piece;

/// Makes rows of games.
pub(crate) trait Rows: Follower + Send {
    /// How many rows there are.
    fn len(&self) -> usize;

    /// True if there are enough rows for a batch.
    fn is_full(&self, batch_size: usize) -> bool {
        self.len() >= batch_size
    }

    /// Takes the rows out, and how many games they are of. Games are numbered from 0
    /// in every batch.
    fn take(&mut self) -> (Batch, u64);

    /// Where the games come from, and how many lines come before them there.
    fn place(&mut self, file: Option<&str>, lines: u64);

    /// The stream broke here: ends the game at hand, or stands for one.
    fn abandon(&mut self, reason: &str);
}

/// What is told about a game before its moves, and at its end.
#[derive(Default)]
pub(crate) struct About {
    pub(crate) file: Option<String>,
    pub(crate) lines: u64,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) variant: Option<Variant>,
    pub(crate) result: Option<GameResult>,
    pub(crate) is_open: bool,
    /// True if tags are of interest.
    pub(crate) wants_tags: bool,
}

impl About {
    pub(crate) fn begin(&mut self) {
        self.tags.clear();
        self.variant = None;
        self.result = None;
        self.is_open = true;
    }

    pub(crate) fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"Result" && self.result.is_none() {
            self.result = GameResult::from_bytes(value);
        }
        if self.wants_tags {
            let name = String::from_utf8_lossy(name).into_owned();
            self.tags.push((name, Tags::unescape(value).into_owned()));
        }
    }

    /// The last value of a tag counts.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    pub(crate) fn push_tags(&self, maps: &mut Maps) {
        for (index, (name, value)) in self.tags.iter().enumerate() {
            // A map has every name once.
            if !self.tags[index + 1..].iter().any(|later| later.0 == *name) {
                maps.push(name, value);
            }
        }
        maps.close();
    }

    pub(crate) fn reason(&self, error: &GameError) -> String {
        format!("line {}: {}", self.lines + error.line, error.kind)
    }

    pub(crate) fn result_text(&self) -> Option<&'static str> {
        self.result.map(GameResult::as_str)
    }
}

/// The names of squares.
const NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut index = 0;
    while index < 64 {
        names[index] = [b'a' + (index % 8) as u8, b'1' + (index / 8) as u8];
        index += 1;
    }
    names
};

/// Writes a move as protocols spell it; none is a null move.
#[inline(always)]
pub(crate) fn write_uci<R: Rules>(m: Option<Move>, is_chess960: bool, out: &mut Texts) {
    let Some(m) = m else { return out.push(Some(b"0000")) };
    let from = m.from();
    let is_two_step = m.is_castle() && !is_chess960 && from.file() == File::E;
    let to = if is_two_step { m.king_target() } else { m.to() };
    let ([a, b], [c, d]) = (NAMES[from.index() & 63], NAMES[to.index() & 63]);
    let promotion = m.promotion();
    out.write::<8>(|text| {
        let letter = promotion.map_or(0, piece::letter::<R>);
        *text = [a, b, c, d, letter, 0, 0, 0];
        4 + usize::from(promotion.is_some())
    });
    out.close(true);
}
