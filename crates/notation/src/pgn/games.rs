//! Building games from what is read.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use erawan_board::{PerGame, Rules, Variant, with_game, with_rules};

use super::bytes::{decode, joined, single_line};
use super::check::{Castling, Replay};
use super::error::{GameError, GameErrorKind};
use super::lexer::{Lexer, Step};
use super::remark::{Remark, RemarkKind, Remarks};
use super::result::GameResult;
use super::tags::{Header, Tags};
use super::tree::{GameTree, NodeId};
use super::visitor::{Limits, Nag, Visitor};
use crate::san::Language;

/// [`GameTree`] as a [`PerGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trees;

impl PerGame for Trees {
    type Of<R: Rules> = GameTree<R>;
}

/// A game of any kind: which one is known only when it is read.
pub type AnyGame = erawan_board::AnyGame<Trees>;

/// What can be asked of a game, whichever it is.
pub trait PgnGame {
    /// Which game is played.
    fn variant(&self) -> Variant;

    /// The tags.
    fn tags(&self) -> &Tags;

    /// How the game ended.
    fn result(&self) -> GameResult;

    /// The game as PGN.
    ///
    /// ```
    /// use erawan_notation::pgn::{Games, PgnGame};
    /// let game = Games::new("1.e4 e5 2.Nf3 *").next().unwrap().unwrap();
    /// assert!(game.to_pgn().ends_with("\n\n1. e4 e5 2. Nf3 *\n"));
    /// ```
    fn to_pgn(&self) -> String;
}

impl PgnGame for AnyGame {
    fn variant(&self) -> Variant {
        with_game!(self, game => game.variant())
    }

    fn tags(&self) -> &Tags {
        with_game!(self, game => game.tags())
    }

    fn result(&self) -> GameResult {
        with_game!(self, game => game.result())
    }

    fn to_pgn(&self) -> String {
        with_game!(self, game => super::write(game))
    }
}

impl<R: Rules> From<GameTree<R>> for AnyGame {
    fn from(game: GameTree<R>) -> AnyGame {
        AnyGame::of(game)
    }
}

/// Makes one tree.
struct Growing<R: Rules> {
    tree: GameTree<R>,
    replay: Replay<R>,
    current: NodeId,
    /// The nodes where the open variations branched off.
    stack: Vec<NodeId>,
    /// True where a comment belongs to the move that follows.
    before_move: bool,
    /// True if the innermost variation has no move yet.
    is_line_empty: bool,
    waiting: Vec<String>,
    castling: Castling,
}

impl<R: Rules> Growing<R> {
    fn new(tree: GameTree<R>) -> Growing<R> {
        Growing {
            replay: Replay::new(*tree.start()),
            castling: Castling::new(tree.start()),
            current: tree.root(),
            tree,
            stack: Vec::new(),
            before_move: false,
            is_line_empty: false,
            waiting: Vec::new(),
        }
    }

    fn san(&mut self, text: &[u8], spelling: Spelling) -> Result<(), GameErrorKind> {
        let m = match spelling {
            Spelling::Plain => self.replay.san(text)?,
            Spelling::In(language) => self.replay.san_in(text, language)?,
            Spelling::MakrukJs => self.replay.san_of_makruk_js(text)?,
        };
        self.castling.see(m);
        let after = self.replay.position();
        self.current = self.tree.push(self.current, m, after).ok_or(GameErrorKind::GameTooLong)?;
        for comment in self.waiting.drain(..) {
            self.tree.add_comment_before(self.current, &comment);
        }
        self.before_move = false;
        self.is_line_empty = false;
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        if self.before_move {
            self.waiting.push(text.to_string());
        } else {
            self.tree.add_comment(self.current, text);
        }
    }

    /// No move followed that the comments could belong to.
    fn settle_comments(&mut self) {
        for comment in self.waiting.drain(..) {
            self.tree.add_comment(self.current, &comment);
        }
    }

    fn begin_variation(&mut self) {
        self.settle_comments();
        self.replay.begin_variation();
        self.stack.push(self.current);
        self.current = self.tree.parent(self.current).unwrap_or(self.tree.root());
        self.before_move = true;
        self.is_line_empty = true;
    }

    fn end_variation(&mut self) {
        if !self.is_line_empty {
            self.settle_comments();
        }
        self.replay.end_variation();
        if let Some(branch) = self.stack.pop() {
            self.current = branch;
        }
        self.before_move = true;
        self.is_line_empty = false;
    }

