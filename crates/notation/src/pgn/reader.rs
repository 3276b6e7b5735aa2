//! Reading games from files and other streams.
#![cfg(feature = "std")]

use alloc::vec::Vec;
use core::fmt;
use std::io::{self, Read, Write};

use super::check::{Checker, Summary};
use super::error::GameError;
use super::games::{AnyGame, Builder, Spelling};
use super::lexer::{Lexer, Step};
use super::remark::Remark;
use super::visitor::{Limits, Visitor};
use crate::san::Language;

/// How much is read at once.
const PIECE: usize = 64 * 1024;

/// Reads games from a stream and hands their tokens to a [`Visitor`].
///
/// It keeps no more in memory than the token at hand needs.
///
/// ```
/// use erawan_notation::pgn::{Checker, Reader};
/// let file: &[u8] = b"1. e4 *\n\n1. d4 *"; // any std::io::Read
/// let mut reader = Reader::new(file);
/// let mut checker = Checker::new(|error| eprintln!("{error}"));
/// while reader.read_game(&mut checker)? {}
/// assert_eq!(checker.summary().games, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<S> {
    source: S,
    /// Room for what is read; it holds something up to `filled`.
    buffer: Vec<u8>,
    filled: usize,
    at: usize,
    ended: bool,
    lexer: Lexer,
}

impl<S: Read> Reader<S> {
    /// Reads from a stream.
    pub fn new(source: S) -> Reader<S> {
        Reader::with_limits(source, Limits::default())
    }

    /// Reads from a stream with limits of your own.
    pub fn with_limits(source: S, limits: Limits) -> Reader<S> {
        let lexer = Lexer::new(limits);
        Reader { source, buffer: Vec::new(), filled: 0, at: 0, ended: false, lexer }
    }

    /// Reads one game. False if there is none left.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        self.read(visitor, |_| Ok(()))
    }

    /// Reads one game and writes its bytes, good or bad, as they are. False if
    /// there is no game left.
    ///
    /// A game goes from where the one before it ends to where the next one
    /// begins. What follows the last game and is no game is written by the call
    /// that returns false, so that all that is written together is the stream.
    ///
    /// ```
    /// use erawan_notation::pgn::{GameError, Reader, Visitor};
    ///
    /// struct Anything;
    /// impl Visitor for Anything {
    ///     fn end_game(&mut self, _: Option<GameError>) {}
    /// }
    ///
    /// let mut reader = Reader::new(&b"1.e4 {?} e5 *\n\n1. Ke5 *\n"[..]);
    /// let mut second = Vec::new();
    /// reader.read_game(&mut Anything)?;
    /// reader.copy_game(&mut Anything, &mut second)?;
    /// assert_eq!(second, b"1. Ke5 *\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn copy_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<bool> {
        self.read(visitor, |bytes| out.write_all(bytes))
    }

    /// Reads one game and hands its bytes on as they are done with.
    fn read<V: Visitor>(
        &mut self,
        visitor: &mut V,
        mut done: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<bool> {
        loop {
            let text = self.buffer.get(..self.filled).unwrap_or(&[]);
            let (at, step) = self.lexer.run(text, self.at, self.ended, visitor);
            let bytes = text.get(self.at..at).unwrap_or(&[]);
            self.at = at;
            done(bytes)?;
            match step {
                Step::GameEnd => return Ok(true),
                Step::End => return Ok(false),
                Step::More => self.fill()?,
            }
        }
    }

    /// Drops what has been read and reads more: at least as much as is waiting,
    /// so that a long token is not looked through too often.
    fn fill(&mut self) -> io::Result<()> {
        let dropped = self.at.saturating_sub(Lexer::CONTEXT);
        let text = self.buffer.get(..self.filled).unwrap_or(&[]);
        self.lexer.drop_bytes(text, dropped);
        self.buffer.copy_within(dropped..self.filled, 0);
        self.filled -= dropped;
        self.at -= dropped;
        let waiting = self.filled - self.at;
        let wanted = self.filled + waiting.max(1);
        while self.filled < wanted {
            let end = self.filled + PIECE.max(waiting);
            if self.buffer.len() < end {
                self.buffer.resize(end, 0);
            }
            let read = match self.buffer.get_mut(self.filled..end) {
                Some(room) => self.source.read(room),
                None => Ok(0),
            };
            match read {
                Ok(0) => {
                    self.ended = true;
                    return Ok(());
                }
                // No more than there was room for, whatever a source says.
                Ok(got) => self.filled = end.min(self.filled.saturating_add(got)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The games as trees, one after the other.
    ///
    /// ```
    /// use erawan_notation::pgn::Reader;
    /// let stream: &[u8] = b"1. e4 e5 *\n\n1. d4 d5 *\n";
    /// let games = Reader::new(stream).into_games();
    /// assert_eq!(games.filter_map(Result::ok).count(), 2);
    /// ```
    pub fn into_games(self) -> StreamedGames<S> {
        StreamedGames { reader: self, builder: Builder::default(), failed: false }
    }
}

/// Why a game could not be had from a stream.
#[derive(Debug)]
pub enum ReadError {
    /// The game is bad; the next one can be read.
    Game(GameError),
    /// The stream is broken; nothing more will come.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Game(error) => error.fmt(f),
            ReadError::Io(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}

/// The games of a stream; see [`Reader::into_games`].
pub struct StreamedGames<S> {
    reader: Reader<S>,
    builder: Builder,
    failed: bool,
}

impl<S> StreamedGames<S> {
    /// Reads moves in a language, and figurines: see
    /// [`Games::in_language`](super::Games::in_language).
    #[must_use]
    pub fn in_language(mut self, language: Language) -> StreamedGames<S> {
        self.builder.spelling = Spelling::In(language);
        self
    }

    /// Reads games as makruk-js writes them: see
    /// [`Games::of_makruk_js`](super::Games::of_makruk_js).
    #[must_use]
    pub fn of_makruk_js(mut self) -> StreamedGames<S> {
        self.builder.expect_makruk_js();
        self
    }

    /// What is worth a word about the good games since it was asked last: see
    /// [`Games::take_remarks`](super::Games::take_remarks).
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        self.builder.remarks.take()
    }
}

impl<S: Read> Iterator for StreamedGames<S> {
    type Item = Result<AnyGame, ReadError>;

    fn next(&mut self) -> Option<Result<AnyGame, ReadError>> {
        while !self.failed {
            match self.reader.read_game(&mut self.builder) {
                Ok(true) => {
                    if let Some(game) = self.builder.finished.take() {
                        return Some(game.map_err(ReadError::Game));
                    }
                }
                Ok(false) => return None,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(ReadError::Io(error)));
                }
            }
        }
        None
    }
}

/// Replays all games of a stream and reports what is wrong with them, as
/// [`check`](super::check) does for a text.
///
/// ```
/// use erawan_notation::pgn;
/// let stream: &[u8] = b"1. e4 e5 *\n\n1. d4 Kd5 *\n";
/// let mut errors = Vec::new();
/// let summary = pgn::check_reader(stream, |error| errors.push(error.game)).unwrap();
/// assert_eq!((summary.games, summary.bad_games), (2, 1));
/// assert_eq!(errors, [2]);
/// ```
pub fn check_reader(source: impl Read, report: impl FnMut(GameError)) -> io::Result<Summary> {
    let mut reader = Reader::new(source);
    let mut checker = Checker::new(report);
    while reader.read_game(&mut checker)? {}
    Ok(checker.summary())
}
