//! EPD: a position and operations on it, in one line.
//!
//! `placement turn castling en-passant opcode operand ...; opcode ...;`. The
//! first four fields are those of [`fen`], in Makruk too, where the
//! fourth is the limit of the count. The clocks are the operations `hmvc` (the
//! fifth field of a FEN) and `fmvn` (the sixth).
//!
//! Moves are kept as the text that is there, and looked up in the position
//! when they are asked for: see [`Epd::best_moves`].

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use erawan_board::{Counting, Position, Rules, Setup, Strictness};

use crate::fen::{self, FenBuffer, FenError, FenStyle};

mod error;
mod moves;
mod perft;
mod scan;

pub use error::{EpdError, EpdErrorKind};
pub use moves::EpdMoveError;
pub use perft::{PerftLine, parse_perft};

/// What an operation is applied to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A word: a move or a number.
    Word(String),
    /// A text between quotation marks.
    Quoted(String),
}

impl Operand {
    /// The word, or the text without its quotation marks.
    pub fn text(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Quoted(text) => text,
        }
    }

    /// The number it is, if it is one.
    pub fn number(&self) -> Option<i64> {
        self.text().parse().ok()
    }
}

/// An opcode and its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    opcode: String,
    /// What follows the opcode.
    pub operands: Vec<Operand>,
}

impl Operation {
    /// Puts an opcode and its operands together. An opcode is a letter and up
    /// to fourteen letters, digits and underscores more; anything else gives
    /// nothing.
    ///
    /// ```
    /// use erawan_notation::epd::{Operand, Operation};
    ///
    /// let best = Operation::new("bm", vec![Operand::Word("Qg6".into())]).unwrap();
    /// assert_eq!(best.to_string(), "bm Qg6;");
    /// assert!(Operation::new("b m", vec![]).is_none());
    /// ```
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Option<Operation> {
        scan::is_opcode(opcode).then(|| Operation { opcode: opcode.to_owned(), operands })
    }

    /// What is to be done.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The texts of all operands.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.operands.iter().map(Operand::text)
    }
}

/// With the semicolon. A word that would not be read back as one is put
/// between quotation marks, and a control character in it becomes a space.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            f.write_char(' ')?;
            match operand {
                Operand::Word(word) if scan::is_word(word) => f.write_str(word)?,
                _ => scan::write_quoted(operand.text(), f)?,
            }
        }
        f.write_char(';')
    }
}

/// A position and operations on it.
///
/// ```
/// use erawan_board::{Chess, Strictness};
/// use erawan_notation::epd::Epd;
///
/// let line = r#"4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; ce 520; id "castle; or not";"#;
/// let epd = Epd::<Chess>::parse(line, Strictness::Strict).unwrap();
/// assert_eq!(epd.texts("bm").collect::<Vec<_>>(), ["O-O", "Rh8+"]);
/// assert_eq!((epd.id(), epd.centipawns()), (Some("castle; or not"), Some(520)));
/// assert_eq!(epd.to_string(), line);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// What is said about it, in the order of the line.
    pub operations: Vec<Operation>,
}

impl<R: Rules> Epd<R> {
    /// A position about which nothing is said, not even its clocks.
    pub fn new(position: Position<R>) -> Epd<R> {
        Epd { position, operations: Vec::new() }
    }

    /// A position with its clocks as operations, so that nothing of its FEN is
    /// lost.
    pub fn with_clocks(position: Position<R>) -> Epd<R> {
        let mut epd = Epd::new(position);
        let setup = position.to_setup();
        let fifth = match setup.counting.limit() {
            0 => setup.halfmove_clock,
            _ => setup.counting.ply(),
        };
        for (opcode, number) in [("hmvc", fifth), ("fmvn", setup.fullmove_number)] {
            let operands = alloc::vec![Operand::Word(alloc::format!("{number}"))];
            epd.operations.extend(Operation::new(opcode, operands));
        }
        epd
    }

