//! Writing games in export format.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use erawan_board::{Color, Makruk, Move, Position, Rules};

use super::bytes::MEANT_BREAK;
use super::tree::{GameTree, NodeId, START_TAGS, named};
use crate::{fen, san};

/// Lines are broken before they get longer than this.
const LINE: usize = 79;

/// Writes a game in PGN's export format: tags, an empty line, the moves in
/// lines of less than 80 columns.
///
/// ```
/// use erawan_notation::pgn::{self, AnyGame, Games};
/// let Some(Ok(AnyGame::Chess(game))) = Games::new("1.e4(1.d4)e5").next() else { panic!() };
/// let text = pgn::write(&game);
/// assert!(text.ends_with("[Result \"*\"]\n\n1. e4 (1. d4) 1... e5 *\n"));
/// ```
pub fn write<R: Rules>(game: &GameTree<R>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut text, game);
    text
}

/// Writes a game as [`write()`] does, to anything.
pub fn write_to<R: Rules>(out: &mut impl Write, game: &GameTree<R>) -> fmt::Result {
    write_own_tags(out, game)?;
    write_start_tags(out, game)?;
    write_text(out, game, san::write_to)
}

/// Writes a game of Makruk as makruk-js does: with its letters
/// ([`san::makruk_js`]) and its FEN, and without a tag that names the game.
///
/// ```
/// use erawan_notation::pgn::{self, AnyGame, Games};
/// let text = "[Variant \"Makruk\"]\n\n1. b4 b5 2. Nd2 Nd7 *";
/// let Some(Ok(AnyGame::Makruk(game))) = Games::new(text).next() else { panic!() };
/// let text = pgn::write_makruk_js(&game);
/// assert!(text.ends_with("[Result \"*\"]\n\n1. b4 b5 2. Md2 Md7 *\n"));
/// ```
pub fn write_makruk_js(game: &GameTree<Makruk>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_own_tags(&mut text, game);
    if *game.start() != Position::startpos() {
        let _ = write_tag(&mut text, "FEN", &fen::makruk_js::write(game.start()));
        let _ = write_tag(&mut text, "SetUp", "1");
    }
    let _ = write_text(&mut text, game, san::makruk_js::write_to);
    text
}

/// Writes a move.
type WriteMove<R> = fn(&mut String, &Position<R>, Move) -> fmt::Result;

fn write_text<R: Rules>(
    out: &mut impl Write,
    game: &GameTree<R>,
    write_move: WriteMove<R>,
) -> fmt::Result {
    out.write_char('\n')?;
    let mut words = Words { out, column: 0, opening: String::new() };
    write_moves(&mut words, game, write_move)?;
    words.word(game.result().as_str())?;
    words.out.write_char('\n')
}

fn write_own_tags<R: Rules>(out: &mut impl Write, game: &GameTree<R>) -> fmt::Result {
    for (name, value) in game.tags().iter() {
        if START_TAGS.contains(&name) {
            continue;
        }
        let value = if name == "Result" { game.result().as_str() } else { value };
        write_tag(out, name, value)?;
    }
    Ok(())
}

fn write_start_tags<R: Rules>(out: &mut impl Write, game: &GameTree<R>) -> fmt::Result {
    let mut name = game.variant().pgn_name();
    // The rights to castle alone would say something else.
    if named(game.variant(), game.start()) != game.variant() {
        name = Some("Standard");
    }
    if let Some(name) = name {
        write_tag(out, "Variant", name)?;
    }
    if name.is_some() || *game.start() != Position::startpos() {
        write_tag(out, "FEN", &fen::write(game.start()))?;
        write_tag(out, "SetUp", "1")?;
    }
    Ok(())
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_str("\"]\n")
}

/// False for a word that begins like an escape or like the next game's tags.
fn may_begin_line(word: &str) -> bool {
    !(word.starts_with('%') || word.starts_with("[Event"))
}

/// Puts words on lines.
struct Words<'a, W: Write> {
    out: &'a mut W,
    column: usize,
    /// Brackets that stick to the word that follows.
    opening: String,
}

