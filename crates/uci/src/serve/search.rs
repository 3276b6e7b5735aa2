//! `go`: what to search, and the thread that does it.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use erawan_board::perft::MAX_DEPTH;
use erawan_board::{Color, Game, Move, Position, Rules, with_game};
use erawan_engine::strength::Strength;
use erawan_engine::{Best, Clock, Control, Engine, Info, Limits, Playable};
use erawan_notation::uci::{self, CastlingNotation};

use super::Server;
use super::count::count;
use super::report::{Notation, Reporter, Style};
use super::wire::Output;
use crate::limits::{MOVE_TIME_IF_UNCLEAR, WRONG_MOVES};
use crate::protocol::{Go, Message, excerpt};

/// The search goes as deep as lines are long.
const STACK: usize = 64 << 20;

impl<W: Write + Send + 'static> Server<W> {
    /// Ends the search that runs, if any, and begins another. If not all of the
    /// line was clear and it gave no limit that was, the search is a short one:
    /// whoever meant to give a limit waits for a move.
    pub(super) fn go(&mut self, mut go: Go, is_clear: bool) {
        self.end_search();
        self.settle();
        self.tell_notes();
        self.control.reset();
        let has_limit = go.depth.is_some() || go.nodes.is_some() || go.move_time.is_some();
        let has_clock = go.white_time.is_some() || go.black_time.is_some();
        let is_bounded = has_limit || has_clock || go.perft.is_some();
        if !(is_bounded || is_clear || go.infinite) {
            go.move_time = Some(MOVE_TIME_IF_UNCLEAR);
            let text = "no limit was understood; the search takes";
            self.output.tell(format!("{text} {MOVE_TIME_IF_UNCLEAR} ms"));
        }
        self.endless = go.infinite || go.ponder || !(is_bounded || go.move_time.is_some());
        self.is_counting = go.perft.is_some();
        let game = self.game.clone();
        with_game!(game, game => self.begin(game, &go));
    }

    fn begin<R: Playable>(&mut self, game: Game<R>, go: &Go) {
        let notation = self.notation();
        if let Some(depth) = go.perft {
            return self.begin_counting(*game.position(), depth, go.each);
        }
        let book_move = self.book_move(go);
        let job = Job {
            engine: Arc::clone(&self.engine),
            output: self.output.clone(),
            control: self.control.clone(),
            limits: self.limits(game.position(), go),
            infinite: go.infinite,
            style: Style { notation, wdl: self.options.check("UCI_ShowWDL") == Some(true) },
            book_move,
            strength: self.strength(),
        };
        // Whatever goes wrong, a game is not lost by silence.
        let any = game.position().legal_moves().first().copied();
        let fallback = job.style.best_move::<R>(any, None);
        self.start_thread(Some(fallback), move || Some(job.run(game)));
    }

    fn begin_counting<R: Rules>(&mut self, position: Position<R>, depth: u32, each: bool) {
        if depth > MAX_DEPTH {
            return self
                .output
                .tell(format!("perft counts at most {MAX_DEPTH} plies, not {depth}"));
        }
        let notation = self.notation();
        let (output, control) = (self.output.clone(), self.control.clone());
        self.start_thread(None, move || {
            for less in 1..if each { depth } else { 1 } {
                let Some(nodes) = count(&position, less, &control) else { break };
                output.send(format_args!("Depth {less}: {nodes}"));
            }
            let mut sum = 0u64;
            // No ply is one position.
            let rest = depth.checked_sub(1);
            for &m in position.legal_moves().iter().filter(|_| rest.is_some()) {
                let Some(nodes) = count(&position.play_unchecked(m), rest.unwrap_or(0), &control)
                else {
                    output.tell("the count was stopped");
                    return None;
                };
                output.send(format_args!("{}: {nodes}", notation.write::<R>(m)));
                sum = sum.saturating_add(nodes);
            }
            output.send(format_args!("\nNodes searched: {}", if depth == 0 { 1 } else { sum }));
            None
        });
    }

    /// Runs a job beside the loop. `fallback` is sent if it breaks off, and
    /// what it returns when it is done.
    pub(super) fn start_thread(
        &mut self,
        fallback: Option<Message>,
        job: impl FnOnce() -> Option<Message> + Send + 'static,
    ) {
        let output = self.output.clone();
        let is_thinking = Arc::clone(&self.is_thinking);
        is_thinking.store(true, SeqCst);
        let instead = fallback.clone();
        let thread =
            std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(move || {
                let last = catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|_| {
                    output.tell("an error in the engine broke the search off");
                    instead
                });
                // Before the last line, for whoever reads it may go on at once.
                is_thinking.store(false, SeqCst);
                if let Some(last) = last {
                    output.last(last);
                }
            });
        match thread {
            Ok(thread) => self.search = Some(thread),
            Err(error) => {
                self.is_thinking.store(false, SeqCst);
                self.output.tell(format!("there is no thread for the search: {error}"));
                if let Some(fallback) = fallback {
                    self.output.last(fallback);
                }
            }
        }
    }

    pub(super) fn notation(&self) -> Notation {
        match (self.options.check("UCI_Chess960"), self.is_xboard) {
            (Some(true), true) => Notation::Spoken,
            (Some(true), false) => Notation::Squares(CastlingNotation::Chess960),
            _ => Notation::Squares(CastlingNotation::Standard),
        }
    }

    /// A move from the book, if it is to be used. Who analyses wants to hear
    /// what the engine thinks.
    fn book_move(&self, go: &Go) -> Option<Move> {
        let is_on = |name| self.options.check(name) == Some(true);
        let analyses = is_on("UCI_AnalyseMode")
            || self.options.spin("MultiPV") != Some(1)
            || go.infinite
            || go.mate.is_some()
            || !go.search_moves.is_empty();
        if analyses || !is_on("OwnBook") {
            return None;
        }
        let number = |name| self.options.spin(name).map_or(0, |value| value.unsigned_abs() as u32);
        self.opening.pick(&self.game, number("BookDepth"), number("BookVariety"))
    }

    /// How strong to play, if not as well as possible.
    fn strength(&self) -> Option<(Strength, u64)> {
        let is_limited = self.options.check("UCI_LimitStrength") == Some(true);
        let elo = self.options.spin("UCI_Elo").filter(|_| is_limited)?;
        Some((Strength::new(elo as i32), self.seed))
    }

    fn limits<R: Rules>(&self, position: &Position<R>, go: &Go) -> Limits {
        let milliseconds = |n: i64| Duration::from_millis(n.max(0).unsigned_abs());
        let (time, increment) = match position.turn() {
            Color::White => (go.white_time, go.white_increment),
            Color::Black => (go.black_time, go.black_increment),
        };
        // A clock given for the other side only is better than none.
        let time = time.or(go.white_time).or(go.black_time);
        let clock = time.filter(|_| !go.infinite).map(|time| Clock {
            time: milliseconds(time),
            increment: milliseconds(increment.unwrap_or(0)),
            moves_to_go: go.moves_to_go,
        });
        let lines = self.options.spin("MultiPV").unwrap_or(1).unsigned_abs() as usize;
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            movetime: go.move_time.map(milliseconds),
            mate: go.mate,
            clock,
            searchmoves: self.search_moves(position, &go.search_moves),
            multipv: lines,
            ponder: go.ponder,
        }
    }

    fn search_moves<R: Rules>(&self, position: &Position<R>, texts: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut wrong = 0;
        for text in texts {
            match uci::parse(position, text) {
                Ok(m) if !moves.contains(&m) => moves.push(m),
                Ok(_) => {}
                Err(error) => {
                    wrong += 1;
                    // One line says enough about a page of nonsense.
                    if wrong <= WRONG_MOVES {
                        self.output.tell(format!("searchmoves {}: {error}", excerpt(text)));
                    }
                }
            }
        }
        if moves.is_empty() && wrong > 0 {
            self.output.tell("no move of searchmoves is legal; all moves are searched");
        }
        moves
    }
}

