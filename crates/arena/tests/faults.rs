//! What engines do wrong, and that the match goes on.
#![cfg(unix)]

use std::time::{Duration, Instant};

use crate::common::*;
use erawan_arena::{End, Fault, GameRecord, Pace, PlayerSpec, Report, TournamentError};
use erawan_board::{Chess, Color, Makruk, Variant};

fn opponent() -> PlayerSpec {
    PlayerSpec::builtin("Opponent", Pace::nodes(1))
}

/// Two pairs of games of a bad player against a good one. It must lose all four
/// with the fault that is expected.
fn loses(bad: PlayerSpec, patience: Duration) -> Vec<GameRecord<Chess>> {
    let mut match_up = tournament::<Chess>(vec![bad, opponent()]);
    match_up.rounds = 2;
    match_up.patience = patience;
    let (report, games, _) = play(match_up);
    assert_eq!(report.standings.games(), 4);
    let score = report.standings.meeting(0);
    assert_eq!((score.wins, score.draws, score.losses), (0, 0, 4));
    assert_eq!(score.pairs, [2, 0, 0, 0, 0]);
    let total: u64 = report
        .standings
        .faults()
        .map(|(player, _, count)| {
            assert_eq!(player, 0, "the guilty one is named");
            count
        })
        .sum();
    assert_eq!(total, 4);
    games
}

fn faults(games: &[GameRecord<Chess>]) -> Vec<&Fault> {
    let fault = |game: &'_ GameRecord<Chess>| -> (Color, bool) {
        let color = if game.pairing.white == 0 { Color::White } else { Color::Black };
        (color, matches!(&game.end, End::Fault { color: guilty, .. } if *guilty == color))
    };
    assert!(games.iter().all(|game| fault(game).1), "the guilty side is named");
    games
        .iter()
        .filter_map(|game| match &game.end {
            End::Fault { fault, .. } => Some(fault),
            _ => None,
        })
        .collect()
}

const LONG: Duration = Duration::from_secs(20);

#[test]
fn a_crash_costs_the_game() {
    let games = loses(mock("Bad", "go*) echo 'segmentation fault' >&2; exit 3;;"), LONG);
    for fault in faults(&games) {
        let text = fault.to_string();
        assert!(text.contains("exit status: 3") && text.contains("segmentation fault"), "{text}");
    }
    assert!(games.iter().all(|game| game.end.termination() == "abandoned"));
}

#[test]
fn closing_the_wire_costs_the_game() {
    for fault in faults(&loses(mock("Bad", "go*) exec >&-; sleep 2; exit 0;;"), LONG)) {
        assert!(matches!(fault, Fault::Crash(_)), "{fault:?}");
    }
}

#[test]
fn an_illegal_move_costs_the_game() {
    // The third is no move of any position, the last not even text.
    for answer in ["bestmove e2e5", "bestmove 0000", "bestmove hello", "bestmove \\377\\376\\001"] {
        let games = loses(mock("Bad", &format!("go*) printf '{answer}\\n';;")), LONG);
        for fault in faults(&games) {
            assert!(matches!(fault, Fault::IllegalMove { .. }), "{fault:?}");
        }
        assert!(games.iter().all(|game| game.end.termination() == "rules infraction"));
    }
    for fault in faults(&loses(mock("Bad", "go*) echo 'bestmove (none)';;"), LONG)) {
        assert_eq!(fault, &Fault::NoMove);
    }
}

#[test]
fn too_much_time_costs_the_game() {
    let pace = Pace::clock("0.1".parse().unwrap());
    let cases = "go*) sleep 0.3; echo 'bestmove e2e4';;";
    for fault in faults(&loses(PlayerSpec { pace, ..mock("Bad", cases) }, LONG)) {
        let Fault::Time { elapsed, allowed } = fault else { panic!("{fault:?}") };
        assert!(*elapsed >= Duration::from_millis(290), "{elapsed:?}");
        assert_eq!(*allowed, Duration::from_millis(100));
    }
    let pace = Pace { move_time: Some(Duration::from_millis(100)), ..Pace::default() };
    for fault in faults(&loses(PlayerSpec { pace, ..mock("Bad", cases) }, LONG)) {
        assert_eq!(fault.kind(), "time forfeit");
    }
}

