//! What a search says: its lines of play, depths, chances, and the move in the end.

use std::time::Duration;

use crate::common::talk::{Talk, field, pv};
use erawan_board::{Chess, Game, Outcome, Position, Strictness};
use erawan_notation::{fen, uci};
use erawan_uci::protocol::{Message, Score};

/// The Lichess client takes a line only if it is one deeper than the last.
#[test]
fn no_depth_is_skipped_and_all_fields_are_whole_numbers() {
    let mut talk = Talk::new();
    for (game, depth) in [
        ("position startpos", 11),
        ("position fen 8/8/8/8/8/5k2/6p1/6K1 b - - 0 1", 12),
        ("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 8),
        ("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 9),
    ] {
        for threads in ["1", "2"] {
            talk.send("setoption name Threads value ".to_owned() + threads);
            let lines = talk.send(game).send(format!("go depth {depth}")).until("bestmove ");
            let mut next = 1;
            for line in &lines[..lines.len() - 1] {
                let words: Vec<&str> = line.split(' ').collect();
                let names = ["seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"];
                for name in names {
                    let value = field(line, name).unwrap_or_else(|| panic!("no {name}: {line}"));
                    assert!(value.parse::<u64>().is_ok(), "{line}");
                }
                assert_eq!(words[..2], ["info", "depth"]);
                let order: Vec<usize> =
                    ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits"]
                        .iter()
                        .chain(&["time", "pv"])
                        .map(|name| words.iter().position(|word| word == name).unwrap())
                        .collect();
                assert!(order.is_sorted(), "{line}");
                assert!(!line.contains('.'), "{line}");
                let at: u64 = words[2].parse().unwrap();
                assert!(at <= next, "{line}");
                if at == next {
                    next += 1;
                }
            }
            assert_eq!(next, depth + 1, "{lines:#?}");
            let last = pv(&lines[lines.len() - 2])[0];
            assert_eq!(field(&lines[lines.len() - 1], "bestmove"), Some(last), "{lines:#?}");
        }
    }
}

/// Plays the moves of a line out, and says how the game stands then.
fn play_out(start: &str, moves: &[&str]) -> Game<Chess> {
    let start: Position<Chess> = fen::parse(start, Strictness::Lenient).unwrap();
    let mut game = Game::from_position(start);
    for (index, text) in moves.iter().enumerate() {
        let is_over = game.outcome().is_some() || game.claim().is_some();
        assert!(!is_over || index == 0, "{moves:?} goes on after {index} moves");
        let m = uci::parse(game.position(), text).unwrap_or_else(|e| panic!("{moves:?}: {e}"));
        game.play(m).unwrap();
    }
    game
}

#[test]
fn lines_are_legal_and_end_with_the_game() {
    let mut talk = Talk::new();
    for start in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        // Perpetual check, a fortress, and a clock that runs out.
        "6k1/5p2/6p1/8/7p/8/6PP/2q2QK1 b - - 0 1",
        "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1",
        "8/5k2/8/8/8/8/1R3K2/8 w - - 94 90",
        "7k/8/8/8/8/8/6q1/K7 w - - 0 1",
    ] {
        let lines = talk.send(format!("position fen {start}")).send("go depth 9").until("bestmove");
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            assert_ne!(field(line, "mate"), Some("0"), "{line}");
            let game = play_out(start, &pv(line));
            if let Some(mate) = field(line, "mate") {
                check_mate(&game, mate.parse().unwrap(), line);
            }
        }
    }
}

/// The line has the stated length and ends in mate.
fn check_mate(game: &Game<Chess>, moves: i32, line: &str) {
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    assert_eq!(game.moves().len() as i32, plies, "{line}");
    assert!(matches!(game.outcome(), Some(Outcome::Win { .. })), "{line}");
}

