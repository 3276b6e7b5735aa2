//! Main lines as they stand in a file: checked, but neither kept nor written anew.

use erawan_notation::pgn::{Checker, GameError, GameErrorKind, GameResult, Tags, Visitor};
use erawan_notation::pgn::{decode, variant_of};

use crate::json;

/// Writes games as JSON while a checker replays them.
pub(crate) struct Lines {
    checker: Checker<fn(GameError)>,
    pub(crate) out: String,
    /// Where the game at hand begins.
    start: usize,
    /// Variations that are open.
    depth: u32,
    tags: Vec<(String, String)>,
    result: GameResult,
    has_moves: bool,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines {
            checker: Checker::new(|_| ()),
            out: String::new(),
            start: 0,
            depth: 0,
            tags: Vec::new(),
            result: GameResult::Unknown,
            has_moves: false,
        }
    }

    /// Writes what is known when all tags have been read.
    fn write_head(&mut self) {
        let tag = |name: &str| self.tags.iter().rfind(|tag| tag.0 == name).map(|tag| &tag.1[..]);
        let variant = tag("Variant").and_then(variant_of).unwrap_or(erawan_board::Variant::Chess);
        self.out.push('{');
        json::member(&mut self.out, "variant", variant.name());
        json::key(&mut self.out, "tags");
        self.out.push('{');
        for (name, value) in &self.tags {
            json::member(&mut self.out, name, value);
        }
        self.out.push('}');
        if let Some(fen) = tag("FEN") {
            json::member(&mut self.out, "fen", fen);
        }
        self.out.push_str(",\"moves\":[");
    }
}

impl Visitor for Lines {
    fn begin_game(&mut self) {
        self.checker.begin_game();
        if !self.out.is_empty() {
            self.out.push(',');
        }
        self.start = self.out.len();
        self.depth = 0;
        self.tags.clear();
        self.result = GameResult::Unknown;
        self.has_moves = false;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.tags.push((decode(name).into_owned(), Tags::unescape(value).into_owned()));
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        self.has_moves = true;
        self.write_head();
        self.checker.begin_moves()
    }

    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        self.checker.san(text)?;
        if self.depth == 0 {
            if !self.out.ends_with('[') {
                self.out.push(',');
            }
            json::string(&mut self.out, &decode(text));
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.depth += 1;
        self.checker.begin_variation()
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.checker.end_variation();
    }

    fn result(&mut self, result: GameResult) {
        self.result = result;
    }

    fn end_game(&mut self, error: Option<GameError>) {
        if let Some(error) = &error {
            self.out.truncate(self.start);
            json::error(&mut self.out, error);
        } else {
            if !self.has_moves {
                self.write_head();
            }
            self.out.push(']');
            let tagged = self.tags.iter().rfind(|tag| tag.0 == "Result");
            let tagged = tagged.and_then(|tag| GameResult::from_bytes(tag.1.as_bytes()));
            let result = match self.result {
                GameResult::Unknown => tagged.unwrap_or_default(),
                result => result,
            };
            json::member(&mut self.out, "result", result.as_str());
            self.out.push('}');
        }
        self.checker.end_game(error);
    }
}
