//! Counting the positions a game can reach: the classic test of a move
//! generator, and its benchmark.
//!
//! The last ply is never played: the moves are counted in sets
//! ("bulk counting"), with AVX-512 where the target has it.
//!
//! ```
//! use erawan_board::{Chess, Makruk, Position, perft};
//! assert_eq!(perft::perft(&Position::<Chess>::startpos(), 4), 197_281);
//! assert_eq!(perft::perft(&Position::<Makruk>::startpos(), 4), 273_026);
//! ```

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::generate::{ALL, BISHOP, KNIGHT, QUEEN, ROOK, Visitor, step};
use crate::play::{BARE, FULL};
use crate::position::{Position, with_side};
use crate::side::{Black, Side, White};
use crate::visitors::Count;
use crate::{Bitboard, Color, Move, Rules, Square};

/// The deepest count there is. Counting is a recursion of one frame a ply, so
/// that it needs an end; and long before this one a count takes years, or no
/// longer fits in 64 bits.
pub const MAX_DEPTH: u32 = 50;

/// The number of positions after exactly `depth` plies, counted by one thread.
/// [`u64::MAX`] stands for any number that is larger.
///
/// # Panics
///
/// If `depth` is beyond [`MAX_DEPTH`].
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    Perft::new().run(position, depth)
}

/// The same for each legal move. The sum is what [`perft`] counts.
///
/// # Panics
///
/// If `depth` is beyond [`MAX_DEPTH`].
///
/// ```
/// use erawan_board::{Chess, Position, perft};
/// let counts = perft::divide(&Position::<Chess>::startpos(), 3);
/// assert_eq!(counts.len(), 20);
/// assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
/// ```
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    Perft::new().divide(position, depth)
}

/// True if this build counts the last ply with AVX-512.
pub const fn has_simd() -> bool {
    cfg!(all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512vpopcntdq"
    ))
}

/// How to count: by how many threads, with how large a table of positions
/// already counted, with or without AVX-512.
///
/// ```
/// use erawan_board::{Chess, Position, perft::Perft};
/// let start = Position::<Chess>::startpos();
/// let counter = Perft::new().threads(2).hash(1);
/// assert_eq!(counter.run(&start, 5), 4_865_609);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    threads: usize,
    hash_mebibytes: usize,
    simd: bool,
}

impl Default for Perft {
    fn default() -> Perft {
        Perft::new()
    }
}

impl Perft {
    /// One thread, no table, AVX-512 if this build has it.
    pub const fn new() -> Perft {
        Perft { threads: 1, hash_mebibytes: 0, simd: true }
    }

    /// Counts with this many threads; without the `std` feature always one.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Perft {
        Perft { threads: if threads == 0 { 1 } else { threads }, ..self }
    }

    /// Remembers counted positions in a table of `mebibytes`. If there
    /// is no memory for it, counting goes on without.
    #[must_use]
    pub const fn hash(self, mebibytes: usize) -> Perft {
        Perft { hash_mebibytes: mebibytes, ..self }
    }

    /// Counts the last ply with or without AVX-512.
    #[must_use]
    pub const fn simd(self, simd: bool) -> Perft {
        Perft { simd, ..self }
    }

    /// The number of positions after exactly `depth` plies. [`u64::MAX`]
    /// stands for any number that is larger.
    ///
    /// # Panics
    ///
    /// If `depth` is beyond [`MAX_DEPTH`].
    pub fn run<R: Rules>(&self, position: &Position<R>, depth: u32) -> u64 {
        self.counter().run(position, depth)
    }

    /// The same for each legal move.
    ///
    /// # Panics
    ///
    /// If `depth` is beyond [`MAX_DEPTH`].
    pub fn divide<R: Rules>(&self, position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
        self.counter().divide(position, depth)
    }

    /// Counts many positions with one table.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, perft::Perft};
    /// let counter = Perft::new().hash(1).counter::<Chess>();
    /// let start = Position::startpos();
    /// assert_eq!([1, 2, 3].map(|depth| counter.run(&start, depth)), [20, 400, 8_902]);
    /// ```
    #[must_use]
    pub fn counter<R: Rules>(&self) -> Counter<R> {
        Counter { how: *self, table: Table::new(self.hash_mebibytes), game: PhantomData }
    }

    #[cfg(feature = "std")]
    fn share<T: Sync>(&self, tasks: &[T], work: impl Fn(&T) + Sync) {
        let next = core::sync::atomic::AtomicUsize::new(0);
        let run = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)) {
                work(task);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.len()) {
                // Fewer threads than asked for is slower, not wrong.
                let _ = std::thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
    }

    #[cfg(not(feature = "std"))]
    fn share<T>(&self, tasks: &[T], work: impl Fn(&T)) {
        tasks.iter().for_each(work);
    }
}

