//! Tuning the numbers of our engine by games of the engine against itself.

mod spsa;
mod trace;

use std::fmt;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use erawan_board::Color;
use erawan_engine::{Parameters, Playable};

use crate::adjudication::Adjudication;
use crate::halting::Halting;
use crate::openings::Openings;
use crate::pace::Pace;
use crate::players::{Builtin, BuiltinSettings, Fault, NetworkChoice, Player};
use crate::referee;
pub use spsa::Tuned;
use spsa::{Spsa, Trial};
pub use trace::{Row, TraceError, header, read_last_row};

const STACK: usize = 64 << 20;

/// How often is looked whether the tuning shall end.
const GLANCE: Duration = Duration::from_millis(20);

/// A run of SPSA.
#[derive(Clone, Debug)]
pub struct Tuning<R: Playable> {
    /// What is tuned, and how far it is moved.
    pub tuned: Vec<Tuned>,
    /// The numbers that are not tuned.
    pub base: Parameters,
    /// Pairs of games in all.
    pub iterations: u64,
    /// Pairs of games between two updates of the numbers. They can be played
    /// at the same time, and the result depends on this number, but not on how
    /// many really are.
    pub batch: u64,
    /// Learning rate at the end.
    pub rate: f64,
    /// Nodes for each move.
    pub nodes: u64,
    /// The size of each player's table in mebibytes.
    pub hash: usize,
    /// Where games begin.
    pub openings: Openings<R>,
    /// How games are ended early.
    pub adjudication: Adjudication,
    /// Games at the same time.
    pub concurrency: usize,
    /// Seed of the coins.
    pub seed: u64,
}

/// Why nothing can be tuned.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TuningError {
    /// There is no such parameter.
    Unknown(String),
    /// A row of the trace does not fit.
    Row,
    /// The engine does not start.
    Engine(Fault),
}

impl fmt::Display for TuningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no parameter '{name}'"),
            Self::Row => f.write_str("the trace has another number of parameters"),
            Self::Engine(fault) => write!(f, "the engine {fault}"),
        }
    }
}

impl std::error::Error for TuningError {}

/// A parameter of the engine as a number to tune, with the step that suits its
/// range.
#[must_use]
pub fn tuned(name: &str) -> Option<Tuned> {
    let known = Parameters::TABLE.iter().find(|known| known.name == name)?;
    let (start, min, max) = (f64::from(known.default), f64::from(known.min), f64::from(known.max));
    // A step below one half would most often be no step at all.
    Some(Tuned { name: name.to_owned(), start, min, max, step: ((max - min) / 20.0).max(0.5) })
}

impl<R: Playable> Tuning<R> {
    /// Tunes, from the beginning or from a row of an earlier run, until all
    /// iterations are done, `stop` is set or `report` returns false. `report`
    /// hears of every batch.
    pub fn run(
        &self,
        from: Option<&Row>,
        stop: &AtomicBool,
        mut report: impl FnMut(&Row) -> bool,
    ) -> Result<Row, TuningError> {
        for number in &self.tuned {
            if !Parameters::TABLE.iter().any(|known| known.name == number.name) {
                return Err(TuningError::Unknown(number.name.clone()));
            }
        }
        let mut spsa = Spsa::new(self.tuned.clone(), self.iterations, self.rate);
        let mut row = Row { iteration: 0, points: 0.0, values: spsa.values.clone() };
        if let Some(from) = from {
            if from.values.len() != spsa.values.len() {
                return Err(TuningError::Row);
            }
            spsa.values.clone_from(&from.values);
            row = from.clone();
        }
        while row.iteration < self.iterations && !stop.load(Relaxed) {
            let last = (row.iteration + self.batch.max(1)).min(self.iterations);
            let trials: Vec<(u64, Trial)> =
                (row.iteration..last).map(|k| (k, spsa.trial(k, self.seed))).collect();
            let Some(differences) = self.play(&trials, stop)? else { break };
            for ((iteration, trial), difference) in trials.iter().zip(&differences) {
                spsa.learn(*iteration, trial, *difference);
            }
            row = Row {
                iteration: last,
                points: differences.iter().map(|difference| difference.abs()).sum(),
                values: spsa.values.clone(),
            };
            if !report(&row) {
                break;
            }
        }
        Ok(row)
    }

