//! The numbers of the evaluation, in one row so that a tuner can walk along
//! them, with a name for each place.

use erawan_board::{File, Rank, Role, Square};

use super::Pair;
use crate::games::Playable;

/// Declares the terms in order, each with its number of places.
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident $len:literal $text:literal,)*) => {
        /// A kind of knowledge the evaluation has: a run of places in
        /// [`Parameters`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(usize)]
        pub enum Term { $($(#[$doc])* $name,)* }

        impl Term {
            /// All terms in the order of their places.
            pub const ALL: &'static [Term] = &[$(Term::$name,)*];
            const LENGTHS: &'static [usize] = &[$($len,)*];
            const NAMES: &'static [&'static str] = &[$($text,)*];
        }

        const TERMS: usize = Term::ALL.len();
    };
}

terms! {
    /// By role.
    Material 6 "material",
    /// By role and square; the files are mirrored, 32 squares a role.
    Squares 192 "squares",
    /// By the number of safe squares a knight (ma) attacks.
    KnightMobility 9 "knight mobility",
    /// By the number of safe squares a bishop (khon) attacks.
    BishopMobility 14 "bishop mobility",
    /// By the number of safe squares a rook (rua) attacks.
    RookMobility 15 "rook mobility",
    /// By the number of safe squares a queen (met) attacks.
    QueenMobility 28 "queen mobility",
    /// Two bishops or more.
    BishopPair 1 "bishop pair",
    /// A pawn behind another of its side.
    Doubled 1 "doubled pawn",
    /// No pawn of its side on the files beside it; then also with no enemy
    /// pawn ahead on its own.
    Isolated 2 "isolated pawn",
    /// Cannot advance safely and no pawn can come to help; then also with no
    /// enemy pawn ahead on its own file.
    Backward 2 "backward pawn",
    /// Defended by a pawn, by rank.
    Supported 8 "supported pawn",
    /// A pawn beside it, by rank.
    Phalanx 8 "phalanx",
    /// No enemy pawn can stop it, by rank.
    Passed 8 "passed pawn",
    /// An enemy stands right before a passed pawn, by rank.
    PassedBlocked 8 "blocked passed pawn",
    /// The way is neither occupied nor attacked, by rank.
    PassedFree 8 "free passed pawn",
    /// The square before it is ours to use, by rank.
    PassedSupported 8 "supported passed pawn",
    /// For each step of our king to the square before it, by rank.
    PassedOurKing 8 "our king to passed pawn",
    /// For each step of their king to the square before it, by rank.
    PassedTheirKing 8 "their king to passed pawn",
    /// A rook of ours behind it.
    PassedRookBehind 1 "rook behind passed pawn",
    /// The enemy has only its king and it comes too late.
    PassedUnstoppable 1 "unstoppable pawn",
    /// One step from promotion on a square that is empty and safe.
    PromotionReady 1 "promotion at hand",
    /// No pawn on its file.
    RookOpen 1 "rook on open file",
    /// No pawn of ours on its file.
    RookHalfOpen 1 "rook on half-open file",
    /// Behind the enemy's pawns with the king shut in.
    RookSeventh 1 "rook on seventh rank",
    /// Defended by a pawn where no enemy pawn can attack it: knight, bishop.
    Outpost 2 "outpost",
    /// A pawn shields it from the front: knight, bishop.
    BehindPawn 2 "minor behind pawn",
    /// For each step to our king: knight, bishop.
    KingDistance 2 "minor's distance to king",
    /// For each pawn of ours on the bishop's colour.
    BishopPawns 1 "pawns on bishop's colour",
    /// A met defends a piece, by role.
    MetSupport 6 "met's support",
    /// The pawn in front of the king by the file's distance from the edge (0
    /// to 3) and its rank, 0 for none.
    Shelter 32 "king shelter",
    /// The enemy pawn coming at the king, by rank.
    Storm 8 "pawn storm",
    /// The same stopped by one of ours.
    StormBlocked 8 "blocked storm",
    /// No pawns on a file at the king.
    KingOpen 1 "open file at king",
    /// A right to castle.
    CastlingRight 1 "castling right",
    /// A pawn attacks a piece, by its role.
    PawnThreat 6 "pawn threat",
    /// A pawn's safe step would attack a piece.
    PushThreat 1 "threat by push",
    /// A minor piece attacks something weak, by its role.
    MinorThreat 6 "minor threat",
    /// A rook attacks something weak, by its role.
    RookThreat 6 "rook threat",
    /// The king attacks something weak.
    KingThreat 1 "king threat",
    /// Attacked and not defended, or not well enough.
    Hanging 1 "hanging",
    /// A square where we contest the enemy's pieces.
    Restriction 1 "restriction",
    /// A safe square behind or among our pawns in the middle.
    Space 1 "space",
    /// The right to move.
    Tempo 1 "tempo",
    /// Danger for a king: a piece that attacks its surroundings, by role.
    DangerAttacker 6 "danger: attacker",
    /// Danger: an attack on a square beside the king.
    DangerContact 1 "danger: contact",
    /// Danger: a square around the king that is badly defended.
    DangerWeak 1 "danger: weak square",
    /// Danger: a safe check, by role.
    DangerSafeCheck 6 "danger: safe check",
    /// Danger: a check that can be answered by taking.
    DangerCheck 1 "danger: check",
    /// Danger: a piece pinned to the king.
    DangerPinned 1 "danger: pinned piece",
    /// Danger: the attacker's strongest kind of piece is gone.
    DangerNoHeavy 1 "danger: no heavy piece",
    /// Danger: for every eight points the shelter lacks.
    DangerShelter 1 "danger: shelter",
}

const OFFSETS: [usize; TERMS + 1] = {
    let mut offsets = [0; TERMS + 1];
    let mut i = 0;
    while i < TERMS {
        offsets[i + 1] = offsets[i] + Term::LENGTHS[i];
        i += 1;
    }
    offsets
};

/// How many numbers there are.
pub const COUNT: usize = OFFSETS[TERMS];

impl Term {
    /// The first place of the term.
    #[inline(always)]
    pub const fn start(self) -> usize {
        OFFSETS[self as usize]
    }

    /// The number of places.
    #[inline(always)]
    pub const fn count(self) -> usize {
        Term::LENGTHS[self as usize]
    }

    /// What the term is called.
    pub const fn name(self) -> &'static str {
        Term::NAMES[self as usize]
    }

    /// True if the term goes into the danger for a king, which is squared,
    /// rather than straight into the score.
    pub const fn is_danger(self) -> bool {
        self as usize >= Term::DangerAttacker as usize
    }

    /// The term a place belongs to.
    pub fn of(place: usize) -> Option<Term> {
        Term::ALL.iter().copied().find(|term| place < term.start() + term.count())
    }
}

