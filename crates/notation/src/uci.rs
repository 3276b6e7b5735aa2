//! uci
