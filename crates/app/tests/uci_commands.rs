//! What the engine does beyond the standard: its own commands, alone and inside UCI.

use crate::common::talk::Talk;
use crate::common::{erawan, erawan_with_input};
use erawan_board::{Chess, Strictness};
use erawan_notation::fen;

#[test]
fn commands_may_be_arguments() {
    let run = erawan(["go", "depth", "4"]).exits(0).says("info depth 4 ");
    assert!(run.last_line().starts_with("bestmove ") && !run.out.contains("info string"));
    let run = erawan(["position startpos moves e2e4", "go nodes 300", "quit"]).exits(0);
    assert!(run.out.contains("bestmove ") && run.err.is_empty());
    erawan(["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go", "depth", "2"])
        .exits(0)
        .says("bestmove (none)");
    erawan(["setoption name UCI_Variant value makruk", "d"]).exits(0).says("Fen: rnsmksnr/8/");
    erawan(["go", "perft", "3"]).exits(0).says("\nNodes searched: 8902\n");
    erawan(["d"]).exits(0).says("Key: ");
    erawan(["isready"]).exits(0).says("readyok\n");
    // Without a limit it goes on until told otherwise.
    erawan_with_input(["go", "infinite"], "stop\n").exits(0).says("bestmove ");
    erawan(["gone"]).exits(2).complains("unrecognized subcommand 'gone'");
}

#[test]
fn commands_of_the_program_work_inside_too() {
    let mut talk = Talk::new();
    talk.send("genfens 3 seed 7 book None");
    for _ in 0..3 {
        let line = talk.line();
        let fen = line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{line}"));
        fen::parse::<Chess>(fen, Strictness::Strict).unwrap();
    }
    assert_eq!(talk.ready(), [""; 0]);
    talk.send("bench of what");
    let line = talk.line();
    assert!(line.starts_with("info string error: unrecognized subcommand 'of'"), "{line}");
    talk.send("genfens");
    assert!(talk.line().starts_with("info string "));
    talk.send("go depth 1").best();
}

#[test]
fn perft_can_be_stopped() {
    let mut talk = Talk::new();
    talk.send("position startpos").send("go perft 20");
    assert_eq!(talk.ready(), [""; 0]);
    talk.send("stop");
    assert_eq!(talk.line(), "info string the count was stopped");
    let lines = talk.send("go perft 4").until("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[20..], ["".to_owned(), "Nodes searched: 197281".to_owned()]);
    assert!(lines.contains(&"e2e4: 13160".to_owned()));
    assert_eq!(talk.send("perft 3").until("Nodes").last().unwrap(), "Nodes searched: 8902");
    assert_eq!(talk.send("go perft 0").until("Nodes").last().unwrap(), "Nodes searched: 1");
    talk.send("go perft 20").send("stop").send("quit");
    assert!(talk.wait().success());
}

/// What comes down a pipe comes all at once.
#[test]
fn a_count_is_answered_before_quit() {
    for line in ["go perft 5", "perft 5"] {
        let run = erawan_with_input(["uci"], format!("{line}\nquit\n")).exits(0);
        assert_eq!(run.last_line(), "Nodes searched: 4865609");
    }
    // Nor does another command end it.
    let lines = "go perft 4\nposition startpos moves e2e4\nperft 3 each\ngo depth 1\nquit\n";
    let run = erawan_with_input(["uci"], lines).exits(0);
    let counts =
        run.out.lines().filter(|line| line.starts_with("Nodes") || line.starts_with("Depth"));
    let wanted = ["Nodes searched: 197281", "Depth 1: 20", "Depth 2: 600", "Nodes searched: 13160"];
    assert_eq!(counts.collect::<Vec<_>>(), wanted);
    assert!(run.last_line().starts_with("bestmove "));
    // But not for ever.
    let run = erawan_with_input(["uci"], "go perft 30\nquit\n").exits(0);
    assert_eq!(run.last_line(), "info string the count was stopped");
}

/// What XBoard and Lichess call Chess960 is chess with castling written its way.
#[test]
fn fischerandom_is_another_name_of_chess960() {
    for name in ["fischerandom", "chess960", "FischeRandom"] {
        let option = format!("setoption name UCI_Variant value {name}\n");
        let castle = format!("{option}position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1\nperft 1\n");
        erawan_with_input(["uci"], castle).exits(0).says("e1h1: 1\n");
        let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let count = format!("{option}position fen {fen}\nperft 3\n");
        let run = erawan_with_input(["uci"], count).exits(0);
        assert_eq!(run.last_line(), "Nodes searched: 12189");
    }
}

/// The stack has an end, and counts beyond the limit have none.
#[test]
fn perft_beyond_its_limit_is_refused() {
    let mut talk = Talk::new();
    for depth in ["51", "100000", "4294967295"] {
        talk.send(format!("go perft {depth}"));
        let said = talk.ready();
        assert_eq!(said, [format!("info string perft counts at most 50 plies, not {depth}")]);
    }
    talk.send("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    // Stalemate: however deep, there is nothing to count.
    assert_eq!(talk.send("go perft 50").until("Nodes").last().unwrap(), "Nodes searched: 0");
}

#[test]
fn bench_and_genfens_can_be_stopped() {
    let mut talk = Talk::new();
    talk.send("bench");
    assert!(talk.line().contains(" nodes "));
    talk.send("stop").until("info string bench was stopped");
    talk.send("genfens 1000000 seed 1 book None");
    assert!(talk.line().starts_with("info string genfens "));
    talk.send("stop").until("info string genfens was stopped");
    talk.send("position startpos").send("go depth 1").best();
    talk.send("genfens 1000000 seed 1 book None").send("quit");
    assert!(talk.wait().success());
}

#[test]
fn the_position_can_be_drawn_explained_and_flipped() {
    let mut talk = Talk::new();
    let lines = talk.send("position startpos moves e2e4").send("d").until("Checkers");
    let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(lines.iter().any(|line| line == fen), "{lines:?}");
    let score = |talk: &mut Talk| -> i32 {
        let last = talk.send("eval").until("Evaluation: ").pop().unwrap();
        last.split(' ').nth(1).unwrap().parse().unwrap()
    };
    let before = score(&mut talk);
    let lines = talk.send("flip").send("d").until("Checkers");
    let fen = "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(lines.iter().any(|line| line == fen), "{lines:?}");
    assert_eq!(score(&mut talk), -before);
    let lines = talk.send("help").until("Makruk");
    assert!(lines.iter().any(|line| line.starts_with("position startpos")));
    let checked = talk.send("position fen 4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").send("d").until("Ch");
    assert_eq!(checked.last().unwrap(), "Checkers: e1");
}
