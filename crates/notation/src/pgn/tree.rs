//! Games as trees of moves.

use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use erawan_board::{Move, Position, Rules, Variant};

use super::annotation::{self, Evaluation};
use super::bytes::single_line;
use super::result::GameResult;
use super::tags::Tags;
use super::visitor::Nag;

/// A place in a [`GameTree`]: the start, or after a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Node {
    /// None at the root, and for a null move.
    m: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    notes: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Notes {
    before: Vec<String>,
    after: Vec<String>,
    nags: Vec<Nag>,
}

static NO_NOTES: Notes = Notes { before: Vec::new(), after: Vec::new(), nags: Vec::new() };

/// A game: tags, a start position, moves with variations to any depth,
/// comments and annotations.
///
/// The first child of a node is its main line, the others are variations.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_notation::{pgn::{self, GameTree}, san};
///
/// let mut game = GameTree::<Chess>::new(Position::startpos());
/// let e4 = game.add_move(game.root(), san::parse(game.start(), "e4").unwrap()).unwrap();
/// let d4 = game.add_move(game.root(), san::parse(game.start(), "d4").unwrap()).unwrap();
/// game.add_comment(d4, "closed games");
/// game.add_nag(e4, 1);
/// assert_eq!(game.mainline().collect::<Vec<_>>(), [e4]);
/// assert!(pgn::write(&game).ends_with("1. e4 $1 (1. d4 {closed games}) *\n"));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<R: Rules> {
    tags: Tags,
    variant: Variant,
    start: Position<R>,
    result: GameResult,
    /// The root first. A flat list: however deep the variations are, nothing
    /// that walks or drops it recurses.
    nodes: Vec<Node>,
    notes: Vec<Notes>,
}

/// The tags that say where a game starts; they follow from the game itself.
pub(super) const START_TAGS: [&str; 3] = ["Variant", "FEN", "SetUp"];

/// The game's name, with which it can be read again as it is.
fn named<R: Rules>(variant: Variant, start: &Position<R>) -> Variant {
    match variant {
        Variant::Chess if !start.has_classical_castling() => Variant::Chess960,
        _ => variant,
    }
}

impl<R: Rules> GameTree<R> {
    /// A game without moves.
    pub fn new(start: Position<R>) -> GameTree<R> {
        let root = Node {
            m: None,
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
        };
        GameTree {
            tags: Tags::new(),
            variant: named(R::VARIANT, &start),
            start,
            result: GameResult::Unknown,
            nodes: alloc::vec![root],
            notes: Vec::new(),
        }
    }

    /// The same game under another name of its rules: chess as Chess960. A
    /// start position with castling that only Chess960 knows is always that.
    #[must_use]
    pub fn with_variant(mut self, variant: Variant) -> GameTree<R> {
        if variant.rules() == R::VARIANT {
            self.variant = named(variant, &self.start);
        }
        self
    }

    /// The tags.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, to change them. `Variant`, `FEN`, `SetUp` and `Result` follow
    /// from the game and are written as it has them.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// Which game is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The start position.
    pub fn start(&self) -> &Position<R> {
        &self.start
    }

