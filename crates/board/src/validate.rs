//! The checks that turn a set-up into a position.

use crate::draft::Draft;
use crate::position::Position;
use crate::side::Side;
use crate::{Bitboard, Color, Rank, Role, Rules, SetupError, Square, Strictness, attacks};

/// Checks a set-up and returns it with everything dropped that means nothing.
pub(crate) fn check<R: Rules>(men: &Draft, strictness: Strictness) -> Result<Draft, SetupError> {
    let mut checked = *men;
    let strict = strictness == Strictness::Strict;
    for color in Color::ALL {
        let kings = men.pieces(color, Role::King);
        let king = kings.lsb().ok_or(SetupError::NoKing(color))?;
        if let Some(other) = kings.without(king).lsb() {
            return Err(SetupError::ManyKings(color, other));
        }
        check_pawns::<R>(men, color, strict)?;
        if strict {
            check_men::<R>(men, color)?;
        }
    }
    let kings = Color::ALL.map(|color| men.pieces(color, Role::King).first());
    if kings[0].distance(kings[1]) <= 1 {
        return Err(SetupError::KingsTouch);
    }
    checked.castling_rooks = castling_rooks::<R>(men, strict)?;
    checked.leapers = leapers::<R>(men, strict)?;
    checked.en_passant = en_passant::<R>(men, strict)?;
    checked.promoted = promoted::<R>(men, strict)?;
    check_counting::<R>(&mut checked, strict)?;
    if strict {
        check_checks::<R>(&checked)?;
    }
    Ok(checked)
}

fn check_pawns<R: Rules>(men: &Draft, color: Color, strict: bool) -> Result<(), SetupError> {
    // A pawn on its last rank could never move again. One behind its start or
    // past its promotion can be played with.
    let allowed = if strict || R::CASTLING_AND_DOUBLE_STEP {
        R::pawn_squares(color)
    } else {
        !Bitboard::from_relative_rank(Rank::Eighth, color)
    };
    match (men.pieces(color, Role::Pawn) - allowed).lsb() {
        Some(square) => Err(SetupError::PawnSquare(color, square)),
        None => Ok(()),
    }
}

fn check_men<R: Rules>(men: &Draft, color: Color) -> Result<(), SetupError> {
    let count = |role| men.pieces(color, role).len();
    let all: u32 = Role::ALL.into_iter().map(count).sum();
    if all > 16 {
        return Err(SetupError::ManyMen(color, all));
    }
    let pawns = count(Role::Pawn);
    if pawns > 8 {
        return Err(SetupError::ManyPawns(color, pawns));
    }
    let start = Draft::of(&R::start());
    let promoted = R::PROMOTIONS
        .iter()
        .map(|&role| count(role).saturating_sub(start.pieces(color, role).len()))
        .sum();
    if promoted + pawns > 8 {
        return Err(SetupError::ManyPromoted(color, promoted));
    }
    // What no pawn becomes cannot grow in number.
    for role in Role::ALL {
        let never = role != Role::Pawn && !R::PROMOTIONS.contains(&role);
        if never && count(role) > start.pieces(color, role).len() {
            return Err(SetupError::ManyPieces(color, role, count(role)));
        }
    }
    Ok(())
}

fn castling_rooks<R: Rules>(men: &Draft, strict: bool) -> Result<Bitboard, SetupError> {
    let mut valid = Bitboard::EMPTY;
    for rook in men.castling_rooks {
        let fits = R::CASTLING_AND_DOUBLE_STEP
            && Color::ALL.into_iter().any(|color| {
                let home = Bitboard::from_relative_rank(Rank::First, color);
                let king = men.pieces(color, Role::King) & home;
                let same_side = |other: Square| {
                    king.first().index() < other.index() && king.first().index() < rook.index()
                        || king.first().index() > other.index()
                            && king.first().index() > rook.index()
                };
                let rival = (valid & home).iter().any(same_side);
                let ours = men.pieces(color, Role::Rook) & home;
                king.any() && ours.contains(rook) && !rival
            });
        if fits {
            valid = valid.with(rook);
        } else if strict {
            return Err(SetupError::Castling(rook));
        }
    }
    Ok(valid)
}

fn leapers<R: Rules>(men: &Draft, strict: bool) -> Result<Bitboard, SetupError> {
    let mut valid = Bitboard::EMPTY;
    if R::FIRST_LEAPS {
        for color in Color::ALL {
            for role in [Role::King, Role::Queen] {
                let home = crate::leaps::home(color, role).map_or(Bitboard::EMPTY, Bitboard::from);
                valid |= home & men.pieces(color, role) & men.leapers;
            }
        }
    }
    match (men.leapers - valid).lsb() {
        Some(square) if strict => Err(SetupError::Leap(square)),
        _ => Ok(valid),
    }
}

