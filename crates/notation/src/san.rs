//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! [`write`] gives the exact form with the least disambiguation. [`parse`]
//! reads that form fast, and besides it what is found in files: `0-0`,
//! `e8Q`, `e8(Q)`, `Ng1-f3`, `e2e4`, a missing `x`, `+` or `#`, `e.p.`.
//!
//! Makruk is written as Fairy-Stockfish and PyChess write it: `S` is the khon,
//! `M` the met and the promoted bia, `dxc6=M` a promotion. [`write_thai`] gives
//! the Thai form.
//!
//! ```
//! use erawan_board::{Chess, Position};
//! use erawan_notation::san;
//!
//! let mut position = Position::<Chess>::startpos();
//! for text in ["e4", "e5", "Qh5", "Ke7", "Qxe5"] {
//!     let m = san::parse(&position, text).unwrap();
//!     if text == "Qxe5" {
//!         assert_eq!(san::write(&position, m), "Qxe5#");
//!     }
//!     position = position.play(m);
//! }
//! ```

use alloc::string::String;
use core::fmt;

use erawan_board::{
    Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Rules, Square, Tag, Variant, attacks,
};

/// Why a text is not a move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanError {
    /// The text does not have the form of a move.
    NotAMove,
    /// The text is a null move (`--` or `Z0`): well formed, but no legal move.
    NullMove,
    /// No piece of this role, as far as the text narrows it down, can go there.
    Unreachable {
        /// The role that should move.
        role: Role,
        /// Where it should go.
        to: Square,
    },
    /// A piece could go there, but its king would be left in check.
    LeavesCheck {
        /// The role that should move.
        role: Role,
        /// Where it should go.
        to: Square,
    },
    /// More than one piece can go there.
    Ambiguous {
        /// The role that should move.
        role: Role,
        /// Where all the candidates stand.
        origins: Bitboard,
        /// Where they can go.
        to: Square,
    },
    /// Castling to that side is not possible.
    CannotCastle(CastlingSide),
    /// A pawn promotes on this square, and the text does not say to what.
    MissingPromotion(Square),
    /// The text names a promotion, but no pawn promotes, or not to that role.
    WrongPromotion(Square),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SanError::NotAMove => f.write_str("this is not a move"),
            SanError::NullMove => f.write_str("a null move is not a legal move"),
            SanError::Unreachable { role, to } => {
                write!(f, "no such {} can go to {to}", role_name(role))
            }
            SanError::LeavesCheck { role, to } => {
                write!(f, "with the {} on {to} the king is in check", role_name(role))
            }
            SanError::Ambiguous { origins, to, .. } => {
                f.write_str("several moves are meant: ")?;
                for (i, origin) in origins.iter().enumerate() {
                    write!(f, "{}{origin}{to}", if i == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            SanError::CannotCastle(CastlingSide::Short) => {
                f.write_str("castling short is not possible")
            }
            SanError::CannotCastle(CastlingSide::Long) => {
                f.write_str("castling long is not possible")
            }
            SanError::MissingPromotion(to) => {
                write!(f, "the pawn promotes on {to}, but the move does not say to what")
            }
            SanError::WrongPromotion(to) => write!(f, "no such promotion is possible on {to}"),
        }
    }
}

impl core::error::Error for SanError {}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop (khon)",
        Role::Rook => "rook",
        Role::Queen => "queen (met)",
        Role::King => "king",
    }
}

/// Reads a move. It is legal in the position, or there is an error.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position};
/// use erawan_notation::san::{self, SanError};
///
/// let chess = Position::<Chess>::startpos();
/// assert_eq!(san::parse(&chess, "Nf3"), san::parse(&chess, b"Ng1-f3"));
/// assert_eq!(san::parse(&chess, "--"), Err(SanError::NullMove));
///
/// let makruk = Position::<Makruk>::startpos();
/// assert_eq!(san::parse(&makruk, "Mf2").unwrap().to_string(), "e1f2");
/// ```
#[inline]
pub fn parse<R: Rules>(position: &Position<R>, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
    let text = text.as_ref();
    match read_plain::<R>(text) {
        Some(Described::Piece { role, origins, to }) => piece_move(position, role, origins, to),
        Some(Described::Pawn { file, to, promotion }) => match file {
            Some(file) => pawn_capture(position, file, to, promotion),
            None => pawn_push(position, to, promotion),
        },
        Some(Described::Castle(side)) => castle(position, side),
        None => parse_odd(position, text),
    }
}