/// The numbers of the evaluation of one game.
///
/// ```
/// use erawan_board::{Chess, Role};
/// use erawan_engine::eval::{Parameters, Term};
/// let chess = Parameters::of::<Chess>();
/// let queen = chess.get(Term::Material, Role::Queen.index());
/// assert!(queen.mg() > 800);
/// assert_eq!(chess.as_slice().len(), Parameters::names().count());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    values: [Pair; COUNT],
}

impl Parameters {
    /// All numbers zero.
    pub const ZERO: Parameters = Parameters { values: [Pair::ZERO; COUNT] };

    /// The numbers of a game.
    #[inline(always)]
    pub fn of<R: Playable>() -> &'static Parameters {
        R::DESCRIPTION.evaluation
    }

    /// One number of a term, `place` being less than the term's count.
    #[inline(always)]
    pub fn get(&self, term: Term, place: usize) -> Pair {
        self.at(term.start() + place)
    }

    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Pair {
        match self.values.get(place) {
            Some(&pair) => pair,
            None => Pair::ZERO,
        }
    }

    /// All numbers, in the order of [`Parameters::names`].
    pub fn as_slice(&self) -> &[Pair] {
        &self.values
    }

    /// All numbers, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [Pair] {
        &mut self.values
    }

    /// A name for every number, such as `squares knight b1` or `passed pawn 5`.
    pub fn names() -> impl Iterator<Item = String> {
        Term::ALL.iter().flat_map(|&term| (0..term.count()).map(move |place| name(term, place)))
    }

    /// The same numbers with those of one term replaced; for constants.
    pub(super) const fn with<const N: usize>(
        mut self,
        term: Term,
        values: [(i32, i32); N],
    ) -> Parameters {
        assert!(N == term.count(), "a term has as many numbers as places");
        let mut i = 0;
        while i < N {
            self.values[term.start() + i] = Pair::new(values[i].0, values[i].1);
            i += 1;
        }
        self
    }

    /// The same numbers with the squares of one role replaced: the files a to
    /// d of each rank, the eighth rank first, as one sees the board.
    pub(super) const fn with_squares(
        mut self,
        role: Role,
        mg: [[i32; 4]; 8],
        eg: [[i32; 4]; 8],
    ) -> Parameters {
        let start = Term::Squares.start() + 32 * role.index();
        let mut rank = 0;
        while rank < 8 {
            let mut file = 0;
            while file < 4 {
                self.values[start + 4 * rank + file] =
                    Pair::new(mg[7 - rank][file], eg[7 - rank][file]);
                file += 1;
            }
            rank += 1;
        }
        self
    }
}

fn role_name(role: usize) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"].get(role).copied().unwrap_or("")
}

fn name(term: Term, place: usize) -> String {
    match term {
        Term::Squares => {
            let file = File::from_index(place & 3).unwrap_or(File::A);
            let rank = Rank::from_index(place >> 2 & 7).unwrap_or(Rank::First);
            format!("{} {} {}", term.name(), role_name(place / 32), Square::new(file, rank))
        }
        Term::Shelter => format!("{} {} {}", term.name(), place / 8, place % 8),
        Term::Outpost | Term::BehindPawn | Term::KingDistance => {
            format!("{} {}", term.name(), role_name(place + 1))
        }
        _ if term.count() == 6 => format!("{} {}", term.name(), role_name(place)),
        _ if term.count() > 1 => format!("{} {}", term.name(), place),
        _ => term.name().to_string(),
    }
}
