//! Whose turn it is, and what the engine does about it.

use std::io::Write;
use std::time::{Duration, Instant};

use erawan_board::{Color, Move, with_game};
use erawan_engine::Limits;

use super::table::{announcement, looks_like_a_move};
use super::{Budget, Mode, Task, XBoard};
use crate::cecp::{Message, Progress};
use crate::limits::HINT_TIME;
use crate::protocol::{self, Go, Score, excerpt};

/// A draw is taken in a game of at least so many moves by both, if it is not worse
/// than what the engine expects.
const DRAWN_OUT: usize = 60;

/// Earlier it is taken by who is so much behind, in hundredths of a pawn.
const BEHIND: i32 = -100;

impl<W: Write + Send + 'static> XBoard<W> {
    /// Ends the search that runs, if any; what it has found counts for nothing.
    pub(super) fn stop(&mut self) {
        self.server.end_search();
        self.server.settle();
        self.desk.take_found();
        self.task = Task::Idle;
        for number in std::mem::take(&mut self.pings) {
            self.say(Message::Pong(number));
        }
    }

    /// Moves at once if it is thinking about a move.
    pub(super) fn move_now(&mut self) {
        if self.task == Task::Moving {
            self.server.end_search();
            self.look_at_desk();
        }
    }

    /// Waits for the move that it is thinking about, if it is.
    pub(super) fn await_move(&mut self) {
        if let (Task::Moving, Some(search)) = (&self.task, self.server.search.take()) {
            // It tells of its troubles itself.
            let _ = search.join();
            self.look_at_desk();
        }
    }

    pub(super) fn force(&mut self) {
        self.stop();
        self.mode = Mode::Force;
    }

    pub(super) fn go(&mut self) {
        self.stop();
        self.mode = Mode::Playing(self.table.turn());
        self.think();
    }

    pub(super) fn play_other(&mut self) {
        self.stop();
        self.mode = Mode::Playing(!self.table.turn());
    }

    pub(super) fn end_game(&mut self) {
        if self.mode != Mode::Analysing {
            self.force();
        }
    }

    pub(super) fn analyse(&mut self) {
        self.stop();
        self.mode = Mode::Analysing;
        self.analyse_on();
    }

    pub(super) fn exit(&mut self) {
        if self.mode == Mode::Analysing {
            self.force();
        } else {
            self.refuse("there is no analysis to end", "exit");
        }
    }

    /// Analyses the position on the board, if that is what it does.
    pub(super) fn analyse_on(&mut self) {
        if self.mode == Mode::Analysing && self.has_moves() {
            self.search(&Go { infinite: true, ..Go::default() }, Task::Analysing);
        }
    }

    /// A move of the opponent, or of either side if the engine only watches.
    pub(super) fn user_move(&mut self, text: &str) {
        if self.task == Task::Moving {
            let reason = Some("it is not your turn".to_owned());
            return self.say(Message::IllegalMove { reason, text: excerpt(text) });
        }
        let m = match self.table.read(text) {
            Ok(m) => m,
            Err(reason) => {
                let reason = Some(reason);
                return self.say(Message::IllegalMove { reason, text: excerpt(text) });
            }
        };
        let played = self.table.write(m);
        let is_expected = self.task == Task::Pondering(played);
        if !is_expected {
            self.stop();
        }
        self.table.play(m);
        self.hint = None;
        match self.mode {
            Mode::Force => {}
            Mode::Analysing => self.analyse_on(),
            Mode::Playing(side) if side != self.table.turn() => {}
            Mode::Playing(_) if is_expected => {
                self.task = Task::Moving;
                self.since = Instant::now();
                self.server.control.ponderhit();
            }
            Mode::Playing(_) => self.think(),
        }
    }

    /// A line that is no command: an older XBoard sends moves so.
    pub(super) fn perhaps_a_move(&mut self, text: &str) {
        if looks_like_a_move(text) || self.table.read(text).is_ok() {
            self.user_move(text);
        } else {
            self.refuse("unknown command", text);
        }
    }

    pub(super) fn take_back(&mut self, moves: usize) {
        let is_analysing = self.mode == Mode::Analysing;
        self.stop();
        if !self.table.take_back(moves) {
            let (few, name) =
                if moves == 1 { ("is no move", "undo") } else { ("are no two moves", "remove") };
            self.refuse(format!("there {few} to take back"), name);
        }
        self.hint = None;
        if is_analysing {
            self.analyse_on();
        }
    }

    /// Begins to think about the engine's move, unless the game is over.
    fn think(&mut self) {
        if let Some(outcome) = self.table.outcome() {
            if !self.has_referee || self.table.is_seen_by_referees(outcome) || !self.has_moves() {
                return self.say(announcement(outcome));
            }
            // The referee does not know, but the opponent may.
            self.say(Message::OfferDraw);
        }
        self.search(&self.limits(), Task::Moving);
    }

    /// Begins to think about the answer to the move that is expected.
    fn ponder(&mut self, expected: Move) {
        let text = self.table.write(expected);
        self.table.play(expected);
        if self.table.outcome().is_none() {
            let go = Go { ponder: true, ..self.limits() };
            self.search(&go, Task::Pondering(text));
        }
        self.table.take_back(1);
    }

    /// Searches the position on the table.
    fn search(&mut self, go: &Go, task: Task) {
        self.server.end_search();
        self.desk.clear();
        self.task = task;
        self.since = Instant::now();
        self.server.game = self.table.game.clone();
        self.server.go(go.clone(), true);
    }

    /// How long to think about a move, by the clock or whatever was said.
    fn limits(&self) -> Go {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let mut go = Go { depth: self.depth, ..Go::default() };
        match self.budget {
            Budget::Move(time) => {
                let overhead = self.server.options.spin("Move Overhead").unwrap_or(0);
                go.move_time = Some((milliseconds(time) - overhead).max(1));
            }
            Budget::Level(level) => {
                go.white_time = Some(milliseconds(self.clock));
                go.white_increment = Some(milliseconds(level.increment));
                (go.black_time, go.black_increment) = (go.white_time, go.white_increment);
                go.moves_to_go = level.moves_to_go(self.table.moves_of(self.table.turn()));
            }
        }
        go
    }

    /// Plays the move that was found, if a search for one has ended.
    pub(super) fn look_at_desk(&mut self) {
        let found = self.desk.take_found();
        let Some(protocol::Message::BestMove { best, ponder }) = found else { return };
        if self.task != Task::Moving {
            return;
        }
        self.server.end_search();
        self.task = Task::Idle;
        self.score = self.desk.info().and_then(|info| info.score);
        match best.map(|best| self.table.read(&best)) {
            Some(Ok(m)) => self.play(m, ponder),
            Some(Err(reason)) => self.say(Message::UserError(reason)),
            None => {}
        }
        for number in std::mem::take(&mut self.pings) {
            self.say(Message::Pong(number));
        }
    }

    /// Makes the engine's move, and says so.
    fn play(&mut self, m: Move, expected: Option<String>) {
        let text = self.table.write(m);
        let side = self.table.turn();
        self.table.play(m);
        self.turn_clock(side);
        let outcome = self.table.outcome();
        let is_claimed = |outcome| !self.has_referee || self.table.is_seen_by_referees(outcome);
        if outcome.is_some_and(|outcome| !is_claimed(outcome)) && self.has_moves() {
            // To claim it would lose the game.
            self.say(Message::OfferDraw);
        }
        self.say(Message::Move(text));
        if let Some(outcome) = outcome {
            if is_claimed(outcome) {
                self.say(announcement(outcome));
            }
            return;
        }
        let expected = expected.and_then(|text| self.table.read(&text).ok());
        self.hint = expected.map(|expected| self.table.write(expected));
        if let Some(expected) = expected.filter(|_| self.ponders) {
            self.ponder(expected);
        }
    }

    /// Takes the time of a move from the engine's clock, in case nobody tells it.
    fn turn_clock(&mut self, side: Color) {
        let Budget::Level(level) = self.budget else { return };
        self.clock = self.clock.saturating_sub(self.since.elapsed());
        self.clock = self.clock.saturating_add(level.increment);
        if level.moves_to_go(self.table.moves_of(side)) == Some(level.moves) {
            self.clock = self.clock.saturating_add(level.base);
        }
    }

    /// Takes a draw that is offered if there is no more to hope for. Whoever
    /// refuses says nothing.
    pub(super) fn consider_draw(&mut self) {
        let is_by_rule = self.table.outcome().is_some_and(|outcome| outcome.winner().is_none());
        let score = match self.task {
            Task::Moving => self.desk.info().and_then(|info| info.score).or(self.score),
            _ => self.score,
        };
        let is_wanted = match score {
            Some(Score::Mate(moves)) => moves <= 0,
            Some(Score::Centipawns(score)) => {
                score <= BEHIND || (score <= 0 && self.table.plies() >= DRAWN_OUT)
            }
            None => false,
        };
        if is_by_rule || is_wanted {
            self.say(Message::OfferDraw);
        }
    }

    pub(super) fn give_hint(&mut self) {
        let in_analysis = || self.desk.info().and_then(|info| info.pv.into_iter().next());
        let hint = match self.task {
            Task::Analysing => in_analysis(),
            Task::Moving => return self.refuse("it is not your turn", "hint"),
            Task::Pondering(_) => self.hint.clone(),
            Task::Idle => self.hint.clone().or_else(|| self.look_briefly()),
        };
        match hint {
            Some(hint) => self.say(Message::Hint(hint)),
            None => self.refuse("there is nothing to advise", "hint"),
        }
    }

    /// The best move at a glance. No search may run.
    fn look_briefly(&self) -> Option<String> {
        let limits = Limits::movetime(HINT_TIME);
        self.server.control.reset();
        let mut engine = self.server.engine();
        let found = with_game!(&self.table.game, game => engine.search(game, &limits, |_| ()));
        found.best.map(|m| self.table.write(m))
    }

    /// How far the search is.
    pub(super) fn show_progress(&self) {
        if self.task == Task::Idle {
            return;
        }
        let info = self.desk.info().unwrap_or_default();
        self.say(Message::Progress(Progress {
            time: u64::try_from(self.since.elapsed().as_millis() / 10).unwrap_or(u64::MAX),
            nodes: info.nodes.unwrap_or(0),
            depth: info.depth.unwrap_or(0),
            moves: self.table.legal_moves(),
        }));
    }
}
