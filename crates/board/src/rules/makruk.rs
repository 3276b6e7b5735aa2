//! Makruk.

use crate::variant::Names;
use crate::{Bitboard, Color, Men, Rank, Role, Rules, Setup, Square, Variant, attacks, bitboard};

/// What the game is called.
pub(crate) const NAMES: Names = Names {
    name: "makruk",
    title: "Makruk",
    thai: Some("หมากรุกไทย"),
    khmer: None,
    about: "Thai chess, with counting",
    about_thai: Some("พร้อมกติกานับศักดิ์"),
    pgn: Some("Makruk"),
    aliases: &["thai", "thaichess"],
};

/// Makruk, Thai chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Makruk;

impl Rules for Makruk {
    const VARIANT: Variant = Variant::Makruk;
    const MEN: Men = Men::MAKRUK;
    const DIAGONALS_SLIDE: bool = false;
    const CASTLING_AND_DOUBLE_STEP: bool = false;
    // A bia promotes on the sixth rank. One that stands there or beyond (only
    // a set-up position can hold it) does so on its next move.
    const PROMOTION_ZONES: [Bitboard; 2] =
        [Bitboard(0xFFFF_FF00_0000_0000), Bitboard(0x0000_0000_00FF_FFFF)];
    const PROMOTIONS: &'static [Role] = &[Role::Queen];
    const MARKS_PROMOTED: bool = true;
    const COUNTING: bool = true;
    const CLAIM_PLIES: Option<u16> = None;
    const THREEFOLD_ENDS: bool = true;

    #[inline(always)]
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::makruk_piece(color, role, square, occupied)
    }

    fn start() -> Setup {
        use Role::{Bishop, King, Knight, Queen, Rook};
        // Each khun stands to the left of its met, as its owner sees it: the
        // position looks the same from both sides.
        let white = [Rook, Knight, Bishop, King, Queen, Bishop, Knight, Rook];
        let black = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        Setup::from_ranks(white, black, Rank::Third)
    }

    fn pawn_squares(color: Color) -> Bitboard {
        let white = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            . . . . . . . .
            . . . . . . . .
        };
        match color {
            Color::White => white,
            Color::Black => white.flip_vertical(),
        }
    }
}
