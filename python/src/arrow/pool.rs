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
    unsigned_shorts: Mutex<Vec<Vec<u16>>>,
    shorts: Mutex<Vec<Vec<i16>>>,
    ints: Mutex<Vec<Vec<i32>>>,
    longs: Mutex<Vec<Vec<u64>>>,
    doubles: Mutex<Vec<Vec<f64>>>,
}

/// What buffers are of.
pub(crate) trait Item: Default + Copy + Send + Sized + 'static {
    /// Where they are kept.
    fn shelf(pool: &Pool) -> &Mutex<Vec<Vec<Self>>>;
}

macro_rules! kept {
    ($($item:ty => $shelf:ident),*) => {
        $(impl Item for $item {
            fn shelf(pool: &Pool) -> &Mutex<Vec<Vec<$item>>> {
                &pool.$shelf
            }
        })*
    };
}
kept!(u8 => bytes, u16 => unsigned_shorts, i16 => shorts, i32 => ints, u64 => longs, f64 => doubles);

impl Pool {
    /// A buffer for `count` items: the smallest that has room, as it was left, or a new
    /// one.
    pub(crate) fn take<T: Item>(&self, count: usize) -> Vec<T> {
        let mut shelf = T::shelf(self).lock().unwrap_or_else(PoisonError::into_inner);
        let fitting = shelf.iter().enumerate().filter(|(_, buffer)| buffer.capacity() >= count);
        let smallest = fitting.min_by_key(|(_, buffer)| buffer.capacity()).map(|(place, _)| place);
        match smallest {
            Some(place) => shelf.swap_remove(place),
            None => Vec::with_capacity(count + count / 8),
        }
    }

    fn give<T: Item>(&self, buffer: Vec<T>) {
        let mut shelf = T::shelf(self).lock().unwrap_or_else(PoisonError::into_inner);
        if shelf.len() < MOST {
            shelf.push(buffer);
        } else if let Some(smallest) = shelf.iter_mut().min_by_key(|kept| kept.capacity())
            && smallest.capacity() < buffer.capacity()
        {
            *smallest = buffer;
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
