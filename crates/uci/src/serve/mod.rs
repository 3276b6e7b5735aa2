//! The engine's end of the wire: reads commands, keeps a position, searches.
//!
//! Nothing that comes in ends the program but `quit` and the end of input.
//! What cannot be done is said in an `info string`, and what was there before
//! stays.
//!
//! | Module | Its subject |
//! |---|---|
//! | `wire` | lines in and out, and the log of both |
//! | `position` | the game on the board |
//! | `settings` | the options and what they do |
//! | `search` | `go` and the thread that searches |
//! | `report` | what a search found, as lines |
//! | `xboard` | the same engine for XBoard, which tells of its desk in `desk` |
//! | `count` | `go perft` |
//! | `opening` | the book |
//! | `inspect` | commands for people |

mod count;
mod desk;
mod inspect;
mod opening;
mod position;
mod report;
mod search;
mod settings;
mod wire;
mod xboard;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use erawan_engine::{Control, Engine, embedded_network};
use erawan_syzygy::Tables;

use crate::limits;
use crate::options::Options;
use crate::protocol::{Command, Message, Start, excerpt};
use erawan_board::{AnyGame, Variant};
use opening::Opening;
use wire::{Line, Output, read_line};

/// A command that is done elsewhere: it gets the words that follow it and a
/// place to put lines, which fails once the command was told to stop.
type Extra = Arc<dyn Fn(&[String], &mut dyn FnMut(&str) -> io::Result<()>) + Send + Sync>;

/// A conversation with a GUI, to be set up and then run.
///
/// ```
/// use erawan_uci::Session;
///
/// let session = Session::new().script(true).command("bench", |_, say| {
///     let _ = say("1 nodes 1 nps");
/// });
/// let answers = session.run(&b"bench\n"[..], Vec::new()).unwrap();
/// assert_eq!(answers, b"1 nodes 1 nps\n");
/// ```
#[derive(Default)]
pub struct Session {
    is_interactive: bool,
    is_script: bool,
    is_tunable: bool,
    is_xboard: bool,
    extras: Vec<(&'static str, Extra)>,
}

impl Session {
    /// A conversation with a program.
    #[must_use]
    pub fn new() -> Session {
        Session::default()
    }

    /// A person types: every remark is printed at once. Programs do not like
    /// to be told anything between `isready` and `readyok`, so for them all
    /// but complaints waits until a search begins.
    #[must_use]
    pub fn interactive(self, is_interactive: bool) -> Session {
        Session { is_interactive, ..self }
    }

    /// All commands were given beforehand: their end does not mean that the
    /// program at the other end may have died.
    #[must_use]
    pub fn script(self, is_script: bool) -> Session {
        Session { is_script, ..self }
    }

    /// The numbers of the search are options too, for programs that tune them.
    #[must_use]
    pub fn tunable(self, is_tunable: bool) -> Session {
        Session { is_tunable, ..self }
    }

    /// The other end is XBoard from the first line on. Without this a first line
    /// `xboard` says so.
    ///
    /// ```
    /// let input = &b"xboard\nprotover 2\nsd 1\ngo\n"[..];
    /// let answers = erawan_uci::serve(input, Vec::new()).unwrap();
    /// let answers = String::from_utf8(answers).unwrap();
    /// assert!(answers.contains("feature done=1\n") && answers.contains("\nmove "));
    /// ```
    #[must_use]
    pub fn xboard(self, is_xboard: bool) -> Session {
        Session { is_xboard, ..self }
    }

    /// What `bench` or `genfens` does, which are at home elsewhere: it is given
    /// the words that follow and a place to put lines, which fails once the
    /// command was told to stop.
    #[must_use]
    pub fn command(
        mut self,
        name: &'static str,
        command: impl Fn(&[String], &mut dyn FnMut(&str) -> io::Result<()>) + Send + Sync + 'static,
    ) -> Session {
        self.extras.push((name, Arc::new(command)));
        self
    }

