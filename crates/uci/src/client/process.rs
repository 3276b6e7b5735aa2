//! A program that speaks UCI.

use std::process::{Command as Program, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;
use super::pipes::{Errors, Event, Input, InputError, Line, Stamp, read_lines};
use super::{Awaited, ClientError};
use crate::limits::WAITING_LINES;
use crate::options::Options;
use crate::protocol::{Command, Go, Info, Message, Start};

/// How long a program may take to end once it has closed its output, and its
/// last words to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How often is looked whether nobody wants to wait any longer.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program may take to end when nobody wants to wait any longer.
const FAREWELL: Duration = Duration::from_millis(100);

/// Who a program says it is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Identity {
    /// `id name`
    pub name: Option<String>,
    /// `id author`
    pub author: Option<String>,
    /// Its options, with the values they were last set to.
    pub options: Options,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; `None` if the program has none.
    pub best: Option<String>,
    /// The answer that the program expects.
    pub ponder: Option<String>,
    /// The time between `go`, or `ponderhit`, and `bestmove`: from when the one
    /// was written to when the other was read.
    pub elapsed: Duration,
    /// The last `info` with a score, of the best line if there are several.
    pub info: Option<Info>,
}

/// A running search.
struct Search {
    since: Stamp,
    info: Option<Info>,
}

/// A program that speaks UCI. When this is dropped, it is killed, and with it
/// every process of its group: on Unix it leads one of its own, so that a script
/// that starts an engine does not leave it behind. If we are killed ourselves,
/// the group ends too. A process that leaves the group is beyond reach.
///
/// See the [module](super) for an example.
pub struct UciProcess {
    group: Group,
    input: Input,
    lines: Receiver<Line>,
    errors: Errors,
    identity: Identity,
    search: Option<Search>,
    finished: Option<BestMove>,
    /// How many `readyok` are still to come: an answer that came too late must
    /// not pass for the next one.
    ready_owed: usize,
    /// Set when nobody wants to wait any longer.
    stop: Option<Arc<AtomicBool>>,
}

impl UciProcess {
    /// Starts a program. Its three standard streams are taken over; everything
    /// else, such as arguments and the working directory, is as given.
    pub fn start(mut program: Program) -> Result<Self, ClientError> {
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let name = program.get_program().to_string_lossy().into_owned();
        let failed = |error| ClientError::Start { program: name.clone(), error };
        let mut group = Group::start(program).map_err(failed)?;
        let child = group.leader();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let threads = match pipes {
            (Some(stdin), Some(stdout), Some(stderr)) => Input::new(stdin).and_then(|input| {
                let lines = read_lines(stdout)?;
                Ok((input, lines, Errors::new(stderr)?))
            }),
            _ => Err(std::io::Error::other("it has no standard streams")),
        };
        match threads {
            Ok((input, lines, errors)) => Ok(Self {
                group,
                input,
                lines,
                errors,
                identity: Identity::default(),
                search: None,
                finished: None,
                ready_owed: 0,
                stop: None,
            }),
            Err(error) => Err(failed(error)),
        }
    }

    /// From now on nothing is waited for once the flag is set: whatever waits
    /// gives up with [`ClientError::Interrupted`], and [`quit`](Self::quit)
    /// leaves the program a moment only.
    pub fn interrupt_with(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// Says `uci`, and waits for who the program is and `uciok`. A declaration
    /// that is given twice counts once.
    pub fn handshake(&mut self, timeout: Duration) -> Result<&Identity, ClientError> {
        self.send(&Command::Uci)?;
        let mut identity = Identity::default();
        self.wait(Awaited::UciOk, timeout, |_, event| {
            match &event.message {
                Message::IdName(name) => identity.name = Some(name.clone()),
                Message::IdAuthor(author) => identity.author = Some(author.clone()),
                Message::Option(option) => {
                    let _ = identity.options.declare(option.clone());
                }
                Message::UciOk => return true,
                _ => {}
            }
            false
        })?;
        self.identity = identity;
        Ok(&self.identity)
    }

    /// Who the program is, as it said in [`handshake`](Self::handshake).
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Sets an option that the program has declared, to a value that it may
    /// have; otherwise nothing is sent.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), ClientError> {
        let name = self.identity.options.set(name, value)?.name().to_owned();
        self.send(&Command::SetOption { name, value: value.map(str::to_owned) })
    }

