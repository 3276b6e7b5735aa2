//! Ouk Chatrang, Cambodian chess: Makruk with first-move leaps and counts of
//! its own.

use crate::counting::CountingRules;
use crate::variant::Names;
use crate::{Bitboard, Color, Makruk, Men, Role, Rules, Setup, Square, Variant, leaps};

/// What the game is called.
pub(crate) const NAMES: Names = Names {
    name: "cambodian",
    title: "Ouk Chatrang",
    thai: Some("หมากรุกเขมร"),
    khmer: Some("អុកចត្រង្គ"),
    about: "Cambodian chess, with leaps and counting",
    about_thai: Some("หมากรุกเขมร มีการกระโดดและการนับศักดิ์"),
    pgn: Some("Cambodian"),
    aliases: &["ouk", "oukchatrang", "oukchaktrang", "cambodianchess"],
};

/// Ouk Chatrang, Cambodian chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cambodian;

impl Rules for Cambodian {
    const VARIANT: Variant = Variant::Cambodian;
    const MEN: Men = Men::OUK;
    const DIAGONALS_SLIDE: bool = Makruk::DIAGONALS_SLIDE;
    const CASTLING_AND_DOUBLE_STEP: bool = Makruk::CASTLING_AND_DOUBLE_STEP;
    const FIRST_LEAPS: bool = true;
    const PROMOTION_ZONES: [Bitboard; 2] = Makruk::PROMOTION_ZONES;
    const PROMOTIONS: &'static [Role] = Makruk::PROMOTIONS;
    const MARKS_PROMOTED: bool = Makruk::MARKS_PROMOTED;
    const COUNTING: bool = true;
    const COUNTS: CountingRules = CountingRules::OUK;
    const CLAIM_PLIES: Option<u16> = Makruk::CLAIM_PLIES;
    const THREEFOLD_ENDS: bool = Makruk::THREEFOLD_ENDS;

    #[inline(always)]
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        Makruk::attacks(color, role, square, occupied)
    }

    fn start() -> Setup {
        let mut setup = Makruk::start();
        setup.leapers = leaps::squares_of(0b1111);
        setup
    }

    fn pawn_squares(color: Color) -> Bitboard {
        Makruk::pawn_squares(color)
    }
}
