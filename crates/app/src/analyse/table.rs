//! What is printed about each game and about all.

use erawan_notation::pgn::PgnGame;
use std::io::{self, Write};
use std::time::Duration;

use erawan_analysis::bulk::Reviewed;
use erawan_analysis::{MoveReview, Phase, Review, SideReview, praise_of, verdict};
use erawan_board::Color;

/// Names longer than this are cut.
const NAME: usize = 22;

/// A table that is printed as it grows.
pub(super) struct Table {
    /// True if bad moves are listed.
    lists_moves: bool,
    games: u64,
    /// Games that were reviewed in an earlier run.
    pub(super) known: u64,
    /// Games left out.
    pub(super) bad: u64,
    positions: u64,
    nodes: u64,
    /// White's and Black's, over all games.
    sums: [Sum; 2],
}

#[derive(Clone, Copy, Default)]
struct Sum {
    accuracies: f64,
    sides: u64,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
}

impl Table {
    pub(super) fn new(lists_moves: bool) -> Table {
        let sums = [Sum::default(); 2];
        Table { lists_moves, games: 0, known: 0, bad: 0, positions: 0, nodes: 0, sums }
    }

    /// Adds a game and prints its rows.
    pub(super) fn game(&mut self, reviewed: &Reviewed, out: &mut dyn Write) -> io::Result<()> {
        if self.games == 0 {
            head(out)?;
        }
        self.games += 1;
        let Reviewed { number, game, review } = reviewed;
        self.positions += review.evaluations.len() as u64;
        self.nodes += review.nodes();
        for (sum, side) in self.sums.iter_mut().zip(&review.sides) {
            if let Some(accuracy) = side.accuracy {
                sum.accuracies += accuracy;
                sum.sides += 1;
            }
            sum.inaccuracies += u64::from(side.inaccuracies);
            sum.mistakes += u64::from(side.mistakes);
            sum.blunders += u64::from(side.blunders);
        }
        for color in Color::ALL {
            let (label, tag) = match color {
                Color::White => (number.to_string(), "White"),
                Color::Black => (String::new(), "Black"),
            };
            let name: String = game.tags().get(tag).unwrap_or("?").chars().take(NAME).collect();
            let side = review.side(color);
            write!(out, "{label:>6}  {tag} {name:<NAME$} ")?;
            let SideReview { accuracy, average_loss, inaccuracies, mistakes, blunders, .. } = side;
            numbers(*accuracy, [*inaccuracies, *mistakes, *blunders].map(u64::from), out)?;
            match average_loss {
                Some(loss) => writeln!(out, " {loss:>6.0}")?,
                None => writeln!(out, " {:>6}", "–")?,
            }
        }
        if self.lists_moves {
            phases(review, out)?;
            list(review, out)?;
        }
        Ok(())
    }

    /// Prints the sums.
    pub(super) fn finish(&self, time: Duration, out: &mut dyn Write) -> io::Result<()> {
        if self.games == 0 {
            head(out)?;
        }
        writeln!(out)?;
        for (sum, color) in self.sums.iter().zip(["White", "Black"]) {
            let accuracy = (sum.sides > 0).then(|| sum.accuracies / sum.sides as f64);
            write!(out, "{:>6}  {color} {:<NAME$} ", "all", "")?;
            numbers(accuracy, [sum.inaccuracies, sum.mistakes, sum.blunders], out)?;
            writeln!(out)?;
        }
        write!(out, "Games: {} reviewed", self.games)?;
        if self.known > 0 {
            write!(out, ", {} reviewed before", self.known)?;
        }
        let seconds = time.as_secs_f64();
        let rate = self.nodes as f64 / seconds.max(1e-9);
        writeln!(
            out,
            ", {} bad; positions: {}; {seconds:.1} s, {rate:.0} nodes/s",
            self.bad, self.positions
        )
    }
}

fn head(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>6}  {:<width$} accuracy    ?!     ?    ??   loss",
        "game",
        "player",
        width = NAME + 6
    )
}

fn numbers(accuracy: Option<f64>, counts: [u64; 3], out: &mut dyn Write) -> io::Result<()> {
    match accuracy {
        Some(accuracy) => write!(out, "{accuracy:>6.1} %")?,
        None => write!(out, "{:>8}", "–")?,
    }
    let [inaccuracies, mistakes, blunders] = counts;
    write!(out, " {inaccuracies:>5} {mistakes:>5} {blunders:>5}")
}

/// Accuracy by phase, White's and Black's.
fn phases(review: &Review, out: &mut dyn Write) -> io::Result<()> {
    let text = |accuracy: Option<f64>| match accuracy {
        Some(accuracy) => format!("{accuracy:.0} %"),
        None => "–".to_owned(),
    };
    let [white, black] = &review.sides;
    let parts: Vec<String> = Phase::ALL
        .into_iter()
        .map(|phase| (phase, white.phases[phase.index()], black.phases[phase.index()]))
        .filter(|(_, white, black)| white.is_some() || black.is_some())
        .map(|(phase, white, black)| format!("{} {} / {}", phase.name(), text(white), text(black)))
        .collect();
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(out, "        accuracy by phase, White / Black: {}", parts.join(", "))
}

/// The bad moves with what was better, and the best ones with why.
fn list(review: &Review, out: &mut dyn Write) -> io::Result<()> {
    for (index, reviewed) in review.moves.iter().enumerate() {
        let praise = reviewed.praise.as_ref().map_or("", |praise| praise.kind.glyph());
        let Some(said) = verdict(reviewed).or_else(|| praise_of(reviewed)) else { continue };
        let MoveReview { mover, number, san, judgement, score, .. } = reviewed;
        let dots = if *mover == Color::White { "." } else { "..." };
        let text = format!("{number}{dots} {san}{}{praise}", judgement.glyph());
        let turn = if review.turning_point == Some(index) { " The turning point." } else { "" };
        writeln!(out, "        {text:<14} {:>7}  {said}{turn}", score.to_string())?;
    }
    Ok(())
}