/// What a well-formed text says.
#[derive(Clone, Copy)]
enum Described {
    Piece {
        role: Role,
        origins: Bitboard,
        to: Square,
    },
    /// A capture if a file is given.
    Pawn {
        file: Option<u8>,
        to: Square,
        promotion: Option<Role>,
    },
    Castle(CastlingSide),
}

#[inline(always)]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file < 8 && rank < 8 { Square::from_index((rank * 8 + file) as usize) } else { None }
}

#[inline(always)]
fn file_mask(file: u8) -> Option<Bitboard> {
    let file = file.wrapping_sub(b'a');
    (file < 8).then(|| Bitboard(0x0101_0101_0101_0101 << file))
}

#[inline(always)]
fn rank_mask(rank: u8) -> Option<Bitboard> {
    let rank = rank.wrapping_sub(b'1');
    (rank < 8).then(|| Bitboard(0xFF << (8 * rank)))
}

/// The role a letter stands for, pawns apart.
#[inline(always)]
fn role_of_letter<R: Rules>(letter: u8) -> Option<Role> {
    let makruk = R::VARIANT == Variant::Makruk;
    Some(match letter {
        b'N' => Role::Knight,
        b'R' => Role::Rook,
        b'K' => Role::King,
        b'B' if !makruk => Role::Bishop,
        b'Q' if !makruk => Role::Queen,
        b'S' if makruk => Role::Bishop,
        b'M' if makruk => Role::Queen,
        _ => return None,
    })
}

/// The letter of a role, as SAN writes it. A pawn has one too, for other uses.
pub fn letter<R: Rules>(role: Role) -> char {
    match (R::VARIANT, role) {
        (_, Role::Pawn) => 'P',
        (_, Role::Knight) => 'N',
        (Variant::Makruk, Role::Bishop) => 'S',
        (_, Role::Bishop) => 'B',
        (_, Role::Rook) => 'R',
        (Variant::Makruk, Role::Queen) => 'M',
        (_, Role::Queen) => 'Q',
        (_, Role::King) => 'K',
    }
}

/// Reads the exact form; anything else is left to [`parse_odd`].
#[inline(always)]
fn read_plain<R: Rules>(text: &[u8]) -> Option<Described> {
    let text = match text {
        [rest @ .., b'+' | b'#'] => rest,
        _ => text,
    };
    if let &[first, ..] = text
        && first.is_ascii_lowercase()
    {
        let (file, to, promotion) = match *text {
            [file, rank] => (None, square(file, rank)?, None),
            [from, b'x', file, rank] if from != file => (Some(from), square(file, rank)?, None),
            [file, rank, b'=', role] => (None, square(file, rank)?, Some(role)),
            [from, b'x', file, rank, b'=', role] if from != file => {
                (Some(from), square(file, rank)?, Some(role))
            }
            _ => return None,
        };
        let promotion = match promotion {
            Some(letter) => Some(role_of_letter::<R>(letter)?),
            None => None,
        };
        let file = match file {
            Some(file) if file.wrapping_sub(b'a') < 8 => Some(file - b'a'),
            Some(_) => return None,
            None => None,
        };
        return Some(Described::Pawn { file, to, promotion });
    }
    let (&letter, rest) = text.split_first()?;
    let Some(role) = role_of_letter::<R>(letter) else {
        return match text {
            b"O-O" => Some(Described::Castle(CastlingSide::Short)),
            b"O-O-O" => Some(Described::Castle(CastlingSide::Long)),
            _ => None,
        };
    };
    let (origin, file, rank) = match rest {
        [origin @ .., b'x', file, rank] | [origin @ .., file, rank] => (origin, *file, *rank),
        _ => return None,
    };
    let origins = match *origin {
        [] => Bitboard::ALL,
        [one] => file_mask(one).or_else(|| rank_mask(one))?,
        [file, rank] => Bitboard::from_square(square(file, rank)?),
        _ => return None,
    };
    Some(Described::Piece { role, origins, to: square(file, rank)? })
}

