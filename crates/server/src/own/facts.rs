//! What a document of the page says as a game.
//!
//! The page writes documents as it likes and keeps them whole. This is all that the
//! server reads in one: its moves, who played, how it ended, and what a review said.

use std::collections::HashMap;

use erawan_analysis::Score;
use erawan_board::{Color, Game, Rules, Variant, with_rules};
use erawan_database::{Fault, Lapse, OwnGame, Record};
use erawan_engine::Playable;
use erawan_notation::pgn::{AnyGame, GameTree};
use erawan_notation::uci::{self, CastlingNotation};
use erawan_notation::{fen, san};
use serde::Deserialize;
use serde_json::Value;

use crate::lines::{self, thai};
use crate::protocol::{self, CountAction, Line, NamedMove, RecordNode};
use crate::{games, openings};

/// What whoever sits before the page is called in games against the engine.
const PERSON: &str = "You";
/// What the engine is called.
const ENGINE: &str = "Erawan";
/// The version of all this. A higher one has the games that are kept told anew.
pub(super) const VERSION: u32 = 1;
/// No game has more nodes.
const MOST: usize = crate::limits::MAX_NODES;

/// The document with the analysis of one, if it names any.
pub(super) fn analysis_of(document: &Value) -> Option<&str> {
    document["analysis"].as_str()
}

/// What a document says as a game; none if it counts as none. `analysis` is the
/// document with its analysis, whose review is the game's.
///
/// A document counts once it has a move, and if it was played here; or if it is the
/// analysis of a game: one that has a result, a review, or players with names. A board
/// on which somebody only tries moves is no game.
pub(super) fn game_of(document: &Value, analysis: Option<&Value>) -> Option<OwnGame> {
    let tree = Tree::read(document)?;
    let main = tree.main_line();
    if main.len() < 2 || !counts(document) {
        return None;
    }
    let variant = tree.start.variant.into();
    let game = with_rules!(variant, R => built::<R>(document, &tree)?);
    // Who has an analysis reviews the game there.
    let reviewed = [analysis, Some(document)].into_iter().flatten();
    let review = reviewed.filter_map(|reviewed| review(reviewed, &tree, &main)).next();
    let own = |document: &Value| color(&document["own"]);
    Some(OwnGame {
        record: Record::new(&game).ok()?,
        // Whoever watches engines has no side, though they may train from the game.
        side: match document["play"]["watched"] == true {
            true => None,
            false => seat(document).or_else(|| own(document)).or_else(|| analysis.and_then(own)),
        },
        reviewed: review.as_ref().map_or(0, |review| review.plies),
        faults: review.map(|review| review.faults).unwrap_or_default(),
    })
}

fn counts(document: &Value) -> bool {
    if document["play"].is_object() {
        return true;
    }
    let is_known = |name: &str| {
        let tags = document["tags"].as_array().map_or(&[][..], Vec::as_slice);
        let tag = tags.iter().find(|tag| tag[0] == name).and_then(|tag| tag[1].as_str());
        tag.is_some_and(|value| value.chars().any(|c| !"?. ".contains(c)))
    };
    let is_over = document["result"].as_str().is_some_and(|result| result != "*");
    let is_reviewed = document["review"]["nodes"].as_array().is_some_and(|it| !it.is_empty());
    is_over || is_reviewed || (is_known("White") && is_known("Black"))
}

fn color(value: &Value) -> Option<Color> {
    match value.as_str()? {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        _ => None,
    }
}

/// The person's side in a game that was played here against somebody else.
fn seat(document: &Value) -> Option<Color> {
    let play = &document["play"];
    // Where engines play the page writes White.
    let is_nobody = play["both"] == true || play["watched"] == true;
    if is_nobody { None } else { color(&play["color"]) }
}

/// The engine that has a side in a game that was played here; none if a person has.
fn engine_at(document: &Value, side: Color) -> Option<&str> {
    let play = &document["play"];
    if !(play["watched"] == true || seat(document).is_some_and(|own| own != side)) {
        return None;
    }
    let key = if side == Color::White { "w" } else { "b" };
    Some(play["engines"][key].as_str().filter(|name| !name.is_empty()).unwrap_or(ENGINE))
}

/// The tags of a game. One that was played here has none of its own.
fn tags(document: &Value) -> Vec<(String, String)> {
    let own = document["tags"].as_array().map_or(&[][..], Vec::as_slice).iter();
    let mut tags: Vec<(String, String)> = own
        .filter_map(|tag| Some((tag[0].as_str()?.to_owned(), tag[1].as_str()?.to_owned())))
        .collect();
    let mut add = |name: &str, value: String| {
        if !tags.iter().any(|(known, _)| known == name) {
            tags.push((name.to_owned(), value));
        }
    };
    let play = &document["play"];
    if !play.is_object() {
        return tags;
    }
    add("Event", ENGINE.to_owned());
    if let Some(created) = document["created"].as_f64() {
        add("Date", date((created / 86_400_000.0).floor() as i64));
    }
    let sides = [(Color::White, "White", "WhiteElo"), (Color::Black, "Black", "BlackElo")];
    for (side, name, rating) in sides {
        match engine_at(document, side) {
            Some(engine) => {
                add(name, engine.to_owned());
                // The strength that was chosen is Erawan's alone.
                if let Some(elo) = play["elo"].as_i64().filter(|_| engine == ENGINE) {
                    add(rating, elo.to_string());
                }
            }
            None if seat(document) == Some(side) => add(name, PERSON.to_owned()),
            None => {}
        }
    }
    tags
}

