//! Characters that are not ASCII, as printers and word processors put them into
//! games: dashes, spaces, figurines, signs of judgement.

use erawan_board::Role;

/// What a character does in the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// It separates words, as a space does.
    Space,
    /// It cannot be seen and says nothing.
    Invisible,
    /// Any of the dashes that stand for `-`.
    Dash,
    /// A sign that judges a move or a position; or one that means nothing here.
    Sign,
    /// Part of a word.
    Letter,
}

impl Kind {
    pub(crate) fn of(c: char) -> Kind {
        match c {
            // Word processors make one of three periods: `12… Nf6`.
            '\u{2025}' | '\u{2026}' => Kind::Space,
            // The byte order mark stands where files were put together.
            '\u{FEFF}' => Kind::Space,
            _ if c.is_whitespace() || c.is_control() => Kind::Space,
            // A soft hyphen, joiners, marks of direction, choices of a form.
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => Kind::Invisible,
            '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' => Kind::Invisible,
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => {
                Kind::Dash
            }
            // Read as parts of a move or a result, not as signs.
            '½' | '⁄' | '∕' | '×' | '†' | '‡' => Kind::Letter,
            _ if times(c) || figurine(c).is_some() => Kind::Letter,
            'ª' | 'µ' | 'º' => Kind::Letter,
            // The Greek capital stands for "with the idea".
            'Δ' => Kind::Sign,
            '\u{A1}'..='\u{BF}' | '÷' => Kind::Sign,
            // Punctuation, arrows, mathematics, shapes, dingbats.
            '\u{2016}'..='\u{205E}' | '\u{20A0}'..='\u{20CF}' => Kind::Sign,
            '\u{2100}'..='\u{2BFF}' | '\u{3001}'..='\u{303F}' => Kind::Sign,
            _ => Kind::Letter,
        }
    }
}

/// The role of a figurine of either colour.
pub(crate) fn figurine(c: char) -> Option<Role> {
    Some(match c {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

/// True for the signs of capture.
fn times(c: char) -> bool {
    matches!(c, '×' | '✕' | '✖' | '⨯')
}

/// The plain character that one of those above stands for in a move.
pub(crate) fn plain(c: char) -> char {
    match c {
        _ if times(c) => 'x',
        '†' | '‡' => '+',
        _ if !c.is_ascii() && Kind::of(c) == Kind::Dash => '-',
        _ => c,
    }
}

/// The number of a sign among the numeric annotation glyphs. Where there is a
/// number for each side, it is that for White, as Lichess has it.
pub(crate) fn glyph(c: char) -> Option<u8> {
    Some(match c {
        '‼' => 3,
        '⁇' => 4,
        '⁉' => 5,
        '⁈' => 6,
        '□' | '▢' | '☐' => 7,
        '∞' => 13,
        '⩲' => 14,
        '⩱' => 15,
        '±' => 16,
        '∓' => 17,
        '⨀' | '⊙' | '☉' => 22,
        '○' | '◯' => 26,
        '⟳' | '↻' => 32,
        '↑' => 36,
        '→' => 40,
        '⯹' => 44,
        '⇆' | '⇄' => 132,
        '⨁' | '⊕' => 138,
        'Δ' | '∆' | '△' => 140,
        '∇' | '▽' => 141,
        '⌓' => 142,
        _ => return None,
    })
}

/// The number of a judgement of plain characters, such as `+-` or `+/=`.
pub(crate) fn judgement(text: &[u8]) -> Option<u8> {
    Some(match text {
        b"=" => 10,
        b"+=" | b"+/=" => 14,
        b"=+" | b"=/+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        _ => return None,
    })
}

/// The first character of a text and its length in bytes: one of UTF-8, or else
/// of Windows-1252, as older files have it. None if the text is too short to
/// tell, unless it is the `last` there is.
pub(crate) fn first_char(text: &[u8], last: bool) -> Option<(char, usize)> {
    let &first = text.first()?;
    let length = match first {
        0..0x80 => return Some((char::from(first), 1)),
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let bytes = text.get(..length.min(text.len())).unwrap_or(text);
    match core::str::from_utf8(bytes) {
        Ok(valid) => valid.chars().next().map(|c| (c, length)),
        // It is not over, and nothing is wrong with it so far.
        Err(error) if error.error_len().is_none() && !last => None,
        Err(_) => Some((crate::pgn::windows_1252(first), 1)),
    }
}

/// The characters of a text, as [`first_char`] has them.
pub(crate) fn chars(mut text: &[u8]) -> impl Iterator<Item = char> {
    core::iter::from_fn(move || {
        let (c, length) = first_char(text, true)?;
        text = text.get(length..).unwrap_or(&[]);
        Some(c)
    })
}

/// A short text of plain characters.
#[derive(Default)]
pub(crate) struct Plain {
    bytes: [u8; 32],
    length: usize,
}

impl Plain {
    /// Adds a character; false if it is not plain, or there is no room.
    pub(crate) fn push(&mut self, c: char) -> bool {
        match (self.bytes.get_mut(self.length), u8::try_from(c)) {
            (Some(place), Ok(byte)) if byte.is_ascii() => {
                *place = byte;
                self.length += 1;
                true
            }
            _ => false,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_either_encoding() {
        let all = |text: &[u8]| chars(text).collect::<alloc::string::String>();
        assert_eq!(all("1–0 ♘ 𝄞".as_bytes()), "1–0 ♘ 𝄞");
        assert_eq!(all(b"\xBD\x96\xBD \xE9a"), "½–½ éa");
        for sign in ["½", "–", "♘", "𝄞"] {
            for end in 1..sign.len() {
                assert_eq!(first_char(&sign.as_bytes()[..end], false), None);
                assert!(first_char(&sign.as_bytes()[..end], true).is_some());
            }
        }
    }

    /// What is drawn like a man or a letter must never be passed over: a move
    /// would become another one.
    #[test]
    fn nothing_that_may_be_a_man_is_a_sign() {
        for c in "♔♕♖♗♘♙♚♛♜♝♞♟КЛ\u{FFFD}\u{E000}🨀คฉ๗็é".chars()
        {
            assert_eq!(Kind::of(c), Kind::Letter, "{c}");
        }
        for c in "±∓∞⩱⩲□⨀⟳↑→⇆⨁∆∇⌓“”«»•✓".chars() {
            assert_eq!(Kind::of(c), Kind::Sign, "{c}");
        }
    }
}
