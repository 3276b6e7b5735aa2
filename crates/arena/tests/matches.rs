//! Matches from beginning to end.
#![cfg(unix)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::*;
use erawan_arena::sprt::{Decision, EloModel, Sprt};
use erawan_arena::{
    Adjudication, DrawRule, Event, Format, Known, Openings, Pace, PlayerSpec, ResignRule,
    ResumeError,
};
use erawan_board::{Chess, Makruk, Variant};
use erawan_notation::pgn::{AnyGame, GameResult, Games, PgnGame};

fn builtin(name: &str, nodes: u64) -> PlayerSpec {
    PlayerSpec::builtin(name, Pace::nodes(nodes))
}

/// How a game between two actors ends.
fn end_of<R: erawan_engine::Playable>(fen: &str, moves: &str) -> String {
    let mut match_up = tournament::<R>(vec![actor("A", moves), actor("B", moves)]);
    match_up.openings = from_fen(fen);
    let (_, games, _) = play(match_up);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].end, games[1].end);
    assert_eq!(games[0].game.moves().len(), moves.split_whitespace().count(), "not one move more");
    games[0].end.to_string()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn games_end_by_the_rules() {
    let repeat = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    assert_eq!(end_of::<Chess>(START, "f2f3 e7e5 g2g4 d8h4"), "Black wins by checkmate");
    assert_eq!(end_of::<Chess>(START, repeat), "draw by threefold repetition");
    let fifty = "8/8/4k3/8/8/3K4/8/7R w - - 98 80";
    assert_eq!(end_of::<Chess>(fifty, "h1h2 e6e7"), "draw by the fifty-move rule");
    // A mate on the hundredth ply wins.
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80";
    assert_eq!(end_of::<Chess>(mate, "d1d8"), "White wins by checkmate");
    let bare = "8/8/4k3/8/8/3Kr3/8/8 w - - 0 1";
    assert_eq!(end_of::<Chess>(bare, "d3e3"), "draw by insufficient material");
    let stale = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    assert_eq!(end_of::<Chess>(stale, "f1f7"), "draw by stalemate");
    // Two rua against a bare khun: the count goes beyond 8 moves.
    let count = "8/8/8/4k3/8/8/3K4/6RR w - 16 15 80";
    assert_eq!(end_of::<Makruk>(count, "d2d3 e5e6"), "draw by counting");
    let repeat = "d1d2 d8d7 d2d1 d7d8 d1d2 d8d7 d2d1 d7d8";
    let makruk = "rns1ksnr/8/pppppppp/3m4/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    let repeat = repeat.replace("d8d7", "e8e7").replace("d7d8", "e7e8");
    assert_eq!(end_of::<Makruk>(makruk, &repeat), "draw by threefold repetition");
}

#[test]
fn games_are_ended_early_by_score() {
    let shuffle = "g1f3 g8f6 b1c3 b8c6 f3g1 f6g8 c3b1 c6b8 a2a3 a7a6 a3a4 a6a5";
    let says = |name: &str, score: &str| {
        actor_saying(name, shuffle, &format!("echo \"info depth 1 score {score} pv $1\""))
    };
    let ends = |a: &str, b: &str, rules: Adjudication| {
        let mut match_up = tournament::<Chess>(vec![says("A", a), says("B", b)]);
        match_up.adjudication = rules;
        let (_, games, _) = play(match_up);
        (games[0].end.to_string(), games[0].game.moves().len())
    };
    let draw = Adjudication {
        draw: Some(DrawRule { from_move: 3, moves: 2, score: 10 }),
        ..Adjudication::default()
    };
    // Quiet for two moves of each side, and the third move reached.
    assert_eq!(ends("cp 10", "cp -10", draw), ("draw by adjudication by score".into(), 5));
    let resign = |two_sided| Adjudication {
        resign: Some(ResignRule { moves: 3, score: 500, two_sided }),
        ..Adjudication::default()
    };
    let lost = ("Black wins by adjudication by score".to_owned(), 5);
    assert_eq!(ends("cp -500", "cp 0", resign(false)), lost);
    assert_eq!(ends("mate -9", "mate 9", resign(false)), lost);
    assert_eq!(ends("cp -700", "cp 600", resign(true)).1, 6, "both must see it");
    let length = Adjudication { max_moves: Some(4), ..Adjudication::default() };
    let drawn = ("draw by adjudication by length".to_owned(), 8);
    assert_eq!(ends("cp 900", "cp 900", length), drawn);
}

