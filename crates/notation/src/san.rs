//! san
