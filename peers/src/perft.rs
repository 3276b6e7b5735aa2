//! Counting leaves: one thread, no table, the last ply not played.
//!
//! Each library counts the last ply the fastest way its interface offers.

use erawan_board::perft::{Perft, has_simd};

use crate::measure::{Contestant, Task, race};
use crate::options::Options;
use crate::positions::POSITIONS;
use crate::uci::Engine;

pub fn run(options: &Options) -> Result<(), String> {
    let shallower = if options.quick { 1 } else { 0 };
    let depths = POSITIONS.each_ref().map(|position| position.depth(shallower));
    let tasks = POSITIONS
        .iter()
        .zip(depths)
        .map(|(position, (depth, amount))| Task {
            name: format!("{} d{depth}", position.name),
            amount,
        })
        .collect();

    let erawan = POSITIONS.each_ref().map(|position| position.erawan());
    let cozy = POSITIONS.each_ref().map(|position| position.cozy());
    let chess = POSITIONS.each_ref().map(|position| position.chess());
    let shakmaty = POSITIONS.each_ref().map(|position| position.shakmaty());

    let mut contestants = vec![
        Contestant::new("cozy-chess", |number| cozy_perft(&cozy[number], depths[number].0)),
        Contestant::new("chess", |number| chess_perft(&chess[number], depths[number].0)),
        Contestant::new("shakmaty", |number| shakmaty::perft(&shakmaty[number], depths[number].0)),
        Contestant::new("Erawan scalar", |number| {
            Perft::new().simd(false).run(&erawan[number], depths[number].0)
        }),
    ];
    if has_simd() {
        contestants.push(Contestant::new("Erawan AVX-512", |number| {
            Perft::new().run(&erawan[number], depths[number].0)
        }));
    }
    if let Some(path) = &options.stockfish {
        let mut engine = Engine::start(path, &[])?;
        contestants.push(Contestant::timed(engine.name.clone(), move |number| {
            let position = format!("fen {}", POSITIONS[number].fen);
            engine.perft(&position, depths[number].0).expect("an answer of the program")
        }));
    }
    race(contestants, tasks, options.rounds(5)).print("Mnps", 0);
    Ok(())
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += cozy_perft(&next, depth - 1);
            }
            false
        });
    }
    nodes
}

fn chess_perft(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|m| chess_perft(&board.make_move_new(m), depth - 1)).sum()
}
