//! Matches: many games at once, results in one place.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use erawan_board::{Color, Variant};
use erawan_engine::Playable;
use erawan_notation::pgn::GameResult;

use crate::adjudication::Adjudication;
use crate::halting::Halting;
use crate::lines;
use crate::openings::Openings;
use crate::pace::Pace;
use crate::players::{Fault, Player, PlayerSpec};
use crate::record::{End, GameRecord, Heading};
use crate::referee;
use crate::schedule::{Format, Pairing, Schedule};
use crate::sprt::{Decision, Sprt};
use crate::standings::Standings;

/// Our engine searches in the threads that play the games.
const STACK: usize = 64 << 20;

/// How often is looked whether the match shall end.
const GLANCE: Duration = Duration::from_millis(20);

/// A match between two or more players.
#[derive(Clone, Debug)]
pub struct Tournament<R: Playable> {
    /// The `Event` tag of its games.
    pub event: String,
    /// What is played: tells chess from Chess960.
    pub variant: Variant,
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games that each two players who meet play.
    pub rounds: usize,
    /// Where games begin.
    pub openings: Openings<R>,
    /// How games are ended early.
    pub adjudication: Adjudication,
    /// Games at the same time.
    pub concurrency: usize,
    /// How long a program without a clock may be silent.
    pub patience: Duration,
    /// A test that ends the match; between two players only.
    pub sprt: Option<Sprt>,
}

/// A game of an earlier run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its number in the schedule.
    pub number: usize,
    /// How it ended.
    pub result: GameResult,
    /// What the loser did that cost it the game, if that is how it was lost.
    pub fault: Option<&'static str>,
}

/// Something that happened.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, R: Playable> {
    /// A game has ended.
    Finished {
        /// The game.
        record: &'a GameRecord<R>,
        /// The game as PGN.
        pgn: &'a str,
        /// The results with it.
        standings: &'a Standings,
    },
}

/// Why there is no match.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TournamentError {
    /// There must be two players at least.
    TooFewPlayers,
    /// Nothing would end a player's search.
    NoLimit(String),
    /// The test is for two players.
    SprtPlayers,
    /// Two players have one name.
    SameName(String),
    /// A player is not fit to play.
    Player {
        /// Its name.
        name: String,
        /// Why.
        fault: Fault,
    },
    /// The built-in engine does not think on the opponent's time.
    BuiltinPonders,
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPlayers => f.write_str("a match needs two players"),
            Self::NoLimit(name) => {
                write!(f, "{name} has nothing to end its search: no clock, time, nodes or depth")
            }
            Self::SprtPlayers => f.write_str("a sequential test is for two players"),
            Self::SameName(name) => write!(f, "two players are called {name}"),
            Self::Player { name, fault } => write!(f, "{name} {fault}"),
            Self::BuiltinPonders => f.write_str("the built-in engine does not ponder"),
        }
    }
}

impl std::error::Error for TournamentError {}

/// How a match went.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results.
    pub standings: Standings,
    /// How the test ended, if there was one and it did.
    pub decision: Option<Decision>,
    /// Whether the match was stopped before its end.
    pub interrupted: bool,
}

/// A game that has ended, on its way to the results.
struct Finished<R: Playable> {
    record: GameRecord<R>,
    pgn: String,
}

