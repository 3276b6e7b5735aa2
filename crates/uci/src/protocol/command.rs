//! What a GUI says to an engine.

use core::fmt;
use core::str::FromStr;

use super::words::{OneLine, Words, decode, write_field, write_words};
use super::{Go, Parsed, Warning, WarningKind};

/// A line from the GUI to the engine.
///
/// ```
/// use erawan_uci::protocol::{Command, Start};
///
/// let command: Command = "position startpos moves e2e4 e7e5".parse().unwrap();
/// let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
/// assert_eq!(command, Command::Position { start: Start::Initial, moves });
///
/// assert_eq!(Command::parse(b"  # a comment\n"), None);
/// assert!(matches!("joho".parse(), Ok(Command::Unknown(text)) if text == "joho"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `uci`: say who you are and which options you have.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer when everything sent before has been done.
    IsReady,
    /// `setoption name … [value …]`.
    SetOption {
        /// The name, its words separated by single spaces.
        name: String,
        /// The value as it stands in the line, without the spaces around it;
        /// empty for `value` with nothing behind it, `None` without `value`.
        value: Option<String>,
    },
    /// `register …`.
    Register(Register),
    /// `ucinewgame`: what follows is another game.
    UciNewGame,
    /// `position (startpos | fen …) [moves …]`.
    Position {
        /// Where the game starts.
        start: Start,
        /// The moves played since, as texts. Whether they are legal is for
        /// those to say who know the variant.
        moves: Vec<String>,
    },
    /// `go …`: search; `perft N` is short for `go perft N`, `perft N each` for `go perft N each`.
    Go(Go),
    /// `stop`: end the search and give the best move.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// `d`: draw the position.
    Draw,
    /// `eval`: explain the evaluation of the position.
    Eval,
    /// `bench …`: search a fixed set of positions; its arguments.
    Bench(Vec<String>),
    /// `flip`: swap the sides of the position.
    Flip,
    /// `help`: list the commands.
    Help,
    /// `genfens …`: write random openings.
    GenFens(GenFens),
    /// Anything else, as it stands in the line without the spaces around it.
    Unknown(String),
}

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// The starting position of the variant: `startpos`.
    Initial,
    /// A FEN, its fields separated by single spaces; not looked at further.
    Fen(String),
}

/// What `register` says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Register {
    /// The user will register later.
    Later,
    /// The user registers now.
    Now {
        /// The user's name.
        name: Option<String>,
        /// The code.
        code: Option<String>,
    },
}

/// What `genfens N seed S book B …` asks for, as OpenBench sends it.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct GenFens {
    /// How many positions.
    pub count: u64,
    /// Where the random numbers start.
    pub seed: Option<u64>,
    /// The file of openings to start from; `None` for `book None`.
    pub book: Option<String>,
    /// Whatever follows.
    pub arguments: Vec<String>,
}

