//! Makruk counted by the players, as a game in PGN has it.
//!
//! No standard says how to write it, so this is ours: the tag `Counting` is
//! `manual` (or `off`), and `[%count start]` and `[%count stop]` in the comments
//! after a move say that the side to move began or stopped to count there.
//! Programs that do not know them keep them as comments.

use erawan_board::{CountingMode, Game, Position, Rules};
use erawan_notation::pgn::{GameTree, NodeId};

/// The name of the tag.
pub const TAG: &str = "Counting";

const COMMAND: &str = "[%count ";

/// What a player may say about the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// I count from now on.
    Start,
    /// I count no more.
    Stop,
}

/// Who decides that the board's honour is counted.
pub fn mode<R: Rules>(tree: &GameTree<R>) -> CountingMode {
    match tree.tags().get(TAG).map(str::to_ascii_lowercase).as_deref() {
        Some("manual") => CountingMode::Manual,
        Some("off") => CountingMode::Off,
        _ => CountingMode::Auto,
    }
}

/// Writes who decides.
pub fn set_mode<R: Rules>(tree: &mut GameTree<R>, mode: CountingMode) {
    let value = match mode {
        CountingMode::Auto => return tree.tags_mut().remove(TAG),
        CountingMode::Manual => "manual",
        CountingMode::Off => "off",
    };
    // The name is one that PGN allows.
    let _ = tree.tags_mut().set(TAG, value);
}

/// The start position, counted as the game was.
pub fn start<R: Rules>(tree: &GameTree<R>) -> Position<R> {
    match mode(tree) {
        CountingMode::Auto => *tree.start(),
        mode => tree.start().with_counting_mode(mode),
    }
}

/// What was said after a move, or at the root before the first.
pub fn said<R: Rules>(tree: &GameTree<R>, node: NodeId) -> Vec<Said> {
    tree.comments(node).iter().flat_map(|comment| split(comment).1).collect()
}

/// Writes that something was said.
pub fn say<R: Rules>(tree: &mut GameTree<R>, node: NodeId, said: Said) {
    let word = match said {
        Said::Start => "start",
        Said::Stop => "stop",
    };
    tree.add_comment(node, &format!("{COMMAND}{word}]"));
}

/// Does what was said. What the rules do not allow there is passed over.
pub(crate) fn apply<R: Rules>(tree: &GameTree<R>, node: NodeId, game: &mut Game<R>) {
    for said in said(tree, node) {
        let _ = match said {
            Said::Start => game.start_counting(),
            Said::Stop => game.stop_counting(),
        };
    }
}

/// A comment without its marks, and the marks.
///
/// ```
/// use erawan_analysis::count_marks::{Said, split};
/// assert_eq!(split("[%count start] Now!"), ("Now!".to_owned(), vec![Said::Start]));
/// assert_eq!(split("[%count twice]"), ("[%count twice]".to_owned(), vec![]));
/// ```
pub fn split(comment: &str) -> (String, Vec<Said>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    let mut rest = comment;
    while let Some((before, inside)) = rest.split_once(COMMAND) {
        text.push_str(before);
        let mark = match inside.split_once(']') {
            Some(("start", after)) => Some((Said::Start, after)),
            Some(("stop", after)) => Some((Said::Stop, after)),
            _ => None,
        };
        rest = match mark {
            Some((said, after)) => {
                marks.push(said);
                after
            }
            None => {
                text.push_str(COMMAND);
                inside
            }
        };
    }
    text.push_str(rest);
    (text.trim().to_owned(), marks)
}
