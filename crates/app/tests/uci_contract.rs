//! What chess programs rely on, rule by rule, on the real binary.

use std::time::{Duration, Instant};

use crate::common::talk::{Talk, field, pv};
use crate::common::{Folder, erawan, erawan_with_input};
use erawan_board::{Chess, Game, Outcome, Position, Strictness};
use erawan_notation::{fen, uci};
use erawan_uci::protocol::{Message, OptionDeclaration, OptionKind, Score};

fn options() -> Vec<OptionDeclaration> {
    let mut talk = Talk::new();
    let lines = talk.send("uci").until("uciok");
    let message = |line: &String| line.parse::<Message>().expect("a line of the protocol");
    lines
        .iter()
        .map(message)
        .filter_map(|message| match message {
            Message::Option(option) => Some(option),
            _ => None,
        })
        .collect()
}

#[test]
fn it_introduces_itself_at_once() {
    let mut talk = Talk::new();
    let begun = Instant::now();
    let lines = talk.send("uci").until("uciok");
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(lines[0].starts_with("id name Erawan "));
    assert!(lines[1].starts_with("id author "));
    let rest = &lines[2..lines.len() - 1];
    assert!(rest.iter().all(|line| line.starts_with("option name ")), "{rest:?}");
}

#[test]
fn it_answers_while_it_searches() {
    let mut talk = Talk::new();
    talk.send("go infinite").until("info depth 3");
    for _ in 0..3 {
        let said = talk.ready();
        assert!(said.iter().all(|line| line.starts_with("info ")), "{said:?}");
    }
    talk.send("stop").best();
}

#[test]
fn every_option_of_the_interface_is_declared_by_the_rules() {
    let options = options();
    for name in [
        "Threads",
        "Hash",
        "Clear Hash",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_Variant",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_AnalyseMode",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Syzygy50MoveRule",
        "OwnBook",
        "BookFile",
        "Debug Log File",
    ] {
        assert!(options.iter().any(|option| option.name() == name), "{name}");
    }
    let kind = |name: &str| {
        options.iter().find(|option| option.name() == name).map(OptionDeclaration::kind)
    };
    let elo = OptionKind::Spin { default: 1500, min: 500, max: 3000 };
    assert_eq!(kind("UCI_Elo"), Some(&elo));
    let variants = ["chess", "makruk", "cambodian", "makpong"].map(str::to_owned).to_vec();
    let variant = OptionKind::Combo { default: "chess".into(), choices: variants };
    assert_eq!(kind("UCI_Variant"), Some(&variant));
    for option in &options {
        let reserved = ["name", "type", "default", "min", "max", "var"];
        assert!(!option.name().split(' ').any(|word| reserved.contains(&word)));
        match option.kind() {
            OptionKind::Spin { default, min, max } => assert!((min..=max).contains(&default)),
            OptionKind::Combo { default, choices } => assert!(choices.contains(default)),
            _ => {}
        }
    }
}

/// Lichess, fishnet, python-chess and others send what is meant for other
/// engines. Nothing but `readyok` may follow `isready`.
#[test]
fn what_is_meant_for_others_is_passed_over_in_silence() {
    let mut talk = Talk::new();
    talk.send("uci").until("uciok");
    for line in [
        "setoption name UCI_AnalyseMode value true",
        "setoption name Analysis Contempt value Off",
        "setoption name Skill Level value 20",
        "setoption name Use NNUE value true",
        "setoption name UCI_Opponent value none none human Ann",
        "debug off",
        "",
        "   ",
        "# a comment",
        "xyzzy",
        "ucinewgame",
        "position startpos",
    ] {
        talk.send(line);
        assert_eq!(talk.ready(), [""; 0], "{line}");
    }
    // A search tells what was put off.
    let lines = talk.send("go depth 1").until("bestmove ");
    assert!(lines.iter().any(|line| line.contains("there is no option 'Skill Level'")));
    assert!(lines.iter().any(|line| line.contains("unknown command: xyzzy")));
}

#[test]
fn debug_makes_it_talkative() {
    let mut talk = Talk::new();
    talk.send("debug on").send("setoption name Skill Level value 20");
    assert_eq!(talk.ready(), ["info string there is no option 'Skill Level'"]);
    talk.send("debug off").send("setoption name Skill Level value 20");
    assert_eq!(talk.ready(), [""; 0]);
}

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
fn one_clock_is_enough() {
    let mut talk = Talk::new();
    for go in ["go wtime 100", "go btime 100", "go wtime 100 winc 10", "go btime 100 movestogo 1"] {
        for side in ["position startpos", "position startpos moves e2e4"] {
            let begun = Instant::now();
            talk.send(side).send(go).best();
            assert!(begun.elapsed() < Duration::from_secs(5), "{go}");
        }
    }
}

