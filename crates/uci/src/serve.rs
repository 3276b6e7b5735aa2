//! The engine's end of the wire: reads commands, keeps a position, searches.
//!
//! Nothing that comes in ends the program but `quit` and the end of input.
//! What cannot be done is said in an `info string`, and what was there before
//! stays.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use erawan_board::{Chess, Color, Game, Makruk, Position, Rules, Strictness, perft::Perft};
use erawan_engine::eval::{Evaluator, HandWritten};
use erawan_engine::{Clock, Control, Engine, Info, Limits, Score};
use erawan_notation::diagram::Diagram;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_notation::{fen, fen::FenStyle};

use crate::eval_file;
use crate::options::{OptionEntry, Options};
use crate::protocol::{self, Command, Go, Message, OptionDeclaration, OptionError, Start};

/// The largest table that may be asked for, in mebibytes.
const MAX_HASH: i64 = 1 << 20;

/// A game of either kind.
enum AnyGame {
    Chess(Game<Chess>),
    Makruk(Game<Makruk>),
}

/// Runs an expression with the game inside, whichever it is.
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Chess($game) => $body,
            AnyGame::Makruk($game) => $body,
        }
    };
}

/// Where answers go; shared with the thread that searches.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    fn lock(&self) -> MutexGuard<'_, W> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends lines. If nobody reads any more there is nothing to be done
    /// about it; the end of input will end the program.
    fn send(&self, text: impl std::fmt::Display) {
        let mut output = self.lock();
        let _ = writeln!(output, "{text}");
        let _ = output.flush();
    }

    fn tell(&self, text: impl Into<String>) {
        self.send(Message::text(text));
    }
}

/// The engine behind the protocol.
struct Server<W> {
    output: Output<W>,
    options: Options,
    engine: Arc<Mutex<Engine>>,
    control: Control,
    game: AnyGame,
    search: Option<JoinHandle<()>>,
    /// True until the best move is about to be sent.
    is_searching: Arc<AtomicBool>,
    /// The search that runs has no limit.
    endless: bool,
}

