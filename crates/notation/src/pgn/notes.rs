//! What is said about the moves of a game: comments, annotations, commands.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use erawan_board::Rules;

use super::annotation::{self, Arrow, Evaluation, Highlight, clock_text, list_text};
use super::bytes::clean_lines;
use super::tree::{GameTree, NodeId};
use super::visitor::Nag;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes {
    before: Vec<String>,
    after: Vec<String>,
    nags: Vec<Nag>,
}

static NO_NOTES: Notes = Notes { before: Vec::new(), after: Vec::new(), nags: Vec::new() };

impl<R: Rules> GameTree<R> {
    pub(super) fn notes(&self, node: NodeId) -> &Notes {
        let notes = self.node(node).and_then(|node| node.notes);
        notes.and_then(|notes| self.notes.get(notes as usize)).unwrap_or(&NO_NOTES)
    }

    fn notes_mut(&mut self, node: NodeId) -> Option<&mut Notes> {
        self.node(node)?;
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

    /// Adds a comment after a node's move. It may have several
    /// lines. A closing brace, which cannot be written, becomes a closing
    /// parenthesis.
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

    /// Says these comments after a node's move and no others. They are cleaned
    /// as by [`add_comment`](GameTree::add_comment).
    pub fn set_comments<'a>(&mut self, node: NodeId, texts: impl IntoIterator<Item = &'a str>) {
        let comments = texts.into_iter().map(clean_comment).filter(|text| !text.is_empty());
        let comments = comments.collect();
        self.change_comments(node, |after| *after = comments);
    }