    /// Reads commands until `quit` or the end of input, and gives the output
    /// back. At the end of input a search that has a limit is completed.
    pub fn run<W: Write + Send + 'static>(
        self,
        mut input: impl BufRead,
        output: W,
    ) -> io::Result<W> {
        let output = Output::new(output);
        let mut is_xboard = self.is_xboard;
        let mut server = Server::new(output.clone(), self)?;
        let mut line = Vec::new();
        let mut is_first = true;
        let has_quit = loop {
            if is_xboard {
                xboard::converse(server, &mut input)?;
                return output.take();
            }
            match read_line(&mut input, &mut line) {
                Ok(Line::Read) if is_first && line.trim_ascii() == b"xboard" => is_xboard = true,
                Ok(Line::Read) if !server.handle(&line) => break true,
                Ok(Line::Read) => {}
                Ok(Line::TooLong) => server.output.tell("the line is too long; it was skipped"),
                Ok(Line::End) => break false,
                Err(error) => {
                    server.output.tell(format!("the input cannot be read: {error}"));
                    break true;
                }
            }
            is_first &= line.trim_ascii().is_empty();
        };
        server.finish(has_quit);
        drop(server);
        output.take()
    }
}

/// Reads commands until `quit` or the end of input; see [`Session`].
///
/// ```
/// let input = &b"uci\nisready\nposition startpos moves e2e4\ngo depth 2\n"[..];
/// let answers = erawan_uci::serve(input, Vec::new()).unwrap();
/// let answers = String::from_utf8(answers).unwrap();
/// assert!(answers.contains("uciok") && answers.contains("bestmove"));
/// ```
pub fn serve<W: Write + Send + 'static>(input: impl BufRead, output: W) -> io::Result<W> {
    Session::new().run(input, output)
}

/// The engine behind the protocol.
struct Server<W> {
    output: Output<W>,
    options: Options,
    engine: Arc<Mutex<Engine>>,
    control: Control,
    game: AnyGame,
    opening: Opening,
    tables: Option<Arc<Tables>>,
    /// What the mistakes of a weaker player depend on, for each game another.
    seed: u64,
    /// The size of the engine's table, in mebibytes.
    hash: usize,
    search: Option<JoinHandle<()>>,
    /// True until the last line of a search is about to be sent.
    is_thinking: Arc<AtomicBool>,
    /// The search that runs has no limit.
    endless: bool,
    /// What runs is a count of positions.
    is_counting: bool,
    /// Options the engine has not heard of yet, because it was thinking.
    unapplied: Vec<String>,
    /// Remarks that wait for a search to begin.
    notes: Vec<String>,
    /// Remarks do not wait.
    is_talkative: bool,
    is_interactive: bool,
    is_script: bool,
    is_xboard: bool,
    extras: Vec<(&'static str, Extra)>,
}

impl<W: Write + Send + 'static> Server<W> {
    fn new(output: Output<W>, session: Session) -> io::Result<Server<W>> {
        let engine = Engine::new(settings::DEFAULT_HASH).map_err(io::Error::other)?;
        Ok(Server {
            output,
            options: settings::declare(session.is_tunable).map_err(io::Error::other)?,
            control: engine.control(),
            engine: Arc::new(Mutex::new(engine)),
            game: AnyGame::start(Variant::Chess),
            opening: Opening::default(),
            tables: None,
            seed: random(),
            hash: settings::DEFAULT_HASH,
            search: None,
            is_thinking: Arc::default(),
            endless: false,
            is_counting: false,
            unapplied: Vec::new(),
            notes: Vec::new(),
            is_talkative: session.is_interactive,
            is_interactive: session.is_interactive,
            is_script: session.is_script,
            is_xboard: false,
            extras: session.extras,
        })
    }

