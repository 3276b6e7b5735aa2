//! Reviews for programs: one JSON object a game, on one line.

use std::fmt::{self, Write};

use erawan_board::{Color, Move, Role, with_game, with_rules};
use erawan_notation::fen;
use erawan_notation::pgn::{AnyGame, PgnGame};
use erawan_notation::uci::{self, CastlingNotation};

use crate::reasons::{Reason, Trade};
use crate::review::{MoveReview, Review, SideReview};
use crate::score::Score;

/// A text as a JSON string.
///
/// ```
/// use erawan_analysis::json::Text;
/// assert_eq!(Text("a\"b\\c\n").to_string(), r#""a\"b\\c\n""#);
/// ```
pub struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for char in self.0.chars() {
            match char {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                char if char.is_control() => write!(f, "\\u{:04x}", u32::from(char))?,
                char => write!(f, "{char}")?,
            }
        }
        f.write_str("\"")
    }
}

/// A number with two decimals, or null.
struct Number(Option<f64>);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.filter(|value| value.is_finite()) {
            Some(value) => write!(f, "{value:.2}"),
            None => f.write_str("null"),
        }
    }
}

/// `"cp":35` or `"mate":-3`, from White's point of view.
struct ScoreField(Score);

impl fmt::Display for ScoreField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Centipawns(value) => write!(f, "\"cp\":{value}"),
            Score::Mate { winner: Color::White, moves } => write!(f, "\"mate\":{moves}"),
            Score::Mate { moves, .. } => write!(f, "\"mate\":{}", -i64::from(moves)),
        }
    }
}

/// The review of a game as a line of JSON, its end included. `head` is put in
/// first: fields with their commas.
pub(crate) fn line(head: &str, game: &AnyGame, review: &Review) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_line(&mut text, head, game, review);
    text
}

/// The review of a game as a line of JSON.
pub fn record(game: &AnyGame, review: &Review) -> String {
    line("", game, review)
}

fn write_line(out: &mut String, head: &str, game: &AnyGame, review: &Review) -> fmt::Result {
    let tag = |name| Text(game.tags().get(name).unwrap_or("?")).to_string();
    let start = with_game!(game, game => fen::write(game.start()));
    write!(
        out,
        "{{{head}\"event\":{},\"date\":{},\"round\":{},\"white\":{},\"black\":{},\"result\":{},\
         \"variant\":\"{}\",\"fen\":{},",
        tag("Event"),
        tag("Date"),
        tag("Round"),
        tag("White"),
        tag("Black"),
        Text(game.result().as_str()),
        review.variant,
        Text(&start)
    )?;
    let [white, black] = &review.sides;
    write!(out, "\"review\":{{\"white\":")?;
    write_side(out, white)?;
    write!(out, ",\"black\":")?;
    write_side(out, black)?;
    write!(out, "}},\"start\":{{{}", ScoreField(review.start))?;
    write_search(out, review, 0)?;
    write!(out, "}},\"moves\":[")?;
    let castling = CastlingNotation::of(review.variant);
    let spell = |moves: &[Move]| {
        let words: Vec<String> = with_rules!(review.variant, R => {
            moves.iter().map(|&m| uci::write::<R>(m, castling)).collect()
        });
        words.join(" ")
    };
    for (index, reviewed) in review.moves.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_move(out, reviewed, &spell)?;
        write_search(out, review, index + 1)?;
        out.push('}');
    }
    out.push_str("]}\n");
    Ok(())
}

/// How deep a position was searched, if it was.
fn write_search(out: &mut String, review: &Review, index: usize) -> fmt::Result {
    match review.evaluations.get(index).filter(|evaluation| !evaluation.lines.is_empty()) {
        Some(found) => write!(out, ",\"depth\":{},\"nodes\":{}", found.depth, found.nodes),
        None => Ok(()),
    }
}

fn write_side(out: &mut String, side: &SideReview) -> fmt::Result {
    write!(
        out,
        "{{\"accuracy\":{},\"average_loss\":{},\"moves\":{},\"inaccuracies\":{},\"mistakes\":{},\
         \"blunders\":{}}}",
        Number(side.accuracy),
        Number(side.average_loss),
        side.moves,
        side.inaccuracies,
        side.mistakes,
        side.blunders
    )
}

fn write_move(
    out: &mut String,
    reviewed: &MoveReview,
    spell: &dyn Fn(&[Move]) -> String,
) -> fmt::Result {
    write!(
        out,
        "{{\"uci\":{},\"san\":{},{},\"win\":{},\"accuracy\":{},\"judgement\":\"{}\"",
        Text(&spell(&[reviewed.played])),
        Text(&reviewed.san),
        ScoreField(reviewed.score),
        Number(Some(reviewed.score.win_percent(Color::White))),
        Number(Some(reviewed.accuracy)),
        reviewed.judgement.name()
    )?;
    if !reviewed.best.is_empty() {
        write!(out, ",\"best\":{}", Text(&spell(&reviewed.best)))?;
    }
    if reviewed.judgement.is_bad() && !reviewed.reply.is_empty() {
        write!(out, ",\"reply\":{}", Text(&spell(&reviewed.reply)))?;
    }
    match &reviewed.reason {
        Some(reason) => write_reason(out, reason),
        None => Ok(()),
    }
}

/// The reason with all that its sentence says, so that it can be checked.
fn write_reason(out: &mut String, reason: &Reason) -> fmt::Result {
    write!(out, ",\"reason\":\"{}\",\"why\":{}", reason.name(), Text(&reason.to_string()))?;
    write!(out, ",\"claim\":{{\"line\":\"{}\",\"at\":{}", reason.line.name(), reason.at)?;
    if let Some(shown) = reason.shown {
        write!(out, ",\"shown\":{shown}")?;
    }
    if let Some(number) = reason.number {
        write!(out, ",\"number\":{number}")?;
    }
    let men: Vec<String> = reason
        .men
        .iter()
        .map(|man| format!("{{\"role\":\"{}\",\"square\":\"{}\"}}", word(man.role), man.square))
        .collect();
    if !men.is_empty() {
        write!(out, ",\"men\":[{}]", men.join(","))?;
    }
    if let Some(Trade { lost, won, swing }) = &reason.trade {
        let list = |roles: &[Role]| {
            let words: Vec<String> = roles.iter().map(|&r| format!("\"{}\"", word(r))).collect();
            words.join(",")
        };
        write!(out, ",\"lost\":[{}],\"won\":[{}],\"swing\":{swing}", list(lost), list(won))?;
    }
    out.push('}');
    Ok(())
}

/// A role by the word that programs know.
const fn word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
