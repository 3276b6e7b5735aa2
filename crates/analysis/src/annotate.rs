//! A review written into its game: glyphs, `[%eval]`, comments and variations.

use erawan_board::{Color, Rules};
use erawan_notation::pgn::{Evaluation, GameTree, NodeId};

use crate::judgement::Judgement;
use crate::praise::PraiseKind;
use crate::review::{MoveReview, Review};

/// The longest variation that is added, in plies.
pub const VARIATION_PLIES: usize = 20;

const BAD: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

/// What is said of the move that decided the game, behind the verdict.
const TURNING_POINT: &str = " The turning point.";

/// How the comment before all moves begins.
const ACCURACY: &str = "Accuracy: White ";

/// The game with its review in it: every move of the main line has an
/// `[%eval]`; a bad one has its glyph, a sentence or two, and a variation with
/// what was better.
///
/// What the game had, it keeps, except for evaluations and glyphs of moves
/// (`!`, `?` and the like) where there are new ones. A game that was annotated
/// here before is annotated anew, not twice.
pub fn annotate<R: Rules>(tree: &GameTree<R>, review: &Review) -> GameTree<R> {
    let mut fresh = GameTree::new(*tree.start()).with_variant(tree.variant());
    *fresh.tags_mut() = tree.tags().clone();
    fresh.set_result(tree.result());
    for comment in tree.comments(tree.root()) {
        if !comment.starts_with(ACCURACY) {
            fresh.add_comment(fresh.root(), comment);
        }
    }
    if let Some(comment) = accuracy_comment(review) {
        fresh.add_comment(fresh.root(), &comment);
    }
    let mainline = copy(tree, &mut fresh, review);
    for (&node, reviewed) in mainline.iter().zip(&review.moves) {
        if reviewed.judgement.is_bad() {
            add_variation(&mut fresh, node, reviewed);
        }
    }
    fresh
}

/// `Accuracy: White 91 %, Black 84 %.`
fn accuracy_comment(review: &Review) -> Option<String> {
    let text = |color| {
        review.side(color).accuracy.map_or_else(|| "–".to_owned(), |value| format!("{value:.0} %"))
    };
    (!review.moves.is_empty())
        .then(|| format!("{ACCURACY}{}, Black {}.", text(Color::White), text(Color::Black)))
}

/// Copies all nodes, with notes old and new, and returns those of the main
/// line.
fn copy<R: Rules>(tree: &GameTree<R>, fresh: &mut GameTree<R>, review: &Review) -> Vec<NodeId> {
    let mut mainline = Vec::new();
    // Nodes to copy, with where they go, and whether they are of the main line.
    let mut open: Vec<(NodeId, NodeId, bool)> = Vec::new();
    push_children(tree, &mut open, tree.root(), fresh.root(), true);
    while let Some((node, parent, is_main)) = open.pop() {
        let copied = match tree.move_to(node) {
            Some(m) => fresh.add_move(parent, m),
            None => fresh.add_null_move(parent),
        };
        let Some(copied) = copied else { continue };
        for comment in tree.comments_before(node) {
            fresh.add_comment_before(copied, comment);
        }
        let reviewed = is_main.then(|| review.moves.get(mainline.len())).flatten();
        match reviewed {
            Some(reviewed) => {
                let is_turn = review.turning_point == Some(mainline.len());
                note(tree, node, fresh, copied, reviewed, is_turn);
            }
            None => {
                tree.nags(node).iter().for_each(|&nag| fresh.add_nag(copied, nag));
                tree.comments(node).iter().for_each(|text| fresh.add_comment(copied, text));
            }
        }
        if is_main {
            mainline.push(copied);
        }
        push_children(tree, &mut open, node, copied, is_main);
    }
    mainline
}

/// Puts the children of a node on the stack so that the first comes off first.
fn push_children<R: Rules>(
    tree: &GameTree<R>,
    open: &mut Vec<(NodeId, NodeId, bool)>,
    node: NodeId,
    copied: NodeId,
    is_main: bool,
) {
    let start = open.len();
    let main = tree.main_child(node).filter(|_| is_main);
    open.extend(tree.children(node).map(|child| (child, copied, Some(child) == main)));
    if let Some(children) = open.get_mut(start..) {
        children.reverse();
    }
}

