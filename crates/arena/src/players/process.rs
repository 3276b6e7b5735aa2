//! A program that speaks UCI.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use erawan_board::{Color, Game, Position, Variant};
use erawan_engine::Playable;
use erawan_notation::fen::{self, CastlingStyle, FenStyle};
use erawan_notation::uci::{self, CastlingNotation};
use erawan_uci::client::{BestMove, ClientError, UciProcess};
use erawan_uci::options::SetOptionError;
use erawan_uci::protocol::{self, Go, OptionKind, Start};

use super::{Fault, Halt, PlayerSpec, Program, Question, Thought};
use crate::pace::Pace;

/// How long a program may take to answer `stop` or `quit`, unless the match has
/// less patience.
const GRACE: Duration = Duration::from_secs(2);
/// How often is looked whether the match is over while a program thinks.
const GLANCE: Duration = Duration::from_millis(50);

/// A running program.
pub(crate) struct Process {
    wire: UciProcess,
    pace: Pace,
    variant: Variant,
    ponder: bool,
    patience: Duration,
    /// The move the program expects after its last one.
    expected: Option<String>,
    /// The move it ponders on.
    pondering: Option<String>,
}

impl Process {
    pub(crate) fn start(
        spec: &PlayerSpec,
        variant: Variant,
        patience: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        let Program::Command { program, arguments, folder } = &spec.program else {
            return Err(Fault::Start("it is no program".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let mut wire = UciProcess::start(command).map_err(|error| match error {
            // Without a name it is called by its program, which needs no second word.
            ClientError::Start { error, .. } if spec.name.is_empty() => {
                Fault::Start(error.to_string())
            }
            error => before_the_game(error),
        })?;
        wire.interrupt_with(Arc::clone(stop));
        wire.handshake(patience).map_err(before_the_game)?;
        let mut process = Self {
            wire,
            pace: spec.pace,
            variant,
            ponder: spec.ponder,
            patience,
            expected: None,
            pondering: None,
        };
        process.choose_variant()?;
        if spec.ponder && process.declares("Ponder") {
            process.set("Ponder", "true")?;
        }
        for (name, value) in &spec.options {
            process.set(name, value)?;
        }
        process.wire.wait_ready(patience).map_err(before_the_game)?;
        Ok(process)
    }

    fn grace(&self) -> Duration {
        GRACE.min(self.patience)
    }

    fn declares(&self, name: &str) -> bool {
        self.wire.identity().options.get(name).is_some()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let is_button = self
            .wire
            .identity()
            .options
            .get(name)
            .is_some_and(|entry| *entry.declaration().kind() == OptionKind::Button);
        let value = if is_button { None } else { Some(value) };
        self.wire.set_option(name, value).map_err(before_the_game)
    }

    fn choose_variant(&mut self) -> Result<(), Fault> {
        let name = self.variant.rules().name();
        match self.wire.set_option("UCI_Variant", Some(name)) {
            Ok(()) => {}
            // Most engines know one game only, and need not be told which.
            Err(ClientError::Option(SetOptionError::Unknown { .. }))
                if self.variant.rules() == Variant::Chess => {}
            Err(ClientError::Option(error)) => {
                return Err(Fault::Start(format!("it does not play {name}: {error}")));
            }
            Err(error) => return Err(before_the_game(error)),
        }
        if self.variant.is_chess960() {
            self.wire.set_option("UCI_Chess960", Some("true")).map_err(|error| match error {
                ClientError::Option(error) => {
                    Fault::Start(format!("it does not play chess960: {error}"))
                }
                error => before_the_game(error),
            })?;
        }
        Ok(())
    }

    pub(crate) fn own_name(&self) -> Option<String> {
        self.wire.identity().name.clone()
    }

    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        self.rest()?;
        self.expected = None;
        self.wire.new_game()?;
        Ok(self.wire.wait_ready(self.patience)?)
    }

    pub(crate) fn think<R: Playable>(
        &mut self,
        question: &Question<'_, R>,
    ) -> Result<Thought, Halt> {
        let game = question.game;
        let us = game.position().turn();
        let castling = CastlingNotation::of(self.variant);
        let last = game.moves().last().map(|&m| uci::write::<R>(m, castling));
        let is_hit = self.pondering.is_some() && self.pondering == last;
        if is_hit {
            self.pondering = None;
            self.wire.ponder_hit().map_err(Fault::from)?;
        } else {
            self.rest()?;
            let (start, moves) = describe(game, self.variant, None);
            self.wire.position(start, &moves).map_err(Fault::from)?;
            let go = self.go(question, us, false);
            self.wire.go(go).map_err(Fault::from)?;
        }
        self.expected = None;
        let found = self.wait(question, us)?;
        let Some(text) = &found.best else { return Err(Fault::NoMove.into()) };
        let m = uci::parse(game.position(), text).map_err(|error| Fault::IllegalMove {
            text: text.clone(),
            reason: error.to_string(),
        })?;
        if self.ponder
            && let Some(answer) = &found.ponder
        {
            let next = game.position().play_unchecked(m);
            // In one spelling, to be compared with what will be played.
            self.expected =
                uci::parse(&next, answer).ok().map(|answer| uci::write::<R>(answer, castling));
        }
        Ok(Thought { m, elapsed: found.elapsed, info: found.info })
    }

    /// Waits for the move as long as the player may think.
    fn wait<R: Playable>(
        &mut self,
        question: &Question<'_, R>,
        us: Color,
    ) -> Result<BestMove, Halt> {
        let clock = question.clock(us);
        let allowed =
            [clock.map(|clock| clock.left()), self.pace.move_time].into_iter().flatten().min();
        // Without a clock only the patience of the match ends a search.
        let allowed = allowed.unwrap_or(self.patience);
        let limit = allowed.saturating_add(self.pace.margin);
        let begun = Instant::now();
        let found = loop {
            if question.stop.load(Relaxed) {
                return Err(Halt::Interrupted);
            }
            // On a busy machine it may take a while until `go` is even written;
            // that time is not the player's. One that does not read at all has
            // to be given up all the same.
            let left = limit.saturating_sub(self.wire.searching_for());
            let is_time_left = |process: &Self| {
                process.wire.searching_for() < limit
                    && begun.elapsed() < limit.saturating_add(process.patience)
            };
            match self.wire.wait_best_move(left.min(GLANCE), |_| {}) {
                Err(ClientError::TimedOut { .. }) if is_time_left(self) => {}
                other => break other,
            }
        };
        let found = match found {
            Err(ClientError::TimedOut { .. }) => {
                self.wire.stop().map_err(Fault::from)?;
                let grace = self.grace();
                match self.wire.wait_best_move(grace, |_| {}) {
                    Err(ClientError::TimedOut { .. }) => {
                        return Err(Fault::Silence { after: begun.elapsed() }.into());
                    }
                    other => other,
                }
            }
            other => other,
        };
        let found = found.map_err(Fault::from)?;
        if found.elapsed > limit {
            return Err(Fault::Time { elapsed: found.elapsed, allowed }.into());
        }
        Ok(found)
    }

    pub(crate) fn ponder<R: Playable>(&mut self, question: &Question<'_, R>) {
        let Some(expected) = self.expected.take().filter(|_| self.ponder) else { return };
        let (start, moves) = describe(question.game, self.variant, Some(&expected));
        let us = !question.game.position().turn();
        let go = self.go(question, us, true);
        // If that fails, the next move will tell.
        if self.wire.position(start, &moves).and_then(|()| self.wire.go(go)).is_ok() {
            self.pondering = Some(expected);
        }
    }

    pub(crate) fn listen(&mut self) {
        if self.pondering.is_some() {
            self.wire.drain();
        }
    }

    /// Ends a search that nobody needs any more.
    pub(crate) fn rest(&mut self) -> Result<(), Fault> {
        self.pondering = None;
        if self.wire.is_searching() {
            self.wire.stop()?;
            let grace = self.grace();
            self.wire.wait_best_move(grace, |_| {})?;
        }
        Ok(())
    }

    fn go<R: Playable>(&self, question: &Question<'_, R>, us: Color, ponder: bool) -> Go {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let (white, black) = (question.clock(Color::White), question.clock(Color::Black));
        let left = |clock: &crate::pace::RunningClock| milliseconds(clock.left()).max(1);
        let increment = |clock: &crate::pace::RunningClock| {
            Some(milliseconds(clock.increment())).filter(|&increment| increment > 0)
        };
        // The opponent's clock says nothing to a player that has none.
        let has_clock = question.clock(us).is_some();
        let (white, black) = if has_clock { (white, black) } else { (None, None) };
        Go {
            ponder,
            white_time: white.map(left),
            black_time: black.map(left),
            white_increment: white.and_then(increment),
            black_increment: black.and_then(increment),
            moves_to_go: question.clock(us).and_then(|clock| clock.moves_to_go()),
            depth: self.pace.depth,
            nodes: self.pace.nodes,
            move_time: self.pace.move_time.map(milliseconds),
            ..Go::default()
        }
    }

    /// Says that it is over, and does not wait.
    pub(crate) fn dismiss(&mut self) {
        // One that cannot be told will be killed.
        let _ = self.wire.send(&protocol::Command::Quit);
    }

    pub(crate) fn quit(self) {
        // Whatever it does now, it will be gone.
        let grace = self.grace();
        let _ = self.wire.quit(grace);
    }
}

/// What goes wrong before the first move is a failure to start.
fn before_the_game(error: ClientError) -> Fault {
    Fault::Start(match error {
        ClientError::Start { error, program } => format!("{program}: {error}"),
        other => other.to_string(),
    })
}

/// The game as `position` tells it, with one more move if there is one.
fn describe<R: Playable>(
    game: &Game<R>,
    variant: Variant,
    more: Option<&str>,
) -> (Start, Vec<String>) {
    let start = if *game.start() == Position::startpos() {
        Start::Initial
    } else {
        let castling = CastlingStyle::of(variant);
        Start::Fen(fen::write_with(game.start(), &FenStyle { castling, ..FenStyle::default() }))
    };
    let castling = CastlingNotation::of(variant);
    let moves = game.moves().iter().map(|&m| uci::write::<R>(m, castling));
    (start, moves.chain(more.map(str::to_owned)).collect())
}
