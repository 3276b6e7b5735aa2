//! What a program says while it searches, as the page is told it.

use std::time::Duration;

use erawan_board::{Color, Position, Score as UciScore, Variant};
use erawan_engine::Playable;
use erawan_engine::wdl::{self, Chances, Model};
use erawan_notation::uci;
use erawan_uci::protocol::{Info, Wdl};

use crate::limits::MAX_LINES;
use crate::protocol::{AnalysisReply, EngineLine, Score};
use crate::searches::spell;

/// The largest score that is taken for one; no program means more.
const HIGHEST: i32 = 1_000_000;

/// What is known of a search so far. A program may say more in a second than could
/// be shown, so it is only noted here, and worked out when it is to be told.
#[derive(Default)]
pub(super) struct Heard {
    /// The last word on each line, the best one first.
    lines: [Option<Info>; MAX_LINES],
    /// The newest figures, whatever line they came with.
    facts: Info,
    elapsed: Duration,
    is_new: bool,
}

impl Heard {
    pub(super) fn take(&mut self, info: &Info, elapsed: Duration) {
        self.elapsed = elapsed;
        let facts = &mut self.facts;
        facts.depth = info.depth.or(facts.depth);
        facts.selective_depth = info.selective_depth.or(facts.selective_depth);
        facts.nodes = info.nodes.or(facts.nodes);
        facts.nodes_per_second = info.nodes_per_second.or(facts.nodes_per_second);
        facts.time = info.time.or(facts.time);
        facts.hash_full = info.hash_full.or(facts.hash_full);
        facts.tablebase_hits = info.tablebase_hits.or(facts.tablebase_hits);
        if info.score.is_none() || info.pv.is_empty() {
            return;
        }
        let place = info.multi_pv.unwrap_or(1).saturating_sub(1) as usize;
        let Some(line) = self.lines.get_mut(place) else { return };
        // A bound says less than what is known already.
        if info.bound.is_none() || line.as_ref().is_none_or(|known| known.bound.is_some()) {
            *line = Some(info.clone());
            self.is_new = true;
        }
    }

    /// The score of the best line, for the side to move.
    pub(super) fn best_score(&self) -> Option<UciScore> {
        self.lines[0].as_ref().and_then(|info| info.score).map(plausible)
    }

    pub(super) fn depth(&self) -> u32 {
        self.facts.depth.unwrap_or(0)
    }

    /// What is new; nothing if nothing is.
    pub(super) fn reply<R: Playable>(
        &mut self,
        variant: Variant,
        position: &Position<R>,
    ) -> Option<AnalysisReply> {
        if !std::mem::take(&mut self.is_new) {
            return None;
        }
        let known = self.lines.iter().map_while(Option::as_ref);
        let lines = known.map(|info| line(variant, position, info));
        let lines: Vec<EngineLine> = lines.filter(|line| !line.moves.is_empty()).collect();
        if lines.is_empty() {
            return None;
        }
        let Info { nodes, nodes_per_second, time, .. } = self.facts;
        let nodes = nodes.unwrap_or(0);
        let time = time.unwrap_or(self.elapsed.as_millis() as u64);
        Some(AnalysisReply {
            depth: self.depth(),
            seldepth: self.facts.selective_depth.unwrap_or(self.depth()),
            nodes,
            nps: nodes_per_second.unwrap_or(nodes.saturating_mul(1000) / time.max(1)),
            time,
            hashfull: self.facts.hash_full.unwrap_or(0),
            tbhits: self.facts.tablebase_hits.unwrap_or(0),
            lines,
        })
    }
}

/// A line in our notation, as White sees it. Moves count as far as they are legal.
fn line<R: Playable>(variant: Variant, position: &Position<R>, info: &Info) -> EngineLine {
    let flip = position.turn() == Color::Black;
    let score = plausible(info.score.unwrap_or(UciScore::Centipawns(0)));
    let (win, draw, loss) = chances(score, info.wdl, position);
    let mut line = EngineLine {
        depth: info.depth.unwrap_or(0),
        score: Score::new(score, flip),
        wdl: if flip { (loss, draw, win) } else { (win, draw, loss) },
        moves: Vec::new(),
        sans: Vec::new(),
        thai: Vec::new(),
    };
    let mut texts = info.pv.iter();
    spell(variant, *position, &mut line, |at| uci::parse(at, texts.next()?).ok());
    line
}

/// Chances of the side to move in thousandths: the program's own, or those that a
/// score of Erawan's would mean.
fn chances<R: Playable>(
    score: UciScore,
    told: Option<Wdl>,
    position: &Position<R>,
) -> (u16, u16, u16) {
    let is_whole = |wdl: &Wdl| wdl.win.saturating_add(wdl.draw).saturating_add(wdl.loss) == 1000;
    if let Some(Wdl { win, draw, loss }) = told.filter(is_whole) {
        return (win as u16, draw as u16, loss as u16);
    }
    let Chances { win, draw, loss } = match score {
        UciScore::Mate(_) => wdl::chances(score, position),
        UciScore::Centipawns(value) => {
            let (model, material) = (Model::of::<R>(), wdl::material(position));
            model.chances(model.internal(value, material), material)
        }
    };
    (win, draw, loss)
}

fn plausible(score: UciScore) -> UciScore {
    match score {
        UciScore::Centipawns(value) => UciScore::Centipawns(value.clamp(-HIGHEST, HIGHEST)),
        UciScore::Mate(moves) => UciScore::Mate(moves.clamp(-HIGHEST, HIGHEST)),
    }
}