impl<R: Playable> Tournament<R> {
    /// The schedule.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.format, self.rounds)
    }

    /// Starts every player once, to see that it can play, and gives those
    /// without a name the one they give themselves. To be called before
    /// [`run`](Self::run).
    pub fn prepare(&mut self) -> Result<(), TournamentError> {
        if self.players.len() < 2 {
            return Err(TournamentError::TooFewPlayers);
        }
        if self.sprt.is_some() && self.players.len() > 2 {
            return Err(TournamentError::SprtPlayers);
        }
        let mut names: HashSet<String> = HashSet::new();
        for spec in self.players.iter().filter(|spec| !spec.name.is_empty()) {
            if !names.insert(spec.name.clone()) {
                return Err(TournamentError::SameName(spec.name.clone()));
            }
        }
        for spec in &mut self.players {
            let shown = shown_name(spec);
            if spec.pace.is_endless() {
                return Err(TournamentError::NoLimit(shown));
            }
            if spec.ponder && spec.program == crate::players::Program::Builtin {
                return Err(TournamentError::BuiltinPonders);
            }
            let player = Player::start(spec, self.variant, self.patience, &Arc::default())
                .map_err(|fault| TournamentError::Player { name: shown.clone(), fault })?;
            if spec.name.is_empty() {
                let own = player.own_name().filter(|name| !name.is_empty()).unwrap_or(shown);
                let numbered = (2..).map(|number| format!("{own} ({number})"));
                let mut names_to_try = std::iter::once(own.clone()).chain(numbered);
                if let Some(name) = names_to_try.find(|name| !names.contains(name)) {
                    names.insert(name.clone());
                    spec.name = name;
                }
            }
            player.quit();
        }
        Ok(())
    }

    /// Plays all games that are not known already, until they are done, a test
    /// decides, `stop` is set or the observer returns false.
    pub fn run(
        &self,
        known: &[Known],
        stop: &AtomicBool,
        mut observe: impl FnMut(Event<'_, R>) -> bool,
    ) -> Report {
        let schedule = self.schedule();
        let (mut standings, done) = self.recall(&schedule, known);
        let mut decision = self.decide(&standings);
        let mut interrupted = false;
        if decision.is_some() {
            return Report { standings, decision, interrupted };
        }
        // Ends the games in progress, whoever wants it.
        let halt = Halting::default();
        let next = AtomicUsize::new(0);
        let left = schedule.len() - done.len();
        let workers = self.concurrency.clamp(1, left.max(1));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..workers {
                let worker = Worker {
                    tournament: self,
                    schedule: &schedule,
                    done: &done,
                    next: &next,
                    halt: &halt,
                    results: sender.clone(),
                };
                let builder = thread::Builder::new().name("game".into()).stack_size(STACK);
                // With fewer threads the match takes longer, with none it is
                // as if it were stopped.
                let _ = builder.spawn_scoped(scope, move || worker.play_games());
            }
            drop(sender);
            loop {
                if stop.load(Relaxed) && !halt.is_set() {
                    interrupted = true;
                    halt.set();
                }
                let Finished { record, pgn } = match receiver.recv_timeout(GLANCE) {
                    Ok(finished) => finished,
                    Err(mpsc::RecvTimeoutError::Timeout) => continue,
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                };
                count(&mut standings, &record);
                let (record, pgn, standings) = (&record, &pgn, &standings);
                if !observe(Event::Finished { record, pgn, standings }) {
                    interrupted = true;
                    halt.set();
                }
                if decision.is_none() {
                    decision = self.decide(standings);
                    if decision.is_some() {
                        halt.set();
                    }
                }
            }
        });
        Report { standings, decision, interrupted }
    }

    /// The results of the games that are known, and which those are.
    fn recall(&self, schedule: &Schedule, known: &[Known]) -> (Standings, HashSet<usize>) {
        let mut standings = Standings::new(schedule, self.players.len());
        let mut done = HashSet::new();
        for game in known {
            if let Some(pairing) = schedule.game(game.number)
                && done.insert(game.number)
            {
                standings.add(&pairing, game.result);
                let loser = match game.result {
                    GameResult::WhiteWins => pairing.black,
                    _ => pairing.white,
                };
                game.fault.into_iter().for_each(|kind| standings.add_fault(loser, kind));
            }
        }
        (standings, done)
    }

    fn decide(&self, standings: &Standings) -> Option<Decision> {
        let score = standings.meeting(0);
        // Half pairs say nothing yet.
        self.sprt.filter(|_| score.pairs.iter().sum::<u64>() > 0)?.decision(&score)
    }
}

fn shown_name(spec: &PlayerSpec) -> String {
    match &spec.program {
        _ if !spec.name.is_empty() => spec.name.clone(),
        crate::players::Program::Command { program, .. } => program.display().to_string(),
        crate::players::Program::Builtin => "builtin".to_owned(),
    }
}

/// Counts a game that has ended, and what its players did wrong.
fn count<R: Playable>(standings: &mut Standings, record: &GameRecord<R>) {
    standings.add(&record.pairing, record.end.result());
    if let End::Fault { color, fault } = &record.end {
        standings.add_fault(record.pairing.player(*color), fault.kind());
    }
    for warning in &record.warnings {
        let player = record.pairing.player(record.mover(warning.ply));
        standings.add_fault(player, warning.problem.kind());
    }
}

