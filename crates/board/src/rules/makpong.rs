//! Makpong: Makruk where a king in check may not run.

use crate::variant::Names;
use crate::{Bitboard, Color, Makruk, Men, Role, Rules, Setup, Square, Variant};

/// What the game is called.
pub(crate) const NAMES: Names = Names {
    name: "makpong",
    title: "Makpong",
    thai: Some("หมากป้อง"),
    khmer: None,
    about: "Makruk where a king in check may not run",
    about_thai: Some("หมากรุกไทยที่ขุนซึ่งถูกรุกหนีไม่ได้"),
    pgn: Some("Makpong"),
    aliases: &["defensivechess"],
};

/// Makpong, a game with Makruk's men: a king in check may move only to take
/// the piece that gives it, so that every double check is mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Makpong;

impl Rules for Makpong {
    const VARIANT: Variant = Variant::Makpong;
    const MEN: Men = Makruk::MEN;
    const DIAGONALS_SLIDE: bool = Makruk::DIAGONALS_SLIDE;
    const CASTLING_AND_DOUBLE_STEP: bool = Makruk::CASTLING_AND_DOUBLE_STEP;
    const KING_STANDS: bool = true;
    const PROMOTION_ZONES: [Bitboard; 2] = Makruk::PROMOTION_ZONES;
    const PROMOTIONS: &'static [Role] = Makruk::PROMOTIONS;
    const MARKS_PROMOTED: bool = Makruk::MARKS_PROMOTED;
    const COUNTING: bool = Makruk::COUNTING;
    const CLAIM_PLIES: Option<u16> = Makruk::CLAIM_PLIES;
    const THREEFOLD_ENDS: bool = Makruk::THREEFOLD_ENDS;

    #[inline(always)]
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        Makruk::attacks(color, role, square, occupied)
    }

    fn start() -> Setup {
        Makruk::start()
    }

    fn pawn_squares(color: Color) -> Bitboard {
        Makruk::pawn_squares(color)
    }
}