#[test]
fn clocks_that_have_run_out_are_played_with() {
    let mut talk = Talk::new();
    for go in [
        "go wtime 0 btime 0",
        "go wtime -5000 btime -1 winc 0 binc 0",
        "go wtime 1 btime 1 movestogo 0",
        "go movetime 0",
        "go movetime -7",
        "go wtime 0 winc -10",
        "go depth 0",
        "go nodes 0",
        "go wtime 9223372036854775807 winc 9223372036854775807 depth 1",
        "go wtime 99999999999999999999999 depth 1",
        "go movetime 9223372036854775807 depth 2",
    ] {
        let begun = Instant::now();
        assert_eq!(talk.send("position startpos").send(go).best().len(), 4, "{go}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{go}");
    }
}

#[test]
fn movetime_is_kept() {
    let mut talk = Talk::new();
    talk.send("position startpos").ready();
    // Other programs run too, so one good try of many is enough.
    for time in [20, 100, 250] {
        let mut tries = Vec::new();
        while tries.iter().all(|off| *off > 10) {
            let begun = Instant::now();
            talk.send(format!("go movetime {time}")).best();
            let spent = begun.elapsed().as_millis() as i64;
            assert!(spent >= time - 10, "{spent} ms instead of {time}");
            tries.push(spent - time);
            assert!(tries.len() < 40, "more than {time} ms, by {tries:?}");
        }
    }
}

#[test]
fn pondering_goes_on_until_the_move_is_played() {
    let mut talk = Talk::new();
    talk.send("setoption name Ponder value true");
    // It thinks on the opponent's time, however little there is on its own.
    talk.send("position startpos moves e2e4 e7e5").send("go ponder wtime 20 btime 20");
    std::thread::sleep(Duration::from_millis(300));
    let before = talk.ready();
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    talk.send("ponderhit").best();
    // Another move was played.
    talk.send("go ponder wtime 1000 btime 1000").ready();
    talk.send("stop").best();
    // The hit may come before the search has begun.
    for _ in 0..30 {
        talk.send("go ponder wtime 50 btime 50").send("ponderhit").best();
    }
    // A search that is done waits for the hit.
    talk.send("go ponder depth 2").until("info depth 2");
    assert!(talk.is_silent(Duration::from_millis(100)));
    talk.send("ponderhit").best();
    let lines = talk.send("go depth 6").until("bestmove");
    assert!(lines.last().unwrap().contains(" ponder "), "{lines:?}");
}

#[test]
fn the_end_of_input_is_quit() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go mate 100", "isready"] {
        let mut talk = Talk::new();
        talk.send("position startpos").send(go).ready();
        talk.close();
        assert!(talk.wait().success(), "{go}");
    }
    // Quit ends every search; the end of input lets one with a limit finish.
    let mut talk = Talk::new();
    talk.send("go depth 200").send("quit");
    assert!(talk.wait().success());
    erawan_with_input::<&str>([], "go depth 6").exits(0).says("info depth 6 ").says("bestmove ");
    erawan_with_input::<&str>([], "go wtime 1000 btime 1000").exits(0).says("bestmove ");
}

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
    assert!(line.starts_with("info string error: unexpected argument 'of'"), "{line}");
    talk.send("genfens");
    assert!(talk.line().starts_with("info string "));
    talk.send("go depth 1").best();
}

#[test]
fn the_strength_can_be_limited() {
    let mut talk = Talk::new();
    let nodes = |talk: &mut Talk| -> u64 {
        let lines = talk.send("ucinewgame").send("go movetime 300").until("bestmove");
        let nodes = lines.iter().rev().find_map(|line| field(line, "nodes"));
        nodes.expect("a line with nodes").parse().unwrap()
    };
    let full = nodes(&mut talk);
    talk.send("setoption name UCI_LimitStrength value true");
    talk.send("setoption name UCI_Elo value 500");
    assert!(nodes(&mut talk) < full / 3, "{full}");
    talk.send("setoption name UCI_LimitStrength value false");
    assert!(nodes(&mut talk) > full / 3, "{full}");
    talk.send("setoption name UCI_LimitStrength value true");
    for elo in ["500", "1320", "3000"] {
        talk.send(format!("setoption name UCI_Elo value {elo}"));
        for game in ["position startpos", "position startpos moves e2e4"] {
            assert_eq!(talk.send(game).send("go movetime 50").best().len(), 4);
        }
    }
    for elo in ["499", "3001", "x"] {
        talk.send(format!("setoption name UCI_Elo value {elo}"));
        assert_eq!(talk.ready().len(), 1);
    }
}

