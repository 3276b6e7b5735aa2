//! Finding games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use erawan_board::{Variant, with_game, with_rules};
use erawan_notation::pgn::GameResult;
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

use crate::database::{Database, Extent, Part, extents, part};
use crate::date::Date;
use crate::error::DatabaseError;
use crate::filter::{Filter, Sieve};
use crate::head::{Head, eco_text};
use crate::names::{self, Kind};
use crate::scan::{Block, Starts, on_all_cores, watch_block};
use crate::watch::{AnyPosition, Counts, Material, Target, Watch};
use crate::{block, head};

/// What stood on the board at some time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// A position.
    Position(AnyPosition),
    /// Exactly these men, in a game.
    Material(Variant, Counts),
}

/// The order of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As they came in.
    #[default]
    Number,
    /// By date.
    Date,
    /// By the average of both ratings.
    Rating,
    /// By length.
    Plies,
}

/// A search: which games, in what order, and which part of the list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// By their heads.
    pub filter: Filter,
    /// By what stood on the board.
    pub scene: Option<Scene>,
    /// The order.
    pub order: Order,
    /// The other way round.
    pub descending: bool,
    /// How many of the list are passed over.
    pub offset: usize,
    /// How many are given back at most.
    pub limit: usize,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listing {
    /// Its number.
    pub id: u64,
    /// Which game is played.
    pub variant: &'static str,
    /// White's name.
    pub white: String,
    /// White's rating.
    pub white_rating: Option<u16>,
    /// Black's name.
    pub black: String,
    /// Black's rating.
    pub black_rating: Option<u16>,
    /// How it ended.
    pub result: &'static str,
    /// When it was played.
    pub date: Date,
    /// The event.
    pub event: String,
    /// Where.
    pub site: String,
    /// The round.
    pub round: String,
    /// The opening's code.
    pub eco: Option<String>,
    /// Its length.
    pub plies: u16,
    /// True if it has comments or variations.
    pub annotated: bool,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Found {
    /// How many games in all.
    pub total: u64,
    /// The part of the list that was asked for.
    pub games: Vec<Listing>,
}

/// What a game is sorted by.
fn sort_key(order: Order, head: &Head) -> u32 {
    match order {
        Order::Number => 0,
        Order::Date => head.date.bits(),
        Order::Rating => strength(head),
        Order::Plies => u32::from(head.plies),
    }
}

/// The sum of both ratings.
pub(crate) fn strength(head: &Head) -> u32 {
    u32::from(head.ratings[0]) + u32::from(head.ratings[1])
}

impl Database {
    /// The games that a search is about. `stop` ends it early.
    pub fn search(&self, search: &Search, stop: &AtomicBool) -> Result<Found, DatabaseError> {
        let mut list = self.matches(search, stop)?;
        let total = list.len() as u64;
        let order = |a: &(u32, u64), b: &(u32, u64)| match search.descending {
            true => b.cmp(a),
            false => a.cmp(b),
        };
        let end = search.offset.saturating_add(search.limit).min(list.len());
        if end < list.len() {
            list.select_nth_unstable_by(end, order);
            list.truncate(end);
        }
        list.sort_unstable_by(order);
        let shown = list.get(search.offset.min(end)..).unwrap_or_default();
        let ids: Vec<u64> = shown.iter().map(|&(_, id)| id).collect();
        Ok(Found { total, games: self.listings(&ids)? })
    }

    /// The numbers of all games that a search is about, sorted, whatever its order
    /// and part of the list.
    pub fn select(&self, search: &Search, stop: &AtomicBool) -> Result<Vec<u64>, DatabaseError> {
        let mut ids: Vec<u64> = self.matches(search, stop)?.into_iter().map(|(_, id)| id).collect();
        ids.sort_unstable();
        Ok(ids)
    }

    fn matches(
        &self,
        search: &Search,
        stop: &AtomicBool,
    ) -> Result<Vec<(u32, u64)>, DatabaseError> {
        let sieve = Sieve::new(&self.connection, &search.filter)
            .map_err(DatabaseError::sqlite(&self.path))?;
        match &search.scene {
            None => self.by_heads(&sieve, search.order, stop),
            Some(Scene::Position(position)) => with_game!(position, position => {
                self.by_scene(&Target::new(*position), &sieve, search.order, stop)
            }),
            Some(Scene::Material(variant, counts)) => with_rules!(variant, R => {
                self.by_scene::<R>(&Material { counts: *counts }, &sieve, search.order, stop)
            }),
        }
    }

    fn by_heads(
        &self,
        sieve: &Sieve,
        order: Order,
        stop: &AtomicBool,
    ) -> Result<Vec<(u32, u64)>, DatabaseError> {
        let extents = extents(&self.connection, &self.path)?;
        let path = self.path.as_path();
        let work = |list: &mut Vec<(u32, u64)>, connection: &Connection, extent: &Extent| {
            let block = Block::new(connection, path, extent);
            for (id, bytes) in (extent.first..).zip(block.heads()?) {
                // What is damaged is named by whoever reads the games, and by a check.
                let Some(head) = Head::read(bytes) else { continue };
                if sieve.passes(&head) {
                    list.push((sort_key(order, &head), id));
                }
            }
            Ok(())
        };
        Ok(on_all_cores(path, &extents, stop, work)?.concat())
    }

    fn by_scene<R: erawan_board::Rules>(
        &self,
        watch: &impl Watch<R>,
        sieve: &Sieve,
        order: Order,
        stop: &AtomicBool,
    ) -> Result<Vec<(u32, u64)>, DatabaseError> {
        #[derive(Default)]
        struct Made {
            list: Vec<(u32, u64)>,
            starts: Starts,
        }
        let extents = extents(&self.connection, &self.path)?;
        let path = self.path.as_path();
        let work = |made: &mut Made, connection: &Connection, extent: &Extent| {
            let block = Block::new(connection, path, extent);
            let list = &mut made.list;
            watch_block::<R>(&block, watch, sieve, &mut made.starts, |sighting| {
                let id = extent.first + sighting.place as u64;
                list.push((sort_key(order, &sighting.head), id));
            })
        };
        let made = on_all_cores(path, &extents, stop, work)?;
        Ok(made.into_iter().flat_map(|made| made.list).collect())
    }

    /// Games as they are shown in lists, in the order in which they are asked for.
    pub fn listings(&self, ids: &[u64]) -> Result<Vec<Listing>, DatabaseError> {
        let extents = extents(&self.connection, &self.path)?;
        let mut blocks: HashMap<i64, Vec<u8>> = HashMap::new();
        let mut listings = Vec::with_capacity(ids.len());
        for &id in ids {
            let index = extents.partition_point(|extent| extent.first <= id);
            let extent = index.checked_sub(1).and_then(|index| extents.get(index));
            let extent = extent.ok_or(DatabaseError::NoSuchGame(id))?;
            let heads = match blocks.entry(extent.block) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    place.insert(part(&self.connection, &self.path, Part::Heads, extent.block)?)
                }
            };
            let head = block::head_at(heads, (id - extent.first) as usize);
            listings.push(self.listing(id, &head.ok_or(DatabaseError::NoSuchGame(id))?)?);
        }
        Ok(listings)
    }

    fn listing(&self, id: u64, head: &Head) -> Result<Listing, DatabaseError> {
        let name = |kind: Kind, number: u32| {
            let name = names::name_of(&self.connection, kind, number).optional();
            // One that is missing leaves the others to be seen.
            name.map(|name| name.unwrap_or_else(|| "?".into()))
                .map_err(DatabaseError::sqlite(&self.path))
        };
        let rating = |rating: u16| (rating != 0).then_some(rating);
        Ok(Listing {
            id,
            variant: head.variant.name(),
            white: name(Kind::Player, head.white)?,
            white_rating: rating(head.ratings[0]),
            black: name(Kind::Player, head.black)?,
            black_rating: rating(head.ratings[1]),
            result: head.result.as_str(),
            date: head.date,
            event: name(Kind::Event, head.event)?,
            site: name(Kind::Site, head.site)?,
            round: name(Kind::Round, head.round)?,
            eco: eco_text(head.eco),
            plies: head.plies,
            annotated: head.flags & head::ANNOTATED != 0,
        })
    }
}

