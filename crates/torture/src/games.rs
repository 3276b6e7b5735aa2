//! Quick games of the engine with itself, in every game.

use std::fs;
use std::time::Duration;

use erawan_board::Variant;

use crate::Plan;
use crate::child::{Running, command};
use crate::report::Tally;

/// Games in all, shared among the games there are.
const WHOLE: usize = 10_000;

/// How games of a sound engine end.
const SOUND_ENDS: [&str; 3] = ["normal", "adjudication", "unterminated"];

pub(crate) fn run(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for game in Variant::ALL.map(Variant::name) {
        let count = (plan.share(WHOLE) / Variant::ALL.len()).max(2).next_multiple_of(2);
        let file = format!("{game}.pgn");
        let engine = format!("cmd={}", plan.program.display());
        let words = [
            "match",
            "--engine",
            &engine,
            "--engine",
            &format!("{engine} name=other"),
            "--each",
            "option.Hash=4",
            "--variant",
            game,
            "--tc",
            "0.1+0.005",
            "--games",
            &count.to_string(),
            "--concurrency",
            &cores.to_string(),
            "--seed",
            &plan.seed.to_string(),
            "--report",
            "1000",
            "--pgn",
            &file,
        ];
        let _ = fs::remove_file(tally.folder().join(&file));
        let mut command = command(&plan.program, tally.folder(), &words);
        let ended = Running::start(&mut command, Vec::new())?
            .wait(Duration::from_secs(60 + 10 * count as u64));
        let games = fs::read_to_string(tally.folder().join(&file)).unwrap_or_default();
        if let Some(fault) = ended.fault() {
            tally.failed(game, &fault, ended.errors.as_bytes());
        }
        let played = judge(&games, game, tally);
        if played != count {
            let reason = format!("{played} of {count} games were played");
            tally.failed(game, &reason, ended.errors.as_bytes());
        }
        let _ = fs::remove_file(tally.folder().join(&file));
    }
    Ok(())
}

/// Counts the games of a match, and as faults those that ended otherwise than by
/// the rules. Returns how many there are.
fn judge(games: &str, name: &str, tally: &mut Tally) -> usize {
    let mut played = 0;
    for game in games.split("[Event ").skip(1) {
        played += 1;
        let end = tag(game, "Termination").unwrap_or("normal");
        if SOUND_ENDS.contains(&end) {
            tally.passed(name, 1);
        } else {
            tally.failed(name, end, game.as_bytes());
        }
    }
    played
}

/// The value of a tag.
fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = game.split_once(&format!("[{name} \""))?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_on_time_is_a_fault() {
        let folder = std::env::temp_dir().join(format!("erawan-torture-{}", std::process::id()));
        let mut tally = Tally::new("games", folder.clone()).unwrap();
        let games = "[Event \"a\"]\n[Termination \"time forfeit\"]\n\n1. e4 *\n\n\
                     [Event \"b\"]\n[Termination \"normal\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n*\n";
        assert_eq!(judge(games, "chess", &mut tally), 3);
        assert_eq!(tally.faults(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
