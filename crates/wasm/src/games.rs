//! Games: begun, asked, given back.

use std::fmt::Write;

use erawan_board::{
    AnyGame, Chess, Color, CountingKind, CountingMode, DrawReason, Game, Makruk, Move, Outcome,
    Position, Role, Rules, Square, Strictness, Variant, chess960, perft, with_game, with_rules,
};
use erawan_notation::uci::CastlingNotation;
use erawan_notation::{fen, uci};

use crate::json;
use crate::session::{Table, Wrong, with};

pub(crate) fn variant(number: u32) -> Result<Variant, Wrong> {
    let found = Variant::ALL.get(number as usize).copied();
    found.ok_or_else(|| "there is no such game".into())
}

/// Begins a game at its start.
#[unsafe(no_mangle)]
pub extern "C" fn game_start(number: u32) -> i32 {
    with(|session| {
        let variant = variant(number)?;
        session.seat(Table { game: AnyGame::start(variant), variant })
    })
}

/// Begins a game of Chess960 from the start position of a number.
#[unsafe(no_mangle)]
pub extern "C" fn game_chess960(number: u32) -> i32 {
    with(|session| {
        let number = u16::try_from(number).ok().filter(|&number| number < chess960::COUNT);
        let number = number.ok_or("start positions have numbers from 0 to 959")?;
        let game = Game::from_position(Position::<Chess>::chess960(number)).into();
        session.seat(Table { game, variant: Variant::Chess960 })
    })
}

/// Begins a game from the FEN that was put in, in any dialect that it certainly
/// is.
#[unsafe(no_mangle)]
pub extern "C" fn game_from_fen(number: u32, lenient: u32) -> i32 {
    with(|session| {
        let (variant, text) = (variant(number)?, session.text()?);
        let strictness = if lenient != 0 { Strictness::Lenient } else { Strictness::Strict };
        let game: AnyGame = with_rules!(variant, R => {
            Game::from_position(fen::parse_any::<R>(&text, strictness)?).into()
        });
        session.seat(Table { game, variant })
    })
}

/// Another game like this one.
#[unsafe(no_mangle)]
pub extern "C" fn game_clone(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?.clone();
        session.seat(table)
    })
}

/// Gives a game back.
#[unsafe(no_mangle)]
pub extern "C" fn game_free(number: u32) {
    with(|session| {
        session.leave(number);
        Ok(0)
    });
}

/// Which game is played.
#[unsafe(no_mangle)]
pub extern "C" fn game_variant(number: u32) -> i32 {
    with(|session| {
        let variant = session.table(number)?.variant;
        let place = Variant::ALL.iter().position(|&other| other == variant);
        Ok(u32::try_from(place.ok_or("an unknown game")?)?)
    })
}

/// The FEN of the position: standard, or (1) that of makruk-js.
#[unsafe(no_mangle)]
pub extern "C" fn game_fen(number: u32, dialect: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let text = if dialect == 1 {
            let game = table.game.get::<Makruk>();
            fen::makruk_js::write(game.ok_or("makruk-js has no game but Makruk")?.position())
        } else {
            let castling = fen::CastlingStyle::of(table.variant);
            let style = fen::FenStyle { castling, ..fen::FenStyle::default() };
            with_game!(&table.game, game => fen::write_with(game.position(), &style))
        };
        session.say(text)
    })
}

/// The FEN of the position the game began with.
#[unsafe(no_mangle)]
pub extern "C" fn game_origin(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let castling = fen::CastlingStyle::of(table.variant);
        let style = fen::FenStyle { castling, ..fen::FenStyle::default() };
        let text = with_game!(&table.game, game => fen::write_with(game.start(), &style));
        session.say(text)
    })
}

/// The 64 squares from a1 to h8: letters of FEN, and dots.
#[unsafe(no_mangle)]
pub extern "C" fn game_board(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let mut squares = ['.'; 64];
        with_rules!(table.variant, R => {
            let position = table.game.get::<R>().ok_or("another game")?.position();
            for square in position.occupied() {
                let piece = position.piece_at(square).ok_or("an empty square")?;
                squares[square.index()] = fen::piece_letter::<R>(piece);
            }
        });
        session.say(String::from_iter(squares))
    })
}

/// The squares of promoted bia, as names one after the other.
#[unsafe(no_mangle)]
pub extern "C" fn game_promoted(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let promoted = with_game!(&table.game, game => game.position().promoted());
        let text: String = promoted.iter().map(|square| square.to_string()).collect();
        session.say(text)
    })
}

/// The squares of White's men, or with `black` of Black's, that attack a square: names
/// one after the other.
#[unsafe(no_mangle)]
pub extern "C" fn game_attackers(number: u32, square: u32, black: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let square = Square::from_index(square as usize).ok_or("there is no such square")?;
        let color = if black != 0 { Color::Black } else { Color::White };
        let attackers = with_game!(&table.game, game => {
            let position = game.position();
            position.attackers_of(color, square, position.occupied())
        });
        let text: String = attackers.iter().map(|square| square.to_string()).collect();
        session.say(text)
    })
}

fn reason(reason: DrawReason) -> u32 {
    match reason {
        DrawReason::Stalemate => 2,
        DrawReason::InsufficientMaterial => 3,
        DrawReason::ThreefoldRepetition => 4,
        DrawReason::FivefoldRepetition => 5,
        DrawReason::FiftyMoves => 6,
        DrawReason::SeventyFiveMoves => 7,
        DrawReason::Counting => 8,
        DrawReason::MateWhileCounting => 9,
        DrawReason::CountingOffer => 10,
    }
}

