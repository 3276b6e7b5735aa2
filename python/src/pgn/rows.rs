//! What rows of both tables have in common.

use erawan_board::{File, Move, Rules, Variant};
use erawan_notation::pgn::{
    Follower, GameError, GameResult, Score, Tags, clock_in, decode, evaluation_in,
};

use super::columns::Wanted;
use crate::arrow::column::Batch;
use crate::arrow::{Maps, Texts};
use crate::piece;

/// A batch with more bytes than this ends, however few rows it has.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// Makes rows of games.
pub(crate) trait Rows: Follower + Send {
    /// How many rows there are.
    fn len(&self) -> usize;

    /// What they take in memory, about.
    fn bytes(&self) -> usize;

    /// True if there is enough for a batch.
    fn is_full(&self, batch_size: usize) -> bool {
        self.len() >= batch_size || self.bytes() > MOST_BYTES
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
    pub(crate) tags: TagTexts,
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
            self.tags.push(&String::from_utf8_lossy(name), &Tags::unescape(value));
        }
    }

    /// The last value of a tag counts.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let last = self.tags.iter().rev().find(|tag| tag.0 == name);
        last.map(|tag| tag.1)
    }

    pub(crate) fn push_tags(&self, maps: &mut Maps) {
        for (index, (name, value)) in self.tags.iter().enumerate() {
            // A map has every name once.
            if !self.tags.has_after(index, name) {
                maps.push(name, value);
            }
        }
        maps.close();
    }

    /// The bytes of all tags.
    pub(crate) fn size_of_tags(&self) -> usize {
        self.tags.text.len()
    }

    pub(crate) fn reason(&self, error: &GameError) -> String {
        format!("line {}: {}", self.lines + error.line, error.kind)
    }

    pub(crate) fn result_text(&self) -> Option<&'static str> {
        self.result.map(GameResult::as_str)
    }
}

/// The tags of a game, in one text: most games have a dozen.
#[derive(Default)]
pub(crate) struct TagTexts {
    text: String,
    /// Where names and values end.
    ends: Vec<(usize, usize)>,
}

impl TagTexts {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        let middle = self.text.len();
        self.text.push_str(value);
        self.ends.push((middle, self.text.len()));
    }

    /// True if a tag after that one has the same name.
    fn has_after(&self, index: usize, name: &str) -> bool {
        let pairs = self.ends.get(index..).unwrap_or_default().windows(2);
        pairs.into_iter().any(|pair| {
            let [(_, begin), (middle, _)] = *pair else { return false };
            middle - begin == name.len() && self.text.as_bytes()[begin..middle] == *name.as_bytes()
        })
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> + ExactSizeIterator {
        (0..self.ends.len()).map(|index| {
            let begin = index.checked_sub(1).map_or(0, |before| self.ends[before].1);
            let (middle, end) = self.ends[index];
            (&self.text[begin..middle], &self.text[middle..end])
        })
    }
}

/// What comments have said since the last move.
#[derive(Default)]
pub(crate) struct Remarks {
    /// True if a column shows them.
    is_wanted: bool,
    clock: Option<f64>,
    score: Option<Score>,
}

impl Remarks {
    pub(crate) fn new(wanted: &[Wanted]) -> Remarks {
        use Wanted::{Clock, Clocks, Eval, Evals, Mate, Mates};
        let is_one = |wanted| matches!(wanted, &Clock | &Clocks | &Eval | &Evals | &Mate | &Mates);
        Remarks { is_wanted: wanted.iter().any(is_one), ..Remarks::default() }
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Reads a comment. The first one that says something counts.
    pub(crate) fn read(&mut self, text: &[u8]) {
        if !self.is_wanted || !text.windows(2).any(|pair| pair == b"[%") {
            return;
        }
        let text = decode(text);
        if self.clock.is_none() {
            self.clock = clock_in(&text).map(|clock| clock.as_secs_f64());
        }
        if self.score.is_none() {
            self.score = evaluation_in(&text).map(|evaluation| evaluation.score);
        }
    }

    /// True if nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.clock.is_none() && self.score.is_none()
    }

    pub(crate) fn forget(&mut self) {
        (self.clock, self.score) = (None, None);
    }

    pub(crate) fn clock(&self) -> Option<f64> {
        self.clock
    }

    pub(crate) fn eval(&self) -> Option<i32> {
        match self.score {
            Some(Score::Centipawns(score)) => Some(score),
            _ => None,
        }
    }

    pub(crate) fn mate(&self) -> Option<i16> {
        match self.score {
            Some(Score::Mate(moves)) => i16::try_from(moves).ok(),
            _ => None,
        }
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
