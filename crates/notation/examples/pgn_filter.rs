//! Copies the games of a PGN file in which a tag contains a text. Games with
//! something wrong in them are reported and left out.
//!
//! ```text
//! cargo run --release -p erawan-notation --example pgn_filter -- White Carlsen < games.pgn
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

use erawan_notation::pgn::{PgnGame, ReadError, Reader};

fn main() -> io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let (Some(tag), Some(wanted)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: pgn_filter TAG TEXT < FILE");
        return Ok(ExitCode::from(2));
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut read, mut kept) = (0_u64, 0_u64);
    for game in Reader::new(io::stdin().lock()).into_games() {
        read += 1;
        match game {
            Ok(game) if game.tags().get(&tag).is_some_and(|value| value.contains(&wanted)) => {
                kept += 1;
                writeln!(out, "{}", game.to_pgn())?;
            }
            Ok(_) => {}
            Err(ReadError::Game(error)) => eprintln!("{error}"),
            Err(ReadError::Io(error)) => return Err(error),
        }
    }
    out.flush()?;
    eprintln!("{kept} of {read} games");
    Ok(ExitCode::SUCCESS)
}
