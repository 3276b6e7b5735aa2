//! One value for whichever game is played.

use core::fmt;

use crate::perft::Counter;
use crate::{Cambodian, Chess, Game, Makpong, Makruk, Position, Rules};

/// A kind of value that every game has its own type of.
///
/// ```
/// use erawan_board::{AnyGame, Makruk, PerGame, Position, Rules, with_game};
///
/// struct Positions;
/// impl PerGame for Positions {
///     type Of<R: Rules> = Position<R>;
/// }
///
/// let any = AnyGame::<Positions>::of::<Makruk>(Position::startpos());
/// assert_eq!(with_game!(&any, position => position.count_legal_moves()), 23);
/// assert!(any.get::<Makruk>().is_some());
/// ```
pub trait PerGame {
    /// The type for a game.
    type Of<R: Rules>;
}

/// [`Game`] as a [`PerGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningGame;

impl PerGame for RunningGame {
    type Of<R: Rules> = Game<R>;
}

/// A borrowed [`Position`].
struct Borrowed<'a>(core::marker::PhantomData<&'a ()>);

impl<'a> PerGame for Borrowed<'a> {
    type Of<R: Rules> = &'a Position<R>;
}

/// A game, or another value of that kind, when which game it is is known only
/// at run time. [`with_game!`](crate::with_game) runs code on whichever it is.
///
/// ```
/// use erawan_board::{AnyGame, Variant, with_game};
/// let game = AnyGame::start(Variant::Makruk);
/// assert_eq!(with_game!(&game, game => game.position().count_legal_moves()), 23);
/// ```
pub enum AnyGame<F: PerGame = RunningGame> {
    /// Of chess or Chess960.
    Chess(F::Of<Chess>),
    /// Of Makruk.
    Makruk(F::Of<Makruk>),
    /// Of Ouk Chatrang.
    Cambodian(F::Of<Cambodian>),
    /// Of Makpong.
    Makpong(F::Of<Makpong>),
}

/// Runs an expression on what is in an [`AnyGame`](crate::AnyGame), whichever
/// game it is of.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:pat => $body:expr) => {
        match $any {
            $crate::AnyGame::Chess($game) => $body,
            $crate::AnyGame::Makruk($game) => $body,
            $crate::AnyGame::Cambodian($game) => $body,
            $crate::AnyGame::Makpong($game) => $body,
        }
    };
}

/// What every game of the list can do: find its place in [`AnyGame`].
pub trait Listed: Sized {
    /// Puts a value in the game's place.
    fn wrap<F: PerGame>(value: F::Of<Self>) -> AnyGame<F>
    where
        Self: Rules;
    /// What is in the game's place.
    fn pick<F: PerGame>(any: AnyGame<F>) -> Option<F::Of<Self>>
    where
        Self: Rules;
    /// What is in the game's place, to look at.
    fn pick_ref<F: PerGame>(any: &AnyGame<F>) -> Option<&F::Of<Self>>
    where
        Self: Rules;
    /// What is in the game's place, to change it.
    fn pick_mut<F: PerGame>(any: &mut AnyGame<F>) -> Option<&mut F::Of<Self>>
    where
        Self: Rules;
    /// Perft of this game in one thread, which [`Counter`] calls.
    #[doc(hidden)]
    fn count(counter: &Counter<Self>, position: &Position<Self>, depth: u32) -> u64
    where
        Self: Rules;
}

