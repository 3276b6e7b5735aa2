//! A game as it is kept.
//!
//! What lives here: games of the PGN library made records, and back. What does
//! not: where records are put.

use std::io::{Read, Write};

use erawan_board::{
    Bitboard, Color, Position, Role, Rules, Strictness, Variant, with_game, with_rules,
};
use erawan_notation::fen;
use erawan_notation::pgn::{AnyGame, GameResult, GameTree, Games, Limits, Tags};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::coding::{self, Ply};
use crate::date::Date;
use crate::head::{self, eco_number, eco_text};

/// The longest game that is kept.
pub const MAX_PLIES: usize = 30_000;
/// The most that an annotated game may unfold to.
const MAX_TEXT: u64 = 64 << 20;

/// The tags that have a place of their own and are not among the seven, in the
/// order in which they are written unless the game says otherwise.
const PLACED: [&str; 3] = ["WhiteElo", "BlackElo", "ECO"];
/// The tags that follow from the game.
const DERIVED: [&str; 4] = ["Variant", "FEN", "SetUp", "Result"];

/// What a game has beyond its head and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Extra {
    #[default]
    None,
    /// Tags, in order.
    Tags(Vec<u8>),
    /// The whole game as PGN, compressed.
    Whole(Vec<u8>),
}

/// A game, ready to be kept. Making one takes the time; keeping it is quick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub(crate) variant: Variant,
    /// The start position as FEN, unless it is the game's own.
    pub(crate) start: Option<String>,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) site: String,
    pub(crate) round: String,
    pub(crate) date: Date,
    pub(crate) ratings: [u16; 2],
    pub(crate) eco: u16,
    pub(crate) result: GameResult,
    pub(crate) plies: u16,
    pub(crate) is_wide: bool,
    pub(crate) men: [u8; 2],
    pub(crate) home: [u8; 2],
    pub(crate) moves: Vec<u8>,
    pub(crate) extra: Extra,
    pub(crate) hash: u64,
}

/// The game has more plies than are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the game has more than {MAX_PLIES} plies")
    }
}

impl std::error::Error for TooLong {}

impl Record {
    /// The record of a game.
    pub fn new(game: &AnyGame) -> Result<Record, TooLong> {
        with_game!(game, game => of_tree(game, || with_text(game)))
    }
}

fn with_text<R: Rules>(game: &GameTree<R>) -> Extra {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector does not fail.
    let _ = encoder.write_all(erawan_notation::pgn::write(game).as_bytes());
    Extra::Whole(encoder.finish().unwrap_or_default())
}

fn of_tree<R: Rules>(game: &GameTree<R>, whole: impl Fn() -> Extra) -> Result<Record, TooLong> {
    let tags = game.tags();
    let text = |name: &str| tags.get(name).unwrap_or("?").to_owned();
    let line = Line::of(game)?;
    let is_standard = *game.start() == Position::startpos();
    let start = (!is_standard).then(|| fen::write(game.start()));
    let mut record = Record {
        variant: game.variant(),
        start,
        white: text("White"),
        black: text("Black"),
        event: text("Event"),
        site: text("Site"),
        round: text("Round"),
        date: tags.get("Date").and_then(|date| date.parse().ok()).unwrap_or_default(),
        ratings: ["WhiteElo", "BlackElo"].map(|name| rating(tags.get(name))),
        eco: tags.get("ECO").and_then(|eco| eco_number(eco.get(..3)?)).unwrap_or(0),
        result: game.result(),
        plies: line.plies,
        is_wide: line.is_wide,
        men: line.men,
        home: line.home,
        moves: line.moves,
        extra: Extra::None,
        hash: 0,
    };
    // A plain game is made again from its moves; what is more is kept as text.
    let named = GameTree::new(*game.start()).with_variant(game.variant()).variant();
    record.extra = match line.is_plain && named == game.variant() {
        true => tag_list(tags, &record),
        false => whole(),
    };
    record.hash = record.identity();
    Ok(record)
}

fn rating(text: Option<&str>) -> u16 {
    text.and_then(|text| text.trim().parse().ok()).filter(|&rating| rating < 10_000).unwrap_or(0)
}

/// The main line of a game.
struct Line {
    moves: Vec<u8>,
    plies: u16,
    is_wide: bool,
    is_plain: bool,
    men: [u8; 2],
    home: [u8; 2],
}

