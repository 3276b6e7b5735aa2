//! What one instance of the module keeps: buffers, games, a file being read.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::Cursor;

use erawan_board::{AnyGame, Variant};
use erawan_notation::pgn::{Reader, StreamedGames};

use crate::lines::Lines;

/// A game with the name it was begun under.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: AnyGame,
    pub(crate) variant: Variant,
}

/// A file that is being read.
pub(crate) enum File {
    /// As trees; of those only the main line is told if `bare`.
    Trees { games: Box<StreamedGames<Cursor<Vec<u8>>>>, bare: bool },
    /// As main lines.
    Lines(Box<(Reader<Cursor<Vec<u8>>>, Lines)>),
}

#[derive(Default)]
pub(crate) struct Session {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    games: Vec<Option<Table>>,
    /// Numbers of games that were given back.
    free: Vec<u32>,
    pub(crate) file: Option<File>,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// What is wrong, in words.
pub(crate) struct Wrong(String);

impl<E: Display> From<E> for Wrong {
    fn from(error: E) -> Wrong {
        Wrong(error.to_string())
    }
}

impl Wrong {
    /// The same with what it is about before it.
    pub(crate) fn about(self, what: &str) -> Wrong {
        Wrong(format!("{what}: {}", self.0))
    }
}

/// Runs a function on the session. Its number is the answer; -1 if something is
/// wrong.
pub(crate) fn with(body: impl FnOnce(&mut Session) -> Result<u32, Wrong>) -> i32 {
    SESSION.with_borrow_mut(|session| match body(session) {
        Ok(number) => i32::try_from(number).unwrap_or(i32::MAX),
        Err(Wrong(message)) => {
            session.output = message.into_bytes();
            -1
        }
    })
}

impl Session {
    /// The text that was put in, as a copy: what it says may go to the output.
    pub(crate) fn text(&self) -> Result<String, Wrong> {
        Ok(std::str::from_utf8(&self.input)?.to_owned())
    }

    /// Answers with a text.
    pub(crate) fn say(&mut self, text: impl Into<String>) -> Result<u32, Wrong> {
        self.output = text.into().into_bytes();
        Ok(u32::try_from(self.output.len())?)
    }

    pub(crate) fn seat(&mut self, table: Table) -> Result<u32, Wrong> {
        if let Some(number) = self.free.pop() {
            self.games[number as usize] = Some(table);
            return Ok(number);
        }
        self.games.push(Some(table));
        Ok(u32::try_from(self.games.len() - 1)?)
    }

    pub(crate) fn leave(&mut self, number: u32) {
        if let Some(table) = self.games.get_mut(number as usize)
            && table.take().is_some()
        {
            self.free.push(number);
        }
    }

    pub(crate) fn table(&self, number: u32) -> Result<&Table, Wrong> {
        let table = self.games.get(number as usize).and_then(Option::as_ref);
        table.ok_or_else(|| Wrong("this game was freed".to_owned()))
    }

    pub(crate) fn table_mut(&mut self, number: u32) -> Result<&mut Table, Wrong> {
        let table = self.games.get_mut(number as usize).and_then(Option::as_mut);
        table.ok_or_else(|| Wrong("this game was freed".to_owned()))
    }
}

/// Makes room for a text of `length` bytes, to be written by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: u32) -> *mut u8 {
    SESSION.with_borrow_mut(|session| {
        session.input.clear();
        session.input.resize(length as usize, 0);
        session.input.as_mut_ptr()
    })
}

/// Where the last answer is that was a text.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    SESSION.with_borrow(|session| session.output.as_ptr())
}

/// How long it is: for those that say what was wrong.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> u32 {
    SESSION.with_borrow(|session| u32::try_from(session.output.len()).unwrap_or(u32::MAX))
}
