//! A row for every game.

use std::sync::Weak;

use erawan_board::{Move, Position, Rules, Variant};
use erawan_notation::pgn::{Follower, GameError, GameResult};
use erawan_notation::{fen, san};

use super::columns::Wanted;
use super::rows::{About, Rows, write_uci};
use crate::arrow::column::Batch;
use crate::arrow::{Column, Lists, Maps, Numbers, Texts};

/// Rows of games.
pub(crate) struct GameRows {
    wanted: Vec<Wanted>,
    columns: Vec<Column>,
    /// Where the two columns are that grow with every move.
    moves: Option<usize>,
    sans: Option<usize>,
    about: About,
    rows: usize,
    plies: u64,
    is_chess960: bool,
    start_fen: Option<String>,
    wants_start: bool,
    /// What tags and moves take in memory, about.
    bytes: usize,
}

/// So many bytes end a batch however few rows it has.
const MOST_BYTES: usize = 64 << 20;

/// A game's end, as its row shows it.
#[derive(Default)]
struct End<'a> {
    fen: Option<&'a str>,
    key: Option<u64>,
    error: Option<&'a str>,
}

impl GameRows {
    pub(crate) fn new(wanted: &[Wanted]) -> GameRows {
        let wants_tags =
            wanted.iter().any(|wanted| matches!(wanted, Wanted::Header(_) | Wanted::Headers));
        let place = |column: Wanted| wanted.iter().position(|wanted| *wanted == column);
        let mut rows = GameRows {
            wanted: wanted.to_vec(),
            columns: Vec::new(),
            moves: place(Wanted::Moves),
            sans: place(Wanted::Sans),
            about: About { wants_tags, ..About::default() },
            rows: 0,
            plies: 0,
            is_chess960: false,
            start_fen: None,
            wants_start: wanted.contains(&Wanted::StartFen),
            bytes: 0,
        };
        rows.prepare();
        rows
    }

    fn prepare(&mut self) {
        let empty = |wanted: &Wanted| match wanted {
            Wanted::Game | Wanted::Plies | Wanted::EndKey => Column::U64(Numbers::default()),
            Wanted::Moves | Wanted::Sans => Column::Texts(Lists::default()),
            Wanted::Headers => Column::Map(Maps::default()),
            _ => Column::Text(Texts::default()),
        };
        self.columns = self.wanted.iter().map(empty).collect();
    }

    fn list(&mut self, place: Option<usize>) -> Option<&mut Lists> {
        match self.columns.get_mut(place?) {
            Some(Column::Texts(lists)) => Some(lists),
            _ => None,
        }
    }

    fn close(&mut self, end: &End<'_>) {
        let about = &self.about;
        for (wanted, column) in self.wanted.iter().zip(&mut self.columns) {
            let text = match wanted {
                Wanted::File => about.file.as_deref(),
                Wanted::Variant => about.variant.map(Variant::name),
                Wanted::Result => about.result_text(),
                Wanted::Error => end.error,
                Wanted::StartFen => self.start_fen.as_deref(),
                Wanted::EndFen => end.fen,
                Wanted::Header(name) => about.value(name),
                _ => None,
            };
            let number = match wanted {
                Wanted::Game => Some(self.rows as u64),
                Wanted::Plies => Some(self.plies),
                _ => end.key,
            };
            match column {
                Column::U64(numbers) => numbers.push(number),
                Column::Text(texts) => texts.push_str(text),
                Column::Texts(lists) => lists.close(),
                Column::Map(maps) => about.push_tags(maps),
                _ => {}
            }
        }
        let of_tags: usize = about.tags.iter().map(|(name, value)| name.len() + value.len()).sum();
        self.bytes += of_tags + 16 * self.plies as usize;
        self.rows += 1;
        self.about.is_open = false;
    }

    fn ends_with<R: Rules>(&self, last: &Position<R>) -> (Option<String>, u64) {
        let wants_fen = self.wanted.contains(&Wanted::EndFen);
        (wants_fen.then(|| fen::write(last)), last.key())
    }
}

impl Follower for GameRows {
    fn begin_game(&mut self) {
        self.about.begin();
        self.plies = 0;
        self.start_fen = None;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.about.tag(name, value);
    }

    fn start<R: Rules>(&mut self, variant: Variant, start: &Position<R>) {
        self.about.variant = Some(variant);
        self.is_chess960 = variant.is_chess960();
        self.start_fen = self.wants_start.then(|| fen::write(start));
    }

    #[inline]
    fn ply<R: Rules>(&mut self, before: &Position<R>, played: Option<Move>, _: &Position<R>) {
        self.plies += 1;
        let is_chess960 = self.is_chess960;
        if let Some(moves) = self.list(self.moves) {
            write_uci::<R>(played, is_chess960, &mut moves.items);
        }
        if let Some(sans) = self.list(self.sans) {
            match played {
                Some(m) => {
                    // Writing to a vector does not fail.
                    let _ = san::write_to(&mut sans.items, before, m);
                    sans.items.close(true);
                }
                None => sans.items.push(Some(b"--")),
            }
        }
    }

    fn result(&mut self, result: GameResult) {
        self.about.result = Some(result);
    }

    fn end_game<R: Rules>(&mut self, last: &Position<R>, error: Option<GameError>) {
        let reason = error.map(|error| self.about.reason(&error));
        let (fen, key) = self.ends_with(last);
        self.close(&End { fen: fen.as_deref(), key: Some(key), error: reason.as_deref() });
    }

    fn no_start(&mut self, error: GameError) {
        let reason = self.about.reason(&error);
        self.close(&End { error: Some(&reason), ..End::default() });
    }
}

impl Rows for GameRows {
    fn len(&self) -> usize {
        self.rows
    }

    fn is_full(&self, batch_size: usize) -> bool {
        self.rows >= batch_size || self.bytes > MOST_BYTES
    }

    fn take(&mut self) -> (Batch, u64) {
        self.bytes = 0;
        let columns = std::mem::take(&mut self.columns);
        self.prepare();
        let length = std::mem::take(&mut self.rows);
        (Batch { length, columns, pool: Weak::new() }, length as u64)
    }

    fn place(&mut self, file: Option<&str>, lines: u64) {
        self.about.file = file.map(String::from);
        self.about.lines = lines;
    }

    fn abandon(&mut self, reason: &str) {
        if !self.about.is_open {
            self.begin_game();
        }
        self.close(&End { error: Some(reason), ..End::default() });
    }
}
