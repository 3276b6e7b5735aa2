//! Positions of Makruk and its sisters in their tables.

use std::io::Write;

use erawan_board::Rules;
use erawan_endings::{Ending, Endings};
use erawan_notation::{fen, san};
use serde::Serialize;

use super::Arguments;
use crate::failure::Failure;
use crate::{Outcome, Verdict, eprintln_quietly, json, positions};

/// Prints what the tables know of a position.
pub(super) fn answer<R: Rules>(args: &Arguments, out: &mut dyn Write) -> Outcome {
    if args.no_fifty {
        let title = R::VARIANT.title();
        return Err(Failure::usage(format!("--no-fifty: {title} has no fifty-move rule")));
    }
    let path = args.path.as_deref().unwrap_or_default();
    let position = positions::read_aloud::<R>(&args.fen.join(" "))?;
    let tables = Endings::open(path);
    for problem in tables.problems() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if tables.max_men(R::VARIANT) == 0 {
        let title = R::VARIANT.title();
        return Err(Failure::Data(format!("there are no tables of {title} in '{path}'")));
    }
    let data = |error: erawan_endings::ProbeError| Failure::Data(error.to_string());
    let ending = tables.look_up(&position).map_err(data)?;
    let ranked = tables.rank(&position).map_err(data)?;
    let moves = ranked.iter().map(|found| Move {
        san: san::write(&position, found.m).to_string(),
        result: found.outcome.to_string(),
        // Where the game is over and won, this was the mate.
        mate: match found.next {
            Some(next) => next.mate_moves(),
            None => (found.outcome == erawan_endings::Outcome::Win).then_some(0),
        },
        rank: found.rank,
    });
    if args.json {
        let report = Report {
            fen: fen::write(&position),
            result: ending.outcome.to_string(),
            mate: ending.mate_moves(),
            mates: ending.mates(),
            left: ending.moves_left(),
            moves: moves.collect(),
        };
        json::line(&report, out)?;
        return Ok(Verdict::Fine);
    }
    print(&ending, moves, out)?;
    Ok(Verdict::Fine)
}

fn print(
    ending: &Ending,
    moves: impl Iterator<Item = Move>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(out, "Result: {}", ending.outcome)?;
    writeln!(out, "{}", capitalised(&ending.to_string()))?;
    writeln!(out, "\n{:<8} {:<13} {:>5} {:>6}", "Move", "Result", "Mate", "Rank")?;
    for Move { san, result, mate, rank } in moves {
        let mate = mate.map_or("-".to_owned(), |mate| mate.to_string());
        writeln!(out, "{san:<8} {result:<13} {mate:>5} {rank:>6}")?;
    }
    Ok(())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[derive(Serialize)]
struct Report {
    fen: String,
    result: String,
    /// Moves to mate if nothing were counted.
    mate: Option<u16>,
    /// Whether it is the side to move that mates.
    mates: Option<bool>,
    /// Moves that the count leaves.
    left: Option<u16>,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    san: String,
    result: String,
    /// Moves to mate after it.
    mate: Option<u16>,
    rank: i32,
}
