//! `erawan explore`: what was played in a position.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use erawan_board::{Chess, with_game, with_rules};
use erawan_database::{AnyPosition, Database, Explored, First, Played, Question, Score};
use erawan_notation::{fen, san};
use erawan_polyglot::Book;
use serde::Serialize;

use crate::args::between;
use crate::db::{Filters, after_moves, date_and_result, default_path, failure, players};
use crate::failure::Failure;
use crate::{Outcome, Verdict, book, files, interrupt, json, limits, positions};

/// tells what was played in a position, and how it ended
///
/// POSITION is a FEN, or moves from the start position ('1. e4 c5'); without it it is
/// the start position itself. Games count in which the position came about by whatever
/// moves, each once.
///
/// Rating is what those who played the move are rated on average, performance what
/// their results against their opponents are worth. Books (Polyglot) are listed with
/// their weights.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan explore --db games.erawan
  erawan explore '1. e4 c5 2. Nf3' --db games.erawan --player carlsen --colour black
  erawan explore 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --book book.bin
  erawan explore --variant chess960 --number 42 --since 2020 --json"
)]
pub(crate) struct Arguments {
    /// A FEN or moves
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// A database; games.erawan in the data folder if neither --db nor --book is given;
    /// may be given several times
    #[arg(long, value_name = "FILE")]
    db: Vec<PathBuf>,
    /// A Polyglot book; may be given several times
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Chess960: start position 0 to 959
    #[arg(long, value_name = "N", value_parser = between(limits::CHESS960))]
    number: Option<u16>,
    #[command(flatten)]
    filters: Filters,
    /// How many games are listed
    #[arg(long, value_name = "N", default_value = "10", value_parser = between(limits::LISTED))]
    games: usize,
    /// Which games come first
    #[arg(long, value_name = "WHICH", value_enum, default_value = "newest")]
    first: Which,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

/// [`First`] by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Which {
    Newest,
    Strongest,
}

#[derive(Serialize)]
struct Report {
    position: String,
    databases: Vec<Source>,
    books: Vec<Weights>,
}

#[derive(Serialize)]
struct Source {
    database: String,
    #[serde(flatten)]
    explored: Explored,
}

#[derive(Serialize)]
struct Weights {
    book: String,
    moves: Vec<Weighed>,
}

#[derive(Serialize)]
struct Weighed {
    san: String,
    weight: u16,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let position = position(args)?;
    let mut paths = args.db.clone();
    if paths.is_empty() && args.book.is_empty() {
        paths.push(default_path()?);
    }
    let question = Question {
        position: position.clone(),
        filter: args.filters.filter(),
        first: match args.first {
            Which::Newest => First::Newest,
            Which::Strongest => First::Strongest,
        },
        games: args.games,
    };
    let explore = |path: &PathBuf| {
        let database = Database::open(path).map_err(failure)?;
        let explored = database.explore(&question, interrupt::never()).map_err(failure)?;
        Ok(Source { database: files::name_of(path), explored })
    };
    let databases = paths.iter().map(explore).collect::<Result<_, Failure>>()?;
    let weigh = |path: &PathBuf| weights(path, &position);
    let books = args.book.iter().map(weigh).collect::<Result<_, Failure>>()?;
    let report = Report { position: with_game!(&position, it => fen::write(it)), databases, books };
    if args.json {
        json::line(&report, out)?;
    } else {
        write(&report, out)?;
    }
    Ok(Verdict::Fine)
}

fn position(args: &Arguments) -> Result<AnyPosition, Failure> {
    let start = positions::Start::of(args.filters.variant, args.number);
    let text = args.position.join(" ");
    with_rules!(start.variant(), R => Ok(AnyPosition::of::<R>(match text.contains('/') {
        true => start.position::<R>(Some(&text))?,
        false => after_moves(start.position::<R>(None)?, &text)?,
    })))
}

fn weights(path: &Path, position: &AnyPosition) -> Result<Weights, Failure> {
    let Some(position) = position.get::<Chess>() else {
        return Err(Failure::usage("books are for chess and Chess960"));
    };
    let book: Book = book::open(path)?;
    let moves = book.probe(position).into_iter();
    let moves = moves.map(|(m, weight)| Weighed { san: san::write(position, m), weight });
    Ok(Weights { book: files::name_of(path), moves: moves.collect() })
}

fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", report.position)?;
    for Source { database, explored } in &report.databases {
        writeln!(out, "\n{database}: {}", percentages(&explored.score))?;
        if !explored.moves.is_empty() {
            writeln!(
                out,
                "{:<8} {:>8} {:>6}  {:>5} {:>5} {:>5}  {:>6} {:>11}  last",
                "move", "games", "share", "white", "draws", "black", "rating", "performance"
            )?;
        }
        for m in &explored.moves {
            write_move(m, explored.score.games, out)?;
        }
        if !explored.top.is_empty() {
            writeln!(out)?;
        }
        for game in &explored.top {
            writeln!(out, "{:>8}  {}  {}", game.id, date_and_result(game), players(game))?;
        }
    }
    for Weights { book, moves } in &report.books {
        writeln!(out, "\n{book}: {} moves", moves.len())?;
        for Weighed { san, weight } in moves {
            writeln!(out, "{san:<8} {weight:>8}")?;
        }
    }
    Ok(())
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn percentages(score: &Score) -> String {
    let Score { games, white, draws, black } = *score;
    let known = white + draws + black;
    let [white, draws, black] = [white, draws, black].map(|part| percent(part, known));
    match games {
        0 => "no games".to_owned(),
        1 => "1 game".to_owned(),
        _ => format!("{games} games, White {white:.1} %, draws {draws:.1} %, Black {black:.1} %"),
    }
}

fn write_move(m: &Played, all: u64, out: &mut dyn Write) -> io::Result<()> {
    let Score { games, white, draws, black } = m.score;
    let known = white + draws + black;
    let [white, draws, black] = [white, draws, black].map(|part| percent(part, known));
    let number = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |it| it.to_string());
    writeln!(
        out,
        "{:<8} {games:>8} {:>4.1} %  {white:>5.1} {draws:>5.1} {black:>5.1}  {:>6} {:>11}  {}",
        m.san,
        percent(games, all),
        number(m.rating),
        number(m.performance),
        m.last.map_or_else(|| "-".to_owned(), |date| date.to_string()),
    )
}
