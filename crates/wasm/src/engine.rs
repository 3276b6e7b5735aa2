//! The engine: asked what to play, heard of while it searches.
//!
//! A search does not return before it is over. While it runs it tells the host of
//! each line, asks it for the time, and asks it whether to stop.

use std::cell::RefCell;
use std::fmt::Write;
use std::time::Duration;

use erawan_board::{Game, Variant, with_game};
use erawan_engine::strength::Strength;
use erawan_engine::{Best, Chances, Clock, Engine, Info, Limits, Playable, Score};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation};

use crate::host;
use crate::json;
use crate::session::{Wrong, with};

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Nobody waits longer. A search with a limit of time asks the host for it, and
/// then whether to stop.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const MOST_LINES: usize = 500;

/// Begins anew with a transposition table of this many mebibytes and so many threads.
#[unsafe(no_mangle)]
pub extern "C" fn engine_open(mebibytes: u32, threads: u32) -> i32 {
    with(|_| {
        ENGINE.with_borrow_mut(|engine| {
            // The old table is given back before the new one is taken.
            *engine = None;
            let mut new = Engine::new(mebibytes.max(1) as usize)?;
            new.set_threads(threads.max(1) as usize)?;
            *engine = Some(new);
            Ok(0)
        })
    })
}

/// Forgets what was learnt, for a new game.
#[unsafe(no_mangle)]
pub extern "C" fn engine_clear() -> i32 {
    with_engine(|engine| {
        engine.clear();
        Ok(())
    })
}

/// What a game's position is worth before any search, for the side to move: JSON.
#[unsafe(no_mangle)]
pub extern "C" fn engine_evaluate(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?.clone();
        let value =
            ask(|engine| Ok(with_game!(&table.game, game => engine.evaluate(game.position()))))?;
        session.say(value.to_string())
    })
}

/// Looks for the best move of a game, by the limits that were put in: words like
/// `depth 12 lines 3`. The answer is JSON.
#[unsafe(no_mangle)]
pub extern "C" fn engine_search(number: u32) -> i32 {
    with(|session| {
        let (table, text) = (session.table(number)?.clone(), session.text()?);
        let answer = ask(|engine| {
            with_game!(&table.game, game => {
                let order = Order::read(&text, game)?;
                Ok(order.carry_out(engine, game, table.variant))
            })
        })?;
        session.say(answer)
    })
}

fn with_engine(body: impl FnOnce(&mut Engine) -> Result<(), Wrong>) -> i32 {
    with(|_| ask(body).map(|()| 0))
}

fn ask<T>(body: impl FnOnce(&mut Engine) -> Result<T, Wrong>) -> Result<T, Wrong> {
    ENGINE.with_borrow_mut(|engine| match engine {
        Some(engine) => body(engine),
        None => Err("the engine has not been opened".into()),
    })
}

/// What to search for.
#[derive(Default)]
struct Order {
    limits: Limits,
    strength: Option<Strength>,
    seed: u64,
}

impl Order {
    fn read<R: Playable>(text: &str, game: &Game<R>) -> Result<Order, Wrong> {
        let mut order = Order::default();
        let (mut time, mut increment, mut moves_to_go) = (None, Duration::ZERO, None);
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "moves" {
                let read = |word| uci::parse(game.position(), word);
                order.limits.searchmoves = words.by_ref().map(read).collect::<Result<_, _>>()?;
                break;
            }
            let number = words.next().ok_or_else(|| format!("{word} has no number"))?;
            let number: u64 =
                number.parse().map_err(|_| format!("{word} {number}: that is no number"))?;
            let small = u32::try_from(number).unwrap_or(u32::MAX);
            let duration = Duration::from_millis(number).min(LONGEST);
            let limits = &mut order.limits;
            match word {
                "depth" => limits.depth = Some(small),
                "nodes" => limits.nodes = Some(number),
                "mate" => limits.mate = Some(small),
                "movetime" => limits.movetime = Some(duration),
                "time" => time = Some(duration),
                "increment" => increment = duration,
                "movestogo" => moves_to_go = Some(small),
                "lines" => limits.multipv = (number as usize).min(MOST_LINES),
                "elo" => {
                    let elo = i32::try_from(number).unwrap_or(i32::MAX);
                    order.strength = Some(Strength::new(elo));
                }
                "seed" => order.seed = number,
                _ => return Err(format!("there is no limit called {word}").into()),
            }
        }
        order.limits.clock = time.map(|time| Clock { time, increment, moves_to_go });
        if order.limits.clock.is_none() {
            order.limits.movetime.get_or_insert(LONGEST);
        }
        Ok(order)
    }

    fn carry_out<R: Playable>(
        &self,
        engine: &mut Engine,
        game: &Game<R>,
        variant: Variant,
    ) -> String {
        let control = engine.control();
        control.reset();
        host::begin(control);
        let tell = |info: Info| host::tell(&line(&info, game, variant));
        let found = match self.strength {
            None => engine.search(game, &self.limits, tell),
            Some(strength) => strength.search(engine, game, &self.limits, self.seed, tell),
        };
        host::end();
        best(&found, game, variant)
    }
}

/// A line of play as JSON.
fn line<R: Playable>(info: &Info, game: &Game<R>, variant: Variant) -> String {
    let mut out = String::from("{");
    number(&mut out, "depth", info.depth);
    number(&mut out, "seldepth", info.seldepth);
    number(&mut out, "line", info.multipv);
    outlook(&mut out, info.score, info.chances);
    number(&mut out, "nodes", info.nodes);
    number(&mut out, "time", info.time.as_millis());
    number(&mut out, "hashfull", info.hashfull);
    json::key(&mut out, "pv");
    let castling = CastlingNotation::of(variant);
    json::list(&mut out, &info.pv, |out, &m| json::string(out, &uci::write::<R>(m, castling)));
    json::key(&mut out, "san");
    let mut at = *game.position();
    json::list(&mut out, &info.pv, |out, &m| {
        json::string(out, &san::write(&at, m));
        at = at.play_unchecked(m);
    });
    out.push('}');
    out
}

/// What a search found, as JSON.
fn best<R: Playable>(found: &Best, game: &Game<R>, variant: Variant) -> String {
    let mut out = String::from("{");
    let castling = CastlingNotation::of(variant);
    for (name, m) in [("best", found.best), ("ponder", found.ponder)] {
        json::key(&mut out, name);
        match m {
            Some(m) => json::string(&mut out, &uci::write::<R>(m, castling)),
            None => out.push_str("null"),
        }
    }
    if let Some(m) = found.best {
        json::member(&mut out, "san", &san::write(game.position(), m));
    }
    outlook(&mut out, found.score, found.chances);
    number(&mut out, "depth", found.depth);
    number(&mut out, "nodes", found.nodes);
    out.push('}');
    out
}

/// The score and what it means.
fn outlook(out: &mut String, score: Score, chances: Chances) {
    json::key(out, "score");
    out.push('{');
    match score {
        Score::Centipawns(value) => number(out, "cp", value),
        Score::Mate(moves) => number(out, "mate", moves),
    }
    out.push('}');
    json::key(out, "chances");
    out.push('{');
    number(out, "win", chances.win);
    number(out, "draw", chances.draw);
    number(out, "loss", chances.loss);
    out.push('}');
}

fn number(out: &mut String, name: &str, value: impl std::fmt::Display) {
    json::key(out, name);
    // Writing to a string does not fail.
    let _ = write!(out, "{value}");
}