/// What is in a database.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Games that were taken out.
    pub deleted: u64,
    /// Games with comments or variations.
    pub annotated: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Names of players.
    pub players: u64,
    /// Names of events.
    pub events: u64,
    /// Names of places.
    pub sites: u64,
    /// Games won by White.
    pub white_wins: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games of which nobody knows how they ended.
    pub unknown: u64,
    /// Games of each kind, in the order of [`Variant::ALL`].
    pub variants: [u64; Variant::ALL.len()],
    /// The first date that is known.
    pub first: Option<Date>,
    /// The last one.
    pub last: Option<Date>,
    /// The size of the file in bytes.
    pub bytes: u64,
}

impl Statistics {
    fn add(&mut self, head: &Head) {
        if head.is_deleted() {
            self.deleted += 1;
            return;
        }
        self.games += 1;
        self.annotated += u64::from(head.flags & head::ANNOTATED != 0);
        self.plies += u64::from(head.plies);
        *match head.result {
            GameResult::WhiteWins => &mut self.white_wins,
            GameResult::BlackWins => &mut self.black_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::Unknown => &mut self.unknown,
        } += 1;
        for (count, variant) in self.variants.iter_mut().zip(Variant::ALL) {
            *count += u64::from(variant == head.variant);
        }
        if head.date.year() != 0 {
            self.first = Some(self.first.map_or(head.date, |first| first.min(head.date)));
            self.last = self.last.max(Some(head.date));
        }
    }
}