/// A day as PGN has it, by its number since 1970.
fn date(day: i64) -> String {
    // Years begin in March here, so that the odd day is at the end of one.
    let shifted = day.clamp(-700_000, 2_900_000) + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + late)
}

/// A document's moves.
struct Tree {
    start: Line,
    nodes: Vec<Node>,
    /// The children of each node, by their places.
    children: Vec<Vec<usize>>,
}

/// A node. In the first form of documents it was an object with these names; in the
/// second they are the places of a list whose end may be missing.
#[derive(Deserialize, Default)]
struct Node {
    id: u64,
    parent: i64,
    #[serde(default, rename = "move")]
    uci: String,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    glyphs: Vec<u8>,
    #[serde(default)]
    actions: Vec<CountAction>,
    /// Only in the first form: there the order of the nodes says nothing.
    #[serde(default)]
    children: Vec<u64>,
}

/// The start of a tree: a line without moves.
#[derive(Deserialize)]
struct Start {
    #[serde(flatten)]
    line: Line,
}

fn node(value: &Value) -> Option<Node> {
    let Some(list) = value.as_array() else { return Node::deserialize(value).ok() };
    let text = |at: usize| list.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
    let rest = |at: usize| list.get(at).cloned().unwrap_or_else(|| Value::Array(Vec::new()));
    Some(Node {
        id: list.first()?.as_u64()?,
        parent: list.get(1)?.as_i64()?,
        uci: text(2),
        comment: text(5),
        glyphs: serde_json::from_value(rest(6)).ok()?,
        actions: serde_json::from_value(rest(7)).ok()?,
        children: Vec::new(),
    })
}

impl Tree {
    fn read(document: &Value) -> Option<Tree> {
        let tree = &document["tree"];
        let Start { line: start } = Start::deserialize(&tree["start"]).ok()?;
        let list = tree["nodes"].as_array().filter(|list| list.len() <= MOST)?;
        let nodes: Vec<Node> = list.iter().map(node).collect::<Option<_>>()?;
        let places: HashMap<u64, usize> =
            nodes.iter().enumerate().map(|(place, node)| (node.id, place)).collect();
        let mut children = vec![Vec::new(); nodes.len()];
        for (place, node) in nodes.iter().enumerate().filter(|(_, node)| node.id != 0) {
            let parent = u64::try_from(node.parent).ok().and_then(|id| places.get(&id));
            let parent = *parent.filter(|&&parent| parent != place)?;
            children[parent].push(place);
        }
        for (place, node) in nodes.iter().enumerate().filter(|(_, node)| !node.children.is_empty())
        {
            let order = |child: &usize| node.children.iter().position(|&id| id == nodes[*child].id);
            children[place].sort_by_key(order);
        }
        places.get(&0).filter(|&&root| root == 0)?;
        Some(Tree { start, nodes, children })
    }

    /// The places of the main line, the root first.
    fn main_line(&self) -> Vec<usize> {
        let next = |&place: &usize| self.children[place].first().copied();
        // In a circle nothing hangs from the root, so this ends.
        std::iter::successors(Some(0), next).collect()
    }

    /// The places that the moves of a line lead to, as far as they are there.
    fn follow(&self, other: &Tree, line: &[usize]) -> Vec<usize> {
        let mut path = vec![0];
        for &place in &line[1..] {
            let wanted = &other.nodes[place].uci;
            let last = path.last().map_or(&[][..], |&last| self.children[last].as_slice());
            match last.iter().find(|&&child| self.nodes[child].uci == *wanted) {
                Some(&child) => path.push(child),
                None => break,
            }
        }
        path
    }

    /// The nodes as the rest of the server has them: each after its parent.
    fn to_record(
        &self,
        tags: Vec<(String, String)>,
        result: &str,
        fen: String,
    ) -> protocol::Record {
        let mut nodes: Vec<RecordNode> = Vec::with_capacity(self.nodes.len());
        let mut open = vec![(0, 0)];
        while let Some((place, parent)) = open.pop() {
            let node = &self.nodes[place];
            let index = nodes.len();
            nodes.push(RecordNode {
                parent,
                uci: node.uci.clone(),
                comment: node.comment.clone(),
                glyphs: node.glyphs.clone(),
                actions: node.actions.clone(),
                ..RecordNode::default()
            });
            open.extend(self.children[place].iter().rev().map(|&child| (child, index)));
        }
        let Line { variant, counting, .. } = self.start;
        protocol::Record { variant, counting, fen, tags, result: result.to_owned(), nodes }
    }
}

