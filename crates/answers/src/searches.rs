//! What an engine is asked for: analyses, moves, reviews.
//!
//! Whoever carries the questions keeps the engine, decides which search runs when,
//! and ends it. What does not live here: threads that wait for questions.

use std::sync::Arc;
use std::time::Duration;

use erawan_board::{
    Color, CountingKind, CountingMode, Game, Move, Position, Rules, Variant, with_rules,
};
use erawan_engine::Playable;
use erawan_engine::strength::Strength;
use erawan_engine::{Clock, Engine, Info, Limits, wdl};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation};

use crate::limits::LONGEST_THOUGHT;
use crate::lines::{self, thai};
use crate::memory::{Memory, Share};
use crate::protocol::{
    AnalysisReply, Answer, CountAction, EngineLine, ErrorKind, Limit, Line, Record, Request,
    ReviewEffort, Score,
};
use crate::tables::AllTables;
use crate::{reviews, watch};

/// The mebibytes an engine begins with.
pub const FIRST_HASH: usize = 16;
/// The mebibytes of an analysis that asks for none.
pub const DEFAULT_HASH: usize = 64;
/// The longest line that is shown, in plies.
const SHOWN_PLIES: usize = 24;
/// In WebAssembly a search hears whether to stop when it asks for the time, and it
/// does that for a limit alone.
const LISTENS: Option<Duration> =
    if cfg!(target_family = "wasm") { Some(Duration::from_secs(365 * 24 * 60 * 60)) } else { None };

/// A search to do: the words are those of [`Request`].
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Work {
    Analyse {
        line: Line,
        lines: usize,
        threads: usize,
        hash: usize,
        limit: Limit,
        threat: bool,
    },
    Play {
        line: Line,
        elo: Option<i32>,
        seed: u64,
        clock: Option<(u64, u64)>,
        movetime: Option<u64>,
    },
    Review {
        game: Box<Record>,
        effort: ReviewEffort,
        nodes: u64,
        threads: usize,
    },
    Try {
        line: Line,
        effort: ReviewEffort,
    },
    /// Fails: for tests of who has to bear it.
    Panic,
}

impl TryFrom<Request> for Work {
    /// A question that needs no search, or one for another engine.
    type Error = Request;

    // A request that comes back is passed on at once.
    #[allow(clippy::result_large_err)]
    fn try_from(request: Request) -> Result<Work, Request> {
        Ok(match request {
            Request::Analyse { line, lines, threads, hash, limit, threat, engine: None } => {
                Work::Analyse { line, lines, threads, hash, limit, threat }
            }
            Request::Play { line, elo, seed, clock, movetime, engine: None } => {
                Work::Play { line, elo, seed, clock, movetime }
            }
            Request::Review { game, effort, nodes, threads } => {
                Work::Review { game, effort, nodes, threads }
            }
            Request::Try { line, effort } => Work::Try { line, effort },
            other => return Err(other),
        })
    }
}

/// What an engine works with.
#[derive(Clone)]
pub struct Means {
    /// Endgame tables.
    pub tables: AllTables,
    /// What the tables of all engines are taken from.
    pub memory: Arc<Memory>,
    /// The threads that an engine, or the engines of a review, may have.
    pub processors: usize,
}

impl Means {
    /// An engine with a table of this size.
    pub fn engine(&self, mebibytes: usize) -> Result<Equipped, Answer> {
        let refused = |error| Answer::error(ErrorKind::Limit, error);
        let share = Share::take(&self.memory, mebibytes).map_err(refused)?;
        let engine = Engine::new(mebibytes);
        let mut engine = engine.map_err(|error| Answer::error(ErrorKind::Limit, error))?;
        self.tables.give(&mut engine);
        Ok(Equipped { engine, share })
    }
}

