//! `erawan repertoire`: trees of moves that are to be known by heart.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use erawan_board::{Color, Rules, with_game};
use erawan_database::{
    Course, Database, Departure, KeptRepertoire, OwnRow, Prepared, PutRepertoire, judge, merged,
};
use erawan_notation::pgn::{AnyGame, GameTree, Games, PgnGame};
use erawan_notation::{san, uci};
use serde::Serialize;

use crate::db::{failure, name};
use crate::failure::Failure;
use crate::files::NewFile;
use crate::{Outcome, Verdict, eprintln_quietly, files, json, limits};

/// keeps repertoires: trees of moves that are drilled under Train in the page
///
/// They are kept where exercises are: without --to that is training.erawan in the data
/// folder (ERAWAN_DATA names another one).
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan repertoire import italian.pgn --name Italian --colour white
  erawan repertoire list
  erawan repertoire export Italian --out italian.pgn
  erawan repertoire departures"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Import(Import),
    List(List),
    Export(Export),
    Departures(Departures),
}

/// Where repertoires are kept.
#[derive(clap::Args)]
struct Keep {
    /// The database of the repertoires; training.erawan in the data folder if not given
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

/// keeps the games of PGN files, with their variations, as one repertoire
///
/// All games are of one kind and start from one position. If one of them cannot be read
/// nothing is kept. What is remembered of moves that stay survives --replace.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Import {
    /// PGN files (.pgn, .pgn.gz, .pgn.zst); - is standard input
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// What it is called
    #[arg(long, value_name = "NAME")]
    name: String,
    /// The side whose moves are to be known
    #[arg(long, value_name = "SIDE", value_enum)]
    colour: Side,
    /// Takes the place of the one of that name
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    keep: Keep,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

/// lists the repertoires, and how much of each is due
#[derive(clap::Args)]
struct List {
    #[command(flatten)]
    keep: Keep,
    /// Prints a line of JSON for each
    #[arg(long)]
    json: bool,
}

/// writes the tree of a repertoire as PGN
#[derive(clap::Args)]
struct Export {
    /// What it is called
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    keep: Keep,
    /// Writes into FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// tells where one's own games left the repertoires
///
/// These are the games that the page keeps, as far as one's side in them is known. A
/// game that comes back by another order of moves has not left a repertoire.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Departures {
    #[command(flatten)]
    keep: Keep,
    /// One's own games; own.erawan in the data folder if not given
    #[arg(long, value_name = "FILE")]
    own: Option<PathBuf>,
    /// Prints a line of JSON for each
    #[arg(long)]
    json: bool,
}

/// A colour by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

fn data_folder() -> Result<PathBuf, Failure> {
    let none = || Failure::usage("there is no data folder here; name a database with --to");
    erawan_server::data_folder().ok_or_else(none)
}

impl Keep {
    fn path(&self) -> Result<PathBuf, Failure> {
        match &self.to {
            Some(path) => Ok(path.clone()),
            None => Ok(erawan_server::training_path(&data_folder()?)),
        }
    }

    /// Opens the database, and makes it if it is not there.
    fn create(&self) -> Result<Database, Failure> {
        let path = self.path()?;
        if self.to.is_none()
            && let Some(folder) = path.parent()
        {
            std::fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        }
        Database::create(path).map_err(failure)
    }

