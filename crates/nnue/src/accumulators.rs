//! Accumulators that follow a line of play.

use std::sync::Arc;

use erawan_board::{Bitboard, CastlingSide, Color, Move, Position, Role, Rules, Square};

use crate::architecture::MOST_MEN;
use crate::block::Block;
use crate::features::{Man, View};
use crate::kernels::{Kernel, Scratch};
use crate::layers::centipawns;
use crate::network::{Head, Network, for_each_man, from_stockfish, worth};
use crate::stockfish::HalfKa;

/// The first layer's state along a line of play, for one thread.
///
/// [`push`](Accumulators::push) only notes what a move changes; the sums are
/// made when a position is [evaluated](Accumulators::evaluate), from the last
/// ply of the line that has them. Where a king has left its bucket or crossed
/// the middle, they start from what was last seen through the same bucket.
/// Passing the turn moves nothing and needs no call.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    kernel: &'static Kernel,
    /// The accumulators of White and Black for each ply.
    values: Vec<Block>,
    plies: Vec<Ply>,
    /// The ply the line has reached.
    depth: usize,
    /// The key of the position the line starts from, while its sums are there.
    root: Option<u64>,
    cache: Cache,
    scratch: Scratch,
}

/// What is known of a ply.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    /// What the move that led here changed.
    changes: Changes,
    /// How each side sees the board here.
    views: [View; 2],
    /// Whether each side's sums are made.
    ready: [bool; 2],
}

/// What a move changes. The counts are one or two.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    added: [Man; 2],
    removed: [Man; 2],
    adds: u8,
    removes: u8,
}

impl Changes {
    #[inline(always)]
    fn of<R: Rules>(before: &Position<R>, m: Move) -> Changes {
        let us = before.turn();
        let (from, to, role) = (m.from(), m.to(), m.role());
        let mut changes = Changes { adds: 1, removes: 1, ..Changes::default() };
        changes.removed[0] = Man::new(us, role, from);
        if m.is_castle() {
            let side = if m.is_short_castle() { CastlingSide::Short } else { CastlingSide::Long };
            let rook_target = Square::new(side.rook_file(), from.rank());
            changes.added =
                [Man::new(us, role, m.king_target()), Man::new(us, Role::Rook, rook_target)];
            changes.removed[1] = Man::new(us, Role::Rook, to);
            (changes.adds, changes.removes) = (2, 2);
            return changes;
        }
        changes.added[0] = Man::new(us, m.promotion().unwrap_or(role), to);
        if let Some(captured) = before.captured(m) {
            // A pawn taken in passing stands beside where its taker stood.
            let square = if m.is_en_passant() { Square::new(to.file(), from.rank()) } else { to };
            changes.removed[1] = Man::new(!us, captured, square);
            changes.removes = 2;
        }
        changes
    }
}

/// For each side and each view of the board the accumulator that was last made
/// anew, with the men it was made of: the next one differs by a few.
#[derive(Clone, Debug)]
struct Cache {
    values: Vec<Block>,
    boards: Vec<[[Bitboard; 6]; 2]>,
    views: usize,
}

impl Cache {
    fn new(network: &Network) -> Cache {
        let views = 2 * network.architecture.king_buckets;
        Cache {
            values: network.bias.repeat(2 * views),
            boards: vec![Default::default(); 2 * views],
            views,
        }
    }
}

/// First blocks of rows to add or to remove. There are never more than squares.
struct Rows {
    rows: [u32; 64],
    len: usize,
}

