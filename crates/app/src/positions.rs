//! Positions named on the command line.

use std::ffi::OsString;

use erawan_board::{Position, Rules, Strictness, Variant, chess960};
use erawan_notation::fen::{self, FenError};

use crate::args::{Args, Opt, as_text};
use crate::failure::Failure;
use crate::{eprintln_quietly, suggest};

/// The option that chooses the game.
pub(crate) const VARIANT: Opt =
    Opt::value("--variant", "V", "chess, chess960 or makruk (chess if not given)");

/// The option that chooses a start position of Chess960.
pub(crate) const NUMBER: Opt =
    Opt::value("--number", "N", "Chess960: start position 0 to 959 (518 is the classical one)");

/// The game that was chosen. A number alone chooses Chess960.
pub(crate) fn variant(args: &Args) -> Result<Variant, Failure> {
    match args.text(VARIANT.name)? {
        None if args.has(NUMBER.name) => Ok(Variant::Chess960),
        None => Ok(Variant::Chess),
        Some(name) => variant_named(name),
    }
}

/// The game of a name.
pub(crate) fn variant_named(name: &str) -> Result<Variant, Failure> {
    Variant::from_name(name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::name);
        let hint = suggest::hint(&name.to_ascii_lowercase(), names);
        let list = names.join(", ");
        Failure::usage(format!("there is no variant '{name}'{hint}; there are {list}"))
    })
}

/// The FEN that words are, whether there were quotes around it or not.
pub(crate) fn fen_of(words: &[OsString]) -> Result<Option<String>, Failure> {
    let words =
        words.iter().map(|word| as_text("FEN", word)).collect::<Result<Vec<&str>, Failure>>()?;
    Ok((!words.is_empty()).then(|| words.join(" ")))
}

/// The position to work on: from a FEN, from a number of Chess960, or the
/// start position.
pub(crate) fn position<G: Rules>(
    args: &Args,
    variant: Variant,
    fen: Option<&str>,
) -> Result<Position<G>, Failure> {
    let number = args.number(NUMBER.name, 0..=chess960::COUNT - 1)?;
    match (fen, number) {
        (Some(_), Some(_)) => Err(Failure::usage("give either a FEN or --number, not both")),
        (None, Some(_)) if !variant.is_chess960() => {
            Err(Failure::usage("--number is for --variant chess960"))
        }
        (None, Some(number)) => {
            // Numbered start positions are always playable.
            Position::from_setup(&chess960::start(number), Strictness::Strict)
                .map_err(|error| Failure::Data(error.to_string()))
        }
        (None, None) => Ok(Position::startpos()),
        (Some(text), None) => {
            let (position, note) = read(text).map_err(|error| Failure::Data(error.render(text)))?;
            if let Some(note) = note {
                eprintln_quietly(&format!("note: {note}"));
            }
            Ok(position)
        }
    }
}

/// Reads a FEN strictly or, if that fails, leniently; then a note says what a
/// strict reader would have refused.
pub(crate) fn read<G: Rules>(text: &str) -> Result<(Position<G>, Option<String>), FenError> {
    match fen::parse_any(text, Strictness::Strict) {
        Ok(position) => Ok((position, None)),
        Err(strict) => match fen::parse_any(text, Strictness::Lenient) {
            Ok(position) => Ok((position, Some(format!("{strict}; read leniently")))),
            Err(error) => Err(error),
        },
    }
}
