//! A row for every position of every game.

use std::sync::Arc;

use erawan_board::{Chess, Color, Move, Position, Role, Rules, Variant};
use erawan_notation::fen::{self, FenStyle};
use erawan_notation::pgn::{Follower, GameError, GameResult};
use erawan_notation::san;

use super::columns::Wanted;
use super::rows::{About, Remarks, Rows, write_uci};
use crate::arrow::column::Batch;
use crate::arrow::pool::Pool;
use crate::arrow::{Bytes32, Column, Numbers, Texts};

/// The most bytes of a tag's value that are repeated in every row of its game.
const REPEATED: usize = 255;

/// Columns that know what they want before a game has ended.
#[derive(Default)]
struct Board {
    ply: Option<Numbers<u16>>,
    played: Option<Texts>,
    san: Option<Texts>,
    fen: Option<Texts>,
    key: Option<Numbers<u64>>,
    polyglot: Option<Numbers<u64>>,
    packed: Option<Bytes32>,
    material: Option<Texts>,
}

/// Columns that comments fill.
#[derive(Default)]
struct Said {
    clock: Option<Numbers<f64>>,
    eval: Option<Numbers<i32>>,
    mate: Option<Numbers<i16>>,
    /// Of the last move so far.
    last: Remarks,
    /// Rows that nothing was said of, still to be written.
    silent: usize,
}

impl Said {
    /// Ends what comments say about a move, or the lack of one.
    #[inline]
    fn close(&mut self) {
        if self.last.is_empty() {
            self.silent += 1;
            return;
        }
        self.write_silent();
        let last = &self.last;
        self.clock.iter_mut().for_each(|column| column.push(last.clock()));
        self.eval.iter_mut().for_each(|column| column.push(last.eval()));
        self.mate.iter_mut().for_each(|column| column.push(last.mate()));
        self.last.forget();
    }

    fn write_silent(&mut self) {
        let count = std::mem::take(&mut self.silent);
        self.clock.iter_mut().for_each(|column| column.push_nulls(count));
        self.eval.iter_mut().for_each(|column| column.push_nulls(count));
        self.mate.iter_mut().for_each(|column| column.push_nulls(count));
    }
}

/// Columns with the same value in all rows of a game, known at its end.
#[derive(Default)]
struct Whole {
    file: Option<Texts>,
    game: Option<Numbers<u64>>,
    variant: Option<Texts>,
    result: Option<Texts>,
    error: Option<Texts>,
    tags: Vec<(String, Texts)>,
}

/// Rows of positions.
pub(crate) struct PositionRows {
    wanted: Vec<Wanted>,
    about: About,
    rows: usize,
    /// Of the game at hand, so far.
    plies: usize,
    games: u64,
    is_chess960: bool,
    board: Board,
    said: Said,
    whole: Whole,
    /// Buffers of batches that are done with.
    pool: Arc<Pool>,
    /// True if there are columns that few ask for.
    has_rare: bool,
}

impl PositionRows {
    pub(crate) fn new(wanted: &[Wanted]) -> PositionRows {
        let wants_tags = wanted.iter().any(|wanted| matches!(wanted, Wanted::Header(_)));
        let mut rows = PositionRows {
            wanted: wanted.to_vec(),
            about: About { wants_tags, ..About::default() },
            rows: 0,
            plies: 0,
            games: 0,
            is_chess960: false,
            board: Board::default(),
            said: Said { last: Remarks::new(wanted), ..Said::default() },
            whole: Whole::default(),
            pool: Arc::default(),
            has_rare: wanted.iter().any(|wanted| {
                use Wanted::{Material, Packed, Polyglot, San};
                matches!(wanted, San | Polyglot | Packed | Material)
            }),
        };
        rows.prepare();
        rows
    }

    /// Makes empty columns.
    fn prepare(&mut self) {
        let (board, said, whole) = (&mut self.board, &mut self.said, &mut self.whole);
        whole.tags.clear();
        for wanted in &self.wanted {
            match wanted {
                Wanted::Ply => board.ply = Some(Numbers::default()),
                Wanted::Move => board.played = Some(Texts::default()),
                Wanted::San => board.san = Some(Texts::default()),
                Wanted::Fen => board.fen = Some(Texts::default()),
                Wanted::Key => board.key = Some(Numbers::default()),
                Wanted::Polyglot => board.polyglot = Some(Numbers::default()),
                Wanted::Packed => board.packed = Some(Bytes32::default()),
                Wanted::Material => board.material = Some(Texts::default()),
                Wanted::Clock => said.clock = Some(Numbers::default()),
                Wanted::Eval => said.eval = Some(Numbers::default()),
                Wanted::Mate => said.mate = Some(Numbers::default()),
                Wanted::File => whole.file = Some(Texts::default()),
                Wanted::Game => whole.game = Some(Numbers::default()),
                Wanted::Variant => whole.variant = Some(Texts::default()),
                Wanted::Result => whole.result = Some(Texts::default()),
                Wanted::Error => whole.error = Some(Texts::default()),
                Wanted::Header(name) => whole.tags.push((name.clone(), Texts::default())),
                _ => {}
            }
        }
    }

