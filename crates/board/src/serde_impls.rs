//! Set-ups and positions in serde's formats.
//!
//! A set-up is written as a list of its pieces rather than as 64 squares, and
//! its sets as lists of squares: numbers of 64 bits do not survive every
//! reader of JSON. A position is written as its set-up and the name of its
//! game, for a met read as a queen would be a quiet disaster.

use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Bitboard, Color, Counting, File, Piece, Position, Rank, Rules, Setup, Square, Strictness,
    Variant,
};

/// The fields of a [`Setup`] as they are written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Setup")]
struct Description {
    pieces: Pieces,
    turn: Color,
    castling_rooks: SquareList,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
    counting: Counting,
    promoted: SquareList,
    /// For Ouk only.
    #[serde(default, skip_serializing_if = "SquareList::is_empty")]
    leapers: SquareList,
}

/// `[[square, piece], …]`.
struct Pieces([Option<Piece>; 64]);

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let men = self.0.iter().flatten().count();
        let mut list = serializer.serialize_seq(Some(men))?;
        for (square, piece) in Square::all().zip(self.0) {
            if let Some(piece) = piece {
                list.serialize_element(&(square, piece))?;
            }
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pieces, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Pieces;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of squares and the pieces on them")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pieces, A::Error> {
                let mut board = [None; 64];
                while let Some((square, piece)) = list.next_element::<(Square, Piece)>()? {
                    if board[square.index()].replace(piece).is_some() {
                        return Err(A::Error::custom(format_args!("two pieces on {square}")));
                    }
                }
                Ok(Pieces(board))
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

/// A set as a list of squares.
#[derive(Default)]
struct SquareList(Bitboard);

impl SquareList {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for SquareList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

impl<'de> Deserialize<'de> for SquareList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareList, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = SquareList;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of squares")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SquareList, A::Error> {
                let mut squares = Bitboard::EMPTY;
                while let Some(square) = list.next_element::<Square>()? {
                    if squares.contains(square) {
                        return Err(A::Error::custom(format_args!("{square} is listed twice")));
                    }
                    squares = squares.with(square);
                }
                Ok(SquareList(squares))
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let description = Description {
            pieces: Pieces(self.board),
            turn: self.turn,
            castling_rooks: SquareList(self.castling_rooks),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            counting: self.counting,
            promoted: SquareList(self.promoted),
            leapers: SquareList(self.leapers),
        };
        description.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        let read = Description::deserialize(deserializer)?;
        Ok(Setup {
            board: read.pieces.0,
            promoted: read.promoted.0,
            turn: read.turn,
            castling_rooks: read.castling_rooks.0,
            leapers: read.leapers.0,
            en_passant: read.en_passant,
            halfmove_clock: read.halfmove_clock,
            fullmove_number: read.fullmove_number,
            counting: read.counting,
        })
    }
}

/// A [`Position`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct Game {
    game: Variant,
    setup: Setup,
}

impl<R: Rules> Serialize for Position<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut setup = self.to_setup();
        // Every square stepped over beside an enemy pawn is kept, even if no
        // capture there is legal: Polyglot's key depends on it.
        let file = usize::from(self.double_step).checked_sub(1).and_then(File::from_index);
        if let Some(file) = file {
            setup.en_passant = Some(Square::new(file, Rank::Sixth.relative_to(self.turn)));
        }
        Game { game: R::VARIANT, setup }.serialize(serializer)
    }
}

/// Whatever can be played is read, as [`Strictness::Lenient`] has it.
impl<'de, R: Rules> Deserialize<'de> for Position<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position<R>, D::Error> {
        let Game { game, setup } = Game::deserialize(deserializer)?;
        if game != R::VARIANT {
            let expected = R::VARIANT;
            return Err(D::Error::custom(format_args!(
                "this is a position of {game}, not of {expected}"
            )));
        }
        Position::from_setup(&setup, Strictness::Lenient).map_err(D::Error::custom)
    }
}
