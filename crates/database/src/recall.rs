//! Which position of a repertoire comes next.

use std::collections::HashMap;

use erawan_board::{Color, Rules};
use erawan_notation::pgn::{GameTree, NodeId};

use crate::repertoire::{InvalidRepertoire, key, move_text, walk};

/// Which position is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecallWanted {
    /// What is not due yet too.
    pub ahead: bool,
    /// None of these positions, by their [`Recall::position`].
    pub except: Vec<String>,
    /// Moves in UCI that stand on the board: what follows them comes first.
    pub after: Vec<String>,
}

/// A position in which a move is to be known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recall {
    /// What it is known by.
    pub position: String,
    /// Moves in UCI that lead there.
    pub line: Vec<String>,
    /// The moves of the repertoire, in UCI: one of them is to be known.
    pub answers: Vec<String>,
    /// What the repertoire says of each of them.
    pub remarks: Vec<String>,
    /// True if it was tried before.
    pub seen: bool,
}

/// What is remembered of a position.
pub(crate) struct Remembered {
    /// Its moves in UCI, with spaces between them.
    pub(crate) moves: String,
    /// When it is to be seen, once it was.
    pub(crate) due: Option<i64>,
}

/// How much a position is to be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Due,
    Fresh,
    Ahead,
}

/// Finds the next position: one that follows what stands on the board, so that a line
/// is walked as far as it is due; or else the first that is due, then the first that is
/// new, then whatever may come ahead of its time.
pub(crate) fn next<R: Rules>(
    tree: &GameTree<R>,
    color: Color,
    remembered: &HashMap<String, Remembered>,
    wanted: &RecallWanted,
    now: i64,
) -> Result<Option<Recall>, InvalidRepertoire> {
    let call = |position: &str| {
        if wanted.except.iter().any(|one| one == position) {
            return None;
        }
        match remembered.get(position)?.due {
            None => Some(Call::Fresh),
            Some(due) if due <= now => Some(Call::Due),
            Some(_) if wanted.ahead => Some(Call::Ahead),
            Some(_) => None,
        }
    };
    let from = follow(tree, &wanted.after);
    // The nodes on the way to the one that is visited, and whether `from` is one.
    let mut below: HashMap<NodeId, bool> = HashMap::new();
    let (mut first, mut found): (Option<NodeId>, [Option<NodeId>; 3]) = (None, [None; 3]);
    walk(tree, |node, position, moves| {
        let is_below = Some(node) == from
            || tree.parent(node).and_then(|parent| below.get(&parent)).is_some_and(|&it| it);
        below.insert(node, is_below);
        if position.turn() != color || moves.is_empty() {
            return true;
        }
        if let Some(call) = call(&key(position)) {
            let place = &mut found[call as usize];
            *place = place.or(Some(node));
            if is_below {
                first = first.or(Some(node));
            }
        }
        first.is_none()
    })?;
    let node = first.or_else(|| found.into_iter().flatten().next());
    Ok(node.map(|node| recall(tree, node, remembered)))
}

/// The node that moves lead to.
fn follow<R: Rules>(tree: &GameTree<R>, moves: &[String]) -> Option<NodeId> {
    if moves.is_empty() {
        return None;
    }
    moves.iter().try_fold(tree.root(), |node, text| {
        tree.children(node).find(|&child| {
            tree.move_to(child).is_some_and(|m| move_text::<R>(tree.variant(), m) == *text)
        })
    })
}

fn recall<R: Rules>(
    tree: &GameTree<R>,
    node: NodeId,
    remembered: &HashMap<String, Remembered>,
) -> Recall {
    let text = |node| tree.move_to(node).map(|m| move_text::<R>(tree.variant(), m));
    let path = std::iter::successors(Some(node), |&node| tree.parent(node));
    let mut line: Vec<String> = path.filter_map(text).collect();
    line.reverse();
    let position = key(&tree.position(node));
    let kept = remembered.get(&position);
    let answers: Vec<String> =
        kept.map(|it| it.moves.split_whitespace().map(str::to_owned).collect()).unwrap_or_default();
    let said = |answer: &String| {
        let child = tree.children(node).find(|&child| text(child).as_ref() == Some(answer));
        child.map(|child| tree.text(child)).unwrap_or_default()
    };
    let remarks = answers.iter().map(said).collect();
    let seen = kept.is_some_and(|it| it.due.is_some());
    Recall { position, line, answers, remarks, seen }
}