    /// Says these comments before a node's move and no others.
    pub fn set_comments_before<'a>(
        &mut self,
        node: NodeId,
        texts: impl IntoIterator<Item = &'a str>,
    ) {
        let comments = texts.into_iter().map(clean_comment).filter(|text| !text.is_empty());
        let comments: Vec<String> = comments.collect();
        if let Some(notes) = self.notes_mut(node) {
            notes.before = comments;
        }
    }

    /// What the comments after a node's move say to people: all of them, without
    /// commands such as `[%clk 0:05:00]`.
    ///
    /// ```
    /// use erawan_notation::pgn::{self, AnyGame, Games};
    /// let game = Games::new("1. e4 {[%clk 0:05:00] best by test} *").next().unwrap().unwrap();
    /// let AnyGame::Chess(mut game) = game else { panic!() };
    /// let e4 = game.mainline().next().unwrap();
    /// assert_eq!(game.text(e4), "best by test");
    /// game.set_text(e4, "sound");
    /// assert_eq!(game.comments(e4), ["[%clk 0:05:00] sound"]);
    /// ```
    pub fn text(&self, node: NodeId) -> String {
        let mut out = String::new();
        for comment in self.comments(node) {
            let plain = annotation::without_commands(comment);
            if !out.is_empty() && !plain.is_empty() {
                out.push(' ');
            }
            out.push_str(&plain);
        }
        out
    }

    /// Changes what the comments after a node's move say to people. Commands
    /// stay, before the text.
    pub fn set_text(&mut self, node: NodeId, text: &str) {
        let text = clean_comment(text);
        self.change_comments(node, |after| {
            let mut comment = String::new();
            for (name, argument) in after.iter().flat_map(|comment| annotation::commands(comment)) {
                comment.push_str(&format!("[%{name} {argument}] "));
            }
            comment.push_str(&text);
            comment.truncate(comment.trim_end().len());
            after.clear();
            after.extend(Some(comment).filter(|comment| !comment.is_empty()));
        });
    }

    /// Gives a node's move these annotation glyphs and no others.
    pub fn set_nags(&mut self, node: NodeId, nags: &[Nag]) {
        if node != self.root()
            && let Some(notes) = self.notes_mut(node)
        {
            notes.nags = nags.to_vec();
        }
    }

    /// All commands in the comments after a node's move, also those that are
    /// not known here: name and argument of each.
    ///
    /// ```
    /// use erawan_notation::pgn::{AnyGame, Games};
    /// let game = Games::new("1. e4 {[%mdl 32] [%clk 0:05:00]} *").next().unwrap().unwrap();
    /// let AnyGame::Chess(game) = game else { panic!() };
    /// let e4 = game.mainline().next().unwrap();
    /// let commands: Vec<_> = game.commands(e4).collect();
    /// assert_eq!(commands, [("mdl", "32"), ("clk", "0:05:00")]);
    /// ```
    pub fn commands(&self, node: NodeId) -> impl Iterator<Item = (&str, &str)> {
        self.comments(node).iter().flat_map(|comment| annotation::commands(comment))
    }

    /// The time left after a move: `[%clk 0:04:59]`.
    pub fn clock(&self, node: NodeId) -> Option<Duration> {
        self.command(node, "clk").and_then(annotation::duration)
    }

    /// Writes down the time left after a move, or takes it out.
    ///
    /// ```
    /// use core::time::Duration;
    /// use erawan_board::{Chess, Position};
    /// use erawan_notation::{pgn::{Evaluation, GameTree, Score}, san};
    /// let mut game = GameTree::<Chess>::new(Position::startpos());
    /// let e4 = game.add_move(game.root(), san::parse(game.start(), "e4").unwrap()).unwrap();
    /// game.add_comment(e4, "best by test");
    /// game.set_clock(e4, Some(Duration::from_millis(299_500)));
    /// let score = Score::Centipawns(31);
    /// game.set_evaluation(e4, Some(Evaluation { score, depth: Some(20) }));
    /// assert_eq!(game.comments(e4), ["[%clk 0:04:59.5] [%eval 0.31,20] best by test"]);
    /// ```
    pub fn set_clock(&mut self, node: NodeId, clock: Option<Duration>) {
        self.set_command(node, "clk", clock.map(clock_text));
    }

    /// The time spent on a move: `[%emt 0:00:07]`.
    pub fn elapsed(&self, node: NodeId) -> Option<Duration> {
        self.command(node, "emt").and_then(annotation::duration)
    }

    /// Writes down the time spent on a move, or takes it out.
    pub fn set_elapsed(&mut self, node: NodeId, elapsed: Option<Duration>) {
        self.set_command(node, "emt", elapsed.map(clock_text));
    }

    /// The evaluation after a move: `[%eval 0.35]`, `[%eval #-3]`.
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation> {
        self.command(node, "eval").and_then(annotation::evaluation)
    }

    /// Writes down an evaluation, or takes it out.
    pub fn set_evaluation(&mut self, node: NodeId, evaluation: Option<Evaluation>) {
        self.set_command(node, "eval", evaluation.map(|evaluation| format!("{evaluation}")));
    }

    /// The arrows drawn at a node: `[%cal Gg1f3,Re4e5]`.
    ///
    /// ```
    /// use erawan_board::Square;
    /// use erawan_notation::pgn::{AnyGame, Games, MarkColor};
    /// let game = Games::new("1. e4 {[%cal Gg1f3,Re4e5][%csl Yd5]} *").next().unwrap().unwrap();
    /// let AnyGame::Chess(game) = game else { panic!() };
    /// let e4 = game.mainline().next().unwrap();
    /// let arrows = game.arrows(e4);
    /// assert_eq!((arrows[1].color, arrows[1].to), (MarkColor::Red, Square::E5));
    /// assert_eq!(game.highlights(e4)[0].square, Square::D5);
    /// ```
    pub fn arrows(&self, node: NodeId) -> Vec<Arrow> {
        self.listed(node, "cal").filter_map(|item| item.parse().ok()).collect()
    }

    /// Draws these arrows at a node and no others.
    pub fn set_arrows(&mut self, node: NodeId, arrows: &[Arrow]) {
        self.set_command(node, "cal", list_text(arrows));
    }

    /// The squares highlighted at a node: `[%csl Gd4,Re5]`.
    pub fn highlights(&self, node: NodeId) -> Vec<Highlight> {
        self.listed(node, "csl").filter_map(|item| item.parse().ok()).collect()
    }

    /// Highlights these squares at a node and no others.
    pub fn set_highlights(&mut self, node: NodeId, highlights: &[Highlight]) {
        self.set_command(node, "csl", list_text(highlights));
    }

    /// The argument of the first command of that name.
    fn command(&self, node: NodeId, name: &str) -> Option<&str> {
        self.commands(node).find(|&(found, _)| found == name).map(|(_, argument)| argument)
    }

    /// The items of all commands of that name.
    fn listed(&self, node: NodeId, name: &str) -> impl Iterator<Item = &str> {
        let commands = self.commands(node).filter(move |&(found, _)| found == name);
        commands.flat_map(|(_, argument)| argument.split(',')).map(str::trim)
    }

    fn set_command(&mut self, node: NodeId, name: &str, argument: Option<String>) {
        self.change_comments(node, |after| annotation::set_command(after, name, argument));
    }

    fn change_comments(&mut self, node: NodeId, change: impl FnOnce(&mut Vec<String>)) {
        if let Some(notes) = self.notes_mut(node) {
            change(&mut notes.after);
        }
    }
}

fn clean_comment(text: &str) -> String {
    let text = clean_lines(text);
    if text.contains('}') { text.replace('}', ")") } else { text }
}