    fn finish(
        mut self,
        tags: Tags,
        named: Option<Variant>,
        result: Option<GameResult>,
    ) -> GameTree<R> {
        if let Some(named) = named.filter(|_| !self.castling.was_played()) {
            self.tree.keep_name(named);
        }
        self.settle_comments();
        // The sign at the end counts, unless it says nothing and the tag does.
        let tagged = tags.get("Result").and_then(|text| GameResult::from_bytes(text.as_bytes()));
        self.tree.set_tags(tags);
        self.tree.set_result(match result {
            Some(result) if result != GameResult::Unknown => result,
            _ => tagged.unwrap_or_default(),
        });
        self.tree
    }
}

impl PerGame for GrowingTrees {
    type Of<R: Rules> = Growing<R>;
}

/// [`Growing`] as a [`PerGame`].
struct GrowingTrees;

/// A tree of whichever game, while it is made.
type AnyGrowing = erawan_board::AnyGame<GrowingTrees>;

/// How moves are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Spelling {
    /// As PGN has it.
    #[default]
    Plain,
    /// In a language.
    In(Language),
    /// As makruk-js does.
    MakrukJs,
}

/// A visitor that makes an [`AnyGame`] of what it is told.
#[derive(Default)]
pub(super) struct Builder {
    header: Header,
    pub(super) spelling: Spelling,
    pairs: Vec<(String, String)>,
    early_comments: Vec<String>,
    tree: Option<AnyGrowing>,
    result: Option<GameResult>,
    pub(super) remarks: Remarks,
    pub(super) finished: Option<Result<AnyGame, GameError>>,
    /// A bad game up to what is bad in it.
    partial: Option<AnyGame>,
}

impl Builder {
    pub(super) fn expect_makruk_js(&mut self) {
        self.spelling = Spelling::MakrukJs;
        self.header.expect_makruk_js();
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self) {
        self.header.clear();
        self.pairs.clear();
        self.early_comments.clear();
        self.tree = None;
        self.result = None;
        self.finished = None;
        self.partial = None;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.header.tag(name, value);
        self.pairs.push((decode(name).into_owned(), single_line(&Tags::unescape(value))));
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        let variant = self.header.variant()?;
        let mut tree = with_rules!(variant, R => {
            let tree = GameTree::new(self.header.start::<R>()?).with_variant(variant);
            AnyGrowing::of::<R>(Growing::new(tree))
        });
        for comment in self.early_comments.drain(..) {
            with_game!(&mut tree, growing => growing.comment(&comment));
        }
        self.tree = Some(tree);
        Ok(())
    }

    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        match &mut self.tree {
            Some(tree) => with_game!(tree, growing => growing.san(text, self.spelling)),
            None => Ok(()),
        }
    }

    fn nag(&mut self, nag: Nag) {
        if let Some(tree) = &mut self.tree {
            with_game!(tree, growing => {
                if !growing.is_line_empty {
                    growing.tree.add_nag(growing.current, nag);
                }
            });
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let text = decode(text);
        let text = joined(&text);
        match &mut self.tree {
            Some(tree) => with_game!(tree, growing => growing.comment(&text)),
            None => self.early_comments.push(text.into_owned()),
        }
    }

    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        if let Some(tree) = &mut self.tree {
            with_game!(tree, growing => growing.begin_variation());
        }
        Ok(())
    }

    fn end_variation(&mut self) {
        if let Some(tree) = &mut self.tree {
            with_game!(tree, growing => growing.end_variation());
        }
    }

    fn result(&mut self, result: GameResult) {
        self.result = Some(result);
    }

    fn remark(&mut self, remark: Remark) {
        self.remarks.add(remark);
    }

    fn review(&mut self) -> Option<RemarkKind> {
        let named = || self.header.named();
        let result = self.result.unwrap_or_default();
        with_game!(self.tree.as_ref()?, growing => match growing.castling.is_unnamed(named) {
            true => Some(RemarkKind::ReadAsChess960),
            false => growing.replay.contradiction(result),
        })
    }

    fn end_game(&mut self, error: Option<GameError>) {
        let named = self.header.named();
        let tags = Tags::from_pairs(core::mem::take(&mut self.pairs));
        let tree = self
            .tree
            .take()
            .map(|tree| with_game!(tree, tree => tree.finish(tags, named, self.result).into()));
        self.finished = match error {
            Some(error) => {
                self.partial = tree;
                Some(Err(error))
            }
            None => tree.map(Ok),
        };
    }
}

/// The games of a text, one after the other. A bad game is an error, and the
/// next one is read all the same.
pub struct Games<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the game that came last begins.
    start: usize,
    lexer: Lexer,
    builder: Builder,
}

