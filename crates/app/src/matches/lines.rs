//! A match as lines of JSON, for programs.

use std::fmt::{self, Write as _};

use erawan_arena::sprt::{Decision, Sprt};
use erawan_arena::{GameRecord, PlayerSpec, Standings};
use erawan_board::Variant;
use erawan_engine::Playable;
use erawan_notation::fen;
use erawan_notation::uci::{self, CastlingNotation};

use crate::json::Text;

/// A number, or `null` where there is none.
struct Number(Option<f64>);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.filter(|number| number.is_finite()) {
            Some(number) => write!(f, "{number:.4}"),
            None => f.write_str("null"),
        }
    }
}

fn name(players: &[PlayerSpec], player: usize) -> Text<'_> {
    Text(players.get(player).map_or("?", |player| player.name.as_str()))
}

/// A game that has ended.
pub(super) fn game<R: Playable>(
    record: &GameRecord<R>,
    variant: Variant,
    players: &[PlayerSpec],
) -> String {
    let pairing = &record.pairing;
    let castling = CastlingNotation::of(variant);
    let moves = record.game.moves().iter();
    let moves: Vec<String> = moves.map(|&m| uci::write::<R>(m, castling)).collect();
    format!(
        "{{\"type\":\"game\",\"round\":{},\"white\":{},\"black\":{},\"result\":{},\
         \"termination\":{},\"reason\":{},\"text\":{},\"plies\":{},\"seconds\":{:.3},\
         \"start\":{},\"moves\":{}}}",
        Text(&pairing.round()),
        name(players, pairing.white),
        name(players, pairing.black),
        Text(record.end.result().as_str()),
        Text(record.end.termination()),
        Text(&record.end.reason()),
        Text(&record.end.to_string()),
        record.game.moves().len(),
        record.took.as_secs_f64(),
        Text(&fen::write(record.game.start())),
        Text(&moves.join(" ")),
    )
}

/// The warnings of a game, a line each.
pub(super) fn warnings<R: Playable>(record: &GameRecord<R>, players: &[PlayerSpec]) -> String {
    let mut out = String::new();
    for warning in &record.warnings {
        let player = record.pairing.player(record.mover(warning.ply));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{{\"type\":\"warning\",\"round\":{},\"ply\":{},\"player\":{},\"kind\":{},\"text\":{}}}",
            Text(&record.pairing.round()),
            warning.ply + 1,
            name(players, player),
            Text(warning.problem.kind()),
            Text(&warning.problem.to_string()),
        );
    }
    out
}

/// The results so far.
pub(super) fn standings(
    standings: &Standings,
    players: &[PlayerSpec],
    sprt: Option<&Sprt>,
) -> String {
    let mut out = format!(
        "{{\"type\":\"standings\",\"games\":{},\"total\":{},\"players\":[",
        standings.games(),
        standings.total()
    );
    for (index, _) in players.iter().enumerate() {
        let score = standings.player(index);
        let (elo, normalized) = (score.elo(), score.normalized_elo());
        let _ = write!(
            out,
            "{}{{\"name\":{},\"wins\":{},\"draws\":{},\"losses\":{},\"pairs\":{:?},\"elo\":{},\
             \"elo_error\":{},\"normalized_elo\":{},\"normalized_elo_error\":{},\"los\":{}}}",
            if index > 0 { "," } else { "" },
            name(players, index),
            score.wins,
            score.draws,
            score.losses,
            score.pairs,
            Number(elo.map(|elo| elo.value)),
            Number(elo.map(|elo| elo.error)),
            Number(normalized.map(|elo| elo.value)),
            Number(normalized.map(|elo| elo.error)),
            Number(score.likelihood_of_superiority()),
        );
    }
    out.push_str("],\"faults\":[");
    for (index, (player, kind, count)) in standings.faults().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(
            out,
            "{comma}{{\"player\":{},\"kind\":{},\"count\":{count}}}",
            name(players, player),
            Text(kind)
        );
    }
    out.push(']');
    if let Some(sprt) = sprt {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let _ = write!(
            out,
            ",\"sprt\":{{\"elo0\":{elo0},\"elo1\":{elo1},\"model\":{},\"llr\":{},\"lower\":{},\
             \"upper\":{}}}",
            Text(sprt.model().name()),
            Number(Some(sprt.log_likelihood_ratio(&standings.meeting(0)))),
            Number(Some(lower)),
            Number(Some(upper)),
        );
    }
    out.push('}');
    out
}

/// Why the match has ended.
pub(super) fn end(interrupted: bool, decision: Option<Decision>) -> String {
    let why = match decision {
        Some(Decision::H0) => "H0",
        Some(Decision::H1) => "H1",
        None if interrupted => "interrupted",
        None => "finished",
    };
    format!("{{\"type\":\"end\",\"why\":\"{why}\"}}")
}