#[inline(always)]
fn make(from: Square, to: Square, tag: Tag) -> Option<Move> {
    Move::from_bits(from.index() as u16 | (to.index() as u16) << 6 | (tag as u16) << 12)
}

/// True if our king is not attacked after a piece went from `from` to `to`
/// and `taken` left the board.
#[inline(always)]
fn is_king_safe<R: Rules>(
    position: &Position<R>,
    role: Role,
    from: Square,
    to: Square,
    taken: Bitboard,
) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let king = if role == Role::King { to } else { position.king(us) };
    let occupied = (position.occupied() - taken).without(from).with(to);
    let of = |role| position.pieces(them, role);
    let diagonals = of(Role::Bishop) | of(Role::Queen);
    let mut near = (attacks::pawn(us, king) & of(Role::Pawn))
        | (attacks::knight(king) & of(Role::Knight))
        | (attacks::king(king) & of(Role::King));
    // Lines are looked at from the pieces that could use them: there are few,
    // and the tables for this stay in the cache.
    let mut far = attacks::rook_rays(king) & of(Role::Rook);
    if R::DIAGONALS_SLIDE {
        far |=
            (attacks::rook_rays(king) & of(Role::Queen)) | (attacks::bishop_rays(king) & diagonals);
    } else {
        near |= (attacks::met(king) & diagonals) | (attacks::khon(us, king) & of(Role::Bishop));
    }
    (near - taken).is_empty() && reaching_along_lines(far - taken, king, occupied).is_empty()
}

/// Those of the pieces between which and the target nothing stands.
#[inline(always)]
fn reaching_along_lines(pieces: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    pieces
        .iter()
        .filter(|&from| !attacks::between(from, to).intersects(occupied))
        .fold(Bitboard::EMPTY, Bitboard::with)
}

/// Our pieces of a role, among those given, that can go to a square as far as
/// the board allows.
#[inline(always)]
fn reaching<R: Rules>(
    position: &Position<R>,
    role: Role,
    pieces: Bitboard,
    to: Square,
) -> Bitboard {
    let rays = match role {
        Role::Rook => attacks::rook_rays(to),
        Role::Bishop if R::DIAGONALS_SLIDE => attacks::bishop_rays(to),
        Role::Queen if R::DIAGONALS_SLIDE => attacks::bishop_rays(to) | attacks::rook_rays(to),
        // Seen from the target: a khon is found by the pattern of the other
        // side.
        _ => return pieces & R::attacks(!position.turn(), role, to, Bitboard::EMPTY),
    };
    reaching_along_lines(pieces & rays, to, position.occupied())
}

#[inline(always)]
fn piece_move<R: Rules>(
    position: &Position<R>,
    role: Role,
    origins: Bitboard,
    to: Square,
) -> Result<Move, SanError> {
    let us = position.turn();
    let mut candidates = reaching(position, role, position.pieces(us, role) & origins, to);
    let blocked = position.by_color(us).with(position.king(!us));
    if candidates.is_empty() || blocked.contains(to) {
        return Err(SanError::Unreachable { role, to });
    }
    let target = Bitboard::from_square(to);
    if candidates.has_many() {
        candidates = candidates
            .iter()
            .filter(|&from| is_king_safe(position, role, from, to, target))
            .collect();
        if candidates.has_many() {
            return Err(SanError::Ambiguous { role, origins: candidates, to });
        }
        return match candidates.lsb() {
            Some(from) => made(position, role, from, to, piece_tag(role)),
            None => Err(SanError::LeavesCheck { role, to }),
        };
    }
    match candidates.lsb() {
        Some(from) if is_king_safe(position, role, from, to, target) => {
            made(position, role, from, to, piece_tag(role))
        }
        _ => Err(SanError::LeavesCheck { role, to }),
    }
}

#[inline(always)]
fn made<R: Rules>(
    position: &Position<R>,
    role: Role,
    from: Square,
    to: Square,
    tag: Tag,
) -> Result<Move, SanError> {
    let m = make(from, to, tag).ok_or(SanError::Unreachable { role, to })?;
    debug_assert!(position.is_legal(m), "{m:?} in {position:?}");
    Ok(m)
}

#[inline(always)]
const fn piece_tag(role: Role) -> Tag {
    match role {
        Role::Pawn => Tag::PawnPush,
        Role::Knight => Tag::Knight,
        Role::Bishop => Tag::Bishop,
        Role::Rook => Tag::Rook,
        Role::Queen => Tag::Queen,
        Role::King => Tag::King,
    }
}

