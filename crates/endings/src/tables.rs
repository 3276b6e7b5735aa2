//! Sets of tables, in folders or in memory.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::hash::{BuildHasherDefault, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use erawan_board::{Color, Counting, Position, Rules, Variant, regular_file, with_rules};

use crate::counts;
use crate::file::{self, Damage, Source, Stored};
use crate::locate;
use crate::material::{MAX_MEN, Material};
use crate::moves::Board;
use crate::probe::ProbeError;
use crate::solve::{BROKEN, Table};
use crate::store::{Blocks, Memory};

/// The ending of a table's file name.
pub(crate) const EXTENSION: &str = "ending";

/// The memory for unpacked blocks if nobody says otherwise.
const DEFAULT_MEMORY: usize = 512 << 20;

/// The file name of a table: `makruk-KSMvK.ending`.
pub(crate) fn file_name(game: Variant, material: Material) -> String {
    format!("{}-{material}.{EXTENSION}", game.name())
}

/// What such a name says.
fn read_name(name: &str) -> Option<(Variant, Material)> {
    let (game, rest) = name.strip_suffix(EXTENSION)?.strip_suffix('.')?.split_once('-')?;
    let material = Material::from_name(rest).filter(Material::is_canonical)?;
    let game = Variant::ALL.into_iter().find(|variant| variant.name() == game)?;
    Some((game, material))
}

enum Place {
    File(PathBuf),
    Memory(Arc<[u8]>),
}

impl Place {
    fn source(&self) -> Result<Source, Damage> {
        match self {
            Place::Memory(bytes) => Ok(Source::Memory(Arc::clone(bytes))),
            Place::File(path) => source_of(path),
        }
    }
}

struct Slot {
    game: Variant,
    material: Material,
    place: Place,
    blocks: OnceLock<Result<Blocks, Damage>>,
}

/// A folder or file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Which.
    pub path: PathBuf,
    /// Why not.
    pub reason: ProblemReason,
}

/// Why a folder or file cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemReason {
    /// It cannot be read.
    Io(io::ErrorKind),
    /// There is no table in it.
    NoTables,
    /// The file is damaged.
    Damaged(Damage),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.reason {
            ProblemReason::Io(kind) => write!(f, "'{path}' cannot be read: {kind}"),
            ProblemReason::NoTables => write!(f, "there are no tables of endings in '{path}'"),
            ProblemReason::Damaged(damage) => write!(f, "'{path}' is left out: {damage}"),
        }
    }
}

/// One multiplication is enough: its highest bits depend on the whole key. A map
/// looks at the lowest first, so they change places.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0.rotate_left(10)
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 << 8 ^ u64::from(byte));
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// What a probe must know of a material before it looks at squares.
pub(crate) struct Entry {
    slot: usize,
    /// The table has the colours exchanged.
    pub(crate) flip: bool,
    pub(crate) mate_decides: bool,
    pub(crate) is_running: bool,
    pub(crate) is_bare: bool,
}

/// The tables of some folders. One set serves any number of threads.
///
/// A table is opened when something is first looked up in it, and its blocks
/// are read as they are needed: a folder may hold far more than there is memory.
pub struct Endings {
    slots: Vec<Slot>,
    /// By game and material, with both colours as the stronger side.
    entries: HashMap<u64, Entry, BuildHasherDefault<Quick>>,
    /// By game: the men of the largest table.
    most_men: [u32; Variant::ALL.len()],
    problems: Vec<Problem>,
    memory: Arc<Memory>,
}

impl Default for Endings {
    fn default() -> Endings {
        Endings::new()
    }
}

impl Endings {
    /// How many folders of a list are looked at. Nobody has that many; a list
    /// made by mistake or malice must not keep the disk busy.
    pub const MAX_FOLDERS: usize = 1024;

    /// True if a game has tables of this kind: one with a count. The others have
    /// Syzygy's.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// use erawan_endings::Endings;
    ///
    /// assert!(Endings::cover(Variant::Makpong));
    /// assert!(!Endings::cover(Variant::Chess960));
    /// ```
    pub const fn cover(game: Variant) -> bool {
        with_rules!(game, R => R::COUNTING)
    }

    /// No tables at all.
    pub fn new() -> Endings {
        Endings::with_memory(DEFAULT_MEMORY)
    }

    /// No tables, and this many bytes for what is unpacked of those to come. Some
    /// megabytes more are used once that is full.
    pub fn with_memory(bytes: usize) -> Endings {
        Endings {
            slots: Vec::new(),
            entries: HashMap::default(),
            most_men: [0; Variant::ALL.len()],
            problems: Vec::new(),
            memory: Memory::new(bytes),
        }
    }

    /// The tables in a list of folders, with `;` between them or, where paths
    /// have no colons, `:`. The header of every file is checked; what cannot be
    /// used is left out and can be read from [`problems`](Endings::problems).
    /// An empty list is no problem.
    pub fn open(paths: &str) -> Endings {
        let mut endings = Endings::new();
        let is_separator = |c: char| c == ';' || (c == ':' && !cfg!(windows));
        let folders = paths.split(is_separator).map(str::trim).filter(|path| !path.is_empty());
        for path in folders.take(Endings::MAX_FOLDERS) {
            endings.add_folder(Path::new(path));
        }
        endings
    }

    /// Adds the tables of a folder. Where a table is there twice, the one found
    /// first stays.
    pub fn add_folder(&mut self, folder: &Path) {
        let problem = |reason| Problem { path: folder.to_owned(), reason };
        let found = match names(folder) {
            Ok(found) => found,
            Err(error) => return self.problems.push(problem(ProblemReason::Io(error.kind()))),
        };
        if found.is_empty() {
            self.problems.push(problem(ProblemReason::NoTables));
        }
        for (path, game, material) in found {
            let place = Place::File(path.clone());
            if let Err(damage) = self.insert(game, material, place) {
                self.problems.push(Problem { path, reason: ProblemReason::Damaged(damage) });
            }
        }
    }

