//! Reviews the games of a PGN file and writes a JSON object a line:
//! `cargo run --release --example review -- games.pgn standard 2 > reviews.jsonl`.
//! The last two are the effort and the number of engines.

use std::fs::File;
use std::sync::atomic::AtomicBool;
use std::{env, process};

use erawan_analysis::Effort;
use erawan_analysis::bulk::{self, Event, Searches, Settings};
use erawan_analysis::resume::{self, Format};

fn main() {
    let args: Vec<String> = env::args().collect();
    let Some(path) = args.get(1) else {
        eprintln!("which file?");
        process::exit(2);
    };
    let effort: Effort = args.get(2).map_or(Ok(Effort::Standard), |word| word.parse()).unwrap();
    let workers = args.get(3).map_or(1, |word| word.parse().unwrap());
    let searches = Searches::Effort(effort);
    let settings = Settings {
        searches,
        lines: 1,
        jobs: 1,
        workers,
        threads: 1,
        hash: Effort::HASH,
        endings: None,
        network: None,
    };
    let file = File::open(path).unwrap();
    let end = bulk::run(file, &settings, &[], &AtomicBool::new(false), |event| {
        match event {
            Event::Reviewed(done) => {
                eprintln!("game {}: {} nodes", done.number, done.review.nodes());
                print!("{}", resume::write(Format::JsonLines, &done, &settings));
            }
            Event::Bad { message, .. } => eprintln!("{message}"),
            Event::Known { .. } | Event::Tick(_) => {}
        }
        Ok::<(), String>(())
    });
    end.unwrap();
}
