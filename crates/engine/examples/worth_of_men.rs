//! Measures what men are worth to the engine, for the unit of `measure`.
//!
//! ```text
//! cargo run --release -p erawan-engine --example worth_of_men -- chess games.pgn…
//! ```
//!
//! A man is taken off the board, and the score before is compared with the
//! score after: in the start position for every man, and in quiet positions of
//! games by how much material there is. Behind the mean stands the same over
//! the worth that `see` gives to the man; the mean of those over all kinds of
//! men is the unit in which men are worth what people say.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use erawan_board::{Game, Position, Role, Rules, Square, Strictness, Variant, with_rules};
use erawan_engine::{Engine, Limits, Playable, Score, see, wdl};
use erawan_notation::pgn::Reader;

const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// Who is far ahead has less to lose.
const EVEN: i32 = 150;
/// Neighbours in a game say the same, so one position in this many is taken.
const STEP: usize = 37;

/// What was lost with men, by the material on the board (the tens) and the man.
type Losses = BTreeMap<(u32, usize), Vec<i32>>;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((variant, paths)) = words.split_first() else {
        return Err("give the name of a game, and PGN files if there are any".into());
    };
    let variant = Variant::from_name(variant).ok_or("there is no such game")?;
    with_rules!(variant, R => run::<R>(paths))
}

fn run<R: Playable>(paths: &[String]) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(16)?;
    let mut losses = Losses::new();
    measure(&mut engine, &Position::<R>::startpos(), 1, &Limits::depth(10), &mut losses);
    println!("the start position");
    print::<R>(&losses);
    losses.clear();
    let mut seen = 0;
    for path in paths {
        let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
        for game in Reader::new(BufReader::new(file)).into_games() {
            let Some(game) = game?.into_game::<R>() else { continue };
            for node in game.mainline() {
                seen += 1;
                let position = game.position(node);
                if seen % STEP == 0 && !position.in_check() {
                    measure(&mut engine, &position, 4, &Limits::depth(8), &mut losses);
                }
            }
        }
    }
    if !losses.is_empty() {
        println!("\npositions of games");
        print::<R>(&losses);
    }
    Ok(())
}

/// Takes men off a position, one in `every` of a kind.
fn measure<R: Playable>(
    engine: &mut Engine,
    position: &Position<R>,
    every: usize,
    limits: &Limits,
    losses: &mut Losses,
) {
    let Some(before) = score(engine, position, limits).filter(|score| score.abs() <= EVEN) else {
        return;
    };
    let tens = wdl::material(position) / 10 * 10;
    for (kind, role) in ROLES.into_iter().enumerate() {
        // Which of them is as good as random.
        let squares =
            position.by_role(role).into_iter().skip(before.unsigned_abs() as usize % every);
        for square in squares.step_by(every) {
            let is_own = position.by_color(position.turn()).contains(square);
            let after = without(position, square)
                .and_then(|position| score(engine, &position, limits))
                .map(|after| if is_own { before - after } else { after - before });
            losses.entry((tens, kind)).or_default().extend(after);
        }
    }
}

/// The position without a man; none if that is no position or gives a check.
fn without<R: Rules>(position: &Position<R>, square: Square) -> Option<Position<R>> {
    let mut setup = position.to_setup();
    setup.remove(square);
    let found = Position::from_setup(&setup, Strictness::Lenient).ok()?;
    (!found.in_check()).then_some(found)
}

/// The score for the side to move in the engine's own centipawns.
fn score<R: Playable>(engine: &mut Engine, position: &Position<R>, limits: &Limits) -> Option<i32> {
    engine.clear();
    match engine.search(&Game::from_position(*position), limits, |_| ()).score {
        Score::Centipawns(value) if value.abs() < 5000 => Some(value),
        _ => None,
    }
}

fn print<R: Playable>(losses: &Losses) {
    let mut units = BTreeMap::<u32, Vec<f64>>::new();
    for (&(tens, kind), lost) in losses {
        if lost.is_empty() {
            continue;
        }
        let role = ROLES[kind];
        let mean = f64::from(lost.iter().sum::<i32>()) / lost.len() as f64;
        let unit = mean * 100.0 / f64::from(see::worth::<R>(role));
        let name = format!("{role:?}");
        println!("material {tens:>2}: {name:<6} {mean:>5.0} ({unit:>3.0}) of {}", lost.len());
        units.entry(tens).or_default().push(unit);
    }
    for (tens, units) in units {
        let mean = units.iter().sum::<f64>() / units.len() as f64;
        println!("material {tens:>2}: the unit is {mean:.0}");
    }
}