    /// Says `isready` and waits for `readyok`. That is possible during a search
    /// too: `info` lines are passed over, but the end of the search is not.
    pub fn wait_ready(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.send(&Command::IsReady)?;
        self.ready_owed += 1;
        self.wait(Awaited::ReadyOk, timeout, |process, event| {
            event.message == Message::ReadyOk && process.ready_owed == 0
        })
    }

    /// Says that what follows is another game.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.refuse_while_searching()?;
        self.send(&Command::UciNewGame)
    }

    /// Gives the position to search.
    pub fn position(&mut self, start: Start, moves: &[impl AsRef<str>]) -> Result<(), ClientError> {
        self.refuse_while_searching()?;
        let moves = moves.iter().map(|text| text.as_ref().to_owned()).collect();
        self.send(&Command::Position { start, moves })
    }

    /// Starts a search and its clock. What the program has written before is
    /// thrown away, so that an answer to nothing cannot pass for this one's.
    pub fn go(&mut self, go: Go) -> Result<(), ClientError> {
        self.refuse_while_searching()?;
        self.drain();
        self.finished = None;
        let since = self.send_stamped(&Command::Go(go))?;
        self.search = Some(Search { since, info: None });
        Ok(())
    }

    /// Says that the expected move was played; the time counts from here.
    pub fn ponder_hit(&mut self) -> Result<(), ClientError> {
        let since = self.send_stamped(&Command::PonderHit)?;
        if let Some(search) = &mut self.search {
            search.since = since;
        }
        Ok(())
    }

    /// Looks at what the program has written so far, and does not wait. Without
    /// it a program that thinks for long while nobody listens would have to
    /// wait before it could write more.
    pub fn drain(&mut self) {
        for _ in 0..WAITING_LINES {
            let Ok(line) = self.lines.try_recv() else { break };
            self.understand(&line);
        }
    }

    /// Tells the program to end its search; its move is still to be waited for.
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.send(&Command::Stop)
    }

    /// Whether a search was started whose best move has not been read.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// How long the search has run since `go`, or `ponderhit`, was written; zero
    /// before that, and without a search.
    #[must_use]
    pub fn searching_for(&self) -> Duration {
        let since = self.search.as_ref().and_then(|search| search.since.get());
        since.map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Waits for the end of the search, and shows every line on the way. After
    /// [`ClientError::TimedOut`] it may be called again, after
    /// [`stop`](Self::stop) for example.
    pub fn wait_best_move(
        &mut self,
        timeout: Duration,
        mut each: impl FnMut(&Event),
    ) -> Result<BestMove, ClientError> {
        if self.finished.is_none() {
            if self.search.is_none() {
                return Err(ClientError::NotSearching);
            }
            self.wait(Awaited::BestMove, timeout, |process, event| {
                each(event);
                process.finished.is_some()
            })?;
        }
        self.finished.take().ok_or(ClientError::NotSearching)
    }

    /// The next line with something in it.
    pub fn next_event(&mut self, timeout: Duration) -> Result<Event, ClientError> {
        let deadline = Instant::now().checked_add(timeout);
        self.next_event_until(Awaited::Line, deadline, timeout)
    }

    /// Sends any command, even one that makes no sense now. A search has to be
    /// started by [`go`](Self::go) for its end to be noticed.
    pub fn send(&mut self, command: &Command) -> Result<(), ClientError> {
        self.send_stamped(command).map(|_| ())
    }

    fn send_stamped(&mut self, command: &Command) -> Result<Stamp, ClientError> {
        match self.input.send(format!("{command}\n").into_bytes()) {
            Ok(stamp) => Ok(stamp),
            Err(InputError::Full) => Err(ClientError::NotReading),
            Err(InputError::Closed) => Err(self.ended(Awaited::Input)),
        }
    }

    /// Says `quit` and waits for the program to end; if it does not, it is
    /// killed. Either way nothing that it has started is left.
    pub fn quit(mut self, timeout: Duration) -> Result<ExitStatus, ClientError> {
        // If it cannot be told because it has ended, that is what is wanted.
        let _ = self.send(&Command::Quit);
        let begun = Instant::now();
        let deadline = begun.checked_add(timeout);
        loop {
            if let Ok(Some(status)) = self.group.status() {
                return Ok(status);
            }
            if self.is_interrupted() && begun.elapsed() >= FAREWELL {
                return Err(ClientError::Interrupted);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(ClientError::TimedOut { awaited: Awaited::Exit, after: timeout });
            }
            // It cannot end while it waits for somebody to read what it writes.
            let pause = Duration::from_millis(2);
            if let Err(RecvTimeoutError::Disconnected) = self.lines.recv_timeout(pause) {
                thread::sleep(pause);
            }
        }
    }

    /// The last that the program wrote on its standard error.
    #[must_use]
    pub fn error_output(&self) -> String {
        self.errors.text()
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.group.id()
    }

    fn is_interrupted(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed))
    }

    fn refuse_while_searching(&self) -> Result<(), ClientError> {
        if self.search.is_some() { Err(ClientError::Searching) } else { Ok(()) }
    }

    /// Reads lines until one is what was awaited. Lines count that were written
    /// in time, even if they are only looked at afterwards.
    fn wait(
        &mut self,
        awaited: Awaited,
        timeout: Duration,
        mut is_it: impl FnMut(&Self, &Event) -> bool,
    ) -> Result<(), ClientError> {
        let deadline = Instant::now().checked_add(timeout);
        loop {
            let event = self.next_event_until(awaited, deadline, timeout)?;
            let found = is_it(self, &event);
            if deadline.is_some_and(|deadline| event.at > deadline) {
                return Err(ClientError::TimedOut { awaited, after: timeout });
            }
            if found {
                return Ok(());
            }
        }
    }

    fn next_event_until(
        &mut self,
        awaited: Awaited,
        deadline: Option<Instant>,
        timeout: Duration,
    ) -> Result<Event, ClientError> {
        loop {
            if self.is_interrupted() {
                return Err(ClientError::Interrupted);
            }
            let left = match deadline {
                Some(deadline) => deadline.saturating_duration_since(Instant::now()),
                None => Duration::MAX,
            };
            let pause = if self.stop.is_some() { left.min(GLANCE) } else { left };
            match self.lines.recv_timeout(pause) {
                Ok(line) => {
                    if let Some(event) = self.understand(&line) {
                        return Ok(event);
                    }
                    if deadline.is_some_and(|deadline| line.at > deadline) {
                        return Err(ClientError::TimedOut { awaited, after: timeout });
                    }
                }
                Err(RecvTimeoutError::Timeout) if pause < left => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(ClientError::TimedOut { awaited, after: timeout });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(awaited)),
            }
        }
    }

    /// What a line says, and what it changes in our picture of the program.
    fn understand(&mut self, line: &Line) -> Option<Event> {
        let parsed = Message::parse(&line.bytes)?;
        let since = self.search.as_ref().and_then(|search| search.since.get().copied());
        let elapsed = since.map(|since| line.at.saturating_duration_since(since));
        match &parsed.value {
            Message::ReadyOk => self.ready_owed = self.ready_owed.saturating_sub(1),
            Message::Info(info) => {
                if let Some(search) = &mut self.search
                    && info.score.is_some()
                    && info.multi_pv.is_none_or(|number| number == 1)
                {
                    search.info = Some((**info).clone());
                }
            }
            Message::BestMove { best, ponder } => {
                if let Some(search) = self.search.take() {
                    // A move given before `go` was even written took no time.
                    let elapsed = elapsed.unwrap_or_default();
                    let (best, ponder, info) = (best.clone(), ponder.clone(), search.info);
                    self.finished = Some(BestMove { best, ponder, elapsed, info });
                }
            }
            _ => {}
        }
        let (message, warnings) = (parsed.value, parsed.warnings);
        Some(Event { at: line.at, elapsed, message, warnings, cut: line.cut })
    }

    /// The pipes are closed: find out how the program ended.
    fn ended(&mut self, awaited: Awaited) -> ClientError {
        let start = Instant::now();
        let mut status = None;
        let is_known =
            |status: &Option<ExitStatus>, errors: &Errors| status.is_some() && errors.is_finished();
        while start.elapsed() < LAST_WORDS
            && !is_known(&status, &self.errors)
            && !self.is_interrupted()
        {
            if status.is_none() {
                status = self.group.status().unwrap_or(None);
            }
            thread::sleep(Duration::from_millis(1));
        }
        ClientError::Ended { awaited, status, errors: self.errors.text() }
    }
}
