//! `erawan tb build`, `verify` and `list`: the tables of Makruk and its sisters.

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use erawan_board::{Color, Counting, Rules, Variant, with_rules};
use erawan_endings::{
    BuildError, Endings, Material, Metric, SolveError, Step, Table, Work, Workshop, effort,
    with_successors,
};
use erawan_notation::fen;

use crate::args::{VariantParser, between};
use crate::failure::Failure;
use crate::progress::{Progress, time_left};
use crate::{Outcome, Verdict, eprintln_quietly, interrupt, limits};

/// solves endings, and writes a file for each material
///
/// All endings of N men or fewer, kings included, and all that these lead to. What is
/// there already and whole is kept, so the same command goes on where it was
/// interrupted; a damaged file is made again.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Build {
    #[command(flatten)]
    game: Game,
    /// All endings of N men or fewer
    #[arg(long, value_name = "N", value_parser = between(limits::ENDING_MEN), required_unless_present = "material")]
    men: Option<u32>,
    /// One material, such as KSMvK; may be given again
    #[arg(long, value_name = "NAME", value_parser = material)]
    material: Vec<Material>,
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The most memory to use
    #[arg(long, value_name = "MB", default_value = "4096", value_parser = between(limits::HASH))]
    memory: usize,
    #[command(flatten)]
    work: Threads,
}

/// checks every number of tables against those that its moves lead to
///
/// The moves are the library's, not the builder's.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Verify {
    #[command(flatten)]
    game: Game,
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    path: PathBuf,
    /// One material, such as KSMvK; all if none is given
    #[arg(long, value_name = "NAME", value_parser = material)]
    material: Vec<Material>,
    /// Looks at one number in N
    #[arg(long, value_name = "N", default_value = "1", value_parser = between(limits::GAMES))]
    every: usize,
    #[command(flatten)]
    work: Threads,
}

/// lists tables: what is won, within the count and without it, and the longest wins
#[derive(clap::Args)]
pub(super) struct List {
    #[command(flatten)]
    game: Game,
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    path: String,
}

#[derive(clap::Args)]
struct Game {
    /// The game: makruk, cambodian or makpong
    #[arg(value_name = "GAME", value_parser = VariantParser)]
    game: Variant,
}

impl Game {
    fn has_other_tables(&self) -> Failure {
        let title = self.game.title();
        Failure::usage(format!("{title} has other tables: Syzygy's"))
    }
}

#[derive(clap::Args)]
struct Threads {
    /// Threads (all cores if not given)
    #[arg(long, value_name = "N", value_parser = between(limits::THREADS))]
    threads: Option<usize>,
}

impl Threads {
    fn work(&self) -> Work<'static> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        Work { threads: self.threads.unwrap_or_else(cores), stop: interrupt::listen() }
    }
}

fn material(name: &str) -> Result<Material, String> {
    Material::from_name(name).filter(Material::is_canonical).ok_or_else(|| {
        "must be a material that a game can have, such as KSMvK, the stronger side first".to_owned()
    })
}

pub(super) fn build(args: &Build, out: &mut dyn Write) -> Outcome {
    with_rules!(args.game.game, R => build_game::<R>(args, out))
}

fn build_game<R: Rules>(args: &Build, out: &mut dyn Write) -> Outcome {
    if !Endings::cover(R::VARIANT) {
        return Err(args.game.has_other_tables());
    }
    let mut wanted = args.material.clone();
    wanted.extend((2..=args.men.unwrap_or(1)).flat_map(Material::all));
    let materials = with_successors(&wanted);
    let memory = (args.memory as u64) << 20;
    let shop = Workshop { folder: &args.out, memory, work: args.work.work() };
    let mut desk = Desk::new(&materials, out);
    let (begun, mut bytes_written) = (Instant::now(), 0);
    let done = shop.build::<R>(&materials, &mut |step| {
        if let Step::Built { bytes, .. } = step {
            bytes_written += bytes;
        }
        desk.tell(&step);
    });
    desk.end()?;
    if !finish(done)? {
        eprintln_quietly("interrupted; the same command goes on from here");
        return Ok(Verdict::Fine);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let (tables, megabytes) = (materials.len(), bytes_written as f64 / 1e6);
    let noun = if tables == 1 { "table" } else { "tables" };
    writeln!(out, "{tables} {noun}, {megabytes:.1} MB written in {seconds:.1} s")?;
    Ok(Verdict::Fine)
}

pub(super) fn verify(args: &Verify, out: &mut dyn Write) -> Outcome {
    with_rules!(args.game.game, R => verify_game::<R>(args, out))
}

fn verify_game<R: Rules>(args: &Verify, out: &mut dyn Write) -> Outcome {
    if !Endings::cover(R::VARIANT) {
        return Err(args.game.has_other_tables());
    }
    let shop = Workshop { folder: &args.path, memory: u64::MAX, work: args.work.work() };
    let mut materials = args.material.clone();
    if materials.is_empty() {
        materials = shop.present::<R>();
    }
    if materials.is_empty() {
        return Err(nothing_in::<R>(&args.path.display().to_string()));
    }
    let mut desk = Desk::new(&materials, out);
    let done = shop.verify::<R>(&materials, args.every, &mut |step| desk.tell(&step));
    desk.end()?;
    if finish(done)? {
        match materials.len() {
            1 => writeln!(out, "1 table is right")?,
            tables => writeln!(out, "{tables} tables are right")?,
        }
    }
    Ok(Verdict::Fine)
}

fn nothing_in<R: Rules>(path: &str) -> Failure {
    let title = R::VARIANT.title();
    Failure::Data(format!("there are no tables of {title} in '{path}'"))
}

/// False if somebody asked to stop.
fn finish(done: Result<(), BuildError>) -> Result<bool, Failure> {
    match done {
        Ok(()) => Ok(true),
        Err(BuildError::Solve(SolveError::Stopped)) => Ok(false),
        Err(BuildError::Io(path, error)) => Err(Failure::File(path, error)),
        Err(error @ BuildError::Memory { .. }) => {
            Err(Failure::usage(format!("{error}; --memory allows less")))
        }
        Err(error) => Err(Failure::Data(error.to_string())),
    }
}

/// Prints what happens, and how long the rest will take.
struct Desk<'a> {
    out: &'a mut dyn Write,
    written: std::io::Result<()>,
    progress: Progress,
    begun: Instant,
    all: u64,
    /// What is behind us, and how much of it was no work.
    done: u64,
    kept: u64,
}