fn en_passant<R: Rules>(men: &Draft, strict: bool) -> Result<Option<Square>, SetupError> {
    let Some(square) = men.en_passant else { return Ok(None) };
    let fits = R::CASTLING_AND_DOUBLE_STEP && {
        let (pawn, origin) = match men.turn {
            Color::White => (square.offset(0, -1), square.offset(0, 1)),
            Color::Black => (square.offset(0, 1), square.offset(0, -1)),
        };
        let sixth = Bitboard::from_relative_rank(Rank::Sixth, men.turn);
        let theirs = men.pieces(!men.turn, Role::Pawn);
        sixth.contains(square)
            && pawn.is_some_and(|pawn| theirs.contains(pawn))
            && origin.is_some_and(|origin| !men.occupied().contains(origin))
            && !men.occupied().contains(square)
    };
    match fits {
        true => Ok(Some(square)),
        false if strict => Err(SetupError::EnPassant(square)),
        false => Ok(None),
    }
}

fn promoted<R: Rules>(men: &Draft, strict: bool) -> Result<Bitboard, SetupError> {
    let mets = men.pieces(Color::White, Role::Queen) | men.pieces(Color::Black, Role::Queen);
    let possible = if R::CASTLING_AND_DOUBLE_STEP { Bitboard::EMPTY } else { mets };
    match (men.promoted - possible).lsb() {
        Some(square) if strict => Err(SetupError::Promoted(square)),
        _ => Ok(men.promoted & possible),
    }
}

fn check_counting<R: Rules>(setup: &mut Draft, strict: bool) -> Result<(), SetupError> {
    let limit = setup.counting.limit();
    if !R::COUNTING {
        setup.counting = crate::Counting::NONE;
    } else if strict && !R::COUNTS.has_limit(limit) {
        return Err(SetupError::CountLimit(limit));
    }
    Ok(())
}

fn check_checks<R: Rules>(men: &Draft) -> Result<(), SetupError> {
    let position = Position::<R>::from_pieces(men);
    let (us, them, occupied) = (men.turn, !men.turn, position.occupied());
    let takers = position.attackers_of(us, position.king(them), occupied);
    if let Some(taker) = takers.lsb() {
        return Err(SetupError::OpponentInCheck(taker));
    }
    let king = position.king(us);
    let checkers = position.attackers_of(them, king, occupied);
    if checkers.len() > 2 {
        return Err(SetupError::ManyCheckers(checkers.len()));
    }
    let Some(checker) = checkers.lsb() else { return Ok(()) };
    let possible = match (checkers.without(checker).lsb(), men.en_passant) {
        (None, None) => true,
        (Some(other), None) => can_double_check(&position, king, checker, other),
        // A pawn that steps twice cannot check and open a line to the king at
        // once: no line through where it stood leads to what it attacks.
        (Some(_), Some(_)) => false,
        (None, Some(passed)) => {
            // The pawn checks, or the line was shut while it stood at home.
            let passed = Bitboard::from_square(passed);
            let (stands, home) = match them {
                Color::White => (passed.north(), passed.south()),
                Color::Black => (passed.south(), passed.north()),
            };
            let before = (occupied - stands) | home;
            checkers == stands || position.attackers_of(them, king, before).is_empty()
        }
    };
    if possible { Ok(()) } else { Err(SetupError::ImpossibleCheck(checker)) }
}

/// True if one move may have brought about both checks: at most one of the two
/// has just moved, the other slides along a line that was opened. That line does
/// not end on the far side of the king, which nothing can pass.
fn can_double_check<R: Rules>(
    position: &Position<R>,
    king: Square,
    one: Square,
    other: Square,
) -> bool {
    let sliders = position.by_role(Role::Rook)
        | if R::DIAGONALS_SLIDE {
            position.by_role(Role::Bishop) | position.by_role(Role::Queen)
        } else {
            Bitboard::EMPTY
        };
    let one_slides = sliders.contains(one) || sliders.contains(other);
    one_slides && !attacks::line(one, other).contains(king)
}

impl<R: Rules> Position<R> {
    /// True if a pawn may legally take on `square` in passing.
    pub(crate) fn can_take_en_passant<S: Side>(&self, square: Square) -> bool {
        let takers = attacks::pawn(S::THEM, square) & self.pawns[S::US.index()];
        takers.iter().any(|from| self.is_en_passant_legal::<S>(from, square))
    }
}
