//! Whatever comes over the wire, the engine answers and lives on.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::common::talk::{Talk, field};
use crate::common::{Folder, Run, erawan_with_input};
use erawan_testing::Random;

fn uci(input: impl AsRef<[u8]>) -> Run {
    erawan_with_input(["uci"], input).exits(0)
}

/// The FEN on the board.
fn fen(talk: &mut Talk) -> String {
    let lines = talk.send("d").until("Fen: ");
    let fen = lines.last().unwrap()["Fen: ".len()..].to_owned();
    talk.until("Checkers");
    fen
}

#[test]
fn a_bad_position_leaves_the_old_one() {
    let mut talk = Talk::new();
    talk.send("position startpos moves e2e4 c7c5");
    let good = fen(&mut talk);
    for bad in [
        "position",
        "position fen",
        "position elsewhere",
        "position fen blah",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/9 w - - 0 1",
        "position fen k7/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN\u{20ac} w KQkq - 0 1",
        "position fen P6k/8/8/8/8/8/8/K7 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 e7e5 0000",
        "position startpos moves e7e5",
        "position startpos moves e9e4",
        "position startpos moves e",
        "position startpos moves e2e4q",
        "position startpos moves \u{1F418}\u{1F418}",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    ] {
        talk.send(bad);
        let said = talk.ready();
        assert!(!said.is_empty(), "{bad}");
        assert!(said.iter().all(|line| line.starts_with("info string ")), "{said:?}");
        assert_eq!(fen(&mut talk), good, "{bad}");
    }
    let said = talk.send("position startpos moves e2e4 e2e4").ready();
    assert!(said[0].contains("move 2, e2e4: no piece stands on e2; the old position stays"));
    talk.send("go depth 3").best();
}

#[test]
fn nonsense_in_options_changes_nothing() {
    let mut talk = Talk::new();
    for (line, reason) in [
        ("setoption", "setoption has no value"),
        ("setoption name", "name has no value"),
        ("setoption nmae Hash value 1", "means nothing in setoption"),
        ("setoption name Hash value 0", "Hash must be between 1 and"),
        ("setoption name Hash value -1", "Hash must be between 1 and"),
        ("setoption name Hash value 99999999999999999999999999", "Hash must be between 1 and"),
        ("setoption name Hash value big", "Hash must be a whole number"),
        ("setoption name Hash value 1.5", "Hash must be a whole number"),
        ("setoption name Hash value", "Hash needs a value"),
        ("setoption name Hash", "Hash needs a value"),
        ("setoption name Threads value 0", "Threads must be between 1 and"),
        ("setoption name Threads value 1025", "Threads must be between 1 and"),
        ("setoption name MultiPV value 0", "MultiPV must be between 1 and"),
        ("setoption name Ponder value maybe", "Ponder must be true or false"),
        ("setoption name UCI_Variant value atomic", "must be one of chess, makruk"),
        ("setoption name Move Overhead value 5001", "Move Overhead must be between 0 and 5000"),
        ("setoption name SyzygyProbeLimit value 8", "SyzygyProbeLimit must be between 0 and 7"),
    ] {
        talk.send(line);
        let said = talk.ready();
        assert!(said.len() == 1 && said[0].contains(reason), "{line}: {said:?}");
    }
    talk.send("go depth 3").best();
}

#[test]
fn lines_of_any_bytes_are_survived() {
    let megabyte = 1 << 20;
    let mut long = vec![b'x'; megabyte];
    long.push(b'\n');
    let mut inputs: Vec<Vec<u8>> = vec![
        long,
        vec![b' '; megabyte],
        b"\xff\xfe\xfd\n\x00\x00\n\x00go\x00 depth\n".to_vec(),
        b"position startpos moves \xff\xff\xff\xff\n".to_vec(),
        b"setoption name \xff\x00 value \x00\n".to_vec(),
        b"position fen \x00\x1b[31m w - - 0 1\n".to_vec(),
        b"\r\n\r\nisready\r\n".to_vec(),
        b"\xef\xbb\xbfuci\n".to_vec(),
        b"go depth 99999999999999999999 nodes 10\n".to_vec(),
        b"go wtime btime winc\nstop\n".to_vec(),
        b"go searchmoves\nstop\n".to_vec(),
        b"register name code later\ndebug\ndebug maybe\n".to_vec(),
        b"go mate 4294967295 nodes 10\ngo perft -1\ngo perft x\nstop\n".to_vec(),
    ];
    for word in ["position fen ", "position startpos moves ", "go ", "setoption name "] {
        let mut line = word.as_bytes().to_vec();
        while line.len() < megabyte {
            line.extend(b"e2e4 ");
        }
        line.extend(b"\nstop\n");
        inputs.push(line);
    }
    for mut input in inputs {
        input.extend(b"\nstop\nposition startpos\ngo depth 2\nisready\nquit\n");
        let run = uci(&input).says("readyok\n").says("bestmove ");
        assert!(run.out.lines().all(|line| line.len() < 2000), "a message is too long");
        assert!(!run.out.contains('\0') && !run.out.contains('\x1b'));
    }
}

