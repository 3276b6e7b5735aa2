//! A row for every game.

use std::sync::Arc;

use erawan_board::{Move, Position, Rules, Variant};
use erawan_notation::pgn::{Follower, GameError, GameResult};
use erawan_notation::{fen, san};

use super::columns::Wanted;
use super::rows::{About, Remarks, Rows, write_uci};
use crate::arrow::column::Batch;
use crate::arrow::pool::Pool;
use crate::arrow::{Column, Lists, Maps, Numbers, Texts};

/// Rows of games.
pub(crate) struct GameRows {
    wanted: Vec<Wanted>,
    columns: Vec<Column>,
    /// Where the columns are that grow with every move.
    moves: Option<usize>,
    sans: Option<usize>,
    packed: Option<usize>,
    /// Of the last move so far.
    said: Remarks,
    /// Moves that nothing was said of, still to be written.
    silent: usize,
    about: About,
    rows: usize,
    plies: u64,
    is_chess960: bool,
    start_fen: Option<String>,
    wants_start: bool,
    /// What tags and moves take in memory, about.
    bytes: usize,
    bytes_a_ply: usize,
    /// Buffers of batches that are done with.
    pool: Arc<Pool>,
}

/// A game's end, as its row shows it.
#[derive(Default)]
struct End<'a> {
    fen: Option<&'a str>,
    key: Option<u64>,
    error: Option<&'a str>,
}

/// An empty column.
fn empty(wanted: &Wanted) -> Column {
    match wanted {
        Wanted::Game | Wanted::Plies | Wanted::EndKey => Column::U64(Numbers::default()),
        Wanted::Moves | Wanted::Sans => Column::Texts(Lists::default()),
        Wanted::Boards => Column::Bytes32s(Lists::default()),
        Wanted::Clocks => Column::F64s(Lists::default()),
        Wanted::Evals => Column::I32s(Lists::default()),
        Wanted::Mates => Column::I16s(Lists::default()),
        Wanted::Headers => Column::Map(Maps::default()),
        _ => Column::Text(Texts::default()),
    }
}

/// What a column grows by with every move, about.
fn bytes_a_ply(wanted: &Wanted) -> usize {
    match wanted {
        Wanted::Moves | Wanted::Sans | Wanted::Clocks => 8,
        Wanted::Boards => 32,
        Wanted::Evals => 4,
        Wanted::Mates => 2,
        _ => 0,
    }
}

impl GameRows {
    pub(crate) fn new(wanted: &[Wanted]) -> GameRows {
        let wants_tags =
            wanted.iter().any(|wanted| matches!(wanted, Wanted::Header(_) | Wanted::Headers));
        let place = |column: Wanted| wanted.iter().position(|wanted| *wanted == column);
        GameRows {
            wanted: wanted.to_vec(),
            columns: wanted.iter().map(empty).collect(),
            moves: place(Wanted::Moves),
            sans: place(Wanted::Sans),
            packed: place(Wanted::Boards),
            said: Remarks::new(wanted),
            silent: 0,
            about: About { wants_tags, ..About::default() },
            rows: 0,
            plies: 0,
            is_chess960: false,
            start_fen: None,
            wants_start: wanted.contains(&Wanted::StartFen),
            bytes: 0,
            bytes_a_ply: wanted.iter().map(bytes_a_ply).sum(),
            pool: Arc::default(),
        }
    }

    fn list(&mut self, place: Option<usize>) -> Option<&mut Column> {
        self.columns.get_mut(place?)
    }

    /// Ends what comments say about a move.
    #[inline]
    fn end_comments(&mut self) {
        if self.said.is_empty() {
            self.silent += 1;
            return;
        }
        self.write_silent();
        let said = &self.said;
        for column in &mut self.columns {
            match column {
                Column::F64s(clocks) => clocks.items.push(said.clock()),
                Column::I32s(evals) => evals.items.push(said.eval()),
                Column::I16s(mates) => mates.items.push(said.mate()),
                _ => {}
            }
        }
        self.said.forget();
    }

    fn write_silent(&mut self) {
        let count = std::mem::take(&mut self.silent);
        for column in &mut self.columns {
            match column {
                Column::F64s(clocks) => clocks.items.push_nulls(count),
                Column::I32s(evals) => evals.items.push_nulls(count),
                Column::I16s(mates) => mates.items.push_nulls(count),
                _ => {}
            }
        }
    }

    fn push_packed<R: Rules>(&mut self, position: &Position<R>) {
        if let Some(Column::Bytes32s(packed)) = self.list(self.packed) {
            packed.items.push(position.pack().ok().as_ref());
        }
    }

    fn close(&mut self, end: &End<'_>) {
        if self.said.is_wanted() {
            if self.plies > 0 {
                self.end_comments();
            }
            self.said.forget();
            self.write_silent();
        }
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
                Column::Bytes32s(lists) => lists.close(),
                Column::F64s(lists) => lists.close(),
                Column::I32s(lists) => lists.close(),
                Column::I16s(lists) => lists.close(),
                Column::Map(maps) => about.push_tags(maps),
                _ => {}
            }
        }
        self.bytes += about.size_of_tags() + self.bytes_a_ply * (self.plies as usize + 1);
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
        if self.plies > 0 && self.said.is_wanted() {
            self.end_comments();
        }
        self.plies += 1;
        self.push_packed(before);
        let is_chess960 = self.is_chess960;
        if let Some(Column::Texts(moves)) = self.list(self.moves) {
            write_uci::<R>(played, is_chess960, &mut moves.items);
        }
        if let Some(Column::Texts(sans)) = self.list(self.sans) {
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

    fn comment(&mut self, text: &[u8]) {
        if self.plies > 0 {
            self.said.read(text);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.about.result = Some(result);
    }

    fn end_game<R: Rules>(&mut self, last: &Position<R>, error: Option<GameError>) {
        self.push_packed(last);
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

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn take(&mut self) -> (Batch, u64) {
        self.bytes = 0;
        let empty: Vec<Column> =
            self.columns.iter().map(|column| column.emptied(&self.pool)).collect();
        let columns = std::mem::replace(&mut self.columns, empty);
        let length = std::mem::take(&mut self.rows);
        (Batch { length, columns, pool: Arc::downgrade(&self.pool) }, length as u64)
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
