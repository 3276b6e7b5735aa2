//! Building a folder of tables, one after the other, and going on with it.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use erawan_board::Rules;

use crate::counts;
use crate::file::{self, Damage};
use crate::index::Layout;
use crate::material::Material;
use crate::solve::{SolveError, Table, Work};
use crate::solved::Solved;
use crate::tables::{file_name, open_file};
use crate::verify::Disagreement;

/// A folder of tables, and what may be spent on it.
#[derive(Clone, Copy, Debug)]
pub struct Workshop<'a> {
    /// Where the files are.
    pub folder: &'a Path,
    /// The most bytes of memory.
    pub memory: u64,
    /// Threads, and how to stop them.
    pub work: Work<'a>,
}

/// What happens in a workshop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// The table is there already, and whole.
    Kept(Material),
    /// The file that is there is damaged, and is made again.
    Damaged(Material, Damage),
    /// Work on a table begins.
    Begun(Material),
    /// A table is written.
    Built {
        /// Which.
        material: Material,
        /// How long it took.
        time: Duration,
        /// The length of its file.
        bytes: u64,
    },
    /// Every number that was looked at follows from its successors.
    Verified {
        /// Of which table.
        material: Material,
        /// How many.
        numbers: u64,
    },
}

/// Why a workshop gave up.
#[derive(Debug)]
pub enum BuildError {
    /// A table could not be solved.
    Solve(SolveError),
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
    /// A file is damaged.
    Damaged(PathBuf, Damage),
    /// A table takes more memory than there may be.
    Memory {
        /// Which.
        material: Material,
        /// What it takes, in bytes.
        needed: u64,
    },
    /// A number is wrong.
    Wrong(Disagreement),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Solve(error) => error.fmt(f),
            BuildError::Io(path, error) => write!(f, "'{}': {error}", path.display()),
            BuildError::Damaged(path, damage) => write!(f, "'{}': {damage}", path.display()),
            BuildError::Memory { material, needed } => {
                write!(f, "{material} takes {} MB of memory", needed.div_ceil(1 << 20))
            }
            BuildError::Wrong(disagreement) => disagreement.fmt(f),
        }
    }
}

impl core::error::Error for BuildError {}

impl From<SolveError> for BuildError {
    fn from(error: SolveError) -> BuildError {
        BuildError::Solve(error)
    }
}

/// The materials and all that they lead to, in the order in which they can be
/// built.
pub fn with_successors(wanted: &[Material]) -> Vec<Material> {
    let mut needed: Vec<Material> = Vec::new();
    let mut open: Vec<Material> = wanted.iter().map(|material| material.canonical().0).collect();
    while let Some(material) = open.pop() {
        if !needed.contains(&material) {
            needed.push(material);
            open.extend(material.successors());
        }
    }
    let all = (2..=crate::MAX_MEN).flat_map(Material::all);
    all.filter(|material| needed.contains(material)).collect()
}

/// How much work a table is, against others.
pub fn effort(material: Material) -> u64 {
    let layout = Layout::new(material);
    let metrics = if counts::mate_decides(&material) { 1 } else { 2 };
    layout.places() as u64 * metrics
}

/// The bytes that solving takes: two for each place, one more for the metric
/// that is solved already, and the tables that it leads to.
fn memory_of(material: Material) -> u64 {
    let own =
        Layout::new(material).places() as u64 * if counts::mate_decides(&material) { 2 } else { 3 };
    own + material.successors().into_iter().map(effort).sum::<u64>()
}