    /// Reads a line.
    ///
    /// Strict reading wants a semicolon after every operation, each opcode
    /// once and no control characters in texts. Lenient reading also takes the
    /// clocks of a FEN before the operations, which become `hmvc` and `fmvn`,
    /// empty operations, a last one without a semicolon, control characters as
    /// spaces, and all that lenient reading of a FEN takes. It takes what test
    /// suites have: dashes alone before an operation and times such as `00:00;`,
    /// which say nothing, moves with commas between them (`bm g6, Kc6;`), and a
    /// mate among the best moves (`bm #3;`), which becomes `dm 3`.
    pub fn parse(line: &str, strictness: Strictness) -> Result<Epd<R>, EpdError> {
        // A semicolon may follow the fourth field at once: `... -;D1 20`.
        let end = line.find(';').unwrap_or(line.len());
        let head = line.get(..end).unwrap_or(line);
        let mut read = fen::read::<R>(head, strictness, fen::Extent::WithoutClocks)?;
        let (rest, column) = read.rest;
        let text = line.get(head.len() - rest.len()..).unwrap_or("");
        let operations = scan::operations(text, column, strictness)?;
        set_clocks(&mut read.setup, &operations, strictness)?;
        let position = read.into_position(strictness)?;
        let operations = operations.into_iter().map(|scanned| scanned.operation).collect();
        Ok(Epd { position, operations })
    }

    /// The first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The operands of the first operation with this opcode, as text.
    pub fn texts(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operation(opcode).into_iter().flat_map(Operation::texts)
    }

    /// The first operand of an operation, as text.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.texts(opcode).next()
    }

    /// The first operand of an operation, if it is a number.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.operation(opcode)?.operands.first()?.number()
    }

    /// `id`: the position's name.
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// `ce`: the value in hundredths of a pawn, for the side to move.
    pub fn centipawns(&self) -> Option<i64> {
        self.number("ce")
    }

    /// `dm`: in how many moves there is mate.
    pub fn direct_mate(&self) -> Option<i64> {
        self.number("dm")
    }

    /// `c0` to `c9`: a comment.
    pub fn comment(&self, number: u8) -> Option<&str> {
        self.operations
            .iter()
            .find(|operation| match operation.opcode.as_bytes() {
                [b'c', digit] => digit.wrapping_sub(b'0') == number && number < 10,
                _ => false,
            })?
            .texts()
            .next()
    }
}

impl<R: Rules> fmt::Display for Epd<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = FenBuffer::new();
        fields.write(|pen| {
            fen::write_without_clocks::<R, _>(&self.position, &FenStyle::default(), pen);
        });
        f.write_str(&fields)?;
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

/// Takes the clocks from their operations.
fn set_clocks(
    setup: &mut Setup,
    operations: &[scan::Scanned],
    strictness: Strictness,
) -> Result<(), EpdError> {
    let mut seen = BTreeSet::new();
    for scanned in operations {
        let error = |kind| EpdError { column: scanned.column, kind };
        let operation = &scanned.operation;
        if !seen.insert(operation.opcode.as_str()) {
            if strictness == Strictness::Strict {
                return Err(error(EpdErrorKind::RepeatedOpcode));
            }
            continue;
        }
        let min = match operation.opcode.as_str() {
            "hmvc" => 0,
            "fmvn" => 1,
            _ => continue,
        };
        let number = match operation.operands.first().and_then(Operand::number) {
            Some(number) => number,
            None => return Err(error(EpdErrorKind::Clock)),
        };
        let clamped = number.clamp(min, i64::from(u16::MAX));
        if clamped != number && strictness == Strictness::Strict {
            return Err(error(EpdErrorKind::Clock));
        }
        let value = u16::try_from(clamped).unwrap_or(u16::MAX);
        match (min, setup.counting.limit()) {
            (1, _) => setup.fullmove_number = value,
            (_, 0) => setup.halfmove_clock = value,
            (_, limit) => setup.counting = Counting::new(limit, value),
        }
    }
    Ok(())
}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdError { column: error.column, kind: EpdErrorKind::Position(error) }
    }
}
