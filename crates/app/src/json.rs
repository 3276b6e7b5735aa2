//! Printing results as JSON, a value a line.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

/// Writes a value and ends the line.
pub(crate) fn line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// An object whose members keep their order.
pub(crate) struct Object<K, V>(pub(crate) Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Object<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A number rounded to `decimals`; `null` if it is infinite or none at all.
pub(crate) fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (number * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order_and_strings_are_escaped() {
        let mut out = Vec::new();
        line(&Object(vec![("b\"", "ช้าง\n\u{1}"), ("a", "")]), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "{\"b\\\"\":\"ช้าง\\n\\u0001\",\"a\":\"\"}\n");
    }

    #[test]
    fn numbers_are_rounded() {
        assert_eq!(rounded(1.23456, 3), 1.235);
        assert_eq!(serde_json::to_string(&rounded(f64::INFINITY, 3)).unwrap(), "null");
    }
}
