//! What AVX-512 does faster: counting the last ply of perft, and writing the
//! moves of a set to a list.
//!
//! For counting, eight lanes of a vector hold one board each, shifted in the eight
//! directions of a queen: a fill runs all sliders along all their rays at once
//! (Kogge and Stone's parallel prefix), and `vpopcntq` counts what they reach.
//! Checks, pins, kings and pawns stay scalar, which was faster in a probe.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use crate::generate::{ALL, Masks, Visitor};
use crate::perft::Leaf;
use crate::position::{BACK_RANKS, Position};
use crate::side::Side;
use crate::visitors::Count;
use crate::{Bitboard, Move, Rank, Rules, Square, attacks};

/// Eight boards, a lane for each direction.
#[derive(Clone, Copy)]
struct Lanes(__m512i);

#[repr(align(64))]
struct Constant([u64; 8]);

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);
const NOT_1: u64 = !0xFF;
const NOT_8: u64 = NOT_1.reverse_bits();
const NOT_12: u64 = !0xFFFF;
const NOT_78: u64 = NOT_12.reverse_bits();

// Lanes: north, east, north-east, north-west, then their opposites. Steps are
// left rotations; a rotation brings back what leaves the board, so the
// landing masks drop the edge it comes in at.
static STEP: Constant = Constant([8, 1, 9, 7, 56, 63, 55, 57]);
static STEP_2: Constant = Constant([16, 2, 18, 14, 48, 62, 46, 50]);
static STEP_4: Constant = Constant([32, 4, 36, 28, 32, 60, 28, 36]);
static LANDING: Constant = Constant([
    NOT_1,
    NOT_A,
    NOT_A & NOT_1,
    NOT_H & NOT_1,
    NOT_8,
    NOT_H,
    NOT_H & NOT_8,
    NOT_A & NOT_8,
]);
/// The lanes that are diagonal.
const DIAGONAL: __mmask8 = 0b1100_1100;

// A knight's eight leaps in the same manner.
static LEAP: Constant = Constant([17, 10, 15, 6, 47, 54, 49, 58]);
static LEAP_LANDING: Constant = Constant([
    NOT_A & NOT_12,
    NOT_AB & NOT_1,
    NOT_H & NOT_12,
    NOT_GH & NOT_1,
    NOT_H & NOT_78,
    NOT_GH & NOT_8,
    NOT_A & NOT_78,
    NOT_AB & NOT_8,
]);

// SAFETY (of every block below): this module is compiled only for targets
// that have AVX-512F and VPOPCNTDQ, the only features used; all loads are from
// aligned arrays of 64 bytes.
impl Lanes {
    #[inline(always)]
    fn zero() -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    fn load(constant: &'static Constant) -> Lanes {
        // SAFETY: the features are there, the array is aligned, see above.
        Lanes(unsafe { _mm512_load_si512((&raw const constant.0).cast()) })
    }

    /// The same board in every lane.
    #[inline(always)]
    fn all(board: Bitboard) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_set1_epi64(board.0 as i64) })
    }

    /// One board in the orthogonal lanes, another in the diagonal ones.
    #[inline(always)]
    fn split(orthogonal: Bitboard, diagonal: Bitboard) -> Lanes {
        let (a, b) = (Lanes::all(orthogonal), Lanes::all(diagonal));
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_mask_blend_epi64(DIAGONAL, a.0, b.0) })
    }

    #[inline(always)]
    fn and(self, other: Lanes) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate(self, by: Lanes) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_rolv_epi64(self.0, by.0) })
    }

    /// `self | (a & b)` in one instruction.
    #[inline(always)]
    fn or_and(self, a: Lanes, b: Lanes) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_ternarylogic_epi64::<0xF8>(self.0, a.0, b.0) })
    }

    /// `self & a & b` in one instruction.
    #[inline(always)]
    fn and_and(self, a: Lanes, b: Lanes) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_ternarylogic_epi64::<0x80>(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn add(self, other: Lanes) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn popcount(self) -> Lanes {
        // SAFETY: the features are there, see above.
        Lanes(unsafe { _mm512_popcnt_epi64(self.0) })
    }

    /// The union of all lanes.
    #[inline(always)]
    fn union(self) -> Bitboard {
        // SAFETY: the features are there, see above.
        Bitboard(unsafe { _mm512_reduce_or_epi64(self.0) } as u64)
    }

    /// The sum of all lanes.
    #[inline(always)]
    fn sum(self) -> u64 {
        // SAFETY: the features are there, see above.
        unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
    }

    /// The squares sliders in these lanes reach, the first one that is not
    /// empty included, before the landing mask is applied.
    #[inline(always)]
    fn slide(self, paths: &Paths) -> Lanes {
        let step = Lanes::load(&STEP);
        let mut reached = self;
        reached = reached.or_and(paths.one, reached.rotate(step));
        reached = reached.or_and(paths.two, reached.rotate(Lanes::load(&STEP_2)));
        reached = reached.or_and(paths.four, reached.rotate(Lanes::load(&STEP_4)));
        reached.rotate(step)
    }

    /// The leaps of knights, before the landing mask is applied.
    #[inline(always)]
    fn leap(knights: Bitboard) -> Lanes {
        Lanes::all(knights).rotate(Lanes::load(&LEAP))
    }
}

