//! What a search reports: lines that are legal and complete, every depth,
//! several lines in order, mates with their length.

use std::time::Duration;

use erawan_board::{Chess, Game, Makruk, Position, Rules, Strictness};
use erawan_engine::eval::{Evaluator, HandWritten};
use erawan_engine::{Engine, Info, Limits, Playable, Score};
use erawan_notation::{fen, san};

fn game<R: Rules>(text: &str) -> Game<R> {
    Game::from_position(fen::parse(text, Strictness::Lenient).unwrap())
}

/// The position at the end of a line, all of whose moves must be legal.
#[track_caller]
fn follow<R: Rules>(start: &Position<R>, info: &Info) -> Position<R> {
    let mut position = *start;
    assert!(!info.pv.is_empty(), "{info:?}");
    for &m in &info.pv {
        assert!(position.is_legal(m), "{m} in {info:?}");
        position = position.play_unchecked(m);
    }
    position
}

#[track_caller]
fn check_line<R: Rules>(start: &Position<R>, info: &Info) {
    let end = follow(start, info);
    let plies = match info.score {
        Score::Mate(moves @ 1..) => 2 * moves as usize - 1,
        Score::Mate(moves) => 2 * moves.unsigned_abs() as usize,
        Score::Centipawns(_) => return,
    };
    assert_eq!(info.pv.len(), plies, "{info:?}");
    assert!(end.is_checkmate(), "{info:?}");
}

fn rank(score: Score) -> i32 {
    match score {
        Score::Mate(moves @ 1..) => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
        Score::Centipawns(value) => value,
    }
}

/// Mates for the side to move and against it, near and not so near.
const CHESS: [&str; 12] = [
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "8/8/8/8/8/5k2/4q3/7K w - - 0 1",
    "7k/8/5K2/8/8/8/8/1R6 w - - 0 1",
    "7k/8/5K2/8/8/8/8/1R6 b - - 0 1",
    "8/8/8/8/2k5/8/1q6/3K4 b - - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "3k4/8/3K4/8/8/8/8/5Q2 w - - 0 1",
    "2k5/8/2K5/8/8/8/8/6QQ b - - 0 1",
    "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
    "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1",
];

const MAKRUK: [&str; 3] = [
    "7k/8/5K2/8/8/8/8/1R6 w - 32 6 1",
    "7k/8/5K2/8/8/8/8/1R6 b - 32 6 1",
    "3k4/8/3K4/8/8/8/8/R6R w - 16 8 1",
];

fn check_all<R: Playable>(texts: &[&str])
where
    HandWritten: Evaluator<R>,
{
    let (mut lines, mut mates) = (0, 0);
    // Together in one engine: old entries of the table break lines off.
    let mut shared = Engine::new(1).unwrap();
    for text in texts {
        let game: Game<R> = game(text);
        for threads in [1, 2] {
            for multipv in [1, 3] {
                shared.set_threads(threads).unwrap();
                let limits = Limits { multipv, ..Limits::nodes(40_000) };
                let found = shared.search(&game, &limits, |info| {
                    check_line(game.position(), &info);
                    lines += 1;
                    mates += usize::from(matches!(info.score, Score::Mate(_)));
                });
                assert!(game.position().is_legal(found.best.unwrap()));
            }
        }
    }
    assert!(lines > 100 && mates > 30, "{lines} {mates}");
}

#[test]
fn lines_are_legal_and_mates_complete() {
    check_all::<Chess>(&CHESS);
    check_all::<Makruk>(&MAKRUK);
}

/// Nothing comes after the fifty moves or the third time of a position.
#[test]
fn lines_end_where_the_game_is_drawn() {
    let mut shared = Engine::new(1).unwrap();
    let mut ended = 0;
    for clock in [0, 90, 94, 97] {
        let mut game: Game<Chess> = game(&format!("8/5k2/3r4/8/8/R7/5K2/8 w - - {clock} 80"));
        for text in
            ["a3a1", "d6d8", "a1a3", "d8d6"].iter().cycle().take(if clock == 0 { 6 } else { 0 })
        {
            let m = erawan_notation::uci::parse(game.position(), text).unwrap();
            game.play(m).unwrap();
        }
        shared.search(&game, &Limits::nodes(60_000), |info| {
            let mut line = game.clone();
            for (index, &m) in info.pv.iter().enumerate() {
                line.play(m).unwrap();
                let drawn = line.position().halfmove_clock() >= 100 || line.repetitions() >= 3;
                assert!(!drawn || index + 1 == info.pv.len(), "{info:?}");
                ended += usize::from(drawn);
            }
        });
    }
    assert!(ended > 0);
}

#[test]
fn played_out_endings_report_complete_mates() {
    for text in ["8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"] {
        let mut game: Game<Chess> = game(text);
        let mut engine = Engine::new(1).unwrap();
        while game.outcome().is_none() {
            let position = *game.position();
            let found = engine.search(&game, &Limits::nodes(4_000), |info| {
                check_line(&position, &info);
            });
            game.play(found.best.unwrap()).unwrap();
        }
    }
}