#[test]
fn lines_that_mate_are_complete() {
    let mut talk = Talk::new();
    for (start, depth) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 8),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 10),
        ("1k6/8/1K6/8/8/8/8/7R w - - 0 1", 8),
        ("8/8/8/8/8/2k5/8/K2r4 w - - 0 1", 8),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 10),
        ("r4R2/1b2n1pp/p2Np1k1/1pn5/4pP1P/8/PPP1B1P1/2K4R w - - 1 1", 12),
    ] {
        let begin = format!("position fen {start}");
        let lines = talk.send(begin).send(format!("go depth {depth}")).until("bestmove");
        let mates: Vec<&String> = lines.iter().filter(|line| line.contains("score mate")).collect();
        assert!(!mates.is_empty(), "{lines:#?}");
        for line in mates {
            let game = play_out(start, &pv(line));
            check_mate(&game, field(line, "mate").unwrap().parse().unwrap(), line);
        }
        talk.send("ucinewgame");
    }
}

#[test]
fn without_a_legal_move_there_is_none() {
    let mut talk = Talk::new();
    for (start, score) in [
        ("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        for go in ["go depth 5", "go movetime 20", "go nodes 100", "go mate 3", "go wtime 100"] {
            let lines = talk.send(format!("position fen {start}")).send(go).until("bestmove");
            let wanted = [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()];
            assert_eq!(lines, wanted, "{go}");
        }
        talk.send("go infinite");
        assert_eq!(talk.line(), format!("info depth 0 score {score}"));
        assert!(talk.is_silent(Duration::from_millis(100)));
        assert_eq!(talk.send("stop").best(), "(none)");
    }
}

#[test]
fn castling_is_written_as_the_option_says() {
    let only = "searchmoves e1g1";
    let start = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut talk = Talk::new();
    assert_eq!(talk.send(start).send(format!("go depth 2 {only}")).best(), "e1g1");
    talk.send("setoption name UCI_Chess960 value true");
    assert_eq!(talk.send(start).send(format!("go depth 2 {only}")).best(), "e1h1");
    assert_eq!(talk.send("go depth 2 searchmoves e1h1").best(), "e1h1");
    // Shredder-FEN, as python-chess sends it.
    talk.send("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g1f1");
    assert_eq!(talk.ready().len(), 1, "a king does not take its rook through nothing");
    talk.send("position fen 1k6/8/8/8/8/8/8/R1K4R w HA - 0 1 moves c1h1 b8b7");
    assert_eq!(talk.ready(), [""; 0]);
    let drawn = talk.send("d").until("Checkers");
    assert!(drawn.iter().any(|line| line.starts_with("Fen: 8/1k6/8/8/8/8/8/R4RK1 w - - 2 2")));
}

#[test]
fn lines_of_play_are_as_many_as_wanted() {
    let mut talk = Talk::new();
    talk.send("setoption name MultiPV value 4").send("position startpos");
    let lines = talk.send("go depth 6").until("bestmove");
    for depth in 1..=6 {
        let of_depth = lines.iter().filter(|line| field(line, "depth") == Some(&depth.to_string()));
        let numbers: Vec<&str> =
            of_depth.clone().filter_map(|line| field(line, "multipv")).collect();
        assert_eq!(numbers, ["1", "2", "3", "4"], "{lines:#?}");
        let firsts: std::collections::HashSet<_> = of_depth.map(|line| pv(line)[0]).collect();
        assert_eq!(firsts.len(), 4);
    }
    // More than there are moves.
    talk.send("setoption name MultiPV value 500").send("position fen 7k/8/8/8/8/8/8/K6R b - - 0 1");
    let lines = talk.send("go depth 3").until("bestmove");
    assert!(lines.iter().any(|line| field(line, "multipv") == Some("2")));
    assert!(!lines.iter().any(|line| field(line, "multipv") == Some("4")));
}

#[test]
fn chances_are_given_when_asked_for() {
    let mut talk = Talk::new();
    let lines = talk.send("go depth 4").until("bestmove");
    assert!(!lines.iter().any(|line| line.contains(" wdl ")));
    talk.send("setoption name UCI_ShowWDL value true");
    for start in ["4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        let lines = talk.send(format!("position fen {start}")).send("go depth 5").until("bestmove");
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            let Ok(Message::Info(info)) = line.parse() else { panic!("{line}") };
            let wdl = info.wdl.unwrap_or_else(|| panic!("{line}"));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{line}");
            assert!(wdl.win > wdl.loss, "{line}");
            if matches!(info.score, Some(Score::Mate(_))) {
                assert_eq!(wdl.win, 1000, "{line}");
            }
        }
    }
}