/// Where one, two and four steps lead over empty squares only.
struct Paths {
    one: Lanes,
    two: Lanes,
    four: Lanes,
}

impl Paths {
    #[inline(always)]
    fn over(empty: Bitboard) -> Paths {
        let one = Lanes::all(empty).and(Lanes::load(&LANDING));
        let two = one.and(one.rotate(Lanes::load(&STEP)));
        let four = two.and(two.rotate(Lanes::load(&STEP_2)));
        Paths { one, two, four }
    }
}

/// A running count: sliders and knights in lanes, the rest apart. Without
/// `OTHERS` there are only kings, rooks and pawns on the board.
pub(crate) struct Counter<const OTHERS: bool = true> {
    lanes: Lanes,
    rest: u64,
}

impl<const OTHERS: bool> Leaf for Counter<OTHERS> {
    type Usual = Counter<true>;
    type RooksAndPawns = Counter<false>;
    const MINDS_MEN: bool = true;

    #[inline(always)]
    fn new() -> Counter<OTHERS> {
        Counter { lanes: Lanes::zero(), rest: 0 }
    }

    #[inline(always)]
    fn is_aimed_at<R: Rules, S: Side>(position: &Position<R>) -> bool {
        is_aimed_at::<R, S>(position)
    }

    #[inline(always)]
    fn add<R: Rules, S: Side, const AIMED: bool>(&mut self, position: &Position<R>) {
        if OTHERS {
            return self.count::<R, S, AIMED>(position);
        }
        // As they are. Said here, the compiler leaves out what looks at them.
        let mut known = *position;
        known.knights = [Bitboard::EMPTY; 2];
        known.diagonals = [Bitboard::EMPTY; 2];
        self.count::<R, S, AIMED>(&known);
    }

    #[inline(always)]
    fn total(self) -> u64 {
        self.rest + self.lanes.sum()
    }
}

impl<const OTHERS: bool> Counter<OTHERS> {
    /// Adds the moves of a position.
    #[inline(always)]
    fn count<R: Rules, S: Side, const AIMED: bool>(&mut self, position: &Position<R>) {
        let ours = position.by_color(S::US);
        let capturable = position.without_king(S::THEM);
        let occupied = ours | capturable | position.king_board(S::THEM);
        if !AIMED {
            if is_aimed_at::<R, S>(position) {
                // By value: a position that is lent must lie in memory.
                self.rest += count_aimed::<R, S, OTHERS>(*position);
            } else {
                self.moves::<R, S>(position, ours, capturable, Bitboard::EMPTY, Bitboard::EMPTY);
            }
            return;
        }
        let masks = position.masks::<S>(occupied);
        if masks.check != Bitboard::ALL {
            self.rest += count_evasions::<R, S>(*position);
            return;
        }
        self.moves::<R, S>(position, ours, capturable, masks.diagonal_pins, masks.orthogonal_pins);
    }

    /// Adds the moves of a side that is not in check.
    #[inline(always)]
    fn moves<R: Rules, S: Side>(
        &mut self,
        position: &Position<R>,
        ours: Bitboard,
        capturable: Bitboard,
        diagonal_pins: Bitboard,
        orthogonal_pins: Bitboard,
    ) {
        let us = S::US.index();
        let occupied = ours | capturable | position.king_board(S::THEM);
        let targets = !(ours | position.king_board(S::THEM));
        let paths = Paths::over(!occupied);

        let king_targets = attacks::king(position.kings[us]) & targets;
        let rights = position.marks & S::rank(Rank::First);
        if king_targets.any() || position.may_castle_shut_in::<S>(rights) {
            // No slider looks at the king, so none looks through it.
            let danger = danger::<R, S, OTHERS>(position, &paths);
            self.rest += u64::from((king_targets - danger).len());
            if rights.any() {
                position.castlings::<S, _>(self, rights, occupied, danger, orthogonal_pins);
            }
        }
        let pins = diagonal_pins | orthogonal_pins;
        let (diagonals, orthogonals) = (position.diagonals[us], position.orthogonals[us]);
        let target_lanes = Lanes::all(targets);
        let slides = Lanes::split(orthogonals - pins, diagonals - pins)
            .slide(&paths)
            .and_and(Lanes::load(&LANDING), target_lanes);
        let mut reached = slides.popcount();
        if OTHERS {
            let leaps = Lanes::leap(position.knights[us] - pins)
                .and_and(Lanes::load(&LEAP_LANDING), target_lanes);
            reached = reached.add(leaps.popcount());
        }
        self.lanes = self.lanes.add(reached);
        if (diagonals & diagonal_pins | orthogonals & orthogonal_pins).any() {
            for from in diagonals & diagonal_pins {
                let to = attacks::bishop(from, occupied) & targets & diagonal_pins;
                self.rest += u64::from(to.len());
            }
            for from in orthogonals & orthogonal_pins {
                let to = attacks::rook(from, occupied) & targets & orthogonal_pins;
                self.rest += u64::from(to.len());
            }
        }

        let masks = Masks { check: Bitboard::ALL, diagonal_pins, orthogonal_pins };
        let sets = position.pawn_sets::<S>(occupied, capturable, masks);
        // A pawn that can step twice has none before it that could step there.
        self.rest += u64::from((sets.push | sets.double).len());
        self.rest += u64::from(sets.west.len() + sets.east.len());
        let zone = R::PROMOTION_ZONES[us];
        if position.pawns[us].intersects(S::back(zone)) {
            let promotions =
                (sets.push & zone).len() + (sets.west & zone).len() + (sets.east & zone).len();
            self.rest += u64::from(promotions) * (R::PROMOTIONS.len() as u64 - 1);
        }
        let en_passant = position.marks - BACK_RANKS;
        if en_passant.any() {
            let to = en_passant.first();
            for from in attacks::pawn(S::THEM, to) & position.pawns[us] {
                self.rest += u64::from(position.is_en_passant_legal::<S>(from, to));
            }
        }
    }
}

