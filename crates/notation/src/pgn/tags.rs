//! Tags: what is said about a game before its moves.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use erawan_board::{AnyGame, Makruk, PerGame, Position, Rules, Strictness, Variant};

use super::bytes::{decode, single_line};
use super::error::GameErrorKind;
use crate::fen;

/// The tags of a game, in order. The seven that every game has come first.
///
/// ```
/// use erawan_notation::pgn::Tags;
/// let mut tags = Tags::new();
/// assert_eq!(tags.get("White"), Some("?"));
/// tags.set("White", "Réti, Richard").unwrap();
/// tags.set("ECO", "A09").unwrap();
/// assert_eq!(tags.iter().last(), Some(("ECO", "A09")));
/// assert!(tags.set("not a name", "").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

/// A tag's name must be of letters, digits and a few signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidTagName;

impl fmt::Display for InvalidTagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a tag must be of letters, digits and the signs _+#=:-")
    }
}

impl core::error::Error for InvalidTagName {}

pub(super) const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

impl Tags {
    /// The seven tags of every game, with nothing known.
    pub fn new() -> Tags {
        let pairs = ROSTER.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        Tags { pairs: pairs.collect() }
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Sets a tag, in its place if it is there and at the end if not. What
    /// would break a line becomes a space.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidTagName> {
        if name.is_empty() || !name.bytes().all(is_name_byte) {
            return Err(InvalidTagName);
        }
        let value = single_line(value);
        match self.pairs.iter_mut().find(|pair| pair.0 == name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name.to_string(), value)),
        }
        Ok(())
    }

    /// Removes a tag; one of the seven becomes unknown again.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().position(|(roster, _)| *roster == name) {
            Some(i) => {
                if let (Some(pair), Some((_, unknown))) = (self.pairs.get_mut(i), ROSTER.get(i)) {
                    pair.1 = unknown.to_string();
                }
            }
            None => self.pairs.retain(|pair| pair.0 != name),
        }
    }

    /// All tags, the seven of every game first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A value with `\"` and `\\` made what they stand for, as text.
    pub fn unescape(value: &[u8]) -> Cow<'_, str> {
        let text = decode(value);
        if !text.contains('\\') {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek()) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    plain.push(next);
                    chars.next();
                }
                _ => plain.push(c),
            }
        }
        Cow::Owned(plain)
    }

    /// Makes tags of pairs as they are read: the last value of a name counts.
    pub(super) fn from_pairs(read: Vec<(String, String)>) -> Tags {
        let mut tags = Tags::new();
        let mut places: BTreeMap<String, usize> =
            ROSTER.iter().enumerate().map(|(i, (name, _))| (name.to_string(), i)).collect();
        for (name, value) in read {
            match places.get(&name).and_then(|&place| tags.pairs.get_mut(place)) {
                Some(pair) => pair.1 = value,
                None => {
                    places.insert(name.clone(), tags.pairs.len());
                    tags.pairs.push((name, value));
                }
            }
        }
        tags
    }

    /// The same with pairs from anywhere.
    #[cfg(feature = "serde")]
    pub(crate) fn try_from_pairs(mut pairs: Vec<(String, String)>) -> Result<Tags, InvalidTagName> {
        for (name, value) in &mut pairs {
            if name.is_empty() || !name.bytes().all(is_name_byte) {
                return Err(InvalidTagName);
            }
            *value = single_line(value);
        }
        Ok(Tags::from_pairs(pairs))
    }
}

impl Default for Tags {
    fn default() -> Tags {
        Tags::new()
    }
}

/// The game a `Variant` tag names, in any of the spellings in use.
///
/// ```
/// use erawan_board::Variant;
/// use erawan_notation::pgn::variant_of;
/// assert_eq!(variant_of("Fischerandom Chess"), Some(Variant::Chess960));
/// assert_eq!(variant_of("Standard"), Some(Variant::Chess));
/// assert_eq!(variant_of("Xiangqi"), None);
/// ```
pub fn variant_of(name: &str) -> Option<Variant> {
    if name.contains(char::is_alphanumeric) {
        Variant::from_name(name)
    } else {
        Some(Variant::Chess)
    }
}

/// [`Position`] as a [`PerGame`].
pub(super) struct Positions;

impl PerGame for Positions {
    type Of<R: Rules> = Position<R>;
}

/// What the tags say about where a game starts.
#[derive(Default)]
pub(super) struct Header {
    variant: Option<String>,
    fen: String,
    has_fen: bool,
    /// True if games are expected to be in the dialect of makruk-js.
    of_makruk_js: bool,
    /// The start position of the game that was read last, which takes a while
    /// to set up.
    start: Option<AnyGame<Positions>>,
}

impl Header {
    pub(super) fn expect_makruk_js(&mut self) {
        self.of_makruk_js = true;
    }

    pub(super) fn clear(&mut self) {
        self.variant = None;
        self.has_fen = false;
    }

    pub(super) fn tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"FEN" => {
                self.fen.clear();
                self.fen.push_str(&Tags::unescape(value));
                self.has_fen = true;
            }
            b"Variant" => self.variant = Some(Tags::unescape(value).into_owned()),
            _ => {}
        }
    }

    /// Which game it is.
    pub(super) fn variant(&self) -> Result<Variant, GameErrorKind> {
        match &self.variant {
            None if self.of_makruk_js => Ok(Makruk::VARIANT),
            None => Ok(Variant::Chess),
            Some(name) => variant_of(name)
                .ok_or_else(|| GameErrorKind::UnknownVariant(name.chars().take(60).collect())),
        }
    }

    /// The game that the tags name, if they do.
    pub(super) fn named(&self) -> Option<Variant> {
        variant_of(self.variant.as_deref()?)
    }

    /// Where it starts, by the rules of its game.
    pub(super) fn start<R: Rules>(&mut self) -> Result<Position<R>, GameErrorKind> {
        if self.has_fen {
            // Compositions and studies begin where no game could lead to.
            let read = match self.of_makruk_js {
                true => fen::parse_any(&self.fen, Strictness::Lenient),
                false => fen::parse(&self.fen, Strictness::Lenient),
            };
            return read.map_err(GameErrorKind::Fen);
        }
        if let Some(start) = self.start.as_ref().and_then(AnyGame::get::<R>) {
            return Ok(*start);
        }
        let start = Position::startpos();
        self.start = Some(AnyGame::of::<R>(start));
        Ok(start)
    }
}