impl Database {
    /// Counts what is in it.
    pub fn statistics(&self) -> Result<Statistics, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let mut statistics = Statistics::default();
        for extent in extents(&self.connection, &self.path)? {
            let heads = part(&self.connection, &self.path, Part::Heads, extent.block)?;
            block::heads(&heads).flatten().for_each(|head| statistics.add(&head));
        }
        let count = |kind| names::count(&self.connection, kind).map_err(&fail);
        statistics.players = count(Kind::Player)?;
        statistics.events = count(Kind::Event)?;
        statistics.sites = count(Kind::Site)?;
        statistics.bytes = std::fs::metadata(&self.path).map_or(0, |metadata| metadata.len());
        Ok(statistics)
    }

    /// Reads everything there is and replays every game that is not deleted. What is wrong is said in
    /// words; nothing if all is well.
    pub fn check(&self, stop: &AtomicBool) -> Result<Vec<String>, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let mut rows = self.connection.prepare("PRAGMA integrity_check").map_err(&fail)?;
        let rows = rows.query_map([], |row| row.get::<_, String>(0)).map_err(&fail)?;
        let mut wrong: Vec<String> =
            rows.collect::<Result<Vec<_>, _>>().map_err(&fail)?.into_iter().collect();
        wrong.retain(|line| line != "ok");
        for extent in extents(&self.connection, &self.path)? {
            let ids: Vec<u64> = (extent.first..extent.first + extent.count).collect();
            self.for_each(&ids, |id, record| {
                match record {
                    Ok(record) if record.is_legal() && record.is_itself() => {}
                    Ok(_) => wrong.push(format!("game {id} is not what is said of it")),
                    Err(DatabaseError::Damaged { what, .. }) => wrong.push(what),
                    Err(error) => wrong.push(error.to_string()),
                }
                !stop.load(Relaxed)
            })?;
            if stop.load(Relaxed) {
                break;
            }
        }
        Ok(wrong)
    }
}
