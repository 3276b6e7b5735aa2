//! What chess programs rely on, rule by rule, on the real binary.

use std::time::{Duration, Instant};

use crate::common::talk::{Talk, field};
use crate::common::{Folder, erawan_with_input};
use erawan_board::{Chess, Position};
use erawan_uci::protocol::{Message, OptionDeclaration, OptionKind};

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
        "EndingsPath",
        "OwnBook",
        "BookFile",
        "BookDepth",
        "BookVariety",
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
    // Without variety it is the heaviest, and after the last move of the book's depth none.
    talk.send("setoption name BookVariety value 0");
    assert!((0..20).all(|_| talk.send(go).best() == "a2a4"));
    talk.send("setoption name BookDepth value 3");
    assert_eq!(talk.send(go).best(), "a2a4");
    talk.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 4");
    assert!(!talk.send(go).best().starts_with("a2a"), "the fourth move is the engine's own");
    for line in ["position startpos", "setoption name BookDepth value 0"] {
        talk.send(line);
    }
    talk.send("setoption name BookVariety value 100");
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
