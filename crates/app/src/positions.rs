//! Positions named on the command line.

use erawan_board::{Position, Rules, Strictness, Variant, chess960};
use erawan_notation::fen::{self, FenError};

use crate::args::{VariantParser, between};
use crate::eprintln_quietly;
use crate::failure::Failure;
use crate::limits;

/// Which game, and where it starts.
#[derive(clap::Args)]
pub(crate) struct Start {
    /// The game; chess if not given
    #[arg(long, value_name = "V", value_parser = VariantParser)]
    variant: Option<Variant>,
    /// Chess960: start position 0 to 959 (518 is the classical one)
    #[arg(long, value_name = "N", value_parser = between(limits::CHESS960))]
    pub(crate) number: Option<u16>,
}

impl Start {
    /// The choice of other options.
    pub(crate) fn of(variant: Option<Variant>, number: Option<u16>) -> Start {
        Start { variant, number }
    }

    /// The game that was chosen. A number alone chooses Chess960.
    pub(crate) fn variant(&self) -> Variant {
        let default = if self.number.is_some() { Variant::Chess960 } else { Variant::Chess };
        self.variant.unwrap_or(default)
    }

    /// The position to work on: from a FEN, from a number of Chess960, or the
    /// start position.
    pub(crate) fn position<G: Rules>(&self, fen: Option<&str>) -> Result<Position<G>, Failure> {
        match (fen, self.number) {
            (Some(_), Some(_)) => Err(Failure::usage("give either a FEN or --number, not both")),
            (None, Some(_)) if !self.variant().is_chess960() => {
                Err(Failure::usage("--number is for --variant chess960"))
            }
            (None, Some(number)) => {
                // Numbered start positions are always playable.
                Position::from_setup(&chess960::start(number), Strictness::Strict)
                    .map_err(|error| Failure::Data(error.to_string()))
            }
            (None, None) => Ok(Position::startpos()),
            (Some(text), None) => read_aloud(text),
        }
    }
}

/// Which game.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// The game
    #[arg(long, value_name = "V", default_value = "chess", value_parser = VariantParser)]
    pub(crate) variant: Variant,
}

/// The FEN that words are, whether there were quotes around it or not.
pub(crate) fn fen_of(words: &[String]) -> Option<String> {
    (!words.is_empty()).then(|| words.join(" "))
}

/// Reads a FEN; if it is read leniently, a note says so.
pub(crate) fn read_aloud<G: Rules>(text: &str) -> Result<Position<G>, Failure> {
    let (position, note) = read(text).map_err(|error| Failure::Data(error.render(text)))?;
    if let Some(note) = note {
        eprintln_quietly(&format!("note: {note}"));
    }
    Ok(position)
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