    /// How the game ended.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Says how the game ended, in its `Result` tag too.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        // The name is a proper one.
        let _ = self.tags.set("Result", result.as_str());
    }

    /// The node before all moves.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index())
    }

    /// The move that leads to a node; none at the root and for a null move.
    pub fn move_to(&self, node: NodeId) -> Option<Move> {
        self.node(node)?.m
    }

    /// True if a null move leads to the node.
    pub fn is_null_move(&self, node: NodeId) -> bool {
        self.node(node).is_some_and(|node| node.m.is_none() && node.parent.is_some())
    }

    /// The node before a node's move.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.parent
    }

    /// The node that follows in the main line.
    pub fn main_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.first_child
    }

    /// The next alternative to a node's move.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.next_sibling
    }

    /// The nodes that follow a node, that of the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.main_child(node), |&child| self.next_sibling(child))
    }

    /// The nodes of the main line, the root left out.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.main_child(self.root()), |&node| self.main_child(node))
    }

    /// The position at a node.
    pub fn position(&self, node: NodeId) -> Position<R> {
        let mut path: Vec<NodeId> =
            core::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.pop();
        path.iter().rev().fold(self.start, |position, &node| self.after(&position, node))
    }

    /// The position after a node's move.
    pub(super) fn after(&self, position: &Position<R>, node: NodeId) -> Position<R> {
        match self.move_to(node) {
            Some(m) => position.play_unchecked(m),
            None => position.play_null(),
        }
    }

    /// Adds a move after a node: the main line if it is the first, otherwise a
    /// variation. Nothing happens if the move is not legal there.
    pub fn add_move(&mut self, node: NodeId, m: Move) -> Option<NodeId> {
        if node.index() < self.nodes.len() && self.position(node).is_legal(m) {
            self.push(node, Some(m))
        } else {
            None
        }
    }

    /// Adds a null move after a node, unless the king is in check there.
    pub fn add_null_move(&mut self, node: NodeId) -> Option<NodeId> {
        if node.index() < self.nodes.len() && !self.position(node).in_check() {
            self.push(node, None)
        } else {
            None
        }
    }

    /// Adds a node known to be legal.
    pub(super) fn push(&mut self, parent: NodeId, m: Option<Move>) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.nodes.len()).ok()?);
        let last = self.node(parent)?.last_child;
        self.nodes.push(Node {
            m,
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
        });
        if let Some(sibling) = last.and_then(|last| self.nodes.get_mut(last.index())) {
            sibling.next_sibling = Some(id);
        }
        let parent = self.nodes.get_mut(parent.index())?;
        parent.first_child = parent.first_child.or(Some(id));
        parent.last_child = Some(id);
        Some(id)
    }

    fn notes(&self, node: NodeId) -> &Notes {
        let notes = self.node(node).and_then(|node| node.notes);
        notes.and_then(|notes| self.notes.get(notes as usize)).unwrap_or(&NO_NOTES)
    }

    fn notes_mut(&mut self, node: NodeId) -> Option<&mut Notes> {
        let node = self.nodes.get_mut(node.index())?;
        let index = match node.notes {
            Some(index) => index,
            None => {
                let index = u32::try_from(self.notes.len()).ok()?;
                self.notes.push(Notes::default());
                node.notes = Some(index);
                index
            }
        };
        self.notes.get_mut(index as usize)
    }

    /// The comments before a node's move: at the start of a variation, or where
    /// a line goes on after variations.
    pub fn comments_before(&self, node: NodeId) -> &[String] {
        &self.notes(node).before
    }

    /// The comments after a node's move, at the root those before all moves.
    pub fn comments(&self, node: NodeId) -> &[String] {
        &self.notes(node).after
    }

    /// The annotation glyphs of a node's move.
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        &self.notes(node).nags
    }

    /// Adds a comment after a node's move. Line breaks become spaces, and a
    /// closing brace, which cannot be written, a closing parenthesis.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        let text = clean_comment(text);
        if !text.is_empty()
            && let Some(notes) = self.notes_mut(node)
        {
            notes.after.push(text);
        }
    }

    /// Adds a comment before a node's move. In PGN there is such a place only
    /// before the first move of a variation and after variations; elsewhere it
    /// will be read as a comment after the move before.
    pub fn add_comment_before(&mut self, node: NodeId, text: &str) {
        let text = clean_comment(text);
        if !text.is_empty()
            && let Some(notes) = self.notes_mut(node)
        {
            notes.before.push(text);
        }
    }

    /// Adds an annotation glyph to a node's move.
    pub fn add_nag(&mut self, node: NodeId, nag: Nag) {
        if node != self.root()
            && let Some(notes) = self.notes_mut(node)
        {
            notes.nags.push(nag);
        }
    }

    fn command(&self, node: NodeId, name: &str) -> Option<&str> {
        self.comments(node).iter().find_map(|comment| annotation::command(comment, name))
    }

    /// The time left after a move: `[%clk 0:04:59]`.
    pub fn clock(&self, node: NodeId) -> Option<Duration> {
        self.command(node, "clk").and_then(annotation::duration)
    }

    /// The time spent on a move: `[%emt 0:00:07]`.
    pub fn elapsed(&self, node: NodeId) -> Option<Duration> {
        self.command(node, "emt").and_then(annotation::duration)
    }

    /// The evaluation after a move: `[%eval 0.35]`, `[%eval #-3]`.
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation> {
        self.command(node, "eval").and_then(annotation::evaluation)
    }

    pub(super) fn set_tags(&mut self, tags: Tags) {
        self.tags = tags;
    }

    /// The tags apart from those that follow from the game.
    fn own_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().filter(|(name, _)| !START_TAGS.contains(name) && *name != "Result")
    }
}

/// Two games are equal if the same was played, said and noted, in whatever
/// order the nodes were added.
impl<R: Rules> PartialEq for GameTree<R> {
    fn eq(&self, other: &GameTree<R>) -> bool {
        let heads = self.variant == other.variant
            && self.start == other.start
            && self.result == other.result
            && self.nodes.len() == other.nodes.len()
            && self.own_tags().eq(other.own_tags());
        let mut open = alloc::vec![(self.root(), other.root())];
        heads
            && loop {
                let Some((a, b)) = open.pop() else { break true };
                if self.move_to(a) != other.move_to(b) || self.notes(a) != other.notes(b) {
                    break false;
                }
                let (mut ours, mut theirs) = (self.children(a), other.children(b));
                loop {
                    match (ours.next(), theirs.next()) {
                        (Some(a), Some(b)) => open.push((a, b)),
                        (None, None) => break,
                        _ => return false,
                    }
                }
            }
    }
}

impl<R: Rules> Eq for GameTree<R> {}

fn clean_comment(text: &str) -> String {
    let text = single_line(text);
    if text.contains('}') { text.replace('}', ")") } else { text }
}