impl<'a> Games<'a> {
    /// Reads games from a text.
    pub fn new<T: AsRef<[u8]> + ?Sized>(text: &'a T) -> Games<'a> {
        Games::with_limits(text, Limits::default())
    }

    /// Reads games from a text with limits of your own.
    pub fn with_limits<T: AsRef<[u8]> + ?Sized>(text: &'a T, limits: Limits) -> Games<'a> {
        let lexer = Lexer::new(limits);
        Games { text: text.as_ref(), at: 0, start: 0, lexer, builder: Builder::default() }
    }

    /// Reads moves in a language, and figurines: see
    /// [`san::parse_in`](crate::san::parse_in). Games are kept as moves, so
    /// that they are written in English again.
    ///
    /// ```
    /// use erawan_notation::pgn::{Games, PgnGame};
    /// use erawan_notation::san::Language;
    /// let mut games = Games::new("1. e4 e5 2. Sf3 ♞c6 *").in_language(Language::German);
    /// let game = games.next().unwrap().unwrap();
    /// assert!(game.to_pgn().ends_with("1. e4 e5 2. Nf3 Nc6 *\n"));
    /// ```
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Games<'a> {
        self.builder.spelling = Spelling::In(language);
        self
    }

    /// Reads games as makruk-js writes them: with its letters
    /// ([`san::makruk_js`](crate::san::makruk_js)), a `FEN` tag in its dialect,
    /// and Makruk where no tag names the game.
    ///
    /// ```
    /// use erawan_notation::pgn::{Games, PgnGame};
    /// let mut games = Games::new("1. b4 b5 2. Md2 Md7 3. Tc2 Tc7 *").of_makruk_js();
    /// let game = games.next().unwrap().unwrap();
    /// assert!(game.to_pgn().ends_with("1. b4 b5 2. Nd2 Nd7 3. Sc2 Sc7 *\n"));
    /// ```
    #[must_use]
    pub fn of_makruk_js(mut self) -> Games<'a> {
        self.builder.expect_makruk_js();
        self
    }

    /// What is worth a word about the good games since it was asked last: at most
    /// a hundred remarks are kept.
    ///
    /// ```
    /// use erawan_notation::pgn::Games;
    /// let mut games = Games::new("1. e4 $300 e5 *");
    /// assert!(games.next().unwrap().is_ok());
    /// let remark = games.take_remarks()[0].to_string();
    /// assert!(remark.starts_with("game 1, line 1: $300 is no annotation glyph"));
    /// ```
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        self.builder.remarks.take()
    }

    /// The bad game that came last, up to what is bad in it: its tags and the
    /// moves before. Nothing if not even its start is known, or after a good
    /// game.
    ///
    /// ```
    /// use erawan_notation::pgn::{Games, PgnGame};
    /// let mut games = Games::new("1. e4 e5 2. Ke3 Nc6 *");
    /// assert!(games.next().unwrap().is_err());
    /// let partial = games.take_partial().unwrap();
    /// assert!(partial.to_pgn().ends_with("1. e4 e5 *\n"));
    /// assert!(games.take_partial().is_none());
    /// ```
    pub fn take_partial(&mut self) -> Option<AnyGame> {
        self.builder.partial.take()
    }

    /// The game that came last, good or bad, as it stands in the text.
    ///
    /// A game goes from where the one before it ends to where the next one
    /// begins, so that all games together are the text.
    ///
    /// ```
    /// use erawan_notation::pgn::Games;
    /// let mut games = Games::new("1.e4 e5 *\n\n1. e4 Ke5 *\n");
    /// assert!(games.next().unwrap().is_ok());
    /// assert_eq!(games.raw(), b"1.e4 e5 *\n\n");
    /// assert!(games.next().unwrap().is_err());
    /// assert_eq!(games.raw(), b"1. e4 Ke5 *\n");
    /// ```
    pub fn raw(&self) -> &'a [u8] {
        self.text.get(self.start..self.at).unwrap_or(&[])
    }
}

impl Iterator for Games<'_> {
    type Item = Result<AnyGame, GameError>;

    fn next(&mut self) -> Option<Result<AnyGame, GameError>> {
        loop {
            self.start = self.at;
            let (at, step) = self.lexer.run(self.text, self.at, true, &mut self.builder);
            self.at = at;
            match (step, self.builder.finished.take()) {
                (Step::GameEnd, Some(game)) => return Some(game),
                (Step::GameEnd, None) => {}
                _ => return None,
            }
        }
    }
}