impl Line {
    fn of<R: Rules>(game: &GameTree<R>) -> Result<Line, TooLong> {
        let mut moves = Vec::with_capacity(game.len() + 2);
        let mut position = *game.start();
        let (mut plies, mut is_wide) = (0usize, false);
        let is_bare = |node| {
            game.comments(node).is_empty()
                && game.comments_before(node).is_empty()
                && game.nags(node).is_empty()
        };
        let mut is_plain = is_bare(game.root());
        for node in game.mainline() {
            let m = game.move_to(node);
            is_wide |= !coding::encode(&position, m, &mut moves);
            position = m.map_or_else(|| position.play_null(), |m| position.play_unchecked(m));
            is_plain &= is_bare(node);
            plies += 1;
        }
        if plies > MAX_PLIES {
            return Err(TooLong);
        }
        if is_wide {
            moves.clear();
            game.mainline().for_each(|node| coding::encode_wide(game.move_to(node), &mut moves));
        }
        let count = |color| position.by_color(color).len() as u8;
        Ok(Line {
            moves,
            plies: plies as u16,
            is_wide,
            is_plain: is_plain && game.len() == plies + 1,
            men: [count(Color::White), count(Color::Black)],
            home: home_files(&position),
        })
    }
}

/// The squares where a side's pawns begin.
pub(crate) fn home_squares<R: Rules>(color: Color) -> Bitboard {
    R::start().pieces(color, Role::Pawn)
}

/// The files on which each side has a pawn where pawns begin.
pub(crate) fn home_files<R: Rules>(position: &Position<R>) -> [u8; 2] {
    [Color::White, Color::Black].map(|color| {
        let mut bits = (position.pieces(color, Role::Pawn) & home_squares::<R>(color)).bits();
        // One rank of the board holds them all.
        while bits > 0xFF {
            bits >>= 8;
        }
        bits as u8
    })
}

/// The tags as bytes, if they are not just those that heads have room for.
fn tag_list(tags: &Tags, record: &Record) -> Extra {
    let own: Vec<(&str, &str)> = tags
        .iter()
        .filter(|(name, value)| match *name {
            "Event" | "Site" | "Round" | "White" | "Black" => false,
            "Date" => record.date.to_string() != *value,
            name => !DERIVED.contains(&name),
        })
        .collect();
    let is_placed = |&(name, value): &(&str, &str)| placed(name, record).as_deref() == Some(value);
    let mut order = PLACED.iter();
    let in_order = own.iter().all(|(name, _)| order.any(|placed| placed == name));
    if in_order && own.iter().all(is_placed) {
        return Extra::None;
    }
    let mut bytes = Vec::new();
    for tag in &own {
        text_to(tag.0, 0, &mut bytes);
        match is_placed(tag) {
            true => bytes.push(0),
            false => text_to(tag.1, 1, &mut bytes),
        }
    }
    Extra::Tags(bytes)
}

/// What a head says about a tag that is placed there.
fn placed(name: &str, record: &Record) -> Option<String> {
    let rating = |rating: u16| (rating != 0).then(|| rating.to_string());
    match name {
        "WhiteElo" => rating(record.ratings[0]),
        "BlackElo" => rating(record.ratings[1]),
        "ECO" => eco_text(record.eco),
        _ => None,
    }
}

/// The text of an annotated game.
fn unfold(compressed: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    ZlibDecoder::new(compressed).take(MAX_TEXT).read_to_end(&mut text).ok()?;
    Some(text)
}

fn text_to(text: &str, more: usize, out: &mut Vec<u8>) {
    let mut length = text.len() + more;
    while length > 0x7F {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend(text.as_bytes());
}

/// A length and what follows it.
fn length_from(bytes: &mut &[u8]) -> Option<usize> {
    let (mut length, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        length |= usize::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            return Some(length);
        }
        if shift > 28 {
            return None;
        }
    }
}

fn text_from<'a>(length: usize, bytes: &mut &'a [u8]) -> Option<&'a str> {
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}

