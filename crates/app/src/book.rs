//! `erawan book`: makes and shows opening books in Polyglot's format.

use std::io::Write;
use std::path::{Path, PathBuf};

use erawan_board::{Chess, Position, Variant};
use erawan_notation::pgn::{self, GameTree};
use erawan_notation::san;
use erawan_polyglot::{Book, BookBuilder, BookError, BuildError, GameResult, Weighting};

use crate::args::{Args, Opt, as_text};
use crate::commands::Command;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::json::Text;
use crate::pgn::{complain, each_game};
use crate::{Outcome, Verdict, eprintln_quietly, files, positions, suggest};

const OUT: &str = "--out";
const PLIES: &str = "--plies";
const MIN_GAMES: &str = "--min-games";
const WEIGHTS: &str = "--weights";
const JSON: &str = "--json";

pub(crate) const COMMAND: Command = Command {
    name: "book",
    usage: "build PGN... --out FILE | show FILE [FEN]",
    summary: "makes and shows opening books (Polyglot)",
    details: "
  build  makes a book of the chess and Chess960 games in PGN files; - is
         standard input. The same games in any order make the same file. Bad
         games are named on standard error and left out, and the exit code is 1
         then; games of Makruk, for which the format has no keys, are counted.
  show   lists the moves of a book for a position (the start position if none
         is given), the heaviest first",
    options: &[
        Opt::value(OUT, "FILE", "build: the book to write"),
        Opt::value(PLIES, "N", "build: how much of each game goes in (40)"),
        Opt::value(MIN_GAMES, "N", "build: in how many games a move must be played (1)"),
        Opt::value(WEIGHTS, "W", "build: half-points, games, score or equal (half-points)"),
        Opt::switch(JSON, "show: prints the result as JSON"),
    ],
    examples: &[
        "erawan book build games.pgn --out book.bin --plies 24 --min-games 3",
        "erawan book show book.bin",
    ],
    run,
};

const WEIGHTINGS: [(&str, Weighting); 4] = [
    ("half-points", Weighting::HalfPoints),
    ("games", Weighting::Games),
    ("score", Weighting::Score),
    ("equal", Weighting::Equal),
];

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let Some((first, rest)) = args.words.split_first() else {
        return Err(Failure::usage("book needs build or show\nSee: erawan help book"));
    };
    let (action, takes) = match as_text("book", first)? {
        "build" => ("build", &[OUT, PLIES, MIN_GAMES, WEIGHTS][..]),
        "show" => ("show", &[JSON][..]),
        other => {
            let hint = suggest::hint(other, ["build", "show"]);
            let message = format!("there is no book {other}{hint}; there are build, show");
            return Err(Failure::usage(message));
        }
    };
    for option in COMMAND.options {
        if args.has(option.name) && !takes.contains(&option.name) {
            return Err(Failure::usage(format!("book {action} has no option {}", option.name)));
        }
    }
    if action == "build" {
        let paths: Vec<PathBuf> = rest.iter().map(PathBuf::from).collect();
        return build(args, &paths, out);
    }
    let Some((path, words)) = rest.split_first() else {
        return Err(Failure::usage("book show needs a FILE"));
    };
    let fen = positions::fen_of(words)?;
    let position = positions::position::<Chess>(args, Variant::Chess, fen.as_deref())?;
    show(Path::new(path), &position, args.has(JSON), out)
}

/// What went into a book.
#[derive(Default)]
struct Tally {
    games: u64,
    bad: u64,
    others: u64,
}

fn build(args: &Args, paths: &[PathBuf], out: &mut dyn Write) -> Outcome {
    if paths.is_empty() {
        return Err(Failure::usage("book build needs PGN files, or - for standard input"));
    }
    let target = args.path(OUT).ok_or_else(|| Failure::usage("book build needs --out FILE"))?;
    for path in paths {
        files::keep_apart(path, &target)?;
    }
    let weighting = match args.text(WEIGHTS)? {
        None => Weighting::default(),
        Some(name) => {
            let found = WEIGHTINGS.iter().find(|(known, _)| *known == name);
            let names = WEIGHTINGS.map(|(known, _)| known);
            found.map(|(_, weighting)| *weighting).ok_or_else(|| {
                let (hint, list) = (suggest::hint(name, names), names.join(", "));
                Failure::usage(format!("there are no weights '{name}'{hint}; there are {list}"))
            })?
        }
    };
    let mut builder = BookBuilder::new()
        .max_plies(args.number(PLIES, 1..=1000usize)?.unwrap_or(40))
        .min_games(args.number(MIN_GAMES, 1..=u64::MAX)?.unwrap_or(1))
        .weighting(weighting);
    let mut tally = Tally::default();
    for path in paths {
        each_game(path, |game| {
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
    let mut file = NewFile::create(&target)?;
    file.write_all(&book.to_bytes()).map_err(Failure::file(&target))?;
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

fn show(path: &Path, position: &Position<Chess>, json: bool, out: &mut dyn Write) -> Outcome {
    let book = Book::open(path).map_err(|error| match error {
        BookError::Io(kind) => Failure::file(path)(kind.into()),
        error => Failure::Data(format!("{}: {error}", path.display())),
    })?;
    if !book.was_sorted() {
        eprintln_quietly("note: this book is not sorted; other programs will miss moves");
    }
    let moves = book.probe(position);
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let share = |weight: u16| 100.0 * f64::from(weight) / (total as f64).max(1.0);
    if json {
        let name = files::name_of(path);
        write!(out, "{{\"book\":{},\"entries\":{},\"moves\":[", Text(&name), book.len())?;
        for (i, &(m, weight)) in moves.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let text = san::write(position, m);
            write!(out, "{comma}{{\"move\":{},\"weight\":{weight}}}", Text(&text))?;
        }
        writeln!(out, "]}}")?;
        return Ok(Verdict::Fine);
    }
    for &(m, weight) in &moves {
        let text = san::write(position, m);
        writeln!(out, "{text:<8} {weight:>6} {:>5.1} %", share(weight))?;
    }
    writeln!(out, "Moves: {}, entries in the book: {}", moves.len(), book.len())?;
    Ok(Verdict::Fine)
}
