//! What a search found out, put into the words of the protocol.

use std::time::Instant;

use erawan_board::{Game, Move, Rules, Score};
use erawan_engine::{Best, Chances, Info, Playable, wdl};
use erawan_notation::uci::{self, CastlingNotation};

use crate::protocol;

/// How lines are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) castling: CastlingNotation,
    /// Say how likely each result is.
    pub(super) wdl: bool,
}

/// Turns what the engine reports into lines.
pub(super) struct Reporter<R: Rules> {
    /// The game on the board. Lines are played out on it and taken back.
    game: Game<R>,
    style: Style,
    begun: Instant,
    /// The best line told of last.
    told: Option<Info>,
}

impl<R: Playable> Reporter<R> {
    pub(super) fn new(game: Game<R>, style: Style) -> Reporter<R> {
        Reporter { game, style, begun: Instant::now(), told: None }
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
            score: Some(wdl::displayed(info.score, self.game.position())),
            wdl: self.style.wdl.then(|| in_words(info.chances)),
            nodes: Some(info.nodes),
            nodes_per_second: Some(info.nodes.saturating_mul(1000) / milliseconds.max(1)),
            hash_full: Some(info.hashfull),
            tablebase_hits: Some(info.tbhits),
            time: Some(milliseconds),
            pv: self.moves(&info.pv),
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

    /// The move to be played, and the answer expected.
    pub(super) fn best_move(
        &mut self,
        best: Option<Move>,
        ponder: Option<Move>,
    ) -> protocol::Message {
        let line: Vec<Move> = best.into_iter().chain(ponder).collect();
        let mut words = self.moves(&line).into_iter();
        protocol::Message::BestMove { best: words.next(), ponder: words.next() }
    }

    /// What is said of a position in which there is nothing to search.
    pub(super) fn game_over(&self) -> protocol::Info {
        let score =
            if self.game.position().in_check() { Score::Mate(0) } else { Score::Centipawns(0) };
        protocol::Info { depth: Some(0), score: Some(score), ..protocol::Info::default() }
    }

    /// The moves of a line up to the end of the game. A draw that can be
    /// claimed is an end too: whoever watches would claim it.
    fn moves(&mut self, line: &[Move]) -> Vec<String> {
        let mut words = Vec::with_capacity(line.len());
        let before = self.game.moves().len();
        for &m in line {
            let word = uci::write::<R>(m, self.style.castling);
            if self.game.play(m).is_err() {
                break;
            }
            words.push(word);
            if self.game.outcome().is_some() || self.game.claim().is_some() {
                break;
            }
        }
        while self.game.moves().len() > before {
            self.game.undo();
        }
        words
    }
}

/// How likely each result is.
fn in_words(chances: Chances) -> protocol::Wdl {
    let Chances { win, draw, loss } = chances;
    protocol::Wdl { win: win.into(), draw: draw.into(), loss: loss.into() }
}
