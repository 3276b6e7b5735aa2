//! The networks that Erawan plays by, with their manifests and pictures.
//!
//! What does not live here: the format and the arithmetic of a network
//! (`erawan-nnue`), and what a search makes of its evaluation
//! (`erawan-engine`). This crate uses no other and hands out bytes that it
//! does not read.
//!
//! The networks are a package so that an engine built from packages alone
//! has them. Others can be built in by `ERAWAN_EVALFILE` and
//! `ERAWAN_EVALFILE_MAKRUK`; see the README.
#![deny(missing_docs)]
#![no_std]

// The networks and `find`, written by the build script.
include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// The network for a game as the bytes of its file, if there is one. Games
/// are known by their names in UCI; Chess960 is played by chess's network.
///
/// ```
/// let network = erawan_nets::network("makruk");
/// assert!(network.is_none_or(|bytes| bytes.starts_with(b"ERAWANN")));
/// assert_eq!(erawan_nets::network("draughts"), None);
/// ```
pub const fn network(game: &str) -> Option<&'static [u8]> {
    find(game.as_bytes())
}
