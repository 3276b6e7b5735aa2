//! Measures how fast games are read and replayed.
//!
//! `cargo run --release -p erawan-notation --example pgn_speed -- FILE [MEGABYTES]`

use std::time::Instant;

use erawan_notation::pgn;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: pgn_speed FILE [MEGABYTES]");
        std::process::exit(2);
    };
    let megabytes: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut file = match std::fs::read(&path) {
        Ok(file) if !file.is_empty() => file,
        Ok(_) => return,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(1);
        }
    };
    file.push(b'\n');
    let mut text = Vec::with_capacity(megabytes * 1_000_000 + file.len());
    while text.len() < megabytes * 1_000_000 {
        text.extend_from_slice(&file);
    }
    let size = text.len() as f64 / 1e6;
    for _ in 0..3 {
        let start = Instant::now();
        let mut shown = 0;
        let summary = pgn::check(&text, |error| {
            if shown < 10 {
                eprintln!("{error}");
            }
            shown += 1;
        });
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:.1} MB/s, {:.1} ns a move: {summary:?}",
            size / seconds,
            seconds * 1e9 / summary.moves as f64
        );
    }
}
