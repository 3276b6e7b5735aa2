//! epd
