//! The same engine for XBoard: reads its commands, keeps the game, moves.
//!
//! Lines are read by one thread, and what they say is done by another, which also
//! hears when a search has ended: it plays the move that was found.
//!
//! | Module | Its subject |
//! |---|---|
//! | `table` | the game on the table, apart from any search: moves in and out, its end |
//! | `play` | whose turn it is, and what the engine does about it |
//! | `setup` | features, options, games and positions |

mod play;
mod setup;
mod table;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use erawan_board::{Color, Variant};

use super::Server;
use super::desk::Desk;
use super::wire::{Line, read_line};
use crate::cecp::{Command, Level, Message};
use crate::limits::{PINGS, WAITING_COMMANDS};
use crate::protocol::{Parsed, Score, Warning, excerpt};
use table::Table;

/// What the conversation goes on with.
pub(super) enum Event {
    /// A line came.
    Line(Vec<u8>),
    /// A line was too long.
    TooLong,
    /// A search has ended.
    Found,
    /// No more will come.
    End,
}

/// Which side the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Neither: it watches.
    Force,
    /// This one.
    Playing(Color),
    /// It thinks about every position and moves in none.
    Analysing,
}

/// What the search that runs is for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Task {
    /// There is none.
    Idle,
    /// The engine's move.
    Moving,
    /// The same if the opponent plays this move, the expected one.
    Pondering(String),
    /// Analysis.
    Analysing,
}

/// How long to think about a move.
#[derive(Clone, Copy, Debug)]
enum Budget {
    /// By the clock.
    Level(Level),
    /// This long.
    Move(Duration),
}

/// The engine and what XBoard has told it.
struct XBoard<W> {
    server: Server<W>,
    desk: Arc<Desk>,
    table: Table,
    mode: Mode,
    task: Task,
    budget: Budget,
    /// Look no deeper.
    depth: Option<u32>,
    /// What is left on the engine's clock.
    clock: Duration,
    /// When the search began that counts on it.
    since: Instant,
    /// Think in the opponent's time.
    ponders: bool,
    /// What the opponent was expected to play.
    hint: Option<String>,
    /// What the engine thought of its last move.
    score: Option<Score>,
    /// The opponent is a program, and XBoard the referee.
    has_referee: bool,
    /// Pings that wait for the engine's move.
    pings: Vec<u64>,
}

/// Speaks with XBoard until it says `quit` or the end of input.
pub(super) fn converse<W: Write + Send + 'static>(
    mut server: Server<W>,
    input: &mut impl BufRead,
) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_COMMANDS);
    let desk = Arc::new(Desk::new(sender.clone()));
    server.is_xboard = true;
    server.output.speak_to_xboard(Arc::clone(&desk));
    let thread = std::thread::Builder::new().name("xboard".into());
    let conversation = thread.spawn(move || XBoard::new(server, desk).listen(&events))?;
    let mut line = Vec::new();
    loop {
        let event = match read_line(input, &mut line) {
            Ok(Line::Read) => Event::Line(line.clone()),
            Ok(Line::TooLong) => Event::TooLong,
            Ok(Line::End) | Err(_) => Event::End,
        };
        let is_last = match &event {
            Event::Line(line) => {
                Command::parse(line).is_some_and(|parsed| parsed.value == Command::Quit)
            }
            event => matches!(event, Event::End),
        };
        // It hears no more only after the last.
        if sender.send(event).is_err() || is_last {
            break;
        }
    }
    conversation.join().map_err(|_| io::Error::other("the conversation with XBoard broke off"))
}

impl<W: Write + Send + 'static> XBoard<W> {
    fn new(server: Server<W>, desk: Arc<Desk>) -> XBoard<W> {
        XBoard {
            server,
            desk,
            table: Table::new(Variant::Chess),
            mode: Mode::Playing(Color::Black),
            task: Task::Idle,
            budget: Budget::Level(Level::DEFAULT),
            depth: None,
            clock: Level::DEFAULT.base,
            since: Instant::now(),
            ponders: false,
            hint: None,
            score: None,
            has_referee: false,
            pings: Vec::new(),
        }
    }

    fn listen(mut self, events: &Receiver<Event>) {
        for event in events {
            match event {
                Event::Line(line) => {
                    self.server.output.log_input(&line);
                    if let Some(parsed) = Command::parse(&line)
                        && !self.handle(parsed)
                    {
                        break;
                    }
                }
                Event::TooLong => {
                    self.say(Message::Remark("the line is too long; it was skipped".into()));
                }
                Event::Found => {}
                Event::End => {
                    self.await_move();
                    break;
                }
            }
            self.look_at_desk();
            if self.server.output.is_broken() {
                break;
            }
        }
        self.stop();
        self.server.finish(true);
    }

    fn say(&self, message: Message) {
        self.server.output.send(message);
    }

    fn refuse(&self, reason: impl Into<String>, text: &str) {
        self.say(Message::Error { reason: reason.into(), text: excerpt(text) });
    }

    /// Does what a line says. False if the program should end.
    fn handle(&mut self, parsed: Parsed<Command>) -> bool {
        let Parsed { value, warnings } = parsed;
        let is_unknown = matches!(value, Command::Unknown(_));
        if let Some(Warning { kind, .. }) = warnings.first() {
            self.refuse(kind.to_string(), &value.to_string());
            if is_unknown {
                return true;
            }
        }
        match value {
            Command::Quit => return false,
            Command::New => self.new_game(Variant::Chess),
            Command::Variant(name) => self.change_variant(&name),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::UserMove(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Draw => self.consider_draw(),
            Command::Result(_) => self.end_game(),
            Command::Analyze => self.analyse(),
            Command::Exit => self.exit(),
            Command::Hint => self.give_hint(),
            Command::Ping(number) => self.pong(number),
            Command::Unknown(text) => self.perhaps_a_move(&text),
            other => self.set(other),
        }
        true
    }

    /// Does what changes how the engine plays, and not what is on the board.
    fn set(&mut self, command: Command) {
        match command {
            Command::ProtoVer(_) => self.introduce(),
            Command::Level(level) => {
                self.budget = Budget::Level(level);
                self.clock = level.base;
            }
            Command::MoveTime(time) => self.budget = Budget::Move(time),
            Command::Depth(plies) => self.depth = Some(plies.max(1)),
            // A flag that has fallen leaves nothing.
            Command::Time(time) => {
                self.clock = Duration::from_millis(time.max(0).unsigned_abs().saturating_mul(10));
            }
            Command::Hard => self.ponders = true,
            Command::Easy => {
                self.ponders = false;
                if matches!(self.task, Task::Pondering(_)) {
                    self.stop();
                }
            }
            Command::Post => self.desk.posts.store(true, SeqCst),
            Command::NoPost => self.desk.posts.store(false, SeqCst),
            Command::Computer => self.has_referee = true,
            Command::Memory(mebibytes) => self.set_memory(mebibytes),
            Command::Cores(cores) => self.set_cores(cores),
            Command::EgtPath { kind, path } => self.set_tables(&kind, &path),
            Command::Option { name, value } => self.set_option(&name, value.as_deref()),
            Command::Book => self.show_book(),
            Command::Status => self.show_progress(),
            // Nothing to do about it: `otim`, `accepted`, `nps`, `name` and the like.
            _ => {}
        }
    }

    /// Answers when what was asked for before is done: a move, above all.
    fn pong(&mut self, number: u64) {
        if self.task == Task::Moving && self.pings.len() < PINGS {
            self.pings.push(number);
        } else {
            self.say(Message::Pong(number));
        }
    }
}
