//! The engine over the wire: whatever comes in, it answers and lives on.

use crate::common::{Run, erawan_with_input};

fn uci(input: impl AsRef<[u8]>) -> Run {
    erawan_with_input(["uci"], input).exits(0)
}

#[test]
fn it_introduces_itself_and_plays_all_games() {
    let run = uci("uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 5\n");
    let run = run.says("id name Erawan").says("option name Hash type spin").says("uciok\n");
    let run = run.says("readyok\n").says("info depth 1 ").says("info depth 5 ").says("bestmove ");
    assert!(run.err.is_empty());
    let makruk = "setoption name UCI_Variant value makruk\nposition startpos\ngo nodes 3000\n";
    uci(makruk).says("bestmove ");
    let chess960 = "setoption name UCI_Chess960 value true\n\
        position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\ngo depth 4\n";
    uci(chess960).says("bestmove ");
}

#[test]
fn it_finds_mates_and_knows_when_the_game_is_over() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo depth 4\n";
    uci(mate).says("score mate 1 ").says("bestmove d1d8\n");
    let mated = "position fen 3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1\ngo depth 4\n";
    uci(mated).says("info depth 0 score mate 0\n").says("bestmove (none)\n");
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 10\n";
    uci(stalemate).says("info depth 0 score cp 0\n").says("bestmove (none)\n");
}

#[test]
fn bad_input_is_answered_and_survived() {
    let run = uci("position fen nonsense\nposition startpos moves e2e5\nfoo bar\n\
        setoption name Treads value 2\nsetoption name Hash value big\ngo depth\n\
        stop\nponderhit\nposition startpos\ngo depth 1\nisready\n");
    let complaints = run.out.lines().filter(|line| line.starts_with("info string ")).count();
    assert!(complaints >= 5, "{}", run.out);
    run.says("the old position stays").says("did you mean 'Threads'").says("readyok\n");
    let mut noise = vec![0xFF, 0xFE, 0, b'\n'];
    noise.extend(vec![b'x'; 1 << 20]);
    noise.extend(b"\nisready\n");
    uci(noise).says("readyok\n");
    uci("position").says("");
}

#[test]
fn stop_ends_an_endless_search() {
    let run = uci("position startpos\ngo infinite\nisready\nstop\nisready\nquit\n");
    run.says("bestmove ").says("readyok\n");
    // The end of input ends it too.
    uci("go infinite\n").says("bestmove ");
    uci("go wtime 0 btime -5\nisready\n").says("readyok\n").says("bestmove ");
}

#[test]
fn perft_and_drawing() {
    uci("position startpos\ngo perft 3\n").says("e2e4: 600\n").says("\nNodes searched: 8902\n");
    uci("d\n").says("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").says("Key: ");
}

#[test]
fn the_same_search_gives_the_same_nodes() {
    let input = "position startpos moves d2d4\ngo depth 12\n";
    let nodes = |run: Run| -> Vec<String> {
        let words = |line: &str| line.split(" time ").next().unwrap_or("").to_owned();
        let fields = |line: String| line.split(" nps ").next().unwrap_or("").to_owned();
        run.out
            .lines()
            .filter(|line| line.starts_with("info depth"))
            .map(words)
            .map(fields)
            .collect()
    };
    assert_eq!(nodes(uci(input)), nodes(uci(input)));
}

#[test]
fn the_search_can_be_tuned() {
    let nodes = |arguments: &[&str], options: &str| {
        let input = format!("{options}\nposition startpos\ngo depth 12\n");
        let run = erawan_with_input(arguments, input).exits(0);
        let line = run.out.lines().rfind(|line| line.starts_with("info depth 12 ")).unwrap();
        let (_, rest) = line.split_once(" nodes ").unwrap();
        rest.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let (plain, tuned) = (&["uci"][..], &["uci", "--tune"][..]);
    // Only there they are options, and their defaults change nothing.
    let margin = "setoption name reverse_futility_margin value";
    uci(format!("{margin} 30\nuci\ngo depth 1\n")).says("there is no option");
    let usual = nodes(plain, "");
    assert_eq!(nodes(plain, &format!("{margin} 30")), usual);
    assert_eq!(nodes(tuned, &format!("{margin} 30\n{margin} 63")), usual);
    assert_ne!(nodes(tuned, &format!("{margin} 30")), usual);
    let noisy = "setoption name reduction_noisy_base value";
    assert_ne!(nodes(tuned, &format!("{noisy} -100")), nodes(tuned, &format!("{noisy} 100")));
    let run = erawan_with_input(tuned, format!("uci\n{noisy} -101\n")).exits(0);
    run.says("option name reduction_noisy_base type spin default 0 min -100 max 150\n")
        .says("reduction_noisy_base must be between -100 and 150, not -101");
}
