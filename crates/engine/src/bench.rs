//! A fixed amount of work, to measure speed by and to tell by its node count
//! whether two builds search alike.
//!
//! The positions are from games that the engine played against itself after
//! six random plies. Each is searched with an empty table and one thread to a
//! depth of its own, chosen so that all take about as long.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//!
//! use erawan_board::Strictness;
//! use erawan_engine::{Engine, bench};
//! use erawan_notation::fen;
//!
//! let mut engine = Engine::new(bench::HASH_MEBIBYTES).unwrap();
//! let report = bench::run(
//!     &mut engine,
//!     |variant, text| fen::parse_game(variant, text, Strictness::Strict),
//!     |searched| {
//!         println!("{}: {} nodes", searched.position.fen, searched.nodes);
//!         ControlFlow::Continue(())
//!     },
//! )
//! .unwrap();
//! println!("{report}");
//! ```

use core::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use erawan_board::{AnyGame, Move, Variant, with_game};

use crate::clock::Instant;
use crate::engine::{Best, Engine};
use crate::limits::Limits;
use crate::score::Score;

/// The size of the transposition table that node counts are given for.
pub const HASH_MEBIBYTES: usize = 16;

/// A position of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// The game it is from.
    pub variant: Variant,
    /// How deep it is searched.
    pub depth: u32,
    /// The position as FEN.
    pub fen: &'static str,
}

/// A position that has been searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched {
    /// Its number, from 1.
    pub number: usize,
    /// The position.
    pub position: &'static BenchPosition,
    /// The move found.
    pub best: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The nodes it took.
    pub nodes: u64,
}

/// What all positions took together. Printed, it is the line that programs
/// look for: `N nodes M nps`.
///
/// ```
/// use std::time::Duration;
/// let report = erawan_engine::bench::Report { nodes: 3_000, time: Duration::from_millis(2) };
/// assert_eq!(report.to_string(), "3000 nodes 1500000 nps");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl Report {
    /// Nodes in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches all positions. The engine, which should have one thread and a
/// table of [`HASH_MEBIBYTES`], forgets everything before each of them, so
/// that the nodes depend on nothing but the program.
///
/// Nothing here reads text: `read` makes games of FENs, and what it complains
/// of is returned. `on_position` hears of each position and may break off.
pub fn run<E>(
    engine: &mut Engine,
    read: impl Fn(Variant, &str) -> Result<AnyGame, E>,
    on_position: impl FnMut(&Searched) -> ControlFlow<()>,
) -> Result<Report, E> {
    run_some(engine, POSITIONS, read, on_position)
}

fn run_some<E>(
    engine: &mut Engine,
    positions: &'static [BenchPosition],
    read: impl Fn(Variant, &str) -> Result<AnyGame, E>,
    mut on_position: impl FnMut(&Searched) -> ControlFlow<()>,
) -> Result<Report, E> {
    let mut report = Report::default();
    for (number, position) in (1..).zip(positions) {
        let limits = Limits::depth(position.depth);
        engine.clear();
        let begun = Instant::now();
        let game = read(position.variant, position.fen)?;
        let found: Best = with_game!(&game, game => engine.search(game, &limits, |_| ()));
        report.time += begun.elapsed();
        report.nodes += found.nodes;
        let Best { best, score, nodes, .. } = found;
        if on_position(&Searched { number, position, best, score, nodes }).is_break() {
            break;
        }
    }
    Ok(report)
}

const fn chess(depth: u32, fen: &'static str) -> BenchPosition {
    BenchPosition { variant: Variant::Chess, depth, fen }
}

const fn chess960(depth: u32, fen: &'static str) -> BenchPosition {
    BenchPosition { variant: Variant::Chess960, depth, fen }
}

const fn makruk(depth: u32, fen: &'static str) -> BenchPosition {
    BenchPosition { variant: Variant::Makruk, depth, fen }
}

