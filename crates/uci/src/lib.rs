//! The Universal Chess Interface.
#![deny(missing_docs)]

pub mod protocol;
