//! Pictures of positions and bitboards: framed text, Unicode and SVG.
//!
//! A [`Diagram`] is made once and drawn in any of the three ways:
//!
//! ```
//! use erawan_board::{Chess, Position};
//! use erawan_notation::diagram::Diagram;
//!
//! let diagram = Diagram::new(&Position::<Chess>::startpos());
//! assert_eq!(
//!     diagram.text(),
//!     "  o-----------------o
//! 8 | r n b q k b n r |
//! 7 | p p p p p p p p |
//! 6 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
//! 5 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
//! 4 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
//! 3 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
//! 2 | P P P P P P P P |
//! 1 | R N B Q K B N R |
//!   o-----------------o
//!     a b c d e f g h
//! "
//! );
//! let svg = diagram.title("Where it all begins").size(480).svg();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! ```

mod paint;
mod shapes;
mod svg;
mod text;

use alloc::string::String;
use alloc::vec::Vec;

use erawan_board::{
    Bitboard, Color, File, Men, Move, Piece, Position, Rank, Role, Rules, Setup, Square,
};

pub use paint::{Arrow, Marker, MarkerShape, Paint};

/// What a diagram shows on its squares.
#[derive(Clone, Debug)]
// A diagram is made to be drawn, one at a time: no need to box the board.
#[allow(clippy::large_enum_variant)]
enum Content {
    Pieces {
        board: [Option<Piece>; 64],
        promoted: Bitboard,
        men: Men,
        turn: Color,
        title: &'static str,
    },
    Bits(Bitboard),
}

/// A picture of a position or of a bitboard, before it is drawn.
///
/// The options that make no sense for a kind of drawing (arrows in text) are
/// left out of it.
///
/// ```
/// use erawan_board::{Makruk, Position, Square};
/// use erawan_notation::diagram::{Diagram, Paint};
///
/// let diagram = Diagram::new(&Position::<Makruk>::startpos())
///     .flip(true)
///     .arrow(Square::E3, Square::E4, Paint::Green);
/// assert!(diagram.text().starts_with("  o-----------------o\n1 | R N S M K S N R |"));
/// assert!(diagram.svg().contains("<desc>"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    content: Content,
    flip: bool,
    coordinates: bool,
    size: u32,
    highlights: Bitboard,
    check: Option<Square>,
    arrows: Vec<Arrow>,
    markers: Vec<Marker>,
    title: Option<String>,
    description: Option<String>,
}

impl Diagram {
    /// A picture of a position. If the side to move is in check, its king is
    /// shown so.
    pub fn new<R: Rules>(position: &Position<R>) -> Diagram {
        let mut diagram = Diagram::from_setup::<R>(&position.to_setup());
        diagram.check = position.in_check().then(|| position.king(position.turn()));
        diagram
    }

    /// A picture of a set-up of the game `R`, playable or not.
    pub fn from_setup<R: Rules>(setup: &Setup) -> Diagram {
        Diagram::of(Content::Pieces {
            board: setup.board,
            promoted: setup.promoted,
            men: R::MEN,
            turn: setup.turn,
            title: R::VARIANT.title(),
        })
    }

    /// A picture of a bitboard, ones and noughts.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Rank};
    /// use erawan_notation::diagram::Diagram;
    /// let rank = Bitboard::from_rank(Rank::First);
    /// assert_eq!(Diagram::bitboard(rank).text(), rank.to_string());
    /// ```
    pub fn bitboard(squares: Bitboard) -> Diagram {
        Diagram::of(Content::Bits(squares))
    }

    fn of(content: Content) -> Diagram {
        Diagram {
            content,
            flip: false,
            coordinates: true,
            size: 400,
            highlights: Bitboard::EMPTY,
            check: None,
            arrows: Vec::new(),
            markers: Vec::new(),
            title: None,
            description: None,
        }
    }

    /// Shows the board from Black's side, or from White's again.
    #[must_use]
    pub fn flip(mut self, flip: bool) -> Diagram {
        self.flip = flip;
        self
    }

