//! `erawan tb`: asks Syzygy tables about a position.

use std::io::Write;

use erawan_board::{Chess, Variant};
use erawan_notation::{fen, san};
use erawan_syzygy::{ProbeError, RootRules, Tables};

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::json::Text;
use crate::{Outcome, Verdict, eprintln_quietly, positions};

pub(crate) const COMMAND: Command = Command {
    name: "tb",
    usage: "FEN --path DIR",
    summary: "asks endgame tables about a position (Syzygy)",
    details: "
Prints the result for the side to move with the halfmove clock at zero, the
distance to the next capture or pawn move in plies (DTZ), and all moves, the
best first; these take the clock into account. Moves of equal rank keep the
result equally well. DIR may be several folders, with a semicolon between them.",
    options: &[
        Opt::value("--path", "DIR", "the folders of the tables (.rtbw and .rtbz)"),
        Opt::switch("--no-fifty", "ranks as if there were no fifty-move rule"),
        Opt::switch("--json", "prints the result as JSON"),
    ],
    examples: &["erawan tb '8/8/8/3k4/8/8/8/KQ6 w - - 0 1' --path syzygy"],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let Some(text) = positions::fen_of(&args.words)? else {
        return Err(Failure::usage("tb needs a FEN\nSee: erawan help tb"));
    };
    let Some(path) = args.text("--path")? else {
        return Err(Failure::usage("tb needs --path DIR, the folder of the tables"));
    };
    let position = positions::position::<Chess>(args, Variant::Chess, Some(&text))?;
    let tables = Tables::open(path);
    for problem in tables.problems() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if tables.max_men() == 0 {
        return Err(Failure::Data(format!("there are no tables in '{path}'")));
    }
    let data = |error: ProbeError| Failure::Data(error.to_string());
    let wdl = tables.probe_wdl(&position).map_err(data)?;
    // Results may be there without distances.
    let dtz = match tables.probe_dtz(&position) {
        Err(ProbeError::Missing { .. }) => None,
        other => Some(other.map_err(data)?),
    };
    let rules = RootRules { repeated: false, fifty_moves: !args.has("--no-fifty") };
    let ranked = tables.root_moves(&position, rules).map_err(data)?;
    let number = |dtz: Option<i32>, none: &str| dtz.map_or(none.to_owned(), |dtz| dtz.to_string());
    if args.has("--json") {
        write!(
            out,
            "{{\"fen\":{},\"result\":{},\"dtz\":{},\"by_distance\":{},\"moves\":[",
            Text(&fen::write(&position)),
            Text(&wdl.to_string()),
            number(dtz, "null"),
            ranked.by_distance
        )?;
        for (i, m) in ranked.moves.iter().enumerate() {
            write!(
                out,
                "{}{{\"move\":{},\"result\":{},\"dtz\":{},\"rank\":{}}}",
                if i > 0 { "," } else { "" },
                Text(&san::write(&position, m.m)),
                Text(&m.wdl.to_string()),
                number(m.dtz, "null"),
                m.rank
            )?;
        }
        writeln!(out, "]}}")?;
        return Ok(Verdict::Fine);
    }
    writeln!(out, "Result: {wdl}")?;
    writeln!(out, "DTZ: {}", number(dtz, "unknown"))?;
    if !ranked.by_distance {
        eprintln_quietly("note: tables of distances are missing; moves are ranked by result alone");
    }
    writeln!(out, "\n{:<8} {:<13} {:>5} {:>6}", "Move", "Result", "DTZ", "Rank")?;
    for m in &ranked.moves {
        let (text, result) = (san::write(&position, m.m), m.wdl.to_string());
        writeln!(out, "{text:<8} {result:<13} {:>5} {:>6}", number(m.dtz, "?"), m.rank)?;
    }
    Ok(Verdict::Fine)
}
