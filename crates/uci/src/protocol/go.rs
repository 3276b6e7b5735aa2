//! What to search, and for how long.

use core::fmt;

use super::words::{Words, write_field, write_words};

/// The parameters of `go`: times in milliseconds, everything as it was sent.
///
/// A clock may be negative: the GUI has let the flag fall and plays on.
///
/// ```
/// use erawan_uci::protocol::Go;
///
/// let go = Go { white_time: Some(60_000), black_time: Some(-12), ..Go::default() };
/// assert_eq!(go.to_string(), "go wtime 60000 btime -12");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Go {
    /// Consider only these moves at the root.
    pub search_moves: Vec<String>,
    /// The last move of the position is the one expected from the opponent:
    /// think until `ponderhit` or `stop`.
    pub ponder: bool,
    /// What is left on White's clock.
    pub white_time: Option<i64>,
    /// What is left on Black's clock.
    pub black_time: Option<i64>,
    /// What White gets for each move.
    pub white_increment: Option<i64>,
    /// What Black gets for each move.
    pub black_increment: Option<i64>,
    /// How many moves there are until more time is given.
    pub moves_to_go: Option<u32>,
    /// Search this many plies.
    pub depth: Option<u32>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search for this long.
    pub move_time: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count the positions this many plies away instead of searching.
    pub perft: Option<u32>,
    /// With `perft`: tell the counts of the depths before it too.
    pub each: bool,
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "searchmoves"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "infinite"
            | "perft"
            | "each"
    )
}

impl Go {
    /// Reads what follows the word `go`. A parameter given twice counts as it
    /// was given last.
    pub(super) fn read(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            match word.text {
                "searchmoves" => {
                    let moves = words.take_until(is_keyword);
                    if moves.is_empty() {
                        words.missing("searchmoves");
                    }
                    go.search_moves = moves;
                }
                "ponder" => go.ponder = true,
                "wtime" => go.white_time = words.number("wtime", is_keyword),
                "btime" => go.black_time = words.number("btime", is_keyword),
                "winc" => go.white_increment = words.number("winc", is_keyword),
                "binc" => go.black_increment = words.number("binc", is_keyword),
                "movestogo" => go.moves_to_go = words.number("movestogo", is_keyword),
                "depth" => go.depth = words.number("depth", is_keyword),
                "nodes" => go.nodes = words.number("nodes", is_keyword),
                "mate" => go.mate = words.number("mate", is_keyword),
                "movetime" => go.move_time = words.number("movetime", is_keyword),
                "infinite" => go.infinite = true,
                "perft" => go.perft = words.number("perft", is_keyword),
                "each" => go.each = true,
                _ => words.unexpected("go", word),
            }
        }
        go
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write_field(f, "wtime", self.white_time)?;
        write_field(f, "btime", self.black_time)?;
        write_field(f, "winc", self.white_increment)?;
        write_field(f, "binc", self.black_increment)?;
        write_field(f, "movestogo", self.moves_to_go)?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "mate", self.mate)?;
        write_field(f, "movetime", self.move_time)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        write_field(f, "perft", self.perft)?;
        if self.each {
            f.write_str(" each")?;
        }
        // Last, because Stockfish takes everything after it for moves.
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
            write_words(f, &self.search_moves)?;
        }
        Ok(())
    }
}
