//! Games on file.

use std::fmt::Write;
use std::io::Cursor;

use erawan_board::{AnyGame, Game, Makruk, Move, Position, Rules, with_game};
use erawan_notation::pgn::{
    self, GameResult, GameTree, Limits, NodeId, PgnGame, ReadError, Reader,
};
use erawan_notation::{fen, san};

use crate::json;
use crate::lines::Lines;
use crate::moves::Spelling;
use crate::session::{File, Table, Wrong, with};

/// Deeper nesting than anybody writes: what is read recurses here and in
/// JavaScript.
const LIMITS: Limits = Limits { token: 16 << 20, game: 16 << 20, depth: 500 };

/// How much is answered at a time.
const PIECE: usize = 1 << 20;

type Source = Cursor<Vec<u8>>;

fn games(text: Vec<u8>, dialect: u32) -> pgn::StreamedGames<Source> {
    let games = Reader::with_limits(Cursor::new(text), LIMITS).into_games();
    if dialect == 1 { games.of_makruk_js() } else { games }
}

/// Begins to read the games that were put in: in the standard form, or (1) as
/// makruk-js writes them; whole, or with `bare` main lines alone.
#[unsafe(no_mangle)]
pub extern "C" fn pgn_open(dialect: u32, bare: u32) -> i32 {
    with(|session| {
        let text = std::mem::take(&mut session.input);
        session.file = Some(if bare != 0 && dialect == 0 {
            let reader = Reader::with_limits(Cursor::new(text), LIMITS);
            File::Lines(Box::new((reader, Lines::new())))
        } else {
            File::Trees { games: Box::new(games(text, dialect)), bare: bare != 0 }
        });
        Ok(0)
    })
}

/// The next games as a list in JSON, about a megabyte of it; a bad game is an
/// object with an error. Nothing after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn pgn_read() -> i32 {
    with(|session| {
        let mut out = String::from("[");
        let is_done = match &mut session.file {
            None => true,
            Some(File::Trees { games, bare }) => read_trees(&mut out, games, *bare),
            Some(File::Lines(file)) => {
                let (reader, lines) = &mut **file;
                read_lines(&mut out, reader, lines)?
            }
        };
        if is_done {
            session.file = None;
        }
        if out.len() == 1 {
            return session.say("");
        }
        out.push(']');
        session.say(out)
    })
}

/// Reads some games. True if there are no more.
fn read_trees(out: &mut String, games: &mut pgn::StreamedGames<Source>, bare: bool) -> bool {
    while out.len() < PIECE {
        let Some(read) = games.next() else { return true };
        if out.len() > 1 {
            out.push(',');
        }
        match read {
            Ok(game) => with_game!(&game, game => write_game(out, game, bare)),
            Err(ReadError::Game(error)) => json::error(out, &error),
            // Memory can always be read.
            Err(ReadError::Io(_)) => return true,
        }
    }
    false
}

fn read_lines(
    out: &mut String,
    reader: &mut Reader<Source>,
    lines: &mut Lines,
) -> std::io::Result<bool> {
    lines.out.clear();
    let mut is_done = false;
    while !is_done && lines.out.len() < PIECE {
        is_done = !reader.read_game(lines)?;
    }
    out.push_str(&lines.out);
    Ok(is_done)
}

fn write_game<R: Rules>(out: &mut String, game: &GameTree<R>, bare: bool) {
    out.push('{');
    json::member(out, "variant", game.variant().name());
    json::key(out, "tags");
    out.push('{');
    for (name, value) in game.tags().iter() {
        json::member(out, name, value);
    }
    out.push('}');
    let style = fen::FenStyle {
        castling: fen::CastlingStyle::of(game.variant()),
        ..fen::FenStyle::default()
    };
    json::member(out, "fen", &fen::write_with(game.start(), &style));
    json::member(out, "result", game.result().as_str());
    let comments = game.comments(game.root());
    if !comments.is_empty() {
        json::key(out, "comments");
        json::list(out, comments, |out, text| json::string(out, text));
    }
    json::key(out, "moves");
    if bare {
        let mut position = *game.start();
        json::list(out, game.mainline(), |out, node| {
            let m = game.move_to(node);
            // Nothing in a move needs to be escaped.
            out.push('"');
            let _ = match m {
                Some(m) => san::write_to(out, &position, m),
                None => out.write_str("--"),
            };
            out.push('"');
            position = after(&position, m);
        });
    } else {
        write_line(out, game, game.main_child(game.root()), *game.start());
    }
    out.push('}');
}

/// The position after a move, or a null move.
fn after<R: Rules>(position: &Position<R>, m: Option<Move>) -> Position<R> {
    match m {
        Some(m) => position.play_unchecked(m),
        None => position.play_null(),
    }
}

