//! The checks that turn a set-up into a position.

use crate::position::Position;
use crate::side::Side;
use crate::{Bitboard, Color, Rank, Role, Rules, Setup, SetupError, Square, Strictness};

/// Where each kind of man of a set-up stands.
struct Placed([[Bitboard; 6]; 2]);

impl Placed {
    fn of(setup: &Setup) -> Placed {
        let mut men = Placed([[Bitboard::EMPTY; 6]; 2]);
        for (square, piece) in Square::all().zip(setup.board) {
            if let Some(piece) = piece {
                let squares = &mut men.0[piece.color().index()][piece.role().index()];
                *squares = squares.with(square);
            }
        }
        men
    }

    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.0[color.index()][role.index()]
    }
}

/// Checks a set-up and returns it with everything dropped that means nothing.
pub(crate) fn check<R: Rules>(setup: &Setup, strictness: Strictness) -> Result<Setup, SetupError> {
    let men = &Placed::of(setup);
    let mut checked = setup.clone();
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
    checked.castling_rooks = castling_rooks::<R>(setup, men, strict)?;
    checked.leapers = leapers::<R>(setup, men, strict)?;
    checked.en_passant = en_passant::<R>(setup, men, strict)?;
    checked.promoted = promoted::<R>(setup, men, strict)?;
    check_counting::<R>(&mut checked, strict)?;
    if strict {
        check_checks::<R>(setup)?;
    }
    Ok(checked)
}

fn check_pawns<R: Rules>(men: &Placed, color: Color, strict: bool) -> Result<(), SetupError> {
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

fn check_men<R: Rules>(men: &Placed, color: Color) -> Result<(), SetupError> {
    let count = |role| men.pieces(color, role).len();
    let all: u32 = Role::ALL.into_iter().map(count).sum();
    if all > 16 {
        return Err(SetupError::ManyMen(color, all));
    }
    let pawns = count(Role::Pawn);
    if pawns > 8 {
        return Err(SetupError::ManyPawns(color, pawns));
    }
    let start = Placed::of(&R::start());
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

fn castling_rooks<R: Rules>(
    setup: &Setup,
    men: &Placed,
    strict: bool,
) -> Result<Bitboard, SetupError> {
    let mut valid = Bitboard::EMPTY;
    for rook in setup.castling_rooks {
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

fn leapers<R: Rules>(setup: &Setup, men: &Placed, strict: bool) -> Result<Bitboard, SetupError> {
    let mut valid = Bitboard::EMPTY;
    if R::FIRST_LEAPS {
        for color in Color::ALL {
            for role in [Role::King, Role::Queen] {
                let home = crate::leaps::home(color, role).map_or(Bitboard::EMPTY, Bitboard::from);
                valid |= home & men.pieces(color, role) & setup.leapers;
            }
        }
    }
    match (setup.leapers - valid).lsb() {
        Some(square) if strict => Err(SetupError::Leap(square)),
        _ => Ok(valid),
    }
}

fn en_passant<R: Rules>(
    setup: &Setup,
    men: &Placed,
    strict: bool,
) -> Result<Option<Square>, SetupError> {
    let Some(square) = setup.en_passant else { return Ok(None) };
    let fits = R::CASTLING_AND_DOUBLE_STEP && {
        let (pawn, origin) = match setup.turn {
            Color::White => (square.offset(0, -1), square.offset(0, 1)),
            Color::Black => (square.offset(0, 1), square.offset(0, -1)),
        };
        let sixth = Bitboard::from_relative_rank(Rank::Sixth, setup.turn);
        let theirs = men.pieces(!setup.turn, Role::Pawn);
        sixth.contains(square)
            && pawn.is_some_and(|pawn| theirs.contains(pawn))
            && origin.is_some_and(|origin| setup.piece_at(origin).is_none())
            && setup.piece_at(square).is_none()
    };
    match fits {
        true => Ok(Some(square)),
        false if strict => Err(SetupError::EnPassant(square)),
        false => Ok(None),
    }
}

fn promoted<R: Rules>(setup: &Setup, men: &Placed, strict: bool) -> Result<Bitboard, SetupError> {
    let mets = men.pieces(Color::White, Role::Queen) | men.pieces(Color::Black, Role::Queen);
    let possible = if R::CASTLING_AND_DOUBLE_STEP { Bitboard::EMPTY } else { mets };
    match (setup.promoted - possible).lsb() {
        Some(square) if strict => Err(SetupError::Promoted(square)),
        _ => Ok(setup.promoted & possible),
    }
}

fn check_counting<R: Rules>(setup: &mut Setup, strict: bool) -> Result<(), SetupError> {
    let limit = setup.counting.limit();
    if !R::COUNTING {
        setup.counting = crate::Counting::NONE;
    } else if strict && !R::COUNTS.has_limit(limit) {
        return Err(SetupError::CountLimit(limit));
    }
    Ok(())
}

fn check_checks<R: Rules>(setup: &Setup) -> Result<(), SetupError> {
    let position = Position::<R>::from_pieces(setup);
    let (us, them, occupied) = (setup.turn, !setup.turn, position.occupied());
    let takers = position.attackers_of(us, position.king(them), occupied);
    if let Some(taker) = takers.lsb() {
        return Err(SetupError::OpponentInCheck(taker));
    }
    let checkers = position.attackers_of(them, position.king(us), occupied).len();
    if checkers > 2 { Err(SetupError::ManyCheckers(checkers)) } else { Ok(()) }
}

impl<R: Rules> Position<R> {
    /// True if a pawn may legally take on `square` in passing.
    pub(crate) fn can_take_en_passant<S: Side>(&self, square: Square) -> bool {
        let takers = crate::attacks::pawn(S::THEM, square) & self.pawns[S::US.index()];
        takers.iter().any(|from| self.is_en_passant_legal::<S>(from, square))
    }
}
