//! The loops of every kernel.
//!
//! All are inlined into functions with the kernel's instructions switched on.
//! They avoid closures over vectors, which would be compiled without them.

use super::{Lanes, Row};
use crate::block::Block;

/// `to = from + added - removed` in one pass.
///
/// # Safety
/// As for [`Lanes`].
#[inline(always)]
pub(super) unsafe fn update<L: Lanes, const A: usize, const S: usize>(
    to: &mut Row,
    from: &Row,
    added: [&Row; A],
    removed: [&Row; S],
) {
    let width = to.len();
    let from = &from[..width];
    let added = added.map(|row| &row[..width]);
    let removed = removed.map(|row| &row[..width]);
    for i in 0..width {
        // SAFETY: the caller runs on a processor that has the lanes.
        unsafe {
            let mut lanes = L::load(&from[i]);
            for row in &added {
                lanes = lanes.add(L::load(&row[i]));
            }
            for row in &removed {
                lanes = lanes.sub(L::load(&row[i]));
            }
            lanes.store(&mut to[i]);
        }
    }
}

/// Adds and removes rows, `TILE` blocks of the accumulator at a time: these
/// stay in registers while all rows go by.
///
/// # Safety
/// As for [`Lanes`].
#[inline(always)]
pub(super) unsafe fn apply<L: Lanes, const TILE: usize>(
    to: &mut Row,
    weights: &Row,
    added: &[u32],
    removed: &[u32],
) {
    let (tiles, rest) = to.as_chunks_mut::<TILE>();
    let mut at = 0;
    for tile in tiles {
        // SAFETY: the caller runs on a processor that has the lanes.
        unsafe { apply_tile::<L, TILE>(tile, &weights[at..], added, removed) };
        at += TILE;
    }
    let (rest, _) = rest.as_chunks_mut::<1>();
    for tile in rest {
        // SAFETY: the caller runs on a processor that has the lanes.
        unsafe { apply_tile::<L, 1>(tile, &weights[at..], added, removed) };
        at += 1;
    }
}

/// # Safety
/// As for [`Lanes`].
#[inline(always)]
unsafe fn apply_tile<L: Lanes, const TILE: usize>(
    tile: &mut [Block; TILE],
    weights: &Row,
    added: &[u32],
    removed: &[u32],
) {
    // SAFETY: the caller runs on a processor that has the lanes.
    unsafe {
        let mut lanes = [L::load(&tile[0]); TILE];
        for k in 1..TILE {
            lanes[k] = L::load(&tile[k]);
        }
        for &row in added {
            let row = &weights[row as usize..][..TILE];
            for k in 0..TILE {
                lanes[k] = lanes[k].add(L::load(&row[k]));
            }
        }
        for &row in removed {
            let row = &weights[row as usize..][..TILE];
            for k in 0..TILE {
                lanes[k] = lanes[k].sub(L::load(&row[k]));
            }
        }
        for k in 0..TILE {
            lanes[k].store(&mut tile[k]);
        }
    }
}

/// The sum of the output layer. Both halves run side by side, so that neither
/// waits for its own last sum.
///
/// # Safety
/// As for [`Lanes`].
#[inline(always)]
pub(super) unsafe fn output<L: Lanes>(
    ours: &Row,
    theirs: &Row,
    our_weights: &Row,
    their_weights: &Row,
) -> i32 {
    let width = ours.len();
    let (theirs, our_weights) = (&theirs[..width], &our_weights[..width]);
    let their_weights = &their_weights[..width];
    // SAFETY: the caller runs on a processor that has the lanes.
    unsafe {
        let (mut our_sums, mut their_sums) = (L::no_sums(), L::no_sums());
        for i in 0..width {
            our_sums = L::load(&ours[i]).accumulate(L::load(&our_weights[i]), our_sums);
            their_sums = L::load(&theirs[i]).accumulate(L::load(&their_weights[i]), their_sums);
        }
        L::total(our_sums).wrapping_add(L::total(their_sums))
    }
}
