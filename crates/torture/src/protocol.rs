//! Bad protocol: whatever is said, the engine lives, answers and obeys `quit`.

use erawan_testing::Random;

use crate::child::{self, command};
use crate::report::Tally;
use crate::{Plan, mutation};

/// What is said, before it is damaged. Searches are short, so that what comes
/// next meets them running or over.
const LINES: [&str; 40] = [
    "uci",
    "ucinewgame",
    "isready",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e5",
    "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e1e8",
    "position fen 1k6/1bN5/8/8/1B1b4/6r1/4p3/4K3 b - - 0 1",
    "go depth 3",
    "go nodes 300",
    "go movetime 5",
    "go wtime 30 btime 30 winc 1 binc 1",
    "go wtime -5 btime 0",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go mate 1",
    "go perft 2",
    "go perft 100000",
    "go depth",
    "go wtime 1e3",
    "go searchmoves e2e4 e2e4 zzzz nodes 50",
    "go depth 2 searchmoves",
    "ponderhit",
    "stop",
    "stop",
    "setoption name Hash value 1",
    "setoption name Hash value -7",
    "setoption name MultiPV value 4",
    "setoption name MultiPV value 100000",
    "setoption name Threads value 2",
    "setoption name UCI_Variant value makruk",
    "setoption name UCI_Variant value cambodian",
    "setoption name UCI_Variant value nonsense",
    "setoption name UCI_Chess960 value true",
    "setoption name EvalFile value /nowhere",
    "setoption name SyzygyPath value /nowhere:/dev/null",
    "setoption name Clear Hash",
    "debug on",
];

pub(crate) fn run(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let mut random = Random::new(plan.seed);
    for _ in 0..plan.share(1500) {
        let mut input = Vec::new();
        for _ in 0..=random.below(14) {
            let mut line = random.choose(&LINES).as_bytes().to_vec();
            if random.one_in(4) {
                mutation::mutate(&mut line, &mut random);
            }
            input.extend(line);
            input.push(b'\n');
        }
        // Some end without a word: the end of the input means quit too.
        let says_quit = !random.one_in(8);
        if says_quit {
            input.extend(b"stop\nisready\nquit\n");
        }
        let words: [&str; 0] = [];
        let ended = child::run(&mut command(&plan.program, tally.folder(), &words), &input)?;
        let fault = ended.fault().or_else(|| {
            // Damage can say quit earlier, or swallow the lines behind it.
            let quits = input.windows(4).filter(|&four| four == b"quit").count();
            let answered = ended.output.contains("readyok");
            (says_quit && quits == 1 && !answered).then(|| "isready was not answered".to_owned())
        });
        tally.judge("lines in any order", fault, &input);
    }
    Ok(())
}