#[test]
fn every_depth_is_printed_once_and_lines_are_sorted() {
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game: Game<Chess> = game(text);
    for multipv in [1, 2, 5, 500] {
        let mut engine = Engine::new(1).unwrap();
        let mut infos = Vec::new();
        let limits = Limits { multipv, ..Limits::depth(6) };
        engine.search(&game, &limits, |info| infos.push(info));
        let count = multipv.min(game.position().count_legal_moves());
        assert_eq!(infos.len(), 6 * count);
        for (depth, lines) in (1..).zip(infos.chunks(count)) {
            let mut moves: Vec<_> = lines.iter().map(|info| info.pv[0]).collect();
            moves.sort_unstable_by_key(|m| m.bits());
            moves.dedup();
            assert_eq!(moves.len(), count, "the lines are different");
            assert!(lines.is_sorted_by_key(|info| -rank(info.score)), "depth {depth}");
            for (number, info) in (1..).zip(lines) {
                assert_eq!((info.depth, info.multipv), (depth, number));
            }
        }
        assert!(infos.is_sorted_by_key(|info| info.nodes));
    }
}

/// Wherever a search is broken off, what was told last of each line makes one
/// list: no move is in it twice, and the first is the move to be played.
#[test]
fn lines_told_last_are_of_different_moves() {
    let texts = [
        "1k6/1bN5/8/8/1B1b4/6r1/4p3/4K3 b - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for text in texts {
        let game: Game<Chess> = game(text);
        let mut engine = Engine::new(1).unwrap();
        for nodes in (500..12_000).step_by(167) {
            engine.clear();
            let mut told = Vec::new();
            let limits = Limits { multipv: 4, ..Limits::nodes(nodes) };
            let found = engine.search(&game, &limits, |info| {
                if told.len() < info.multipv {
                    told.resize(info.multipv, None);
                }
                told[info.multipv - 1] = info.pv.first().copied();
            });
            assert_eq!(told[0], found.best, "{text}, {nodes} nodes");
            let mut moves: Vec<_> = told.iter().map(|m| m.map(|m| m.bits())).collect();
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), told.len(), "{text}, {nodes} nodes: {told:?}");
        }
    }
}

#[test]
fn go_mate_stops_when_the_mate_is_found() {
    let game: Game<Chess> = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let mut engine = Engine::new(1).unwrap();
    // The time is for the case that it does not stop.
    let movetime = Some(Duration::from_secs(20));
    let limits = Limits { mate: Some(3), movetime, ..Limits::default() };
    let mut last = None;
    let found = engine.search(&game, &limits, |info| last = Some(info));
    assert_eq!(found.score, Score::Mate(3));
    assert_eq!(found.best, san::parse(game.position(), "Ra6+").ok());
    assert!(last.unwrap().time < Duration::from_secs(10));
}

#[test]
fn go_mate_ends_if_there_is_none() {
    fn none<R: Playable>(text: &str, moves: u32) {
        let game: Game<R> = game(text);
        let mut engine = Engine::new(1).unwrap();
        // The time is for the case that it does not end.
        let movetime = Some(Duration::from_secs(30));
        let limits = Limits { mate: Some(moves), movetime, ..Limits::default() };
        let begun = std::time::Instant::now();
        let found = engine.search(&game, &limits, |_| ());
        assert!(found.best.is_some());
        assert!(!matches!(found.score, Score::Mate(n) if (1..=moves as i32).contains(&n)));
        assert!(begun.elapsed() < Duration::from_secs(25), "{text}");
    }
    none::<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2);
    none::<Makruk>("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", 2);
    // There is one in three, and it is not enough.
    none::<Chess>("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 2);
    // Black is mated whatever it does.
    none::<Chess>("k7/8/1K6/8/8/8/8/7R b - - 0 1", 5);
    none::<Chess>("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0);
}

#[test]
fn searchmoves_are_kept_to_in_every_line() {
    let game: Game<Chess> = Game::new();
    let moves: Vec<_> =
        ["a3", "h4", "Na3"].map(|text| san::parse(game.position(), text).unwrap()).into();
    let mut engine = Engine::new(1).unwrap();
    let limits = Limits { searchmoves: moves.clone(), multipv: 9, ..Limits::depth(5) };
    let mut lines = 0;
    let found = engine.search(&game, &limits, |info| {
        assert!(moves.contains(&info.pv[0]));
        lines += 1;
    });
    assert!(moves.contains(&found.best.unwrap()));
    assert_eq!(lines, 5 * 3);
}

/// A mate that the table remembers is none if the clock or the count forbids
/// it.
#[test]
fn the_table_knows_clock_and_count() {
    fn scores<R: Playable>(texts: [&str; 3]) -> [Score; 3]
    where
        HandWritten: Evaluator<R>,
    {
        let mut engine = Engine::new(4).unwrap();
        texts.map(|text| engine.search(&game::<R>(text), &Limits::nodes(60_000), |_| ()).score)
    }
    let [early, late, again] = scores::<Chess>([
        "7k/8/4K3/8/8/8/8/1R6 w - - 0 1",
        "7k/8/4K3/8/8/8/8/1R6 w - - 98 60",
        "7k/8/4K3/8/8/8/8/1R6 w - - 0 1",
    ]);
    assert!(matches!(early, Score::Mate(2..)), "{early:?}");
    assert!(matches!(late, Score::Centipawns(-100..100)), "{late:?}");
    assert_eq!(again, early);
    let [early, late, again] = scores::<Makruk>([
        "7k/8/4K3/8/8/8/8/1R6 w - 32 6 1",
        "7k/8/4K3/8/8/8/8/1R6 w - 32 31 60",
        "7k/8/4K3/8/8/8/8/1R6 w - 32 6 1",
    ]);
    assert!(matches!(early, Score::Mate(2..)), "{early:?}");
    assert!(matches!(late, Score::Centipawns(-100..100)), "{late:?}");
    assert_eq!(again, early);
}