    /// Opens a database that is there, and brings it up to date.
    fn open(&self) -> Result<Database, Failure> {
        Database::open_to_write(self.path()?).map_err(failure)
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Import(args) => import(args, out),
        Action::List(args) => list(args, out),
        Action::Export(args) => export(args, out),
        Action::Departures(args) => departures(args, out),
    }
}

fn import(args: &Import, out: &mut dyn Write) -> Outcome {
    let mut games: Vec<AnyGame> = Vec::new();
    for path in &args.games {
        let mut bytes = Vec::new();
        let most = limits::REPERTOIRE;
        let reader = files::open(path)?.reader;
        reader.take(most + 1).read_to_end(&mut bytes).map_err(Failure::file(path))?;
        let wrong = |why: String| Failure::Data(format!("{}: {why}", files::name_of(path)));
        if bytes.len() as u64 > most {
            return Err(wrong(format!("this is too long: at most {most} bytes are read")));
        }
        let read: Result<Vec<_>, _> = Games::new(&bytes).collect();
        games.extend(read.map_err(|error| wrong(error.to_string()))?);
    }
    let tree = merged(games).map_err(|error| Failure::Data(error.to_string()))?;
    let mut database = args.keep.create()?;
    let put = database.put_repertoire(&args.name, args.colour.into(), &tree, args.replace);
    let put = put.map_err(failure)?;
    if args.json {
        json::line(&put, out)?;
    } else {
        let PutRepertoire { total, known, .. } = put;
        let (file, name) = (name(&database), args.name.trim());
        writeln!(out, "{file}: {name}: {total} positions to know, {known} of them known")?;
    }
    Ok(Verdict::Fine)
}

/// True if there is nothing where something is kept once one has begun.
fn is_new(named: Option<&PathBuf>, path: &Path, what: &str) -> bool {
    let is_new = named.is_none() && !path.exists();
    if is_new {
        eprintln_quietly(&format!("no {what} is kept yet"));
    }
    is_new
}

fn list(args: &List, out: &mut dyn Write) -> Outcome {
    if is_new(args.keep.to.as_ref(), &args.keep.path()?, "repertoire") {
        return Ok(Verdict::Fine);
    }
    for one in args.keep.open()?.repertoires(now()).map_err(failure)? {
        if args.json {
            json::line(&one, out)?;
            continue;
        }
        let KeptRepertoire { head, moves, total, due, fresh, .. } = one;
        let color = if head.color == Color::White { "White" } else { "Black" };
        writeln!(
            out,
            "{}: {} for {color}, {moves} moves, {total} positions to know, {due} due, {fresh} new",
            head.name, head.variant
        )?;
    }
    Ok(Verdict::Fine)
}

fn export(args: &Export, out: &mut dyn Write) -> Outcome {
    let database = args.keep.open()?;
    let all = database.repertoires(now()).map_err(failure)?;
    let wanted = all.iter().find(|one| one.head.name == args.name.trim());
    let none = || Failure::usage(format!("there is no repertoire '{}'", args.name.trim()));
    let (_, tree) = database.repertoire(wanted.ok_or_else(none)?.head.id).map_err(failure)?;
    let pgn = tree.to_pgn();
    match args.out.as_deref().filter(|to| to.as_os_str() != "-") {
        None => out.write_all(pgn.as_bytes())?,
        Some(to) => {
            files::refuse_parquet(to)?;
            files::keep_apart(database.path(), to)?;
            let mut file = NewFile::create(to)?;
            file.write_all(pgn.as_bytes()).map_err(Failure::file(to))?;
            file.finish()?;
        }
    }
    Ok(Verdict::Fine)
}

/// A game that has left a repertoire.
#[derive(Serialize)]
struct Left<'a> {
    repertoire: &'a str,
    /// True if it was oneself who left it.
    own: bool,
    /// The plies before the move.
    plies: usize,
    played: String,
    wanted: Vec<String>,
    white: &'a str,
    black: &'a str,
    date: &'a str,
    result: &'a str,
    document: Option<&'a str>,
}

fn departures(args: &Departures, out: &mut dyn Write) -> Outcome {
    if is_new(args.keep.to.as_ref(), &args.keep.path()?, "repertoire") {
        return Ok(Verdict::Fine);
    }
    let database = args.keep.open()?;
    let mut prepared = Vec::new();
    for one in database.repertoires(now()).map_err(failure)? {
        let (head, tree) = database.repertoire(one.head.id).map_err(failure)?;
        prepared.push(Prepared::new(head, &tree).map_err(failure)?);
    }
    let path = match &args.own {
        Some(path) => path.clone(),
        None => erawan_server::own_path(&data_folder()?),
    };
    if is_new(args.own.as_ref(), &path, "game of your own") {
        return Ok(Verdict::Fine);
    }
    let own = Database::open(path).map_err(failure)?;
    let mut result = Ok(());
    own.each_own_game(|row| {
        result = one_game(&prepared, &row, args.json, out);
        result.is_ok()
    })
    .map_err(failure)?;
    result?;
    Ok(Verdict::Fine)
}

fn one_game(
    prepared: &[Prepared],
    row: &OwnRow,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (Some(side), Some(game)) = (row.game.side, row.game.record.game()) else { return Ok(()) };
    with_game!(&game, tree => {
        let moves: Vec<_> = tree.mainline().map_while(|node| tree.move_to(node)).collect();
        for (one, course) in judge(prepared, tree.variant(), tree.start(), &moves, Some(side)) {
            if let Some(left) = left(one, &course, tree, row) {
                tell(&left, json, out)?;
            }
        }
        Ok(())
    })
}

fn left<'a, R: Rules>(
    one: &'a Prepared,
    course: &Course,
    tree: &'a GameTree<R>,
    row: &'a OwnRow,
) -> Option<Left<'a>> {
    let Departure { color, played, wanted, .. } = course.departure.as_ref()?;
    let before = tree.mainline().nth(course.plies).and_then(|node| tree.parent(node))?;
    let position = tree.position(before);
    let named = |text: &String| match uci::parse(&position, text) {
        Ok(m) => san::write(&position, m),
        Err(_) => text.clone(),
    };
    let tag = |name| tree.tags().get(name).unwrap_or("?");
    Some(Left {
        repertoire: &one.head.name,
        own: *color == one.head.color,
        plies: course.plies,
        played: named(played),
        wanted: wanted.iter().map(named).collect(),
        white: tag("White"),
        black: tag("Black"),
        date: tag("Date"),
        result: tree.result().as_str(),
        document: row.document.as_deref(),
    })
}

fn tell(left: &Left<'_>, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        return Ok(json::line(left, out)?);
    }
    let Left { repertoire, own, plies, played, wanted, white, black, date, result, .. } = left;
    let who = if *own { "you played" } else { "the opponent played" };
    let wanted = wanted.join(", ");
    let ply = plies + 1;
    writeln!(
        out,
        "{white} - {black}, {date}, {result}: ply {ply}, {who} {played}, {repertoire} has {wanted}"
    )?;
    Ok(())
}