/// A search, with all it needs.
struct Job<W> {
    engine: Arc<Mutex<Engine>>,
    output: Output<W>,
    control: Control,
    limits: Limits,
    infinite: bool,
    style: Style,
    book_move: Option<Move>,
    /// How strong to play, and the seed of the mistakes; as well as possible
    /// without.
    strength: Option<(Strength, u64)>,
}

impl<W: Write> Job<W> {
    /// Searches, reports, and returns the best move.
    fn run<R: Playable>(&self, game: Game<R>) -> Message {
        let mut reporter = Reporter::new(*game.position(), self.style);
        let (best, ponder) = match self.book_move {
            Some(m) => {
                self.output.remark("the move is from the book");
                (Some(m), None)
            }
            None => self.search(&game, &mut reporter),
        };
        // After `go infinite` and `go ponder` nobody wants to hear before
        // asking.
        let is_wanted = || {
            let pondering = self.limits.ponder && !self.control.is_ponder_hit();
            self.control.is_stopped() || !(self.infinite || pondering)
        };
        while !is_wanted() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.style.best_move::<R>(best, ponder)
    }

    fn search<R: Playable>(
        &self,
        game: &Game<R>,
        reporter: &mut Reporter<R>,
    ) -> (Option<Move>, Option<Move>) {
        let found = {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            think(&mut engine, game, &self.limits, self.strength, |info| {
                self.output.info(reporter.line(&info));
                if self.output.is_broken() {
                    self.control.stop();
                }
            })
        };
        if found.best.is_none() {
            self.output.info(reporter.game_over());
        } else if let Some(line) = reporter.correction(&found) {
            self.output.info(line);
        }
        (found.best, found.ponder)
    }
}

/// Searches as well as the engine can, or like a player of some rating.
fn think<R: Playable>(
    engine: &mut Engine,
    game: &Game<R>,
    limits: &Limits,
    strength: Option<(Strength, u64)>,
    on_info: impl FnMut(Info),
) -> Best {
    match strength {
        Some((strength, seed)) => strength.search(engine, game, limits, seed, on_info),
        None => engine.search(game, limits, on_info),
    }
}
