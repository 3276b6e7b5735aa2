//! Numbers as they stand in the source of the evaluation.

use std::fmt::Write;

use erawan_board::Role;
use erawan_engine::eval::{Parameters, Term};

/// The expression for `PARAMETERS` in `chess_values.rs` and
/// `makruk_values.rs`; rustfmt does the rest.
pub(crate) fn print(parameters: &Parameters) -> String {
    let mut text = String::from("pub(super) static PARAMETERS: Parameters = Parameters::ZERO\n");
    for &term in Term::ALL {
        if term == Term::Squares {
            Role::ALL.iter().for_each(|&role| squares(parameters, role, &mut text));
            continue;
        }
        let pairs: Vec<_> = (0..term.count()).map(|place| parameters.get(term, place)).collect();
        if pairs.iter().all(|pair| (pair.mg(), pair.eg()) == (0, 0)) {
            continue;
        }
        let _ = write!(text, ".with(Term::{term:?}, [");
        for (place, pair) in pairs.iter().enumerate() {
            if term == Term::Shelter && place % 8 == 0 {
                let file = ["At the edge", "One file in", "Two files in", "The middle"][place / 8];
                let _ = write!(text, "\n// {file}.\n");
            }
            let _ = write!(text, "({}, {}),", pair.mg(), pair.eg());
        }
        text.push_str("])\n");
    }
    text.push_str(";\n");
    text
}

fn squares(parameters: &Parameters, role: Role, text: &mut String) {
    let _ = write!(text, ".with_squares(Role::{role:?}, ");
    for phase in 0..2 {
        text.push('[');
        for rank in (0..8).rev() {
            text.push('[');
            for file in 0..4 {
                let place = 32 * role.index() + 4 * rank + file;
                let pair = parameters.get(Term::Squares, place);
                let _ = write!(text, "{},", if phase == 0 { pair.mg() } else { pair.eg() });
            }
            text.push_str("],");
        }
        text.push_str("],");
    }
    text.push_str(")\n");
}
