//! Columns while they grow.

use std::fmt;
use std::sync::Weak;

use super::pool::{Item, Pool};

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    U16,
    U64,
    I16,
    I32,
    F64,
    Text,
    Bytes32,
    /// Lists, of what they are named for.
    Texts,
    Bytes32s,
    I16s,
    I32s,
    F64s,
    /// A map from texts to texts.
    Map,
}

/// A column's name and what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// Which values are there. As long as all are, and for those at the end, nothing is
/// kept.
#[derive(Default)]
pub(crate) struct Validity {
    bits: Vec<u8>,
    nulls: usize,
}

impl Validity {
    /// `count` values from `first` on, the last so far, are not there.
    fn set_nulls(&mut self, first: usize, count: usize) {
        let end = first + count;
        self.cover(end);
        self.nulls += count;
        let mut index = first;
        while index < end {
            // Whole bytes at once.
            let next = (index / 8 * 8 + 8).min(end);
            let mask = ((1_u16 << (next - index)) - 1) << (index % 8);
            if let Some(byte) = self.bits.get_mut(index / 8) {
                *byte &= !(mask as u8);
            }
            index = next;
        }
    }

    fn set_null(&mut self, index: usize) {
        self.set_nulls(index, 1);
    }

    /// All values are there, and about as many will be as were.
    fn emptied(&self, pool: &Pool) -> Validity {
        let mut bits = if self.nulls > 0 { pool.take(self.bits.len()) } else { Vec::new() };
        bits.clear();
        Validity { bits, nulls: 0 }
    }

    fn cover(&mut self, length: usize) {
        let bytes = length.div_ceil(8);
        if bytes > self.bits.len() {
            self.bits.resize(bytes, 0xFF);
        }
    }

    /// The bits of `length` values, and how many are not there.
    pub(crate) fn finish(mut self, length: usize) -> (Vec<u8>, usize) {
        if self.nulls > 0 {
            self.cover(length);
        }
        (self.bits, self.nulls)
    }
}

/// Numbers of a type.
#[derive(Default)]
pub(crate) struct Numbers<T> {
    pub(crate) values: Vec<T>,
    pub(crate) validity: Validity,
}

impl<T: Default + Copy> Numbers<T> {
    #[inline]
    pub(crate) fn push(&mut self, value: Option<T>) {
        if value.is_none() {
            self.validity.set_null(self.values.len());
        }
        self.values.push(value.unwrap_or_default());
    }

    /// Adds `count` values that are not there.
    pub(crate) fn push_nulls(&mut self, count: usize) {
        self.validity.set_nulls(self.values.len(), count);
        self.values.resize(self.values.len() + count, T::default());
    }
}

impl<T: Item> Numbers<T> {
    /// An empty column that will grow about as long as this one.
    pub(crate) fn emptied(&self, pool: &Pool) -> Numbers<T> {
        let mut values = pool.take(self.values.len());
        values.clear();
        Numbers { values, validity: self.validity.emptied(pool) }
    }

    /// The same number many times.
    pub(crate) fn repeat(&mut self, value: T, count: usize) {
        self.values.resize(self.values.len() + count, value);
    }
}

/// Texts, one behind the other.
pub(crate) struct Texts {
    pub(crate) offsets: Vec<i32>,
    /// The texts up to `end`, and room behind them.
    data: Vec<u8>,
    end: usize,
    pub(crate) validity: Validity,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { offsets: vec![0], data: Vec::new(), end: 0, validity: Validity::default() }
    }
}

impl Texts {
    /// An empty column that will grow about as long as this one.
    pub(crate) fn emptied(&self, pool: &Pool) -> Texts {
        let mut offsets = pool.take(self.offsets.len());
        offsets.clear();
        offsets.push(0);
        // What is in it is written over.
        let data = pool.take(self.end);
        Texts { offsets, data, end: 0, validity: self.validity.emptied(pool) }
    }

    /// The buffers: offsets, and the bytes they are of.
    pub(crate) fn into_buffers(self) -> (Vec<i32>, Vec<u8>) {
        (self.offsets, self.data)
    }

