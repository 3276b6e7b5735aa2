//! Games as texts: what a pasted text holds, and a game as PGN.

use erawan_analysis::count_marks::{self, Said};
use erawan_board::{CountingMode, Position, Rules, Strictness, Variant, with_game, with_rules};
use erawan_notation::fen;
use erawan_notation::pgn::{self, AnyGame, GameError, GameResult, GameTree, Games, NodeId};
use erawan_notation::san::{self, Language};
use erawan_notation::uci::{self, CastlingNotation};

use crate::limits::{MAX_ERRORS, MAX_GAMES, MAX_NODES, MAX_TEXT};
use crate::lines::thai;
use crate::protocol::{
    Answer, CountAction, CountingChoice, ErrorKind, GameName, Line, Record, RecordNode,
};

/// What is said of work that nobody waits for any longer.
const UNWANTED: &str = "nobody waits for it any longer";

/// What is said of the address of a page: Erawan opens none.
const ADDRESS: &str = "this is the address of a page, and Erawan opens no pages of others; \
    copy the game there as PGN, or the position as FEN, and paste that";

/// Reads a FEN, a `position` command of UCI, or PGN. Ends early if it is not
/// wanted any longer.
pub fn read(text: &str, hint: Option<GameName>, is_wanted: &dyn Fn() -> bool) -> Answer {
    if text.len() > MAX_TEXT {
        let message = format!(
            "the text has {} bytes, and at most {MAX_TEXT} are read: open it in parts",
            text.len()
        );
        return Answer::error(ErrorKind::Limit, message);
    }
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Answer::error(ErrorKind::Input, "there is nothing to read");
    }
    if is_address(text) {
        return Answer::error(ErrorKind::Input, ADDRESS);
    }
    let hint = hint.map_or(Variant::Chess, Variant::from);
    match text.lines().next().and_then(|line| fen_part(line)) {
        Some((fen, moves)) => match read_fen(fen, moves, hint) {
            Ok(game) => Answer::Games { games: vec![game], errors: Vec::new(), more: 0 },
            Err(message) => Answer::error(ErrorKind::Input, message),
        },
        None => read_pgn(text, is_wanted),
    }
}

/// True if a text is nothing but the address of a page.
fn is_address(text: &str) -> bool {
    let begins = |start: &str| {
        text.get(..start.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
    };
    !text.contains(char::is_whitespace)
        && (["http://", "https://", "www."].into_iter().any(begins)
            || ["lichess.org/", "chess.com/", "pychess.org/"].into_iter().any(begins))
}

/// The FEN and the moves of a line that has a board in it.
fn fen_part(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let line = line.strip_prefix("position").unwrap_or(line).trim_start();
    let line = line.strip_prefix("fen").unwrap_or(line).trim_start();
    let placement = line.split_whitespace().next()?;
    let is_board = placement.matches('/').count() == 7 && !placement.starts_with('[');
    let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    is_board.then_some((fen.trim(), moves.trim()))
}

/// Reads a FEN as one of the game on the board, and only if that fails as one
/// of another.
fn read_fen(text: &str, moves: &str, hint: Variant) -> Result<Record, String> {
    let others = Variant::ALL.into_iter().filter(|game| *game == game.rules());
    let others = others.filter(|game| *game != hint.rules());
    let mut complaint = None;
    for games in [vec![hint], others.collect()] {
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            for &game in &games {
                with_rules!(game, R => match fen::parse_any::<R>(text, strictness) {
                    Ok(position) => {
                        let variant = GameTree::new(position).with_variant(game).variant();
                        return from_start(variant, &position, moves);
                    }
                    Err(error) if strictness == Strictness::Lenient => {
                        complaint.get_or_insert(error);
                    }
                    Err(_) => {}
                });
            }
        }
    }
    Err(complaint.map_or_else(String::new, |error| error.render(text)))
}

