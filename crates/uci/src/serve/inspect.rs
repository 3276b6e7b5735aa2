//! Commands for people: `d`, `eval`, `flip`, `help`.

use std::fmt::Write as _;
use std::io::Write;

use erawan_board::{Color, Position, with_game};
use erawan_engine::Playable;
use erawan_engine::eval::{self, Conclusion, Pair, Parameters};
use erawan_notation::diagram::Diagram;
use erawan_notation::fen::{self, FenStyle};

use super::{Server, position};

const HELP: &str = "\
uci                                  say who this is, and which options there are
isready                              answered with readyok, also while searching
setoption name NAME [value VALUE]    set an option
ucinewgame                           forget everything about the last game
position startpos|fen FEN [moves …]  set up a position
go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves …]
                                     search; without a limit until stop
go perft N, perft N [each]            count the positions N plies away [and fewer]
stop, ponderhit, quit
d                                    draw the position
eval                                 take its evaluation apart
flip                                 exchange the sides
bench                                search a fixed set of positions
Makruk: setoption name UCI_Variant value makruk";

impl<W: Write + Send + 'static> Server<W> {
    pub(super) fn help(&self) {
        self.output.send(HELP);
    }

    pub(super) fn draw(&self) {
        with_game!(&self.game, game => {
            let position = game.position();
            let checkers: Vec<String> = position.checkers().iter().map(|s| s.to_string()).collect();
            self.output.send(format_args!(
                "{}\nFen: {}\nKey: {:016X}\nCheckers: {}",
                Diagram::new(position).text(),
                fen::write_with(position, &FenStyle::default()),
                position.key(),
                checkers.join(" ")
            ));
        });
    }

    pub(super) fn explain(&self) {
        if self.is_thinking() {
            // The engine, which has the network, is busy.
            return self.output.tell("eval has to wait until the search ends");
        }
        let mut engine = self.engine();
        let has_network = engine.network(self.game.rules()).is_some();
        with_game!(&self.game, game => {
            let (by_rules, table) = table(game.position());
            self.output.send(table);
            if has_network {
                let value = engine.evaluate(game.position());
                let value = if game.position().turn() == Color::White { value } else { -value };
                self.output.send(format_args!("By these rules: {by_rules} centipawns"));
                self.output.send(format_args!(
                    "Evaluation: {value} centipawns (White's side), by the network"
                ));
            } else {
                self.output.send(format_args!("Evaluation: {by_rules} centipawns (White's side)"));
            }
        });
    }

    pub(super) fn flip(&mut self) {
        match position::flipped(&self.game) {
            Ok(game) => self.game = game,
            Err(reason) => self.output.tell(format!("{reason}; the old position stays")),
        }
    }
}

/// The hand-written evaluation for White and its parts, for each side and
/// together, in centipawns of the middle game and of the end game.
fn table<R: Playable>(position: &Position<R>) -> (i32, String) {
    let (white, trace) = eval::trace(position);
    let mut table = format!("{:<26}{:>16}{:>16}{:>16}\n", "", "White", "Black", "Total");
    let pair = |pair: Pair| format!("{} {:>6}", pair.mg(), pair.eg());
    for line in trace.terms(Parameters::of::<R>()) {
        let [ours, theirs] = line.sides;
        if ours != Pair::ZERO || theirs != Pair::ZERO {
            let (a, b, sum) = (pair(ours), pair(theirs), pair(ours - theirs));
            let _ = writeln!(table, "{:<26}{a:>16}{b:>16}{sum:>16}", line.name);
        }
    }
    let end = trace.conclusion;
    let of = |part: i32, whole: i32| part * 100 / whole.max(1);
    let _ = writeln!(table, "{:<26}{:>48}", "Sum", pair(end.sum));
    let _ = writeln!(
        table,
        "Middle game {} %, advantage counted {} %{}",
        of(end.phase, Conclusion::FULL_PHASE),
        of(end.scale, Conclusion::FULL_SCALE),
        if end.known_ending { ", a known ending" } else { "" }
    );
    (white, table)
}
