//! The castling rights: plain FEN, X-FEN and Shredder-FEN.

use erawan_board::{Bitboard, CastlingSide, Color, File, Rank, Role, Setup, Square, Strictness};

use super::buffer::Pen;
use super::fields::Field;
use super::placement::{color_of, colored};
use super::source::Source;
use super::write::CastlingStyle;
use super::{FenError, FenErrorKind};

/// Reads the rights of chess into a set-up whose pieces are in place.
pub(crate) fn read(
    field: &Field<'_>,
    strictness: Strictness,
    setup: &mut Setup,
) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    let strict = strictness == Strictness::Strict;
    for (index, c) in field.text.chars().enumerate() {
        let error = |kind| FenError::new(field.name, field.column + index, kind);
        let color = color_of(c);
        let rook = match c.to_ascii_uppercase() {
            'K' => outermost_rook(setup, color, CastlingSide::Short),
            'Q' => outermost_rook(setup, color, CastlingSide::Long),
            file @ 'A'..='H' => rook_on_file(setup, color, file),
            _ => return Err(error(FenErrorKind::CastlingLetter(c))),
        };
        match rook {
            None if strict => return Err(error(FenErrorKind::NoCastlingRook(c))),
            Some(rook) if strict && setup.castling_rooks.contains(rook) => {
                return Err(error(FenErrorKind::RepeatedRight(c)));
            }
            Some(rook) => setup.castling_rooks = setup.castling_rooks.with(rook),
            None => {}
        }
    }
    Ok(())
}

fn rook_on_file(setup: &Setup, color: Color, file: char) -> Option<Square> {
    let file = File::ALL.into_iter().find(|f| f.letter() == file.to_ascii_lowercase())?;
    let square = Square::new(file, Rank::First.relative_to(color));
    home_king(setup, color)?;
    setup.pieces(color, Role::Rook).contains(square).then_some(square)
}

/// The king, if it stands on its first rank.
fn home_king(source: &impl Source, color: Color) -> Option<Square> {
    (source.pieces(color, Role::King) & Bitboard::from_relative_rank(Rank::First, color)).lsb()
}

/// The rook farthest from the king on that side of it.
fn outermost_rook(source: &impl Source, color: Color, side: CastlingSide) -> Option<Square> {
    let king = home_king(source, color)?;
    let home = Bitboard::from_relative_rank(Rank::First, color);
    let rooks = source.pieces(color, Role::Rook) & home;
    match side {
        CastlingSide::Short => rooks.msb().filter(|rook| rook.index() > king.index()),
        CastlingSide::Long => rooks.lsb().filter(|rook| rook.index() < king.index()),
    }
}

/// Reads the files of the kings and mets of Ouk that may still leap.
pub(crate) fn read_leapers(
    field: &Field<'_>,
    strictness: Strictness,
    setup: &mut Setup,
) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    let strict = strictness == Strictness::Strict;
    for (index, c) in field.text.chars().enumerate() {
        let error = |kind| Err(FenError::new(field.name, field.column + index, kind));
        let file = File::ALL.into_iter().find(|file| file.letter() == c.to_ascii_lowercase());
        let rank = Rank::First.relative_to(color_of(c));
        match file.map(|file| Square::new(file, rank)) {
            Some(square) if strict && setup.leapers.contains(square) => {
                return error(FenErrorKind::RepeatedRight(c));
            }
            Some(square) => setup.leapers = setup.leapers.with(square),
            None if c.is_ascii_alphabetic() && !strict => {}
            None => return error(FenErrorKind::LeapLetter(c)),
        }
    }
    Ok(())
}

/// Writes the files of the men that may still leap: `-` if there are none.
pub(crate) fn write_leapers(source: &impl Source, out: &mut Pen<'_>) {
    let leapers = source.leapers();
    if leapers.is_empty() {
        out.push(b'-');
        return;
    }
    for color in Color::ALL {
        let home = Bitboard::from_relative_rank(Rank::First, color);
        for square in leapers & home {
            out.push(colored(color, square.file().letter().to_ascii_uppercase()) as u8);
        }
    }
}

/// The corners: the rooks of classical chess.
const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Plain FEN's rights, by the corners that have them: bit 0 for a1, then h1, a8, h8.
const PLAIN: [([u8; 4], u8); 16] = {
    let mut texts = [(*b"-   ", 1); 16];
    let mut corners = 1;
    while corners < 16 {
        let (mut text, mut len, mut next) = ([b' '; 4], 0, 0);
        while next < 4 {
            let (corner, letter) = [(1, b'K'), (0, b'Q'), (3, b'k'), (2, b'q')][next];
            if corners >> corner & 1 == 1 {
                text[len] = letter;
                len += 1;
            }
            next += 1;
        }
        texts[corners] = (text, len as u8);
        corners += 1;
    }
    texts
};

/// Writes the rights: `-` if there are none.
#[inline(always)]
pub(crate) fn write(source: &impl Source, style: CastlingStyle, out: &mut Pen<'_>) {
    let rooks = source.castling_rooks();
    let has_king_at_home = |color| {
        let home = Bitboard::from_relative_rank(Rank::First, color);
        !rooks.intersects(home) || source.pieces(color, Role::King).intersects(home)
    };
    // Nothing stands farther out than a corner.
    let is_plain = style == CastlingStyle::XFen
        && (rooks - CORNERS).is_empty()
        && Color::ALL.into_iter().all(has_king_at_home);
    if !(is_plain || rooks.is_empty()) {
        return write_others(source, style, out);
    }
    let bits = rooks.bits();
    let corners = bits & 1 | bits >> 6 & 2 | bits >> 54 & 4 | bits >> 60 & 8;
    let (text, length) = PLAIN[corners as usize & 15];
    out.push_first(text, usize::from(length));
}

/// Writes rights of any kind.
#[inline(never)]
fn write_others(source: &impl Source, style: CastlingStyle, out: &mut Pen<'_>) {
    let castling_rooks = source.castling_rooks();
    for color in Color::ALL {
        let home = Bitboard::from_relative_rank(Rank::First, color);
        let king = home_king(source, color);
        // The short side first: from the h-file to the a-file.
        let mut rooks = castling_rooks & home;
        while let Some(rook) = rooks.msb() {
            rooks = rooks.without(rook);
            let side = match king {
                Some(king) if rook.index() > king.index() => CastlingSide::Short,
                _ => CastlingSide::Long,
            };
            let outermost = outermost_rook(source, color, side) == Some(rook);
            let letter = match (style, side) {
                (CastlingStyle::XFen, CastlingSide::Short) if outermost => 'K',
                (CastlingStyle::XFen, CastlingSide::Long) if outermost => 'Q',
                _ => rook.file().letter().to_ascii_uppercase(),
            };
            out.push(colored(color, letter) as u8);
        }
    }
}
