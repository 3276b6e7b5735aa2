//! Which squares the opponent attacks, and with what.

use erawan_board::{Bitboard, Position, Role, attacks};

use crate::games::Playable;
use crate::see;

/// The attacks of the side that is not to move.
#[derive(Clone, Copy)]
pub(crate) struct Threats {
    /// All squares it attacks.
    pub(crate) all: Bitboard,
    /// For each role, the squares where a piece of it would be attacked by
    /// something worth less.
    pub(crate) by_lesser: [Bitboard; 6],
}

impl Threats {
    /// No attacks: enough where only captures are looked at.
    pub(crate) const NONE: Threats =
        Threats { all: Bitboard::EMPTY, by_lesser: [Bitboard::EMPTY; 6] };

    pub(crate) fn of<R: Playable>(position: &Position<R>) -> Threats {
        let them = !position.turn();
        let occupied = position.occupied();
        let mut threats = Threats::NONE;
        let mut worth = 0;
        let mut lesser = Bitboard::EMPTY;
        for role in see::order::<R>() {
            // Roles worth the same do not threaten each other.
            if see::worth::<R>(role) > worth {
                worth = see::worth::<R>(role);
                lesser = threats.all;
            }
            threats.by_lesser[role.index()] = lesser;
            let pieces = position.pieces(them, role);
            threats.all |= match role {
                Role::Pawn => attacks::pawns(them, pieces),
                Role::Knight => attacks::knights(pieces),
                _ => pieces.iter().fold(Bitboard::EMPTY, |attacked, square| {
                    attacked | R::attacks(them, role, square, occupied)
                }),
            };
        }
        threats.by_lesser[Role::King.index()] = Bitboard::EMPTY;
        threats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Makruk, Square, Strictness};
    use erawan_notation::fen;

    fn along_a_game<R: Playable>(mut check: impl FnMut(&Position<R>)) {
        let mut position = Position::<R>::startpos();
        for ply in 0..120usize {
            check(&position);
            let moves = position.legal_moves();
            let Some(&m) = moves.get(ply * 7919 % moves.len().max(1)) else { break };
            position = position.play_unchecked(m);
        }
    }

    #[test]
    fn all_attacks_are_those_of_the_board() {
        along_a_game::<Chess>(|position| {
            assert_eq!(Threats::of(position).all, position.attacks_by(!position.turn()));
        });
        along_a_game::<Makruk>(|position| {
            assert_eq!(Threats::of(position).all, position.attacks_by(!position.turn()));
        });
    }

    #[test]
    fn lesser_attackers_go_by_the_values_of_the_game() {
        let text = "4k3/2p5/5n2/8/7r/8/8/4K2R w K - 0 1";
        let position = fen::parse::<Chess>(text, Strictness::Strict).unwrap();
        let threats = Threats::of(&position);
        let at = |role: Role, square| threats.by_lesser[role.index()].contains(square);
        assert!(at(Role::Knight, Square::D6) && at(Role::Queen, Square::D6));
        assert!(!at(Role::Bishop, Square::E4) && at(Role::Rook, Square::E4));
        assert!(!at(Role::Rook, Square::H2) && at(Role::Queen, Square::H2));
        assert!(!at(Role::Pawn, Square::D6) && !at(Role::King, Square::D6));
    }
}
