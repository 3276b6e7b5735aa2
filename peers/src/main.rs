//! Measures Erawan beside other libraries of its field.
//!
//! ```text
//! peers [perft] [--stockfish PATH]   count leaves
//! peers search                       list, play, keys: what a search does
//! peers pgn FILE...                  read games and check every move
//! peers fens                         write positions as FEN
//! peers makruk [PATH]                count leaves beside Fairy-Stockfish
//! ```
//!
//! `--quick` measures once and less deep, `--rounds N` measures N times.
//! All answers are checked; no speed is.

mod fens;
mod makruk;
mod measure;
mod options;
mod perft;
mod pgn;
mod positions;
mod search;
mod uci;

use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    let result =
        Options::read(std::env::args().skip(1)).and_then(|options| match options.mode.as_str() {
            "" | "perft" => perft::run(&options),
            "search" => search::run(&options),
            "pgn" => pgn::run(&options),
            "fens" => fens::run(&options),
            "makruk" => makruk::run(&options),
            mode => Err(format!("no mode {mode:?}: there are perft, search, pgn, fens and makruk")),
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}
