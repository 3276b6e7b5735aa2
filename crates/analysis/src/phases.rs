//! Opening, middle game and endgame.

use erawan_board::{Position, Role};
use erawan_engine::{Playable, see};

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Phase {
    /// The first ten moves, while more than ten pieces are on the board.
    Opening,
    /// What comes between.
    Middlegame,
    /// From the first position with six pieces or less.
    Endgame,
}

/// The opening is over after this many plies at the latest.
const OPENING_PLIES: usize = 20;
/// Nor is it the opening with this many pieces or less.
const OPENING_PIECES: u32 = 10;
/// Nor the middle game with these.
const ENDGAME_PIECES: u32 = 6;

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }

    /// Its place in [`Phase::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The phase of each position of a game, the first included. There is no
    /// way back.
    pub(crate) fn of_game<R: Playable>(positions: &[Position<R>]) -> Vec<Phase> {
        let mut last = Phase::Opening;
        let phase = |(ply, position): (usize, &Position<R>)| {
            let pieces = pieces(position);
            let now = if pieces <= ENDGAME_PIECES {
                Phase::Endgame
            } else if pieces <= OPENING_PIECES || ply >= OPENING_PLIES {
                Phase::Middlegame
            } else {
                Phase::Opening
            };
            last = last.max(now);
            last
        };
        positions.iter().enumerate().map(phase).collect()
    }
}

/// Men other than kings and pawns. Where the queen is weaker than a knight, as
/// the met is, it is none either: every pawn that gets through becomes one.
fn pieces<R: Playable>(position: &Position<R>) -> u32 {
    let counts = |role: &Role| {
        *role != Role::Queen || see::worth::<R>(Role::Queen) > see::worth::<R>(Role::Knight)
    };
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    roles.iter().filter(|role| counts(role)).map(|&role| position.by_role(role).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::Strictness;
    use erawan_board::{Chess, Makruk};
    use erawan_notation::fen;

    fn parse<R: Playable>(text: &str) -> Position<R> {
        fen::parse(text, Strictness::Lenient).unwrap()
    }

    #[test]
    fn pieces_and_moves_make_phases() {
        let start = Position::<Chess>::startpos();
        let middle = parse::<Chess>("r2qk2r/8/8/8/8/8/8/RN1QK1NR w - - 0 20");
        let end = parse::<Chess>("r3k3/pp6/8/8/8/8/PP6/R3K1NR w - - 0 30");
        let game = [start, middle, start, end, start];
        use Phase::{Endgame, Middlegame, Opening};
        let phases = Phase::of_game(&game);
        assert_eq!(phases, [Opening, Middlegame, Middlegame, Endgame, Endgame]);
        let long = Phase::of_game(&[start; 22]);
        assert_eq!((long[19], long[20]), (Opening, Middlegame));
    }

    #[test]
    fn mets_are_no_pieces() {
        let end = parse::<Makruk>("r3k3/8/MMMMM3/8/8/8/8/R3K1NR w - - 0 30");
        assert_eq!(Phase::of_game(&[end]), [Phase::Endgame]);
        assert_eq!(pieces(&Position::<Makruk>::startpos()), 12);
    }
}