/// True if something attacks the king of side `S` or would do so on an empty
/// board. If nothing does there is neither check nor pin.
#[inline(always)]
fn is_aimed_at<R: Rules, S: Side>(position: &Position<R>) -> bool {
    let them = S::THEM.index();
    let king_board = position.king_board(S::US);
    let king = king_board.first();
    ((S::pawn_attacks(king_board) & position.pawns[them])
        | (attacks::knight(king) & position.knights[them])
        | (attacks::bishop_rays(king) & position.diagonals[them])
        | (attacks::rook_rays(king) & position.orthogonals[them]))
        .any()
}

/// Counts the moves of a side whose king something aims at.
#[inline(never)]
fn count_aimed<R: Rules, S: Side, const OTHERS: bool>(position: Position<R>) -> u64 {
    let mut counter = Counter::<OTHERS>::new();
    counter.add::<R, S, true>(&position);
    counter.total()
}

/// Counts the moves out of check: few positions, few moves.
#[inline(never)]
fn count_evasions<R: Rules, S: Side>(position: Position<R>) -> u64 {
    let mut count = Count(0);
    position.generate::<S, _, ALL>(&mut count);
    count.0
}

/// The squares the opponent attacks.
#[inline(always)]
fn danger<R: Rules, S: Side, const OTHERS: bool>(
    position: &Position<R>,
    paths: &Paths,
) -> Bitboard {
    let them = S::THEM.index();
    let mut reached = Lanes::split(position.orthogonals[them], position.diagonals[them])
        .slide(paths)
        .and(Lanes::load(&LANDING));
    if OTHERS {
        let leaps = Lanes::leap(position.knights[them]);
        reached = reached.or_and(leaps, Lanes::load(&LEAP_LANDING));
    }
    reached.union()
        | <S::Opponent as Side>::pawn_attacks(position.pawns[them])
        | attacks::king(position.kings[them])
}

/// Castling is counted by the generator's own rules.
impl<R: Rules, S: Side, const OTHERS: bool> Visitor<R, S> for Counter<OTHERS> {
    const QUEENS_APART: bool = false;
    fn piece<const ROLE: u8>(&mut self, _: &Position<R>, _: Square, _: Bitboard) {}
    fn pawns<const STEP: u8>(&mut self, _: &Position<R>, _: Bitboard) {}
    fn promotions<const STEP: u8>(&mut self, _: &Position<R>, _: Bitboard) {}
    fn en_passant(&mut self, _: &Position<R>, _: Square, _: Square) {}
    #[inline(always)]
    fn castle(&mut self, _: &Position<R>, _: Square, _: Square) {
        self.rest += 1;
    }
}

/// Writes the moves `target * factor + base` for up to 32 targets, lowest
/// first. What is beyond the last of them holds nothing meaningful.
#[cfg(target_feature = "avx512vbmi2")]
#[inline(always)]
pub(crate) fn write_moves(
    room: &mut [MaybeUninit<Move>; 32],
    targets: Bitboard,
    factor: u16,
    base: u16,
) {
    static SQUARES: [u8; 64] = {
        let mut squares = [0; 64];
        let mut i = 0;
        while i < 64 {
            squares[i] = i as u8;
            i += 1;
        }
        squares
    };
    // SAFETY: this function is compiled only for targets that have VBMI2, and
    // with it AVX-512BW. It reads the 64 bytes of SQUARES and writes the 64
    // bytes of `room`, whose entries may hold anything.
    unsafe {
        let squares = _mm512_loadu_si512(SQUARES.as_ptr().cast());
        let packed = _mm512_maskz_compress_epi8(targets.0, squares);
        let wide = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(packed));
        let product = _mm512_mullo_epi16(wide, _mm512_set1_epi16(factor as i16));
        let moves = _mm512_add_epi16(product, _mm512_set1_epi16(base as i16));
        _mm512_storeu_si512(room.as_mut_ptr().cast(), moves);
    }
}
