//! The protocol as types.
