//! Writing JSON, as little of it as is needed.

use std::fmt::Write;

use erawan_notation::pgn::GameError;

/// Writes a text with its quotes.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes `"name":` after a comma, unless it is the first.
pub(crate) fn key(out: &mut String, name: &str) {
    if !out.ends_with(['{', '[']) {
        out.push(',');
    }
    string(out, name);
    out.push(':');
}

/// Writes a member that is a text.
pub(crate) fn member(out: &mut String, name: &str, text: &str) {
    key(out, name);
    string(out, text);
}

/// Writes a list.
pub(crate) fn list<T>(
    out: &mut String,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

/// Writes what is wrong with a game.
pub(crate) fn error(out: &mut String, error: &GameError) {
    out.push('{');
    member(out, "error", &error.to_string());
    // Writing to a string does not fail.
    let _ = write!(out, ",\"game\":{},\"line\":{}}}", error.game, error.line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut out = String::from("{");
        member(&mut out, "a", "\"b\\\n\u{1}é");
        key(&mut out, "c");
        list(&mut out, [1, 2], |out, n| {
            let _ = write!(out, "{n}");
        });
        assert_eq!(out, r#"{"a":"\"b\\\n\u0001é","c":[1,2]"#);
    }
}
