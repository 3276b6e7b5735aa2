//! A program that plays or analyses: its options, the position, the search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use erawan_board::{Game, Move, Position, Variant, with_rules};
use erawan_engine::Playable;
use erawan_notation::fen::{self, CastlingStyle, FenStyle};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation, UciMoveError};
use erawan_uci::client::{BestMove, ClientError, UciProcess};
use erawan_uci::engines::KnownEngine;
use erawan_uci::options::OptionValue;
use erawan_uci::protocol::{Go, Message, OptionKind, Start};

use super::listening::Heard;
use super::{Aim, Task, Trouble};
use crate::limits::{LONGEST_THOUGHT, MAX_HASH, MAX_LINES};
use crate::lines;
use crate::memory::{Memory, Share};
use crate::protocol::{Answer, ErrorKind, Limit, Score};
use crate::searches::{DEFAULT_HASH, counting_action};

/// How often is looked whether a search is still wanted.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a program may take to be ready: some read large networks.
const READY: Duration = Duration::from_secs(30);
/// How long it may take to give its move when told to stop.
const GRACE: Duration = Duration::from_secs(3);
/// How much longer than allowed it may think before it is told to stop: the page
/// counts the time.
const MARGIN: Duration = Duration::from_millis(500);
/// How long it may take to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// A running program.
pub(super) struct Program {
    engine: KnownEngine,
    wire: UciProcess,
    share: Share,
    /// Game, start position and length of the line that it was shown last.
    shown: Option<(Variant, Start, usize)>,
}

impl From<ClientError> for Trouble {
    fn from(error: ClientError) -> Trouble {
        Trouble::Failed(error.to_string())
    }
}

impl Program {
    /// Starts a program. It gives up when `gone` is set.
    pub(super) fn start(
        mut engine: KnownEngine,
        memory: &Arc<Memory>,
        gone: &Arc<AtomicBool>,
    ) -> Result<Program, Trouble> {
        // What the user has set holds, but for what would be too much here.
        for (name, most) in [("Hash", MAX_HASH), ("Threads", processors())] {
            for (_, value) in settings(&mut engine, name) {
                if value.parse().is_ok_and(|number: usize| number > most) {
                    *value = most.to_string();
                }
            }
        }
        let hash = kept(&engine, "Hash").or_else(|| spin(engine.options.spin("Hash")?));
        let share = Share::take(memory, hash.unwrap_or(0).min(MAX_HASH)).map_err(too_much)?;
        let wire = engine.start_unless(Arc::clone(gone))?;
        Ok(Program { engine, wire, share, shown: None })
    }

    /// Refuses a game that an engine does not play.
    pub(super) fn check_game(engine: &KnownEngine, variant: Variant) -> Result<(), Trouble> {
        if engine.plays(variant) {
            return Ok(());
        }
        let (name, game) = (&engine.name, variant.title());
        Err(Trouble::refused(format_args!("{name} does not play {game}")))
    }

    /// Searches until it is done or no longer wanted. `update` hears how far it is.
    pub(super) fn search(
        &mut self,
        task: &Task,
        is_wanted: &dyn Fn() -> bool,
        update: impl FnMut(Answer),
    ) -> Result<Answer, Trouble> {
        let variant = Variant::from(task.line.variant);
        Program::check_game(&self.engine, variant)?;
        with_rules!(variant, R => match lines::replay::<R>(&task.line) {
            Ok(game) => self.search_game(variant, &game, &task.aim, is_wanted, update),
            Err(error) => Err(Trouble::Refused(Answer::error(ErrorKind::Input, error))),
        })
    }

    fn search_game<R: Playable>(
        &mut self,
        variant: Variant,
        game: &Game<R>,
        aim: &Aim,
        is_wanted: &dyn Fn() -> bool,
        mut update: impl FnMut(Answer),
    ) -> Result<Answer, Trouble> {
        let threat = matches!(aim, Aim::Analyse { threat: true, .. });
        let passed = (threat && !game.position().in_check())
            .then(|| Game::from_position(game.position().play_null()));
        let game = passed.as_ref().unwrap_or(game);
        let position = game.position();
        if !position.has_legal_moves() {
            return Ok(match aim {
                Aim::Analyse { .. } => Answer::Done,
                Aim::Play { .. } => played::<R>(variant, game, None, &Heard::default()),
            });
        }
        self.equip(variant, aim)?;
        self.show(variant, game)?;
        let (go, longest) = limits(aim);
        self.wire.go(go)?;
        let is_play = matches!(aim, Aim::Play { .. });
        let mut heard = Heard::default();
        let found = self.listen(is_wanted, longest, &mut heard, |heard| {
            // Who waits for a move hears of nothing else.
            let reply = (!is_play).then(|| heard.reply::<R>(variant, position)).flatten();
            if let Some(reply) = reply {
                update(Answer::Analysis(reply));
            }
        })?;
        let best = match &found.best {
            Some(text) => Some(uci::parse(position, text).map_err(|why| illegal(text, &why))?),
            None => None,
        };
        match aim {
            _ if !is_wanted() => Ok(Answer::Done),
            Aim::Analyse { .. } => Ok(Answer::Done),
            Aim::Play { .. } if best.is_none() => {
                Err(Trouble::Failed("it gives no move although there is one".into()))
            }
            Aim::Play { .. } => Ok(played(variant, game, best, &heard)),
        }
    }