/// Does a search. Reviews have engines of their own, alike wherever they are made.
/// `tell` hears of a search while it goes on.
pub fn carry_out(
    equipped: &mut Equipped,
    work: Work,
    means: &Means,
    is_wanted: &(dyn Fn() -> bool + Sync),
    tell: &dyn Fn(Answer),
) -> Answer {
    match work {
        Work::Analyse { line, lines, threads, hash, limit, threat } => {
            if let Err(answer) = equipped.equip(threads, hash, means.processors) {
                return answer;
            }
            let variant = Variant::from(line.variant);
            with_rules!(variant, R => match lines::replay::<R>(&line) {
                Ok(game) => analyse(&mut equipped.engine, variant, &game, lines, &limit, threat, tell),
                Err(error) => Answer::error(ErrorKind::Input, error),
            })
        }
        Work::Play { line, elo, seed, clock, movetime } => {
            let variant = Variant::from(line.variant);
            with_rules!(variant, R => match lines::replay::<R>(&line) {
                Ok(game) => play(&mut equipped.engine, variant, &game, elo, seed, clock, movetime),
                Err(error) => Answer::error(ErrorKind::Input, error),
            })
        }
        Work::Review { game, effort, nodes, threads } => {
            let asked = reviews::Asked { effort: effort.into(), nodes, threads, means };
            reviews::review(&game, &asked, is_wanted, tell)
        }
        Work::Try { line, effort } => {
            let asked = reviews::Asked { effort: effort.into(), nodes: 0, threads: 1, means };
            reviews::tried(&line, &asked, is_wanted)
        }
        Work::Panic => panic!("asked for by a test"),
    }
}

/// An engine and the memory that its table may take.
pub struct Equipped {
    /// The engine.
    pub engine: Engine,
    /// The memory.
    pub(crate) share: Share,
}

impl Equipped {
    /// Gives the engine the threads and the memory that the page asks for.
    fn equip(&mut self, threads: usize, hash: usize, processors: usize) -> Result<(), Answer> {
        let threads = threads.clamp(1, processors.max(1));
        if threads != self.engine.threads() {
            let result = self.engine.set_threads(threads);
            result.map_err(|error| Answer::error(ErrorKind::Limit, error))?;
        }
        let hash = if hash == 0 { DEFAULT_HASH } else { hash };
        let before = self.share.mebibytes();
        if before == hash {
            return Ok(());
        }
        let refused = |error| Answer::error(ErrorKind::Limit, error);
        self.share.resize(hash.max(before)).map_err(refused)?;
        let result = self.engine.set_hash(hash);
        // Where there is no memory after all, the old table stays. Giving back
        // is never refused.
        let _ = self.share.resize(if result.is_ok() { hash } else { before });
        result.map_err(|error| Answer::error(ErrorKind::Limit, error))
    }
}

fn analyse<R: Playable>(
    engine: &mut Engine,
    variant: Variant,
    game: &Game<R>,
    lines: usize,
    limit: &Limit,
    threat: bool,
    tell: &dyn Fn(Answer),
) -> Answer {
    let passed = (threat && !game.position().in_check())
        .then(|| Game::from_position(game.position().play_null()));
    let game = passed.as_ref().unwrap_or(game);
    let limits = Limits {
        depth: limit.depth,
        nodes: limit.nodes,
        movetime: limit.movetime.map(Duration::from_millis).or(LISTENS),
        multipv: lines.max(1),
        ..Limits::default()
    };
    let mut report = Report { shown: Vec::new(), variant };
    watch::here(vec![engine.control()], None, || {
        engine.search(game, &limits, |info| tell(Answer::Analysis(report.add(game, info))));
    });
    Answer::Done
}

/// What is known of a search so far.
struct Report {
    shown: Vec<EngineLine>,
    variant: Variant,
}

