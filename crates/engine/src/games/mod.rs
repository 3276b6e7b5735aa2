//! The games the engine plays: what differs between them beyond the rules.
//!
//! A game is one file here. What it says of itself is a [`Description`]; a
//! game of the same family begins with another's and names what it has
//! otherwise. Whoever asks "which game is this?" anywhere else in the engine
//! wants one more field.

/// Compiles the search for a game, here and nowhere else: without it every
/// program and every test would compile the whole search again.
macro_rules! compile_search {
    () => {
        fn search(
            engine: &mut crate::Engine,
            game: &erawan_board::Game<Self>,
            limits: &crate::Limits,
            on_info: &mut dyn FnMut(crate::Info),
        ) -> crate::Best {
            engine.search_game(game, limits, on_info)
        }
    };
}

mod cambodian;
mod chess;
mod makpong;
mod makruk;

use erawan_board::{Chess, Game, Position, Role, Rules, Variant, with_rules};
use erawan_nets::Packed;

use crate::eval::{Endings, Parameters, TermFacts};
use crate::strength::Level;
use crate::wdl::Model;
use crate::{Best, Engine, Info, Limits};

/// A game the engine can play: rules, and what is known beyond them.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position};
/// use erawan_engine::Playable;
///
/// fn is_in_syzygy_tables<R: Playable>() -> bool {
///     R::as_chess(&Position::startpos()).is_some()
/// }
/// assert!(is_in_syzygy_tables::<Chess>() && !is_in_syzygy_tables::<Makruk>());
/// ```
pub trait Playable: Rules {
    /// What differs from other games.
    const DESCRIPTION: &'static Description;

    /// The engine's search of this game, which [`Engine::search`] calls.
    #[doc(hidden)]
    fn search(
        engine: &mut Engine,
        game: &Game<Self>,
        limits: &Limits,
        on_info: &mut dyn FnMut(Info),
    ) -> Best;

    /// The same position, if the game is chess: Syzygy tables, Polyglot books
    /// and names of openings are for chess alone.
    #[inline(always)]
    fn as_chess(position: &Position<Self>) -> Option<&Position<Chess>> {
        let _ = position;
        None
    }
}

/// What differs between games beyond the rules. Arrays by role begin with the
/// pawn.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The worth of each role in exchanges. A king is worth nothing here, for
    /// it is never taken.
    pub exchange_values: [i32; 6],
    /// The roles from the least valuable to the most, the king last.
    pub exchange_order: [Role; 6],
    /// What a victim of each role counts in the order of captures; last, what
    /// it counts that there is none.
    pub victims: [i32; 7],
    /// What the best promotion counts in the order of captures.
    pub promotion: i32,
    /// How much each role counts for the phase of the game.
    pub phase: [i32; 6],
    /// The phase from which on the middle game is whole.
    pub full_phase: i32,
    /// The numbers of the hand-written evaluation.
    pub evaluation: &'static Parameters,
    /// What its terms must know of the game.
    pub term_facts: TermFacts,
    /// What is known of endings.
    pub endings: Endings,
    /// The network that was built in, if there is one.
    pub network: Option<Packed>,
    /// The UCI option that names the file of another, if there is one.
    pub network_option: Option<&'static str>,
    /// What 1.0 of a network's output should be in centipawns: the margins of
    /// the search are made for it. A network is trained in a unit of its own
    /// and carries the scale that brings it here.
    pub network_scale: u16,
    /// What scores mean.
    pub chances: Model,
    /// The worth of the roles but the king, as [`wdl`](crate::wdl) counts
    /// material.
    pub material: [u32; 5],
    /// The engine's own centipawns that make a pawn, for
    /// [`measure`](crate::measure): with all men on the board and with none.
    pub pawn: [i32; 2],
    /// The winning chances by which scores of different engines differ, for
    /// reviews: a fault that is smaller by this is not told.
    pub review_margin: f64,
    /// The levels of strength, the weakest first; what lies between is
    /// interpolated.
    pub levels: &'static [Level],
    /// How many random plies make an opening.
    pub opening_plies: u32,
    /// The fewest and the most random plies of an opening for self-play: both
    /// parities, so that either side is the first to think.
    pub selfplay_plies: (usize, usize),
}

/// The network built in for a game that was chosen when the program ran.
pub(crate) const fn network(game: Variant) -> Option<Packed> {
    with_rules!(game, R => R::DESCRIPTION.network)
}

/// The place of a game where things are kept for each: that of the game whose
/// rules it has.
pub(crate) const fn seat(game: Variant) -> usize {
    game.rules() as usize
}

/// How many places there are.
pub(crate) const SEATS: usize = Variant::ALL.len();

#[cfg(test)]
mod tests {
    use super::*;

    fn is_sound<R: Playable>() {
        let game = R::DESCRIPTION;
        let worth = |role: Role| game.exchange_values[role.index()];
        let (king, others) = game.exchange_order.split_last().unwrap();
        assert_eq!((*king, worth(*king)), (Role::King, 0));
        assert!(others.is_sorted_by_key(|&role| worth(role)));
        assert!(Role::ALL.iter().all(|role| game.exchange_order.contains(role)));
        assert_eq!(game.victims[Role::King.index()..], [0, 0]);
        // At the start the middle game is whole, and just so.
        let start = Position::<R>::startpos();
        let count = |role| start.by_role(role).len() as i32;
        let phase: i32 = Role::ALL.into_iter().map(|r| game.phase[r.index()] * count(r)).sum();
        assert_eq!(phase, game.full_phase);
        assert!(game.levels.is_sorted_by(|a, b| a.elo < b.elo));
        let (fewest, most) = game.selfplay_plies;
        assert!(fewest < most, "both parities");
        assert_eq!(seat(R::VARIANT), R::VARIANT as usize);
    }

    #[test]
    fn descriptions_are_sound() {
        for game in Variant::ALL {
            with_rules!(game, R => is_sound::<R>());
        }
    }
}
