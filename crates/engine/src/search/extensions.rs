//! Moves that deserve a deeper search.

use super::Worker;
use super::node::{NON_PV, Node};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::{self, Value};

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Singular extension: is the transposition table's move better than all others? Then it
    /// is searched deeper, by the plies returned. If others are good enough too, it may be fewer
    /// plies; if they are even above beta, the error is the score of the node.
    #[inline(always)]
    pub(super) fn singular_extension(
        &mut self,
        node: &Node<'_, R>,
        is_quiet: bool,
    ) -> Result<i32, Value> {
        let Some(singular_beta) = self.singular_beta(node) else {
            return Ok(0);
        };
        let &Node { position, depth, ply, beta, .. } = node;
        self.frame_mut(ply).excluded = node.tt_move;
        let (low, half) = (singular_beta - 1, (depth - 1) / 2);
        let value = self.search::<NON_PV>(position, half, ply, low, singular_beta, node.cut_node);
        self.frame_mut(ply).excluded = None;
        if self.stopped {
            return Err(0);
        }
        let parameters = &self.parameters;
        if value < singular_beta {
            let is_double = !node.is_pv
                && value < singular_beta - parameters.double_extension
                && self.frame(ply).double_extensions <= parameters.double_extensions;
            if !is_double {
                return Ok(1);
            }
            let is_triple = is_quiet && value < singular_beta - parameters.triple_extension;
            self.frame_mut(ply).double_extensions += 1;
            Ok(2 + i32::from(is_triple))
        } else if singular_beta >= beta && !score::is_decisive(value) {
            Err((value + beta) / 2)
        } else if node.known.value >= beta {
            Ok(-parameters.negative_extension_beta)
        } else if node.cut_node {
            Ok(-parameters.negative_extension_cut)
        } else {
            Ok(0)
        }
    }

    /// What all other moves must stay below, if the question is worth asking.
    #[inline(always)]
    fn singular_beta(&self, node: &Node<'_, R>) -> Option<Value> {
        let parameters = &self.parameters;
        let (depth, tt_value) = (node.depth, node.known.value);
        let hit = node.known.hit?;
        let is_worth_it = node.excluded.is_none()
            && depth >= parameters.singular_depth + i32::from(node.was_pv)
            && node.ply < 2 * self.root_depth as usize
            && hit.depth >= depth - parameters.singular_tt_depth
            && hit.bound.is_lower()
            && tt_value != score::NONE
            && !score::is_decisive(tt_value);
        is_worth_it.then(|| tt_value - parameters.singular_margin * depth / 64)
    }
}