    /// Takes a column out and leaves an empty one.
    fn column(&mut self, wanted: &Wanted) -> Option<Column> {
        let (board, said, whole) = (&mut self.board, &mut self.said, &mut self.whole);
        let pool = &self.pool;
        macro_rules! replace {
            ($column:expr, $kind:expr) => {{
                let empty = $column.as_ref()?.emptied(pool);
                $column.replace(empty).map($kind)
            }};
        }
        match wanted {
            Wanted::Ply => replace!(board.ply, Column::U16),
            Wanted::Move => replace!(board.played, Column::Text),
            Wanted::San => replace!(board.san, Column::Text),
            Wanted::Fen => replace!(board.fen, Column::Text),
            Wanted::Key => replace!(board.key, Column::U64),
            Wanted::Polyglot => replace!(board.polyglot, Column::U64),
            Wanted::Packed => replace!(board.packed, Column::Bytes32),
            Wanted::Material => replace!(board.material, Column::Text),
            Wanted::Clock => replace!(said.clock, Column::F64),
            Wanted::Eval => replace!(said.eval, Column::I32),
            Wanted::Mate => replace!(said.mate, Column::I16),
            Wanted::File => replace!(whole.file, Column::Text),
            Wanted::Game => replace!(whole.game, Column::U64),
            Wanted::Variant => replace!(whole.variant, Column::Text),
            Wanted::Result => replace!(whole.result, Column::Text),
            Wanted::Error => replace!(whole.error, Column::Text),
            Wanted::Header(name) => {
                whole.tags.iter_mut().find(|tag| tag.0 == *name).map(|(_, column)| {
                    let empty = column.emptied(pool);
                    Column::Text(std::mem::replace(column, empty))
                })
            }
            _ => None,
        }
    }

    /// A row of a position from which a move was played; none if none was.
    #[inline(always)]
    fn row<R: Rules>(&mut self, position: &Position<R>, played: Option<Option<Move>>) {
        let board = &mut self.board;
        if let Some(ply) = &mut board.ply {
            ply.push(Some(u16::try_from(self.plies).unwrap_or(u16::MAX)));
        }
        if let Some(out) = &mut board.played {
            match played {
                Some(m) => write_uci::<R>(m, self.is_chess960, out),
                None => out.push(None),
            }
        }
        if let Some(key) = &mut board.key {
            key.push(Some(position.key()));
        }
        if let Some(fen) = &mut board.fen {
            fen.write(|text| fen::write_bytes(position, &FenStyle::default(), text));
            fen.close(true);
        }
        if self.has_rare {
            self.rare(position, played);
        }
    }

    #[inline]
    fn rare<R: Rules>(&mut self, position: &Position<R>, played: Option<Option<Move>>) {
        let board = &mut self.board;
        if let Some(out) = &mut board.san {
            match played {
                Some(Some(m)) => {
                    // Writing to a vector does not fail.
                    let _ = san::write_to(out, position, m);
                    out.close(true);
                }
                Some(None) => out.push(Some(b"--")),
                None => out.push(None),
            }
        }
        if let Some(out) = &mut board.polyglot {
            out.push(position.as_game::<Chess>().map(Position::polyglot_key));
        }
        if let Some(out) = &mut board.packed {
            out.push(position.pack().ok().as_ref());
        }
        if let Some(out) = &mut board.material {
            write_material(position, out);
            out.close(true);
        }
    }

    /// A row of no position.
    fn empty_row(&mut self) {
        let board = &mut self.board;
        let ply = u16::try_from(self.plies).unwrap_or(u16::MAX);
        board.ply.iter_mut().for_each(|column| column.push(Some(ply)));
        board.key.iter_mut().for_each(|column| column.push(None));
        board.polyglot.iter_mut().for_each(|column| column.push(None));
        board.packed.iter_mut().for_each(|column| column.push(None));
        for column in [&mut board.played, &mut board.san, &mut board.fen, &mut board.material] {
            column.iter_mut().for_each(|column| column.push(None));
        }
    }

