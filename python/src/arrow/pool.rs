//! Buffers that are used again.
//!
//! A batch has some megabytes, and memory that is fresh from the system costs as much
//! as what is written there. So a buffer that its consumer has released goes back to
//! who made it.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// As many buffers of a type are kept. A consumer that holds on to its batches and
/// releases them all at once gives more back than will be wanted.
const MOST: usize = 16;

/// Buffers that wait to be used again, by their type.
#[derive(Default)]
pub(crate) struct Pool {
    bytes: Mutex<Vec<Vec<u8>>>,
    shorts: Mutex<Vec<Vec<u16>>>,
    ints: Mutex<Vec<Vec<i32>>>,
    longs: Mutex<Vec<Vec<u64>>>,
}

/// What buffers are of.
pub(crate) trait Item: Default + Copy + Send + Sized + 'static {
    /// Where they are kept, if they are.
    fn shelf(_: &Pool) -> Option<&Mutex<Vec<Vec<Self>>>> {
        None
    }
}

macro_rules! kept {
    ($($item:ty => $shelf:ident),*) => {
        $(impl Item for $item {
            fn shelf(pool: &Pool) -> Option<&Mutex<Vec<Vec<$item>>>> {
                Some(&pool.$shelf)
            }
        })*
    };
}
kept!(u8 => bytes, u16 => shorts, i32 => ints, u64 => longs);
// Few ask for these columns.
impl Item for i16 {}
impl Item for f64 {}

impl Pool {
    /// A buffer for so many items: the smallest that has room, as it was left, or a new
    /// one.
    pub(crate) fn take<T: Item>(&self, count: usize) -> Vec<T> {
        let mut shelf =
            T::shelf(self).map(|shelf| shelf.lock().unwrap_or_else(PoisonError::into_inner));
        let fitting = shelf.as_mut().and_then(|shelf| {
            let fits = |(_, buffer): &(usize, &Vec<T>)| buffer.capacity() >= count;
            let (place, _) = shelf
                .iter()
                .enumerate()
                .filter(fits)
                .min_by_key(|(_, buffer)| buffer.capacity())?;
            Some(shelf.swap_remove(place))
        });
        fitting.unwrap_or_else(|| Vec::with_capacity(count + count / 8))
    }

    fn give<T: Item>(&self, buffer: Vec<T>) {
        if let Some(shelf) = T::shelf(self) {
            let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
            if shelf.len() < MOST {
                shelf.push(buffer);
            }
        }
    }
}

/// A buffer that goes back to its pool, if that is still there.
pub(crate) struct Lent<T: Item> {
    buffer: Vec<T>,
    pool: Weak<Pool>,
}

impl<T: Item> Lent<T> {
    pub(crate) fn new(buffer: Vec<T>, pool: &Weak<Pool>) -> Lent<T> {
        Lent { buffer, pool: Weak::clone(pool) }
    }

    pub(crate) fn as_ptr(&self) -> *const T {
        self.buffer.as_ptr()
    }
}

impl<T: Item> Drop for Lent<T> {
    fn drop(&mut self) {
        if let Some(pool) = Weak::upgrade(&self.pool) {
            Arc::as_ref(&pool).give(std::mem::take(&mut self.buffer));
        }
    }
}