/// What commands are made of, and what they are not.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "g1f3",
    "a7a8q",
    "0000",
    "go",
    "stop",
    "ponderhit",
    "depth",
    "nodes",
    "movetime",
    "infinite",
    "ponder",
    "mate",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "searchmoves",
    "perft",
    "1",
    "2",
    "-3",
    "0",
    "99999999999999999999",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Variant",
    "makruk",
    "chess",
    "UCI_Chess960",
    "true",
    "false",
    "Clear",
    "UCI_LimitStrength",
    "UCI_ShowWDL",
    "OwnBook",
    "d",
    "eval",
    "flip",
    "help",
    "debug",
    "on",
    "bench",
    "genfens",
    "8/8/8/8/8/2k5/2p5/2K5",
    "w",
    "b",
    "-",
    "KQkq",
    "#",
    "\u{fffd}",
    "x",
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
    "3k4/8/8/8/8/8/8/3KR3",
    "\0",
];

/// Commands and words of the protocol in any order, and some that are none.
#[test]
fn random_commands_are_survived() {
    let starts = [
        "go depth 2 ",
        "go nodes 50 ",
        "position startpos ",
        "position fen ",
        "setoption name ",
        "go ",
        "",
        "stop ",
        "position startpos moves ",
        "go perft 2 ",
        "position fen 3k4/8/8/8/8/8/8/3KR3 ",
    ];
    let mut numbers = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut random = |n: usize| numbers.below(n);
    for _ in 0..12 {
        let mut input = String::new();
        for _ in 0..150 {
            input.push_str(starts[random(starts.len())]);
            for _ in 0..random(8) {
                input.push_str(WORDS[random(WORDS.len())]);
                input.push(' ');
            }
            // A count of ten plies takes a while.
            input.push_str("\nstop\n");
        }
        input.push_str("\nstop\nisready\nposition startpos\ngo depth 1\nquit\n");
        let input = input.replace("quit ", "").replace("value 99999999999999999999", "value 1");
        let run = uci(&input);
        assert!(run.err.is_empty(), "{}\n{input}", run.err);
        run.says("readyok\n");
    }
}

#[test]
fn go_twice_gives_two_moves() {
    let mut talk = Talk::new();
    talk.send("go infinite").send("position startpos moves e2e4").send("go depth 3");
    let first = talk.best();
    let second = talk.best();
    assert!(first.len() == 4 && second.len() == 4);
    // The second is Black's.
    assert!(second.as_bytes()[1] >= b'5', "{second}");
    talk.send("go depth 2").send("go depth 2").send("go depth 2");
    (0..3).for_each(|_| assert_eq!(talk.best().len(), 4));
    assert!(talk.is_silent(Duration::from_millis(50)));
}

#[test]
fn commands_in_the_middle_of_a_search_do_no_harm() {
    let mut talk = Talk::new();
    talk.send("go infinite").until("info depth 5");
    // Options wait for the next search.
    for line in [
        "setoption name Hash value 4",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name MultiPV value 2",
        "setoption name UCI_Chess960 value true",
        "setoption name SyzygyPath value <empty>",
        "setoption name Hash value 0",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "d",
        "eval",
        "help",
        "uci",
    ] {
        let said = talk.send(line).ready();
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{line}");
    }
    assert!(talk.send("stop").best().as_bytes()[1] <= b'2', "a move of the old position");
    // The position and the options count now.
    let lines = talk.send("go depth 3 searchmoves e1g1 e1e2").until("bestmove");
    assert!(lines.iter().any(|line| field(line, "multipv") == Some("2")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" pv e1h1")), "{lines:#?}");
    // A new game ends the search of the old one.
    talk.send("go infinite").until("info depth 2");
    talk.send("ucinewgame").best();
    // The variant may change at any time.
    talk.send("go infinite").send("setoption name UCI_Variant value makruk").send("stop").best();
    talk.send("go depth 3").best();
    assert!(fen(&mut talk).starts_with("rnsmksnr/"));
}

