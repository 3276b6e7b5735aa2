//! Files of puzzles as test suites.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use erawan_analysis::suite::{PuzzleTask, Tried, performance};
use erawan_board::with_rules;
use erawan_engine::{Engine, Limits};
use erawan_notation::puzzle::{HEAD, Puzzle, PuzzleError};
use erawan_notation::uci::{self, CastlingNotation};
use serde::Serialize;
use serde_json::json;

use super::Arguments;
use crate::failure::Failure;
use crate::files::Input;
use crate::json::{self, Object};
use crate::progress::Progress;
use crate::{Outcome, Verdict, files, limits};

/// Puzzles within so many points of rating are told together.
const BAND: f64 = 200.0;

/// True if the name of a file is that of a collection of puzzles.
fn has_name(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    name.ends_with(".csv")
}

/// The bytes of the first line that tell puzzles from positions.
const FEWEST: usize = 4;

/// True if this is a collection of puzzles, by its name or by its first line.
pub(super) fn is_collection(path: &Path, input: &mut Input) -> Result<bool, Failure> {
    let start = input.reader.fill_buf().map_err(Failure::file(path))?;
    // The name of the first column, or the part of it that is there yet: no FEN begins so.
    let column = HEAD.split_inclusive(',').next().unwrap_or(HEAD);
    let is_head =
        start.len() >= FEWEST && column.bytes().zip(start).all(|(wanted, &byte)| byte == wanted);
    Ok(has_name(path) || is_head)
}

/// What came of a puzzle.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    rating: f64,
    solved: bool,
    found: usize,
    moves: usize,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
    nodes: u64,
}

/// What came of the puzzles of some ratings, or of all.
#[derive(Serialize)]
struct Band {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<f64>,
    solved: usize,
    puzzles: usize,
    /// The rating with which one would solve as many.
    performance: Option<f64>,
}

impl Band {
    fn of(from: Option<f64>, tries: &[(f64, bool)]) -> Band {
        let solved = tries.iter().filter(|(_, solved)| *solved).count();
        Band {
            from,
            to: from.map(|from| from + BAND - 1.0),
            solved,
            puzzles: tries.len(),
            performance: performance(tries).map(f64::round),
        }
    }

    /// Whoever solves all or none is stronger or weaker than can be told.
    fn performance(&self) -> String {
        match self.performance {
            Some(rating) => format!("{rating:.0}"),
            None if self.puzzles == 0 => "unknown".into(),
            None if self.solved == 0 => "too low to tell".into(),
            None => "too high to tell".into(),
        }
    }
}

pub(super) fn solve_all(
    args: &Arguments,
    mut input: Input,
    engine: &mut Engine,
    limits: &Limits,
    out: &mut dyn Write,
) -> Outcome {
    let begun = Instant::now();
    let name = files::name_of(&args.suite);
    let mut progress = Progress::new();
    let mut tries: Vec<(f64, bool)> = Vec::new();
    let (mut number, mut bytes, mut bad_lines, mut nodes) = (0u64, 0u64, 0u64, 0u64);
    while args.count.is_none_or(|most| (tries.len() as u64) < most)
        && let Some(line) = files::read_line(&mut *input.reader, limits::LINE)
            .map_err(Failure::file(&args.suite))?
    {
        number += 1;
        bytes += line.len() as u64 + 1;
        match solve(&String::from_utf8_lossy(&line), engine, limits) {
            Ok(None) => continue,
            Ok(Some((puzzle, tried, instead))) => {
                tries.push((puzzle.rating, tried.solved));
                nodes += tried.nodes;
                write_one(&puzzle, tried, instead, args.json, out)?;
            }
            Err(error) => {
                bad_lines += 1;
                let message = error.to_string();
                if args.json {
                    let parts = vec![("line", json!(number)), ("error", json!(message))];
                    json::line(&Object(parts), out)?;
                } else {
                    writeln!(out, "{name}:{number}: {message}")?;
                }
            }
        }
        out.flush()?;
        let part = input.length.map(|length| bytes as f64 / length.max(1) as f64);
        let solved = tries.iter().filter(|(_, solved)| *solved).count();
        progress.step(part, || format!("solved {solved} of {}", tries.len()));
    }
    drop(progress);
    let mut bands: BTreeMap<i64, Vec<(f64, bool)>> = BTreeMap::new();
    for &tried in &tries {
        bands.entry((tried.0 / BAND).floor() as i64).or_default().push(tried);
    }
    let bands: Vec<Band> =
        bands.into_iter().map(|(band, tries)| Band::of(Some(band as f64 * BAND), &tries)).collect();
    let all = Band::of(None, &tries);
    if args.json {
        let seconds = json::rounded(begun.elapsed().as_secs_f64(), 3);
        let parts = vec![
            ("suite", json!(name)),
            ("solved", json!(all.solved)),
            ("puzzles", json!(all.puzzles)),
            ("performance", json!(all.performance)),
            ("bands", json!(bands)),
            ("bad_lines", json!(bad_lines)),
            ("nodes", json!(nodes)),
            ("seconds", json!(seconds)),
        ];
        json::line(&Object(parts), out)?;
    } else {
        for band in &bands {
            let (Some(from), Some(to)) = (band.from, band.to) else { continue };
            let Band { solved, puzzles, .. } = band;
            let performance = band.performance();
            writeln!(
                out,
                "rating {from:.0}-{to:.0}: {solved} of {puzzles}, performance {performance}"
            )?;
        }
        writeln!(out, "performance {}", all.performance())?;
        writeln!(out, "solved {} of {}", all.solved, all.puzzles)?;
    }
    Ok(if bad_lines == 0 { Verdict::Fine } else { Verdict::Findings })
}

type Solved = (Puzzle, Tried, Option<String>);

/// Solves the puzzle of a line, if there is one.
fn solve(line: &str, engine: &mut Engine, limits: &Limits) -> Result<Option<Solved>, PuzzleError> {
    let Some(puzzle) = Puzzle::read(line)? else { return Ok(None) };
    let variant = puzzle.variant();
    with_rules!(variant, R => {
        let tried = PuzzleTask::<R>::new(&puzzle)?.solve(engine, limits);
        let castling = CastlingNotation::of(variant);
        let instead = tried.instead.map(|m| uci::write::<R>(m, castling));
        Ok(Some((puzzle, tried, instead)))
    })
}

fn write_one(
    puzzle: &Puzzle,
    tried: Tried,
    instead: Option<String>,
    json: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let Puzzle { id, rating, .. } = puzzle;
    let (found, moves) = (tried.found, puzzle.moves.len() / 2);
    if json {
        let (solved, nodes) = (tried.solved, tried.nodes);
        let answer = Answer { id, rating: *rating, solved, found, moves, instead, nodes };
        return json::line(&answer, out);
    }
    let verdict = if tried.solved { "solved" } else { "missed" };
    write!(out, "{id:<12} {verdict:<8} {rating:>5.0}")?;
    if !tried.solved {
        let wanted = puzzle.moves.get(2 * found + 1).map_or("", String::as_str);
        write!(
            out,
            "  move {} of {moves}: {}, expected {wanted}",
            found + 1,
            instead.unwrap_or_default()
        )?;
    }
    writeln!(out)
}