    #[inline]
    pub(crate) fn push(&mut self, value: Option<&[u8]>) {
        self.extend(value.unwrap_or_default());
        self.close(value.is_some());
    }

    /// Adds to the value that is being written.
    #[inline]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let end = self.end + bytes.len();
        if self.data.len() < end {
            self.grow(end);
        }
        if let Some(room) = self.data.get_mut(self.end..end) {
            room.copy_from_slice(bytes);
        }
        self.end = end;
    }

    /// Adds what is written by hand into room for `N` bytes: so many of them.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N]) -> usize) {
        if self.data.len() < self.end + N {
            self.grow(self.end + N);
        }
        if let Some(room) = self.data.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut) {
            self.end += write(room).min(N);
        }
    }

    #[cold]
    fn grow(&mut self, wanted: usize) {
        let doubled = self.data.len().max(2048) * 2;
        self.data.resize(wanted.max(doubled).max(self.data.capacity()), 0);
    }

    /// Ends a value that was written by hand.
    #[inline]
    pub(crate) fn close(&mut self, is_valid: bool) {
        if !is_valid {
            self.validity.set_null(self.len());
        }
        // Batches end long before there are so many bytes.
        self.offsets.push(i32::try_from(self.end).unwrap_or(i32::MAX));
    }

    pub(crate) fn push_str(&mut self, value: Option<&str>) {
        self.push(value.map(str::as_bytes));
    }

    /// The same value many times.
    pub(crate) fn repeat(&mut self, value: Option<&str>, count: usize) {
        let Some(value) = value else {
            self.validity.set_nulls(self.len(), count);
            let end = i32::try_from(self.end).unwrap_or(i32::MAX);
            self.offsets.resize(self.offsets.len() + count, end);
            return;
        };
        let (start, length) = (self.end, value.len());
        let end = start + count * length;
        if self.data.len() < end {
            self.grow(end);
        }
        if let Some(room) = self.data.get_mut(start..end) {
            let mut filled = length.min(room.len());
            room[..filled].copy_from_slice(&value.as_bytes()[..filled]);
            // What is there is doubled until it is enough.
            while filled < room.len() {
                let more = filled.min(room.len() - filled);
                room.copy_within(..more, filled);
                filled += more;
            }
        }
        self.end = end;
        let ends = (1..=count).map(|number| start + number * length);
        self.offsets.extend(ends.map(|end| i32::try_from(end).unwrap_or(i32::MAX)));
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The bytes of all values.
    pub(crate) fn size(&self) -> usize {
        self.end
    }
}

/// Adds to the value that is being written.
impl fmt::Write for Texts {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.extend(text.as_bytes());
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        if c.is_ascii() {
            self.extend(&[c as u8]);
            return Ok(());
        }
        self.write_str(c.encode_utf8(&mut [0; 4]))
    }
}

/// Values of 32 bytes.
#[derive(Default)]
pub(crate) struct Bytes32 {
    pub(crate) data: Vec<u8>,
    pub(crate) validity: Validity,
}

impl Bytes32 {
    /// An empty column that will grow about as long as this one.
    pub(crate) fn emptied(&self, pool: &Pool) -> Bytes32 {
        let mut data = pool.take(self.data.len());
        data.clear();
        Bytes32 { data, validity: self.validity.emptied(pool) }
    }

    pub(crate) fn push(&mut self, value: Option<&[u8; 32]>) {
        if value.is_none() {
            self.validity.set_null(self.data.len() / 32);
        }
        self.data.extend_from_slice(value.unwrap_or(&[0; 32]));
    }
}

/// What lists are of.
pub(crate) trait Items: Default {
    /// How many there are, in all lists.
    fn count(&self) -> usize;

    /// An empty column that will grow about as long as this one.
    fn emptied(&self, pool: &Pool) -> Self;
}

impl Items for Texts {
    fn count(&self) -> usize {
        self.len()
    }

    fn emptied(&self, pool: &Pool) -> Texts {
        Texts::emptied(self, pool)
    }
}

impl Items for Bytes32 {
    fn count(&self) -> usize {
        self.data.len() / 32
    }