/// The notes of a reviewed move.
fn note<R: Rules>(
    tree: &GameTree<R>,
    node: NodeId,
    fresh: &mut GameTree<R>,
    copied: NodeId,
    reviewed: &MoveReview,
    is_turn: bool,
) {
    let glyph = reviewed.judgement.nag();
    if let Some(nag) = glyph {
        fresh.add_nag(copied, nag);
    }
    let praised_before =
        tree.comments(node).iter().any(|text| is_praise(without_evaluations(text).trim()));
    let praises = |nag| PRAISED.iter().any(|kind| kind.nag() == nag);
    for &nag in tree.nags(node) {
        let is_ours = praised_before && praises(nag);
        if (glyph.is_none() || nag > 6) && !is_ours {
            fresh.add_nag(copied, nag);
        }
    }
    // Whoever has given a move a glyph knows why.
    let praise = reviewed.praise.as_ref().map(|praise| praise.kind.nag());
    if let Some(nag) = praise.filter(|_| fresh.nags(copied).iter().all(|&nag| nag > 7)) {
        fresh.add_nag(copied, nag);
    }
    if let Some(score) = reviewed.score.to_pgn() {
        let evaluation = Evaluation { score, depth: None };
        fresh.add_comment(copied, &format!("[%eval {evaluation}]"));
    }
    for comment in tree.comments(node) {
        let kept = without_evaluations(comment);
        if !is_verdict(kept.trim()) && !is_praise(kept.trim()) {
            fresh.add_comment(copied, &kept);
        }
    }
    if let Some(mut verdict) = verdict(reviewed) {
        if is_turn {
            verdict.push_str(TURNING_POINT);
        }
        fresh.add_comment(copied, &verdict);
    }
    if let Some(praise) = praise_of(reviewed) {
        fresh.add_comment(copied, &praise);
    }
}

const PRAISED: [PraiseKind; 2] = [PraiseKind::Sacrifice, PraiseKind::OnlyMove];

const fn praise_title(kind: PraiseKind) -> &'static str {
    match kind {
        PraiseKind::Sacrifice => "Brilliant.",
        PraiseKind::OnlyMove => "The only move.",
    }
}

/// What is said about a good move, where there is something to say:
/// `The only move. Kh1, the next best, would be a blunder.`
pub fn praise_of(reviewed: &MoveReview) -> Option<String> {
    let praise = reviewed.praise.as_ref()?;
    Some(format!("{} {praise}", praise_title(praise.kind)))
}

/// True for a praise that was written here.
fn is_praise(comment: &str) -> bool {
    let end = comment.ends_with(", and nothing is better.") || comment.contains(" next best");
    end && PRAISED.iter().any(|&kind| comment.starts_with(praise_title(kind)))
}

/// What is said about a bad move: `Blunder. It allows mate in 2. Nf3 was best.`
///
/// Nothing is said about moves that are not bad.
pub fn verdict(reviewed: &MoveReview) -> Option<String> {
    if !reviewed.judgement.is_bad() {
        return None;
    }
    let mut text = title(reviewed.judgement);
    if let Some(reason) = &reviewed.reason {
        text.push_str(&format!(" {reason}"));
    }
    if let Some(best) = &reviewed.best_san {
        text.push_str(&format!(" {best} was best."));
    }
    Some(text)
}

fn title(judgement: Judgement) -> String {
    let mut text = String::new();
    let mut letters = judgement.name().chars();
    text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
    text.extend(letters);
    text.push('.');
    text
}

/// True for a comment that was written here.
fn is_verdict(comment: &str) -> bool {
    let comment = comment.strip_suffix(TURNING_POINT).unwrap_or(comment);
    comment.ends_with(" was best.") && BAD.iter().any(|&bad| comment.starts_with(&title(bad)))
}

/// A comment without its `[%eval]`.
fn without_evaluations(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, inside)) = rest.split_once("[%eval ") {
        text.push_str(before);
        rest = match inside.split_once(']') {
            Some((_, after)) => after,
            None => inside,
        };
    }
    text.push_str(rest);
    text
}

/// Adds what was better beside a move, unless it is there already.
fn add_variation<R: Rules>(fresh: &mut GameTree<R>, node: NodeId, reviewed: &MoveReview) {
    let Some(parent) = fresh.parent(node) else { return };
    let first = reviewed.best.first().copied();
    if fresh.children(parent).any(|child| fresh.move_to(child) == first) {
        return;
    }
    let mut at = parent;
    for &m in reviewed.best.iter().take(VARIATION_PLIES) {
        match fresh.add_move(at, m) {
            Some(next) => at = next,
            None => return,
        }
    }
}
