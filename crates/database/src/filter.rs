//! Games by what their heads say.

use erawan_board::{Color, Variant};
use erawan_notation::pgn::GameResult;
use rusqlite::Connection;

use crate::date::Date;
use crate::head::{self, Head};
use crate::names::{self, Kind};

/// Which games are meant. Everything that is given must be true of a game; names
/// are parts of names in any case, or whole names between quotation marks.
///
/// ```
/// use erawan_database::Filter;
/// let filter = Filter { player: Some("carlsen".into()), ..Filter::default() };
/// assert_ne!(filter, Filter::default());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Somebody who plays in it.
    pub player: Option<String>,
    /// The player's colour.
    pub color: Option<Color>,
    /// Who plays against the player.
    pub opponent: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// Where it was played.
    pub site: Option<String>,
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
    /// What both players are rated at least.
    pub min_rating: Option<u16>,
    /// What both players are rated at most.
    pub max_rating: Option<u16>,
    /// How it ended; anyhow if there is none.
    pub results: Vec<GameResult>,
    /// The first and the last code of openings.
    pub eco: Option<EcoRange>,
    /// The fewest plies.
    pub min_plies: Option<u16>,
    /// The most plies.
    pub max_plies: Option<u16>,
    /// Which game.
    pub variant: Option<Variant>,
    /// Games that were taken out, and none that is there. Positions are not looked for in
    /// them.
    pub deleted: bool,
}

/// Codes of openings, `B90` or `B20-B99`; `B9` and `B` mean all that begin so.
///
/// ```
/// use erawan_database::EcoRange;
/// let najdorf: EcoRange = "B90-B99".parse().unwrap();
/// assert_eq!(najdorf, "B9".parse().unwrap());
/// assert!("X1".parse::<EcoRange>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: u16,
    last: u16,
}

/// The text is no code of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidEco;

impl std::fmt::Display for InvalidEco {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "openings have codes from A00 to E99, such as B90, B9 or B20-B99")
    }
}

impl std::error::Error for InvalidEco {}

impl std::str::FromStr for EcoRange {
    type Err = InvalidEco;

    fn from_str(text: &str) -> Result<EcoRange, InvalidEco> {
        let text = text.to_ascii_uppercase();
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        let whole = |code: &str, end: &str| {
            let code = format!("{code}{}", end.get(code.len().saturating_sub(1)..).unwrap_or(""));
            head::eco_number(&code).ok_or(InvalidEco)
        };
        let (first, last) = (whole(first, "00")?, whole(last, "99")?);
        if first <= last { Ok(EcoRange { first, last }) } else { Err(InvalidEco) }
    }
}

/// Numbers of names, as a set.
struct Numbers(Vec<u64>);

impl Numbers {
    fn of(connection: &Connection, kind: Kind, text: &str) -> rusqlite::Result<Numbers> {
        let found = names::matching(connection, kind, text)?;
        let most = found.iter().max().map_or(0, |&most| most as usize / 64 + 1);
        let mut set = vec![0u64; most];
        for number in found {
            set[number as usize / 64] |= 1 << (number % 64);
        }
        Ok(Numbers(set))
    }

    #[inline(always)]
    fn has(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }
}

/// A filter with the numbers of its names.
pub(crate) struct Sieve {
    filter: Filter,
    player: Option<Numbers>,
    opponent: Option<Numbers>,
    event: Option<Numbers>,
    site: Option<Numbers>,
    /// True if every game passes.
    pub(crate) is_open: bool,
}

impl Sieve {
    pub(crate) fn new(connection: &Connection, filter: &Filter) -> rusqlite::Result<Sieve> {
        let numbers = |kind: Kind, text: &Option<String>| {
            text.as_deref().map(|text| Numbers::of(connection, kind, text)).transpose()
        };
        Ok(Sieve {
            player: numbers(Kind::Player, &filter.player)?,
            opponent: numbers(Kind::Player, &filter.opponent)?,
            event: numbers(Kind::Event, &filter.event)?,
            site: numbers(Kind::Site, &filter.site)?,
            is_open: *filter == Filter::default(),
            filter: filter.clone(),
        })
    }

    /// True if a game is meant. One that was taken out never is.
    pub(crate) fn passes(&self, head: &Head) -> bool {
        if head.is_deleted() != self.filter.deleted {
            return false;
        }
        self.is_open || (self.passes_values(head) && self.passes_names(head))
    }

    fn passes_values(&self, head: &Head) -> bool {
        let filter = &self.filter;
        let is_known = |date: Date| date.year() != 0;
        filter.variant.is_none_or(|variant| variant == head.variant)
            && (filter.results.is_empty() || filter.results.contains(&head.result))
            && filter.from.is_none_or(|from| is_known(head.date) && head.date.end() >= from)
            && filter.to.is_none_or(|to| is_known(head.date) && head.date <= to.end())
            && filter.min_rating.is_none_or(|least| head.ratings.iter().all(|&one| one >= least))
            && filter
                .max_rating
                .is_none_or(|most| head.ratings.iter().all(|&rating| rating != 0 && rating <= most))
            && filter.eco.is_none_or(|eco| (eco.first..=eco.last).contains(&head.eco))
            && filter.min_plies.is_none_or(|least| head.plies >= least)
            && filter.max_plies.is_none_or(|most| head.plies <= most)
    }

    fn passes_names(&self, head: &Head) -> bool {
        let is =
            |set: &Option<Numbers>, number: u32| set.as_ref().is_none_or(|set| set.has(number));
        let seated =
            |player: u32, opponent: u32| is(&self.player, player) && is(&self.opponent, opponent);
        let seats = match self.filter.color {
            Some(Color::White) => seated(head.white, head.black),
            Some(Color::Black) => seated(head.black, head.white),
            None => seated(head.white, head.black) || seated(head.black, head.white),
        };
        seats && is(&self.event, head.event) && is(&self.site, head.site)
    }
}
