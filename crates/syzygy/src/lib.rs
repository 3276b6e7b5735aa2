//! Syzygy endgame tables: the result of every position with up to seven men.
//!
//! [`Tables::open`] looks through folders, and files are opened when a
//! position first needs them. [`Tables::probe_wdl`] is for the search,
//! [`Tables::probe_dtz`] and [`Tables::root_moves`] are for choosing a move
//! that makes headway.
//!
//! What does not live here: rules and move generation (`erawan-board`, the only
//! crate this one uses), FEN and moves as text (`erawan-notation`), and what a
//! search makes of a result (`erawan-engine`).
//!
//! Nothing in a file is trusted: one whose structure is damaged gives a
//! [`ProbeError`]. Tables carry no checksum that could be held against each
//! probe, so a flipped bit among the values can give a wrong result; what is
//! promised is that there is never a crash and never an illegal move. A pipe or
//! a device in a table's place is refused before it is opened.
//!
//! Files are read in pieces, through a cache of fixed size, rather than mapped
//! into memory; a probe whose pieces are not in the cache costs up to three
//! reads.
//!
//! ```
//! use erawan_board::{Chess, Position};
//! use erawan_syzygy::{ProbeError, Tables};
//!
//! let tables = Tables::open("no/such/folder;;");
//! assert_eq!(tables.max_men(), 0);
//! for problem in tables.problems() {
//!     println!("{problem}");
//! }
//! let start = Position::<Chess>::startpos();
//! assert_eq!(tables.probe_wdl(&start), Err(ProbeError::TooManyMen { men: 32, max: 0 }));
//! ```
#![deny(missing_docs)]

mod error;
mod layout;
mod material;
mod pairs;
mod probe;
mod root;
mod source;
mod table;
mod wdl;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use erawan_board::regular_file;

pub use error::{Corruption, PathProblem, PathProblemReason, ProbeError, TableKind};
pub use material::{MAX_MEN, Material};
pub use root::{RootMove, RootMoves, RootRules};
pub use wdl::Wdl;

use error::Fault;
use source::{Cache, Source};
use table::Table;

/// What the cache holds if nobody says otherwise.
const DEFAULT_CACHE: usize = 32 << 20;

enum Place {
    File(PathBuf),
    Memory(Arc<[u8]>),
}

/// How many problems are told one by one.
const FEW: usize = 4;

/// A file that was found, and the table in it once it has been needed.
struct Slot {
    id: u32,
    place: Place,
    table: OnceLock<Result<Table, Fault>>,
}

#[derive(Default)]
struct Slots {
    wdl: Option<Slot>,
    dtz: Option<Slot>,
}

/// The tables of some folders. One set serves any number of threads.
pub struct Tables {
    slots: HashMap<Material, Slots>,
    problems: Vec<PathProblem>,
    max_men: u32,
    files: u32,
    cache: Arc<Cache>,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

impl Tables {
    /// How many folders of a list are looked at. Nobody has that many; a list
    /// made by mistake or malice must not keep the disk busy.
    pub const MAX_FOLDERS: usize = 1024;

    /// No tables at all.
    pub fn new() -> Tables {
        Tables::with_cache(DEFAULT_CACHE)
    }

    /// No tables, and a cache of about `bytes` for those to come.
    pub fn with_cache(bytes: usize) -> Tables {
        Tables {
            slots: HashMap::new(),
            problems: Vec::new(),
            max_men: 0,
            files: 0,
            cache: Arc::new(Cache::new(bytes)),
        }
    }

    /// The tables in a list of folders, with `;` between them or, where paths
    /// have no colons, `:`. What cannot be used is left out and can be read
    /// from [`problems`](Tables::problems). An empty list is no problem.
    pub fn open(paths: &str) -> Tables {
        let mut tables = Tables::new();
        tables.add_paths(paths);
        tables
    }

    /// Adds the tables of more folders. Where a table is there twice, the one
    /// found first stays.
    pub fn add_paths(&mut self, paths: &str) {
        if paths.trim().is_empty() {
            return;
        }
        let is_separator = |c: char| c == ';' || (c == ':' && !cfg!(windows));
        let mut seen = HashSet::new();
        for (entry, path) in paths.split(is_separator).enumerate() {
            let path = Path::new(path.trim());
            if entry >= Tables::MAX_FOLDERS {
                let reason = PathProblemReason::TooMany;
                self.problems.push(PathProblem { entry, path: path.to_owned(), reason });
                break;
            }
            let found = if path.as_os_str().is_empty() {
                Err(PathProblemReason::Empty)
            } else if !seen.insert(path.to_owned()) {
                Err(PathProblemReason::Repeated)
            } else {
                self.add_folder(path)
            };
            let reason = match found {
                Ok(0) => PathProblemReason::NoTables,
                Ok(_) => continue,
                Err(reason) => reason,
            };
            self.problems.push(PathProblem { entry, path: path.to_owned(), reason });
        }
    }

