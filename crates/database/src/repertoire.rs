//! Repertoires: trees of moves that are to be known by heart.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use erawan_board::{Color, Position, Rules, Variant, with_game};
use erawan_notation::fen::{self, FenStyle};
use erawan_notation::pgn::{AnyGame, GameTree, NodeId, PgnGame};
use erawan_notation::uci::{self, CastlingNotation};
use serde::Serialize;

/// The most moves of a repertoire: what a page can still show as a tree.
pub const MAX_REPERTOIRE_MOVES: usize = 39_999;
/// The longest name of a repertoire, in characters.
pub const MAX_REPERTOIRE_NAME: usize = 100;

/// Why a repertoire cannot be kept or asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvalidRepertoire {
    /// It has no name.
    NoName,
    /// Its name is too long, or has signs that are no text.
    BadName,
    /// There is one of that name already.
    NameTaken(String),
    /// The one of that name is of another game or colour.
    Different {
        /// The name.
        name: String,
        /// Its game.
        variant: Variant,
        /// Its colour.
        color: Color,
    },
    /// There is no game to make it of.
    NoGame,
    /// The side that is to know it has no move in it.
    NoMoves(Color),
    /// It has too many moves.
    TooLong,
    /// It has a null move.
    NullMove,
    /// One of several games is of another kind than the first.
    OtherGame {
        /// Which, from 1.
        number: usize,
        /// Its game.
        variant: Variant,
        /// That of the first.
        first: Variant,
    },
    /// One of several games starts elsewhere than the first.
    OtherStart {
        /// Which, from 1.
        number: usize,
    },
    /// A position in which it has nothing to be known.
    NoSuchPosition(String),
}

impl fmt::Display for InvalidRepertoire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRepertoire::NoName => write!(f, "a repertoire has a name"),
            InvalidRepertoire::BadName => write!(
                f,
                "the name of a repertoire has at most {MAX_REPERTOIRE_NAME} letters, on one line"
            ),
            InvalidRepertoire::NameTaken(name) => {
                write!(f, "there is a repertoire '{name}' already")
            }
            InvalidRepertoire::Different { name, variant, color } => write!(
                f,
                "the repertoire '{name}' is one of {variant} for {}; take another name",
                color_name(*color)
            ),
            InvalidRepertoire::NoMoves(color) => {
                write!(f, "there is no move of {} in it", color_name(*color))
            }
            InvalidRepertoire::NoGame => write!(f, "there is no game in it"),
            InvalidRepertoire::TooLong => {
                write!(f, "it has more moves than a repertoire may have, {MAX_REPERTOIRE_MOVES}")
            }
            InvalidRepertoire::NullMove => {
                write!(f, "there is a null move in it, which no game allows")
            }
            InvalidRepertoire::OtherGame { number, variant, first } => {
                write!(f, "game {number} is one of {variant}, and the first one of {first}")
            }
            InvalidRepertoire::OtherStart { number } => write!(
                f,
                "game {number} starts from another position than the first; \
                 a repertoire has one start"
            ),
            InvalidRepertoire::NoSuchPosition(position) => {
                let position: String = position.chars().take(100).collect();
                write!(f, "the repertoire has no move to be known in '{position}'")
            }
        }
    }
}

impl std::error::Error for InvalidRepertoire {}

/// What a repertoire is known by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepertoireHead {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Which game.
    pub variant: Variant,
    /// The side whose moves are to be known.
    pub color: Color,
}

/// White or Black, as a word.
fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A name as it is kept.
pub(crate) fn proper_name(name: &str) -> Result<&str, InvalidRepertoire> {
    let name = name.trim();
    if name.is_empty() {
        return Err(InvalidRepertoire::NoName);
    }
    if name.chars().count() > MAX_REPERTOIRE_NAME || name.chars().any(char::is_control) {
        return Err(InvalidRepertoire::BadName);
    }
    Ok(name)
}

/// Makes one tree of several: files of repertoires have a game for each chapter. All
/// are of one kind and start alike. What is said of a move is taken from the first game
/// that has it.
///
/// ```
/// use erawan_database::merged;
/// use erawan_notation::pgn::{Games, PgnGame};
/// let games = Games::new("1. e4 e5 2. Nf3 *\n\n1. e4 c5 2. Nc3 *").map(Result::unwrap);
/// let tree = merged(games.collect()).unwrap();
/// assert!(tree.to_pgn().ends_with("1. e4 e5 (1... c5 2. Nc3) 2. Nf3 *\n"));
/// ```
pub fn merged(games: Vec<AnyGame>) -> Result<AnyGame, InvalidRepertoire> {
    let mut games = games.into_iter();
    let mut first = games.next().ok_or(InvalidRepertoire::NoGame)?;
    let variant = first.variant();
    for (index, other) in games.enumerate() {
        let number = index + 2;
        let other_game =
            || InvalidRepertoire::OtherGame { number, variant: other.variant(), first: variant };
        if other.variant() != variant {
            return Err(other_game());
        }
        with_game!(&mut first, tree => {
            let added = other.get().ok_or_else(other_game)?;
            if key(added.start()) != key(tree.start()) {
                return Err(InvalidRepertoire::OtherStart { number });
            }
            merge(tree, added)?;
        });
    }
    Ok(first)
}