/// Reads commands until `quit` or the end of input.
///
/// ```
/// let mut answers = Vec::new();
/// let input = &b"uci\nisready\nposition startpos moves e2e4\ngo depth 2\n"[..];
/// let answers = erawan_uci::serve(input, answers).unwrap();
/// let answers = String::from_utf8(answers).unwrap();
/// assert!(answers.contains("uciok") && answers.contains("bestmove"));
/// ```
pub fn serve<W: Write + Send + 'static>(
    mut input: impl BufRead,
    output: W,
) -> Result<W, std::io::Error> {
    let output = Output(Arc::new(Mutex::new(output)));
    let mut server = Server::new(output.clone())?;
    let mut line = Vec::new();
    let mut has_quit = false;
    while !has_quit {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        has_quit = !server.handle(&line);
    }
    server.finish(has_quit);
    drop(server);
    let output = Arc::into_inner(output.0)
        .ok_or_else(|| std::io::Error::other("a search is still running"))?;
    Ok(output.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn declare_options() -> Result<Options, OptionError> {
    let mut options = Options::new();
    options.declare(OptionDeclaration::spin("Threads", 1, 1..=1024)?)?;
    options.declare(OptionDeclaration::spin("Hash", 16, 1..=MAX_HASH)?)?;
    options.declare(OptionDeclaration::button("Clear Hash")?)?;
    options.declare(OptionDeclaration::check("Ponder", false)?)?;
    options.declare(OptionDeclaration::spin("MultiPV", 1, 1..=256)?)?;
    options.declare(OptionDeclaration::spin("Move Overhead", 10, 0..=5000)?)?;
    options.declare(OptionDeclaration::combo("UCI_Variant", "chess", &["chess", "makruk"])?)?;
    options.declare(OptionDeclaration::check("UCI_Chess960", false)?)?;
    options.declare(OptionDeclaration::check("UCI_AnalyseMode", false)?)?;
    for declaration in eval_file::declarations() {
        options.declare(declaration?)?;
    }
    Ok(options)
}

impl<W: Write + Send + 'static> Server<W> {
    fn new(output: Output<W>) -> Result<Server<W>, std::io::Error> {
        let options = declare_options().map_err(std::io::Error::other)?;
        let engine = Engine::new(16).map_err(std::io::Error::other)?;
        let control = engine.control();
        Ok(Server {
            output,
            options,
            engine: Arc::new(Mutex::new(engine)),
            control,
            game: AnyGame::Chess(Game::new()),
            search: None,
            is_searching: Arc::default(),
            endless: false,
        })
    }

    /// Does what a line says. False if the program should end.
    fn handle(&mut self, line: &[u8]) -> bool {
        let Some(parsed) = Command::parse(line) else { return true };
        for warning in parsed.warnings {
            self.output.tell(warning.to_string());
        }
        match parsed.value {
            Command::Quit => return false,
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.send(Message::ReadyOk),
            Command::Stop => self.control.stop(),
            Command::PonderHit => self.control.ponderhit(),
            Command::Go(go) => self.go(&go),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => {
                self.wait();
                self.engine().clear();
            }
            Command::Draw => self.draw(),
            Command::Eval => self.explain(),
            Command::Debug(_) | Command::Register(_) => {}
            Command::Unknown(text) => {
                let shown: String = text.chars().take(80).collect();
                self.output.tell(format!("unknown command: {shown}"));
            }
            other => self.output.tell(format!("not available: {other}")),
        }
        true
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search that runs, if any, and waits for it.
    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            self.control.stop();
            if search.join().is_err() {
                self.output.tell("the search broke off; the engine goes on");
                self.output.send("bestmove 0000");
            }
        }
    }

    /// At the end of input a search with a limit is still completed; one
    /// without would never end.
    fn finish(&mut self, has_quit: bool) {
        if has_quit || self.endless {
            self.control.stop();
        }
        if let Some(search) = self.search.take() {
            let _ = search.join();
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.output.send(format_args!("id name Erawan {version}"));
        self.output.send("id author the Erawan developers");
        for option in self.options.messages() {
            self.output.send(option);
        }
        self.output.send(Message::UciOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if self.is_searching.load(SeqCst) {
            self.output.tell(format!("{name} cannot be set while searching"));
            return;
        }
        self.wait();
        let set = match self.options.set(name, value) {
            Ok(entry) => OptionEntry::name(entry).to_owned(),
            Err(error) => return self.output.tell(error.to_string()),
        };
        let number = self.options.spin(&set).unwrap_or(0);
        match set.as_str() {
            "Threads" => {
                let result = self.engine().set_threads(number as usize);
                if let Err(error) = result {
                    self.output.tell(format!("{error}; as many as before go on"));
                }
            }
            "Hash" => {
                let result = self.engine().set_hash(number as usize);
                if let Err(error) = result {
                    self.output.tell(format!("{error}; the old table stays"));
                }
            }
            "Clear Hash" => self.engine().clear(),
            "Move Overhead" => {
                self.engine().set_move_overhead(Duration::from_millis(number as u64));
            }
            "EvalFile" | "EvalFileMakruk" => {
                let value = self.options.text(&set).unwrap_or_default();
                let result = eval_file::apply(&mut self.engine(), &set, value);
                self.output.tell(result.unwrap_or_else(|reason| reason));
            }
            "UCI_Variant" => {
                let makruk = self.options.text("UCI_Variant") == Some("makruk");
                match (&self.game, makruk) {
                    (AnyGame::Chess(_), true) => self.game = AnyGame::Makruk(Game::new()),
                    (AnyGame::Makruk(_), false) => self.game = AnyGame::Chess(Game::new()),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) {
        self.wait();
        let result = match &self.game {
            AnyGame::Chess(_) => read_game(start, moves).map(AnyGame::Chess),
            AnyGame::Makruk(_) => read_game(start, moves).map(AnyGame::Makruk),
        };
        match result {
            Ok(game) => self.game = game,
            Err(reason) => self.output.tell(format!("{reason}; the old position stays")),
        }
    }

    fn castling(&self) -> CastlingNotation {
        match self.options.check("UCI_Chess960") {
            Some(true) => CastlingNotation::Chess960,
            _ => CastlingNotation::Standard,
        }
    }

    fn go(&mut self, go: &Go) {
        self.wait();
        if let Some(depth) = go.perft {
            return with_game!(&self.game, game => self.perft(game.position(), depth));
        }
        let lines = self.options.spin("MultiPV").unwrap_or(1) as usize;
        let castling = self.castling();
        self.control.reset();
        let limited = go.depth.is_some() || go.nodes.is_some() || go.move_time.is_some();
        self.endless = go.infinite || go.ponder || !limited;
        let (engine, output) = (Arc::clone(&self.engine), self.output.clone());
        let control = self.control.clone();
        let is_searching = Arc::clone(&self.is_searching);
        is_searching.store(true, SeqCst);
        let search = with_game!(&self.game, game => {
            let limits = limits(game.position(), go, lines);
            let (game, infinite) = (game.clone(), go.infinite);
            std::thread::Builder::new()
                .name("search".into())
                .stack_size(64 << 20)
                .spawn(move || {
                    let done = Done(is_searching);
                    let best = search(&engine, &game, &limits, &output, castling);
                    // After `go infinite` and `go ponder` nobody wants to hear
                    // before asking.
                    while (infinite || control.is_pondering()) && !control.is_stopped() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    drop(done);
                    output.send(best);
                })
        });
        match search {
            Ok(search) => self.search = Some(search),
            Err(error) => {
                self.output.tell(format!("no thread for the search: {error}"));
                self.output.send("bestmove 0000");
            }
        }
    }

    fn perft<R: Rules>(&self, position: &Position<R>, depth: u32) {
        let castling = self.castling();
        let depth = depth.clamp(1, 20);
        let parts = Perft::new().divide(position, depth);
        for (m, nodes) in &parts {
            self.output.send(format_args!("{}: {nodes}", uci::write(position, *m, castling)));
        }
        let nodes: u64 = parts.iter().map(|part| part.1).sum();
        self.output.send(format_args!("\nNodes searched: {nodes}"));
    }

    fn draw(&self) {
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

    fn explain(&self) {
        let value = with_game!(&self.game, game => HandWritten.evaluate(game.position()));
        self.output.tell(format!("evaluation for the side to move: {value} centipawns"));
    }
}

/// The game a `position` command describes.
fn read_game<R: Rules>(start: &Start, moves: &[String]) -> Result<Game<R>, String> {
    let position = match start {
        Start::Initial => Position::startpos(),
        Start::Fen(text) => {
            fen::parse(text, Strictness::Lenient).map_err(|error| error.to_string())?
        }
    };
    let mut game = Game::from_position(position);
    for text in moves {
        let m = uci::parse(game.position(), text).map_err(|error| format!("{text}: {error}"))?;
        game.play(m).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn limits<R: Rules>(position: &Position<R>, go: &Go, lines: usize) -> Limits {
    let milliseconds = |n: i64| Duration::from_millis(n.max(0) as u64);
    let (time, increment) = match position.turn() {
        Color::White => (go.white_time, go.white_increment),
        Color::Black => (go.black_time, go.black_increment),
    };
    // A clock given for the other side only is better than none.
    let time = time.or(go.white_time).or(go.black_time);
    let clock = time.filter(|_| !go.infinite).map(|time| Clock {
        time: milliseconds(time),
        increment: milliseconds(increment.unwrap_or(0)),
        moves_to_go: go.moves_to_go,
    });
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        movetime: go.move_time.map(milliseconds),
        mate: go.mate,
        clock,
        searchmoves: go.search_moves.iter().filter_map(|m| uci::parse(position, m).ok()).collect(),
        multipv: lines,
        ponder: go.ponder,
    }
}

/// Says that the search is over, even if it breaks off.
struct Done(Arc<AtomicBool>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.store(false, SeqCst);
    }
}

/// Searches, reports, and returns the best move as a message.
fn search<R: Rules, W: Write>(
    engine: &Mutex<Engine>,
    game: &Game<R>,
    limits: &Limits,
    output: &Output<W>,
    castling: CastlingNotation,
) -> Message {
    let position = game.position();
    let found = {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.search(game, limits, |info| {
            output.send(Message::Info(Box::new(report(position, &info, castling))));
        })
    };
    let Some(m) = found.best else {
        let score = match found.score {
            Score::Mate(_) => "mate 0",
            Score::Centipawns(_) => "cp 0",
        };
        output.send(format_args!("info depth 0 score {score}"));
        return Message::BestMove { best: None, ponder: None };
    };
    let next = position.play(m);
    Message::BestMove {
        best: Some(uci::write(position, m, castling)),
        ponder: found.ponder.map(|answer| uci::write(&next, answer, castling)),
    }
}

fn report<R: Rules>(
    position: &Position<R>,
    info: &Info,
    castling: CastlingNotation,
) -> protocol::Info {
    let mut at = *position;
    let pv = info
        .pv
        .iter()
        .map(|&m| {
            let text = uci::write(&at, m, castling);
            at = at.play(m);
            text
        })
        .collect();
    let milliseconds = info.time.as_millis() as u64;
    protocol::Info {
        depth: Some(info.depth),
        selective_depth: Some(info.seldepth),
        multi_pv: Some(info.multipv as u32),
        score: Some(match info.score {
            Score::Centipawns(value) => protocol::Score::Centipawns(value),
            Score::Mate(moves) => protocol::Score::Mate(moves),
        }),
        nodes: Some(info.nodes),
        nodes_per_second: Some(info.nodes * 1000 / milliseconds.max(1)),
        hash_full: Some(info.hashfull),
        time: Some(milliseconds),
        pv,
        ..protocol::Info::default()
    }
}