impl Command {
    /// Reads a line of any bytes, with or without its line break.
    ///
    /// A line with nothing in it and a comment, which starts with `#`, are
    /// `None`. A command whose sense cannot be made out, such as `setoption`
    /// without a name, is [`Command::Unknown`] with a warning; a word that is no
    /// command at all needs none.
    #[must_use]
    pub fn parse(line: &[u8]) -> Option<Parsed<Self>> {
        let line = decode(line);
        let mut words = Words::new(&line);
        let command = words.next()?;
        if command.text.starts_with('#') {
            return None;
        }
        let value = match command.text {
            "uci" => Self::Uci,
            "debug" => match words.next() {
                Some(word) if word.text == "on" => Self::Debug(true),
                Some(word) if word.text == "off" => Self::Debug(false),
                Some(word) => {
                    words.unexpected("debug", word);
                    unknown(&mut words, &line)
                }
                None => {
                    words.missing("debug");
                    unknown(&mut words, &line)
                }
            },
            "isready" => Self::IsReady,
            "setoption" => set_option(&mut words).unwrap_or_else(|| unknown(&mut words, &line)),
            "register" => Self::Register(register(&mut words)),
            "ucinewgame" => Self::UciNewGame,
            "position" => position(&mut words).unwrap_or_else(|| unknown(&mut words, &line)),
            "go" => Self::Go(Go::read(&mut words)),
            "perft" => perft(&mut words).unwrap_or_else(|| unknown(&mut words, &line)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Draw,
            "eval" => Self::Eval,
            "bench" => Self::Bench(words.take_until(|_| false)),
            "flip" => Self::Flip,
            "help" => Self::Help,
            "genfens" => Self::GenFens(gen_fens(&mut words)),
            _ => unknown(&mut words, &line),
        };
        words.expect_end("the command");
        Some(words.finish(value))
    }
}

fn unknown(words: &mut Words<'_>, line: &str) -> Command {
    words.rest();
    Command::Unknown(line.trim_ascii().to_owned())
}

/// Without a number it is no command: `go` alone would search on and on.
fn perft(words: &mut Words<'_>) -> Option<Command> {
    let depth = words.number("perft", |_| false)?;
    let each = words.peek().is_some_and(|word| word.text == "each") && words.next().is_some();
    Some(Command::Go(Go { perft: Some(depth), each, ..Go::default() }))
}

fn set_option(words: &mut Words<'_>) -> Option<Command> {
    match words.next() {
        Some(word) if word.text == "name" => {}
        Some(word) => {
            words.unexpected("setoption", word);
            return None;
        }
        None => {
            words.missing("setoption");
            return None;
        }
    }
    let name = words.take_until(|word| word == "value").join(" ");
    if name.is_empty() {
        words.missing("name");
        return None;
    }
    let value = words.next().map(|_| words.rest().to_owned());
    Some(Command::SetOption { name, value })
}

fn register(words: &mut Words<'_>) -> Register {
    let keyword = |word: &str| matches!(word, "name" | "code");
    let (mut name, mut code) = (None, None);
    if words.peek().is_none() {
        words.missing("register");
    }
    while let Some(word) = words.next() {
        match word.text {
            "later" => return Register::Later,
            "name" => name = Some(words.take_until(keyword).join(" ")),
            "code" => code = Some(words.take_until(keyword).join(" ")),
            _ => words.unexpected("register", word),
        }
    }
    Register::Now { name, code }
}

fn position(words: &mut Words<'_>) -> Option<Command> {
    let keyword = |word: &str| word == "moves";
    let start = match words.next() {
        Some(word) if word.text == "startpos" => Start::Initial,
        Some(word) if word.text == "fen" => {
            let fen = words.take_until(keyword).join(" ");
            if fen.is_empty() {
                words.missing("fen");
            }
            Start::Fen(fen)
        }
        Some(word) => {
            words.unexpected("position", word);
            return None;
        }
        None => {
            words.missing("position");
            return None;
        }
    };
    while let Some(word) = words.next_unless(keyword) {
        words.unexpected("position", word);
    }
    words.next();
    Some(Command::Position { start, moves: words.take_until(|_| false) })
}

fn gen_fens(words: &mut Words<'_>) -> GenFens {
    let keyword = |word: &str| matches!(word, "seed" | "book");
    let count = words.number("genfens", keyword).unwrap_or(0);
    let mut wanted = GenFens { count, ..GenFens::default() };
    while let Some(word) = words.next() {
        match word.text {
            "seed" => wanted.seed = words.number("seed", keyword),
            "book" => match words.next() {
                Some(book) if book.text.eq_ignore_ascii_case("none") => {}
                Some(book) => wanted.book = Some(book.text.to_owned()),
                None => words.missing("book"),
            },
            other => {
                wanted.arguments.push(other.to_owned());
                wanted.arguments.extend(words.take_until(|_| false));
            }
        }
    }
    wanted
}

impl FromStr for Command {
    type Err = Warning;

    /// Reads a line, and makes the first warning an error.
    fn from_str(line: &str) -> Result<Self, Warning> {
        match Self::parse(line.as_bytes()) {
            Some(parsed) => parsed.strict(),
            None => Err(Warning { column: 1, kind: WarningKind::Empty }),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(true) => f.write_str("debug on"),
            Self::Debug(false) => f.write_str("debug off"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value } => {
                write!(f, "setoption name {}", OneLine(name))?;
                match value.as_deref() {
                    None => Ok(()),
                    Some("") => f.write_str(" value"),
                    Some(value) => write!(f, " value {}", OneLine(value)),
                }
            }
            Self::Register(Register::Later) => f.write_str("register later"),
            Self::Register(Register::Now { name, code }) => {
                f.write_str("register")?;
                write_field(f, "name", name.as_deref().map(OneLine))?;
                write_field(f, "code", code.as_deref().map(OneLine))
            }
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position { start, moves } => {
                match start {
                    Start::Initial => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {}", OneLine(fen))?,
                }
                if moves.is_empty() {
                    return Ok(());
                }
                f.write_str(" moves")?;
                write_words(f, moves)
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Draw => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench(arguments) => {
                f.write_str("bench")?;
                write_words(f, arguments)
            }
            Self::Flip => f.write_str("flip"),
            Self::Help => f.write_str("help"),
            Self::GenFens(wanted) => {
                write!(f, "genfens {}", wanted.count)?;
                write_field(f, "seed", wanted.seed)?;
                write_field(f, "book", wanted.book.as_deref().map(OneLine))?;
                write_words(f, &wanted.arguments)
            }
            Self::Unknown(text) => OneLine(text).fmt(f),
        }
    }
}