    fn emptied(&self, pool: &Pool) -> Bytes32 {
        Bytes32::emptied(self, pool)
    }
}

impl<T: Item> Items for Numbers<T> {
    fn count(&self) -> usize {
        self.values.len()
    }

    fn emptied(&self, pool: &Pool) -> Numbers<T> {
        Numbers::emptied(self, pool)
    }
}

/// Lists.
pub(crate) struct Lists<T> {
    pub(crate) offsets: Vec<i32>,
    pub(crate) items: T,
}

impl<T: Items> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { offsets: vec![0], items: T::default() }
    }
}

impl<T: Items> Lists<T> {
    /// Ends a list.
    pub(crate) fn close(&mut self) {
        self.offsets.push(i32::try_from(self.items.count()).unwrap_or(i32::MAX));
    }

    /// An empty column that will grow about as long as this one.
    pub(crate) fn emptied(&self, pool: &Pool) -> Lists<T> {
        let mut offsets = pool.take(self.offsets.len());
        offsets.clear();
        offsets.push(0);
        Lists { offsets, items: self.items.emptied(pool) }
    }
}

/// Maps from texts to texts.
pub(crate) struct Maps {
    pub(crate) offsets: Vec<i32>,
    pub(crate) keys: Texts,
    pub(crate) values: Texts,
}

impl Default for Maps {
    fn default() -> Maps {
        Maps { offsets: vec![0], keys: Texts::default(), values: Texts::default() }
    }
}

impl Maps {
    pub(crate) fn push(&mut self, key: &str, value: &str) {
        self.keys.push_str(Some(key));
        self.values.push_str(Some(value));
    }

    /// Ends a map.
    pub(crate) fn close(&mut self) {
        self.offsets.push(i32::try_from(self.keys.len()).unwrap_or(i32::MAX));
    }

    /// An empty column that will grow about as long as this one.
    fn emptied(&self, pool: &Pool) -> Maps {
        let mut offsets = pool.take(self.offsets.len());
        offsets.clear();
        offsets.push(0);
        Maps { offsets, keys: self.keys.emptied(pool), values: self.values.emptied(pool) }
    }
}

/// A column of any kind.
pub(crate) enum Column {
    U16(Numbers<u16>),
    U64(Numbers<u64>),
    I16(Numbers<i16>),
    I32(Numbers<i32>),
    F64(Numbers<f64>),
    Text(Texts),
    Bytes32(Bytes32),
    Texts(Lists<Texts>),
    Bytes32s(Lists<Bytes32>),
    I16s(Lists<Numbers<i16>>),
    I32s(Lists<Numbers<i32>>),
    F64s(Lists<Numbers<f64>>),
    Map(Maps),
}

impl Column {
    /// An empty column of the same kind that will grow about as long as this one.
    pub(crate) fn emptied(&self, pool: &Pool) -> Column {
        match self {
            Column::U16(column) => Column::U16(column.emptied(pool)),
            Column::U64(column) => Column::U64(column.emptied(pool)),
            Column::I16(column) => Column::I16(column.emptied(pool)),
            Column::I32(column) => Column::I32(column.emptied(pool)),
            Column::F64(column) => Column::F64(column.emptied(pool)),
            Column::Text(column) => Column::Text(column.emptied(pool)),
            Column::Bytes32(column) => Column::Bytes32(column.emptied(pool)),
            Column::Texts(column) => Column::Texts(column.emptied(pool)),
            Column::Bytes32s(column) => Column::Bytes32s(column.emptied(pool)),
            Column::I16s(column) => Column::I16s(column.emptied(pool)),
            Column::I32s(column) => Column::I32s(column.emptied(pool)),
            Column::F64s(column) => Column::F64s(column.emptied(pool)),
            Column::Map(column) => Column::Map(column.emptied(pool)),
        }
    }
}

/// Some rows of a table.
pub(crate) struct Batch {
    pub(crate) length: usize,
    pub(crate) columns: Vec<Column>,
    /// Where its buffers go when they are done with.
    pub(crate) pool: Weak<Pool>,
}
