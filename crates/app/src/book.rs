//! `erawan book`: makes and shows opening books in Polyglot's format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use erawan_board::{Chess, Position};
use erawan_notation::pgn::{self, GameTree};
use erawan_notation::san;
use erawan_polyglot::{Book, BookBuilder, BookError, BuildError, GameResult, Weighting};
use serde::Serialize;

use crate::args::between;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::pgn::{complain, each_game};
use crate::{Outcome, Verdict, eprintln_quietly, files, json, limits, positions};

/// makes and shows opening books (Polyglot)
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  erawan book build games.pgn --out book.bin --plies 24 --min-games 3
  erawan book show book.bin")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Build(Build),
    Show(Show),
}

/// makes a book of the chess and Chess960 games in PGN files
///
/// The same games in any order make the same file. Bad games are named on standard
/// error and left out, and the exit code is 1 then; games of other kinds, for which
/// the format has no keys, are counted.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Build {
    /// PGN files (.pgn, .pgn.gz, .pgn.zst); - is standard input
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How much of each game goes in
    #[arg(long, value_name = "N", default_value = "40", value_parser = between(limits::BOOK_PLIES))]
    plies: usize,
    /// In how many games a move must be played
    #[arg(long, value_name = "N", default_value = "1", value_parser = between(limits::COUNT))]
    min_games: u64,
    /// What a move weighs
    #[arg(long, value_name = "W", value_enum, default_value = "half-points")]
    weights: Weights,
}

/// lists the moves of a book for a position, the heaviest first
#[derive(clap::Args)]
struct Show {
    /// The book
    #[arg(value_name = "FILE")]
    book: PathBuf,
    /// The position; the start position if not given
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

/// [`Weighting`] by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Weights {
    HalfPoints,
    Games,
    Score,
    Equal,
}

impl From<Weights> for Weighting {
    fn from(weights: Weights) -> Weighting {
        match weights {
            Weights::HalfPoints => Weighting::HalfPoints,
            Weights::Games => Weighting::Games,
            Weights::Score => Weighting::Score,
            Weights::Equal => Weighting::Equal,
        }
    }
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Build(args) => build(args, out),
        Action::Show(args) => {
            let fen = positions::fen_of(&args.fen);
            let position =
                fen.as_deref().map_or_else(|| Ok(Position::startpos()), positions::read_aloud)?;
            show(&args.book, &position, args.json, out)
        }
    }
}

/// What went into a book.
#[derive(Default)]
struct Tally {
    games: u64,
    bad: u64,
    others: u64,
}

fn build(args: &Build, out: &mut dyn Write) -> Outcome {
    let (paths, target) = (&args.games, &args.out);
    for path in paths {
        files::keep_apart(path, target)?;
    }
    let mut builder = BookBuilder::new()
        .max_plies(args.plies)
        .min_games(args.min_games)
        .weighting(args.weights.into());
    let mut tally = Tally::default();
    for path in paths {
        let game_itself = |game: pgn::AnyGame| game;
        // Most of the work is the book's, which grows game by game.
        each_game(path, 1, game_itself, |game| {
            match game {
                Ok(game) => match game.get::<Chess>() {
                    Some(game) => {
                        tally.games += 1;
                        return add(&mut builder, game)
                            .map_err(|error| Failure::Data(error.to_string()));
                    }
                    None => tally.others += 1,
                },
                Err(error) => {
                    tally.bad += 1;
                    complain(path, &error);
                }
            }
            Ok(())
        })?;
    }
    let book = builder.build();
    if book.is_empty() {
        let games = tally.games;
        let message = format!("nothing to write: {games} games gave no move that may go in");
        return Err(Failure::Data(message));
    }
    let mut file = NewFile::create(target)?;
    file.write_all(&book.to_bytes()).map_err(Failure::file(target))?;
    file.finish()?;
    if tally.others > 0 {
        eprintln_quietly(&format!("note: {} games of another kind left out", tally.others));
    }
    if tally.bad > 0 {
        eprintln_quietly(&format!("note: {} bad games left out", tally.bad));
    }
    writeln!(out, "{}: {} moves from {} games", target.display(), book.len(), tally.games)?;
    Ok(if tally.bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

fn add(builder: &mut BookBuilder, game: &GameTree<Chess>) -> Result<(), BuildError> {
    // A null move is none that a book could hold; what follows it is lost.
    let moves: Vec<_> = game.mainline().map_while(|node| game.move_to(node)).collect();
    let result = match game.result() {
        pgn::GameResult::WhiteWins => GameResult::WhiteWins,
        pgn::GameResult::BlackWins => GameResult::BlackWins,
        pgn::GameResult::Draw => GameResult::Draw,
        pgn::GameResult::Unknown => GameResult::Unknown,
    };
    builder.add_game(game.start(), &moves, result)
}

/// Opens a book.
pub(crate) fn open(path: &Path) -> Result<Book, Failure> {
    Book::open(path).map_err(|error| match error {
        BookError::Io(kind) => Failure::file(path)(kind.into()),
        BookError::NotAFile => Failure::file(path)(io::Error::other(error)),
        error => Failure::Data(format!("{}: {error}", path.display())),
    })
}

fn show(path: &Path, position: &Position<Chess>, json: bool, out: &mut dyn Write) -> Outcome {
    let book = open(path)?;
    if !book.was_sorted() {
        eprintln_quietly("note: this book is not sorted; other programs will miss moves");
    }
    let moves = book.probe(position);
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let share = |weight: u16| 100.0 * f64::from(weight) / (total as f64).max(1.0);
    if json {
        let moves = moves
            .iter()
            .map(|&(m, weight)| Weighed { san: san::write(position, m).to_string(), weight });
        let (name, moves) = (files::name_of(path), moves.collect());
        json::line(&Report { book: &name, entries: book.len(), moves }, out)?;
        return Ok(Verdict::Fine);
    }
    for &(m, weight) in &moves {
        let text = san::write(position, m);
        writeln!(out, "{text:<8} {weight:>6} {:>5.1} %", share(weight))?;
    }
    writeln!(out, "Moves: {}, entries in the book: {}", moves.len(), book.len())?;
    Ok(Verdict::Fine)
}

#[derive(Serialize)]
struct Report<'a> {
    book: &'a str,
    entries: usize,
    moves: Vec<Weighed>,
}

#[derive(Serialize)]
struct Weighed {
    #[serde(rename = "move")]
    san: String,
    weight: u16,
}
