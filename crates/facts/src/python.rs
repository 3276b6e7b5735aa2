//! The facts as a Python module, and examples of them for its tests.

use std::fmt::Write;

use erawan_board::{Chess, Makruk};
use erawan_nnue::{
    Architecture, COUNT_MEN, COUNT_OUTPUT_BUCKETS, FIRST, GAMES, MOST_MEN, MOST_SCALE, QA, QB,
    SCALE, SECOND, SHIFT, layout,
};
use erawan_selfplay::{
    Adjudication, Filter, Openings, PositionRecord, Reason, layout as games_layout,
};

use crate::facts;

const START: &str = r#""""Facts that Rust, CUDA and Python share.

`cargo run -p erawan-facts` writes this file from the Rust crates: do not edit it.
"""

from __future__ import annotations

"#;

const EXAMPLES_START: &str = r#""""Examples of what Rust says, for the tests.

`cargo run -p erawan-facts` writes this file from the Rust crates: do not edit it.
"""

from __future__ import annotations

from typing import NamedTuple


class Input(NamedTuple):
    """A man that one side sees, with its own king somewhere: it switches `number` on."""

    perspective: int
    king: int
    colour: int
    role: int
    square: int
    number: int


class Sample(NamedTuple):
    """A position, what it is labelled with (for White: the result), and its record."""

    game: str
    fen: str
    score: int
    white_result: int
    noisy: bool
    ply: int
    record: str


"#;

/// A constant with a sentence.
fn constant(out: &mut String, name: &str, value: impl std::fmt::Display, meaning: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{name} = {value}\n\"\"\"{meaning}\"\"\"");
}

/// The whole module.
pub(crate) fn text() -> String {
    let mut out = String::from(START);
    games(&mut out);
    records(&mut out);
    moves(&mut out);
    network(&mut out);
    selfplay(&mut out);
    out
}

fn games(out: &mut String) {
    let [chess, makruk] = facts::game_names();
    let names = format!("({chess:?}, {makruk:?})");
    constant(out, "GAMES", names, "In the order of their numbers in files.");
    let (letters, thai) = (facts::letters::<Chess>(), facts::letters::<Makruk>());
    let both = format!("{{{chess:?}: {letters:?}, {makruk:?}: {thai:?}}}");
    constant(out, "LETTERS", both, "White's men in FEN, by role, pawn first.");
}

fn records(out: &mut String) {
    let _ = writeln!(out, "\n# Records of positions.\n");
    constant(out, "RECORD_BYTES", PositionRecord::LENGTH, "The length of a record.");
    for (name, at) in facts::RECORD_FIELDS {
        let _ = writeln!(out, "RECORD_{name} = {at}");
    }
    for (name, bit) in facts::RECORD_FLAGS {
        let _ = writeln!(out, "{name} = {bit}");
    }
    let meaning = "The role of a rook that may castle, and of a promoted bia.";
    constant(out, "MARKED_ROLE", PositionRecord::MARKED, meaning);
    constant(out, "MAX_MEN", MOST_MEN, "No position has more.");
    constant(out, "FIRST_PLY", Filter::FIRST_PLY, "Positions before it are not learnt from.");
    constant(out, "MAX_SCORE", Filter::SCORE, "Nor those with scores from here on.");
}

fn moves(out: &mut String) {
    let _ = writeln!(out, "\n# Moves in sixteen bits: origin, target, tag.\n");
    let to = facts::shift(6, |m| m.to().index() as u32);
    let tag = facts::shift(4, |m| m.tag() as u32);
    let _ = writeln!(out, "MOVE_TO_SHIFT = {to}\nMOVE_TAG_SHIFT = {tag}");
    for (name, tag) in facts::TAGS {
        let _ = writeln!(out, "TAG_{name} = {}", tag as u8);
    }
}

fn network(out: &mut String) {
    let _ = writeln!(out, "\n# Networks.\n");
    constant(out, "QA", QA, "One in the accumulator, quantised.");
    constant(out, "QB", QB, "One in an output weight, quantised.");
    constant(out, "SCALE", SCALE, "Units of evaluation in one unit of the network's output.");
    let [chess, makruk] = facts::game_names();
    let scales = facts::network_scales();
    let both = format!("{{{chess:?}: {}, {makruk:?}: {}}}", scales[0], scales[1]);
    let meaning =
        "What one at the output is in the engine's centipawns: its margins are made for it.";
    constant(out, "CENTIPAWNS", both, meaning);
    constant(out, "LARGEST_SCALE", MOST_SCALE, "No network's scale is larger.");
    let meaning = "Inputs of one king bucket: two sides, six roles, 64 squares.";
    constant(out, "FEATURES", Architecture::INPUTS, meaning);
    constant(out, "SHIFT", SHIFT, "The bits that products of two accumulators lose.");
    constant(out, "FIRST", FIRST, "Sums of the first layer of a layered network.");
    constant(out, "SECOND", SECOND, "Sums of its second layer.");
    let meaning = "Outputs chosen by men and by what is left of a count.";
    constant(out, "COUNT_BUCKETS", COUNT_OUTPUT_BUCKETS, meaning);
    let list = |numbers: Vec<String>| format!("({})", numbers.join(", "));
    let left = facts::moves_left().map(|moves| moves.to_string());
    let meaning = "The moves left of a count where a bucket ends.";
    constant(out, "MOVES_LEFT", list(left.to_vec()), meaning);
    let men = COUNT_MEN.map(|men| men.to_string());
    constant(out, "FEW_MEN", list(men.to_vec()), "The numbers of men where one ends.");
    for (number, magic, fields, hash) in [
        (1, layout::version1::MAGIC_BYTES, layout::version1::FIELDS, layout::version1::HASH),
        (2, layout::version2::MAGIC_BYTES, layout::version2::FIELDS, layout::version2::HASH),
    ] {
        let name = format!("NET_{number}_MAGIC");
        let _ = writeln!(out, "{name} = b\"{}\"", magic.escape_ascii());
        let kinds: String = fields.iter().map(|field| field.kind).collect();
        let meaning = format!("The header of version {number}, for `struct`.");
        constant(out, &format!("NET_{number}_HEADER"), format!("\"<{kinds}\""), &meaning);
        constant(out, &format!("NET_{number}_HASH"), hash, "Where its hash is.");
    }
    let meaning = "In the header of version 1: the hash is of the whole file.";
    constant(out, "NET_1_WHOLE_FILE", layout::version1::WHOLE_FILE, meaning);
}

fn tuple(out: &mut String, name: &str, rows: &[String], meaning: &str) {
    let _ = writeln!(out, "{name} = (");
    for row in rows {
        let _ = writeln!(out, "    {row},");
    }
    let _ = writeln!(out, ")\n\"\"\"{meaning}\"\"\"");
}

fn dictionary(out: &mut String, name: &str, rows: &[String], meaning: &str) {
    let _ = writeln!(out, "{name} = {{");
    for row in rows {
        let _ = writeln!(out, "    {row},");
    }
    let _ = writeln!(out, "}}\n\"\"\"{meaning}\"\"\"");
}

fn selfplay(out: &mut String) {
    let _ = writeln!(out, "\n# Self-play.\n");
    let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from, .. } =
        Adjudication::default();
    constant(out, "WIN_SCORE", win_score, "A win if the score is beyond this...");
    constant(out, "WIN_PLIES", win_plies, "... for this many plies.");
    constant(out, "DRAW_SCORE", draw_score, "A draw if the score is no greater than this...");
    constant(out, "DRAW_PLIES", draw_plies, "... for this many plies...");
    constant(out, "DRAW_FROM", draw_from, "... and the game has had this many.");
    let both = GAMES.map(|game| format!("{:?}: {:?}", game.name(), Openings::Of(game).plies()));
    let meaning = "The fewest and the most random plies of an opening.";
    constant(out, "OPENING_PLIES", format!("{{{}}}", both.join(", ")), meaning);
    let codes = Openings::ALL.map(|kind| format!("{:?}: {}", kind.name(), kind.code()));
    let rows: Vec<String> = codes.to_vec();
    dictionary(out, "OPENING_CODES", &rows, "Kinds of openings, by their codes in files.");
    let magic = games_layout::MAGIC_BYTES.escape_ascii();
    let _ = writeln!(out, "GAME_FILE_MAGIC = b\"{magic}\"");
    let kinds: String = games_layout::FIELDS.iter().map(|(_, _, kind)| *kind).collect();
    let meaning = "The header of a chunk in a file of games, for `struct`.";
    constant(out, "GAME_FILE_HEADER", format!("\"<{kinds}\""), meaning);
    constant(out, "GAME_FILE_CHECKSUM", games_layout::CHECKSUM, "Where its checksum is.");
    let reasons: Vec<String> =
        Reason::ALL.iter().map(|reason| format!("{:?}", reason.name())).collect();
    tuple(out, "REASONS", &reasons, "Why a game ended, in the order of their codes.");
}

/// The module of examples.
pub(crate) fn examples() -> String {
    let mut out = String::from(EXAMPLES_START);
    let table = facts::bucket_table().map(|bucket| bucket.to_string());
    let rows: Vec<String> = table.chunks(8).map(|rank| rank.join(", ")).collect();
    tuple(&mut out, "INPUT_BUCKETS", &rows, "The king buckets of the inputs below, by square.");
    let rows: Vec<String> = facts::inputs()
        .iter()
        .map(|input| {
            let (color, role, square) = input.man;
            format!(
                "Input({}, {}, {}, {}, {}, {})",
                input.perspective.index(),
                input.king.index(),
                color.index(),
                role.index(),
                square.index(),
                input.number
            )
        })
        .collect();
    tuple(&mut out, "INPUTS", &rows, "What Rust says of some men.");
    let python = |yes: bool| if yes { "True" } else { "False" };
    let rows: Vec<String> = facts::samples()
        .iter()
        .map(|sample| {
            let label = sample.label;
            let record: String = sample.record.0.iter().map(|byte| format!("{byte:02x}")).collect();
            format!(
                "Sample(\n        {:?},\n        {:?},\n        {},\n        {},\n        {},\n        {},\n        {:?},\n    )",
                sample.game,
                sample.fen,
                label.score,
                label.result as u8,
                python(label.best_is_noisy),
                label.ply,
                record
            )
        })
        .collect();
    tuple(&mut out, "SAMPLES", &rows, "Records that Rust writes.");
    out
}