    /// How many files there were.
    fn add_folder(&mut self, folder: &Path) -> Result<usize, PathProblemReason> {
        let io = |error: std::io::Error| PathProblemReason::Io(error.kind());
        if !fs::metadata(folder).map_err(io)?.is_dir() {
            return Err(PathProblemReason::NotAFolder);
        }
        let mut found = 0;
        for entry in fs::read_dir(folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            let kind = match path.extension().and_then(|extension| extension.to_str()) {
                Some("rtbw") => TableKind::Wdl,
                Some("rtbz") => TableKind::Dtz,
                _ => continue,
            };
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            if let Some(material) = stem.and_then(Material::from_name) {
                found += 1;
                self.insert(material, kind, Place::File(path));
            }
        }
        Ok(found)
    }

    /// Adds a table that is in memory already. It is looked at when a
    /// position first needs it.
    pub fn add_bytes(&mut self, material: Material, kind: TableKind, bytes: impl Into<Arc<[u8]>>) {
        self.insert(material, kind, Place::Memory(bytes.into()));
    }

    fn insert(&mut self, material: Material, kind: TableKind, place: Place) {
        // A table serves both colours; it is known by the name it was given.
        if self.slots.contains_key(&material.flip()) && !material.is_symmetric() {
            return;
        }
        if kind == TableKind::Wdl {
            self.max_men = self.max_men.max(material.men());
        }
        let slots = self.slots.entry(material).or_default();
        let slot = match kind {
            TableKind::Wdl => &mut slots.wdl,
            TableKind::Dtz => &mut slots.dtz,
        };
        if slot.is_none() {
            *slot = Some(Slot { id: self.files, place, table: OnceLock::new() });
            self.files += 1;
        }
    }

    /// The folders that could not be used, and why.
    pub fn problems(&self) -> &[PathProblem] {
        &self.problems
    }

    /// What could not be used, for people: a line each if there are few, or one
    /// line for all.
    pub fn complaints(&self) -> Vec<String> {
        match self.problems.as_slice() {
            [] => Vec::new(),
            [first, .., last] if self.problems.len() > FEW => {
                let count = self.problems.len();
                let cut = match last.reason {
                    PathProblemReason::TooMany => format!("; {last}"),
                    _ => String::new(),
                };
                vec![format!("{count} entries of the path cannot be used; {first}{cut}")]
            }
            few => few.iter().map(PathProblem::to_string).collect(),
        }
    }

    /// The men in the largest table of results; 0 without any.
    pub fn max_men(&self) -> u32 {
        self.max_men
    }

    /// How many files were found: tables of results, and of distances.
    pub fn files(&self) -> (usize, usize) {
        let wdl = self.slots.values().filter(|slots| slots.wdl.is_some()).count();
        let dtz = self.slots.values().filter(|slots| slots.dtz.is_some()).count();
        (wdl, dtz)
    }

    /// The table for some material, whichever colour it calls White.
    fn table(&self, material: Material, kind: TableKind) -> Result<(&Table, Material), ProbeError> {
        let missing = ProbeError::Missing { material, kind };
        let flip = material.flip();
        let (name, slots) = match (self.slots.get(&material), self.slots.get(&flip)) {
            (Some(slots), _) => (material, slots),
            (None, Some(slots)) => (flip, slots),
            (None, None) => return Err(missing),
        };
        let slot = match kind {
            TableKind::Wdl => &slots.wdl,
            TableKind::Dtz => &slots.dtz,
        };
        let Some(slot) = slot else { return Err(missing) };
        let table = match slot.table.get() {
            Some(table) => table,
            None => {
                let source = match &slot.place {
                    Place::Memory(bytes) => Ok(Source::from_memory(Arc::clone(bytes))),
                    // A pipe of that name would be waited for.
                    Place::File(path) => regular_file::open(path, u64::MAX)
                        .map_err(|error| Fault::Io(error.kind()))
                        .and_then(|file| Source::from_file(file, slot.id, Arc::clone(&self.cache))),
                };
                let table = source.and_then(|source| Table::read(source, name, kind));
                // The system may let us open it another time; a damaged file
                // stays damaged.
                if let Err(fault @ Fault::Io(_)) = table {
                    return Err(fault.of(name, kind));
                }
                slot.table.get_or_init(|| table)
            }
        };
        table.as_ref().map(|table| (table, name)).map_err(|fault| fault.of(name, kind))
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wdl, dtz) = self.files();
        f.debug_struct("Tables")
            .field("wdl", &wdl)
            .field("dtz", &dtz)
            .field("max_men", &self.max_men)
            .field("problems", &self.problems)
            .finish()
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
