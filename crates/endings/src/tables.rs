//! Sets of tables, in folders or in memory.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::hash::{BuildHasherDefault, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use erawan_board::{Counting, Position, Rules, Variant, regular_file};

use crate::file::{self, Damage, Source, Stored};
use crate::locate;
use crate::material::Material;
use crate::moves::Board;
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

struct Slot {
    id: u32,
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

/// The tables of some folders. One set serves any number of threads.
pub struct Endings {
    slots: HashMap<u64, Slot, BuildHasherDefault<Quick>>,
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

    /// No tables at all.
    pub fn new() -> Endings {
        Endings::with_memory(DEFAULT_MEMORY)
    }

    /// No tables, and this many bytes for what is unpacked of those to come. Some
    /// megabytes more are used once that is full.
    pub fn with_memory(bytes: usize) -> Endings {
        Endings {
            slots: HashMap::default(),
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
            let slot = self.slot(Place::File(path.clone()));
            match self.open_slot(&slot, game, material) {
                Ok(_) => self.insert(game, material, slot),
                Err(damage) => {
                    self.problems.push(Problem { path, reason: ProblemReason::Damaged(damage) });
                }
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
        let slot = self.slot(Place::Memory(bytes.into()));
        self.open_slot(&slot, game, material)?;
        self.insert(game, material, slot);
        Ok(())
    }

    fn slot(&self, place: Place) -> Slot {
        Slot { id: self.slots.len() as u32, place, blocks: OnceLock::new() }
    }

    fn insert(&mut self, game: Variant, material: Material, slot: Slot) {
        let most = &mut self.most_men[game.rules() as usize];
        *most = (*most).max(material.men());
        self.slots.entry(key(game, material)).or_insert(slot);
    }

    fn open_slot<'a>(
        &self,
        slot: &'a Slot,
        game: Variant,
        material: Material,
    ) -> Result<&'a Blocks, Damage> {
        let open = || {
            let source = match &slot.place {
                Place::Memory(bytes) => Source::Memory(Arc::clone(bytes)),
                Place::File(path) => source_of(path)?,
            };
            let stored = Stored::open(source, game, material)?;
            Ok(Blocks::new(stored, slot.id, Arc::clone(&self.memory)))
        };
        slot.blocks.get_or_init(open).as_ref().map_err(|&damage| damage)
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

    #[inline]
    pub(crate) fn blocks<R: Rules>(&self, material: Material) -> Option<&Blocks> {
        let slot = self.slots.get(&key(R::VARIANT, material))?;
        slot.blocks.get()?.as_ref().ok()
    }

    /// Unpacks a whole table.
    pub fn load<R: Rules>(&self, material: Material) -> Option<Result<Table, Damage>> {
        let loaded = self.blocks::<R>(material.canonical().0)?.stored.load();
        Some(loaded.map(|mut table| {
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

fn key(game: Variant, material: Material) -> u64 {
    material.key() << 8 | game.rules() as u64
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
        let (squares, turn) = self.layout.squares(place);
        if place >= self.places() || !self.layout.is_position(&squares) {
            return None;
        }
        locate::position::<R>(&self.layout, &squares, turn, counting)
            .filter(|position| !locate::can_take_king(position))
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
