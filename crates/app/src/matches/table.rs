//! The results of a match in words.

use std::fmt::Write;

use erawan_arena::sprt::Sprt;
use erawan_arena::statistics::{Estimate, Score};
use erawan_arena::{PlayerSpec, Standings};

/// The results so far, in a few lines.
pub(super) fn render(standings: &Standings, players: &[PlayerSpec], sprt: Option<&Sprt>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = match players {
        [first, second] => pair(&mut out, standings, &first.name, &second.name, sprt),
        _ => many(&mut out, standings, players),
    };
    let white = standings.white();
    let (wins, draws, losses) = (white.wins, white.draws, white.losses);
    let _ = writeln!(out, "White: {wins} wins, {draws} draws, {losses} losses");
    for (player, kind, count) in standings.faults() {
        let name = players.get(player).map_or("?", |player| player.name.as_str());
        let _ = writeln!(out, "{name}: {kind} x {count}");
    }
    out
}

fn pair(
    out: &mut String,
    standings: &Standings,
    first: &str,
    second: &str,
    sprt: Option<&Sprt>,
) -> std::fmt::Result {
    let score = standings.meeting(0);
    writeln!(out, "{first} against {second}: {}", counts(&score))?;
    writeln!(out, "Pairs (0, 0.5, 1, 1.5, 2 points): {:?}", score.pairs)?;
    if let Some(likelihood) = score.likelihood_of_superiority() {
        writeln!(
            out,
            "Normalised Elo: {}, likelihood of superiority {:.1} %",
            estimate(score.normalized_elo()),
            likelihood * 100.0
        )?;
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let (elo0, elo1) = sprt.hypotheses();
        writeln!(
            out,
            "SPRT [{elo0}, {elo1}] {}: LLR {:.2} in ({lower:.2}, {upper:.2})",
            sprt.model().name(),
            sprt.log_likelihood_ratio(&score),
        )?;
    }
    Ok(())
}

fn many(out: &mut String, standings: &Standings, players: &[PlayerSpec]) -> std::fmt::Result {
    let width = players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    for (rank, player) in standings.ranking().into_iter().enumerate() {
        let name = players.get(player).map_or("?", |player| player.name.as_str());
        let score = standings.player(player);
        let elo = estimate(score.elo());
        writeln!(out, "{:3}. {name:<width$}  Elo {elo:>16}  {}", rank + 1, counts(&score))?;
    }
    Ok(())
}

/// The last line: `Elo: +12.3 +/- 4.5, LLR 1.20`.
pub(super) fn last_line(score: &Score, sprt: Option<&Sprt>) -> String {
    let mut line = format!("Elo: {}", estimate(score.elo()));
    if let Some(sprt) = sprt {
        let _ = write!(line, ", LLR {:.2}", sprt.log_likelihood_ratio(score));
    }
    line
}

fn counts(score: &Score) -> String {
    let Score { wins, draws, losses, .. } = score;
    let share = if score.games() == 0 { 0.0 } else { score.points() / score.games() as f64 };
    format!(
        "+{wins} ={draws} -{losses}, {} of {} points ({:.1} %)",
        score.points(),
        score.games(),
        share * 100.0
    )
}

/// `+12.3 +/- 4.5`, or what else can be said.
pub(super) fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        // Adding zero turns a negative one into a positive one.
        Some(Estimate { value, error, .. }) if error.is_finite() => {
            format!("{:+.1} +/- {error:.1}", value + 0.0)
        }
        Some(Estimate { value: f64::INFINITY, low, .. }) if low.is_finite() => {
            format!("more than {low:+.1}")
        }
        Some(Estimate { value: f64::NEG_INFINITY, high, .. }) if high.is_finite() => {
            format!("less than {high:+.1}")
        }
        Some(_) | None => "not enough games".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is infinite, and nothing is certain.
    #[test]
    fn few_games_are_told_honestly() {
        let elo = |pairs| estimate(Score::of_pairs(pairs).elo());
        let normalized = |pairs| estimate(Score::of_pairs(pairs).normalized_elo());
        assert_eq!(estimate(Score::default().elo()), "not enough games");
        assert_eq!(elo([0, 0, 1, 8, 1]), "+190.8 +/- 65.5");
        assert_eq!(elo([0, 0, 0, 0, 10]), "more than +140.2");
        assert_eq!(elo([10, 0, 0, 0, 0]), "less than -140.2");
        assert_eq!(elo([0, 0, 1, 1, 0]), "not enough games");
        assert_eq!(normalized([0, 0, 0, 3, 0]), "not enough games");
        assert!(!elo([0, 0, 0, 3, 0]).ends_with("+/- 0.0"));
        for pairs in [[0, 0, 0, 3, 0], [0, 0, 0, 0, 1], [0, 0, 10, 0, 0], [1, 0, 0, 0, 1]] {
            for text in [elo(pairs), normalized(pairs)] {
                assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
            }
        }
    }
}