#[test]
fn a_margin_saves_the_game() {
    let margin = Duration::from_secs(30);
    let pace = Pace { margin, ..Pace::clock("0.1".parse().unwrap()) };
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let late = PlayerSpec { pace, ..actor_saying("Late", moves, "sleep 0.2") };
    let (report, ..) = play(tournament::<Chess>(vec![late, actor("Other", moves)]));
    assert_eq!(report.standings.faults().count(), 0);
    assert_eq!(report.standings.meeting(0).pairs, [0, 0, 1, 0, 0]);
}

#[test]
fn silence_costs_the_game() {
    let begun = Instant::now();
    let pace = Pace::clock("0.1".parse().unwrap());
    let silent = PlayerSpec { pace, ..mock("Bad", "go*) :;;") };
    for fault in faults(&loses(silent, Duration::from_millis(500))) {
        assert!(matches!(fault, Fault::Silence { .. }), "{fault:?}");
    }
    // Without a clock the patience of the match decides.
    let silent = PlayerSpec { pace: Pace::nodes(1), ..mock("Bad", "go*) :;;") };
    for fault in faults(&loses(silent, Duration::from_millis(500))) {
        assert!(matches!(fault, Fault::Silence { .. }), "{fault:?}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn one_that_must_be_stopped_loses_on_time_and_lives() {
    let pace = Pace::clock("0.1".parse().unwrap());
    // It writes its number: it must not be started again.
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("stopped-{}", std::process::id()));
    let cases = format!("go*) :;;\nstop) echo $$ >>{}; echo 'bestmove e2e4';;", log.display());
    for fault in faults(&loses(PlayerSpec { pace, ..mock("Bad", &cases) }, LONG)) {
        assert!(matches!(fault, Fault::Time { .. }), "{fault:?}");
    }
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let _ = std::fs::remove_file(&log);
    let numbers: std::collections::HashSet<&str> = told.lines().collect();
    assert_eq!((told.lines().count(), numbers.len()), (4, 1), "{told}");
}

#[test]
fn garbage_without_end_costs_the_game() {
    let pace = Pace::clock("0.2".parse().unwrap());
    let cases =
        "go*) while :; do printf '\\001\\377 bestmove\\nreadyok\\ninfo score cp\\n'; done;;";
    for fault in faults(&loses(PlayerSpec { pace, ..mock("Bad", cases) }, LONG)) {
        assert!(matches!(fault, Fault::Silence { .. } | Fault::Time { .. }), "{fault:?}");
    }
}

#[test]
fn garbage_around_a_move_does_not() {
    let words = "printf '\\377\\376\\n\\ninfo pv\\nhello world\\ninfo depth x score cp y\\n'";
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let players = vec![actor_saying("Noisy", moves, words), actor("Quiet", moves)];
    let (report, games, _) = play(tournament::<Chess>(players));
    assert_eq!(report.standings.faults().count(), 0);
    assert!(games.iter().all(|game| game.end.to_string() == "Black wins by checkmate"));
}

#[test]
fn one_that_dies_between_games_is_started_again() {
    // It ends when it is told of the second game.
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let dying = actor("Dying", moves);
    let erawan_arena::Program::Command { program, mut arguments, folder } = dying.program.clone()
    else {
        panic!()
    };
    arguments[1] = arguments[1].replace(
        "isready)",
        "ucinewgame) games=$((games + 1)); [ $games -ge 2 ] && exit 1;;\nisready)",
    );
    let program = erawan_arena::Program::Command { program, arguments, folder };
    let players = vec![PlayerSpec { program, ..dying }, actor("Other", moves)];
    let mut match_up = tournament::<Chess>(players);
    match_up.rounds = 3;
    let (report, games, _) = play(match_up);
    assert_eq!((games.len(), report.standings.faults().count()), (6, 0));
}

#[test]
fn what_cannot_play_is_refused_before_the_match() {
    let refused = |player: PlayerSpec, variant: Variant| -> String {
        let mut match_up = tournament::<Chess>(vec![opponent(), player]);
        match_up.variant = variant;
        match_up.patience = Duration::from_millis(500);
        match_up.prepare().unwrap_err().to_string()
    };
    let pace = Pace::nodes(1);
    let missing = PlayerSpec::command("", "/no/such/engine", pace);
    let text = refused(missing, Variant::Chess);
    assert!(text.starts_with("/no/such/engine cannot be started: No such file"), "{text}");
    let named = PlayerSpec::command("Nobody", "/no/such/engine", pace);
    let text = refused(named, Variant::Chess);
    assert!(text.starts_with("Nobody cannot be started: /no/such/engine: No such file"), "{text}");
    let text = refused(script("Deaf", ":"), Variant::Chess);
    assert!(text.contains("uciok"), "{text}");
    let text = refused(script("Dead", "exit 7"), Variant::Chess);
    assert!(text.contains("exit status: 7"), "{text}");
    let text = refused(script("Unready", "[ \"$line\" = uci ] && echo uciok"), Variant::Chess);
    assert!(text.contains("readyok"), "{text}");
    let plain = "case \"$line\" in uci) echo uciok;; isready) echo readyok;; esac";
    let text = refused(script("Plain", plain), Variant::Chess960);
    assert!(text.contains("does not play chess960"), "{text}");
    let options = vec![("Hsah".to_owned(), "1".to_owned())];
    let text = refused(PlayerSpec { options, ..mock("Mock", "") }, Variant::Chess);
    assert!(text.contains("there is no option 'Hsah'"), "{text}");
    let options = vec![("razoring_bass".to_owned(), "1".to_owned())];
    let text = refused(PlayerSpec { options, ..PlayerSpec::builtin("B", pace) }, Variant::Chess);
    assert!(text.contains("has no option 'razoring_bass'"), "{text}");
    let options = vec![("EvalFile".to_owned(), "/no/such/network".to_owned())];
    let text = refused(PlayerSpec { options, ..PlayerSpec::builtin("B", pace) }, Variant::Chess);
    assert!(text.contains("EvalFile: "), "{text}");
    let text = refused(PlayerSpec::builtin("B", Pace::default()), Variant::Chess);
    assert!(text.contains("B has nothing to end its search"), "{text}");
    let text = refused(opponent(), Variant::Chess);
    assert_eq!(text, "two players are called Opponent");
    let ponder = PlayerSpec { ponder: true, ..PlayerSpec::builtin("B", pace) };
    assert!(refused(ponder, Variant::Chess).contains("does not ponder"));

    let plain = script("Plain", plain);
    let players = vec![PlayerSpec::builtin("A", pace), plain];
    let error = tournament::<Makruk>(players).prepare().unwrap_err();
    assert!(error.to_string().contains("does not play makruk"), "{error}");
    let alone = tournament::<Chess>(vec![opponent()]).prepare();
    assert_eq!(alone, Err(TournamentError::TooFewPlayers));
}

#[test]
fn one_that_cannot_be_started_again_loses_and_the_match_goes_on() {
    // The program is there when it is tried, and gone when it is needed.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("vanishing-{}", std::process::id()));
    std::fs::write(&path, "#!/bin/sh\nwhile read -r l; do case $l in uci) echo uciok;; isready) echo readyok;; quit) exit;; esac; done\n")
        .unwrap();
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let vanishing = PlayerSpec::command("Vanishing", &path, slow());
    let mut match_up = tournament::<Chess>(vec![vanishing, opponent()]);
    match_up.prepare().unwrap();
    std::fs::remove_file(&path).unwrap();
    let (report, games, pgn) = run(&match_up, &[]);
    assert_eq!(report.standings.meeting(0).losses, 2);
    for fault in faults(&games) {
        assert!(matches!(fault, Fault::Start(_)), "{fault:?}");
    }
    // Whoever resumes the match knows of it.
    let resumed = match_up.resume(pgn.as_bytes()).unwrap();
    let again = run(&match_up, &resumed.known).0;
    let told = |report: &Report| report.standings.faults().collect::<Vec<_>>();
    assert_eq!(told(&again), [(0, "failure to start", 2)]);
    assert_eq!(told(&again), told(&report));
}
