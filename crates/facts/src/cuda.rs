//! The facts as a header for CUDA and C++.

use std::fmt::Write;

use erawan_board::{Chess, Counting, Makruk, PiecesLimit};
use erawan_engine::MATE;
use erawan_engine::eval::MatingMaterial;
use erawan_nnue::{Architecture, MOST_SCALE, QA, QB, SCALE, layout};
use erawan_selfplay::{Filter, PositionRecord, Reason};

use crate::facts;

const START: &str = "\
// Facts that Rust, CUDA and Python share.
// `cargo run -p erawan-facts` writes this file from the Rust crates: do not edit it.
#pragma once

// clang-format off
namespace facts {
";

/// The whole header.
pub(crate) fn text() -> String {
    let mut out = String::from(START);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n// Records of positions: where their fields are, and their flags.");
    number(&mut out, "RECORD_BYTES", PositionRecord::LENGTH);
    for (name, at) in facts::RECORD_FIELDS {
        number(&mut out, &format!("RECORD_{name}"), at);
    }
    for (name, bit) in facts::RECORD_FLAGS {
        number(&mut out, &format!("FLAG_{name}"), bit);
    }
    let _ = writeln!(out, "// The role of a rook that may castle, and of a promoted bia.");
    number(&mut out, "MARKED_ROLE", PositionRecord::MARKED);
    let _ = writeln!(out, "// Positions with scores from here on are not learnt from.");
    number(&mut out, "MAX_SCORE", Filter::SCORE);
    let _ = writeln!(out, "// The score of mate on the board; n plies away it is n less.");
    let _ = writeln!(out, "constexpr int MATE = {MATE};");

    let _ = writeln!(out, "\n// Moves in sixteen bits: origin, target, tag.");
    number(&mut out, "MOVE_TO_SHIFT", facts::shift(6, |m| m.to().index() as u32));
    number(&mut out, "MOVE_TAG_SHIFT", facts::shift(4, |m| m.tag() as u32));
    for (name, tag) in facts::TAGS {
        number(&mut out, &format!("TAG_{name}"), tag as u8);
    }

    let _ = writeln!(out, "\n// What men are worth in exchanges, by role, pawn first.");
    let games = [facts::exchange_values::<Chess>(), facts::exchange_values::<Makruk>()];
    for (name, values) in ["CHESS", "MAKRUK"].into_iter().zip(games) {
        let values = values.map(|value| value.to_string()).join(", ");
        let _ = writeln!(out, "constexpr int {name}_VALUES[6] = {{{values}}};");
    }

    let _ = writeln!(
        out,
        "\n// Networks: ones of the two layers, units of the output, inputs of a bucket."
    );
    number(&mut out, "QA", QA);
    number(&mut out, "QB", QB);
    number(&mut out, "SCALE", SCALE);
    number(&mut out, "INPUTS", Architecture::INPUTS);
    let _ = writeln!(out, "// No network's scale is larger.");
    number(&mut out, "MOST_SCALE", MOST_SCALE);
    let _ = writeln!(
        out,
        "\n// Network files of version 1: how they begin, and where the header's fields are."
    );
    let magic = layout::version1::MAGIC_BYTES.escape_ascii();
    let _ = writeln!(out, "constexpr char NET_MAGIC_BYTES[] = \"{magic}\";");
    number(&mut out, "NET_FIXED", layout::version1::FIXED);
    number(&mut out, "NET_WHOLE_FILE", layout::version1::WHOLE_FILE);
    for field in layout::version1::FIELDS {
        number(&mut out, &format!("NET_{}", field.name), field.at);
    }

    let _ = writeln!(out, "\n// Makruk: the limit of the board's honour, in plies.");
    number(&mut out, "BOARD_LIMIT", Counting::BOARD_LIMIT);
    counting(&mut out);
    reasons(&mut out);
    out.push_str("\n}  // namespace facts\n// clang-format on\n");
    out
}

fn number(out: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(out, "constexpr unsigned {name} = {value};");
}

/// A macro that calls another with each row.
fn rows(out: &mut String, name: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.map(|row| format!(" \\\n    ROW({row})")).collect();
    let _ = writeln!(out, "#define {name}(ROW){}", rows.concat());
}

fn counting(out: &mut String) {
    out.push_str(
        "\n// The fewest rua, khon and ma, and the moves of the pieces' honour; the first\n\
         // that fits.\n",
    );
    let limits = PiecesLimit::ALL.iter();
    rows(
        out,
        "PIECES_LIMITS",
        limits.map(|limit| {
            format!("{}, {}, {}, {}", limit.rooks, limit.khons, limit.mas, limit.moves)
        }),
    );
    out.push_str(
        "\n// The fewest rua, khon, ma and met, these on both colours or not; the moves to\n\
         // mate a bare khun, fewer for each piece more, the fewest; the first that fits.\n",
    );
    let materials = MatingMaterial::ALL.iter();
    rows(
        out,
        "MATING_MATERIAL",
        materials.map(|material| {
            let least = material.least;
            format!(
                "{}, {}, {}, {}, {}, {}, {}, {}",
                least.rooks,
                least.khons,
                least.mas,
                least.mets,
                least.both_colours,
                material.moves,
                material.each_more,
                material.fewest
            )
        }),
    );
}

fn reasons(out: &mut String) {
    out.push_str("\n// Why a game ended.\nenum Reason : unsigned {\n");
    for reason in Reason::ALL {
        let name = reason.name().to_uppercase().replace(' ', "_");
        let _ = writeln!(out, "    {name} = {},", *reason as u8);
    }
    let _ = writeln!(out, "    REASONS = {},\n}};", Reason::ALL.len());
}