/// Writes the moves of a line from a node on, variations inside.
fn write_line<R: Rules>(
    out: &mut String,
    game: &GameTree<R>,
    first: Option<NodeId>,
    mut position: Position<R>,
) {
    let line = std::iter::successors(first, |&node| game.main_child(node));
    json::list(out, line, |out, node| {
        let before = position;
        position = after(&before, game.move_to(node));
        out.push('{');
        match game.move_to(node) {
            Some(m) => {
                json::member(out, "san", &san::write(&before, m));
                json::member(out, "uci", &Spelling::Uci.write(&before, m, game.variant()));
            }
            None => json::member(out, "san", "--"),
        }
        for (name, texts) in
            [("before", game.comments_before(node)), ("comments", game.comments(node))]
        {
            if !texts.is_empty() {
                json::key(out, name);
                json::list(out, texts, |out, text| json::string(out, text));
            }
        }
        if !game.nags(node).is_empty() {
            json::key(out, "nags");
            json::list(out, game.nags(node), |out, nag| {
                let _ = write!(out, "{nag}");
            });
        }
        let is_main = game.parent(node).and_then(|parent| game.main_child(parent)) == Some(node);
        if is_main && game.next_sibling(node).is_some() {
            json::key(out, "variations");
            let others = std::iter::successors(game.next_sibling(node), |&n| game.next_sibling(n));
            json::list(out, others, |out, node| write_line(out, game, Some(node), before));
        }
        out.push('}');
    });
}

/// Replays all games that were put in, and says as JSON what was found.
#[unsafe(no_mangle)]
pub extern "C" fn pgn_check() -> i32 {
    with(|session| {
        let text = std::mem::take(&mut session.input);
        let mut errors = Vec::new();
        let found = pgn::check(&text, |error| {
            if errors.len() < 100 {
                errors.push(error);
            }
        });
        let mut out = format!(
            "{{\"games\":{},\"badGames\":{},\"moves\":{},\"variations\":{},\"comments\":{}",
            found.games, found.bad_games, found.moves, found.variations, found.comments
        );
        json::key(&mut out, "errors");
        json::list(&mut out, errors, |out, error| {
            json::error(out, &error);
        });
        out.push('}');
        session.say(out)
    })
}

/// Writes the first game that was put in anew: (0) in PGN's export format, (1)
/// as makruk-js does. `from` says in which of the two it is.
#[unsafe(no_mangle)]
pub extern "C" fn pgn_format(from: u32, to: u32) -> i32 {
    with(|session| {
        let text = std::mem::take(&mut session.input);
        let game = games(text, from).next().ok_or("there is no game")??;
        session.say(if to == 1 { of_makruk_js(&game)? } else { game.to_pgn() })
    })
}

fn of_makruk_js(game: &pgn::AnyGame) -> Result<String, Wrong> {
    let game = game.get::<Makruk>().ok_or("makruk-js has no game but Makruk")?;
    Ok(pgn::write_makruk_js(game))
}

/// The main line of the first game that was put in, as a game.
#[unsafe(no_mangle)]
pub extern "C" fn game_from_pgn(dialect: u32) -> i32 {
    with(|session| {
        let text = std::mem::take(&mut session.input);
        let tree = games(text, dialect).next().ok_or("there is no game")??;
        let variant = tree.variant();
        let game: AnyGame = with_game!(&tree, tree => {
            let mut game = Game::from_position(*tree.start());
            for node in tree.mainline() {
                game.play(tree.move_to(node).ok_or("a null move cannot be played")?)?;
            }
            game.into()
        });
        session.seat(Table { game, variant })
    })
}

/// A game as PGN, with the tags that were put in: names and values, each with a
/// zero behind it.
#[unsafe(no_mangle)]
pub extern "C" fn game_pgn(number: u32, dialect: u32) -> i32 {
    with(|session| {
        let tags = session.text()?;
        let table = session.table(number)?;
        let tree: pgn::AnyGame = with_game!(&table.game, game => {
            let mut tree = GameTree::new(*game.start()).with_variant(table.variant);
            tree.set_result(GameResult::from(game.outcome()));
            let mut words = tags.split_terminator('\0');
            while let (Some(name), Some(value)) = (words.next(), words.next()) {
                tree.tags_mut().set(name, value)?;
                if name == "Result" {
                    let result = GameResult::from_bytes(value.as_bytes());
                    tree.set_result(result.ok_or("this is no result")?);
                }
            }
            let mut node = tree.root();
            for &m in game.moves() {
                node = tree.add_move(node, m).ok_or("a move that is not legal")?;
            }
            tree.into()
        });
        let text = if dialect == 1 { of_makruk_js(&tree)? } else { tree.to_pgn() };
        session.say(text)
    })
}