#[test]
fn the_log_has_both_directions() {
    let folder = Folder::new("uci-log");
    let path = folder.write("log.txt", "what was there before\n");
    let mut talk = Talk::new();
    talk.send(format!("setoption name Debug Log File value {}", path.display()));
    talk.send("position startpos moves e2e4").send("go depth 2").best();
    talk.send(b"\xff\xfe bytes").ready();
    talk.send("setoption name Debug Log File value <empty>").send("go depth 1").best();
    let log = std::fs::read(&path).unwrap();
    let log = String::from_utf8_lossy(&log);
    assert!(log.starts_with("what was there before\n>> position startpos moves e2e4\n"), "{log}");
    for line in [">> go depth 2\n", "<< info depth 2 ", "<< bestmove ", ">> isready\n<< readyok\n"]
    {
        assert!(log.contains(line), "no {line:?} in {log}");
    }
    assert!(!log.contains("go depth 1"));
    // A folder is no file.
    let bad = format!("setoption name Debug Log File value {}", folder.path("").display());
    talk.send(bad);
    let said = talk.ready();
    assert!(said.len() == 1 && said[0].starts_with("info string Debug Log File: "), "{said:?}");
}

/// A book of one entry: the key of the start position, a move, its weight.
fn book(entries: &[(u16, u16)]) -> Vec<u8> {
    let start = Position::<Chess>::startpos().polyglot_key();
    let entry = |&(m, weight): &(u16, u16)| {
        let whole = u128::from(start) << 64 | u128::from(m) << 48 | u128::from(weight) << 32;
        whole.to_be_bytes()
    };
    entries.iter().flat_map(entry).collect()
}

#[test]
fn the_book_is_used_when_wanted() {
    // Target square, then origin: a2a4 often, a2a3 seldom, and an illegal a2a5.
    let (a4, a3, a5) = (24 | 8 << 6, 16 | 8 << 6, 32 | 8 << 6);
    let folder = Folder::new("uci-book");
    let path = folder.write("own book.bin", book(&[(a4, 300), (a3, 100), (a5, 9000)]));
    let mut talk = Talk::new();
    let go = "go depth 3";
    assert_ne!(talk.send(go).best(), "a2a4");
    talk.send(format!("setoption name BookFile value {}", path.display()));
    assert_ne!(talk.send(go).best(), "a2a4", "OwnBook is off");
    talk.send("setoption name OwnBook value true");
    let mut played = [0; 2];
    for _ in 0..200 {
        match talk.send(go).best().as_str() {
            "a2a4" => played[0] += 1,
            "a2a3" => played[1] += 1,
            other => panic!("{other}"),
        }
    }
    // Three to one; a chance in millions to be outside.
    assert!((115..185).contains(&played[0]), "{played:?}");
    // While pondering the move waits.
    talk.send("go ponder wtime 1000 btime 1000").until("info string");
    assert!(talk.is_silent(Duration::from_millis(50)));
    assert!(talk.send("ponderhit").best().starts_with("a2a"));
    // Who analyses is not interested.
    for line in ["go infinite", "go depth 2 searchmoves e2e4", "go mate 1 depth 2"] {
        talk.send(line).until("info depth 1");
        assert!(!talk.send("stop").best().starts_with("a2a"), "{line}");
    }
    talk.send("setoption name UCI_AnalyseMode value true");
    assert!(!talk.send(go).best().starts_with("a2a"));
    talk.send("setoption name UCI_AnalyseMode value false");
    // Out of book, and in another game.
    talk.send("position startpos moves e2e4").send(go).until("info depth 3");
    talk.best();
    talk.send("setoption name UCI_Variant value makruk").send(go).until("info depth 3");
    talk.best();
    talk.send("setoption name UCI_Variant value chess").send("position startpos");
    // A bad file is refused and the old book stays.
    let broken = folder.write("broken.bin", [0; 17]);
    for (path, reason) in [(broken, "multiple of 16"), (folder.path("none.bin"), "not found")] {
        talk.send(format!("setoption name BookFile value {}", path.display()));
        let said = talk.ready().join("\n");
        assert!(said.contains(reason) && said.contains("the old one stays"), "{said}");
        assert!(talk.send(go).best().starts_with("a2a"));
    }
    talk.send("setoption name BookFile value <empty>");
    assert!(!talk.send(go).best().starts_with("a2a"));
}

#[test]
fn table_paths_are_looked_through() {
    let mut talk = Talk::new();
    talk.send("setoption name SyzygyPath value no/such/folder;;");
    let said = talk.ready();
    assert!(said.len() >= 2, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with("info string SyzygyPath: ")), "{said:?}");
    for line in [
        "setoption name SyzygyProbeDepth value 4",
        "setoption name SyzygyProbeLimit value 0",
        "setoption name Syzygy50MoveRule value false",
        "setoption name SyzygyPath value <empty>",
    ] {
        talk.send(line);
    }
    assert_eq!(talk.ready(), [""; 0]);
    talk.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1").send("go depth 4").best();
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
    assert_eq!(talk.send("go perft 0").until("Nodes").last().unwrap(), "Nodes searched: 1");
    talk.send("go perft 20").send("quit");
    assert!(talk.wait().success());
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
