//! What endgame tables know, for the page: Syzygy's of chess, and those of
//! games with a count.
//!
//! What does not live here: what a search makes of them (`erawan-engine`).

use std::sync::Arc;

use erawan_board::{Chess, Game, Rules, Variant, with_rules};
use erawan_endings::{Ending, Endings, Outcome, RankedMove, Timing};
use erawan_engine::Engine;
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_syzygy::{ProbeError, RootRules, Tables, Wdl};

use crate::lines;
use crate::protocol::{
    Answer, ErrorKind, Line, MateReply, TableMove, TableResult, TablesReply, TimingName,
};

/// The tables of all games, where there are some.
#[derive(Clone, Default)]
pub struct AllTables {
    /// Those of chess.
    pub syzygy: Option<Arc<Tables>>,
    /// Those of games with a count.
    pub endings: Option<Arc<Endings>>,
}

impl AllTables {
    /// The men of a game's largest table; 0 without any.
    pub fn max_men(&self, variant: Variant) -> u32 {
        if Endings::cover(variant) {
            self.endings.as_ref().map_or(0, |endings| endings.max_men(variant))
        } else {
            self.syzygy.as_ref().map_or(0, |tables| tables.max_men())
        }
    }

    /// Lets an engine use them.
    pub fn give(&self, engine: &mut Engine) {
        engine.set_tables(self.syzygy.clone());
        engine.set_endings(self.endings.clone());
    }
}

/// Looks the position at the end of a line up.
pub fn answer(tables: &AllTables, line: &Line) -> Answer {
    let variant = Variant::from(line.variant);
    let answer = with_rules!(variant, R => {
        if Endings::cover(R::VARIANT) {
            tables.endings.as_ref().map(|tables| counted::<R>(tables, line))
        } else {
            tables.syzygy.as_ref().map(|tables| chess(tables, variant, line))
        }
    });
    answer.unwrap_or_else(|| {
        Answer::error(ErrorKind::Unsupported, "there are no tables for this game")
    })
}

fn chess(tables: &Tables, variant: Variant, line: &Line) -> Answer {
    let game = match lines::replay::<Chess>(line) {
        Ok(game) => game,
        Err(error) => return Answer::error(ErrorKind::Input, error),
    };
    match look_up(tables, variant, &game) {
        Ok(reply) => Answer::Tables(reply),
        Err(error @ ProbeError::Missing { .. }) => Answer::error(ErrorKind::Unsupported, error),
        Err(error) => Answer::error(ErrorKind::Input, error),
    }
}

fn look_up(
    tables: &Tables,
    variant: Variant,
    game: &Game<Chess>,
) -> Result<TablesReply, ProbeError> {
    let position = game.position();
    let ranked = tables.root_moves(position, RootRules::default())?;
    let dtz = match tables.probe_dtz(position) {
        // Results may be there without distances.
        Err(ProbeError::Missing { .. }) => None,
        other => Some(other?),
    };
    // With the clock as it stands, the position is worth what its best move is.
    let result = match ranked.moves.first() {
        Some(best) => best.wdl,
        None => tables.probe_wdl(position)?,
    };
    let moves = ranked.moves.iter().map(|found| TableMove {
        uci: uci::write::<Chess>(found.m, CastlingNotation::of(variant)),
        san: san::write(position, found.m),
        thai: None,
        result: table_result(found.wdl),
        dtz: found.dtz,
        zeroing: position.play_unchecked(found.m).halfmove_clock() == 0,
        mate: None,
    });
    Ok(TablesReply { result: table_result(result), dtz, mate: None, moves: moves.collect() })
}

fn table_result(result: Wdl) -> TableResult {
    match result {
        Wdl::Win => TableResult::Win,
        Wdl::CursedWin => TableResult::Cursed,
        Wdl::Draw => TableResult::Draw,
        Wdl::BlessedLoss => TableResult::Blessed,
        Wdl::Loss => TableResult::Loss,
    }
}

/// The same for a game with a count.
fn counted<R: Rules>(tables: &Endings, line: &Line) -> Answer {
    use erawan_endings::ProbeError;
    let game = match lines::replay::<R>(line) {
        Ok(game) => game,
        Err(error) => return Answer::error(ErrorKind::Input, error),
    };
    match look_up_counted(tables, &game) {
        Ok(reply) => Answer::Tables(reply),
        // No table is no news; one that is damaged is, and so is a count that no
        // table can know.
        Err(
            error @ (ProbeError::Missing(_) | ProbeError::TooManyMen(_) | ProbeError::NotInTable),
        ) => Answer::error(ErrorKind::Unsupported, error),
        Err(error) => Answer::error(ErrorKind::Input, error),
    }
}

fn look_up_counted<R: Rules>(
    tables: &Endings,
    game: &Game<R>,
) -> Result<TablesReply, erawan_endings::ProbeError> {
    let position = game.position();
    let ending = tables.look_up(position)?;
    let moves = tables.rank(position)?.into_iter().map(|found| TableMove {
        uci: uci::write::<R>(found.m, CastlingNotation::of(R::VARIANT)),
        san: san::write(position, found.m),
        thai: lines::thai(position, found.m),
        result: outcome(found.outcome),
        dtz: None,
        zeroing: false,
        mate: moves_to_mate(&found),
    });
    let (result, mate) = (outcome(ending.outcome), mate_reply(&ending));
    Ok(TablesReply { result, dtz: None, mate, moves: moves.collect() })
}

fn outcome(outcome: Outcome) -> TableResult {
    match outcome {
        Outcome::Win => TableResult::Win,
        Outcome::Draw => TableResult::Draw,
        Outcome::Loss => TableResult::Loss,
    }
}

fn mate_reply(ending: &Ending) -> Option<MateReply> {
    let (timing, renewed) = match ending.timing()? {
        Timing::InTime => (TimingName::InTime, None),
        Timing::TooLate => (TimingName::TooLate, None),
        Timing::Renewed(moves) => (TimingName::Renewed, Some(moves)),
        Timing::NextTooShort => (TimingName::NextTooShort, None),
        Timing::NotEnough => (TimingName::NotEnough, None),
    };
    let (moves, ours, left) = (ending.mate_moves()?, ending.mates()?, ending.moves_left());
    Some(MateReply { moves, ours, left, timing, renewed })
}

/// The moves to mate with this one included, as the side that plays it sees it.
fn moves_to_mate(found: &RankedMove) -> Option<i32> {
    let Some(next) = found.next else {
        // Over and won: this was the mate.
        return (found.outcome == Outcome::Win).then_some(1);
    };
    let plies = i32::from(next.mate?) + 1;
    Some(if plies % 2 == 1 { (plies + 1) / 2 } else { -plies / 2 })
}
