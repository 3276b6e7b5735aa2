//! What a search found out, put into the words of the protocol.

use std::time::Instant;

use erawan_board::{Move, Position, Rules, Score};
use erawan_engine::{Best, Chances, Info, Playable, wdl};
use erawan_notation::uci::{self, CastlingNotation};

use crate::protocol;

/// How moves are written.
#[derive(Clone, Copy)]
pub(super) enum Notation {
    /// Squares, as UCI wants it.
    Squares(CastlingNotation),
    /// The same, but castling is `O-O` or `O-O-O`, as XBoard wants it in Chess960.
    Spoken,
}

impl Notation {
    pub(super) fn write<R: Rules>(self, m: Move) -> String {
        match self {
            Notation::Squares(castling) => uci::write::<R>(m, castling),
            Notation::Spoken if m.is_short_castle() => "O-O".to_owned(),
            Notation::Spoken if m.is_castle() => "O-O-O".to_owned(),
            Notation::Spoken => uci::write::<R>(m, CastlingNotation::Standard),
        }
    }
}

/// How lines are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) notation: Notation,
    /// Say how likely each result is.
    pub(super) wdl: bool,
}

impl Style {
    /// The move to be played, and the answer expected.
    pub(super) fn best_move<R: Rules>(
        self,
        best: Option<Move>,
        ponder: Option<Move>,
    ) -> protocol::Message {
        let write = |m| self.notation.write::<R>(m);
        protocol::Message::BestMove { best: best.map(write), ponder: ponder.map(write) }
    }

    fn moves<R: Rules>(self, line: &[Move]) -> Vec<String> {
        line.iter().map(|&m| self.notation.write::<R>(m)).collect()
    }
}

/// Turns what the engine reports into lines. Those end with the game; the
/// engine has seen to that.
pub(super) struct Reporter<R: Rules> {
    /// The position on the board.
    position: Position<R>,
    style: Style,
    begun: Instant,
    /// The best line told of last.
    told: Option<Info>,
}

impl<R: Playable> Reporter<R> {
    pub(super) fn new(position: Position<R>, style: Style) -> Reporter<R> {
        Reporter { position, style, begun: Instant::now(), told: None }
    }

    /// A line for a line of play.
    pub(super) fn line(&mut self, info: &Info) -> protocol::Info {
        if info.multipv <= 1 {
            self.told = Some(info.clone());
        }
        let milliseconds = info.time.as_millis() as u64;
        protocol::Info {
            depth: Some(info.depth),
            selective_depth: Some(info.seldepth),
            multi_pv: Some(info.multipv as u32),
            score: Some(wdl::displayed(info.score, &self.position)),
            wdl: self.style.wdl.then(|| in_words(info.chances)),
            nodes: Some(info.nodes),
            nodes_per_second: Some(info.nodes.saturating_mul(1000) / milliseconds.max(1)),
            hash_full: Some(info.hashfull),
            tablebase_hits: Some(info.tbhits),
            time: Some(milliseconds),
            pv: self.style.moves::<R>(&info.pv),
            ..protocol::Info::default()
        }
    }

    /// A last line if the move to be played is not the one told of last:
    /// another thread may know better than the one that reports.
    pub(super) fn correction(&mut self, found: &Best) -> Option<protocol::Info> {
        let told = self.told.as_ref();
        let best = found.best.filter(|best| told.and_then(|told| told.pv.first()) != Some(best))?;
        let line: Vec<Move> = [best].into_iter().chain(found.ponder).collect();
        let depth = found.depth.max(1);
        let info = Info {
            depth,
            seldepth: told.map_or(0, |told| told.seldepth).max(depth),
            multipv: 1,
            score: found.score,
            chances: found.chances,
            nodes: found.nodes,
            time: self.begun.elapsed(),
            hashfull: told.map_or(0, |told| told.hashfull),
            tbhits: told.map_or(0, |told| told.tbhits),
            pv: line,
        };
        Some(self.line(&info))
    }

    /// What is said of a position in which there is nothing to search.
    pub(super) fn game_over(&self) -> protocol::Info {
        let score = if self.position.in_check() { Score::Mate(0) } else { Score::Centipawns(0) };
        protocol::Info { depth: Some(0), score: Some(score), ..protocol::Info::default() }
    }
}

/// How likely each result is.
fn in_words(chances: Chances) -> protocol::Wdl {
    let Chances { win, draw, loss } = chances;
    protocol::Wdl { win: win.into(), draw: draw.into(), loss: loss.into() }
}