fn from_start<R: Rules>(
    variant: Variant,
    start: &Position<R>,
    moves: &str,
) -> Result<Record, String> {
    let line = Line {
        variant: variant.into(),
        fen: Some(fen::write(start)),
        number: None,
        counting: Default::default(),
        moves: moves.split_whitespace().map(str::to_string).collect(),
    };
    let game = crate::lines::replay::<R>(&line).map_err(|error| error.to_string())?;
    let mut tree = GameTree::new(*start).with_variant(variant);
    let mut node = tree.root();
    for &m in game.moves() {
        node = tree.add_move(node, m).unwrap_or(node);
    }
    let mut budget = Budget::default();
    Ok(record(&tree, &mut budget))
}

/// Says whether a position that was set up can come about, and if not why; and how
/// it is played, if it can be.
pub fn check(variant: Variant, text: &str) -> Answer {
    with_rules!(variant, R => {
        let strict = fen::parse::<R>(text, Strictness::Strict);
        let lenient = fen::parse::<R>(text, Strictness::Lenient);
        Answer::Checked {
            fen: lenient.ok().map(|position| fen::write(&position)),
            problem: strict.err().map(|error| error.kind.to_string()),
        }
    })
}

/// What may still be taken from a text, and what was left out of a game.
struct Budget {
    nodes: usize,
    /// The moves of the last game that were beyond the budget.
    cut: usize,
    /// The lines of the last game that were ended at a null move.
    null_moves: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: MAX_NODES, cut: 0, null_moves: 0 }
    }
}

impl Budget {
    /// Says what was left out of the game just read, and forgets it.
    fn take_complaint(&mut self, game: usize) -> Option<String> {
        let (cut, null_moves) =
            (std::mem::take(&mut self.cut), std::mem::take(&mut self.null_moves));
        let mut said = Vec::new();
        if cut > 0 {
            said.push(format!(
                "there are more than {MAX_NODES} moves in the text, so some lines end early"
            ));
        }
        if null_moves > 0 {
            let lines = if null_moves == 1 { "a line ends" } else { "some lines end" };
            said.push(format!("{lines} at a null move, which no game allows"));
        }
        (!said.is_empty()).then(|| format!("game {game}: {}", said.join("; ")))
    }
}

fn read_pgn(text: &str, is_wanted: &dyn Fn() -> bool) -> Answer {
    let (mut games, mut errors, mut more, mut bad) = (Vec::new(), Vec::new(), 0, 0);
    let mut budget = Budget::default();
    let mut source = Games::new(text);
    let mut index = 0;
    while let Some(game) = source.next() {
        if !is_wanted() {
            return Answer::error(ErrorKind::Input, UNWANTED);
        }
        index += 1;
        let mut complaint = None;
        let game = game.or_else(|error| {
            let (partial, said) = mend(&mut source, &error);
            bad += usize::from(partial.is_none());
            complaint = Some(said);
            partial.ok_or(())
        });
        match game {
            Ok(_) if games.len() >= MAX_GAMES || budget.nodes == 0 => more += 1,
            Ok(game) => {
                games.push(with_game!(&game, tree => record(tree, &mut budget)));
                complaint = complaint.or(budget.take_complaint(index));
            }
            Err(()) => {}
        }
        if errors.len() < MAX_ERRORS {
            errors.extend(complaint);
        }
    }
    // Prose has games in it as far as PGN is concerned, without a move or a tag.
    let empty = |game: &Record| game.nodes.len() < 2 && game.tags.len() <= 7 && game.fen.is_empty();
    if bad == 0 && games.iter().all(empty) && !text.contains('[') {
        return Answer::error(ErrorKind::Input, "this is neither a FEN nor a game in PGN");
    }
    if games.is_empty() {
        let message = errors.first().cloned().unwrap_or_else(|| "there is no game in it".into());
        return Answer::error(ErrorKind::Input, message);
    }
    Answer::Games { games, errors, more }
}