/// The tables are too large to keep here: see `ERAWAN_SYZYGY` in the engine's
/// tests of them.
#[test]
fn games_are_ended_early_by_tables() {
    use std::io::Write;
    let Ok(folder) = std::env::var("ERAWAN_SYZYGY") else {
        let _ = writeln!(std::io::stderr(), "SKIPPED: needs Syzygy tables in ERAWAN_SYZYGY");
        return;
    };
    let tables = std::sync::Arc::new(erawan_syzygy::Tables::open(&folder));
    let ends = |fen: &str, moves: &str, max_men| {
        let mut match_up = tournament::<Chess>(vec![actor("A", moves), actor("B", moves)]);
        match_up.openings = from_fen(fen);
        match_up.adjudication.tables = Some(erawan_arena::TableRule {
            tables: std::sync::Arc::clone(&tables),
            max_men,
            ignore_fifty_moves: false,
        });
        play(match_up).1[0].end.to_string()
    };
    let won = "White wins by adjudication by endgame tables";
    // White takes a rook and keeps a won queen ending; Black one that is drawn.
    assert_eq!(ends("8/8/8/4k3/8/8/3r4/3QK3 w - - 5 1", "d1d2", 7), won);
    let drawn = "draw by adjudication by endgame tables";
    assert_eq!(
        ends("8/8/8/8/8/5k2/5p2/5K1N w - - 0 1", "h1f2", 7),
        "draw by insufficient material"
    );
    assert_eq!(ends("8/8/8/4k3/4P3/4K3/8/7n w - - 0 1", "e3f3 h1g3", 7), drawn);
    // The fifty-move rule is about to save the loser: that is played out.
    let late = ends("8/8/8/4k3/8/8/8/3QK3 w - - 97 90", "d1d2 e5e6 e1e2", 7);
    assert_eq!(late, "draw by the fifty-move rule");
    // Too many men for the rule.
    let few = ends("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", 2);
    assert_eq!(few, "White wins by checkmate");
}

/// A rua against a khun, solved here.
#[test]
fn games_are_ended_early_within_the_count() {
    use erawan_endings::{Endings, Material, Solved, Work};
    let work = Work { threads: 2, stop: &std::sync::atomic::AtomicBool::new(false) };
    let (mut solved, mut endings) = (Solved::<Makruk>::new(), Endings::new());
    for name in ["KvK", "KRvK"] {
        let material = Material::from_name(name).unwrap();
        let bytes = solved.solve(material, work).unwrap().to_bytes::<Makruk>();
        endings.add_bytes(erawan_board::Variant::Makruk, material, bytes).unwrap();
    }
    let endings = std::sync::Arc::new(endings);
    let ends = |count: &str, max_men| {
        let mut match_up = tournament::<Makruk>(vec![actor("A", "h1h2"), actor("B", "h1h2")]);
        match_up.openings = from_fen(&format!("k7/8/2K5/8/8/8/8/7R w - {count} 1"));
        match_up.adjudication.endings =
            Some(erawan_arena::EndingRule { endings: std::sync::Arc::clone(&endings), max_men });
        play(match_up).1[0].end.to_string()
    };
    assert_eq!(ends("32 20", 5), "White wins by adjudication by endgame tables");
    assert_eq!(ends("32 31", 5), "draw by adjudication by endgame tables");
    assert!(!ends("32 31", 2).contains("tables"));
}