/// The square one step back for the side to move.
#[inline(always)]
fn behind(us: Color, square: Bitboard) -> Bitboard {
    match us {
        Color::White => square.south(),
        Color::Black => square.north(),
    }
}

#[inline(always)]
fn pawn_push<R: Rules>(
    position: &Position<R>,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, SanError> {
    let role = Role::Pawn;
    let us = position.turn();
    let (occupied, pawns) = (position.occupied(), position.pieces(us, role));
    let one = behind(us, Bitboard::from_square(to));
    let two = behind(us, one);
    let unreachable = SanError::Unreachable { role, to };
    if occupied.contains(to) {
        return Err(unreachable);
    }
    let (from, tag) = if pawns.intersects(one) {
        (one, Tag::PawnPush)
    } else if R::CASTLING_AND_DOUBLE_STEP
        && !occupied.intersects(one)
        && Bitboard::from_relative_rank(Rank::Fourth, us).contains(to)
        && pawns.intersects(two)
    {
        (two, Tag::PawnDouble)
    } else {
        return Err(unreachable);
    };
    let from = from.lsb().ok_or(unreachable)?;
    if !is_king_safe(position, role, from, to, Bitboard::EMPTY) {
        return Err(SanError::LeavesCheck { role, to });
    }
    made(position, role, from, to, promoting::<R>(us, to, tag, promotion)?)
}

#[inline(always)]
fn pawn_capture<R: Rules>(
    position: &Position<R>,
    file: u8,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, SanError> {
    let role = Role::Pawn;
    let us = position.turn();
    let unreachable = SanError::Unreachable { role, to };
    let origins = Bitboard(0x0101_0101_0101_0101 << (file & 7));
    let reaching = R::attacks(!us, role, to, Bitboard::EMPTY);
    let candidates = position.pieces(us, role) & origins & reaching;
    let from = candidates.lsb().ok_or(unreachable)?;
    let target = Bitboard::from_square(to);
    let capturable = position.by_color(!us).without(position.king(!us));
    let (taken, tag) = if capturable.contains(to) {
        (target, Tag::PawnCapture)
    } else if position.en_passant() == Some(to) {
        (behind(us, target), Tag::EnPassant)
    } else {
        return Err(unreachable);
    };
    if !is_king_safe(position, role, from, to, taken) {
        return Err(SanError::LeavesCheck { role, to });
    }
    made(position, role, from, to, promoting::<R>(us, to, tag, promotion)?)
}

/// The tag of a pawn's move once it is known whether and how it promotes.
#[inline(always)]
fn promoting<R: Rules>(
    us: Color,
    to: Square,
    tag: Tag,
    promotion: Option<Role>,
) -> Result<Tag, SanError> {
    if !R::PROMOTION_ZONES[us.index()].contains(to) {
        return if promotion.is_some() { Err(SanError::WrongPromotion(to)) } else { Ok(tag) };
    }
    let role = match (promotion, R::PROMOTIONS) {
        (Some(role), allowed) if allowed.contains(&role) => role,
        (Some(_), _) => return Err(SanError::WrongPromotion(to)),
        // A bia becomes a met whether the text says so or not.
        (None, &[only]) => only,
        (None, _) => return Err(SanError::MissingPromotion(to)),
    };
    Ok(match role {
        Role::Knight => Tag::PromoteKnight,
        Role::Bishop => Tag::PromoteBishop,
        Role::Rook => Tag::PromoteRook,
        _ => Tag::PromoteQueen,
    })
}

fn castle<R: Rules>(position: &Position<R>, side: CastlingSide) -> Result<Move, SanError> {
    let us = position.turn();
    position
        .castling_rook(us, side)
        .and_then(|rook| make(position.king(us), rook, Tag::Castle))
        .filter(|&m| position.is_legal(m))
        .ok_or(SanError::CannotCastle(side))
}

/// Reads what is not in the exact form, by taking it apart letter by letter.
#[cold]
fn parse_odd<R: Rules>(position: &Position<R>, text: &[u8]) -> Result<Move, SanError> {
    let mut text = text.trim_ascii();
    loop {
        text = match text {
            [rest @ .., b'+' | b'#' | b'!' | b'?' | b' '] => rest,
            [rest @ .., b'e', b'.', b'p', b'.'] | [rest @ .., b'e', b'p'] => rest,
            _ => break,
        };
    }
    match text {
        b"--" | b"Z0" | b"z0" => return Err(SanError::NullMove),
        b"O-O" | b"0-0" | b"o-o" | b"OO" => return castle(position, CastlingSide::Short),
        b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" => return castle(position, CastlingSide::Long),
        _ => {}
    }
    let (letter_role, rest) = match text.split_first() {
        Some((b'P', rest)) => (Some(Role::Pawn), rest),
        Some((&letter, rest)) => match role_of_letter::<R>(letter) {
            Some(role) => (Some(role), rest),
            None => (None, text),
        },
        None => return Err(SanError::NotAMove),
    };
    let (promotion, rest) = split_promotion::<R>(rest);
    let mut captures = false;
    // What is left: at most two files and two ranks, with a dash or a sign of
    // capture before the target.
    let mut bytes = [0u8; 4];
    let mut len = 0;
    for &byte in rest {
        match byte {
            b'x' | b':' => captures = true,
            b'-' => {}
            b'a'..=b'h' | b'1'..=b'8' => {
                *bytes.get_mut(len).ok_or(SanError::NotAMove)? = byte;
                len += 1;
            }
            _ => return Err(SanError::NotAMove),
        }
    }
    let bytes = bytes.get(..len).unwrap_or(&[]);
    let (origin, to) = match bytes {
        [origin @ .., file, rank] => (origin, square(*file, *rank).ok_or(SanError::NotAMove)?),
        _ => return Err(SanError::NotAMove),
    };
    let origins = match *origin {
        [] => Bitboard::ALL,
        [one] => file_mask(one).or_else(|| rank_mask(one)).ok_or(SanError::NotAMove)?,
        [file, rank] => Bitboard::from_square(square(file, rank).ok_or(SanError::NotAMove)?),
        _ => return Err(SanError::NotAMove),
    };
    // A bare pair of squares may mean any piece.
    let us = position.turn();
    let mut standing = None;
    if !origins.has_many() && letter_role.is_none() {
        standing = (origins & position.by_color(us)).lsb().and_then(|from| position.role_at(from));
    }
    let role = letter_role.or(standing).unwrap_or(Role::Pawn);
    if role == Role::Pawn {
        let own_file = Bitboard::from_file(to.file());
        let other = (origins - own_file).lsb().filter(|_| origin.len() == 2 || origin.len() == 1);
        let other = other.filter(|_| !origins.intersects(own_file));
        let m = match other {
            Some(from) => pawn_capture(position, from.file().index() as u8, to, promotion)?,
            None if captures => return Err(SanError::Unreachable { role, to }),
            None => pawn_push(position, to, promotion)?,
        };
        return if origins.contains(m.from()) {
            Ok(m)
        } else {
            Err(SanError::Unreachable { role, to })
        };
    }
    if promotion.is_some() {
        return Err(SanError::WrongPromotion(to));
    }
    let found = piece_move(position, role, origins, to);
    if role == Role::King && !origins.has_many() && found.is_err() {
        for side in CastlingSide::ALL {
            if side.king_target(us) == to || position.castling_rook(us, side) == Some(to) {
                return castle(position, side);
            }
        }
    }
    found
}

/// Takes `=Q`, `/Q`, `(Q)` or `Q` off the end.
fn split_promotion<R: Rules>(text: &[u8]) -> (Option<Role>, &[u8]) {
    let (rest, letter) = match text {
        [rest @ .., b'=' | b'/', letter] | [rest @ .., b'(', letter, b')'] => (rest, *letter),
        [rest @ .., b'1'..=b'8', letter] if letter.is_ascii_alphabetic() => {
            (text.get(..rest.len() + 1).unwrap_or(rest), *letter)
        }
        _ => return (None, text),
    };
    match role_of_letter::<R>(letter.to_ascii_uppercase()) {
        Some(role) => (Some(role), rest),
        None => (None, text),
    }
}

/// Writes a legal move exactly: `Nbd7`, `exd8=Q+`, `O-O-O#`.
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_notation::san;
/// let start = Position::<Makruk>::startpos();
/// let names: Vec<String> = start.legal_moves().iter().map(|&m| san::write(&start, m)).collect();
/// assert!(names.contains(&"Sc2".to_string()) && names.contains(&"Kc2".to_string()));
/// ```
pub fn write<R: Rules>(position: &Position<R>, m: Move) -> String {
    let mut text = String::with_capacity(8);
    // Writing to a string does not fail.
    let _ = write_to(&mut text, position, m);
    text
}

/// Writes a legal move as [`write`] does, to anything.
pub fn write_to<R: Rules>(
    out: &mut impl fmt::Write,
    position: &Position<R>,
    m: Move,
) -> fmt::Result {
    if m.is_castle() {
        out.write_str(if m.is_short_castle() { "O-O" } else { "O-O-O" })?;
        return write_check(out, position, m);
    }
    let captures = position.is_capture(m);
    if m.role() == Role::Pawn {
        if captures {
            out.write_char(m.from().file().letter())?;
        }
    } else {
        out.write_char(letter::<R>(m.role()))?;
        let (file, rank) = disambiguation(position, m);
        if file {
            out.write_char(m.from().file().letter())?;
        }
        if rank {
            out.write_char(m.from().rank().digit())?;
        }
    }
    if captures {
        out.write_char('x')?;
    }
    write!(out, "{}", m.to())?;
    if let Some(role) = m.promotion() {
        write!(out, "={}", letter::<R>(role))?;
    }
    write_check(out, position, m)
}

/// Whether the file and the rank of the origin must be written.
fn disambiguation<R: Rules>(position: &Position<R>, m: Move) -> (bool, bool) {
    let (us, role, to) = (position.turn(), m.role(), m.to());
    if role == Role::King {
        return (false, false);
    }
    let target = Bitboard::from_square(to);
    let others: Bitboard = reaching(position, role, position.pieces(us, role), to)
        .without(m.from())
        .iter()
        .filter(|&from| is_king_safe(position, role, from, to, target))
        .collect();
    if others.is_empty() {
        (false, false)
    } else if !others.intersects(Bitboard::from_file(m.from().file())) {
        (true, false)
    } else if !others.intersects(Bitboard::from_rank(m.from().rank())) {
        (false, true)
    } else {
        (true, true)
    }
}

fn write_check<R: Rules>(
    out: &mut impl fmt::Write,
    position: &Position<R>,
    m: Move,
) -> fmt::Result {
    if !position.gives_check(m) {
        Ok(())
    } else if position.play(m).has_legal_moves() {
        out.write_char('+')
    } else {
        out.write_char('#')
    }
}

/// The files in Thai, from the a-file.
const THAI_FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
/// The ranks in Thai, from the first.
const THAI_RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];

/// Writes a legal Makruk move in Thai: `ค-ฉ๗`, `ฉxจ๕`. The promoted bia (`ง`) is
/// told from the met (`ม็`).
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_notation::san;
/// let start = Position::<Makruk>::startpos();
/// let m = san::parse(&start, "Mf2").unwrap();
/// assert_eq!(san::write_thai(&start, m), "ม็-ฉ๒");
/// ```
pub fn write_thai(position: &Position<erawan_board::Makruk>, m: Move) -> String {
    let mut text = String::with_capacity(24);
    let file = |square: Square| THAI_FILES[square.file().index()];
    let rank = |square: Square| THAI_RANKS[square.rank().index()];
    let captures = position.is_capture(m);
    if m.role() == Role::Pawn {
        if captures {
            text.push(file(m.from()));
            text.push('x');
        }
    } else {
        text.push_str(match m.role() {
            Role::Knight => "ม",
            Role::Bishop => "ค",
            Role::Rook => "ร",
            Role::Queen if position.promoted().contains(m.from()) => "ง",
            Role::Queen => "ม็",
            _ => "ข",
        });
        let (by_file, by_rank) = disambiguation(position, m);
        if by_file {
            text.push(file(m.from()));
        }
        if by_rank {
            text.push(rank(m.from()));
        }
        text.push(if captures { 'x' } else { '-' });
    }
    text.push(file(m.to()));
    text.push(rank(m.to()));
    if m.is_promotion() {
        text.push_str("=M");
    }
    let _ = write_check(&mut text, position, m);
    text
}
