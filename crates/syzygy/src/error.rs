//! What can go wrong with tables and with the folders they are in.

use core::fmt;
use std::io;
use std::path::PathBuf;

use super::Material;

/// The two kinds of table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// Win, draw or loss (`.rtbw`).
    Wdl,
    /// The distance to the next capture or pawn move (`.rtbz`).
    Dtz,
}

impl TableKind {
    /// The extension of the file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }
}

/// Why a table's file cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Corruption {
    /// The file does not begin as a table of its kind does.
    Magic,
    /// Whole tables are a multiple of 64 bytes and 16 more.
    Length,
    /// Something the header describes lies past the end of the file.
    Truncated,
    /// The flags say other material than the file's name.
    Flags,
    /// The list of men is not that of the file's name.
    Pieces,
    /// The groups of men are in no possible order.
    Order,
    /// Sizes of blocks or of the index are out of range.
    Sizes,
    /// The lengths of the Huffman codes make no code.
    Code,
    /// A symbol refers to one that is not there, or to itself.
    Symbols,
    /// The index points to no block.
    Index,
    /// A block ends before the wanted value.
    Block,
    /// A value that no table of this kind holds.
    Value,
    /// Neither side to move has distances here.
    Side,
}

impl fmt::Display for Corruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Corruption::Magic => "the first four bytes are not those of such a table",
            Corruption::Length => "the length is not a multiple of 64 and 16 bytes more",
            Corruption::Truncated => "the file ends too early",
            Corruption::Flags => "the flags do not fit the material in the file's name",
            Corruption::Pieces => "the list of men does not fit the file's name",
            Corruption::Order => "the groups of men are in no possible order",
            Corruption::Sizes => "the sizes of blocks or index are out of range",
            Corruption::Code => "the lengths of the codes make no Huffman code",
            Corruption::Symbols => "a symbol refers to a missing symbol or to itself",
            Corruption::Index => "the index points to a block that is not there",
            Corruption::Block => "a block ends before the wanted value",
            Corruption::Value => "a value is out of range",
            Corruption::Side => "distances are missing for both sides to move",
        })
    }
}

/// Why a position has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// Tables know no castling rights.
    Castling,
    /// More men than any table that was found holds.
    TooManyMen {
        /// On the board.
        men: u32,
        /// In the largest table.
        max: u32,
    },
    /// No table for this material was found.
    Missing {
        /// What stands on the board, or what a capture leaves.
        material: Material,
        /// Which of the two tables.
        kind: TableKind,
    },
    /// A file could not be opened or read.
    Io {
        /// The table.
        material: Material,
        /// Which of the two.
        kind: TableKind,
        /// What the system said.
        error: io::ErrorKind,
    },
    /// A file is damaged or no table.
    Corrupt {
        /// The table.
        material: Material,
        /// Which of the two.
        kind: TableKind,
        /// What is wrong with it.
        why: Corruption,
    },
    /// A set-up position that cannot occur in a game: kings side by side, or
    /// pawns on the first or last rank.
    Impossible,
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Castling => f.write_str("tables know no positions with castling rights"),
            ProbeError::TooManyMen { men, max } => {
                write!(f, "{men} men are on the board, the tables hold at most {max}")
            }
            ProbeError::Missing { material, kind } => {
                write!(f, "the table {material}.{} is missing", kind.extension())
            }
            ProbeError::Io { material, kind, error } => {
                write!(f, "cannot read the table {material}.{}: {error}", kind.extension())
            }
            ProbeError::Corrupt { material, kind, why } => {
                write!(f, "the table {material}.{} is damaged: {why}", kind.extension())
            }
            ProbeError::Impossible => f.write_str("no game leads to this position"),
        }
    }
}

impl core::error::Error for ProbeError {}

/// Why one table's file failed, before it is known whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    Io(io::ErrorKind),
    Corrupt(Corruption),
    /// Not the file's fault.
    Impossible,
}

impl Fault {
    pub(super) fn of(self, material: Material, kind: TableKind) -> ProbeError {
        match self {
            Fault::Io(error) => ProbeError::Io { material, kind, error },
            Fault::Corrupt(why) => ProbeError::Corrupt { material, kind, why },
            Fault::Impossible => ProbeError::Impossible,
        }
    }
}

impl From<Corruption> for Fault {
    fn from(why: Corruption) -> Fault {
        Fault::Corrupt(why)
    }
}

/// A part of a list of folders that could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathProblem {
    /// Which entry of the list, from 0.
    pub entry: usize,
    /// The folder, as it was given.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: PathProblemReason,
}

/// What is wrong with a folder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PathProblemReason {
    /// Two separators in a row, or one at either end.
    Empty,
    /// The same folder was given before.
    Repeated,
    /// It is there, but it is no folder.
    NotAFolder,
    /// There is no table in it.
    NoTables,
    /// It cannot be read, or is not there.
    Io(io::ErrorKind),
    /// There are more folders before it than are looked at.
    TooMany,
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} of the path, ", self.entry + 1)?;
        if self.reason != PathProblemReason::Empty {
            write!(f, "{}, ", self.path.display())?;
        }
        match self.reason {
            PathProblemReason::Empty => f.write_str("is empty"),
            PathProblemReason::Repeated => f.write_str("was given before"),
            PathProblemReason::NotAFolder => f.write_str("is not a folder"),
            PathProblemReason::NoTables => f.write_str("holds no tables"),
            PathProblemReason::Io(error) => write!(f, "cannot be read: {error}"),
            PathProblemReason::TooMany => {
                let most = crate::Tables::MAX_FOLDERS;
                write!(f, "is left out, as are all after it: at most {most} are looked at")
            }
        }
    }
}

impl core::error::Error for PathProblem {}
