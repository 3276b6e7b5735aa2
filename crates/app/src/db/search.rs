//! `erawan db search`: games found.

use std::io::{self, Write};

use erawan_database::{Filter, Found, Listing, Order, Search};

use super::filters::{Filters, Scenes};
use super::{Choice, failure};
use crate::args::between;
use crate::{Outcome, Verdict, interrupt, json, limits};

/// lists the games that fit
///
/// A position is found in the main lines of games, whatever moves led to it. The exit
/// code is 0 whether there are games or not.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan db search --player carlsen --colour white --since 2020 --sort date --descending
  erawan db search --position '1. e4 c5 2. Nf3 d6' --min-rating 2500
  erawan db search --material KRPvKR --json"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Choice,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    scenes: Scenes,
    /// Games that were taken out, as restore brings them back
    #[arg(long, conflicts_with_all = ["position", "material"])]
    deleted: bool,
    /// The order
    #[arg(long, value_name = "BY", value_enum, default_value = "number")]
    sort: By,
    /// The other way round
    #[arg(long)]
    descending: bool,
    /// How many games are listed
    #[arg(long, value_name = "N", default_value = "20", value_parser = between(limits::LISTED))]
    limit: usize,
    /// How many are passed over
    #[arg(long, value_name = "N", default_value = "0")]
    offset: usize,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

/// [`Order`] by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum By {
    Number,
    Date,
    Rating,
    Plies,
}

pub(super) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let database = args.database.open()?;
    let search = Search {
        filter: Filter { deleted: args.deleted, ..args.filters.filter() },
        scene: args.scenes.scene(args.filters.variant)?,
        order: match args.sort {
            By::Number => Order::Number,
            By::Date => Order::Date,
            By::Rating => Order::Rating,
            By::Plies => Order::Plies,
        },
        descending: args.descending,
        offset: args.offset,
        limit: args.limit,
    };
    let found = database.search(&search, interrupt::never()).map_err(failure)?;
    if args.json {
        json::line(&found, out)?;
    } else {
        list(&found, out)?;
    }
    Ok(Verdict::Fine)
}

/// Both players with what they are rated.
pub(crate) fn players(game: &Listing) -> String {
    let one = |name: &str, rating: Option<u16>| match rating {
        Some(rating) => format!("{name} ({rating})"),
        None => name.to_owned(),
    };
    let (white, black) = (one(&game.white, game.white_rating), one(&game.black, game.black_rating));
    format!("{white} - {black}")
}

/// The result, the date and the opening, in columns.
pub(crate) fn date_and_result(game: &Listing) -> String {
    let eco = game.eco.as_deref().unwrap_or("");
    format!("{:<10} {:<7} {eco:<3} {:>4}", game.date, game.result, game.plies)
}

fn list(found: &Found, out: &mut dyn Write) -> io::Result<()> {
    let width = found.games.last().map_or(1, |game| game.id.to_string().len()).max(6);
    for game in &found.games {
        let place = if game.event == "?" { String::new() } else { format!(", {}", game.event) };
        writeln!(out, "{:>width$}  {}  {}{place}", game.id, date_and_result(game), players(game))?;
    }
    writeln!(out, "Games: {}, listed: {}", found.total, found.games.len())
}