    /// Waits for the end of the search, which comes about when nobody wants it any
    /// longer, or after the longest time.
    fn listen(
        &mut self,
        is_wanted: &dyn Fn() -> bool,
        longest: Duration,
        heard: &mut Heard,
        mut update: impl FnMut(&mut Heard),
    ) -> Result<BestMove, Trouble> {
        let begun = Instant::now();
        let mut stopped: Option<Instant> = None;
        loop {
            let found = self.wire.wait_best_move(GLANCE, |event| {
                if let Message::Info(info) = &event.message {
                    heard.take(info, begun.elapsed());
                }
            });
            if is_wanted() {
                update(heard);
            }
            match found {
                Err(ClientError::TimedOut { .. }) => {}
                other => return Ok(other?),
            }
            match stopped {
                Some(at) if at.elapsed() > GRACE => {
                    let seconds = GRACE.as_secs();
                    let message = format!("told to stop, it gave no move within {seconds} s");
                    return Err(Trouble::Failed(message));
                }
                None if !is_wanted() || begun.elapsed() > longest => {
                    self.wire.stop()?;
                    stopped = Some(Instant::now());
                }
                _ => {}
            }
        }
    }

    /// Sets the options for a search. What the user has set holds.
    fn equip(&mut self, variant: Variant, aim: &Aim) -> Result<(), Trouble> {
        let (asked, lines) = match aim {
            Aim::Analyse { lines, threads, hash, .. } => {
                let hash = if *hash == 0 { DEFAULT_HASH } else { *hash };
                (Some(((*threads).max(1), hash)), (*lines).clamp(1, MAX_LINES))
            }
            Aim::Play { .. } => (None, 1),
        };
        let own = |name: &str| {
            let known = self.engine.options.get(name)?.declaration().kind();
            if let OptionKind::Spin { default, .. } = known { spin(*default) } else { None }
        };
        let choose = |name, asked: Option<usize>, most: usize| {
            kept(&self.engine, name).or(asked).or_else(|| own(name)).map(|wish| wish.min(most))
        };
        let hash = choose("Hash", asked.map(|(_, hash)| hash), MAX_HASH);
        let threads = choose("Threads", asked.map(|(threads, _)| threads), processors());
        let is_analysis = asked.is_some();
        if let Some(hash) = self.within("Hash", hash) {
            // Room is taken before a table grows, and given back after it has shrunk.
            self.share.resize(hash.max(self.share.mebibytes())).map_err(too_much)?;
            self.set("Hash", &hash.to_string())?;
            self.share.resize(hash).map_err(too_much)?;
        }
        for (name, wish) in [("Threads", threads), ("MultiPV", Some(lines))] {
            if let Some(number) = self.within(name, wish) {
                self.set(name, &number.to_string())?;
            }
        }
        for (name, wish) in [
            ("UCI_ShowWDL", true),
            ("UCI_AnalyseMode", is_analysis),
            ("UCI_Chess960", variant.is_chess960()),
        ] {
            if self.wire.identity().options.check(name).is_some() {
                self.set(name, if wish { "true" } else { "false" })?;
            }
        }
        if self.wire.identity().options.get("UCI_Variant").is_some() {
            self.set("UCI_Variant", variant.rules().name())?;
        }
        Ok(())
    }

    /// A wish for a number, brought within what the program allows; nothing if it
    /// does not have the option.
    fn within(&self, name: &str, wish: Option<usize>) -> Option<usize> {
        match self.wire.identity().options.get(name)?.declaration().kind() {
            OptionKind::Spin { min, max, .. } => {
                let least = usize::try_from(*min).unwrap_or(0);
                let most = usize::try_from(*max).unwrap_or(0);
                wish.map(|wish| wish.min(most).max(least))
            }
            _ => None,
        }
    }