impl Rows {
    const fn new() -> Rows {
        Rows { rows: [0; 64], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, row: usize) {
        if let Some(slot) = self.rows.get_mut(self.len) {
            *slot = row as u32;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[u32] {
        &self.rows[..self.len]
    }
}

impl Accumulators {
    /// Accumulators for a network, with the best kernel of this processor.
    pub fn new(network: Arc<Network>) -> Accumulators {
        Accumulators::with_kernel(network, Kernel::best())
    }

    /// Accumulators that use a certain kernel.
    pub fn with_kernel(network: Arc<Network>, kernel: &'static Kernel) -> Accumulators {
        let cache = Cache::new(&network);
        let values = network.bias.repeat(2);
        let plies = vec![Ply::default()];
        let scratch = Scratch::new(&network.architecture);
        Accumulators { network, kernel, values, plies, depth: 0, root: None, cache, scratch }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Goes back to the start of the line.
    pub fn reset(&mut self) {
        self.depth = 0;
    }

    /// `m` is about to be played in the position `before`, the last of the
    /// line.
    #[inline]
    pub fn push<R: Rules>(&mut self, before: &Position<R>, m: Move) {
        let architecture = &self.network.architecture;
        if self.depth == 0 {
            // The line may start anywhere.
            let root = &mut self.plies[0];
            if self.root != Some(before.key()) {
                self.root = None;
                root.ready = [false; 2];
                root.views =
                    Color::ALL.map(|side| View::new(architecture, side, before.king(side)));
            }
        }
        let us = before.turn();
        let mut views = self.plies[self.depth].views;
        if m.role() == Role::King {
            views[us.index()] = View::new(architecture, us, m.king_target());
        }
        let ply = Ply { changes: Changes::of(before, m), views, ready: [false; 2] };
        self.depth += 1;
        match self.plies.get_mut(self.depth) {
            Some(slot) => *slot = ply,
            None => {
                self.plies.push(ply);
                let length = 2 * architecture.width() * self.plies.len();
                self.values.resize(length, Block::ZERO);
            }
        }
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The worth of the position the line has reached, for the side to move,
    /// about in centipawns; nothing if it has more than 32 men. At the start
    /// of a line this may be any position.
    #[inline]
    pub fn evaluate<R: Rules>(&mut self, position: &Position<R>) -> Option<i32> {
        let men = position.occupied().len();
        if men > MOST_MEN {
            return None;
        }
        if self.depth == 0 {
            self.refresh(Color::White, position);
            self.refresh(Color::Black, position);
            self.root = Some(position.key());
        } else {
            self.prepare(Color::White, position);
            self.prepare(Color::Black, position);
        }
        Some(self.output(position, men))
    }

    /// As [`evaluate`](Accumulators::evaluate), but everything is added up
    /// anew, as if nothing were known: to compare with.
    pub fn evaluate_afresh<R: Rules>(&mut self, position: &Position<R>) -> Option<i32> {
        let men = position.occupied().len();
        if men > MOST_MEN {
            return None;
        }
        let width = self.network.architecture.width();
        for side in Color::ALL {
            let view = View::new(&self.network.architecture, side, position.king(side));
            let mut added = Rows::new();
            for_each_man(position, |man| added.push(view.row(side, man) * width));
            let at = (2 * self.depth + side.index()) * width;
            let values = &mut self.values[at..at + width];
            values.copy_from_slice(&self.network.bias);
            (self.kernel.apply)(values, &self.network.features, added.as_slice(), &[]);
            let ply = &mut self.plies[self.depth];
            ply.views[side.index()] = view;
            ply.ready[side.index()] = true;
        }
        if self.depth == 0 {
            self.root = Some(position.key());
        }
        Some(self.output(position, men))
    }

    /// Makes the sums of one side for the ply the line has reached.
    #[inline]
    fn prepare<R: Rules>(&mut self, side: Color, position: &Position<R>) {
        let p = side.index();
        let mut at = self.depth;
        while !self.plies[at].ready[p] {
            // Another view has other rows for every man.
            if at == 0 || self.plies[at].views[p] != self.plies[at - 1].views[p] {
                return self.refresh(side, position);
            }
            at -= 1;
        }
        for ply in at + 1..=self.depth {
            self.update(side, ply);
        }
    }

    /// Makes the sums of a ply from those of the ply before.
    #[inline]
    fn update(&mut self, side: Color, ply: usize) {
        let width = self.network.architecture.width();
        let (before, after) = self.values.split_at_mut(2 * ply * width);
        let half = side.index() * width;
        let from = &before[2 * (ply - 1) * width + half..][..width];
        let to = &mut after[half..][..width];
        let Ply { changes, views, ready } = &mut self.plies[ply];
        let view = views[side.index()];
        let features = &self.network.features;
        let row = |man: Man| &features[view.row(side, man) * width..][..width];
        let ([a, b], [c, d]) = (changes.added, changes.removed);
        match (changes.adds, changes.removes) {
            (1, 1) => (self.kernel.add1sub1)(to, from, [row(a)], [row(c)]),
            (1, _) => (self.kernel.add1sub2)(to, from, [row(a)], [row(c), row(d)]),
            _ => (self.kernel.add2sub2)(to, from, [row(a), row(b)], [row(c), row(d)]),
        }
        ready[side.index()] = true;
    }

    /// Makes the sums of one side from the last ones with the same view.
    fn refresh<R: Rules>(&mut self, side: Color, position: &Position<R>) {
        let architecture = &self.network.architecture;
        let width = architecture.width();
        let view = View::new(architecture, side, position.king(side));
        let entry = side.index() * self.cache.views + view.index();
        let boards = &mut self.cache.boards[entry];
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        for color in Color::ALL {
            for role in Role::ALL {
                let now = position.pieces(color, role);
                let then = std::mem::replace(&mut boards[color.index()][role.index()], now);
                for square in now - then {
                    added.push(view.row(side, Man::new(color, role, square)) * width);
                }
                for square in then - now {
                    removed.push(view.row(side, Man::new(color, role, square)) * width);
                }
            }
        }
        let cached = &mut self.cache.values[entry * width..][..width];
        let features = &self.network.features;
        (self.kernel.apply)(cached, features, added.as_slice(), removed.as_slice());
        let at = (2 * self.depth + side.index()) * width;
        self.values[at..at + width].copy_from_slice(cached);
        let ply = &mut self.plies[self.depth];
        ply.views[side.index()] = view;
        ply.ready[side.index()] = true;
    }

    #[inline(always)]
    fn output<R: Rules>(&mut self, position: &Position<R>, men: u32) -> i32 {
        let network = &*self.network;
        let width = network.architecture.width();
        let bucket = network.architecture.output_bucket(men, position.counting());
        let (white, black) = self.values[2 * self.depth * width..][..2 * width].split_at(width);
        let (ours, theirs) = match position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        match &network.head {
            Head::Single(single) => {
                let weights = &single.output[2 * bucket * width..][..2 * width];
                let (our_weights, their_weights) = weights.split_at(width);
                let sum = (self.kernel.output)(ours, theirs, our_weights, their_weights);
                single.finish(sum, bucket, network.scale)
            }
            Head::Layered(layers) => {
                let set = layers.set(bucket);
                let output = (self.kernel.layers)(ours, theirs, set, &mut self.scratch);
                centipawns(output, network.scale)
            }
            Head::HalfKp(head) => {
                from_stockfish((self.kernel.half_kp)(ours, theirs, head), network.scale)
            }
            Head::HalfKa(head) => {
                let set = HalfKa::set(men);
                let sums = (self.kernel.pairs)(ours, theirs, head.first(set), &mut self.scratch);
                let [white, black] = self.plies[self.depth].views;
                let (sides, views) = match position.turn() {
                    Color::White => ([Color::White, Color::Black], [white, black]),
                    Color::Black => ([Color::Black, Color::White], [black, white]),
                };
                let worth = worth(head.worth(set), position, sides, views);
                from_stockfish(head.finish(set, &sums, worth), network.scale)
            }
        }
    }
}
