//! One file: what its header says, and the value of a position in it.

use erawan_board::{Chess, Color, Piece, Position, Role};

use super::error::{Corruption, Fault, TableKind};
use super::layout::{self, Layout, Lead, Squares};
use super::material::{MAX_MEN, Material};
use super::pairs::Pairs;
use super::source::{Cursor, Source};
use super::wdl::Wdl;

const WDL_MAGIC: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];
const DTZ_MAGIC: [u8; 4] = [0xD7, 0x66, 0x0C, 0xA5];

// What the flags of a list of distances mean.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_IN_PLIES: u8 = 4;
const LOSS_IN_PLIES: u8 = 8;
const WIDE_MAP: u8 = 16;

/// The positions with one side to move and, where there are pawns, with the
/// leading pawn on one file.
struct Part {
    pieces: Vec<Piece>,
    layout: Layout,
    pairs: Pairs,
}

/// Distances in the order of how often they occur, by result.
#[derive(Default)]
struct Map {
    by_result: [Vec<u16>; 4],
}

/// A table, ready to be asked.
pub(super) struct Table {
    source: Source,
    material: Material,
    /// By file of the leading pawn (one if there is none), then by side.
    parts: Vec<Vec<Part>>,
    /// By file of the leading pawn.
    maps: Vec<Map>,
}

/// What a table of distances answers.
pub(super) enum Distance {
    /// To the next capture or pawn move, in plies.
    Plies(i32),
    /// Only positions with the other side to move are there.
    OtherSide,
}

/// How a position is seen so that it fits the table: colours exchanged or not,
/// and who is to move then.
#[derive(Clone, Copy)]
struct View {
    flipped: bool,
    side: usize,
}

impl Table {
    pub(super) fn read(
        source: Source,
        material: Material,
        kind: TableKind,
    ) -> Result<Table, Fault> {
        let mut cursor = Cursor::new(&source);
        let magic = match kind {
            TableKind::Wdl => WDL_MAGIC,
            TableKind::Dtz => DTZ_MAGIC,
        };
        if cursor.bytes()? != magic {
            return Err(Corruption::Magic.into());
        }
        if source.len() % 64 != 16 {
            return Err(Corruption::Length.into());
        }
        let flags = cursor.u8()?;
        let two_sided = kind == TableKind::Wdl && !material.is_symmetric();
        if (flags & 2 != 0) != material.has_pawns()
            || (kind == TableKind::Wdl && (flags & 1 != 0) != two_sided)
        {
            return Err(Corruption::Flags.into());
        }
        let files = if material.has_pawns() { 4 } else { 1 };
        let sides = if two_sided { 2 } else { 1 };

        let mut layouts = Vec::with_capacity(files);
        for file in 0..files {
            layouts.push(read_layouts(&mut cursor, &material, file as u8, sides)?);
        }
        cursor.align(2);
        let mut parts: Vec<Vec<Part>> = Vec::with_capacity(files);
        for by_side in layouts {
            let mut row = Vec::with_capacity(sides);
            for (pieces, layout) in by_side {
                let pairs = Pairs::read(&mut cursor, layout.size)?;
                row.push(Part { pieces, layout, pairs });
            }
            parts.push(row);
        }
        let mut maps = Vec::new();
        if kind == TableKind::Dtz {
            for row in &parts {
                let flags = row.first().map_or(0, |part| part.pairs.flags);
                maps.push(read_map(&mut cursor, flags)?);
            }
            cursor.align(2);
        }
        let mut place = |f: fn(&mut Pairs, &mut Cursor<'_>) -> Result<(), Fault>| {
            parts.iter_mut().flatten().try_for_each(|part| f(&mut part.pairs, &mut cursor))
        };
        place(Pairs::place_index)?;
        place(Pairs::place_lengths)?;
        place(Pairs::place_blocks)?;
        Ok(Table { source, material, parts, maps })
    }

    fn view(&self, position: &Position<Chess>) -> View {
        let black = position.turn() == Color::Black;
        // With equal men on both sides the side to move is always seen as White.
        let flipped = if self.material.is_symmetric() {
            black
        } else {
            Material::of(position) != self.material
        };
        View { flipped, side: usize::from(black != flipped) }
    }

    /// The part of the table a position belongs to: the parts by side.
    fn row(&self, position: &Position<Chess>, view: View) -> Result<(usize, &[Part]), Fault> {
        let file = if self.material.has_pawns() {
            let lead = self.parts.first().and_then(|row| row.first()?.pieces.first());
            let color = lead.map_or(Color::White, |piece| piece.color());
            let color = if view.flipped { !color } else { color };
            let pawns = position.pieces(color, Role::Pawn);
            layout::leading_file(pawns.iter().map(u8::from)).ok_or(Fault::Impossible)? as usize
        } else {
            0
        };
        let row = self.parts.get(file).ok_or(Corruption::Pieces)?;
        Ok((file, row))
    }

    fn value(&self, position: &Position<Chess>, view: View, part: &Part) -> Result<u16, Fault> {
        let mut squares: Squares = [0; MAX_MEN as usize];
        let turn = if view.flipped { 56 } else { 0 };
        let mut men = 0;
        for group in part.pieces.chunk_by(|a, b| a == b) {
            let Some(piece) = group.first() else { continue };
            let color = if view.flipped { !piece.color() } else { piece.color() };
            let mut places = position.pieces(color, piece.role()).iter();
            for _ in group {
                let (Some(to), Some(square)) = (squares.get_mut(men), places.next()) else {
                    return Err(Corruption::Pieces.into());
                };
                *to = u8::from(square) ^ turn;
                men += 1;
            }
        }
        let number = part.layout.number(&mut squares, men).ok_or(Fault::Impossible)?;
        part.pairs.value(&self.source, number)
    }

