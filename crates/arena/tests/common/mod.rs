//! Mock engines, as small shell scripts, and matches to put them in.
#![allow(dead_code)] // Not every test file uses all of it.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use erawan_arena::{Event, GameRecord, Openings, Pace, PlayerSpec, Program, Report, Tournament};
use erawan_board::Rules;
use erawan_engine::Playable;

/// What every mock answers unless it is to be rude.
const HELLO: &str = "uci) echo 'id name Mock'; echo 'option name Ponder type check default false'
    echo 'option name UCI_Chess960 type check default false'
    echo 'option name UCI_Variant type combo default chess var chess var makruk'
    echo uciok;;
isready) echo readyok;;
quit) exit 0;;
position*) position=$line;;";

/// A player whose answers are shell, given line by line in `$line`.
pub fn script(name: &str, body: &str) -> PlayerSpec {
    let body = format!("position=; while read -r line; do {body}; done");
    let arguments = vec!["-c".to_owned(), body];
    let program = Program::Command { program: PathBuf::from("sh"), arguments, folder: None };
    PlayerSpec { program, ..PlayerSpec::command(name, "", slow()) }
}

/// A polite player with more cases than [`HELLO`].
pub fn mock(name: &str, cases: &str) -> PlayerSpec {
    script(name, &format!("case \"$line\" in\n{cases}\n{HELLO}\nesac"))
}

/// A player that plays its part of a game, whichever part that is, and says
/// something before each move. `$n` counts the moves played.
pub fn actor_saying(name: &str, moves: &str, words: &str) -> PlayerSpec {
    mock(
        name,
        &format!(
            "go*) all=${{position#*moves}}; [ \"$all\" = \"$position\" ] && all=
            set -- $all; n=$#; set -- {moves}; shift $n; {words}; echo \"bestmove $1\";;"
        ),
    )
}

pub fn actor(name: &str, moves: &str) -> PlayerSpec {
    actor_saying(name, moves, ":")
}

/// Time enough for any machine.
pub fn slow() -> Pace {
    Pace::clock("60+1".parse().unwrap())
}

pub fn tournament<R: Playable>(players: Vec<PlayerSpec>) -> Tournament<R> {
    Tournament {
        event: "test".into(),
        variant: R::VARIANT,
        players,
        format: Default::default(),
        rounds: 1,
        openings: Openings::default(),
        adjudication: Default::default(),
        concurrency: 1,
        patience: Duration::from_secs(20),
        sprt: None,
    }
}

/// Prepares and plays a match; the games in the order of their numbers.
pub fn play<R: Playable>(mut tournament: Tournament<R>) -> (Report, Vec<GameRecord<R>>, String) {
    tournament.prepare().expect("players that can play");
    run(&tournament, &[])
}

pub fn run<R: Playable>(
    tournament: &Tournament<R>,
    known: &[erawan_arena::Known],
) -> (Report, Vec<GameRecord<R>>, String) {
    let mut games = Vec::new();
    let mut text = String::new();
    let report = tournament.run(known, &AtomicBool::new(false), |event| {
        if let Event::Finished { record, pgn, .. } = event {
            games.push(record.clone());
            text.push_str(pgn);
        }
        true
    });
    games.sort_by_key(|game| game.pairing.number);
    (report, games, text)
}

/// One position as the only opening.
pub fn from_fen<R: Rules>(text: &str) -> Openings<R> {
    Openings::from_epd(text).expect("a position")
}