/// The positions of the bench.
pub static POSITIONS: &[BenchPosition] = &[
    // Chess.
    chess(16, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    chess(16, "1rb1q1kr/6b1/pNp2np1/NnPp1p2/1B1PpP1p/4P2P/1P1QB1P1/R2R2K1 w - - 12 33"),
    chess(18, "1r2q2r/1b4bk/pN3np1/1pPp1p2/1B1PpP1p/1N2P2P/1P1Q2P1/R1R3K1 w - - 0 36"),
    chess(18, "7r/2P4k/QN3n1b/1p1p1p2/3Pp2p/4P1qP/1P1B2P1/2R3K1 w - - 1 46"),
    chess(20, "r1b1k2r/2n3b1/p1p1qnp1/N1Pp1p2/N2PpP1p/4P2P/1P1BB1P1/R2RQ1K1 b kq - 3 28"),
    chess(15, "r4k1r/p3npbp/2pNb3/6P1/5B2/P5P1/1P1R1K2/5B1R b - - 0 21"),
    chess(19, "4r3/p4p1p/2pk2B1/6P1/3r1P2/P3K3/1P2R3/8 w - - 4 33"),
    chess(17, "8/p3k2B/8/2p3P1/5PK1/r7/8/8 w - - 0 43"),
    chess(16, "r1bqkb1r/pp3ppp/2n1pn2/2p5/8/P2PBN1P/1PP1BPP1/RN1QK2R w KQkq - 2 8"),
    chess(18, "8/1b2nk1p/1p3bp1/pP1p4/P2P4/Q2B1N1P/5PPK/3r4 w - - 3 32"),
    chess(17, "8/4k3/3nr2Q/6p1/8/7P/5PPK/8 w - - 2 53"),
    chess(15, "r3kb1r/pp1n1p1p/2p1bn2/1P1qp3/6pP/N3P3/PB1P1PP1/R2QKBNR w KQkq - 0 10"),
    chess(18, "8/p3kp1p/7b/3Bp3/7P/5P2/P1rP4/4K2R w K - 0 30"),
    chess(29, "8/8/5K2/2bBpp2/5k2/3P1P2/8/8 b - - 10 60"),
    chess(16, "3r2k1/5p1p/2n3p1/1Nbp4/2p5/1p2NP2/1P1BK1PP/4R3 b - - 5 28"),
    chess(23, "8/5p2/6k1/6pp/7n/1K3P2/1P1N3P/8 b - - 2 40"),
    chess(15, "N2k1b1r/pb2q1pp/1pn2n2/5p2/2PPp3/1P3N2/PB1PQPPP/R3KB1R w KQ - 0 12"),
    chess(16, "3r1r1k/pppbq1pp/2n5/2b1p3/2B1N3/2P2NPP/PP4P1/R2Q1R1K w - - 3 18"),
    chess(17, "6k1/6p1/7p/1N6/p5KP/2r3P1/8/8 b - - 5 51"),
    chess(16, "r4rk1/p2n1p2/b1p5/3p4/2PP2Pp/P4Q1P/1P1KB2q/R3R3 w - - 5 25"),
    chess(16, "rnb1kb1r/p2p1p2/2p2q2/6pp/Q2PpB2/P1P1P2P/1P2NKP1/RN3B1R b kq - 1 11"),
    chess(40, "8/8/6k1/6P1/6K1/8/8/8 b - - 2 58"),
    // Chess960.
    chess960(15, "b3r1nb/p1k2ppp/1pp1q1n1/3pp3/4P3/QP1P4/P1P2PPP/BR1KR1NB w EB - 0 9"),
    chess960(19, "1k5b/1br3pp/p1q2nn1/8/1QPPpp2/1KB3P1/P4P1P/1R2R2B b - - 2 24"),
    chess960(15, "rkbnqbrn/1pp2pp1/8/pN2p2p/3pP3/6N1/PPPP1PPP/RKB1QBR1 b GAga - 1 6"),
    chess960(15, "1n1rr3/1kbb1q2/1pp1np2/p3pNpp/P1BPP3/1PP3PP/1B1NQP2/RK4R1 b GA - 5 27"),
    chess960(15, "nrbqk1n1/pp4b1/3p2p1/5pB1/1RNpP3/6N1/P1P2PPP/4KBR1 w Gb - 0 13"),
    // Makruk.
    makruk(17, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    makruk(14, "rnsm3r/4ks2/pppp1npp/4pp2/3PP2P/PPP2PP1/R1S5/1N1KMSNR w - - 1 6"),
    makruk(16, "r2m3r/2s1k3/pp3nsp/3pnp2/8/PPP2PP1/R1SNNS2/3KM2R b - - 1 12"),
    makruk(16, "3m3r/2sn1k2/2np1s2/p6p/2P1PPpN/P1S1S3/3NKM2/1R6 b - - 1 23"),
    makruk(15, "2r2r2/3km3/1pn2sp1/p2p3p/P6P/1P4P1/1S1NS3/2R1KR2 b - - 2 24"),
    makruk(16, "2r1ksr1/3smn2/1R2p2p/2n1Ppp1/2NN4/P2PS1PP/2S1KM2/7R b - - 3 21"),
    makruk(17, "3mk3/5n2/1s1p4/1p1Pp3/1Pp1PmPs/2P5/2KNNM2/S7 b - - 0 63"),
    makruk(18, "2rm1r2/2snnk2/2p3Mp/1p6/1P1s3P/2P3P1/1KSN1S2/R3M2R b - - 0 17"),
    makruk(19, "1k1m4/8/4M3/4sP2/P3N3/6K1/5S2/r7 w - - 3 55"),
    makruk(17, "8/8/8/3ksM2/5mN1/8/2r1S3/4K3 b - 128 32 73"),
    makruk(16, "8/8/4mk2/8/2RSn3/3r4/2K5/8 b - 128 36 73"),
    makruk(25, "8/8/8/3m4/3m4/3ks1K1/8/8 w - 88 72 90"),
    makruk(15, "8/8/4k3/8/4K3/8/8/R7 w - 32 9 70"),
];

#[cfg(test)]
mod tests {
    use erawan_board::Strictness;
    use erawan_notation::fen;

    use super::*;

    /// The nodes of every fourth position at a lesser depth.
    fn nodes() -> Vec<u64> {
        let positions: Vec<BenchPosition> = POSITIONS
            .iter()
            .step_by(4)
            .map(|position| BenchPosition { depth: position.depth.min(11), ..*position })
            .collect();
        let mut engine = Engine::new(HASH_MEBIBYTES).unwrap();
        let mut nodes = Vec::new();
        run_some(
            &mut engine,
            positions.leak(),
            |variant, text| fen::parse_game(variant, text, Strictness::Strict),
            |searched| {
                nodes.push(searched.nodes);
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        nodes
    }

    #[test]
    fn two_runs_and_two_at_once_search_the_same_nodes() {
        let first = nodes();
        assert_eq!(first.len(), 10);
        assert_eq!(first, nodes());
        let both = std::thread::scope(|scope| {
            [scope.spawn(nodes), scope.spawn(nodes)].map(|thread| thread.join().unwrap())
        });
        assert_eq!(both, [first.clone(), first]);
    }

    #[test]
    fn every_position_is_strictly_valid_and_is_there_once() {
        let mut seen = std::collections::HashSet::new();
        for position in POSITIONS {
            assert!(seen.insert(position.fen));
            let game = fen::parse_game(position.variant, position.fen, Strictness::Strict);
            let moves = with_game!(&game.unwrap(), game => game.position().legal_moves());
            assert!(!moves.is_empty(), "{}", position.fen);
        }
    }
}