/// Counts positions of one game, and keeps its table from one to the next:
/// what was counted stays true, so it is never cleared.
pub struct Counter<R: Rules> {
    how: Perft,
    table: Table,
    /// Two games may give different positions the same key.
    game: PhantomData<R>,
}

impl<R: Rules> Counter<R> {
    /// The number of positions after exactly `depth` plies. [`u64::MAX`]
    /// stands for any number that is larger.
    ///
    /// # Panics
    ///
    /// If `depth` is beyond [`MAX_DEPTH`].
    pub fn run(&self, position: &Position<R>, depth: u32) -> u64 {
        check(depth);
        if self.how.threads > 1 && depth > 2 {
            let counts = self.divide(position, depth);
            return counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
        }
        R::count(self, position, depth)
    }

    /// The same for each legal move.
    ///
    /// # Panics
    ///
    /// If `depth` is beyond [`MAX_DEPTH`].
    pub fn divide(&self, position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
        check(depth);
        if depth == 0 {
            return Vec::new();
        }
        let moves = position.legal_moves();
        // A task is a root move and a position to count. With several threads
        // there is one for each reply, so that none is left with a long one.
        let mut tasks: Vec<(usize, Position<R>)> =
            moves.iter().map(|&m| position.play_unchecked(m)).enumerate().collect();
        let mut rest = depth - 1;
        if self.how.threads > 1 && rest > 1 {
            tasks = tasks
                .iter()
                .flat_map(|(root, next)| {
                    next.legal_moves()
                        .iter()
                        .map(|&m| (*root, next.play_unchecked(m)))
                        .collect::<Vec<_>>()
                })
                .collect();
            rest -= 1;
        }
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        self.how.share(&tasks, |(root, next)| {
            let nodes = R::count(self, next, rest);
            let add = |sum: u64| Some(sum.saturating_add(nodes));
            // It never refuses.
            let _ = counts[*root].fetch_update(Relaxed, Relaxed, add);
        });
        moves.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
    }

    /// Counts in one thread. [`Listed::count`](crate::any_game::Listed::count) calls it
    /// in this crate, so that it is compiled once and not by everyone who counts.
    pub(crate) fn count(&self, position: &Position<R>, depth: u32) -> u64 {
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512vpopcntdq"
        ))]
        if self.how.simd && R::DIAGONALS_SLIDE {
            return count_with::<R, crate::avx512::Counter>(position, depth, &self.table);
        }
        count_with::<R, Scalar>(position, depth, &self.table)
    }
}

/// Deeper than [`MAX_DEPTH`] the stack would overflow, and that ends a program
/// without a word.
fn check(depth: u32) {
    assert!(depth <= MAX_DEPTH, "perft counts at most {MAX_DEPTH} plies, not {depth}");
}

/// Counts the moves of the last ply.
pub(crate) trait Leaf: Sized {
    /// The same, whatever stands on the board.
    type Usual: Leaf;
    /// The same, if there are only kings, rooks and pawns.
    type RooksAndPawns: Leaf;
    /// True if that is worth a look.
    const MINDS_MEN: bool;
    fn new() -> Self;
    /// True if the moves before the last ply are better played with `AIMED`,
    /// from what stands before them.
    fn is_aimed_at<R: Rules, S: Side>(position: &Position<R>) -> bool;
    /// Adds the number of legal moves of a position. `AIMED` if a check or a
    /// pin is likely: a guess, for speed alone.
    fn add<R: Rules, S: Side, const AIMED: bool>(&mut self, position: &Position<R>);
    fn total(self) -> u64;
}

struct Scalar(Count);

impl Leaf for Scalar {
    type Usual = Scalar;
    type RooksAndPawns = Scalar;
    const MINDS_MEN: bool = false;
    #[inline(always)]
    fn new() -> Scalar {
        Scalar(Count(0))
    }
    #[inline(always)]
    fn is_aimed_at<R: Rules, S: Side>(_: &Position<R>) -> bool {
        false
    }
    #[inline(always)]
    fn add<R: Rules, S: Side, const AIMED: bool>(&mut self, position: &Position<R>) {
        position.generate::<S, _, ALL>(&mut self.0);
    }
    #[inline(always)]
    fn total(self) -> u64 {
        self.0.0
    }
}

fn count_with<R: Rules, L: Leaf>(position: &Position<R>, depth: u32, table: &Table) -> u64 {
    if depth == 0 {
        return 1;
    }
    with_side!(position.turn(), S => if table.slots.is_empty() {
        nodes::<R, S, L, BARE>(position, depth, table)
    } else {
        nodes::<R, S, L, FULL>(position, depth, table)
    })
}