impl<W: Write> Words<'_, W> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = self.opening.len() + word.chars().count();
        let may_begin_line = !self.opening.is_empty() || may_begin_line(word);
        if self.column > 0 {
            if self.column + 1 + width > LINE && may_begin_line {
                self.out.write_char('\n')?;
                self.column = 0;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.column += width;
        self.out.write_str(&self.opening)?;
        self.opening.clear();
        self.out.write_str(word)
    }

    fn open(&mut self, bracket: char) {
        self.opening.push(bracket);
    }

    fn close(&mut self, bracket: char) -> fmt::Result {
        if self.column >= LINE {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        self.column += 1;
        self.out.write_char(bracket)
    }

    fn comments(&mut self, comments: &[String]) -> fmt::Result {
        for comment in comments {
            self.open('{');
            for (index, line) in comment.split('\n').enumerate() {
                if index > 0 {
                    self.break_line(line)?;
                }
                let mut rest = Some(line);
                while let Some(text) = rest {
                    let (word, following) = first_word(text);
                    self.word(word)?;
                    rest = following;
                }
            }
            self.close('}')?;
        }
        Ok(())
    }

    /// Breaks the line where a comment does, before its next line.
    fn break_line(&mut self, next: &str) -> fmt::Result {
        self.out.write_str(MEANT_BREAK)?;
        self.column = 0;
        if !may_begin_line(next) {
            self.out.write_char(' ')?;
        }
        Ok(())
    }
}

/// The first word of a comment and what follows the space behind it. A command
/// such as `[%eval -0.14]` is one word: simple readers do not find it on two
/// lines.
fn first_word(text: &str) -> (&str, Option<&str>) {
    let command = if text.starts_with("[%") { text.find(']') } else { None };
    let from = command.filter(|&end| end < LINE / 2).unwrap_or(0);
    match text[from..].find(' ') {
        Some(space) => (&text[..from + space], Some(&text[from + space + 1..])),
        None => (text, None),
    }
}

/// A move of which the variations are being written.
struct Branch<R: Rules> {
    main: NodeId,
    variation: NodeId,
    before: Position<R>,
    after: Position<R>,
}

fn write_moves<R: Rules>(
    words: &mut Words<'_, impl Write>,
    game: &GameTree<R>,
    write_move: WriteMove<R>,
) -> fmt::Result {
    let mut branches: Vec<Branch<R>> = Vec::new();
    let mut position = *game.start();
    let mut next = game.main_child(game.root());
    let mut text = String::new();
    words.comments(game.comments(game.root()))?;
    // Black's move has a number where a line begins or is interrupted.
    let mut interrupted = true;
    loop {
        let Some(node) = next else {
            // The end of a line.
            let Some(branch) = branches.last_mut() else { return Ok(()) };
            words.close(')')?;
            interrupted = true;
            match game.next_sibling(branch.variation) {
                Some(variation) => {
                    words.open('(');
                    branch.variation = variation;
                    position = branch.before;
                    next = Some(variation);
                }
                None => {
                    position = branch.after;
                    next = game.main_child(branch.main);
                    branches.pop();
                }
            }
            continue;
        };
        let before = game.comments_before(node);
        words.comments(before)?;
        interrupted |= !before.is_empty();
        text.clear();
        match position.turn() {
            Color::White => write!(text, "{}.", position.fullmove_number())?,
            Color::Black if interrupted => write!(text, "{}...", position.fullmove_number())?,
            Color::Black => {}
        }
        if !text.is_empty() {
            words.word(&text)?;
            text.clear();
        }
        match game.move_to(node) {
            Some(m) => write_move(&mut text, &position, m)?,
            None => text.push_str("--"),
        }
        words.word(&text)?;
        for nag in game.nags(node) {
            text.clear();
            write!(text, "${nag}")?;
            words.word(&text)?;
        }
        let comments = game.comments(node);
        words.comments(comments)?;
        interrupted = !comments.is_empty();
        let after = game.after(&position, node);
        let is_main = game.parent(node).and_then(|parent| game.main_child(parent)) == Some(node);
        match game.next_sibling(node) {
            Some(variation) if is_main => {
                words.open('(');
                interrupted = true;
                branches.push(Branch { main: node, variation, before: position, after });
                next = Some(variation);
            }
            _ => {
                position = after;
                next = game.main_child(node);
            }
        }
    }
}