    /// Does what a line says. False if the program should end.
    fn handle(&mut self, line: &[u8]) -> bool {
        self.output.log_input(line);
        let Some(parsed) = Command::parse(line) else { return true };
        let is_clear = parsed.warnings.is_empty();
        for warning in parsed.warnings {
            self.output.tell(warning.to_string());
        }
        match parsed.value {
            Command::Quit => return false,
            Command::Uci => self.introduce(),
            Command::IsReady => {
                // Read now, not while a clock runs.
                let _ = embedded_network(self.game.rules());
                self.output.send(Message::ReadyOk);
            }
            Command::Stop => self.control.stop(),
            Command::PonderHit => self.control.ponderhit(),
            Command::Go(go) => self.go(go, is_clear),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => self.forget(),
            Command::Draw => self.draw(),
            Command::Eval => self.explain(),
            Command::Flip => self.flip(),
            Command::Help => self.help(),
            Command::Bench(words) => self.run_extra("bench", words),
            command @ Command::GenFens(_) => {
                let line = command.to_string();
                let words = line.split_ascii_whitespace().skip(1).map(str::to_owned);
                self.run_extra("genfens", words.collect());
            }
            Command::Debug(is_on) => self.is_talkative = is_on || self.is_interactive,
            Command::Register(_) => {}
            Command::Unknown(text) => {
                self.note(format!("unknown command: {}", excerpt(&text)));
            }
        }
        true
    }

    /// Must not be called while the engine is thinking, for it would wait.
    fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_thinking(&self) -> bool {
        self.is_thinking.load(SeqCst)
    }

    /// Ends the search that runs, if any, and waits for it. A count is completed first,
    /// unless a person has thought better of it.
    fn end_search(&mut self) {
        if !self.is_interactive {
            self.await_count();
        }
        if let Some(search) = self.search.take() {
            self.control.stop();
            // It tells of its troubles itself.
            let _ = search.join();
        }
    }

    /// Makes ready for another game.
    fn forget(&mut self) {
        self.end_search();
        self.settle();
        self.engine().clear();
        self.seed = random();
    }

    /// Lets a count come to its end, but not for ever: `go perft 6` and what follows it
    /// often come down a pipe together.
    fn await_count(&self) {
        let until = Instant::now() + limits::LONGEST_WAIT_FOR_COUNT;
        while self.is_counting && self.is_thinking() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// At the end of input a search with a limit is still completed; one
    /// without would never end. A count is even if the program is told to quit.
    fn finish(&mut self, has_quit: bool) {
        self.tell_notes();
        if has_quit {
            self.await_count();
        }
        if self.is_thinking() && !has_quit && !self.endless && !self.is_script {
            // If the program at the other end has died, this is how to notice.
            self.output.tell("the input has ended; the search is completed");
        }
        if has_quit || self.endless || self.output.is_broken() {
            self.control.stop();
        }
        if let Some(search) = self.search.take() {
            let _ = search.join();
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = format!("id name Erawan {version}\nid author the Erawan developers\n");
        lines.push_str(&self.options.to_string());
        self.output.send(format_args!("{lines}{}", Message::UciOk));
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) {
        match position::read(&self.game, start, moves) {
            Ok(game) => self.game = game,
            Err(reason) => self.output.tell(format!("{reason}; the old position stays")),
        }
    }

    fn run_extra(&mut self, name: &str, words: Vec<String>) {
        let extra = self.extras.iter().find(|(known, _)| *known == name);
        let Some((_, command)) = extra.cloned() else {
            return self.output.tell(format!("{name} is not available here"));
        };
        self.end_search();
        self.control.reset();
        self.endless = false;
        self.is_counting = false;
        let (output, control, name) = (self.output.clone(), self.control.clone(), name.to_owned());
        self.start_thread(None, move || {
            // One that has said all it had to say was not stopped.
            let mut was_refused = false;
            command(&words, &mut |line| {
                if control.is_stopped() || output.is_broken() {
                    was_refused = true;
                    return Err(io::Error::other("told to stop"));
                }
                output.send(line);
                Ok(())
            });
            if was_refused {
                output.tell(format!("{name} was stopped"));
            }
            None
        });
    }

    /// A remark that can wait until a search begins.
    fn note(&mut self, text: String) {
        if self.is_talkative || self.is_thinking() {
            self.output.remark(text);
        } else if self.notes.len() < limits::NOTES {
            self.notes.push(text);
        }
    }

    fn tell_notes(&mut self) {
        for note in std::mem::take(&mut self.notes) {
            self.output.remark(note);
        }
    }
}

/// A number that is another one each time.
fn random() -> u64 {
    // Every hasher of this kind has a seed of its own.
    RandomState::new().hash_one(0)
}
