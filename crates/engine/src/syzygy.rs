//! syzygy
