//! The interface as C sees it.

mod calls;
mod header;