#[test]
fn an_engine_scores_nothing_against_itself() {
    let mut match_up = tournament::<Chess>(vec![builtin("A", 200), builtin("B", 200)]);
    let lines: String = ["e4 e5", "d4 d5", "c4 e5", "Nf3 d5", "e4 c5", "e4 e6"]
        .map(|line| format!("1. {line} *\n\n"))
        .concat();
    match_up.openings = Openings::from_pgn(lines.as_bytes(), 2).unwrap();
    match_up.rounds = 12;
    match_up.concurrency = 2;
    let (report, games, _) = play(match_up.clone());
    let score = report.standings.meeting(0);
    assert_eq!(report.standings.faults().collect::<Vec<_>>(), [], "its lines are sound");
    assert_eq!(score.games(), 24);
    // The same player with both colours: each pair is one point, whatever
    // happens in it.
    assert_eq!(score.pairs, [0, 0, 12, 0, 0]);
    let elo = score.elo().unwrap();
    assert!(elo.value.abs() <= elo.error + 1e-9);
    // And the games are the same in another run with another number of threads.
    match_up.concurrency = 1;
    let (_, again, _) = play(match_up);
    for (a, b) in games.iter().zip(&again) {
        assert_eq!(a.game.moves(), b.game.moves());
    }
}

#[test]
fn a_test_ends_the_match_by_itself() {
    let mut match_up = tournament::<Makruk>(vec![builtin("Strong", 2000), builtin("Weak", 2)]);
    match_up.rounds = 100_000;
    match_up.sprt = Some(Sprt::new(0.0, 200.0, 0.05, 0.05, EloModel::Normalized).unwrap());
    let (report, games, _) = play(match_up.clone());
    assert_eq!(report.decision, Some(Decision::H1));
    assert!(!report.interrupted && games.len() < 200, "{} games", games.len());
    match_up.players.reverse();
    assert_eq!(play(match_up).0.decision, Some(Decision::H0));
}

#[test]
fn more_than_two_play_a_round_robin_or_a_gauntlet() {
    let players = vec![builtin("A", 300), builtin("B", 30), builtin("C", 3)];
    for (format, games) in [(Format::RoundRobin, 12), (Format::Gauntlet, 8)] {
        let mut match_up = tournament::<Chess>(players.clone());
        (match_up.format, match_up.rounds) = (format, 2);
        let (report, ..) = play(match_up);
        assert_eq!(report.standings.games(), games);
        let points: f64 = (0..3).map(|player| report.standings.player(player).points()).sum();
        assert_eq!(points, games as f64);
        assert_eq!(report.standings.ranking()[0], 0);
    }
}

#[test]
fn problems_with_lines_are_reported() {
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let words = "[ $n -lt 2 ] && echo \"info depth 1 score cp 1 pv $1 a1a8\"
        [ $n -ge 2 ] && echo \"info depth 1 score mate 5 pv $1\"";
    let (report, games, _) =
        play(tournament::<Chess>(vec![actor_saying("Wrong", moves, words), actor("Mute", moves)]));
    let kinds: Vec<_> = report.standings.faults().collect();
    assert_eq!(
        kinds,
        [(0, "illegal move in a line", 2), (0, "wrong length of a mate", 2)],
        "two games, one of each in each"
    );
    let warned: Vec<usize> = games[0].warnings.iter().map(|warning| warning.ply).collect();
    assert_eq!(warned, [0, 2], "White's moves");
    assert!(games.iter().all(|game| game.end.winner().is_some()), "no game is lost by it");
}

#[test]
fn players_think_on_the_opponents_time() {
    // A ponders on what is played (a hit), then on something else (a miss). It
    // writes what it is told, and where.
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("ponder-{}", std::process::id()));
    let cases = format!(
        "'go ponder'*) echo \"$position | $line\" >>{log};;
        ponderhit) echo hit >>{log}
            case \"$position\" in
            *g2g4) echo 'bestmove d8h4';;
            *) echo 'bestmove g2g4 ponder a7a6';; esac;;
        stop) echo stop >>{log}; echo 'bestmove a2a3';;
        go*) case \"$position\" in
            *d8h4) echo 'bestmove a2a3';;
            *g2g4*) echo 'bestmove h2h3 ponder a7a6';;
            *moves*) echo 'bestmove e7e5 ponder g2g4';;
            *) echo 'bestmove f2f3 ponder e7e5';; esac;;",
        log = log.display()
    );
    let ponderer = PlayerSpec { ponder: true, ..mock("Ponderer", &cases) };
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let (report, games, _) = play(tournament::<Chess>(vec![ponderer, actor("Other", moves)]));
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let _ = std::fs::remove_file(&log);
    assert_eq!(report.standings.faults().count(), 0, "{:?}\n{told}", games[1].end);
    let first: Vec<&str> = told.lines().take(3).collect();
    assert!(first[0].starts_with("position startpos moves f2f3 e7e5 | go ponder wtime"), "{told}");
    assert_eq!(first[1], "hit", "{told}");
    assert!(first[2].starts_with("position startpos moves f2f3 e7e5 g2g4 a7a6 | go ponder"));
    assert!(told.contains("stop"), "the game ended while it pondered: {told}");
}

