//! The bounds of what a server takes, with the reasons; those of what a page may
//! ask for come from `erawan-answers`.

use std::time::Duration;

pub use erawan_answers::limits::*;

/// The most documents that are kept: a folder that every system lists quickly.
pub(crate) const MAX_DOCUMENTS: usize = 10_000;
/// The longest file that is read in the data folder, in bytes. A document may be
/// longer there than in its message, for its numbers are written out.
pub(crate) const MAX_FILE: u64 = 4 * MAX_MESSAGE as u64;
/// The most engines that may live at once, in all pages together: each has a
/// table and threads of its own.
pub(crate) const MAX_ENGINES: usize = 8;
/// The most other engines that may run for a page: two that play, and two that are
/// compared.
pub(crate) const MAX_PAGE_RIVALS: usize = 4;
/// The most other engines that may run at once, in all pages together.
pub(crate) const MAX_RIVALS: usize = 8;
/// The mebibytes that the tables of all engines may have together, those of
/// reviews among them: one of the largest ([`MAX_HASH`]), and as much again for
/// all others.
pub(crate) const MAX_MEMORY: usize = 2 * MAX_HASH;
/// The most pages at once. Each holds a descriptor, of which many systems give
/// a process 1024.
pub(crate) const MAX_PAGES: usize = 256;
/// The most requests of a page that wait for an answer; a page asks for a few.
pub(crate) const MAX_WAITING: usize = 64;
/// The most pieces of an import that wait.
pub(crate) const MAX_PIECES: usize = 4;
/// The most imports at once; a database has one that writes anyway.
pub(crate) const MAX_IMPORTS: usize = 4;
/// How long a piece waits for room before it is to be sent again; shorter than a
/// visit may be.
pub(crate) const PIECE_WAIT: Duration = Duration::from_secs(10);
/// The most bad games of an import that are told with their reasons. All are counted.
pub(crate) const MAX_PROBLEMS: usize = 200;
/// The most connections that are not yet a page's socket. A page needs five for
/// a moment; more than that is somebody who dawdles.
pub(crate) const MAX_VISITORS: usize = 24;
/// How long a visitor may take for the head of its request.
pub(crate) const HEADERS: Duration = Duration::from_secs(5);
/// How long a visit may take in all.
pub(crate) const VISIT: Duration = Duration::from_secs(30);
/// How long to wait when the system has no descriptor left.
pub(crate) const NO_DESCRIPTOR: Duration = Duration::from_millis(20);

/// What all pages of a server share. One that is started without saying gives
/// them as much as the limits above allow.
///
/// ```no_run
/// use erawan_server::{Server, limits::Bounds};
/// # let folder = std::path::PathBuf::new();
/// let bounds = Bounds { memory: 512, ..Bounds::default() };
/// let server = Server::bind(0, &folder, None)?.with_bounds(bounds);
/// # Ok::<(), erawan_server::StartError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Pages that may be open at once.
    pub pages: usize,
    /// Mebibytes for the tables of all engines together.
    pub memory: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { pages: MAX_PAGES, memory: MAX_MEMORY }
    }
}
