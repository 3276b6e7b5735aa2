//! What endgame tables know, for the page.

use erawan_board::{Chess, Game, Variant};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_syzygy::{ProbeError, RootRules, Tables, Wdl};

use crate::lines;
use crate::protocol::{Answer, ErrorKind, Line, TableMove, TableResult, TablesReply};

/// Looks the position at the end of a line up.
pub(crate) fn answer(tables: Option<&Tables>, line: &Line) -> Answer {
    let variant = Variant::from(line.variant);
    let Some(tables) = tables.filter(|_| variant.rules() == Variant::Chess) else {
        return Answer::error(ErrorKind::Unsupported, "there are no tables for this game");
    };
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
        result: table_result(found.wdl),
        dtz: found.dtz,
        zeroing: position.play_unchecked(found.m).halfmove_clock() == 0,
    });
    Ok(TablesReply { result: table_result(result), dtz, moves: moves.collect() })
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