impl<'a> Desk<'a> {
    fn new(materials: &[Material], out: &'a mut dyn Write) -> Desk<'a> {
        let all = materials.iter().map(|&material| effort(material)).sum();
        let (progress, begun) = (Progress::new(), Instant::now());
        Desk { out, written: Ok(()), progress, begun, all, done: 0, kept: 0 }
    }

    fn tell(&mut self, step: &Step) {
        match step {
            Step::Kept(material) => {
                self.done += effort(*material);
                self.kept += effort(*material);
            }
            Step::Damaged(material, damage) => {
                self.progress.clear();
                eprintln_quietly(&format!("note: {material} is made again: {damage}"));
            }
            Step::Begun(material) => {
                let part = self.done as f64 / self.all.max(1) as f64;
                let left = self.time_left();
                self.progress.step(Some(part), || format!("{material}{left}"));
            }
            Step::Built { material, time, bytes } => {
                let (time, megabytes) = (time.as_secs_f64(), *bytes as f64 / 1e6);
                self.line(*material, &format!("{time:>8.1} s {megabytes:>9.3} MB"));
            }
            Step::Verified { material, numbers } => {
                self.line(*material, &format!("{numbers:>11} places are right"));
            }
            _ => {}
        }
    }

    fn line(&mut self, material: Material, text: &str) {
        self.done += effort(material);
        self.progress.clear();
        let name = material.to_string();
        let written = writeln!(self.out, "{name:<8} {text}").and_then(|()| self.out.flush());
        if self.written.is_ok() {
            self.written = written;
        }
    }

    /// What was kept took no time.
    fn time_left(&self) -> String {
        let (done, all) = (self.done - self.kept, self.all - self.kept);
        time_left(self.begun.elapsed(), Some(done as f64 / all.max(1) as f64))
    }

    fn end(self) -> std::io::Result<()> {
        self.written
    }
}

pub(super) fn list(args: &List, out: &mut dyn Write) -> Outcome {
    with_rules!(args.game.game, R => list_game::<R>(args, out))
}

fn list_game<R: Rules>(args: &List, out: &mut dyn Write) -> Outcome {
    if !Endings::cover(R::VARIANT) {
        return Err(args.game.has_other_tables());
    }
    let tables = Endings::open(&args.path);
    for problem in tables.problems() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    let men = tables.max_men(R::VARIANT);
    if men == 0 {
        return Err(nothing_in::<R>(&args.path));
    }
    let heads = ["Ending", "To move", "Won %", "in time", "Longest", "in time", "Position"];
    let [ending, turn, won, timely, longest, longest_timely, fen] = heads;
    writeln!(
        out,
        "{ending:<8} {turn:<7} {won:>8} {timely:>8} {longest:>8} {longest_timely:>8}  {fen}"
    )?;
    for material in (2..=men).flat_map(Material::all) {
        if let Some(table) = tables.load::<R>(material) {
            let table = table.map_err(|damage| Failure::Data(format!("{material}: {damage}")))?;
            for turn in Color::ALL {
                list_side::<R>(&table, turn, out)?;
            }
        }
    }
    Ok(Verdict::Fine)
}

/// The wins of one side: with it to move, of all positions.
fn list_side<R: Rules>(table: &Table, side: Color, out: &mut dyn Write) -> std::io::Result<()> {
    if table.material().is_bare(side) || (table.material().is_symmetric() && side == Color::Black) {
        return Ok(());
    }
    let free = table.statistics(Metric::Mate, side);
    let timely = table.wins_in_time::<R>(side);
    let percent = |part: u64| 100.0 * part as f64 / free.positions.max(1) as f64;
    let moves = |longest: Option<(u8, usize)>| {
        longest.map_or("-".to_owned(), |(plies, _)| plies.div_ceil(2).to_string())
    };
    let position = free.longest_win.and_then(|(_, place)| {
        table.position::<R>(place, Counting::NONE).map(|position| fen::write(&position))
    });
    let (name, won, in_time) =
        (table.material().to_string(), percent(free.won), percent(timely.won));
    let (longest, timely) = (moves(free.longest_win), moves(timely.longest_win));
    let side = side.to_string();
    let position = position.unwrap_or_default();
    writeln!(
        out,
        "{name:<8} {side:<7} {won:>8.3} {in_time:>8.3} {longest:>8} {timely:>8}  {position}"
    )
}