/// The game of a document, with its variations and comments.
fn built<R: Playable>(document: &Value, tree: &Tree) -> Option<AnyGame> {
    let start = lines::start::<R>(&tree.start).ok()?;
    let is_plain = tree.start.fen.is_none() && tree.start.number.is_none();
    let fen = if is_plain { String::new() } else { fen::write(&start) };
    let result = document["result"].as_str().unwrap_or("*");
    let record = tree.to_record(tags(document), result, fen);
    let mut game: GameTree<R> = games::tree(&record, &|| true).ok()?;
    if game.tags().get("ECO").is_none() {
        let mut played = Game::from_position(*game.start());
        for m in game.mainline().map_while(|node| game.move_to(node)) {
            played.play_unchecked(m);
        }
        if let Some(opening) = openings::name(&played) {
            let _ = game.tags_mut().set("ECO", &opening.eco);
        }
    }
    Some(game.into())
}

/// What a review says of a line.
struct Reviewed {
    plies: usize,
    faults: Vec<Fault>,
}

/// What is read of a review.
#[derive(Deserialize)]
struct Review {
    start: ScoreText,
    nodes: Vec<ReviewedNode>,
}

#[derive(Deserialize)]
struct ReviewedNode {
    id: u64,
    share: f64,
    judgement: String,
}

/// A score as the page has it.
#[derive(Deserialize)]
struct ScoreText {
    cp: Option<i32>,
    mate: Option<i32>,
}

impl ScoreText {
    /// White's chance to win, from 0 to 1.
    fn share(&self) -> f64 {
        match self.mate {
            Some(moves) => f64::from(u8::from(moves > 0)),
            None => Score::Centipawns(self.cp.unwrap_or(0)).win_percent(Color::White) / 100.0,
        }
    }
}

fn lapse(judgement: &str) -> Option<Lapse> {
    match judgement {
        "inaccuracy" => Some(Lapse::Inaccuracy),
        "mistake" => Some(Lapse::Mistake),
        "blunder" => Some(Lapse::Blunder),
        _ => None,
    }
}

/// What the review of a document says of a line of a tree, which may be another
/// document's; none if it says nothing.
fn review(document: &Value, tree: &Tree, line: &[usize]) -> Option<Reviewed> {
    let review = Review::deserialize(&document["review"]).ok()?;
    let own = Tree::read(document)?;
    let path = own.follow(tree, line);
    let said: HashMap<u64, &ReviewedNode> = review.nodes.iter().map(|it| (it.id, it)).collect();
    let said: Vec<&ReviewedNode> =
        path[1..].iter().map_while(|&place| said.get(&own.nodes[place].id).copied()).collect();
    if said.is_empty() {
        return None;
    }
    let moves: Vec<&str> = line[1..].iter().map(|&place| tree.nodes[place].uci.as_str()).collect();
    let begun = review.start.share();
    let faults = with_rules!(Variant::from(tree.start.variant), R => faults::<R>(&tree.start, &moves, begun, &said))?;
    Some(Reviewed { plies: said.len(), faults })
}

/// The better move that a review names for the one after so many plies of a document's
/// main line. `analysis` is the document with its analysis, whose review goes first.
pub(super) fn better(document: &Value, analysis: Option<&Value>, ply: usize) -> Option<NamedMove> {
    let tree = Tree::read(document)?;
    let main = tree.main_line();
    let named = |reviewed: &Value| {
        let own = Tree::read(reviewed)?;
        let place = *own.follow(&tree, &main).get(ply + 1)?;
        let nodes = reviewed["review"]["nodes"].as_array()?;
        let verdict = &nodes.iter().find(|node| node["id"] == own.nodes[place].id)?["verdict"];
        let text = |name: &str| verdict[name].as_str().filter(|text| !text.is_empty());
        let uci = text("bestMove")?;
        let thai = text("bestThai").map(str::to_owned);
        Some(NamedMove { uci: uci.into(), san: text("best").unwrap_or(uci).into(), thai })
    };
    [analysis, Some(document)].into_iter().flatten().find_map(named)
}

fn faults<R: Rules>(
    start: &Line,
    moves: &[&str],
    begun: f64,
    said: &[&ReviewedNode],
) -> Option<Vec<Fault>> {
    let mut position = lines::start::<R>(start).ok()?;
    let (mut before, mut faults) = (begun, Vec::new());
    for (ply, (text, said)) in moves.iter().zip(said).enumerate() {
        let m = uci::parse(&position, text).ok()?;
        if let Some(lapse) = lapse(&said.judgement) {
            let lost = match position.turn() {
                Color::White => before - said.share,
                Color::Black => said.share - before,
            };
            faults.push(Fault {
                ply: u16::try_from(ply).ok()?,
                lapse,
                cost: lost.clamp(0.0, 1.0),
                fen: fen::write(&position),
                uci: uci::write::<R>(m, CastlingNotation::of(start.variant.into())),
                san: san::write(&position, m),
                thai: thai(&position, m),
            });
        }
        before = said.share;
        position = position.play_unchecked(m);
    }
    Some(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (day, text) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (20_776, "2026.11.19"),
            (-1, "1969.12.31"),
        ] {
            assert_eq!(date(day), text);
        }
    }
}