    /// Sets an option that has another value.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        let is_set = match self.wire.identity().options.get(name).map(|entry| entry.value()) {
            Some(OptionValue::Check(on)) => on.to_string() == value,
            Some(OptionValue::Spin(number)) => number.to_string() == value,
            Some(OptionValue::Combo(choice)) => choice == value,
            _ => false,
        };
        if !is_set {
            self.wire.set_option(name, Some(value))?;
        }
        Ok(())
    }

    /// Puts a position on the program's board.
    fn show<R: Playable>(&mut self, variant: Variant, game: &Game<R>) -> Result<(), Trouble> {
        let start = if *game.start() == Position::startpos() {
            Start::Initial
        } else {
            let castling = CastlingStyle::of(variant);
            Start::Fen(fen::write_with(game.start(), &FenStyle { castling, ..FenStyle::default() }))
        };
        let castling = CastlingNotation::of(variant);
        let moves: Vec<String> =
            game.moves().iter().map(|&m| uci::write::<R>(m, castling)).collect();
        let now = (variant, start.clone(), moves.len());
        let goes_on = self.shown.as_ref().is_some_and(|(variant, start, plies)| {
            (variant, start) == (&now.0, &now.1) && *plies <= moves.len()
        });
        if !goes_on {
            self.wire.new_game()?;
        }
        self.wire.wait_ready(READY)?;
        self.wire.position(start, &moves)?;
        self.shown = Some(now);
        Ok(())
    }

    /// Asks it to end, and waits a moment.
    pub(super) fn quit(self) {
        // Whatever it does now, it will be gone.
        let _ = self.wire.quit(FAREWELL);
    }
}

/// The parameters of `go`, and the longest that the search may take.
fn limits(aim: &Aim) -> (Go, Duration) {
    let milliseconds = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
    match aim {
        Aim::Analyse { limit: Limit { depth, nodes, movetime }, .. } => {
            let move_time = movetime.map(milliseconds);
            let infinite = depth.is_none() && nodes.is_none() && move_time.is_none();
            let go = Go { depth: *depth, nodes: *nodes, move_time, infinite, ..Go::default() };
            (go, movetime.map_or(Duration::MAX, |time| Duration::from_millis(time) + MARGIN))
        }
        Aim::Play { clock: Some((time, increment)), .. } => {
            // The other side's clock is not known here; as much is a fair guess.
            let (left, more) = (Some(milliseconds(*time).max(1)), Some(milliseconds(*increment)));
            let go = Go {
                white_time: left,
                black_time: left,
                white_increment: more,
                black_increment: more,
                ..Go::default()
            };
            (go, LONGEST_THOUGHT.min(Duration::from_millis(*time) + MARGIN))
        }
        Aim::Play { clock: None, movetime } => {
            // Whatever the page asks for, a move must come.
            let time = Duration::from_millis(movetime.unwrap_or(1000)).min(LONGEST_THOUGHT);
            let move_time = i64::try_from(time.as_millis()).ok();
            (Go { move_time, ..Go::default() }, time + MARGIN)
        }
    }
}

fn played<R: Playable>(
    variant: Variant,
    game: &Game<R>,
    best: Option<Move>,
    heard: &Heard,
) -> Answer {
    let score = heard.best_score();
    Answer::Played {
        uci: best.map(|m| uci::write::<R>(m, CastlingNotation::of(variant))),
        san: best.map(|m| san::write(game.position(), m)),
        action: score.and_then(|score| counting_action(game, score)),
        score: score.map_or(Score { cp: None, mate: None }, |score| Score::new(score, false)),
        depth: heard.depth(),
    }
}

fn illegal(text: &str, why: &UciMoveError) -> Trouble {
    let text: String = text.chars().take(16).collect();
    Trouble::Failed(format!("it gave the move {text}: {why}"))
}

fn too_much(error: impl ToString) -> Trouble {
    Trouble::Refused(Answer::error(ErrorKind::Limit, error))
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// What the user has set of this name.
fn settings<'a>(
    engine: &'a mut KnownEngine,
    name: &'a str,
) -> impl Iterator<Item = &'a mut (String, String)> {
    engine.settings.iter_mut().filter(move |(set, _)| set.eq_ignore_ascii_case(name))
}

/// The number that the user has set.
fn kept(engine: &KnownEngine, name: &str) -> Option<usize> {
    let set = engine.settings.iter().rfind(|(set, _)| set.eq_ignore_ascii_case(name))?;
    set.1.parse().ok()
}

fn spin(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}