    /// Shows the letters of the files and the numbers of the ranks, or not.
    /// Framed text always has them.
    #[must_use]
    pub fn coordinates(mut self, coordinates: bool) -> Diagram {
        self.coordinates = coordinates;
        self
    }

    /// Width and height of the SVG in pixels, from 16 to 16384.
    #[must_use]
    pub fn size(mut self, pixels: u32) -> Diagram {
        self.size = pixels.clamp(16, 16384);
        self
    }

    /// Highlights more squares.
    #[must_use]
    pub fn highlight(mut self, squares: Bitboard) -> Diagram {
        self.highlights |= squares;
        self
    }

    /// Highlights where the last move began and ended (castling: where the
    /// king stands now).
    ///
    /// ```
    /// use erawan_board::{Chess, Position};
    /// use erawan_notation::{diagram::Diagram, uci};
    /// let start = Position::<Chess>::startpos();
    /// let m = uci::parse(&start, "e2e4").unwrap();
    /// let text = Diagram::new(&start.play_unchecked(m)).last_move(m).text();
    /// assert!(text.contains("[P]"));
    /// ```
    #[must_use]
    pub fn last_move(self, m: Move) -> Diagram {
        let squares = Bitboard::from_square(m.from()).with(m.king_target());
        self.highlight(squares)
    }

    /// Shows the king on this square in check, or none.
    #[must_use]
    pub fn check(mut self, king: Option<Square>) -> Diagram {
        self.check = king;
        self
    }

    /// Draws an arrow in the SVG.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, paint: Paint) -> Diagram {
        self.arrows.push(Arrow { from, to, paint });
        self
    }

    /// Draws a sign on a square of the SVG.
    #[must_use]
    pub fn marker(mut self, square: Square, shape: MarkerShape, paint: Paint) -> Diagram {
        self.markers.push(Marker { square, shape, paint });
        self
    }

    /// The title of the SVG, in place of a general one.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Diagram {
        self.title = Some(title.into());
        self
    }

    /// The description of the SVG for those who cannot see it, in place of a
    /// list of the pieces.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Diagram {
        self.description = Some(description.into());
        self
    }

    /// Framed text. Empty squares are `⋅`, White's pieces are capital letters.
    /// Makruk has `S` for the khon and `M` for the met; `M~` is a promoted
    /// bia. Highlighted squares stand in brackets.
    pub fn text(&self) -> String {
        text::framed(self)
    }

    /// The framed text in nothing but ASCII: empty squares are `.`.
    pub fn ascii(&self) -> String {
        self.text().replace('⋅', ".")
    }

    /// Unicode glyphs in a frame, in one colour, for any terminal or file with
    /// Unicode. Khon and met, which have no glyph, are letters.
    pub fn unicode(&self) -> String {
        text::unicode(self)
    }

    /// Unicode glyphs on coloured squares, for a terminal with 256 colours.
    pub fn ansi(&self) -> String {
        text::ansi(self)
    }

    /// A self-contained SVG document.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// The ranks from the top of the picture to its bottom.
    fn ranks(&self) -> [Rank; 8] {
        let mut ranks = Rank::ALL;
        if !self.flip {
            ranks.reverse();
        }
        ranks
    }

    /// The files from left to right.
    fn files(&self) -> [File; 8] {
        let mut files = File::ALL;
        if self.flip {
            files.reverse();
        }
        files
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        match &self.content {
            Content::Pieces { board, .. } => board[square.index()],
            Content::Bits(_) => None,
        }
    }

    /// True if a promoted bia stands on the square.
    fn is_promoted(&self, square: Square) -> bool {
        match &self.content {
            Content::Pieces { promoted, men, board, .. } => {
                let met = board[square.index()].is_some_and(|piece| piece.role() == Role::Queen);
                men.is_makruk_set() && met && promoted.contains(square)
            }
            Content::Bits(_) => false,
        }
    }

    /// The men on the board.
    fn men(&self) -> &Men {
        match &self.content {
            Content::Pieces { men, .. } => men,
            Content::Bits(_) => &Men::CHESS,
        }
    }
}