/// How the game stands, in bits: 0 Black is to move; 1 check; 2 Black has won;
/// 4 to 7 why the game is over (0 if it is not, 1 by mate, otherwise a draw);
/// 8 to 11 what draw may be claimed; 12 to 15 how often the position was there;
/// 16 nobody can mate with what is left; 17 and 18 White and Black cannot.
#[unsafe(no_mangle)]
pub extern "C" fn game_status(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        Ok(with_game!(&table.game, game => {
            let position = game.position();
            let outcome = game.outcome();
            let over = match outcome {
                None => 0,
                Some(Outcome::Win { .. }) => 1,
                Some(Outcome::Draw(why)) => reason(why),
            };
            let black_won = outcome.and_then(Outcome::winner) == Some(Color::Black);
            let times = game.repetitions().min(15) as u32;
            let cannot = |color| u32::from(position.is_insufficient_material_for(color));
            u32::from(position.turn() == Color::Black)
                | u32::from(position.in_check()) << 1
                | u32::from(black_won) << 2
                | over << 4
                | game.claim().map_or(0, reason) << 8
                | times << 12
                | u32::from(position.is_insufficient_material()) << 16
                | cannot(Color::White) << 17
                | cannot(Color::Black) << 18
        }))
    })
}

/// Numbers of the position: (0) moves played, (1) the number of the next move,
/// (2) the halfmove clock, (3) legal moves.
#[unsafe(no_mangle)]
pub extern "C" fn game_number(number: u32, which: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        Ok(with_game!(&table.game, game => match which {
            0 => u32::try_from(game.moves().len())?,
            1 => game.position().fullmove_number().into(),
            2 => game.position().halfmove_clock().into(),
            _ => u32::try_from(game.position().count_legal_moves())?,
        }))
    })
}

/// The hash key of the position, as text of sixteen digits.
#[unsafe(no_mangle)]
pub extern "C" fn game_key(number: u32) -> i32 {
    with(|session| {
        let key = with_game!(&session.table(number)?.game, game => game.position().key());
        session.say(format!("{key:016x}"))
    })
}

/// Makruk's count as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn game_counting(number: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        let (kind, side, count) = with_game!(&table.game, game => {
            let position = game.position();
            (position.counting_kind(), position.counting_side(), position.counting())
        });
        let mut out = String::from("{");
        let mode = match count.mode() {
            CountingMode::Auto => "auto",
            CountingMode::Manual => "manual",
            CountingMode::Off => "off",
        };
        json::member(&mut out, "mode", mode);
        match kind {
            Some(CountingKind::Board) => json::member(&mut out, "kind", "board"),
            Some(CountingKind::Pieces) => json::member(&mut out, "kind", "pieces"),
            None => out.push_str(",\"kind\":null"),
        }
        match side {
            Some(side) => json::member(&mut out, "side", &side.letter().to_string()),
            None => out.push_str(",\"side\":null"),
        }
        write!(out, ",\"count\":{},\"limit\":{}}}", count.spoken(), count.spoken_limit())?;
        session.say(out)
    })
}

/// Changes how counts are kept: (0) by themselves, (1) by hand, (2) not at all.
/// The game goes on from the position on the board.
#[unsafe(no_mangle)]
pub extern "C" fn game_set_counting(number: u32, mode: u32) -> i32 {
    with(|session| {
        let mode = match mode {
            0 => CountingMode::Auto,
            1 => CountingMode::Manual,
            _ => CountingMode::Off,
        };
        let table = session.table_mut(number)?;
        table.game = with_game!(&table.game, game => {
            Game::from_position(game.position().with_counting_mode(mode)).into()
        });
        Ok(0)
    })
}

/// The side to move begins (1) or stops (0) counting by hand. 1 if it may.
#[unsafe(no_mangle)]
pub extern "C" fn game_count(number: u32, begin: u32) -> i32 {
    with(|session| {
        Ok(with_game!(&mut session.table_mut(number)?.game, game => {
            u32::from(if begin != 0 { game.start_counting() } else { game.stop_counting() })
        }))
    })
}

/// Perft in the fewest words. That of the board is compiled for every game and
/// both sides, which would be a third of the module.
fn leaves<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let after = |&m: &Move| leaves(&position.play_unchecked(m), depth - 1);
            position.legal_moves().iter().map(after).sum()
        }
    }
}

/// The positions after `depth` plies; -1 if that is too deep.
#[unsafe(no_mangle)]
pub extern "C" fn game_perft(number: u32, depth: u32) -> f64 {
    let mut nodes = -1.0;
    with(|session| {
        let table = session.table(number)?;
        if depth > perft::MAX_DEPTH {
            return Err(format!("depth {depth} is beyond {}", perft::MAX_DEPTH).into());
        }
        nodes = with_game!(&table.game, game => leaves(game.position(), depth)) as f64;
        Ok(0)
    });
    nodes
}

/// The same for each move, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn game_divide(number: u32, depth: u32) -> i32 {
    with(|session| {
        let table = session.table(number)?;
        if depth == 0 || depth > perft::MAX_DEPTH {
            return Err(format!("the depth must be from 1 to {}", perft::MAX_DEPTH).into());
        }
        let castling = CastlingNotation::of(table.variant);
        let mut out = String::from("{");
        with_rules!(table.variant, R => {
            let game = table.game.get::<R>().ok_or("another game")?;
            for &m in game.position().legal_moves().iter() {
                json::key(&mut out, &uci::write::<R>(m, castling));
                write!(out, "{}", leaves(&game.position().play_unchecked(m), depth - 1))?;
            }
        });
        out.push('}');
        session.say(out)
    })
}

/// The small letter of a role in a game.
pub(crate) fn letter(variant: Variant, role: Role) -> char {
    let letter = with_rules!(variant, R => erawan_notation::san::letter::<R>(role));
    letter.to_ascii_lowercase()
}
