//! Erawan for Python: boards of all games, games of PGN as Arrow tables, inputs for
//! learning, and the engine.
//!
//! What lives here: what Python sees, and conversions. What does not: rules, notation,
//! searching; those are in the crates that this one uses. The package's other half,
//! types that are quicker written in Python, is in `lib/erawan`.

mod arrow;
mod batch;
mod board;
mod engine;
mod errors;
mod fen;
mod learning;
mod legal;
mod line;
mod masks;
mod moves;
mod notation;
mod patience;
mod perft;
mod pgn;
mod piece;
mod records;
mod rules;
mod shared;

/// The compiled half of the package `erawan`.
#[pyo3::pymodule]
mod _erawan {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::engine::{Analysis, PyEngine, analyse, evaluate, review_json};
    #[pymodule_export]
    use crate::errors::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError};
    #[pymodule_export]
    use crate::learning::{feature_bytes, pack, plane_bytes, unpack};
    #[pymodule_export]
    use crate::legal::LegalMoves;
    #[pymodule_export]
    use crate::moves::PyMove;
    #[pymodule_export]
    use crate::pgn::table::{Stream, games, positions};
    #[pymodule_export]
    use crate::piece::PyPiece;
    #[pymodule_export]
    use crate::records::{RecordStream, record_fields};
}
