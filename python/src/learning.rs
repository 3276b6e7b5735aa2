//! Positions as inputs for networks.

use std::path::PathBuf;

use erawan_board::{CastlingSide, Color, Position, Role, Rules, with_game};
use erawan_engine::embedded_network;
use erawan_nnue::Architecture;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::batch::{AnyPosition, collect};
use crate::board::{Board, variant_named};
use crate::engine::network_of;

/// Men, castling rights, en passant, turn and two clocks.
const ALL_PLANES: usize = 20;
/// Men alone.
const MEN: usize = 12;
const SQUARES: usize = 64;
/// The most men a position can have for a network.
const MOST_MEN: usize = 32;

/// A number of a plane: a float, or a byte.
trait Cell: Copy {
    const SIZE: usize;
    const ONE: Self;
    /// A number that is divided by another, where that is possible.
    fn fraction(number: u16, by: f32) -> Self;
    fn bytes(self) -> [u8; 4];
}

impl Cell for f32 {
    const SIZE: usize = 4;
    const ONE: f32 = 1.0;
    fn fraction(number: u16, by: f32) -> f32 {
        f32::from(number) / by
    }
    fn bytes(self) -> [u8; 4] {
        self.to_ne_bytes()
    }
}

impl Cell for u8 {
    const SIZE: usize = 1;
    const ONE: u8 = 1;
    fn fraction(number: u16, _: f32) -> u8 {
        u8::try_from(number).unwrap_or(u8::MAX)
    }
    fn bytes(self) -> [u8; 4] {
        [self; 4]
    }
}

/// Planes of one position.
struct Planes<'a> {
    out: &'a mut [u8],
}

impl Planes<'_> {
    #[inline]
    fn set<C: Cell>(&mut self, plane: usize, square: usize, value: C) {
        let at = (plane * SQUARES + square) * C::SIZE;
        if let Some(place) = self.out.get_mut(at..at + C::SIZE) {
            place.copy_from_slice(&value.bytes()[..C::SIZE]);
        }
    }

    fn fill<C: Cell>(&mut self, plane: usize, value: C) {
        (0..SQUARES).for_each(|square| self.set(plane, square, value));
    }

    fn write<C: Cell, R: Rules>(&mut self, position: &Position<R>, all: bool) {
        for color in Color::ALL {
            for role in Role::ALL {
                for square in position.pieces(color, role) {
                    self.set(6 * color.index() + role.index(), square.index(), C::ONE);
                }
            }
        }
        if !all {
            return;
        }
        let mut plane = MEN;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if position.castling_rook(color, side).is_some() {
                    self.fill(plane, C::ONE);
                }
                plane += 1;
            }
        }
        if let Some(square) = position.en_passant() {
            let file = square.file().index();
            (0..8).for_each(|rank| self.set(plane, rank * 8 + file, C::ONE));
        }
        if position.turn() == Color::Black {
            self.fill(plane + 1, C::ONE);
        }
        self.fill(plane + 2, C::fraction(position.halfmove_clock(), 100.0));
        self.fill(plane + 3, C::fraction(position.fullmove_number(), 512.0));
    }
}

fn write_planes<C: Cell>(positions: &[AnyPosition], count: usize, out: &mut [u8]) {
    let size = count * SQUARES * C::SIZE;
    for (position, out) in positions.iter().zip(out.chunks_exact_mut(size)) {
        let mut planes = Planes { out };
        with_game!(position, position => planes.write::<C, _>(position, count == ALL_PLANES));
    }
}

/// The planes of positions, as the bytes of an array of count planes of 8 x 8 for each.
#[pyfunction]
pub(crate) fn plane_bytes<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    count: usize,
    floats: bool,
    variant: &str,
) -> PyResult<Bound<'py, PyByteArray>> {
    if ![MEN, ALL_PLANES].contains(&count) {
        return Err(PyValueError::new_err(format!("there are 12 or 20 planes, not {count}")));
    }
    let positions = collect(positions, variant)?;
    let size = if floats { f32::SIZE } else { u8::SIZE };
    PyByteArray::new_with(py, positions.len() * count * SQUARES * size, |out| {
        py.detach(|| match floats {
            true => write_planes::<f32>(&positions, count, out),
            false => write_planes::<u8>(&positions, count, out),
        });
        Ok(())
    })
}

/// The inputs that men switch on: the side to move's, then the other's.
fn inputs<R: Rules>(position: &Position<R>, architecture: &Architecture, out: &mut [u8]) {
    let turn = position.turn();
    for (perspective, out) in [turn, !turn].into_iter().zip(out.chunks_exact_mut(4 * MOST_MEN)) {
        let king = position.king(perspective);
        let men = position.occupied().iter().filter_map(|square| {
            let piece = position.piece_at(square)?;
            Some(architecture.input(perspective, king, (piece.color(), piece.role(), square)))
        });
        let numbers = men.map(|input| i32::try_from(input).unwrap_or(-1));
        for (place, number) in out.chunks_exact_mut(4).zip(numbers.chain(std::iter::repeat(-1))) {
            place.copy_from_slice(&number.to_ne_bytes());
        }
    }
}

fn architecture(network: Option<PathBuf>, variant: &str) -> PyResult<Architecture> {
    let variant = variant_named(variant)?;
    let network = network_of(network, variant)?.or_else(|| embedded_network(variant));
    // Without a network, one bucket for all kings.
    Ok(network.map_or_else(
        || Architecture::new(variant.rules(), MOST_MEN),
        |network| *network.architecture(),
    ))
}

/// The inputs of a network that positions switch on, as the bytes of an array of two
/// times 32 numbers of 32 bits for each.
#[pyfunction]
pub(crate) fn feature_bytes<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    network: Option<PathBuf>,
    variant: &str,
) -> PyResult<Bound<'py, PyByteArray>> {
    let positions = collect(positions, variant)?;
    let architecture = architecture(network, variant)?;
    let most = positions.iter().map(|one| with_game!(one, one => one.occupied().len())).max();
    if most.is_some_and(|men| men as usize > MOST_MEN) {
        return Err(PyValueError::new_err("networks see positions with at most 32 men"));
    }
    let size = 2 * MOST_MEN * 4;
    PyByteArray::new_with(py, positions.len() * size, |out| {
        py.detach(|| {
            for (position, out) in positions.iter().zip(out.chunks_exact_mut(size)) {
                with_game!(position, position => inputs(position, &architecture, out));
            }
        });
        Ok(())
    })
}

/// Positions packed into 32 bytes each, behind each other.
#[pyfunction]
#[pyo3(signature = (positions, variant="chess"))]
pub(crate) fn pack<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    variant: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut packed = Vec::new();
    for (index, position) in collect(positions, variant)?.iter().enumerate() {
        let bytes = with_game!(position, position => position.pack())
            .map_err(|error| PyValueError::new_err(format!("position {index}: {error}")))?;
        packed.extend_from_slice(&bytes);
    }
    Ok(PyBytes::new(py, &packed))
}

/// The boards of positions that were packed.
#[pyfunction]
#[pyo3(signature = (packed, variant="chess"))]
pub(crate) fn unpack(packed: &Bound<'_, PyAny>, variant: &str) -> PyResult<Vec<Board>> {
    let game = variant_named(variant)?;
    let board = |position: &AnyPosition| with_game!(position, position => Board::from_position(*position, game));
    Ok(collect(packed, variant)?.iter().map(board).collect())
}