macro_rules! listed {
    ($($game:ident),*) => {
        $(impl Listed for $game {
            #[inline(always)]
            fn wrap<F: PerGame>(value: F::Of<$game>) -> AnyGame<F> {
                AnyGame::$game(value)
            }
            #[inline(always)]
            fn pick<F: PerGame>(any: AnyGame<F>) -> Option<F::Of<$game>> {
                if let AnyGame::$game(value) = any { Some(value) } else { None }
            }
            #[inline(always)]
            fn pick_ref<F: PerGame>(any: &AnyGame<F>) -> Option<&F::Of<$game>> {
                if let AnyGame::$game(value) = any { Some(value) } else { None }
            }
            #[inline(always)]
            fn pick_mut<F: PerGame>(any: &mut AnyGame<F>) -> Option<&mut F::Of<$game>> {
                if let AnyGame::$game(value) = any { Some(value) } else { None }
            }
            fn count(counter: &Counter<$game>, position: &Position<$game>, depth: u32) -> u64 {
                counter.count(position, depth)
            }
        })*

        impl<F: PerGame> Clone for AnyGame<F>
        where
            $(F::Of<$game>: Clone,)*
        {
            fn clone(&self) -> AnyGame<F> {
                match self {
                    $(AnyGame::$game(value) => AnyGame::$game(value.clone()),)*
                }
            }
        }

        impl<F: PerGame> PartialEq for AnyGame<F>
        where
            $(F::Of<$game>: PartialEq,)*
        {
            fn eq(&self, other: &AnyGame<F>) -> bool {
                match (self, other) {
                    $((AnyGame::$game(a), AnyGame::$game(b)) => a == b,)*
                    _ => false,
                }
            }
        }

        impl<F: PerGame> Eq for AnyGame<F> where $(F::Of<$game>: Eq,)* {}

        impl<F: PerGame> fmt::Debug for AnyGame<F>
        where
            $(F::Of<$game>: fmt::Debug,)*
        {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(AnyGame::$game(value) => {
                        f.debug_tuple(stringify!($game)).field(value).finish()
                    })*
                }
            }
        }
    };
}

listed!(Chess, Makruk, Cambodian, Makpong);

impl<F: PerGame> AnyGame<F> {
    /// The value of one game.
    #[inline(always)]
    pub fn of<R: Rules>(value: F::Of<R>) -> AnyGame<F> {
        R::wrap(value)
    }

    /// The value, if it is of this game.
    #[inline(always)]
    pub fn get<R: Rules>(&self) -> Option<&F::Of<R>> {
        R::pick_ref(self)
    }

    /// The value to change, if it is of this game.
    #[inline(always)]
    pub fn get_mut<R: Rules>(&mut self) -> Option<&mut F::Of<R>> {
        R::pick_mut(self)
    }

    /// The value itself, if it is of this game.
    #[inline(always)]
    pub fn into_game<R: Rules>(self) -> Option<F::Of<R>> {
        R::pick(self)
    }

    /// True if both are of the same game.
    pub fn is_same_game<G: PerGame>(&self, other: &AnyGame<G>) -> bool {
        fn is<R: Rules, F: PerGame, G: PerGame>(a: &AnyGame<F>, b: &AnyGame<G>) -> bool {
            a.get::<R>().is_some() && b.get::<R>().is_some()
        }
        crate::Variant::ALL
            .into_iter()
            .any(|game| crate::with_rules!(game, R => is::<R, F, G>(self, other)))
    }
}

impl AnyGame {
    /// The game at its start.
    pub fn start(variant: crate::Variant) -> AnyGame {
        crate::with_rules!(variant, R => Game::<R>::new().into())
    }

    /// The game whose rules are played.
    pub fn rules(&self) -> crate::Variant {
        fn of<R: Rules>(_: &Game<R>) -> crate::Variant {
            R::VARIANT
        }
        with_game!(self, game => of(game))
    }
}

impl<R: Rules> From<Game<R>> for AnyGame {
    fn from(game: Game<R>) -> AnyGame {
        AnyGame::of(game)
    }
}

impl<R: Rules> Position<R> {
    /// The same position as one of the game `S`, if that is the game.
    ///
    /// ```
    /// use erawan_board::{Chess, Makruk, Position};
    /// let start = Position::<Makruk>::startpos();
    /// assert!(start.as_game::<Makruk>().is_some());
    /// assert!(start.as_game::<Chess>().is_none());
    /// ```
    #[inline(always)]
    pub fn as_game<S: Rules>(&self) -> Option<&Position<S>> {
        S::pick::<Borrowed<'_>>(R::wrap::<Borrowed<'_>>(self))
    }
}
