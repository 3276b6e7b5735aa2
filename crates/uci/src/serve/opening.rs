//! The opening book: `OwnBook`, `BookFile`, `BookDepth` and `BookVariety`.

use erawan_board::{AnyGame, Chess, Move};
use erawan_polyglot::{Book, BookError};

/// The book in use, if any. Books know chess only.
#[derive(Default)]
pub(super) struct Opening {
    book: Option<Book>,
}

impl Opening {
    /// Reads another book, or puts it away for an empty name. If it cannot be
    /// read, the old one stays. What there is to say about it comes back.
    pub(super) fn open(&mut self, path: &str) -> Result<Option<String>, BookError> {
        if path.is_empty() {
            self.book = None;
            return Ok(None);
        }
        let book = Book::open(path)?;
        let order = if book.was_sorted() { "" } else { "; it is not sorted as it should be" };
        let remark = format!("the book has {} entries{order}", book.len());
        self.book = Some(book);
        Ok(Some(remark))
    }

    /// True without a book.
    pub(super) fn is_empty(&self) -> bool {
        self.book.is_none()
    }

    /// What the book has for the position on the board, with weights.
    pub(super) fn moves(&self, game: &AnyGame) -> Vec<(Move, u16)> {
        let probe = |book: &Book| Some(book.probe(game.get::<Chess>()?.position()));
        self.book.as_ref().and_then(probe).unwrap_or_default()
    }

    /// A move for the position on the board, up to a number of moves if there is one.
    /// A variety of 100 plays each as often as its weight says.
    pub(super) fn pick(&self, game: &AnyGame, depth: u32, variety: u32) -> Option<Move> {
        let position = game.get::<Chess>()?.position();
        if depth > 0 && u32::from(position.fullmove_number()) > depth {
            return None;
        }
        self.book.as_ref()?.pick_varied(position, variety, super::random())
    }
}
