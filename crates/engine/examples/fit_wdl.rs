//! Fits the win/draw/loss model to games and prints its coefficients.
//!
//! ```text
//! cargo run --release -p erawan-engine --example fit_wdl -- chess games.pgn…
//! ```
//!
//! Each move of a game carries a comment such as `{+0.35/12 0.1s}`: the score
//! for the side that moved, in pawns, and the depth. Scores are taken as the
//! engine shows them, by the model that is in it now; with `--internal` they
//! are its own centipawns. Those are what `builtin` writes in `erawan match`,
//! so games played with it need `--internal`.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use erawan_board::{Color, Position, Variant, with_rules};
use erawan_engine::Playable;
use erawan_engine::wdl::{self, Ending, Model, Sample};
use erawan_notation::pgn::{GameResult, GameTree, Reader};

/// Openings are from a book, and the ends of long games are played out.
const PLIES: std::ops::Range<usize> = 12..300;
/// With less on the board games are decided, and what is left, moves by the
/// hundred while a count in Makruk runs out, would bend the whole curve.
const LEAST_MATERIAL: u32 = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_internal = words.iter().any(|word| word == "--internal");
    words.retain(|word| word != "--internal");
    let Some((variant, paths)) = words.split_first().filter(|(_, paths)| !paths.is_empty()) else {
        return Err("give the name of a game, and PGN files".into());
    };
    let variant = Variant::from_name(variant).ok_or("there is no such game")?;
    with_rules!(variant, R => run::<R>(paths, is_internal))
}

fn run<R: Playable>(paths: &[String], is_internal: bool) -> Result<(), Box<dyn Error>> {
    let model = Model::of::<R>();
    let (mut games, mut samples) = (0, Vec::new());
    for path in paths {
        let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
        for game in Reader::new(BufReader::new(file)).into_games() {
            match game {
                Ok(game) => {
                    let before = samples.len();
                    if let Some(game) = game.into_game::<R>() {
                        collect(&game, model, is_internal, &mut samples);
                    }
                    games += usize::from(samples.len() > before);
                }
                Err(error) => eprintln!("{path}: {error}"),
            }
        }
    }
    println!("{games} games, {} scores", samples.len());
    if samples.len() < 1000 {
        return Err("too few scores for a fit".into());
    }
    println!("surprise before: {:.5}", wdl::surprise(model, &samples));
    for terms in 1..=4 {
        let fitted = wdl::fit(model, &samples, terms, 4000);
        println!("surprise after:  {:.5}", wdl::surprise(&fitted, &samples));
        let list = |numbers: [f64; 4]| numbers.map(|number| format!("{number:.1}")).join(", ");
        println!("Model {{ a: [{}], b: [{}] }}", list(fitted.a), list(fitted.b));
        for material in [15, 25, 40, 55, 64, 70, 78] {
            let even = fitted.even_chance(material);
            println!("material {material:>2}: {even:.0} wins every second game");
        }
    }
    Ok(())
}

fn collect<R: Playable>(
    game: &GameTree<R>,
    model: &Model,
    is_internal: bool,
    samples: &mut Vec<Sample>,
) {
    let winner = match game.result() {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return,
    };
    let mut position: Position<R> = *game.start();
    for (ply, node) in game.mainline().enumerate() {
        let Some(m) = game.move_to(node) else { return };
        let shown = game.comments(node).iter().find_map(|comment| score_of(comment));
        let material = wdl::material(&position);
        let counts = PLIES.contains(&ply) && material >= LEAST_MATERIAL;
        if let Some(shown) = shown.filter(|_| counts) {
            let value = if is_internal { shown } else { model.internal(shown, material) };
            let ending = match winner {
                None => Ending::Draw,
                Some(color) if color == position.turn() => Ending::Win,
                Some(_) => Ending::Loss,
            };
            samples.push(Sample { value, material, ending });
        }
        position = position.play_unchecked(m);
    }
}

/// The score of `+0.35/12 …` in centipawns; none for mates and other comments.
fn score_of(comment: &str) -> Option<i32> {
    let (score, _) = comment.trim_start().split_once('/')?;
    let pawns: f64 = score.parse().ok()?;
    (pawns.abs() < 100.0).then(|| (pawns * 100.0).round() as i32)
}