#[test]
fn stop_without_a_search_is_nothing() {
    let mut talk = Talk::new();
    for line in ["stop", "ponderhit", "stop", "ponderhit"] {
        assert_eq!(talk.send(line).ready(), [""; 0]);
    }
    // And it does not stop the next search.
    let lines = talk.send("stop").send("go depth 5").until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")));
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let mut talk = Talk::new();
    talk.send("setoption name Hash value 2").send("go depth 4").best();
    for size in ["33554432", "30000000"] {
        let said = talk.send(format!("setoption name Hash value {size}")).ready();
        assert!(said.len() == 1 && said[0].contains("the old one of 2 MiB stays"), "{said:?}");
        assert!(said[0].contains(size), "{said:?}");
        talk.send("go depth 4").best();
    }
}

#[test]
fn very_long_games_are_played_on() {
    let mut line = String::from("position startpos moves");
    for _ in 0..500 {
        line.push_str(" g1f3 g8f6 f3g1 f6g8");
    }
    let mut talk = Talk::new();
    assert_eq!(talk.send(&line).ready(), [""; 0]);
    let lines = talk.send("go depth 6").until("bestmove");
    assert_eq!(lines.last().map(|line| line.starts_with("bestmove (none)")), Some(false));
    // A game on which the clock never runs out: all pawns have moved at last.
    assert!(fen(&mut talk).ends_with("1001"));
    // As in a game, with every move sent anew.
    for _ in 0..20 {
        let best = talk.send(&line).send("go nodes 500").best();
        write!(line, " {best}").unwrap();
    }
    assert_eq!(talk.send(&line).ready(), [""; 0]);
}

/// Positions with as many men or moves as there can be.
const CROWDED: &[&str] = &[
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "rnbqkbnr/pppppppp/nnnnnnnn/bbbbbbbb/BBBBBBBB/NNNNNNNN/PPPPPPPP/RNBQKBNR w - - 0 1",
    "rrrrkrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRKRRR w - - 0 1",
    "qqqqkqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "q1q1k1q1/1q1q1q1q/q1q1q1q1/8/8/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1QK1Q1 w - - 0 1",
    "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQK1kQ b - - 0 1",
];

#[test]
fn crowded_boards_do_not_make_it_deaf() {
    let mut talk = Talk::new();
    for start in CROWDED {
        assert_eq!(talk.send(format!("position fen {start}")).ready(), [""; 0], "{start}");
        // Other programs run too, so one good try of many is enough.
        let mut tries = Vec::new();
        while tries.iter().all(|taken| *taken >= Duration::from_millis(100)) {
            talk.send("go infinite").ready();
            std::thread::sleep(Duration::from_millis(150));
            let begun = Instant::now();
            talk.send("stop").best();
            tries.push(begun.elapsed());
            assert!(tries.len() < 20, "{tries:?} {start}");
        }
    }
}

#[test]
fn crowded_boards_do_not_cost_time() {
    let mut talk = Talk::new();
    for start in CROWDED {
        talk.send(format!("position fen {start}"));
        for go in ["go movetime 50", "go wtime 500 btime 500", "go nodes 2000"] {
            let begun = Instant::now();
            talk.send(go).best();
            // Loosely, for the machine may be busy; without limits it is minutes.
            assert!(begun.elapsed() < Duration::from_secs(5), "{go} {start}");
        }
    }
}

#[test]
fn moves_to_search_must_be_legal() {
    let mut talk = Talk::new();
    let lines = talk.send("go depth 3 searchmoves e2e5 a2a3 a2a3 junk").until("bestmove");
    assert_eq!(field(lines.last().unwrap(), "bestmove"), Some("a2a3"));
    let complaints = lines.iter().filter(|line| line.starts_with("info string searchmoves "));
    assert_eq!(complaints.count(), 2, "{lines:#?}");
    let lines = talk.send("go depth 3 searchmoves e2e5 junk").until("bestmove");
    assert!(lines.iter().any(|line| line.contains("all moves are searched")), "{lines:#?}");
    assert_eq!(field(lines.last().unwrap(), "bestmove").map(str::len), Some(4));
    let many = format!("go depth 1 searchmoves {}", "xx ".repeat(1000));
    assert!(talk.send(many).until("bestmove").len() < 10);
}

#[test]
fn threads_by_the_hundred_are_no_danger() {
    let mut talk = Talk::new();
    talk.send("setoption name Threads value 200").send("position startpos");
    assert_eq!(talk.send("go depth 3").best().len(), 4);
    talk.send("setoption name Threads value 1").send("go depth 3").best();
}

