//! The line at hand: going down and up the tree, and the principal variation.

use erawan_board::{Move, Position};

use super::Worker;
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::history::PieceTarget;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Goes one ply down.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        position: &Position<R>,
        ply: usize,
        m: Move,
        quiet_slot: Option<usize>,
        next: &Position<R>,
    ) {
        let frame = self.frame_mut(ply);
        frame.current = Some(m);
        frame.quiet_slot = quiet_slot;
        frame.moved = Some(PieceTarget::of(position.turn(), m));
        self.evaluator.push(position, m);
        self.keys.push(next.key());
        self.count_node();
    }

    /// Comes back up.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }

    /// A node of the principal variation begins, with no line yet.
    #[inline(always)]
    pub(super) fn begin_pv(&mut self, ply: usize) {
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
    }

    /// The line of the child with this move in front becomes ours.
    pub(super) fn extend_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}
