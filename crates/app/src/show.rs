//! `erawan show`: draws a position.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use erawan_board::{Bitboard, Color, CountingKind, Position, Role, Rules, Variant, with_rules};
use erawan_notation::diagram::Diagram;
use erawan_notation::fen;

use crate::args::between;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::positions::{self, Start};
use crate::{Outcome, Verdict, limits};

/// draws a position and says what there is to know about it
///
/// Without a FEN the start position is shown. Quotes around the FEN may be left
/// out. A FEN that only lenient reading accepts is shown too, with a note. In
/// Makruk S is the khon, M the met and M~ a promoted bia.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan show
  erawan show --variant makruk --unicode
  erawan show --number 0 --flip
  erawan show '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --svg board.svg"
)]
pub(crate) struct Arguments {
    /// The position; the start position if not given
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    start: Start,
    /// From Black's side
    #[arg(long)]
    flip: bool,
    /// With Unicode pieces, in colour on a terminal
    #[arg(long, conflicts_with = "ascii")]
    unicode: bool,
    /// In nothing but ASCII
    #[arg(long)]
    ascii: bool,
    /// Prints the bitboards too
    #[arg(long)]
    bitboards: bool,
    /// Draws an SVG into FILE; with - on standard output, alone
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Width and height of the SVG
    #[arg(long, value_name = "PIXELS", default_value = "400", value_parser = between(limits::PIXELS))]
    size: u32,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let fen = positions::fen_of(&args.fen);
    let variant = args.start.variant();
    with_rules!(variant, R => {
        let position = args.start.position::<R>(fen.as_deref())?;
        show(args, variant, &position, out)
    })
}

fn show<R: Rules>(
    args: &Arguments,
    variant: Variant,
    position: &Position<R>,
    out: &mut dyn Write,
) -> Outcome {
    let diagram = Diagram::new(position).flip(args.flip).size(args.size);
    match &args.svg {
        Some(path) if path == Path::new("-") => {
            out.write_all(diagram.svg().as_bytes())?;
            return Ok(Verdict::Fine);
        }
        Some(path) => {
            let mut file = NewFile::create(path)?;
            file.write_all(diagram.svg().as_bytes()).map_err(Failure::file(path))?;
            file.finish()?;
        }
        None => {}
    }
    let board = if args.unicode {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let color = io::stdout().is_terminal() && !no_color;
        if color { diagram.ansi() } else { diagram.unicode() }
    } else if args.ascii {
        diagram.ascii()
    } else {
        diagram.text()
    };
    writeln!(out, "{board}")?;
    if args.bitboards {
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