#[test]
fn the_same_game_twice_takes_the_same_nodes() {
    let game = |talk: &mut Talk| -> Vec<String> {
        let mut nodes = Vec::new();
        let mut line = "position startpos moves".to_owned();
        talk.send("ucinewgame").ready();
        for turn in 0..10 {
            let go = if turn % 2 == 0 { "go depth 7" } else { "go nodes 4000" };
            let lines = talk.send(&line).send(go).until("bestmove");
            let best = field(lines.last().unwrap(), "bestmove").unwrap();
            nodes.extend(lines.iter().filter_map(|line| field(line, "nodes")).map(str::to_owned));
            write!(line, " {best}").unwrap();
        }
        nodes.push(line);
        nodes
    };
    let mut talk = Talk::new();
    let first = game(&mut talk);
    assert_eq!(game(&mut talk), first, "after ucinewgame");
    assert_eq!(game(&mut Talk::new()), first, "in another process");
}

/// Whoever reads goes away: the engine must not stay behind and think.
#[cfg(unix)]
#[test]
fn nobody_is_left_thinking_for_nobody() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"position startpos\ngo depth 200\n").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    drop(child.stdout.take());
    drop(input);
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Whoever gives a limit waits for a move; one that cannot be read must not
/// become a search without end.
#[test]
fn a_limit_that_cannot_be_read_is_no_endless_search() {
    let mut talk = Talk::new();
    for (line, reason) in [
        ("go wtime 1e3", "wtime"),
        ("go wtime 1e3 btime 1e3 winc 0 binc 0", "btime"),
        ("go depth", "depth"),
        ("go nodes five", "nodes"),
        ("go movetime 1.5", "movetime"),
        ("go mate", "mate"),
        ("go mate -1", "mate"),
        ("go perft", "perft"),
        ("go wtime1000", "wtime1000"),
        ("go searchmoves", "searchmoves"),
    ] {
        let said = talk.send(line).until("bestmove ");
        assert!(said[0].starts_with("info string "), "{said:?}");
        assert!(said.iter().take(2).any(|line| line.contains(reason)), "{said:?}");
        let short = "info string no limit was understood; the search takes 100 ms";
        assert!(said.iter().any(|line| line == short), "{said:?}");
    }
    // A number out of range is still one, and limits that are clear count.
    for line in [
        "go nodes -5",
        "go depth -1",
        "go movetime -7",
        "go depth 2 nodes x",
        "go wtime 1e3 depth 3",
        "go wtime x btime 50",
    ] {
        let said = talk.send(line).until("bestmove ");
        assert!(said.iter().all(|line| !line.contains("no limit was understood")), "{said:?}");
    }
    // What was asked for in so many words is done.
    talk.send("go infinite depth x").until("info depth");
    assert!(talk.ready().iter().all(|line| !line.starts_with("bestmove")));
    talk.send("stop").best();
    talk.send("go ponder wtime 1e3").until("info string no limit");
    assert!(talk.ready().iter().all(|line| !line.starts_with("bestmove")));
    talk.send("ponderhit").best();
    let run = erawan_with_input(["go", "depth"], "").exits(0);
    run.says("info string no limit was understood").says("\nbestmove ");
}

/// Pipes and devices where a file is meant: opening a pipe waits for ever.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_where_a_file_is_meant() {
    let folder = Folder::new("uci-pipes");
    let pipe = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let pipe = pipe.to_str().unwrap();
    let mut talk = Talk::new();
    for option in ["EvalFile", "EvalFileMakruk", "BookFile", "Debug Log File"] {
        for path in [pipe, "/dev/stdin", "/dev/zero", "/dev/null", "/dev"] {
            talk.send(format!("setoption name {option} value {path}"));
            let said = talk.ready();
            let [line] = said.as_slice() else { panic!("{option} {path}: {said:?}") };
            let start = format!("info string {option}: {path}: ");
            assert!(line.starts_with(&start), "{line}");
            assert!(line.contains("folder") || line.contains("device"), "{line}");
        }
    }
    talk.send("go depth 3").best();
    talk.send("quit");
    assert!(talk.wait().success());
}

/// A list of two thousand folders is one line, not two thousand.
#[test]
fn many_bad_folders_are_one_complaint() {
    let mut talk = Talk::new();
    let paths: Vec<String> = (0..2001).map(|number| format!("no-such-{number}")).collect();
    let said = talk.send(format!("setoption name SyzygyPath value {}", paths.join(";"))).ready();
    let [line] = said.as_slice() else { panic!("{said:?}") };
    assert!(line.contains("1025 entries of the path cannot be used; entry 1 of"), "{line}");
    assert!(line.contains("at most 1024 are looked at"), "{line}");
    let said = talk.send("setoption name SyzygyPath value no-such-1;no-such-2").ready();
    assert_eq!(said.len(), 2, "{said:?}");
}
