//! Moves: listed, read, written, played.

use erawan_board::{Game, Makruk, Move, Position, Role, Rules, Variant, with_game, with_rules};
use erawan_notation::uci::CastlingNotation;
use erawan_notation::{san, uci};

use crate::games::letter;
use crate::json;
use crate::session::{Table, Wrong, with};

/// How a move is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    San,
    Uci,
    MakrukJs,
}

impl Spelling {
    fn of(number: u32) -> Spelling {
        match number {
            1 => Spelling::Uci,
            2 => Spelling::MakrukJs,
            _ => Spelling::San,
        }
    }

    pub(crate) fn write<R: Rules>(self, at: &Position<R>, m: Move, variant: Variant) -> String {
        match (self, at.as_game::<Makruk>()) {
            (Spelling::Uci, _) => uci::write::<R>(m, CastlingNotation::of(variant)),
            (Spelling::MakrukJs, Some(at)) => san::makruk_js::write(at, m),
            _ => san::write(at, m),
        }
    }
}

/// The legal moves, separated by spaces: (0) SAN, (1) UCI, (2) makruk-js; only
/// those from a square, or all for 64.
#[unsafe(no_mangle)]
pub extern "C" fn game_moves(number: u32, spelling: u32, from: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let spelling = Spelling::of(spelling);
        let mut text = String::new();
        with_game!(&table.game, game => {
            let position = game.position();
            for &m in position.legal_moves().iter().filter(|m| is_from(m, from)) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&spelling.write(position, m, table.variant));
            }
        });
        session.say(text)
    })
}

fn is_from(m: &Move, from: u32) -> bool {
    from > 63 || m.from().index() as u32 == from
}

/// All there is to say of a move, as JSON.
fn describe<R: Rules>(out: &mut String, at: &Position<R>, m: Move, variant: Variant) {
    let uci = Spelling::Uci.write(at, m, variant);
    let captured = at.captured(m).map(|role| letter(variant, role));
    let promotion = m.promotion().map(|role| letter(variant, role));
    let color = at.turn().letter().to_string();
    out.push('{');
    json::member(out, "color", &color);
    json::member(out, "from", uci.get(..2).unwrap_or_default());
    json::member(out, "to", uci.get(2..4).unwrap_or_default());
    json::member(out, "piece", &letter(variant, m.role()).to_string());
    if let Some(captured) = captured {
        json::member(out, "captured", &captured.to_string());
    }
    if let Some(promotion) = promotion {
        json::member(out, "promotion", &promotion.to_string());
    }
    json::member(out, "flags", &flags(m, captured.is_some()));
    json::member(out, "san", &san::write(at, m));
    json::member(out, "uci", &uci);
    out.push('}');
}

/// The letters by which chess.js tells what a move does.
fn flags(m: Move, captures: bool) -> String {
    let ranks = m.from().rank().index().abs_diff(m.to().rank().index());
    let mut flags = String::new();
    if m.is_castle() {
        flags.push(if m.is_short_castle() { 'k' } else { 'q' });
    } else if m.is_en_passant() {
        flags.push('e');
    } else if captures {
        flags.push('c');
    } else if m.role() == Role::Pawn && ranks == 2 {
        flags.push('b');
    } else {
        flags.push('n');
    }
    if m.is_promotion() {
        flags.push('p');
    }
    flags
}

/// The legal moves with all there is to say of them, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn game_described(number: u32, from: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let mut out = String::new();
        with_game!(&table.game, game => {
            let moves = game.position().legal_moves();
            json::list(&mut out, moves.iter().filter(|m| is_from(m, from)), |out, &m| {
                describe(out, game.position(), m, table.variant);
            });
        });
        session.say(out)
    })
}

/// The moves played so far, as SAN and so on or (3) described as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn game_history(number: u32, spelling: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let mut out = String::new();
        with_game!(&table.game, game => {
            let played = game.positions().iter().zip(game.moves());
            if spelling == 3 {
                json::list(&mut out, played, |out, (at, &m)| describe(out, at, m, table.variant));
            } else {
                for (at, &m) in played {
                    if !out.is_empty() {
                        out.push(' ');
                    }
                    out.push_str(&Spelling::of(spelling).write(at, m, table.variant));
                }
            }
        });
        session.say(out)
    })
}

/// Reads a move in any spelling: SAN, then as protocols spell it.
fn read<R: Rules>(at: &Position<R>, text: &str, spelling: u32) -> Result<Move, Wrong> {
    match (Spelling::of(spelling), at.as_game::<Makruk>()) {
        (Spelling::Uci, _) => Ok(uci::parse(at, text)?),
        (Spelling::MakrukJs, Some(at)) => Ok(san::makruk_js::parse(at, text)?),
        _ => match san::parse(at, text) {
            Ok(m) => Ok(m),
            // `e7e8m` is what protocols say; people write `e8=M`.
            Err(error) => uci::parse(at, text).map_err(|_| error.into()),
        },
    }
}

/// Plays the move that was put in and describes it as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn game_play(number: u32, spelling: u32) -> i32 {
    with(|session| {
        let text = session.text()?;
        let table = session.table_mut(number)?;
        let mut out = String::new();
        with_game!(&mut table.game, game => {
            let m = read(game.position(), &text, spelling)?;
            describe(&mut out, game.position(), m, table.variant);
            game.play(m)?;
        });
        session.say(out)
    })
}

/// Plays the moves that were put in, separated by spaces: all or none.
#[unsafe(no_mangle)]
pub extern "C" fn game_play_all(number: u32, spelling: u32) -> i32 {
    with(|session| {
        let text = session.text()?;
        let table = session.table_mut(number)?;
        with_game!(&mut table.game, game => {
            let before = game.moves().len();
            let mut play = |word: &str| -> Result<(), Wrong> {
                let m = read(game.position(), word, spelling)?;
                Ok(game.play(m)?)
            };
            for (i, word) in text.split_whitespace().enumerate() {
                if let Err(wrong) = play(word) {
                    while game.moves().len() > before {
                        game.undo();
                    }
                    return Err(wrong.about(&format!("move {}, {word}", i + 1)));
                }
            }
        });
        Ok(0)
    })
}

/// Takes the last move back and describes it as JSON; nothing if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn game_undo(number: u32) -> i32 {
    with(|session| {
        let Table { game, variant } = session.table_mut(number)?;
        let variant = *variant;
        let mut out = String::new();
        with_rules!(variant, R => {
            let game: &mut Game<R> = game.get_mut::<R>().ok_or("another game")?;
            if let Some(m) = game.undo() {
                describe(&mut out, game.position(), m, variant);
            }
        });
        session.say(out)
    })
}