    /// The result of a position in which no capture is best.
    pub(super) fn wdl(&self, position: &Position<Chess>) -> Result<Wdl, Fault> {
        let view = self.view(position);
        let (_, row) = self.row(position, view)?;
        let part = row.get(view.side).ok_or(Corruption::Pieces)?;
        let value = self.value(position, view, part)?;
        Ok(Wdl::from_table(value).ok_or(Corruption::Value)?)
    }

    /// The distance in a position of a known result that is not a draw.
    pub(super) fn dtz(&self, position: &Position<Chess>, wdl: Wdl) -> Result<Distance, Fault> {
        let view = self.view(position);
        let (file, row) = self.row(position, view)?;
        let part = row.first().ok_or(Corruption::Pieces)?;
        let flags = part.pairs.flags;
        let one_sided = !self.material.is_symmetric() || self.material.has_pawns();
        if one_sided && usize::from(flags & BLACK_TO_MOVE) != view.side {
            return Ok(Distance::OtherSide);
        }
        let mut value = self.value(position, view, part)?;
        if flags & MAPPED != 0 {
            let result = match wdl {
                Wdl::Win | Wdl::Draw => 0,
                Wdl::Loss => 1,
                Wdl::CursedWin => 2,
                Wdl::BlessedLoss => 3,
            };
            let map = self.maps.get(file).and_then(|map| map.by_result.get(result));
            value = *map.and_then(|map| map.get(usize::from(value))).ok_or(Corruption::Value)?;
        }
        let in_plies = match wdl {
            Wdl::Win => flags & WIN_IN_PLIES != 0,
            Wdl::Loss => flags & LOSS_IN_PLIES != 0,
            _ => false,
        };
        let plies = i32::from(value) * if in_plies { 1 } else { 2 };
        Ok(Distance::Plies(plies + 1))
    }
}

/// Reads the men in their order and how they are numbered, for each side.
fn read_layouts(
    cursor: &mut Cursor<'_>,
    material: &Material,
    file: u8,
    sides: usize,
) -> Result<Vec<(Vec<Piece>, Layout)>, Fault> {
    let pawns = Color::ALL.map(|color| material.count(color, Role::Pawn) as usize);
    let order = cursor.u8()?;
    let second_order = if pawns[0] > 0 && pawns[1] > 0 { cursor.u8()? } else { 0xFF };
    let mut codes = Vec::with_capacity(MAX_MEN as usize);
    for _ in 0..material.men() {
        codes.push(cursor.u8()?);
    }
    // The side with fewer pawns leads, White if they have as many.
    let leading = match pawns {
        [_, 0] => Color::White,
        [white, black] if white > 0 && white <= black => Color::White,
        _ => Color::Black,
    };
    let (lead_pawns, second_pawns) = (pawns[leading.index()], pawns[leading.opposite().index()]);
    let lead = if lead_pawns > 0 {
        Lead::Pawns { count: lead_pawns, file }
    } else if material.singletons() >= 3 {
        Lead::Three
    } else {
        Lead::Kings
    };
    let mut layouts = Vec::with_capacity(sides);
    for side in 0..sides {
        // The low half of each byte is for White to move, the high for Black.
        let half = |byte: u8| if side == 0 { byte & 15 } else { byte >> 4 };
        let pieces: Option<Vec<Piece>> =
            codes.iter().map(|&code| Piece::from_bits(half(code).wrapping_sub(1))).collect();
        let pieces = pieces.ok_or(Corruption::Pieces)?;
        check_pieces(&pieces, material, lead, leading, second_pawns)?;
        let bits: Vec<u8> = pieces.iter().map(|piece| piece.bits()).collect();
        let layout = Layout::new(&bits, lead, second_pawns, half(order), half(second_order))?;
        layouts.push((pieces, layout));
    }
    Ok(layouts)
}

/// The men must be those of the file's name, equal ones side by side, and the
/// leading group must be what its numbering supposes.
fn check_pieces(
    pieces: &[Piece],
    material: &Material,
    lead: Lead,
    leading: Color,
    second_pawns: usize,
) -> Result<(), Fault> {
    let right = Color::ALL.into_iter().all(|color| {
        Role::ALL.into_iter().all(|role| {
            let piece = Piece::new(color, role);
            let runs = pieces.chunk_by(|a, b| a == b).filter(|run| run.contains(&piece)).count();
            pieces.iter().filter(|&&p| p == piece).count() as u32 == material.count(color, role)
                && runs <= 1
        })
    });
    let leads = match lead {
        Lead::Three => pieces.chunk_by(|a, b| a == b).take(3).all(|run| run.len() == 1),
        Lead::Kings => pieces.iter().take(2).all(|piece| piece.role() == Role::King),
        Lead::Pawns { count, .. } => {
            let second = pieces.get(count..count + second_pawns);
            pieces.iter().take(count).all(|&piece| piece == Piece::new(leading, Role::Pawn))
                && second.is_some_and(|men| {
                    men.iter().all(|&piece| piece == Piece::new(!leading, Role::Pawn))
                })
        }
    };
    if right && leads { Ok(()) } else { Err(Corruption::Pieces.into()) }
}

fn read_map(cursor: &mut Cursor<'_>, flags: u8) -> Result<Map, Fault> {
    let mut map = Map::default();
    if flags & MAPPED == 0 {
        return Ok(map);
    }
    let wide = flags & WIDE_MAP != 0;
    if wide {
        cursor.align(2);
    }
    for values in &mut map.by_result {
        let count = if wide { cursor.u16()? } else { u16::from(cursor.u8()?) };
        values.reserve_exact(usize::from(count));
        for _ in 0..count {
            values.push(if wide { cursor.u16()? } else { u16::from(cursor.u8()?) });
        }
    }
    Ok(map)
}
