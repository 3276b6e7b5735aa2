//! `erawan show`: draws a position.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use erawan_board::{Bitboard, Color, CountingKind, Position, Role, Rules, Variant, with_rules};
use erawan_notation::diagram::Diagram;
use erawan_notation::fen;

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::positions;
use crate::{Outcome, Verdict};

pub(crate) const COMMAND: Command = Command {
    name: "show",
    usage: "[FEN]",
    summary: "draws a position and says what there is to know about it",
    details: "
Without a FEN the start position is shown. Quotes around the FEN may be left
out. A FEN that only lenient reading accepts is shown too, with a note. In
Makruk S is the khon, M the met and M~ a promoted bia.",
    options: &[
        positions::VARIANT,
        positions::NUMBER,
        Opt::switch("--flip", "from Black's side"),
        Opt::switch("--unicode", "with Unicode pieces, in colour on a terminal"),
        Opt::switch("--ascii", "in nothing but ASCII"),
        Opt::switch("--bitboards", "prints the bitboards too"),
        Opt::value("--svg", "FILE", "draws an SVG into FILE; with - on standard output, alone"),
        Opt::value("--size", "PIXELS", "width and height of the SVG (400)"),
    ],
    examples: &[
        "erawan show",
        "erawan show --variant makruk --unicode",
        "erawan show --number 0 --flip",
        "erawan show '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --svg board.svg",
    ],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let fen = positions::fen_of(&args.words)?;
    if args.has("--unicode") && args.has("--ascii") {
        return Err(Failure::usage("give either --unicode or --ascii, not both"));
    }
    let variant = positions::variant(args)?;
    with_rules!(variant, R => {
        let position = positions::position::<R>(args, variant, fen.as_deref())?;
        show(args, variant, &position, out)
    })
}

fn show<R: Rules>(
    args: &Args,
    variant: Variant,
    position: &Position<R>,
    out: &mut dyn Write,
) -> Outcome {
    let size = args.number("--size", 16..=16384u32)?.unwrap_or(400);
    let diagram = Diagram::new(position).flip(args.has("--flip")).size(size);
    match args.path("--svg") {
        Some(path) if path == Path::new("-") => {
            out.write_all(diagram.svg().as_bytes())?;
            return Ok(Verdict::Fine);
        }
        Some(path) => {
            let mut file = NewFile::create(&path)?;
            file.write_all(diagram.svg().as_bytes()).map_err(Failure::file(&path))?;
            file.finish()?;
        }
        None => {}
    }
    let board = if args.has("--unicode") {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let color = io::stdout().is_terminal() && !no_color;
        if color { diagram.ansi() } else { diagram.unicode() }
    } else if args.has("--ascii") {
        diagram.ascii()
    } else {
        diagram.text()
    };
    writeln!(out, "{board}")?;
    if args.has("--bitboards") {
        bitboards(position, out)?;
    }
    facts(variant, position, out)?;
    Ok(Verdict::Fine)
}

fn facts<R: Rules>(
    variant: Variant,
    position: &Position<R>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let moves = position.count_legal_moves();
    writeln!(out, "Variant: {variant}")?;
    writeln!(out, "Fen: {}", fen::write(position))?;
    writeln!(out, "Key: {:016x}", position.key())?;
    writeln!(out, "Side to move: {}", position.turn())?;
    let checkers: Vec<String> = position.checkers().iter().map(|s| s.to_string()).collect();
    let checkers = if checkers.is_empty() { "none".to_string() } else { checkers.join(" ") };
    writeln!(out, "Checkers: {checkers}")?;
    if R::COUNTING {
        writeln!(out, "Count: {}", count(position))?;
    }
    let end = match (moves, position.in_check()) {
        (0, true) => " (checkmate)",
        (0, false) => " (stalemate)",
        _ => "",
    };
    writeln!(out, "Legal moves: {moves}{end}")
}

/// Makruk's count in words.
fn count<R: Rules>(position: &Position<R>) -> String {
    let count = position.counting();
    let Some(kind) = position.counting_kind() else { return "none".to_string() };
    let honour = match kind {
        CountingKind::Board => "board's honour",
        CountingKind::Pieces => "pieces' honour",
    };
    let side = position.counting_side().map_or_else(String::new, |side| format!(", {side} counts"));
    let over = if count.is_over() { ", over: drawn" } else { "" };
    format!("{honour}, {} of {}{side}{over}", count.spoken(), count.spoken_limit())
}

fn bitboards<R: Rules>(position: &Position<R>, out: &mut dyn Write) -> io::Result<()> {
    let mut print = |name: &str, squares: Bitboard| {
        writeln!(out, "{name}: 0x{squares:016x}\n{}\n{squares}", squares.to_binary())
    };
    for color in Color::ALL {
        print(&format!("{color} pieces"), position.by_color(color))?;
        for role in Role::ALL {
            print(&format!("{color} {}", R::MEN.plural(role)), position.pieces(color, role))?;
        }
    }
    print("Occupied squares", position.occupied())?;
    print("Empty squares", !position.occupied())?;
    if R::COUNTING {
        print("Promoted bia", position.promoted())?;
    }
    Ok(())
}
