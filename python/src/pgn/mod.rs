//! Games of PGN as tables.
//!
//! [`source`] is what is read, [`ahead`] decodes it on a thread of its own, [`columns`]
//! what is wanted, [`positions`] and [`games`] make rows of games as they are replayed,
//! [`single`] runs them on the thread that asks and [`parallel`] on several. [`table`] is
//! what Python holds.

mod ahead;
mod columns;
mod games;
mod parallel;
mod positions;
mod rows;
mod single;
mod source;
pub(crate) mod table;

pub(crate) use source::{Failure as SourceFailure, Source};
pub(crate) use table::thread_count;