    /// Plays a pair of games for each trial; `None` if told to stop.
    /// This thread only looks whether it shall end.
    fn play(
        &self,
        trials: &[(u64, Trial)],
        stop: &AtomicBool,
    ) -> Result<Option<Vec<f64>>, TuningError> {
        let next = AtomicUsize::new(0);
        let differences: Mutex<Vec<Option<f64>>> = Mutex::new(vec![None; trials.len()]);
        let fault: Mutex<Option<Fault>> = Mutex::new(None);
        let lock = &|index: usize, value: f64| {
            let mut all = differences.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = all.get_mut(index) {
                *place = Some(value);
            }
        };
        let halt = Halting::default();
        let (sender, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, trials.len().max(1)) {
                let sender = sender.clone();
                let (next, fault, halt) = (&next, &fault, &halt);
                let work = move || {
                    let _until_the_end = sender;
                    let pair = Pair::new(self, halt);
                    let mut pair = match pair {
                        Ok(pair) => pair,
                        Err(found) => {
                            *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
                            return;
                        }
                    };
                    while !halt.is_set() {
                        let index = next.fetch_add(1, Relaxed);
                        let Some((iteration, trial)) = trials.get(index) else { break };
                        let Some(difference) = pair.play(self, *iteration, trial, halt.flag())
                        else {
                            break;
                        };
                        lock(index, difference);
                    }
                };
                // If no thread can be had, the batch stays incomplete.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            drop(sender);
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(GLANCE) {
                if stop.load(Relaxed) && !halt.is_set() {
                    halt.set();
                }
            }
        });
        if let Some(fault) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(TuningError::Engine(fault));
        }
        let all = differences.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(all.into_iter().collect())
    }

    fn parameters(&self, values: &[i32]) -> Parameters {
        let mut parameters = self.base;
        for (number, &value) in self.tuned.iter().zip(values) {
            parameters.set(&number.name, value);
        }
        parameters
    }

    /// The table with the values of a row, rounded.
    #[must_use]
    pub fn table(&self, row: &Row) -> Parameters {
        let rounded: Vec<i32> = row.values.iter().map(|value| value.round() as i32).collect();
        self.parameters(&rounded)
    }
}

/// Two engines that play for one trial after the other.
struct Pair {
    players: [Player; 2],
    pace: Pace,
}

impl Pair {
    fn new<R: Playable>(tuning: &Tuning<R>, halt: &Halting) -> Result<Self, Fault> {
        let settings = BuiltinSettings {
            hash: tuning.hash,
            network: NetworkChoice::Own,
            parameters: tuning.base,
        };
        let pace = Pace::nodes(tuning.nodes);
        let player = || {
            let one = Builtin::with(&settings, pace, R::VARIANT)?;
            halt.watch(one.control());
            Ok::<_, Fault>(Player::Builtin(Box::new(one)))
        };
        Ok(Self { players: [player()?, player()?], pace })
    }

    /// How many points more the values of `plus` score in a pair of games.
    fn play<R: Playable>(
        &mut self,
        tuning: &Tuning<R>,
        iteration: u64,
        trial: &Trial,
        stop: &AtomicBool,
    ) -> Option<f64> {
        let [plus, minus] = &mut self.players;
        for (player, values) in [(&mut *plus, &trial.plus), (&mut *minus, &trial.minus)] {
            if let Player::Builtin(builtin) = player {
                builtin.set_parameters(tuning.parameters(values));
            }
        }
        let opening = tuning.openings.get(usize::try_from(iteration).unwrap_or(0))?;
        let mut difference = 0.0;
        for color in [Color::White, Color::Black] {
            // Both forget everything, so that a pair does not depend on what
            // was played before it, nor on which thread plays it.
            plus.new_game().ok()?;
            minus.new_game().ok()?;
            let players = match color {
                Color::White => [&mut *plus, &mut *minus],
                Color::Black => [&mut *minus, &mut *plus],
            };
            let paces = [self.pace; 2];
            let played = referee::play(players, paces, opening, &tuning.adjudication, stop)?;
            difference += match played.end.winner() {
                Some(winner) if winner == color => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
        }
        Some(difference)
    }
}
