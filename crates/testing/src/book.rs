//! The README of the repository and the chapters of the book that show Rust. They are
//! tested here, in a crate that is never packaged and may look outside its folder.
//! `docs/check` sees to it that no chapter with Rust is left out.

macro_rules! pages {
    ($($name:ident $path:literal)*) => {
        $(#[doc = include_str!(concat!("../../../", $path))] struct $name;)*
    };
}

pages! {
    Readme "README.md"
    Rust "docs/book/rust.md"
    Squares "docs/book/bitboards/01-squares.md"
    Sets "docs/book/bitboards/02-sets.md"
    Pieces "docs/book/bitboards/03-pieces.md"
    Leapers "docs/book/bitboards/04-leapers.md"
    Sliders "docs/book/bitboards/05-sliders.md"
    Position "docs/book/bitboards/06-position.md"
    Moves "docs/book/bitboards/07-moves.md"
    LegalMoves "docs/book/bitboards/08-legal-moves.md"
    CountingMoves "docs/book/bitboards/09-counting-moves.md"
    Playing "docs/book/bitboards/10-playing.md"
    Keys "docs/book/bitboards/11-keys.md"
    Makruk "docs/book/bitboards/12-makruk.md"
    Chess960 "docs/book/bitboards/13-chess960.md"
}