    /// Adds a table that is in memory, as the bytes of a file.
    pub fn add_bytes(
        &mut self,
        game: Variant,
        material: Material,
        bytes: impl Into<Arc<[u8]>>,
    ) -> Result<(), Damage> {
        self.insert(game, material, Place::Memory(bytes.into()))
    }

    fn insert(&mut self, game: Variant, material: Material, place: Place) -> Result<(), Damage> {
        // The header is read and checked, and forgotten again.
        Stored::open(place.source()?, game, material)?;
        if self.has(game, material) {
            return Ok(());
        }
        let most = &mut self.most_men[game.rules() as usize];
        *most = (*most).max(material.men());
        for flip in [false, true] {
            let shown = if flip { material.flip() } else { material };
            let entry = Entry {
                slot: self.slots.len(),
                flip,
                mate_decides: counts::mate_decides(&material),
                is_running: with_rules!(game, R => counts::is_running::<R>(&material)),
                is_bare: Color::ALL.into_iter().any(|color| material.is_bare(color)),
            };
            self.entries.entry(key(game, shown.key())).or_insert(entry);
        }
        self.slots.push(Slot { game, material, place, blocks: OnceLock::new() });
        Ok(())
    }

    /// Opens a table, unless it is open.
    #[inline]
    pub(crate) fn blocks(&self, entry: &Entry) -> Result<&Blocks, ProbeError> {
        let slot = &self.slots[entry.slot];
        let open = || {
            let stored = Stored::open(slot.place.source()?, slot.game, slot.material)?;
            Ok(Blocks::new(stored, entry.slot as u32, Arc::clone(&self.memory)))
        };
        let blocks = slot.blocks.get_or_init(open).as_ref();
        blocks.map_err(|&damage| ProbeError::Damaged(slot.material, damage))
    }

    /// The table for what stands in a position.
    #[inline]
    pub(crate) fn entry<R: Rules>(&self, position: &Position<R>) -> Result<&Entry, ProbeError> {
        let men = position.occupied().len();
        if men > self.max_men(R::VARIANT).min(MAX_MEN) {
            return Err(ProbeError::TooManyMen(men));
        }
        let entry = self.entries.get(&key(R::VARIANT, Material::key_of(position)));
        entry.ok_or_else(|| ProbeError::Missing(Material::of(position).canonical().0))
    }

    /// True if there is a table of this material.
    pub fn has(&self, game: Variant, material: Material) -> bool {
        self.entries.contains_key(&key(game, material.key()))
    }

    /// What could not be used.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The men of a game's largest table; 0 without any.
    #[inline]
    pub fn max_men(&self, game: Variant) -> u32 {
        self.most_men[game.rules() as usize]
    }

    /// How many tables there are, of all games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Unpacks a whole table.
    pub fn load<R: Rules>(&self, material: Material) -> Option<Result<Table, Damage>> {
        let slot = &self.slots[self.entries.get(&key(R::VARIANT, material.key()))?.slot];
        // Nobody can ask it to stop.
        let never = AtomicBool::new(false);
        let stored =
            slot.place.source().and_then(|source| Stored::open(source, slot.game, slot.material));
        Some(stored.and_then(|stored| stored.load(&never)).map(|mut table| {
            table.mark_broken::<R>();
            table
        }))
    }
}

fn source_of(path: &Path) -> Result<Source, Damage> {
    // A pipe of that name would be waited for.
    Ok(Source::File(Mutex::new(regular_file::open(path, u64::MAX)?)))
}

/// The table in a file, with nothing of it unpacked.
pub(crate) fn open_file<R: Rules>(path: &Path, material: Material) -> Result<Stored, Damage> {
    Stored::open(source_of(path)?, R::VARIANT, material)
}

/// The number of a game's material.
#[inline]
fn key(game: Variant, material: u64) -> u64 {
    material << 8 | game.rules() as u64
}

/// The tables that a folder's names speak of.
fn names(folder: &Path) -> io::Result<Vec<(PathBuf, Variant, Material)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(read_name);
        if let Some((game, material)) = name {
            found.push((path, game, material));
        }
    }
    found.sort();
    Ok(found)
}

impl Table {
    /// A file does not say which places stand for nothing.
    fn mark_broken<R: Rules>(&mut self) {
        for place in 0..self.layout.places() {
            let (squares, turn) = self.layout.squares(place);
            let is_position = self.layout.is_position(&squares)
                && !Board::<R>::new(&self.layout, &squares).is_in_check(!turn);
            if !is_position {
                self.mate[place] = BROKEN;
                if let Some(count) = &mut self.count {
                    count[place] = BROKEN;
                }
            }
        }
    }

    /// How many places there are in it, those that stand for nothing included.
    pub fn places(&self) -> usize {
        self.layout.places()
    }

    /// The position at a place, with this count; `None` if there is none, or if
    /// a king could be taken.
    pub fn position<R: Rules>(&self, place: usize, counting: Counting) -> Option<Position<R>> {
        locate::position_at(&self.layout, place, counting)
    }

    /// The table as the bytes of a file.
    pub fn to_bytes<R: Rules>(&self) -> Vec<u8> {
        // Nobody can ask it to stop.
        file::write(self, R::VARIANT, &AtomicBool::new(false)).unwrap_or_default()
    }
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endings")
            .field("tables", &self.slots.len())
            .field("problems", &self.problems)
            .finish()
    }
}
