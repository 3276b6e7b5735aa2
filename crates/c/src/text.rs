//! Texts from C, and to it.

use std::ffi::{CStr, c_char};

use crate::status::{ErawanStatus, Failure};

/// A text of the caller's.
///
/// # Safety
/// The pointer is NULL or points at bytes that end with a zero and stay as they
/// are for `'a`.
pub(crate) unsafe fn read<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::argument(format!("{name} is NULL")));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|error| {
        Failure::new(ErawanStatus::InvalidText, format!("{name} is not UTF-8: {error}"))
    })
}

/// A buffer of the caller's for a text.
pub(crate) struct Buffer {
    pub(crate) start: *mut c_char,
    pub(crate) capacity: usize,
    pub(crate) length: *mut usize,
}

impl Buffer {
    /// Writes a text and the zero behind it, if both fit, and in any case the
    /// length of the text.
    ///
    /// # Safety
    /// `start` is NULL or has room for `capacity` bytes, `length` is NULL or
    /// has room for a number.
    pub(crate) unsafe fn write(self, text: &str) -> Result<(), Failure> {
        if !self.length.is_null() {
            // SAFETY: the caller's promise.
            unsafe { self.length.write(text.len()) };
        }
        if self.start.is_null() || self.capacity <= text.len() {
            let message = format!("the text takes {} bytes with its end", text.len() + 1);
            return Err(Failure::new(ErawanStatus::BufferTooSmall, message));
        }
        // SAFETY: there is room for the text and the zero; the caller's buffer
        // is none of ours.
        unsafe {
            self.start.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
            self.start.add(text.len()).write(0);
        }
        Ok(())
    }
}

/// A row of numbers of the caller's.
///
/// # Safety
/// `start` has room for `capacity` values unless it is NULL, `count` is NULL or
/// has room for a number.
pub(crate) unsafe fn write_row<T: Copy>(
    row: &[T],
    start: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    if !count.is_null() {
        // SAFETY: the caller's promise.
        unsafe { count.write(row.len()) };
    }
    if row.is_empty() {
        return Ok(());
    }
    if start.is_null() || capacity < row.len() {
        let message = format!("there are {} values", row.len());
        return Err(Failure::new(ErawanStatus::BufferTooSmall, message));
    }
    // SAFETY: there is room for the row.
    unsafe { start.copy_from_nonoverlapping(row.as_ptr(), row.len()) };
    Ok(())
}
