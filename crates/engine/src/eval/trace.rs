//! Where a score comes from.

use erawan_board::Color;

use super::Pair;
use super::parameters::{COUNT, Parameters, Term};

/// What hears of every number that goes into a score. The evaluation is
/// written once and compiled with a sink that does nothing or with one that
/// keeps books.
pub trait Sink {
    /// `color` gets `count` times the number at `place` of the parameters.
    #[inline(always)]
    fn add(&mut self, color: Color, place: usize, count: i32) {
        let _ = (color, place, count);
    }

    /// The danger for the king of `color`, made of the danger terms.
    #[inline(always)]
    fn king_danger(&mut self, color: Color, loss: Pair) {
        let _ = (color, loss);
    }

    /// How the sum becomes a score.
    #[inline(always)]
    fn conclude(&mut self, conclusion: Conclusion) {
        let _ = conclusion;
    }
}

/// The sink that does nothing.
impl Sink for () {}

/// How the sum of all terms became a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conclusion {
    /// The sum of all terms, White's less Black's.
    pub sum: Pair,
    /// How much of the middle game is left, of [`Conclusion::FULL_PHASE`].
    pub phase: i32,
    /// How much of an advantage counts, of [`Conclusion::FULL_SCALE`].
    pub scale: i32,
    /// The same for the middle game's part of it.
    pub mg_scale: i32,
    /// True if a rule for this ending gave the score.
    pub known_ending: bool,
    /// The score for White, in centipawns.
    pub white: i32,
}

impl Conclusion {
    /// The phase with all pieces on the board.
    pub const FULL_PHASE: i32 = 256;
    /// The scale of an advantage that counts fully.
    pub const FULL_SCALE: i32 = 64;
}

/// A score taken apart.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_engine::eval::{Parameters, trace};
/// let (score, trace) = trace(&Position::<Chess>::startpos());
/// let material = trace.terms(Parameters::of::<Chess>()).next().unwrap();
/// assert_eq!(material.name, "material");
/// assert_eq!(material.sides[0], material.sides[1]);
/// assert_eq!(score, trace.conclusion.white);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// How often each number was used, for White and for Black. The score is
    /// linear in them, the danger terms apart, which is what a tuner needs.
    pub counts: [[i32; COUNT]; 2],
    /// What each side loses by the danger for its king.
    pub king_danger: [Pair; 2],
    /// How the sum became a score.
    pub conclusion: Conclusion,
}

/// One line of a [`Trace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// What the term is called.
    pub name: &'static str,
    /// What it gives to White and to Black.
    pub sides: [Pair; 2],
}

impl Trace {
    pub(super) fn new() -> Trace {
        Trace {
            counts: [[0; COUNT]; 2],
            king_danger: [Pair::ZERO; 2],
            conclusion: Conclusion::default(),
        }
    }

    /// The terms one by one, with what they give to each side.
    pub fn terms<'a>(&'a self, parameters: &'a Parameters) -> impl Iterator<Item = TraceLine> + 'a {
        let linear = Term::ALL.iter().filter(|term| !term.is_danger()).map(move |&term| {
            let sides = Color::ALL.map(|color| {
                (term.start()..term.start() + term.count())
                    .map(|place| parameters.at(place) * self.counts[color.index()][place])
                    .sum()
            });
            TraceLine { name: term.name(), sides }
        });
        let danger = TraceLine { name: "king danger", sides: self.king_danger.map(|loss| -loss) };
        linear.chain([danger])
    }
}

impl Sink for Trace {
    fn add(&mut self, color: Color, place: usize, count: i32) {
        if let Some(total) = self.counts[color.index()].get_mut(place) {
            *total += count;
        }
    }

    fn king_danger(&mut self, color: Color, loss: Pair) {
        self.king_danger[color.index()] = loss;
    }

    fn conclude(&mut self, conclusion: Conclusion) {
        self.conclusion = conclusion;
    }
}