/// What can be had of a bad game, and what is to be said about it: all of it, if
/// its moves have the letters of another language; or else the moves before the
/// bad one.
fn mend(games: &mut Games<'_>, error: &GameError) -> (Option<AnyGame>, String) {
    let length = |game: &AnyGame| with_game!(game, tree => tree.len());
    let mut best = games.take_partial().filter(|game| length(game) > 1);
    let mut said = error.to_string();
    // English is what has failed.
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let mut others = Games::new(games.raw()).in_language(language);
        let named = format!("game {}: its moves are read as {language:?} ones", error.game);
        match others.next() {
            Some(Ok(game)) => return (Some(game), named),
            Some(Err(other)) => {
                let other_game = others.take_partial();
                let longest = best.as_ref().map_or(1, length);
                if other_game.as_ref().is_some_and(|game| length(game) > longest) {
                    said = format!("{named}, but {}", other.kind);
                    best = other_game;
                }
            }
            None => {}
        }
    }
    if let Some(game) = of_makruk_js(games.raw()) {
        return (
            Some(game),
            format!("game {}: its moves are read as makruk-js writes them", error.game),
        );
    }
    if best.is_some() {
        said.push_str("; the moves before it are shown");
    }
    (best, said)
}

/// A game as makruk-js writes it. Only if it names a man by a letter of its own: bad moves
/// of chess may be good ones of Makruk.
fn of_makruk_js(raw: &[u8]) -> Option<AnyGame> {
    let names_man = |line: &[u8]| {
        let is_named =
            |pair: &[u8]| matches!(pair, [b'M' | b'T' | b'F' | b'E', b'a'..=b'h' | b'x']);
        !line.starts_with(b"[") && line.windows(2).any(is_named)
    };
    let is_likely = raw.split(|&byte| byte == b'\n').any(|line| names_man(line.trim_ascii_start()));
    Games::new(raw).of_makruk_js().next().filter(|_| is_likely)?.ok()
}

/// A tree as a flat list, main lines first.
fn record<R: Rules>(tree: &GameTree<R>, budget: &mut Budget) -> Record {
    let variant = tree.variant();
    let default = !variant.is_chess960() && *tree.start() == Position::startpos();
    let (comment, actions) = remarks(tree.comments(tree.root()).iter());
    let mut nodes = vec![RecordNode { comment, actions, ..RecordNode::default() }];
    let mut open: Vec<(NodeId, usize, Position<R>)> = vec![(tree.root(), 0, *tree.start())];
    while let Some((node, index, position)) = open.pop() {
        let first = open.len();
        for child in tree.children(node) {
            // The rules know no null moves, so a line ends at one.
            let Some(m) = tree.move_to(child) else {
                budget.null_moves += 1;
                continue;
            };
            if budget.nodes == 0 {
                budget.cut += 1;
                break;
            }
            budget.nodes -= 1;
            open.push((child, nodes.len(), position.play_unchecked(m)));
            let (comment, actions) =
                remarks(tree.comments_before(child).iter().chain(tree.comments(child)));
            nodes.push(RecordNode {
                parent: index,
                uci: uci::write::<R>(m, CastlingNotation::of(variant)),
                san: san::write(&position, m),
                thai: thai(&position, m).unwrap_or_default(),
                comment,
                glyphs: tree.nags(child).to_vec(),
                actions,
            });
        }
        if let Some(added) = open.get_mut(first..) {
            added.reverse();
        }
    }
    Record {
        variant: variant.into(),
        counting: match count_marks::mode(tree) {
            CountingMode::Auto => CountingChoice::Auto,
            CountingMode::Manual => CountingChoice::Manual,
            CountingMode::Off => CountingChoice::Off,
        },
        fen: if default { String::new() } else { fen::write(tree.start()) },
        tags: tree.tags().iter().map(|(name, value)| (name.into(), value.into())).collect(),
        result: tree.result().as_str().to_string(),
        nodes,
    }
}

/// A game that was kept elsewhere, for the page.
pub fn opened(game: &AnyGame) -> Answer {
    let mut budget = Budget::default();
    let games = vec![with_game!(game, tree => record(tree, &mut budget))];
    Answer::Games { games, errors: budget.take_complaint(1).into_iter().collect(), more: 0 }
}