#[test]
fn the_clock_is_told_and_kept() {
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("clock-{}", std::process::id()));
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let words = format!("echo \"$line\" >>{}", log.display());
    let pace = Pace::clock("2/100+0.5".parse().unwrap());
    let first = PlayerSpec { pace, ..actor_saying("A", moves, &words) };
    let pace = Pace::clock("50".parse().unwrap());
    let second = PlayerSpec { pace, ..actor("B", moves) };
    let (report, ..) = play(tournament::<Chess>(vec![first, second]));
    assert_eq!(report.standings.faults().count(), 0);
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let _ = std::fs::remove_file(&log);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 8);
    assert_eq!(lines[0], "go wtime 100000 btime 50000 winc 500 movestogo 2");
    // After two moves there are a hundred seconds more, and increments.
    assert!(lines[2].starts_with("go wtime 20") && lines[2].ends_with("winc 500 movestogo 2"));
    assert!(lines[3].ends_with("movestogo 1"));
    // In the second game it has the black pieces.
    assert!(lines[4].starts_with("go wtime 49") || lines[4].starts_with("go wtime 50000"));
    assert!(lines[4].ends_with("btime 100000 binc 500 movestogo 2"), "{}", lines[4]);
}

#[test]
fn chess960_is_announced_and_spelled_as_such() {
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("960-{}", std::process::id()));
    let moves = "e1h1 e8a8";
    let cases = format!(
        "setoption*) echo \"$line\" >>{log};;
        go*) echo \"$position\" >>{log}; all=${{position#*moves}}
            [ \"$all\" = \"$position\" ] && all=; set -- $all; n=$#; set -- {moves}; shift $n
            echo \"bestmove $1\";;",
        log = log.display()
    );
    let mut match_up = tournament::<Chess>(vec![mock("A", &cases), actor("B", moves)]);
    match_up.variant = Variant::Chess960;
    match_up.openings = from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
    match_up.adjudication.max_moves = Some(1);
    let (_, games, pgn) = play(match_up);
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let _ = std::fs::remove_file(&log);
    assert!(told.contains("setoption name UCI_Chess960 value true"), "{told}");
    assert!(told.contains("position fen r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1\n"), "{told}");
    assert!(told.contains("moves e1h1\n"), "{told}");
    assert_eq!(games[0].end.to_string(), "draw by adjudication by length");
    assert!(pgn.contains("[Variant \"Chess960\"]") && pgn.contains("1. O-O"), "{pgn}");
}

#[test]
fn a_player_lives_through_the_match_unless_asked_otherwise() {
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("lives-{}", std::process::id()));
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let words = format!("echo $$ >>{}", log.display());
    for (restart, lives) in [(false, 1), (true, 4)] {
        let player = PlayerSpec { restart, ..actor_saying("A", moves, &words) };
        let mut match_up = tournament::<Chess>(vec![player, actor("B", moves)]);
        match_up.rounds = 2;
        assert_eq!(play(match_up).0.standings.games(), 4);
        let told = std::fs::read_to_string(&log).unwrap_or_default();
        let _ = std::fs::remove_file(&log);
        let numbers: std::collections::HashSet<&str> = told.lines().collect();
        assert_eq!(numbers.len(), lives, "{told}");
    }
}

fn resumable() -> erawan_arena::Tournament<Chess> {
    let mut match_up = tournament::<Chess>(vec![builtin("A", 60), builtin("B", 20)]);
    match_up.rounds = 6;
    match_up
}