    /// Ends a game whose last row is there.
    fn close(&mut self, error: Option<&str>) {
        // The last move, if there was one, and the last row, which has none.
        if self.said.last.is_wanted() {
            if self.plies > 0 {
                self.said.close();
            }
            self.said.last.forget();
            self.said.close();
            self.said.write_silent();
        }
        let count = self.plies + 1;
        let (about, whole) = (&self.about, &mut self.whole);
        if let Some(game) = &mut whole.game {
            game.repeat(self.games, count);
        }
        repeat(&mut whole.file, about.file.as_deref(), count);
        repeat(&mut whole.variant, about.variant.map(Variant::name), count);
        repeat(&mut whole.result, about.result_text(), count);
        repeat(&mut whole.error, None, count - 1);
        repeat(&mut whole.error, error, 1);
        for (name, column) in &mut whole.tags {
            let value = about.value(name).map(|value| match value.char_indices().nth(REPEATED) {
                Some((end, _)) => &value[..end],
                None => value,
            });
            column.repeat(value, count);
        }
        self.rows += count;
        self.plies = 0;
        self.games += 1;
        self.about.is_open = false;
    }
}

fn repeat(column: &mut Option<Texts>, value: Option<&str>, count: usize) {
    if let Some(column) = column {
        column.repeat(value, count);
    }
}

/// The men of both sides, as endgame tables are named: `KRPvKR`.
fn write_material<R: Rules>(position: &Position<R>, out: &mut Texts) {
    const ORDER: [Role; 6] =
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    for color in Color::ALL {
        for role in ORDER {
            let letter = R::MEN.letter(role) as u8;
            let men = position.pieces(color, role).len() as usize;
            (0..men).for_each(|_| out.extend(&[letter]));
        }
        if color == Color::White {
            out.extend(b"v");
        }
    }
}

impl Follower for PositionRows {
    fn begin_game(&mut self) {
        self.about.begin();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.about.tag(name, value);
    }

    fn start<R: Rules>(&mut self, variant: Variant, _: &Position<R>) {
        self.about.variant = Some(variant);
        self.is_chess960 = variant.is_chess960();
    }

    #[inline]
    fn ply<R: Rules>(&mut self, before: &Position<R>, played: Option<Move>, _: &Position<R>) {
        if self.plies > 0 && self.said.last.is_wanted() {
            self.said.close();
        }
        self.row(before, Some(played));
        self.plies += 1;
    }

    fn comment(&mut self, text: &[u8]) {
        if self.plies > 0 {
            self.said.last.read(text);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.about.result = Some(result);
    }

    fn end_game<R: Rules>(&mut self, last: &Position<R>, error: Option<GameError>) {
        self.row(last, None);
        let reason = error.map(|error| self.about.reason(&error));
        self.close(reason.as_deref());
    }

    fn no_start(&mut self, error: GameError) {
        let reason = self.about.reason(&error);
        self.empty_row();
        self.close(Some(&reason));
    }
}

impl Rows for PositionRows {
    fn len(&self) -> usize {
        self.rows
    }

    fn bytes(&self) -> usize {
        let (board, whole) = (&self.board, &self.whole);
        let moves = [&board.played, &board.san, &board.fen, &board.material];
        let wholes = [&whole.file, &whole.variant, &whole.result, &whole.error];
        let texts = moves.into_iter().chain(wholes).flatten();
        let texts = texts.chain(whole.tags.iter().map(|(_, column)| column));
        // The largest number has eight bytes, a packed position 32.
        let packed = board.packed.as_ref().map_or(0, |column| column.data.len());
        packed + texts.map(Texts::size).sum::<usize>() + 8 * self.wanted.len() * self.rows
    }

    fn take(&mut self) -> (Batch, u64) {
        let wanted = std::mem::take(&mut self.wanted);
        let columns = wanted.iter().filter_map(|wanted| self.column(wanted)).collect();
        self.wanted = wanted;
        let length = std::mem::take(&mut self.rows);
        let pool = Arc::downgrade(&self.pool);
        (Batch { length, columns, pool }, std::mem::take(&mut self.games))
    }

    fn place(&mut self, file: Option<&str>, lines: u64) {
        self.about.file = file.map(String::from);
        self.about.lines = lines;
    }

    fn abandon(&mut self, reason: &str) {
        if !self.about.is_open {
            self.about.begin();
        }
        self.empty_row();
        self.close(Some(reason));
    }
}
