//! Output that can be gone on with: what was written before, and whether it
//! belongs to the same games.
//!
//! A record is written at once and whole. If a program is killed while it
//! writes, the last record is cut; [`scan`] finds where the whole ones end.

use std::fmt;
use std::io::{self, BufRead, Read};

use erawan_board::{Rules, with_game};
use erawan_notation::fen;
use erawan_notation::pgn::{
    AnyGame, GameError, GameResult, GameTree, Games, PgnGame, Reader, Visitor,
};

use crate::annotate::annotate;
use crate::bulk::{Reviewed, Settings};
use crate::json::{self, Head};

/// The tag that says how a game was reviewed.
const TAG: &str = "Review";

/// How reviews are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Annotated games.
    Pgn,
    /// A JSON object a line.
    JsonLines,
}

/// Who reviewed, and how.
fn signature(settings: &Settings) -> String {
    format!("Erawan {}, {settings}", env!("CARGO_PKG_VERSION"))
}

/// A number by which a game is recognised: from its players, its start and the
/// moves of its main line.
pub fn fingerprint(game: &AnyGame) -> u64 {
    fn of<R: Rules>(hash: &mut Fnv, game: &GameTree<R>) {
        hash.add(fen::write(game.start()).as_bytes());
        for node in game.mainline() {
            hash.add(&game.move_to(node).map_or(0, |m| m.bits()).to_le_bytes());
        }
    }
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    for tag in ["White", "Black"] {
        hash.add(game.tags().get(tag).unwrap_or("?").as_bytes());
        hash.add(&[0]);
    }
    hash.add(game.variant().name().as_bytes());
    with_game!(game, game => of(&mut hash, game));
    hash.0
}

/// The hash of Fowler, Noll and Vo.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// A review as it is written to a file.
pub fn write(format: Format, reviewed: &Reviewed, settings: &Settings) -> String {
    match format {
        Format::Pgn => {
            let signature = signature(settings);
            let mut text =
                with_game!(&reviewed.game, game => write_pgn(game, reviewed, &signature));
            text.push('\n');
            text
        }
        Format::JsonLines => {
            json::line(Some(head(reviewed, settings)), &reviewed.game, &reviewed.review)
        }
    }
}

fn write_pgn<R: Rules>(game: &GameTree<R>, reviewed: &Reviewed, signature: &str) -> String {
    let mut annotated = annotate(game, &reviewed.review);
    // The name is a proper one.
    let _ = annotated.tags_mut().set(TAG, signature);
    erawan_notation::pgn::write(&annotated)
}

/// The fields by which a line is recognised.
fn head(reviewed: &Reviewed, settings: &Settings) -> Head {
    let key = format!("{:016x}", fingerprint(&reviewed.game));
    Head { by: signature(settings), key, game: reviewed.number }
}

/// What a file holds already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The fingerprints of its games.
    pub games: Vec<u64>,
    /// The length of its whole records in bytes. What follows was cut.
    pub length: u64,
}

/// Why a file cannot be gone on with.
#[derive(Debug)]
pub enum ScanError {
    /// It cannot be read.
    Read(io::Error),
    /// A record is none of ours.
    Foreign {
        /// Its number, from 1.
        record: u64,
    },
    /// A record was made in another way.
    OtherSettings {
        /// Its number, from 1.
        record: u64,
        /// How, as far as it says.
        found: String,
    },
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScanError::Read(error) => error.fmt(f),
            ScanError::Foreign { record } => write!(f, "game {record} is no review of ours"),
            ScanError::OtherSettings { record, found } => {
                write!(f, "game {record} was reviewed otherwise: {found}")
            }
        }
    }
}

impl std::error::Error for ScanError {}

/// Reads what was written before. Only the last record may be cut.
pub fn scan(
    format: Format,
    source: impl BufRead,
    settings: &Settings,
) -> Result<Written, ScanError> {
    let signature = signature(settings);
    match format {
        Format::Pgn => scan_pgn(source, &signature),
        Format::JsonLines => scan_lines(source, &signature),
    }
}

/// Knows whether a game has its sign at the end.
#[derive(Default)]
struct Whole {
    has_result: bool,
    is_bad: bool,
}

impl Visitor for Whole {
    fn begin_game(&mut self) {
        *self = Whole::default();
    }

    fn result(&mut self, _: GameResult) {
        self.has_result = true;
    }

    fn end_game(&mut self, error: Option<GameError>) {
        self.is_bad = error.is_some();
    }
}

fn scan_pgn(source: impl Read, signature: &str) -> Result<Written, ScanError> {
    let mut reader = Reader::new(source);
    let mut written = Written::default();
    let mut cut = false;
    loop {
        let (mut whole, mut raw) = (Whole::default(), Vec::new());
        if !reader.copy_game(&mut whole, &mut raw).map_err(ScanError::Read)? {
            return Ok(written);
        }
        let record = written.games.len() as u64 + 1;
        if cut {
            return Err(ScanError::Foreign { record });
        }
        // An empty line follows the tags too, but no result comes before it.
        if whole.is_bad || !whole.has_result || !raw.ends_with(b"\n\n") {
            cut = true;
            continue;
        }
        let Some(Ok(game)) = Games::new(&raw).next() else {
            return Err(ScanError::Foreign { record });
        };
        match game.tags().get(TAG) {
            Some(found) if found == signature => {}
            Some(found) => {
                return Err(ScanError::OtherSettings { record, found: found.to_owned() });
            }
            None => return Err(ScanError::Foreign { record }),
        }
        written.games.push(fingerprint(&game));
        written.length += raw.len() as u64;
    }
}

fn scan_lines(mut source: impl BufRead, signature: &str) -> Result<Written, ScanError> {
    let mut written = Written::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        source.read_until(b'\n', &mut line).map_err(ScanError::Read)?;
        // What has no end is cut, or there is nothing.
        if line.last() != Some(&b'\n') {
            return Ok(written);
        }
        let record = written.games.len() as u64 + 1;
        let foreign = || ScanError::Foreign { record };
        let head: Head = serde_json::from_slice(&line).map_err(|_| foreign())?;
        if head.by != signature {
            return Err(ScanError::OtherSettings { record, found: head.by });
        }
        let key = u64::from_str_radix(&head.key, 16).map_err(|_| foreign())?;
        written.games.push(key);
        written.length += line.len() as u64;
    }
}