/// `KEEP` is [`FULL`] if keys are needed for the table, else [`BARE`].
fn nodes<R: Rules, S: Side, L: Leaf, const KEEP: bool>(
    position: &Position<R>,
    depth: u32,
    table: &Table,
) -> u64 {
    match depth {
        0 => 1,
        1 => one_ply::<R, S, L>(position),
        2 => two_plies::<R, S, L>(position, table),
        _ => {
            if KEEP && let Some(nodes) = table.get(position.key(), depth) {
                return nodes;
            }
            let mut walk = Walk::<L, KEEP, false, false> { leaf: L::new(), nodes: 0, depth, table };
            position.generate::<S, _, ALL>(&mut walk);
            if KEEP {
                table.put(position.key(), depth, walk.nodes);
            }
            walk.nodes
        }
    }
}

fn two_plies<R: Rules, S: Side, L: Leaf>(position: &Position<R>, table: &Table) -> u64 {
    // Only a pawn that promotes brings a kind of men where there was none.
    let [white, black] = [0, 1].map(|side| position.knights[side] | position.diagonals[side]);
    if L::MINDS_MEN && (white | black).is_empty() {
        return two_plies_of_few::<R, S, L::RooksAndPawns>(position, table);
    }
    if L::is_aimed_at::<R, S::Opponent>(position) {
        last_plies::<R, S, L, true>(position, table)
    } else {
        last_plies::<R, S, L, false>(position, table)
    }
}

/// Apart, so that the usual way stays as short as it is.
#[inline(never)]
fn two_plies_of_few<R: Rules, S: Side, L: Leaf>(position: &Position<R>, table: &Table) -> u64 {
    if L::is_aimed_at::<R, S::Opponent>(position) {
        last_plies::<R, S, L, true>(position, table)
    } else {
        last_plies::<R, S, L, false>(position, table)
    }
}

/// The innermost loop of all: plays every move and counts the replies.
#[inline(never)]
fn last_plies<R: Rules, S: Side, L: Leaf, const AIMED: bool>(
    position: &Position<R>,
    table: &Table,
) -> u64 {
    let mut walk = Walk::<L, BARE, true, AIMED> { leaf: L::new(), nodes: 0, depth: 2, table };
    position.generate::<S, _, ALL>(&mut walk);
    walk.nodes + walk.leaf.total()
}

/// Counts the moves of one position.
#[inline(never)]
fn one_ply<R: Rules, S: Side, L: Leaf>(position: &Position<R>) -> u64 {
    let mut leaf = L::new();
    leaf.add::<R, S, true>(position);
    leaf.total()
}

/// Plays every move and counts what follows. `LAST`: that is one ply more, and
/// `AIMED` is what [`Leaf::add`] wants to know about it.
struct Walk<'a, L, const KEEP: bool, const LAST: bool, const AIMED: bool> {
    leaf: L,
    nodes: u64,
    depth: u32,
    table: &'a Table,
}

impl<L: Leaf, const KEEP: bool, const LAST: bool, const AIMED: bool>
    Walk<'_, L, KEEP, LAST, AIMED>
{
    #[inline(always)]
    fn child<R: Rules, S: Side>(
        &mut self,
        position: &Position<R>,
        change: impl FnOnce(&mut Position<R>),
    ) {
        let mut next = *position;
        change(&mut next);
        if LAST {
            self.leaf.add::<R, S::Opponent, AIMED>(&next);
        } else {
            let nodes = nodes::<R, S::Opponent, L, KEEP>(&next, self.depth - 1, self.table);
            // With a table a count beyond 64 bits can be reached in seconds.
            self.nodes = self.nodes.saturating_add(nodes);
        }
    }

    /// The same for rare moves: their leaves are counted in a function apart,
    /// so that the innermost loop stays small.
    #[inline(always)]
    fn rare_child<R: Rules, S: Side>(
        &mut self,
        position: &Position<R>,
        change: impl FnOnce(&mut Position<R>),
    ) {
        let mut next = *position;
        change(&mut next);
        let nodes = if LAST {
            // A pawn may have become anything.
            one_ply::<R, S::Opponent, L::Usual>(&next)
        } else {
            nodes::<R, S::Opponent, L, KEEP>(&next, self.depth - 1, self.table)
        };
        self.nodes = self.nodes.saturating_add(nodes);
    }
}