impl Workshop<'_> {
    fn path<R: Rules>(&self, material: Material) -> PathBuf {
        self.folder.join(file_name(R::VARIANT, material))
    }

    /// The tables whose files are there, in the order in which they are built.
    pub fn present<R: Rules>(&self) -> Vec<Material> {
        let all = (2..=crate::MAX_MEN).flat_map(Material::all);
        all.filter(|&material| self.path::<R>(material).is_file()).collect()
    }

    /// Builds tables, in an order that [`with_successors`] gives. What is there
    /// and whole is kept.
    pub fn build<R: Rules>(
        &self,
        materials: &[Material],
        watch: &mut dyn FnMut(Step),
    ) -> Result<(), BuildError> {
        fs::create_dir_all(self.folder).map_err(self.io(self.folder))?;
        for &material in materials {
            let needed = memory_of(material);
            if needed > self.memory {
                return Err(BuildError::Memory { material, needed });
            }
        }
        let mut solved = Solved::<R>::new();
        for &material in materials {
            let path = self.path::<R>(material);
            match open_file::<R>(&path, material).and_then(|stored| stored.check(self.work.stop)) {
                Ok(()) => {
                    self.go_on()?;
                    watch(Step::Kept(material));
                    continue;
                }
                Err(Damage::Io(io::ErrorKind::NotFound)) => {}
                Err(damage) => watch(Step::Damaged(material, damage)),
            }
            self.go_on()?;
            watch(Step::Begun(material));
            let begun = Instant::now();
            self.gather(&mut solved, material)?;
            let table = solved.solve(material, self.work)?;
            let bytes = file::write(&table, R::VARIANT, self.work.stop);
            let bytes = bytes.ok_or(SolveError::Stopped)?;
            match save(&path, &bytes, self.work.stop) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => self.go_on()?,
                saved => saved.map_err(self.io(&path))?,
            }
            let (time, bytes) = (begun.elapsed(), bytes.len() as u64);
            watch(Step::Built { material, time, bytes });
        }
        Ok(())
    }

    /// Looks at every `step`th number of these tables.
    pub fn verify<R: Rules>(
        &self,
        materials: &[Material],
        step: usize,
        watch: &mut dyn FnMut(Step),
    ) -> Result<(), BuildError> {
        let mut solved = Solved::<R>::new();
        for &material in materials {
            watch(Step::Begun(material));
            self.gather(&mut solved, material)?;
            let table = match solved.get(material) {
                Some(table) => table,
                None => Arc::new(self.load::<R>(material)?),
            };
            let (numbers, wrong) = solved.verify(&table, step, self.work)?;
            if let Some(disagreement) = wrong {
                return Err(BuildError::Wrong(disagreement));
            }
            solved.insert(table);
            watch(Step::Verified { material, numbers });
        }
        Ok(())
    }

    /// Has the tables that a material leads to in memory, and no others.
    fn gather<R: Rules>(
        &self,
        solved: &mut Solved<R>,
        material: Material,
    ) -> Result<(), BuildError> {
        let needed = material.successors();
        solved.retain(|material| needed.contains(&material));
        for material in needed {
            if solved.get(material).is_none() {
                self.go_on()?;
                solved.insert(Arc::new(self.load::<R>(material)?));
            }
        }
        Ok(())
    }

    fn load<R: Rules>(&self, material: Material) -> Result<Table, BuildError> {
        let path = self.path::<R>(material);
        let stored = open_file::<R>(&path, material);
        let table = stored.and_then(|stored| stored.load(self.work.stop));
        self.go_on()?;
        table.map_err(|damage| BuildError::Damaged(path, damage))
    }

    /// Gives up if somebody asks for it.
    fn go_on(&self) -> Result<(), BuildError> {
        if self.work.stop.load(Relaxed) { Err(SolveError::Stopped.into()) } else { Ok(()) }
    }

    fn io(&self, path: &Path) -> impl FnOnce(io::Error) -> BuildError {
        let path = path.to_owned();
        move |error| BuildError::Io(path, error)
    }
}

/// Writes a file beside its place first: what stands there is always whole. Two
/// programs may build into the same folder. Told to stop, it is interrupted.
fn save(path: &Path, bytes: &[u8], stop: &AtomicBool) -> io::Result<()> {
    /// What reaches the disk in a moment.
    const CHUNK: usize = 8 << 20;
    let beside = path.with_extension(format!("{}.part", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        for chunk in bytes.chunks(CHUNK) {
            if stop.load(Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            file.write_all(chunk)?;
            file.sync_data()?;
        }
        file.sync_all()
    });
    match written.and_then(|()| fs::rename(&beside, path)) {
        Ok(()) => Ok(()),
        Err(error) => {
            let _ = fs::remove_file(&beside);
            Err(error)
        }
    }
}
