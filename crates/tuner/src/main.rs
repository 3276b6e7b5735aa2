//! Fits the numbers of the hand-written evaluation to games of self-play, and
//! prints them as they stand in the source.
//!
//! The method is Texel's (Österlund, 2014): the sigmoid of the evaluation of
//! quiet positions shall be the result of the game, here mixed with what the
//! search thought of it. The evaluation is taken apart once into how often
//! each number is used; king danger is a square and treated as one; what is
//! known of endings stays as it is.
//!
//! ```text
//! erawan-tuner FILE… [--epochs 30] [--result-share 0.6] [--trust 15] [--threads 1]
//! ```

mod fit;
mod model;
mod samples;
mod source;

use std::error::Error;
use std::fs::File;
use std::process::ExitCode;

use erawan_board::with_rules;
use erawan_engine::Playable;
use erawan_engine::eval::{Parameters, Term};
use erawan_selfplay::{Chunk, Reader};

use fit::Plan;
use model::Goal;
use samples::Samples;

struct Wishes {
    files: Vec<String>,
    epochs: usize,
    result_share: f32,
    trust: f32,
    threads: usize,
}

fn main() -> ExitCode {
    match wishes().and_then(|wishes| run(&wishes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("erawan-tuner: {error}");
            ExitCode::FAILURE
        }
    }
}

fn wishes() -> Result<Wishes, Box<dyn Error>> {
    let mut wishes =
        Wishes { files: Vec::new(), epochs: 30, result_share: 0.6, trust: 15.0, threads: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            wishes.files.push(word);
            continue;
        }
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        match word.as_str() {
            "--epochs" => wishes.epochs = value.parse()?,
            "--result-share" => wishes.result_share = value.parse()?,
            "--trust" => wishes.trust = value.parse()?,
            "--threads" => wishes.threads = value.parse()?,
            _ => return Err(format!("there is no option {word}").into()),
        }
    }
    if wishes.files.is_empty() {
        return Err("give files of games, as `erawan datagen` writes them".into());
    }
    Ok(wishes)
}

fn run(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    let mut rules = None;
    let (mut learn, mut test) = (Samples::default(), Samples::default());
    let mut games = 0;
    for name in &wishes.files {
        for chunk in Reader::new(File::open(name).map_err(|error| format!("{name}: {error}"))?) {
            let chunk: Chunk = match chunk {
                Ok(chunk) => chunk,
                Err(error) => {
                    eprintln!("{name}: {error}");
                    continue;
                }
            };
            let game = chunk.settings.openings.rules();
            let first = *rules.get_or_insert(game);
            if game != first {
                return Err(format!("the files have games of both {first} and {game}").into());
            }
            games += with_rules!(game, R => {
                samples::add_chunk::<R>(&chunk, &mut learn, &mut test)
            });
        }
    }
    eprintln!("{games} games, {} positions and {} to test", learn.list.len(), test.list.len());
    let rules = rules.ok_or("there are no games")?;
    with_rules!(rules, R => tune::<R>(wishes, &learn, &test));
    Ok(())
}

fn tune<R: Playable>(wishes: &Wishes, learn: &Samples, test: &Samples) {
    let before = model::numbers(Parameters::of::<R>());
    let steepness = Goal::fit_steepness(learn, &before);
    let goal = Goal { steepness, result_share: wishes.result_share };
    let &Wishes { epochs, trust, threads, .. } = wishes;
    let by_results = Goal { result_share: 1.0, ..goal };
    let report = |epoch: usize, numbers: &model::Numbers| {
        eprintln!(
            "{epoch:3}  learn {:.6}  test {:.6}  test by results {:.6}",
            goal.loss(learn, numbers),
            goal.loss(test, numbers),
            by_results.loss(test, numbers)
        );
    };
    eprintln!("steepness {steepness:.5}");
    report(0, &before);
    let plan = Plan { goal, epochs, threads, trust };
    let after = fit::fit(learn, &before, &plan, |epoch, numbers| {
        if epoch % 5 == 0 || epoch == epochs {
            report(epoch, numbers);
        }
    });
    let mut after = model::parameters(&after);
    keep_unused(&mut after, Parameters::of::<R>());
    print!("{}", source::print(&after));
}

/// The end game of dangers has no meaning and stays zero.
fn keep_unused(after: &mut Parameters, before: &Parameters) {
    let start = Term::DangerAttacker.start();
    let (after, before) = (after.as_mut_slice(), before.as_slice());
    for (new, old) in after[start..].iter_mut().zip(&before[start..]) {
        *new = erawan_engine::eval::Pair::new(new.mg(), old.eg());
    }
}