impl<R: Rules, S: Side, L: Leaf, const KEEP: bool, const LAST: bool, const AIMED: bool>
    Visitor<R, S> for Walk<'_, L, KEEP, LAST, AIMED>
{
    const QUEENS_APART: bool = true;

    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, position: &Position<R>, from: Square, to: Bitboard) {
        if KEEP {
            for to in to {
                self.child::<R, S>(position, |next| {
                    position.move_piece::<S, ROLE, KEEP>(next, from, to)
                });
            }
            return;
        }
        if AIMED {
            // One loop: smaller, where the leaves are large.
            for to in to {
                self.child::<R, S>(position, |next| {
                    position.move_barely::<S, ROLE>(next, from, to)
                });
            }
            return;
        }
        // Two loops: a quiet move touches one board, a capture five.
        let theirs = position.without_king(S::THEM);
        for to in to & theirs {
            self.child::<R, S>(position, |next| {
                position.move_piece::<S, ROLE, BARE>(next, from, to)
            });
        }
        for to in to - theirs {
            self.child::<R, S>(position, |next| position.move_quietly::<S, ROLE>(next, from, to));
        }
    }

    #[inline(always)]
    fn pawns<const STEP: u8>(&mut self, position: &Position<R>, to: Bitboard) {
        for to in to {
            let from = step::<STEP>().origin(S::US, to);
            self.child::<R, S>(position, |next| {
                position.move_pawn::<S, STEP, KEEP>(next, from, to)
            });
        }
    }

    #[inline(always)]
    fn promotions<const STEP: u8>(&mut self, position: &Position<R>, to: Bitboard) {
        for to in to {
            let from = step::<STEP>().origin(S::US, to);
            self.rare_child::<R, S>(position, |next| {
                position.promote::<S, QUEEN, KEEP>(next, from, to)
            });
            if R::PROMOTIONS.len() > 1 {
                self.rare_child::<R, S>(position, |next| {
                    position.promote::<S, ROOK, KEEP>(next, from, to)
                });
                self.rare_child::<R, S>(position, |next| {
                    position.promote::<S, BISHOP, KEEP>(next, from, to)
                });
                self.rare_child::<R, S>(position, |next| {
                    position.promote::<S, KNIGHT, KEEP>(next, from, to)
                });
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, position: &Position<R>, from: Square, to: Square) {
        self.rare_child::<R, S>(position, |next| {
            position.take_en_passant::<S, KEEP>(next, from, to)
        });
    }

    #[inline(always)]
    fn castle(&mut self, position: &Position<R>, king: Square, rook: Square) {
        self.rare_child::<R, S>(position, |next| position.castle::<S, KEEP>(next, king, rook));
    }
}

/// Counts already made, shared by all threads. An entry is two words that are
/// written without a lock; the first is the key mixed with the second, so a
/// half-written entry is not recognised.
struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

impl Table {
    fn new(mebibytes: usize) -> Table {
        let wanted = mebibytes.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        let len = if wanted == 0 { 0 } else { 1 << wanted.ilog2() };
        let mut slots = Vec::new();
        if slots.try_reserve_exact(len).is_ok() {
            slots.resize_with(len, Default::default);
        }
        Table { slots }
    }

    fn slot(&self, key: u64, depth: u32) -> Option<(&[AtomicU64; 2], u64)> {
        // The depth belongs to the key: the same position is counted at many.
        let key = key.wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let slot = self.slots.get(key as usize & self.slots.len().wrapping_sub(1))?;
        Some((slot, key))
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (slot, key) = self.slot(key, depth)?;
        let nodes = slot[1].load(Relaxed);
        (slot[0].load(Relaxed) ^ nodes == key && nodes != 0).then_some(nodes)
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        if let Some((slot, key)) = self.slot(key, depth) {
            slot[0].store(key ^ nodes, Relaxed);
            slot[1].store(nodes, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::PUSH;
    use crate::{Chess, Setup, Strictness};

    /// All kinds of moves add to the sum in the same way: beyond 64 bits it stays
    /// the largest number.
    #[test]
    fn rare_moves_saturate_too() {
        let mut setup = Setup::with_men::<Chess>("Ke1 Rh1 Pe5 Pa7", "Ke8 Pd5").unwrap();
        setup.castling_rooks = Square::H1.into();
        setup.en_passant = Some(Square::D6);
        let position = Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap();
        let table = Table::new(0);
        let after = |visit: fn(&mut Walk<'_, Scalar, BARE, false, false>, &Position<Chess>)| {
            let mut walk =
                Walk { leaf: Scalar::new(), nodes: u64::MAX - 1, depth: 3, table: &table };
            visit(&mut walk, &position);
            walk.nodes
        };
        let sums = [
            after(|walk, position| {
                Visitor::<Chess, White>::castle(walk, position, Square::E1, Square::H1);
            }),
            after(|walk, position| {
                Visitor::<Chess, White>::en_passant(walk, position, Square::E5, Square::D6);
            }),
            after(|walk, position| {
                let to = Square::A8.into();
                Visitor::<Chess, White>::promotions::<PUSH>(walk, position, to);
            }),
        ];
        assert_eq!(sums, [u64::MAX; 3]);
    }
}
