//! Which games: options that several commands share.

use std::str::FromStr;

use erawan_board::{Color, Position, Rules, Variant, with_rules};
use erawan_database::{AnyPosition, Date, EcoRange, Filter, Scene, read_material};
use erawan_notation::pgn::GameResult;
use erawan_notation::{san, uci};

use crate::args::{VariantParser, between};
use crate::failure::Failure;
use crate::{limits, positions};

/// Games by what their heads say.
#[derive(clap::Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct Filters {
    /// A part of a player's name, in any case; the whole name between quotation marks
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The player's colour
    #[arg(long, alias = "color", value_name = "COLOUR", requires = "player")]
    colour: Option<Side>,
    /// A part of the other player's name
    #[arg(long, value_name = "NAME", requires = "player")]
    opponent: Option<String>,
    /// A part of the event's name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// A part of the place's name
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
    /// The first day, YYYY.MM.DD or a part of it
    #[arg(long, value_name = "DATE", value_parser = Date::from_str)]
    since: Option<Date>,
    /// The last day, YYYY.MM.DD or a part of it
    #[arg(long, value_name = "DATE", value_parser = Date::from_str)]
    until: Option<Date>,
    /// What both players are rated at least
    #[arg(long, value_name = "N", value_parser = between(limits::RATING))]
    min_rating: Option<u16>,
    /// What both players are rated at most
    #[arg(long, value_name = "N", value_parser = between(limits::RATING))]
    max_rating: Option<u16>,
    /// How it ended: 1-0, 0-1, 1/2-1/2 or *; may be given several times
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Vec<GameResult>,
    /// The opening's code: B90, B9 or B20-B99
    #[arg(long, value_name = "CODE", value_parser = EcoRange::from_str)]
    eco: Option<EcoRange>,
    /// The fewest plies
    #[arg(long, value_name = "N", value_parser = between(limits::GAME_PLIES))]
    min_plies: Option<u16>,
    /// The most plies
    #[arg(long, value_name = "N", value_parser = between(limits::GAME_PLIES))]
    max_plies: Option<u16>,
    /// Which game
    #[arg(long, value_name = "V", value_parser = VariantParser)]
    pub(crate) variant: Option<Variant>,
}

/// A colour by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Side {
    White,
    Black,
}

fn result(text: &str) -> Result<GameResult, String> {
    GameResult::from_bytes(text.as_bytes())
        .ok_or_else(|| "results are 1-0, 0-1, 1/2-1/2 and *".to_owned())
}

impl Filters {
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            player: self.player.clone(),
            color: self.colour.map(|side| match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            }),
            opponent: self.opponent.clone(),
            event: self.event.clone(),
            site: self.site.clone(),
            from: self.since,
            to: self.until,
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            results: self.result.clone(),
            eco: self.eco,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            variant: self.variant,
            deleted: false,
        }
    }
}

/// Games by what stood on the board.
#[derive(clap::Args)]
#[command(next_help_heading = "What stood on the board")]
pub(super) struct Scenes {
    /// Games that came to a position: a FEN, or moves such as '1. e4 c5'
    #[arg(long, value_name = "FEN|MOVES", conflicts_with = "material")]
    position: Option<String>,
    /// Games in which exactly these men were left: KRPPvKRP, White's first
    #[arg(long, value_name = "MEN")]
    material: Option<String>,
}

impl Scenes {
    /// What is looked for, in a game.
    pub(super) fn scene(&self, variant: Option<Variant>) -> Result<Option<Scene>, Failure> {
        let variant = variant.unwrap_or(Variant::Chess);
        match (&self.position, &self.material) {
            (Some(text), _) => Ok(Some(Scene::Position(position_of(variant, text)?))),
            (None, Some(text)) => {
                let counts = with_rules!(variant, R => read_material::<R>(text));
                let wrong = |error| Failure::usage(format!("--material {text}: {error}"));
                let counts = counts.map_err(wrong)?;
                Ok(Some(Scene::Material(variant, counts)))
            }
            (None, None) => Ok(None),
        }
    }
}

/// A position: a FEN, or moves from the start.
pub(crate) fn position_of(variant: Variant, text: &str) -> Result<AnyPosition, Failure> {
    with_rules!(variant, R => Ok(AnyPosition::of::<R>(match text.contains('/') {
        true => positions::read_aloud::<R>(text)?,
        false => after_moves(Position::startpos(), text)?,
    })))
}

/// The position after moves, in SAN or as protocols write them.
pub(crate) fn after_moves<R: Rules>(
    start: Position<R>,
    text: &str,
) -> Result<Position<R>, Failure> {
    let mut position = start;
    for word in text.split_whitespace() {
        // Numbers may stick to their moves: 1.e4
        let m = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        let is_number = m.is_empty() && word.ends_with(|c: char| c == '.' || c.is_ascii_digit());
        if is_number {
            continue;
        }
        let m = if m.len() < word.len() && !word.contains('.') { word } else { m };
        let read =
            san::parse(&position, m).or_else(|error| uci::parse(&position, m).or(Err(error)));
        let read =
            read.map_err(|error| Failure::Data(format!("'{m}' is no move here: {error}")))?;
        position = position.play_unchecked(read);
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use erawan_board::Chess;

    use super::*;

    #[test]
    fn moves_are_read_with_and_without_numbers() {
        let start = Position::<Chess>::startpos;
        let plain = after_moves(start(), "e4 c5 Nf3").unwrap();
        for text in ["1. e4 c5 2. Nf3", "1.e4 c5 2.Nf3", "e2e4 c7c5 g1f3", "1.e4 1...c5 2 Nf3"] {
            assert_eq!(after_moves(start(), text).unwrap(), plain, "{text}");
        }
        assert!(after_moves(start(), "e4 Ke7 e5 O-O").is_err());
        assert_eq!(after_moves(start(), "").unwrap(), start());
    }
}
