//! The first field: what stands where.

use erawan_board::{Bitboard, Color, File, Piece, Rank, Role, Rules, Setup, Square, Strictness};

use super::fields::Field;
use super::{FenError, FenErrorKind};

/// The letter of a piece in the FEN of a game, in capitals for White.
///
/// ```
/// use erawan_board::{Chess, Color, Makruk, Piece, Role};
/// use erawan_notation::fen;
///
/// let met = Piece::new(Color::Black, Role::Queen);
/// assert_eq!((fen::piece_letter::<Makruk>(met), fen::piece_letter::<Chess>(met)), ('m', 'q'));
/// assert_eq!(fen::piece_from_letter::<Makruk>('m'), Some(met));
/// ```
pub fn piece_letter<R: Rules>(piece: Piece) -> char {
    colored(piece.color(), R::MEN.letter(piece.role()))
}

/// The piece behind a letter. In Makruk `E` and `F` of cutechess are read as
/// `S` and `M`.
///
/// ```
/// use erawan_board::{Chess, Color, Makruk, Piece, Role};
/// use erawan_notation::fen;
/// let khon = Piece::new(Color::White, Role::Bishop);
/// assert_eq!(fen::piece_from_letter::<Makruk>('S'), Some(khon));
/// assert_eq!(fen::piece_from_letter::<Chess>('S'), None);
/// ```
pub fn piece_from_letter<R: Rules>(letter: char) -> Option<Piece> {
    let capital = letter.to_ascii_uppercase();
    let role = R::MEN.role(capital).or(match capital {
        'E' if !R::DIAGONALS_SLIDE => Some(Role::Bishop),
        'F' if !R::DIAGONALS_SLIDE => Some(Role::Queen),
        _ => None,
    })?;
    Some(Piece::new(color_of(letter), role))
}

pub(crate) fn colored(color: Color, letter: char) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

pub(crate) fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// Where the piece of each square is in the text, in characters from 1.
pub(crate) type SquareColumns = [usize; 64];

/// What letters mean in a dialect: a piece, and whether it is a promoted bia.
pub(crate) type Letters = fn(char) -> Option<(Piece, bool)>;

/// Reads the placement into a set-up.
pub(crate) fn read(
    field: &Field<'_>,
    strictness: Strictness,
    letters: Letters,
    marks: bool,
    setup: &mut Setup,
) -> Result<SquareColumns, FenError> {
    let mut reader = Reader {
        field: *field,
        strictness,
        marks,
        setup,
        columns: [field.column; 64],
        rank: Some(Rank::Eighth),
        rank_column: field.column,
        squares: 0,
        previous: Previous::Nothing,
        surplus: None,
    };
    let mut column = field.column;
    for c in field.text.chars() {
        reader.take(c, column, letters)?;
        column += 1;
    }
    reader.finish_rank(column)?;
    if reader.rank.is_some() {
        let ranks = field.text.bytes().filter(|&byte| byte == b'/').count() as u32 + 1;
        return Err(FenError::new(field.name, column, FenErrorKind::RankCount(ranks)));
    }
    Ok(reader.columns)
}

/// The character before this one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    Nothing,
    Run,
    Piece(Option<Square>, Role),
}

struct Reader<'a, 'b> {
    field: Field<'a>,
    strictness: Strictness,
    marks: bool,
    setup: &'b mut Setup,
    columns: SquareColumns,
    /// The rank that is being read; none after the first.
    rank: Option<Rank>,
    /// Where the text of that rank begins.
    rank_column: usize,
    squares: u32,
    previous: Previous,
    /// Where a rank became too long.
    surplus: Option<usize>,
}

impl Reader<'_, '_> {
    fn error(&self, column: usize, kind: FenErrorKind) -> FenError {
        FenError::new(self.field.name, column, kind)
    }

    fn take(&mut self, c: char, column: usize, letters: Letters) -> Result<(), FenError> {
        match c {
            '/' => {
                self.finish_rank(column)?;
                if self.rank.is_none() {
                    let ranks = self.field.text.bytes().filter(|&byte| byte == b'/').count();
                    let kind = FenErrorKind::RankCount(ranks as u32 + 1);
                    return Err(self.error(column, kind));
                }
                self.previous = Previous::Nothing;
            }
            '1'..='8' => {
                let lenient = self.strictness == Strictness::Lenient;
                if self.previous == Previous::Run && !lenient {
                    return Err(self.error(column, FenErrorKind::SplitRun));
                }
                self.add(u32::from(c) - u32::from('0'), column);
                self.previous = Previous::Run;
            }
            '0' | '9' => return Err(self.error(column, FenErrorKind::EmptyRun(c))),
            '~' => self.mark(column)?,
            _ => {
                let Some((piece, promoted)) = letters(c) else {
                    return Err(self.error(column, FenErrorKind::UnknownPiece(c)));
                };
                let square = self.square();
                if let Some(square) = square {
                    self.setup.put(square, piece);
                    if promoted {
                        self.setup.promoted = self.setup.promoted.with(square);
                    }
                    self.columns[square.index()] = column;
                }
                self.add(1, column);
                self.previous = Previous::Piece(square, piece.role());
            }
        }
        Ok(())
    }

    /// A `~` makes the piece before it a promoted one.
    fn mark(&mut self, column: usize) -> Result<(), FenError> {
        let lenient = self.strictness == Strictness::Lenient;
        match self.previous {
            Previous::Piece(square, role) if lenient || (self.marks && role == Role::Queen) => {
                let square = square.map_or(Bitboard::EMPTY, Bitboard::from_square);
                self.setup.promoted |= square;
                self.previous = Previous::Nothing;
                Ok(())
            }
            _ => Err(self.error(column, FenErrorKind::MisplacedMark)),
        }
    }

    /// The square that is filled next, if the rank has room.
    fn square(&self) -> Option<Square> {
        let file = File::from_index(self.squares as usize)?;
        Some(Square::new(file, self.rank?))
    }

    fn add(&mut self, squares: u32, column: usize) {
        self.squares = self.squares.saturating_add(squares);
        if self.squares > 8 && self.surplus.is_none() {
            self.surplus = Some(column);
        }
    }

    /// Checks the rank that ends before `column` and goes to the next.
    fn finish_rank(&mut self, column: usize) -> Result<(), FenError> {
        let Some(rank) = self.rank else { return Ok(()) };
        if self.squares != 8 {
            // A short rank is to blame as a whole.
            let column = self.surplus.unwrap_or(self.rank_column);
            return Err(self.error(column, FenErrorKind::RankLength(rank, self.squares)));
        }
        self.squares = 0;
        self.rank_column = column + 1;
        self.rank = rank.index().checked_sub(1).and_then(Rank::from_index);
        Ok(())
    }
}
