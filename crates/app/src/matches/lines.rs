//! A match as lines of JSON, for programs.

use erawan_arena::sprt::{Decision, Sprt};
use erawan_arena::{GameRecord, PlayerSpec, Standings};
use erawan_board::Variant;
use erawan_engine::Playable;
use erawan_notation::fen;
use erawan_notation::uci::{self, CastlingNotation};
use serde::Serialize;

use crate::json::rounded;

/// A line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Line<'a> {
    /// A game that has ended.
    Game(GameLine<'a>),
    /// Something odd that a player did.
    Warning(WarningLine<'a>),
    /// The results so far.
    Standings(StandingsLine<'a>),
    /// Why the match has ended.
    End {
        /// `finished`, `interrupted`, `H0` or `H1`.
        why: &'static str,
    },
}

/// A number of four decimals, or `null` where there is none.
fn number(number: Option<f64>) -> Option<f64> {
    number.map(|number| rounded(number, 4))
}

fn name(players: &[PlayerSpec], player: usize) -> &str {
    players.get(player).map_or("?", |player| player.name.as_str())
}

#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    round: String,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    termination: &'a str,
    reason: String,
    text: String,
    plies: usize,
    seconds: f64,
    start: String,
    moves: String,
}

/// A game that has ended.
pub(super) fn game<'a, R: Playable>(
    record: &'a GameRecord<R>,
    variant: Variant,
    players: &'a [PlayerSpec],
) -> Line<'a> {
    let pairing = &record.pairing;
    let castling = CastlingNotation::of(variant);
    let moves = record.game.moves().iter();
    let moves: Vec<String> = moves.map(|&m| uci::write::<R>(m, castling)).collect();
    Line::Game(GameLine {
        round: pairing.round(),
        white: name(players, pairing.white),
        black: name(players, pairing.black),
        result: record.end.result().as_str(),
        termination: record.end.termination(),
        reason: record.end.reason(),
        text: record.end.to_string(),
        plies: record.game.moves().len(),
        seconds: rounded(record.took.as_secs_f64(), 3),
        start: fen::write(record.game.start()),
        moves: moves.join(" "),
    })
}

#[derive(Serialize)]
pub(super) struct WarningLine<'a> {
    round: String,
    ply: usize,
    player: &'a str,
    kind: &'a str,
    text: String,
}

/// The warnings of a game, a line each.
pub(super) fn warnings<'a, R: Playable>(
    record: &'a GameRecord<R>,
    players: &'a [PlayerSpec],
) -> impl Iterator<Item = Line<'a>> {
    record.warnings.iter().map(move |warning| {
        let player = record.pairing.player(record.mover(warning.ply));
        Line::Warning(WarningLine {
            round: record.pairing.round(),
            ply: warning.ply + 1,
            player: name(players, player),
            kind: warning.problem.kind(),
            text: warning.problem.to_string(),
        })
    })
}

#[derive(Serialize)]
pub(super) struct StandingsLine<'a> {
    games: u64,
    total: usize,
    players: Vec<PlayerLine<'a>>,
    faults: Vec<FaultLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtLine>,
}

#[derive(Serialize)]
struct PlayerLine<'a> {
    name: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    normalized_elo: Option<f64>,
    normalized_elo_error: Option<f64>,
    los: Option<f64>,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    player: &'a str,
    kind: &'a str,
    count: u64,
}

#[derive(Serialize)]
struct SprtLine {
    elo0: f64,
    elo1: f64,
    model: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
}

/// The results so far.
pub(super) fn standings<'a>(
    standings: &'a Standings,
    players: &'a [PlayerSpec],
    sprt: Option<&Sprt>,
) -> Line<'a> {
    let player = |index: usize| {
        let score = standings.player(index);
        let (elo, normalized) = (score.elo(), score.normalized_elo());
        PlayerLine {
            name: name(players, index),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            pairs: score.pairs,
            elo: number(elo.map(|elo| elo.value)),
            elo_error: number(elo.map(|elo| elo.error)),
            normalized_elo: number(normalized.map(|elo| elo.value)),
            normalized_elo_error: number(normalized.map(|elo| elo.error)),
            los: number(score.likelihood_of_superiority()),
        }
    };
    let fault = |(player, kind, count)| FaultLine { player: name(players, player), kind, count };
    let sprt = sprt.map(|sprt| {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let llr = rounded(sprt.log_likelihood_ratio(&standings.meeting(0)), 4);
        let (lower, upper) = (rounded(lower, 4), rounded(upper, 4));
        SprtLine { elo0, elo1, model: sprt.model().name(), llr, lower, upper }
    });
    Line::Standings(StandingsLine {
        games: standings.games(),
        total: standings.total(),
        players: (0..players.len()).map(player).collect(),
        faults: standings.faults().map(fault).collect(),
        sprt,
    })
}

/// Why the match has ended.
pub(super) fn end(interrupted: bool, decision: Option<Decision>) -> Line<'static> {
    let why = match decision {
        Some(Decision::H0) => "H0",
        Some(Decision::H1) => "H1",
        None if interrupted => "interrupted",
        None => "finished",
    };
    Line::End { why }
}