impl Record {
    /// A number that equal games share: the same moves by the same players on the
    /// same day, from the same start. What is said about them does not count, but where
    /// nobody is named, as in the chapters of a study, all there is does.
    fn identity(&self) -> u64 {
        let is_nameless =
            [&self.white, &self.black].iter().all(|name| matches!(name.as_str(), "" | "?"));
        let rest = is_nameless.then(|| self.all_else());
        let start = self.start.as_deref().unwrap_or("");
        let date = self.date.bits().to_le_bytes();
        let variant = [head::variant_number(self.variant)];
        let parts: [&[u8]; 6] = [
            &variant,
            start.as_bytes(),
            self.white.as_bytes(),
            self.black.as_bytes(),
            &date,
            &self.moves,
        ];
        // FNV-1a, with a sign between the parts that no text has.
        let mut hash = 0xCBF2_9CE4_8422_2325u64;
        for part in parts.into_iter().chain(rest.as_deref()) {
            for &byte in part.iter().chain(&[0xFF]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        hash
    }

    /// What is known of the game beyond players, date and moves.
    fn all_else(&self) -> Vec<u8> {
        let mut all =
            [&self.event, &self.site, &self.round, self.result.as_str()].join("\n").into_bytes();
        match &self.extra {
            Extra::None => {}
            Extra::Tags(tags) => all.extend(tags),
            // How it is compressed does not count.
            Extra::Whole(compressed) => all.extend(unfold(compressed).unwrap_or_default()),
        }
        all
    }

    /// The game again, if the record makes sense.
    pub fn game(&self) -> Option<AnyGame> {
        if let Extra::Whole(compressed) = &self.extra {
            let text = unfold(compressed)?;
            // Written out it may be longer than what was read.
            let most = MAX_TEXT as usize;
            let limits = Limits { token: most, game: most, ..Limits::default() };
            return Games::with_limits(&text, limits).next()?.ok();
        }
        with_rules!(self.variant, R => Some(self.tree::<R>()?.into()))
    }

    /// True if the game makes the same record again. How it is compressed does not
    /// count.
    pub(crate) fn is_itself(&self) -> bool {
        let again = self.game().and_then(|game| Record::new(&game).ok());
        again.is_some_and(|again| {
            let plain = |record: Record| Record { extra: Extra::None, ..record };
            plain(again) == plain(self.clone())
        })
    }

    fn tree<R: Rules>(&self) -> Option<GameTree<R>> {
        let start = start_position::<R>(self.start.as_deref())?;
        let mut tree = GameTree::new(start).with_variant(self.variant);
        self.write_tags(tree.tags_mut())?;
        tree.set_result(self.result);
        let mut node = tree.root();
        let mut position = start;
        let mut at = 0;
        while at < self.moves.len() {
            let (ply, used) = ply_at(&position, &self.moves, at, self.is_wide)?;
            node = match ply {
                Ply::Move(m) => tree.add_move(node, m)?,
                Ply::Null => tree.add_null_move(node)?,
            };
            position = ply.play(&position);
            at += used;
        }
        Some(tree)
    }

    /// True if every move is legal.
    pub(crate) fn is_legal(&self) -> bool {
        fn all<R: Rules>(record: &Record) -> Option<()> {
            let mut position = start_position::<R>(record.start.as_deref())?;
            let (mut at, mut plies) = (0, 0);
            while at < record.moves.len() {
                let (ply, used) = ply_at(&position, &record.moves, at, record.is_wide)?;
                position = match ply {
                    Ply::Move(m) => position.play(m).ok()?,
                    Ply::Null => position.play_null(),
                };
                at += used;
                plies += 1;
            }
            (plies == record.plies).then_some(())
        }
        with_rules!(self.variant, R => all::<R>(self)).is_some()
    }

    fn write_tags(&self, tags: &mut Tags) -> Option<()> {
        for (name, value) in [
            ("Event", &self.event),
            ("Site", &self.site),
            ("Round", &self.round),
            ("White", &self.white),
            ("Black", &self.black),
        ] {
            tags.set(name, value).ok()?;
        }
        tags.set("Date", &self.date.to_string()).ok()?;
        let Extra::Tags(bytes) = &self.extra else {
            for name in PLACED {
                if let Some(value) = placed(name, self) {
                    tags.set(name, &value).ok()?;
                }
            }
            return Some(());
        };
        let mut bytes = bytes.as_slice();
        while !bytes.is_empty() {
            let length = length_from(&mut bytes)?;
            let name = text_from(length, &mut bytes)?;
            match length_from(&mut bytes)? {
                0 => tags.set(name, &placed(name, self)?).ok()?,
                length => tags.set(name, text_from(length - 1, &mut bytes)?).ok()?,
            }
        }
        Some(())
    }
}

/// A start position: a FEN, or the game's own.
pub(crate) fn start_position<R: Rules>(start: Option<&str>) -> Option<Position<R>> {
    match start {
        None => Some(Position::startpos()),
        Some(text) => fen::parse(text, Strictness::Lenient).ok(),
    }
}

/// The ply at a place in the moves of a game, and how many bytes it takes.
#[inline(always)]
pub(crate) fn ply_at<R: Rules>(
    position: &Position<R>,
    moves: &[u8],
    at: usize,
    is_wide: bool,
) -> Option<(Ply, usize)> {
    let (byte, second) = (*moves.get(at)?, moves.get(at + 1).copied());
    if is_wide { coding::decode_wide(byte, second) } else { coding::decode(position, byte, second) }
}

impl TryFrom<&AnyGame> for Record {
    type Error = TooLong;

    fn try_from(game: &AnyGame) -> Result<Record, TooLong> {
        Record::new(game)
    }
}

#[cfg(test)]
mod tests {
    use erawan_notation::pgn::PgnGame;

    use super::*;

    /// Games with all that a game can have.
    const GAMES: &str = r#"[Event "Plain"]
[WhiteElo "2500"]
[BlackElo "2400"]
[ECO "B90"]
[Result "1-0"]

1. e4 c5 2. Nf3 1-0

[Event "Other order"]
[Date "2024.13.99"]
[ECO "B90a"]
[TimeControl "180+2"]
[BlackElo "?"]
[WhiteElo "2500"]

1. e4 -- 2. Qh5 Nc6 *

[Event "Annotated \"so\""]
[WhiteElo "1"]

{First} 1. e4 $1 {x} (1. d4 d5 (1... f5 {Dutch})) 1... e5 {[%clk 0:01:02]} *

[Event "Set up"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 3 17"]
[SetUp "1"]

17. a8=N Kd7 *

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"]
[SetUp "1"]

1. O-O Ke7 *

[Variant "Standard"]
[FEN "1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1"]

1. Rb2 *

[Variant "Makruk"]

1. d4 d5 2. Md2 *

[Variant "Cambodian"]

1. e4 *

[Event "Nothing"]

*
"#;

    #[test]
    fn games_are_the_same_when_they_are_read_again() {
        let mut plain = 0;
        for game in Games::new(GAMES) {
            let game = game.unwrap();
            let record = Record::new(&game).unwrap();
            plain += usize::from(!matches!(record.extra, Extra::Whole(_)));
            let again = record.game().unwrap();
            assert_eq!(again.to_pgn(), game.to_pgn());
            assert_eq!(again, game);
            assert!(record.is_legal());
        }
        assert_eq!(plain, 7);
    }

    #[test]
    fn plain_games_with_the_usual_tags_have_nothing_extra() {
        let game = Games::new(GAMES).next().unwrap().unwrap();
        let record = Record::new(&game).unwrap();
        assert_eq!((record.extra, record.moves.len()), (Extra::None, 3));
    }

    #[test]
    fn what_is_said_about_a_game_does_not_make_it_another() {
        let hash =
            |text: &str| Record::new(&Games::new(text).next().unwrap().unwrap()).unwrap().hash;
        let one = hash("[White \"A\"]\n\n1. e4 e5 *");
        assert_eq!(one, hash("[White \"A\"]\n[Event \"X\"]\n\n1. e4 {good} e5 1-0"));
        assert_ne!(one, hash("[White \"B\"]\n\n1. e4 e5 *"));
        assert_ne!(one, hash("[Black \"A\"]\n\n1. e4 e5 *"));
        assert_ne!(one, hash("[White \"A\"]\n\n1. e4 e6 *"));
        assert_ne!(one, hash("[White \"A\"]\n[Date \"2024.01.01\"]\n\n1. e4 e5 *"));
    }

    #[test]
    fn a_game_without_end_is_refused() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_PLIES / 4 + 1);
        let game = Games::new(&shuffle).next().unwrap().unwrap();
        assert_eq!(Record::new(&game), Err(TooLong));
    }
}