/// Plays one game after the other.
struct Worker<'a, R: Playable> {
    tournament: &'a Tournament<R>,
    schedule: &'a Schedule,
    done: &'a HashSet<usize>,
    next: &'a AtomicUsize,
    halt: &'a Halting,
    results: Sender<Finished<R>>,
}

impl<R: Playable> Worker<'_, R> {
    fn play_games(self) {
        let mut players: Vec<Option<Player>> =
            self.tournament.players.iter().map(|_| None).collect();
        while !self.halt.is_set() {
            let number = self.next.fetch_add(1, Relaxed);
            let Some(pairing) = self.schedule.game(number) else { break };
            if self.done.contains(&number) {
                continue;
            }
            let Some(finished) = self.play(&mut players, pairing) else { break };
            if self.results.send(finished).is_err() {
                break;
            }
        }
        // All are told before the first is waited for.
        players.iter_mut().flatten().for_each(Player::dismiss);
        players.into_iter().flatten().for_each(Player::quit);
    }

    fn play(&self, players: &mut [Option<Player>], pairing: Pairing) -> Option<Finished<R>> {
        let specs = &self.tournament.players;
        let (white, black) = (specs.get(pairing.white)?, specs.get(pairing.black)?);
        let opening = self.tournament.openings.get(pairing.opening)?;
        let (began, clock) = (SystemTime::now(), Instant::now());
        let sides = [(Color::White, pairing.white, white), (Color::Black, pairing.black, black)];
        let failed = sides.into_iter().find_map(|(color, index, spec)| {
            let fault = self.make_ready(players.get_mut(index)?, spec).err()?;
            Some(End::Fault { color, fault })
        });
        let played = match failed {
            Some(end) => {
                let game = opening.game();
                let book_plies = game.moves().len();
                referee::Played { game, book_plies, notes: Vec::new(), end }
            }
            None => {
                let [Some(first), Some(second)] =
                    players.get_disjoint_mut([pairing.white, pairing.black]).ok()?
                else {
                    return None;
                };
                let paces: [Pace; 2] = [white.pace, black.pace];
                let adjudication = &self.tournament.adjudication;
                referee::play([first, second], paces, opening, adjudication, self.halt.flag())?
            }
        };
        // What a player does wrong when nobody waits for it any longer is not
        // its fault.
        if matches!(played.end, End::Fault { .. }) && self.halt.is_set() {
            return None;
        }
        for (color, index, spec) in sides {
            let broken = match &played.end {
                End::Fault { color: guilty, fault } if *guilty == color => !fault.is_survivable(),
                _ => false,
            };
            if let Some(slot) = players.get_mut(index) {
                let resting = slot.as_mut().is_none_or(|player| player.rest().is_ok());
                if broken || !resting || spec.restart {
                    match slot.take() {
                        Some(player) if !broken && resting => player.quit(),
                        // Dropped, and so killed.
                        _ => {}
                    }
                }
            }
        }
        let warnings = lines::check(&played.game, played.book_plies, &played.notes);
        let record = GameRecord {
            pairing,
            warnings,
            game: played.game,
            book_plies: played.book_plies,
            notes: played.notes,
            end: played.end,
            began,
            took: clock.elapsed(),
        };
        let pgn = record.to_pgn(&Heading {
            event: &self.tournament.event,
            variant: self.tournament.variant,
            players: [&white.name, &black.name],
            paces: [white.pace.to_string(), black.pace.to_string()],
        });
        Some(Finished { record, pgn })
    }

    /// Starts a player, or starts it again if it ended between games.
    fn make_ready(&self, slot: &mut Option<Player>, spec: &PlayerSpec) -> Result<(), Fault> {
        if let Some(player) = slot {
            if player.new_game().is_ok() {
                return Ok(());
            }
            *slot = None;
        }
        let Tournament { variant, patience, .. } = *self.tournament;
        let player = Player::start(spec, variant, patience, self.halt.flag())?;
        if let Some(search) = player.control() {
            self.halt.watch(search);
        }
        slot.insert(player).new_game()
    }
}
