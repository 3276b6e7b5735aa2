//! What is written in serde's formats as the text that people know: positions
//! as FEN, results as PGN has them, tags as pairs.

use alloc::string::String;
use alloc::vec::Vec;

use erawan_board::{Rules, Strictness};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fen::{self, Fen};
use crate::pgn::{GameResult, Tags};

impl<R: Rules> Serialize for Fen<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As strict as [`Fen`]'s `FromStr`.
impl<'de, R: Rules> Deserialize<'de> for Fen<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fen<R>, D::Error> {
        let text = String::deserialize(deserializer)?;
        fen::parse(&text, Strictness::Strict).map(Fen).map_err(D::Error::custom)
    }
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        GameResult::from_bytes(text.as_bytes())
            .ok_or_else(|| D::Error::custom("a result is 1-0, 0-1, 1/2-1/2 or *"))
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Names are checked and values cleaned as [`Tags::set`] does it.
impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        Tags::try_from_pairs(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
