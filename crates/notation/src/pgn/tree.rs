//! Games as trees of moves.

use alloc::vec::Vec;

use erawan_board::{Move, Position, Rules, Variant};

use super::notes::Notes;
use super::result::GameResult;
use super::tags::Tags;

/// A place in a [`GameTree`]: the start, or after a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// None at the root, and for a null move.
    m: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    pub(super) notes: Option<u32>,
    /// The last known position on the way here, and the plies since then.
    known: u32,
    since: u8,
    is_removed: bool,
}

/// After this many plies a position is kept, so that none is ever replayed from
/// the start.
const SPACING: u8 = 16;

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
    pub(super) nodes: Vec<Node>,
    /// How many nodes have been deleted. Their places stay, so that the other
    /// nodes keep their names.
    removed: usize,
    /// The start position first.
    known: Vec<Position<R>>,
    pub(super) notes: Vec<Notes>,
}

/// The tags that say where a game starts; they follow from the game itself.
pub(super) const START_TAGS: [&str; 3] = ["Variant", "FEN", "SetUp"];

/// The game's name, with which it can be read again as it is.
pub(super) fn named<R: Rules>(variant: Variant, start: &Position<R>) -> Variant {
    if start.has_classical_castling() {
        return variant;
    }
    variant.with_free_castling().unwrap_or(variant)
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
            known: 0,
            since: 0,
            is_removed: false,
        };
        GameTree {
            tags: Tags::new(),
            variant: named(R::VARIANT, &start),
            start,
            result: GameResult::Unknown,
            nodes: alloc::vec![root],
            removed: 0,
            known: alloc::vec![start],
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

    /// Keeps a name that a file has, though the castling rights fit another.
    pub(super) fn keep_name(&mut self, variant: Variant) {
        if variant.rules() == R::VARIANT {
            self.variant = variant;
        }
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
        self.nodes.len() - self.removed
    }

    /// True if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    pub(super) fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index()).filter(|node| !node.is_removed)
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

    /// The position at a node; the start position if the node is gone.
    pub fn position(&self, node: NodeId) -> Position<R> {
        let Some(at) = self.node(node) else { return self.start };
        let known = self.known.get(at.known as usize).unwrap_or(&self.start);
        let mut path = [node; SPACING as usize];
        let path = path.get_mut(..usize::from(at.since)).unwrap_or_default();
        let line = core::iter::successors(Some(node), |&node| self.parent(node));
        path.iter_mut().rev().zip(line).for_each(|(place, node)| *place = node);
        path.iter().fold(*known, |position, &node| self.after(&position, node))
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
        self.node(node)?;
        let after = self.position(node).play(m).ok()?;
        self.push(node, Some(m), &after)
    }

    /// Adds a null move after a node, unless the king is in check there.
    pub fn add_null_move(&mut self, node: NodeId) -> Option<NodeId> {
        self.node(node)?;
        let position = self.position(node);
        if position.in_check() { None } else { self.push(node, None, &position.play_null()) }
    }

    /// Adds a node known to be legal, which leads to the position `after`.
    pub(super) fn push(
        &mut self,
        parent: NodeId,
        m: Option<Move>,
        after: &Position<R>,
    ) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.nodes.len()).ok()?);
        let before = self.node(parent)?;
        let (last, mut known, mut since) = (before.last_child, before.known, before.since + 1);
        if since == SPACING {
            (known, since) = (u32::try_from(self.known.len()).ok()?, 0);
            self.known.push(*after);
        }
        self.nodes.push(Node {
            m,
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
            known,
            since,
            is_removed: false,
        });
        if let Some(sibling) = last.and_then(|last| self.nodes.get_mut(last.index())) {
            sibling.next_sibling = Some(id);
        }
        let parent = self.nodes.get_mut(parent.index())?;
        parent.first_child = parent.first_child.or(Some(id));
        parent.last_child = Some(id);
        Some(id)
    }

    /// Gives a node these children, in this order.
    pub(super) fn link_children(&mut self, parent: NodeId, children: &[NodeId]) {
        if let Some(node) = self.nodes.get_mut(parent.index()) {
            node.first_child = children.first().copied();
            node.last_child = children.last().copied();
        }
        for (i, child) in children.iter().enumerate() {
            if let Some(node) = self.nodes.get_mut(child.index()) {
                node.next_sibling = children.get(i + 1).copied();
            }
        }
    }

    /// Takes a node out that no other node leads to any more.
    pub(super) fn remove(&mut self, node: NodeId) {
        if let Some(node) = self.nodes.get_mut(node.index()).filter(|node| !node.is_removed) {
            node.is_removed = true;
            self.removed += 1;
        }
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
            && self.len() == other.len()
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