impl Report {
    fn add<R: Playable>(&mut self, game: &Game<R>, info: Info) -> AnalysisReply {
        let line = engine_line(self.variant, game, &info);
        let place = info.multipv.saturating_sub(1);
        match self.shown.get_mut(place) {
            Some(old) => *old = line,
            None => self.shown.push(line),
        }
        let time = info.time.as_millis() as u64;
        AnalysisReply {
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            nps: (info.nodes as f64 / info.time.as_secs_f64().max(1e-3)) as u64,
            time,
            hashfull: info.hashfull,
            tbhits: info.tbhits,
            lines: self.shown.clone(),
        }
    }
}

fn engine_line<R: Playable>(variant: Variant, game: &Game<R>, info: &Info) -> EngineLine {
    let flip = game.position().turn() == Color::Black;
    let position = game.position();
    let chances = wdl::chances(info.score, position);
    let (win, loss) = if flip { (chances.loss, chances.win) } else { (chances.win, chances.loss) };
    let mut line = EngineLine {
        depth: info.depth,
        score: Score::new(wdl::displayed(info.score, position), flip),
        wdl: (win, chances.draw, loss),
        moves: Vec::new(),
        sans: Vec::new(),
        thai: Vec::new(),
    };
    let mut moves = info.pv.iter();
    spell(variant, *position, &mut line, |_| moves.next().copied());
    line
}

/// Writes the moves of a line, as far as they are legal and are shown.
pub fn spell<R: Rules>(
    variant: Variant,
    mut position: Position<R>,
    line: &mut EngineLine,
    mut next: impl FnMut(&Position<R>) -> Option<Move>,
) {
    for _ in 0..SHOWN_PLIES {
        let Some(m) = next(&position).filter(|&m| position.is_legal(m)) else { break };
        line.moves.push(uci::write::<R>(m, CastlingNotation::of(variant)));
        line.sans.push(san::write(&position, m));
        line.thai.extend(thai(&position, m));
        position = position.play_unchecked(m);
    }
}

fn play<R: Playable>(
    engine: &mut Engine,
    variant: Variant,
    game: &Game<R>,
    elo: Option<i32>,
    seed: u64,
    clock: Option<(u64, u64)>,
    movetime: Option<u64>,
) -> Answer {
    let longest = movetime.map_or(LONGEST_THOUGHT, Duration::from_millis).min(LONGEST_THOUGHT);
    let limits = Limits {
        // With a clock it is only a bound.
        movetime: movetime.filter(|_| clock.is_none()).map(|_| longest),
        clock: clock.map(|(time, increment)| Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        }),
        // Whatever the page asks for, a move must come.
        nodes: (clock.is_none() && movetime.is_none()).then_some(200_000),
        ..Limits::default()
    };
    let control = engine.control();
    let found = watch::watched(vec![control], &|| true, Some(longest), || match elo {
        Some(elo) => Strength::new(elo).search(engine, game, &limits, seed, |_| ()),
        None => engine.search(game, &limits, |_| ()),
    });
    let position = game.position();
    Answer::Played {
        uci: found.best.map(|m| uci::write::<R>(m, CastlingNotation::of(variant))),
        san: found.best.map(|m| san::write(position, m)),
        action: counting_action(game, found.score),
        score: Score::new(wdl::displayed(found.score, position), false),
        depth: found.depth,
    }
}

/// Makruk counted by hand: the engine counts when it is behind, and stops when
/// it is ahead.
pub fn counting_action<R: Rules>(
    game: &Game<R>,
    score: erawan_engine::Score,
) -> Option<CountAction> {
    let position = game.position();
    if position.counting().mode() != CountingMode::Manual
        || position.counting_kind() != Some(CountingKind::Board)
    {
        return None;
    }
    let ahead = match score {
        erawan_engine::Score::Centipawns(value) => value,
        erawan_engine::Score::Mate(moves) => moves.signum() * 10_000,
    };
    match position.counting().counter() {
        None if ahead < -50 => Some(CountAction::Count),
        Some(side) if side == position.turn() && ahead > 100 => Some(CountAction::Stop),
        _ => None,
    }
}