/// Adds the moves of a tree to another that starts alike.
fn merge<R: Rules>(tree: &mut GameTree<R>, added: &GameTree<R>) -> Result<(), InvalidRepertoire> {
    let mut open = vec![(tree.root(), added.root())];
    while let Some((to, from)) = open.pop() {
        for child in added.children(from) {
            let m = added.move_to(child).ok_or(InvalidRepertoire::NullMove)?;
            let known = tree.children(to).find(|&node| tree.move_to(node) == Some(m));
            let node = match known {
                Some(node) => node,
                None => {
                    if tree.len() > MAX_REPERTOIRE_MOVES {
                        return Err(InvalidRepertoire::TooLong);
                    }
                    let long = InvalidRepertoire::TooLong;
                    let node = tree.add_move(to, m).ok_or(long)?;
                    for text in added.comments_before(child).iter().chain(added.comments(child)) {
                        tree.add_comment(node, text);
                    }
                    for &nag in added.nags(child) {
                        tree.add_nag(node, nag);
                    }
                    node
                }
            };
            open.push((node, child));
        }
    }
    Ok(())
}

/// What positions are told apart by: men, side to move, castling and what may be taken
/// in passing. Clocks and counts do not matter, nor how a position came about.
pub(crate) fn key<R: Rules>(position: &Position<R>) -> String {
    let style = FenStyle { promoted_marks: false, ..FenStyle::default() };
    let text = fen::write_with(position, &style);
    let fields = if R::COUNTING { 3 } else { 4 };
    let end = text.match_indices(' ').nth(fields - 1).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().to_owned()
}

/// A move as repertoires name it.
pub(crate) fn move_text<R: Rules>(variant: Variant, m: erawan_board::Move) -> String {
    uci::write::<R>(m, CastlingNotation::of(variant))
}

/// A position of a tree, with the moves that the tree has there.
pub(crate) struct Place {
    pub(crate) position: String,
    pub(crate) turn: Color,
    /// In UCI, that of the main line first. Other ways to the position add theirs.
    pub(crate) moves: Vec<String>,
}

/// The positions of a tree, each once: every line to its end before the next.
pub(crate) fn places<R: Rules>(tree: &GameTree<R>) -> Result<Vec<Place>, InvalidRepertoire> {
    let mut places: Vec<Place> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    walk(tree, |_, position, moves| {
        let index = match known.entry(key(position)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let (position, turn) = (entry.key().clone(), position.turn());
                places.push(Place { position, turn, moves: Vec::new() });
                *entry.insert(places.len() - 1)
            }
        };
        if let Some(place) = places.get_mut(index) {
            for &(_, m) in moves {
                let text = move_text::<R>(tree.variant(), m);
                if !place.moves.contains(&text) {
                    place.moves.push(text);
                }
            }
        }
        true
    })?;
    Ok(places)
}

/// Visits the nodes of a tree with their positions and moves, every line to its end
/// before the next, until `visit` says no.
pub(crate) fn walk<R: Rules>(
    tree: &GameTree<R>,
    mut visit: impl FnMut(NodeId, &Position<R>, &[(NodeId, erawan_board::Move)]) -> bool,
) -> Result<(), InvalidRepertoire> {
    let mut open = vec![(tree.root(), *tree.start())];
    let mut moves = Vec::new();
    while let Some((node, position)) = open.pop() {
        moves.clear();
        for child in tree.children(node) {
            moves.push((child, tree.move_to(child).ok_or(InvalidRepertoire::NullMove)?));
        }
        if !visit(node, &position, &moves) {
            break;
        }
        open.extend(moves.iter().rev().map(|&(child, m)| (child, position.play_unchecked(m))));
    }
    Ok(())
}

/// What is to be known of a tree.
pub(crate) struct Contents {
    pub(crate) variant: Variant,
    /// How many moves the tree has.
    pub(crate) moves: usize,
    /// The positions in which the side has a move.
    pub(crate) places: Vec<Place>,
}

