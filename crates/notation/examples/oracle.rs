//! Answers questions about games, for comparison with other programs.
//!
//! Each line of input is `variant|fen|moves`, the moves in UCI with spaces
//! between them. For each position of the game, the start included, one line of
//! JSON follows: what Erawan says about it, and under `faults` whatever about
//! Erawan's own answers does not fit together. After an `error` the rest of the
//! game is skipped.

use std::io::{self, BufRead, Write};

use erawan_board::{Chess, Game, Move, Outcome, Position, Rules, Strictness, Variant, with_rules};
use erawan_notation::uci::{self, CastlingNotation};
use erawan_notation::{fen, san};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        answer(&line?, &mut out)?;
        out.flush()?;
    }
    Ok(())
}

/// What only some of the games have.
fn extra<R: Rules>(position: &Position<R>) -> (&'static str, Value) {
    if let Some(position) = position.as_game::<Chess>() {
        return ("polyglot", json!(format!("{:016x}", position.polyglot_key())));
    }
    let thai = |m: Move| {
        let uci = uci::write::<R>(m, CastlingNotation::Standard);
        (uci, json!(san::write_thai(position, m)))
    };
    ("thai", position.legal_moves().iter().map(|&m| thai(m)).collect())
}

fn answer(line: &str, out: &mut impl Write) -> io::Result<()> {
    let mut parts = line.split('|').map(str::trim);
    let (Some(variant), Some(start), Some(moves)) = (parts.next(), parts.next(), parts.next())
    else {
        return error(out, "expected variant|fen|moves");
    };
    match Variant::from_name(variant) {
        Some(variant) => with_rules!(variant, R => follow::<R>(variant, start, moves, out)),
        None => error(out, "no such variant"),
    }
}

fn error(out: &mut impl Write, message: &str) -> io::Result<()> {
    writeln!(out, "{}", json!({"error": message}))
}

/// Plays the game and describes each position.
fn follow<R: Rules>(
    variant: Variant,
    start: &str,
    moves: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let position = match fen::parse::<R>(start, Strictness::Lenient) {
        Ok(position) => position,
        Err(refusal) => return error(out, &refusal.to_string()),
    };
    // What can be reached from a position that passes the strict checks passes
    // them as well.
    let strictness = match fen::parse::<R>(start, Strictness::Strict) {
        Ok(_) => Strictness::Strict,
        Err(_) => Strictness::Lenient,
    };
    let mut game = Game::from_position(position);
    writeln!(out, "{}", describe(&game, variant, strictness))?;
    for text in moves.split_whitespace() {
        let m = match uci::parse(game.position(), text) {
            Ok(m) => m,
            Err(refusal) => return error(out, &format!("{text}: {refusal}")),
        };
        if let Err(refusal) = game.play(m) {
            return error(out, &refusal.to_string());
        }
        writeln!(out, "{}", describe(&game, variant, strictness))?;
    }
    Ok(())
}

fn describe<R: Rules>(game: &Game<R>, variant: Variant, strictness: Strictness) -> Value {
    let position = game.position();
    let written = |m: Move| {
        let uci = uci::write::<R>(m, CastlingNotation::of(variant));
        (uci, json!(san::write(position, m)))
    };
    let moves: Value = position.legal_moves().iter().map(|&m| written(m)).collect();
    let outcome = game.outcome().map(|outcome| match outcome {
        Outcome::Win { reason, .. } => reason.to_string(),
        Outcome::Draw(reason) => reason.to_string(),
    });
    let count = position.counting();
    let mut described = json!({
        "fen": fen::write(position),
        "moves": moves,
        "check": position.in_check(),
        "repetitions": game.repetitions(),
        "insufficient": position.is_insufficient_material(),
        "outcome": outcome,
        "claim": game.claim().map(|reason| reason.to_string()),
        "count": [count.limit(), count.ply()],
        "faults": faults(position, variant, strictness),
    });
    let (name, value) = extra(position);
    described[name] = value;
    described
}

/// What does not fit together in Erawan's own answers.
fn faults<R: Rules>(
    position: &Position<R>,
    variant: Variant,
    strictness: Strictness,
) -> Vec<String> {
    let mut faults = Vec::new();
    let legal = position.legal_moves();
    if position.count_legal_moves() != legal.len() {
        faults.push(format!("{} moves counted", position.count_legal_moves()));
    }
    if *position.keys() != position.compute_keys() {
        faults.push("keys differ from those made from scratch".to_owned());
    }
    let written = fen::write(position);
    match fen::parse::<R>(&written, strictness) {
        // A count hides the halfmove clock.
        Ok(read) if fen::write(&read) == written && read.is_repetition_of(position) => {}
        Ok(read) => faults.push(format!("FEN is read as {}", fen::write(&read))),
        Err(refusal) => faults.push(format!("FEN is refused: {refusal}")),
    }
    for &m in &legal {
        if !position.is_legal(m) {
            faults.push(format!("{m:?} is listed but not legal"));
        }
        let text = uci::write::<R>(m, CastlingNotation::of(variant));
        if uci::parse(position, &text) != Ok(m) {
            faults.push(format!("{text} is read as {:?}", uci::parse(position, &text)));
        }
        let text = san::write(position, m);
        if san::parse(position, &text) != Ok(m) {
            faults.push(format!("{text} is read as {:?}", san::parse(position, &text)));
        }
        let next = position.play_unchecked(m);
        if position.gives_check(m) != next.in_check() {
            faults.push(format!("{m:?} gives check: {}", position.gives_check(m)));
        }
        let mut copy = *position;
        let undo = copy.make(m);
        if copy != next {
            faults.push(format!("{m:?} is played and made in two ways"));
        }
        copy.unmake(undo);
        if copy != *position {
            faults.push(format!("{m:?} is not taken back exactly"));
        }
    }
    faults
}
