//! Columns in Arrow's layout, and handing them over.
//!
//! The C data interface is three structs and their release functions, which is less
//! than what a library for it brings along. [`column`] builds columns, [`export`]
//! hands arrays and schemas over, [`stream`] a sequence of them, and [`pool`] keeps
//! what comes back.

pub(crate) mod column;
mod export;
pub(crate) mod pool;
pub(crate) mod stream;

pub(crate) use column::{Bytes32, Column, Field, Kind, Lists, Maps, Numbers, Texts};
pub(crate) use export::schema_capsule;