/// Looks through a tree that is to be a repertoire.
pub(crate) fn contents(game: &AnyGame, color: Color) -> Result<Contents, InvalidRepertoire> {
    with_game!(game, tree => {
        let moves = tree.len() - 1;
        if moves > MAX_REPERTOIRE_MOVES {
            return Err(InvalidRepertoire::TooLong);
        }
        let mut places = places(tree)?;
        places.retain(|place| place.turn == color && !place.moves.is_empty());
        if places.is_empty() {
            return Err(InvalidRepertoire::NoMoves(color));
        }
        Ok(Contents { variant: tree.variant(), moves, places })
    })
}

/// How games and sides are written as JSON.
impl Serialize for RepertoireHead {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Repertoire", 4)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("variant", self.variant.name())?;
        fields.serialize_field("color", &color_name(self.color).to_lowercase())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_notation::pgn::Games;

    pub(crate) fn game(pgn: &str) -> AnyGame {
        Games::new(pgn).next().unwrap().unwrap()
    }

    fn known(pgn: &str, color: Color) -> Vec<(String, Vec<String>)> {
        let contents = contents(&game(pgn), color).unwrap();
        contents.places.into_iter().map(|place| (place.position, place.moves)).collect()
    }

    /// 1. d4 and 1. Nf3 lead to the same position, and there are two moves in it.
    const TWO_WAYS: &str = "1. d4 (1. Nf3 d5 2. d4 Nf6 3. g3) 1... d5 2. Nf3 Nf6 3. c4 *";

    #[test]
    fn other_orders_of_moves_lead_to_one_thing() {
        // Counted by hand: the start, after 1. d4 d5, after 1. Nf3 d5, and one position
        // after two moves, whichever came first.
        let white = known(TWO_WAYS, Color::White);
        let moves: Vec<_> = white.iter().map(|(_, moves)| moves.join(" ")).collect();
        assert_eq!(moves, ["d2d4 g1f3", "g1f3", "c2c4 g2g3", "d2d4"]);
        assert_eq!(white[0].0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        // After 1. d4, 1. Nf3, and the two after two moves, which are one.
        let black = known(TWO_WAYS, Color::Black);
        let moves: Vec<_> = black.iter().map(|(_, moves)| moves.join(" ")).collect();
        assert_eq!(moves, ["d7d5", "g8f6", "d7d5"]);
    }

    #[test]
    fn counts_do_not_tell_positions_apart() {
        let here = "8/8/4k3/8/8/3KR3/8/8 w - 128 3 40";
        let there = "8/8/4k3/8/8/3KR3/8/8 w - - 0 1";
        let read = |fen| {
            fen::parse::<erawan_board::Makruk>(fen, erawan_board::Strictness::Lenient).unwrap()
        };
        assert_eq!(key(&read(here)), key(&read(there)));
        assert_eq!(key(&read(there)), "8/8/4k3/8/8/3KR3/8/8 w -");
    }

    #[test]
    fn what_is_no_repertoire_says_why() {
        let wrong = |pgn, color| contents(&game(pgn), color).err().unwrap();
        assert_eq!(wrong("*", Color::White), InvalidRepertoire::NoMoves(Color::White));
        assert_eq!(wrong("1. e4 *", Color::Black), InvalidRepertoire::NoMoves(Color::Black));
        assert_eq!(wrong("1. e4 -- 2. d4 *", Color::White), InvalidRepertoire::NullMove);
        let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(10_000) + "*";
        assert_eq!(wrong(&there_and_back, Color::White), InvalidRepertoire::TooLong);
        for bad in ["", "  \n ", "a\nb", &"x".repeat(101)] {
            assert!(proper_name(bad).is_err(), "{bad}");
        }
        assert_eq!(proper_name(&" ฝ".repeat(50)).unwrap().chars().count(), 99);
    }

    #[test]
    fn chapters_become_one_tree() {
        let merge = |pgn: &str| {
            merged(Games::new(pgn).map(Result::unwrap).collect()).map(|game| game.to_pgn())
        };
        let one = merge("1. e4 $1 e5 *\n\n1. e4 {again} c5 {sharp} 2. Nf3 *").unwrap();
        assert!(one.ends_with("1. e4 $1 e5 (1... c5 {sharp} 2. Nf3) *\n"), "{one}");
        let other = "1. e4 *\n\n[Variant \"Makruk\"]\n\n1. d4 *";
        assert!(matches!(merge(other), Err(InvalidRepertoire::OtherGame { number: 2, .. })));
        let start = "1. e4 *\n\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ *";
        assert_eq!(merge(start).unwrap_err(), InvalidRepertoire::OtherStart { number: 2 });
        assert_eq!(merge("").unwrap_err(), InvalidRepertoire::NoGame);
        let many = "1. e4 *\n\n".to_owned() + &"Nf3 Nf6 Ng1 Ng8 ".repeat(10_000) + "*";
        assert!(matches!(merge(&many), Err(InvalidRepertoire::TooLong)));
    }
}
