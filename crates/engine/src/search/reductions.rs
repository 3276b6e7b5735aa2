//! How much less deep than in full nodes and moves are searched.

use super::Worker;
use super::node::{Candidate, Node};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::params::Parameters;
use crate::score::{self, Value};

/// The logarithms that reductions are made of, for quiet moves and for
/// captures: depth and number of a move each give a factor.
pub(super) fn logarithms(parameters: &Parameters) -> [[i32; 64]; 2] {
    let logs: Vec<f64> = (0..64).map(|n| f64::from(n.max(1)).ln()).collect();
    // The square root of the divisor goes into either factor.
    [parameters.reduction_quiet_divisor, parameters.reduction_noisy_divisor].map(|divisor| {
        let scale = (1024.0 * 100.0 / f64::from(divisor)).sqrt();
        std::array::from_fn(|n| (logs[n] * scale * 32.0) as i32)
    })
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Late move reduction: how much less deep a move is searched, in 1024ths of
    /// a ply, by its number alone.
    #[inline(always)]
    pub(super) fn reduction(&self, depth: i32, count: usize, is_quiet: bool) -> i32 {
        let row = &self.reductions[usize::from(!is_quiet)];
        let base = if is_quiet {
            self.parameters.reduction_quiet_base
        } else {
            self.parameters.reduction_noisy_base
        };
        let product = row[depth.clamp(0, 63) as usize] * row[count.min(63)] / 1024;
        product + base * 1024 / 100
    }

    /// What else speaks for and against a late move reduction.
    #[inline(always)]
    pub(super) fn adjustment(
        &self,
        node: &Node<'_, R>,
        candidate: &Candidate,
        gives_check: bool,
    ) -> i32 {
        let parameters = &self.parameters;
        let often_cut = self.frame(node.ply + 1).cutoffs > parameters.cutoffs_often;
        parameters.reduction_cut_node * i32::from(node.cut_node)
            + parameters.reduction_not_improving * i32::from(!node.improving)
            + parameters.reduction_tt_noisy * i32::from(node.tt_noisy && candidate.is_quiet)
            + parameters.reduction_cutoffs * i32::from(often_cut)
            - parameters.reduction_pv * i32::from(node.is_pv)
            - parameters.reduction_was_pv * i32::from(node.was_pv)
            - parameters.reduction_check * i32::from(gives_check)
            - candidate.history * 1024 / parameters.reduction_history
    }

    /// Re-search: a reduced move was better than expected, by `above_best` above
    /// the best so far. How much deeper than in full it is searched again.
    #[inline(always)]
    pub(super) fn re_search_adjustment(&self, above_best: Value, reduced_by: i32) -> i32 {
        let parameters = &self.parameters;
        let deeper = parameters.deeper_base + parameters.deeper_margin * reduced_by;
        i32::from(above_best > deeper) - i32::from(above_best < parameters.shallower_margin)
    }

    /// Internal iterative reduction: without a move to begin with a full search
    /// is a waste.
    #[inline(always)]
    pub(super) fn internal_iterative_reduction(&self, node: &Node<'_, R>) -> i32 {
        let reduce = node.tt_move.is_none()
            && node.excluded.is_none()
            && (node.is_pv || node.cut_node)
            && node.depth >= self.parameters.iir_depth;
        i32::from(reduce)
    }

    /// Alpha has been raised: the rest has more to beat and need not be
    /// searched so deep.
    #[inline(always)]
    pub(super) fn raised_alpha(&self, depth: i32, value: Value) -> i32 {
        let parameters = &self.parameters;
        let middle = depth > parameters.raised_alpha_above && depth < parameters.raised_alpha_below;
        if middle && !score::is_decisive(value) { parameters.raised_alpha } else { 0 }
    }

    /// Hindsight: a move was searched less deep because it looked poor. If the
    /// position it led to looks otherwise, some of the depth comes back; if it
    /// looks even worse for the side that moved, some more goes.
    #[inline(always)]
    pub(super) fn reconsider_depth(&self, depth: i32, ply: usize) -> i32 {
        let parameters = &self.parameters;
        let last = self.frames[ply + super::BEFORE - 1];
        let (Some(before), Some(now)) = (last.eval, self.frame(ply).eval) else { return depth };
        if last.reduced >= parameters.hindsight_reduced && before + now <= 0 {
            depth + 1
        } else if last.reduced >= parameters.hindsight_more
            && depth >= 2
            && before + now > parameters.hindsight_margin
        {
            depth - 1
        } else {
            depth
        }
    }
}
