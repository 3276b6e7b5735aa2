//! Deleting variations and putting them in another order.

use alloc::vec::Vec;

use erawan_board::Rules;

use super::tree::{GameTree, NodeId};

impl<R: Rules> GameTree<R> {
    /// Deletes a node with everything that follows it. If it was the main line,
    /// the first variation takes its place. False for the root, which stays,
    /// and for a node that is gone already.
    ///
    /// ```
    /// use erawan_notation::pgn::{self, AnyGame, Games};
    /// let game = Games::new("1. e4 (1. d4 d5) (1. c4) e5 *").next().unwrap().unwrap();
    /// let AnyGame::Chess(mut game) = game else { panic!() };
    /// let d4 = game.children(game.root()).nth(1).unwrap();
    /// assert!(game.delete(d4) && !game.delete(d4));
    /// assert!(pgn::write(&game).ends_with("1. e4 (1. c4) 1... e5 *\n"));
    /// ```
    pub fn delete(&mut self, node: NodeId) -> bool {
        let Some(parent) = self.parent(node) else { return false };
        let left: Vec<NodeId> = self.children(parent).filter(|&child| child != node).collect();
        self.link_children(parent, &left);
        let mut open = alloc::vec![node];
        while let Some(node) = open.pop() {
            open.extend(self.children(node));
            self.remove(node);
        }
        true
    }

    /// Moves a variation one place up, past the one before it. False if it is
    /// the main line.
    ///
    /// ```
    /// use erawan_notation::pgn::{self, AnyGame, Games};
    /// let game = Games::new("1. e4 (1. d4 d5) (1. c4) e5 *").next().unwrap().unwrap();
    /// let AnyGame::Chess(mut game) = game else { panic!() };
    /// let d4 = game.children(game.root()).nth(1).unwrap();
    /// assert!(game.promote(d4) && !game.promote(d4));
    /// assert!(pgn::write(&game).ends_with("1. d4 (1. e4 e5) (1. c4) 1... d5 *\n"));
    /// ```
    pub fn promote(&mut self, node: NodeId) -> bool {
        self.reorder(node, |place| place.checked_sub(1))
    }

    /// Moves a variation one place down, past the one that follows. False if it
    /// is the last.
    pub fn demote(&mut self, node: NodeId) -> bool {
        self.reorder(node, |place| place.checked_add(1))
    }

    /// Makes the line that leads to a node the main line, wherever it branches
    /// off. What was the main line becomes a variation.
    ///
    /// ```
    /// use erawan_notation::pgn::{self, AnyGame, Games};
    /// let game = Games::new("1. e4 (1. d4 d5 (1... Nf6 2. c4)) *").next().unwrap().unwrap();
    /// let AnyGame::Chess(mut game) = game else { panic!() };
    /// let d4 = game.children(game.root()).nth(1).unwrap();
    /// let knight = game.children(d4).nth(1).unwrap();
    /// game.make_main_line(knight);
    /// assert!(pgn::write(&game).ends_with("1. d4 (1. e4) 1... Nf6 (1... d5) 2. c4 *\n"));
    /// ```
    pub fn make_main_line(&mut self, node: NodeId) {
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            self.reorder(at, |_| Some(0));
            at = parent;
        }
    }

    /// Gives a node another place among its siblings. The others keep their
    /// order.
    fn reorder(&mut self, node: NodeId, target: impl Fn(usize) -> Option<usize>) -> bool {
        let Some(parent) = self.parent(node) else { return false };
        let mut children: Vec<NodeId> = self.children(parent).collect();
        let place = children.iter().position(|&child| child == node);
        let Some((place, target)) = place.and_then(|place| Some((place, target(place)?))) else {
            return false;
        };
        if target >= children.len() {
            return false;
        }
        children.remove(place);
        children.insert(target, node);
        self.link_children(parent, &children);
        true
    }
}
