//! Chess, and Chess960 with it.

use crate::variant::Names;
use crate::{Bitboard, Color, Men, Rank, Role, Rules, Setup, Square, Variant, attacks, bitboard};

/// What the game is called.
pub(crate) const NAMES: Names = Names {
    name: "chess",
    title: "Chess",
    thai: Some("หมากรุกสากล"),
    khmer: None,
    about: "The classical game",
    about_thai: Some("หมากรุกสากลแบบมาตรฐาน"),
    pgn: None,
    aliases: &["standard", "normal", "classical", "regular", "fromposition"],
};

/// What Chess960 is called.
pub(crate) const NAMES_960: Names = Names {
    name: "chess960",
    title: "Chess960",
    thai: Some("หมากรุก 960"),
    khmer: None,
    about: "960 ways to begin",
    about_thai: Some("เริ่มได้ 960 แบบ"),
    pgn: Some("Chess960"),
    aliases: &[
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "fischerrandomchess",
        "frc",
        "960",
        "freestyle",
        "freestylechess",
        "dfrc",
        "doublefischerrandom",
    ],
};

/// Chess, with any castling geometry: Chess960 and Double Fischer Random too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chess;

impl Rules for Chess {
    const VARIANT: Variant = Variant::Chess;
    const MEN: Men = Men::CHESS;
    const DIAGONALS_SLIDE: bool = true;
    const CASTLING_AND_DOUBLE_STEP: bool = true;
    const PROMOTION_ZONES: [Bitboard; 2] =
        [Bitboard::from_rank(Rank::Eighth), Bitboard::from_rank(Rank::First)];
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const MARKS_PROMOTED: bool = false;
    const COUNTING: bool = false;
    const CLAIM_PLIES: Option<u16> = Some(100);
    const THREEFOLD_ENDS: bool = false;

    #[inline(always)]
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::chess_piece(color, role, square, occupied)
    }

    fn start() -> Setup {
        crate::chess960::start(crate::chess960::CLASSICAL)
    }

    fn pawn_squares(_: Color) -> Bitboard {
        bitboard! {
            . . . . . . . .
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            . . . . . . . .
        }
    }
}
