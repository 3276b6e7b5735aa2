//! What an engine says while it searches.

use core::fmt;

use erawan_board::Score;

use super::words::{OneLine, Words, write_field, write_words};

/// How a score is to be understood that is not exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// How likely each result is, in thousandths, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// A win.
    pub win: u32,
    /// A draw.
    pub draw: u32,
    /// A loss.
    pub loss: u32,
}

/// An `info` line: whatever of it was sent.
///
/// ```
/// use erawan_uci::protocol::{Info, Score};
///
/// let info = Info {
///     depth: Some(1),
///     score: Some(Score::Centipawns(17)),
///     nodes: Some(20),
///     time: Some(1),
///     pv: vec!["e2e4".into()],
///     ..Info::default()
/// };
/// assert_eq!(info.to_string(), "info depth 1 score cp 17 nodes 20 time 1 pv e2e4");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Info {
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The deepest line looked at, in plies.
    pub selective_depth: Option<u32>,
    /// Which of the best moves this is about, from 1.
    pub multi_pv: Option<u32>,
    /// The score, from the side to move's point of view.
    pub score: Option<Score>,
    /// Whether the score is a bound only.
    pub bound: Option<Bound>,
    /// How likely each result is.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched a second.
    pub nodes_per_second: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Positions found in tablebases.
    pub tablebase_hits: Option<u64>,
    /// Time searched, in milliseconds.
    pub time: Option<u64>,
    /// The best line.
    pub pv: Vec<String>,
    /// The root move being searched.
    pub current_move: Option<String>,
    /// Its number, from 1.
    pub current_move_number: Option<u32>,
    /// Any text, to the end of the line.
    pub string: Option<String>,
}

/// The words that end a list of moves: the fields read here, and those of the
/// protocol and of other engines that are passed over.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "depth"
            | "seldepth"
            | "multipv"
            | "score"
            | "cp"
            | "mate"
            | "lowerbound"
            | "upperbound"
            | "wdl"
            | "nodes"
            | "nps"
            | "hashfull"
            | "tbhits"
            | "time"
            | "pv"
            | "currmove"
            | "currmovenumber"
            | "string"
            | "sbhits"
            | "cpuload"
            | "refutation"
            | "currline"
            | "movesleft"
            | "ebf"
    )
}

impl Info {
    /// A line of text for the user.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows the word `info`. Words that mean nothing are passed
    /// over, for engines send many fields that are nobody else's business.
    pub(super) fn read(words: &mut Words<'_>) -> Self {
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word.text {
                "depth" => info.depth = words.number("depth", is_keyword),
                "seldepth" => info.selective_depth = words.number("seldepth", is_keyword),
                "multipv" => info.multi_pv = words.number("multipv", is_keyword),
                "score" => {
                    let is_score =
                        |word| matches!(word, "cp" | "mate" | "lowerbound" | "upperbound");
                    if !words.peek().is_some_and(|next| is_score(next.text)) {
                        words.missing("score");
                    }
                }
                "cp" => info.score = words.number("cp", is_keyword).map(Score::Centipawns),
                "mate" => info.score = words.number("mate", is_keyword).map(Score::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => info.wdl = read_wdl(words),
                "nodes" => info.nodes = words.number("nodes", is_keyword),
                "nps" => info.nodes_per_second = words.number("nps", is_keyword),
                "hashfull" => info.hash_full = words.number("hashfull", is_keyword),
                "tbhits" => info.tablebase_hits = words.number("tbhits", is_keyword),
                "time" => info.time = words.number("time", is_keyword),
                "pv" => info.pv = words.take_until(is_keyword),
                "currmove" => match words.next_unless(is_keyword) {
                    Some(text) => info.current_move = Some(text.text.to_owned()),
                    None => words.missing("currmove"),
                },
                "currmovenumber" => {
                    info.current_move_number = words.number("currmovenumber", is_keyword);
                }
                "string" => info.string = Some(words.rest().to_owned()),
                _ => {}
            }
        }
        info
    }
}

fn read_wdl(words: &mut Words<'_>) -> Option<Wdl> {
    let win = words.number("wdl", is_keyword);
    let draw = words.number("wdl", is_keyword);
    let loss = words.number("wdl", is_keyword);
    Some(Wdl { win: win?, draw: draw?, loss: loss? })
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lower => "lowerbound",
            Self::Upper => "upperbound",
        })
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.selective_depth)?;
        write_field(f, "multipv", self.multi_pv)?;
        write_field(f, "score", self.score)?;
        if let Some(bound) = self.bound {
            write!(f, " {bound}")?;
        }
        if let Some(wdl) = self.wdl {
            write!(f, " {wdl}")?;
        }
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nodes_per_second)?;
        write_field(f, "hashfull", self.hash_full)?;
        write_field(f, "tbhits", self.tablebase_hits)?;
        write_field(f, "time", self.time)?;
        write_field(f, "currmove", self.current_move.as_deref().map(OneLine))?;
        write_field(f, "currmovenumber", self.current_move_number)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_words(f, &self.pv)?;
        }
        // Last, because it takes the rest of the line.
        write_field(f, "string", self.string.as_deref().map(OneLine))
    }
}
