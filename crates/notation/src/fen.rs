//! fen