/// Comments as one text, and what they say about counting.
fn remarks<'a>(comments: impl Iterator<Item = &'a String>) -> (String, Vec<CountAction>) {
    let (mut texts, mut actions) = (Vec::new(), Vec::new());
    for comment in comments {
        let (text, said) = count_marks::split(comment);
        texts.extend((!text.is_empty()).then_some(text));
        actions.extend(said.into_iter().map(|said| match said {
            Said::Start => CountAction::Count,
            Said::Stop => CountAction::Stop,
        }));
    }
    (texts.join(" "), actions)
}

/// Writes a game as PGN. Ends early if it is not wanted any longer.
pub fn write(game: &Record, is_wanted: &dyn Fn() -> bool) -> Answer {
    let text = with_rules!(Variant::from(game.variant), R => tree::<R>(game, is_wanted).map(|tree| pgn::write(&tree)));
    match text {
        Ok(text) => Answer::Pgn { text },
        Err(message) => Answer::error(ErrorKind::Input, message),
    }
}

/// The tree of a flat list, unless it is not wanted any longer.
pub fn tree<R: Rules>(game: &Record, is_wanted: &dyn Fn() -> bool) -> Result<GameTree<R>, String> {
    if game.nodes.len() > MAX_NODES {
        return Err(format!("a game has at most {MAX_NODES} moves"));
    }
    let start = match game.fen.trim() {
        "" => Position::startpos(),
        fen => fen::parse::<R>(fen, Strictness::Lenient).map_err(|error| error.to_string())?,
    };
    let mut tree = GameTree::new(start).with_variant(game.variant.into());
    for (name, value) in &game.tags {
        // A name that PGN does not allow is left out.
        let _ = tree.tags_mut().set(name, value);
    }
    if R::COUNTING {
        let mode = match game.counting {
            CountingChoice::Auto => CountingMode::Auto,
            CountingChoice::Manual => CountingMode::Manual,
            CountingChoice::Off => CountingMode::Off,
        };
        count_marks::set_mode(&mut tree, mode);
    }
    tree.set_result(GameResult::from_bytes(game.result.as_bytes()).unwrap_or_default());
    let mut ids: Vec<(NodeId, Position<R>)> = Vec::with_capacity(game.nodes.len());
    for (index, node) in game.nodes.iter().enumerate() {
        if !is_wanted() {
            return Err(UNWANTED.into());
        }
        if index == 0 {
            tree.add_comment(tree.root(), &node.comment);
            let root = tree.root();
            say(&mut tree, root, &node.actions);
            ids.push((tree.root(), start));
            continue;
        }
        let (parent, position) = *ids
            .get(node.parent)
            .ok_or_else(|| format!("node {index} comes before its parent, node {}", node.parent))?;
        let m =
            uci::parse(&position, &node.uci).map_err(|error| format!("node {index}: {error}"))?;
        let id = tree.add_move(parent, m).ok_or("a game is too long")?;
        tree.add_comment(id, &node.comment);
        say(&mut tree, id, &node.actions);
        for &glyph in &node.glyphs {
            tree.add_nag(id, glyph);
        }
        ids.push((id, position.play_unchecked(m)));
    }
    Ok(tree)
}

/// Writes what was said about counting.
fn say<R: Rules>(tree: &mut GameTree<R>, node: NodeId, actions: &[CountAction]) {
    for action in actions {
        let said = match action {
            CountAction::Count => Said::Start,
            CountAction::Stop => Said::Stop,
        };
        count_marks::say(tree, node, said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::Chess;
    use std::cell::Cell;

    #[test]
    fn work_ends_as_soon_as_nobody_wants_it() {
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(1000) + "*";
        let Answer::Games { games, .. } = read(&text, None, &|| true) else { panic!() };
        let asked = Cell::new(0);
        let thrice = || {
            asked.set(asked.get() + 1);
            asked.get() <= 3
        };
        assert_eq!(tree::<Chess>(&games[0], &thrice).unwrap_err(), UNWANTED);
        assert_eq!(asked.get(), 4);
        assert!(matches!(write(&games[0], &|| true), Answer::Pgn { .. }));
        asked.set(0);
        let many = "1. e4 *\n\n".repeat(9);
        assert!(matches!(read(&many, None, &thrice), Answer::Error { .. }));
        assert_eq!(asked.get(), 4);
    }
}
