//! `erawan genfens`: openings for test games, as OpenBench asks for them.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use erawan_arena::{OpeningSettings, RandomOpenings};
use erawan_board::{Chess, Position, Strictness, Variant, with_rules};
use erawan_engine::Playable;
use erawan_notation::fen::{self, CastlingStyle, FenStyle};

use crate::failure::Failure;
use crate::limits::{self, RANDOM_OPENINGS};
use crate::{Outcome, Verdict, args, files};

/// makes random balanced openings for test games
///
/// Prints N lines 'info string genfens FEN'. Each opening is some random plies from
/// the start position, or from a random line of the book, a file of FENs or EPDs,
/// and a short search says that neither side is much better. The same seed gives
/// the same openings. The whole may be one argument, and 'quit' after it is
/// ignored: erawan "genfens 10 seed 1 book None" quit
///
/// After N there may be, in any order:
///   seed S     what chance is made of (0)
///   book FILE  a file of FENs or EPDs (also .gz, .zst), or None
///   variant V  the game (chess)
///   plies P    random plies: 8, in Makruk 10, after a book 4
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan genfens 10 seed 1 book None
  erawan genfens 5 seed 1 variant makruk"
)]
pub(crate) struct Arguments {
    /// N seed S book None|FILE [variant V] [plies P]
    #[arg(value_name = "WORDS", required = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// What was asked for.
struct Request {
    count: usize,
    seed: u64,
    book: Option<String>,
    variant: Variant,
    plies: Option<u32>,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let words: Vec<&str> = args.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let request = read_request(&words)?;
    if request.variant.is_chess960() {
        return print::<Chess>(&request, out, RandomOpenings::chess960_start);
    }
    with_rules!(request.variant, R => print::<R>(&request, out, |_| Position::startpos()))
}

fn read_request(words: &[&str]) -> Result<Request, Failure> {
    let number = |what: &str, text: Option<&str>| -> Result<u64, Failure> {
        let text = text.ok_or_else(|| Failure::usage(format!("genfens needs {what}")))?;
        args::number(what, text, &(0..=u64::MAX))
    };
    let mut words = words.iter().copied();
    let count = number("N, the number of openings", words.next())?;
    if count > RANDOM_OPENINGS as u64 {
        return Err(Failure::usage(format!("genfens makes at most {RANDOM_OPENINGS} openings")));
    }
    let mut request = Request {
        count: count as usize,
        seed: 0,
        book: None,
        variant: Variant::Chess,
        plies: None,
    };
    while let Some(word) = words.next() {
        match word {
            "seed" => request.seed = number("seed", words.next())?,
            "book" => {
                let name = words.next();
                let name = name.ok_or_else(|| Failure::usage("book needs a FILE, or None"))?;
                request.book = (!name.eq_ignore_ascii_case("none")).then(|| name.to_owned());
            }
            "variant" => {
                let name = words.next().unwrap_or_default();
                request.variant = args::variant_named(name)?;
            }
            "plies" => {
                let text = words.next().unwrap_or_default();
                request.plies = Some(args::number("plies", text, &limits::RANDOM_PLIES)?);
            }
            "quit" => break,
            _ => match Variant::from_name(word) {
                Some(variant) => request.variant = variant,
                None => {
                    let message =
                        format!("genfens does not know '{word}'\nSee: erawan help genfens");
                    return Err(Failure::usage(message));
                }
            },
        }
    }
    Ok(request)
}

fn print<G: Playable>(
    request: &Request,
    out: &mut dyn Write,
    start: impl Fn(&mut RandomOpenings) -> Position<G>,
) -> Outcome {
    let mut openings = RandomOpenings::new(request.seed)
        .map_err(|error| Failure::Data(format!("genfens: {error}")))?;
    let book = request.book.as_deref().map(|name| read_book::<G>(Path::new(name))).transpose()?;
    let mut settings = OpeningSettings::of::<G>();
    if book.is_some() {
        settings.plies = 4;
    }
    settings.plies = request.plies.unwrap_or(settings.plies);
    let castling = CastlingStyle::of(request.variant);
    // Other programs may not know the mark of a promoted bia.
    let style = FenStyle { castling, promoted_marks: false, ..FenStyle::default() };
    let mut seen = HashSet::new();
    for _ in 0..request.count {
        // Few plies may not have as many different openings as are asked for.
        for attempt in 0..20 {
            let from = match &book {
                None => start(&mut openings),
                Some(lines) => {
                    openings.random().choose(lines).copied().unwrap_or_else(Position::startpos)
                }
            };
            let game = openings.next(&from, &settings);
            if seen.insert(game.position().key()) || attempt == 19 {
                writeln!(out, "info string genfens {}", fen::write_with(game.position(), &style))?;
                break;
            }
        }
    }
    Ok(Verdict::Fine)
}

/// The positions of a file: FENs or EPDs, one on each line.
fn read_book<G: erawan_board::Rules>(path: &Path) -> Result<Vec<Position<G>>, Failure> {
    let mut input = files::open(path)?;
    let mut positions = Vec::new();
    let mut number = 0u64;
    while let Some(line) =
        files::read_line(&mut *input.reader, limits::LINE).map_err(Failure::file(path))?
    {
        number += 1;
        let at = |message: String| {
            Failure::Data(format!("{}:{number}: {message}", files::name_of(path)))
        };
        let Ok(text) = std::str::from_utf8(&line) else {
            return Err(at("this line is not valid UTF-8".into()));
        };
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let epd = erawan_notation::epd::Epd::<G>::parse(text, Strictness::Lenient)
            .map_err(|error| at(error.to_string()))?;
        positions.push(epd.position);
        // A book with more is read so far.
        if positions.len() >= limits::BOOK_POSITIONS {
            break;
        }
    }
    if positions.is_empty() {
        return Err(Failure::Data(format!("{}: there is no position", files::name_of(path))));
    }
    Ok(positions)
}
