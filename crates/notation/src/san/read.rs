//! Reading moves: the exact form fast, every other form carefully.

use erawan_board::{
    Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Rules, Square, Tag, attacks,
};

use super::SanError;

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
    parse_inline(position, text.as_ref())
}

/// The same, always in line: for the one place that reads whole files of moves.
#[inline(always)]
pub(crate) fn parse_inline<R: Rules>(
    position: &Position<R>,
    text: &[u8],
) -> Result<Move, SanError> {
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
    match R::MEN.role(char::from(letter)) {
        Some(Role::Pawn) => None,
        role => role,
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
pub(super) fn is_king_safe<R: Rules>(
    position: &Position<R>,
    role: Role,
    from: Square,
    to: Square,
    taken: Bitboard,
) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    if R::KING_STANDS && role == Role::King {
        // All it may do about a check is take the one man that gives it.
        let checkers = position.checkers();
        if checkers.any() && checkers != Bitboard::from_square(to) {
            return false;
        }
    }
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

/// True if the first pawn that has room before it may step there: the quickest
/// of all proofs that there is a legal move.
pub(crate) fn can_push_a_pawn<R: Rules>(position: &Position<R>) -> bool {
    let us = position.turn();
    let room = behind(us, !position.occupied());
    let Some(from) = (position.pieces(us, Role::Pawn) & room).lsb() else { return false };
    let to = behind(!us, Bitboard::from_square(from)).lsb();
    to.is_some_and(|to| is_king_safe(position, Role::Pawn, from, to, Bitboard::EMPTY))
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
pub(super) fn reaching<R: Rules>(
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
        _ => {
            let near = R::attacks(!position.turn(), role, to, Bitboard::EMPTY);
            let leaper = position.leaper_to(role, to).map_or(Bitboard::EMPTY, Bitboard::from);
            return pieces & (near | leaper);
        }
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
        return Err(SanError::Unreachable { variant: R::VARIANT, role, to });
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
            Some(from) => made(position, role, from, to, Tag::of_piece(role)),
            None => Err(SanError::LeavesCheck { variant: R::VARIANT, role, to }),
        };
    }
    match candidates.lsb() {
        Some(from) if is_king_safe(position, role, from, to, target) => {
            made(position, role, from, to, Tag::of_piece(role))
        }
        _ if R::KING_STANDS && role == Role::King && position.in_check() => {
            Err(SanError::KingRuns { variant: R::VARIANT })
        }
        _ => Err(SanError::LeavesCheck { variant: R::VARIANT, role, to }),
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
    let m = make(from, to, tag).ok_or(SanError::Unreachable { variant: R::VARIANT, role, to })?;
    debug_assert!(position.is_legal(m), "{m:?} in {position:?}");
    Ok(m)
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
    let unreachable = SanError::Unreachable { variant: R::VARIANT, role, to };
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
        return Err(SanError::LeavesCheck { variant: R::VARIANT, role, to });
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
    let unreachable = SanError::Unreachable { variant: R::VARIANT, role, to };
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
        return Err(SanError::LeavesCheck { variant: R::VARIANT, role, to });
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
    Ok(Tag::of_promotion(role))
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
    let whole = text;
    let text = without_signs(text);
    match text {
        b"--" | b"Z0" | b"z0" | b"0000" => return Err(SanError::NullMove),
        b"O-O" | b"0-0" | b"o-o" | b"OO" => return castle(position, CastlingSide::Short),
        b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" => return castle(position, CastlingSide::Long),
        // A judgement (`-+`) is no part of a move.
        [.., b'-'] if text.len() < whole.len() => return Err(SanError::NotAMove),
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
    let Squares { origins, has_origin, to, captures } = Squares::read(rest)?;
    // A bare pair of squares may mean any piece.
    let us = position.turn();
    let mut standing = None;
    if !origins.has_many() && letter_role.is_none() {
        standing = (origins & position.by_color(us)).lsb().and_then(|from| position.role_at(from));
    }
    let role = letter_role.or(standing).unwrap_or(Role::Pawn);
    if role == Role::Pawn {
        let own_file = Bitboard::from_file(to.file());
        let other = (origins - own_file).lsb().filter(|_| has_origin);
        let other = other.filter(|_| !origins.intersects(own_file));
        let m = match other {
            Some(from) => pawn_capture(position, from.file().index() as u8, to, promotion)?,
            None if captures => {
                return Err(SanError::Unreachable { variant: R::VARIANT, role, to });
            }
            None => pawn_push(position, to, promotion)?,
        };
        return if origins.contains(m.from()) {
            Ok(m)
        } else {
            Err(SanError::Unreachable { variant: R::VARIANT, role, to })
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

/// Takes checks, judgements and `e.p.` off the end.
fn without_signs(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    loop {
        text = match text {
            [rest @ .., b'+' | b'#' | b'!' | b'?' | b' '] => rest,
            [rest @ .., b'e', b'.', b'p', b'.'] | [rest @ .., b'e', b'p'] => rest,
            _ => return text,
        };
    }
}

/// What the squares of a text say.
struct Squares {
    origins: Bitboard,
    /// True if the text says anything about the origin.
    has_origin: bool,
    to: Square,
    captures: bool,
}

impl Squares {
    /// Reads at most two files and two ranks, with a dash or a sign of capture
    /// before the target.
    fn read(text: &[u8]) -> Result<Squares, SanError> {
        let mut captures = false;
        let mut bytes = [0u8; 4];
        let mut len = 0;
        for &byte in text {
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
        let (origin, to) = match bytes.get(..len).unwrap_or_default() {
            [origin @ .., file, rank] => (origin, square(*file, *rank).ok_or(SanError::NotAMove)?),
            _ => return Err(SanError::NotAMove),
        };
        let origins = match *origin {
            [] => Bitboard::ALL,
            [one] => file_mask(one).or_else(|| rank_mask(one)).ok_or(SanError::NotAMove)?,
            [file, rank] => Bitboard::from_square(square(file, rank).ok_or(SanError::NotAMove)?),
            _ => return Err(SanError::NotAMove),
        };
        Ok(Squares { origins, has_origin: !origin.is_empty(), to, captures })
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Cambodian, Chess, Makpong, Makruk};
    use erawan_testing::Random;

    /// How often a push was found, and how often there was none to be found
    /// though there was a move.
    fn playouts<R: Rules>(random: &mut Random) -> (u32, u32) {
        let (mut found, mut missed) = (0, 0);
        for _ in 0..40 {
            let mut position = Position::<R>::startpos();
            for _ in 0..200 {
                let moves = position.legal_moves();
                let is_push = |m: &Move| {
                    m.role() == Role::Pawn && m.from().file() == m.to().file() && !m.is_castle()
                };
                match can_push_a_pawn(&position) {
                    true => {
                        assert!(moves.iter().any(is_push), "{position:?}");
                        found += 1;
                    }
                    false => missed += u32::from(!moves.is_empty()),
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        (found, missed)
    }

    #[test]
    fn a_pawn_that_can_be_pushed_can_be_pushed() {
        let mut random = Random::new(0x5DEE_CE66);
        for (found, missed) in [
            playouts::<Chess>(&mut random),
            playouts::<Makruk>(&mut random),
            playouts::<Cambodian>(&mut random),
            playouts::<Makpong>(&mut random),
        ] {
            assert!(found > 1000 && missed > 100, "{found} {missed}");
        }
    }
}
