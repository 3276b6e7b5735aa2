//! The networks that Erawan plays by, with their manifests and pictures.
//!
//! What does not live here: the format and the arithmetic of a network
//! (`erawan-nnue`), and what a search makes of its evaluation
//! (`erawan-engine`). This crate uses no other and hands out bytes that it
//! does not read.
//!
//! The networks are a package so that an engine built from packages alone
//! has them. Others can be built in by `ERAWAN_EVALFILE` and
//! `ERAWAN_EVALFILE_MAKRUK`; see the README. A program carries them packed, in
//! less than half the room.
#![deny(missing_docs)]
#![no_std]

extern crate alloc;

#[cfg(test)]
#[path = "../pack.rs"]
mod pack;
mod packing;

use alloc::vec::Vec;

// The networks and `find`, written by the build script.
include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// A network as the program carries it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Packed(&'static [u8]);

impl Packed {
    /// The bytes of the network's file. It takes some milliseconds.
    pub fn unpack(self) -> Vec<u8> {
        // The build script has seen that it can be done.
        packing::unpack(self.0).unwrap_or_default()
    }

    /// How many bytes the program has for it.
    pub const fn size(self) -> usize {
        self.0.len()
    }
}

impl core::fmt::Debug for Packed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Packed({} bytes)", self.size())
    }
}

/// The network for a game, if there is one. Games are known by their names in
/// UCI; Chess960 is played by chess's network.
///
/// ```
/// let network = erawan_nets::network("makruk");
/// assert!(network.is_none_or(|packed| packed.unpack().starts_with(b"ERAWANN")));
/// assert_eq!(erawan_nets::network("draughts"), None);
/// ```
pub const fn network(game: &str) -> Option<Packed> {
    find(game.as_bytes())
}
