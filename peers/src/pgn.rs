//! PGN.
use crate::options::Options;
pub fn run(_options: &Options) -> Result<(), String> { Ok(()) }
