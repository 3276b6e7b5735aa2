//! Makruk: Erawan beside Fairy-Stockfish, which runs as a program of its own.

use erawan_board::perft::Perft;
use erawan_board::{Makruk, Position};

use crate::measure::{Contestant, Task, race};
use crate::options::Options;
use crate::uci::Engine;

pub fn run(options: &Options) -> Result<(), String> {
    let path = options.paths.first().map_or("fairy-stockfish", String::as_str);
    let mut engine = Engine::start(path, &["setoption name UCI_Variant value makruk"])?;
    let (depth, amount) = if options.quick { (5, 6_223_994) } else { (6, 142_078_049) };
    let start = Position::<Makruk>::startpos();
    let contestants = vec![
        Contestant::timed(engine.name.clone(), move |_| {
            engine.perft("startpos", depth).expect("an answer of the program")
        }),
        Contestant::new("Erawan", |_| Perft::new().run(&start, depth)),
    ];
    let tasks = vec![Task { name: format!("Makruk start d{depth}"), amount }];
    race(contestants, tasks, options.rounds(5)).print("Mnps", 0);
    Ok(())
}