#[test]
fn an_interrupted_match_goes_on_and_counts_no_game_twice() {
    let mut whole = resumable();
    whole.prepare().unwrap();
    let (report, _, _) = run(&whole, &[]);
    // The same match, stopped after five games, with two threads.
    let mut first = resumable();
    first.concurrency = 2;
    first.prepare().unwrap();
    let mut pgn = String::new();
    let mut count = 0;
    let stopped = first.run(&[], &AtomicBool::new(false), |event| {
        if let Event::Finished { pgn: text, .. } = event {
            pgn.push_str(text);
            count += 1;
        }
        count < 5
    });
    assert!(stopped.interrupted && stopped.standings.games() >= 5);
    // The power failed while a game was being written.
    let games = stopped.standings.games() as usize;
    for torn in [
        "",
        "[Event \"test\"]\n[Round \"6.2\"]\n",
        "[Event \"x\"]\n\n1. e4 e5 2. Nf",
        "[Event \"x\"]\n\n1. e4 1/2-1/2",
    ] {
        let text = format!("{pgn}{torn}");
        let resumed = first.resume(text.as_bytes()).unwrap();
        assert_eq!(resumed.valid_bytes, pgn.len(), "{torn}");
        assert_eq!(resumed.known.len(), games);
        assert_eq!(resumed.final_positions.len(), games);
    }
    let resumed = first.resume(pgn.as_bytes()).unwrap();
    let (rest, played, more) = run(&first, &resumed.known);
    assert_eq!(played.len() + games, 12);
    assert_eq!(rest.standings.meeting(0), report.standings.meeting(0));
    let all = format!("{pgn}{more}");
    let known: Vec<Known> = first.resume(all.as_bytes()).unwrap().known;
    assert_eq!(known.len(), 12);
    assert!(run(&first, &known).1.is_empty(), "nothing is left to play");
}

#[test]
fn another_match_is_not_resumed() {
    let mut one = resumable();
    one.rounds = 1;
    one.prepare().unwrap();
    let (_, _, pgn) = run(&one, &[]);
    let mut other = one.clone();
    other.players[1].name = "C".into();
    let what = |result: Result<_, ResumeError>| result.unwrap_err().to_string();
    assert!(what(other.resume(pgn.as_bytes())).contains("other players"));
    let mut other = one.clone();
    other.openings = from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!(what(other.resume(pgn.as_bytes())).contains("another opening"));
    let mut other = one.clone();
    other.rounds = 0;
    assert!(what(other.resume(pgn.as_bytes())).contains("game 1 is not of this match"));
    assert!(what(one.resume(format!("{pgn}{pgn}").as_bytes())).contains("is there twice"));
    let broken = pgn.replacen("1. ", "1. Kh8 ", 1);
    assert!(matches!(one.resume(broken.as_bytes()), Err(ResumeError::Broken(_))));
}

#[test]
fn games_are_written_as_they_were_played() {
    let mut match_up = tournament::<Makruk>(vec![builtin("A", 100), builtin("B", 100)]);
    match_up.rounds = 2;
    let (_, games, pgn) = play(match_up);
    let read: Vec<AnyGame> = Games::new(&pgn).map(|game| game.unwrap()).collect();
    assert_eq!(read.len(), 4);
    for (game, read) in games.iter().zip(&read) {
        let AnyGame::Makruk(tree) = read else { panic!() };
        let moves: Vec<_> = tree.mainline().filter_map(|node| tree.move_to(node)).collect();
        assert_eq!(moves, game.game.moves());
        assert_eq!(read.result(), game.end.result());
        assert_ne!(read.result(), GameResult::Unknown);
        assert_eq!(read.tags().get("Reason"), Some(game.end.reason().as_str()));
        let comment = &tree.comments(tree.mainline().next().unwrap())[0];
        assert!(comment.contains("n=") && comment.contains("s,"), "{comment}");
        assert!(game.to_epd().ends_with(&format!("id \"{}\";", game.pairing.round())));
    }
}

#[test]
fn a_match_can_be_stopped_at_any_time() {
    let thinker = mock("Thinker", "go*) :;;");
    let mut match_up = tournament::<Chess>(vec![thinker, builtin("B", 10)]);
    match_up.prepare().unwrap();
    let stop = AtomicBool::new(false);
    let begun = std::time::Instant::now();
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        match_up.run(&[], &stop, |_| true)
    });
    assert!(report.interrupted);
    assert_eq!(report.standings.games(), 0, "a game that was broken off counts for nobody");
    assert!(begun.elapsed() < Duration::from_secs(15));
}
