//! What functions return, and what was wrong.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call ended.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErawanStatus {
    /// As it should.
    Ok = 0,
    /// A pointer is NULL that must not be, or a number is out of range.
    InvalidArgument = 1,
    /// A text is not UTF-8.
    InvalidText = 2,
    /// A text is not what it should be: no FEN, no move, no name of a game.
    Parse = 3,
    /// The move is not legal in the position.
    IllegalMove = 4,
    /// The buffer has no room for the result; the length says how much it takes.
    BufferTooSmall = 5,
    /// A file could not be read, or is no network for the game.
    Network = 6,
    /// There is no memory, or there are no threads, for what was asked.
    Resources = 7,
    /// The engine is searching.
    Busy = 8,
    /// Something is wrong in the library itself. Free the object and report it.
    Panic = 9,
}

/// Why a call fails.
pub(crate) struct Failure {
    status: ErawanStatus,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: ErawanStatus, message: impl Display) -> Failure {
        Failure { status, message: message.to_string() }
    }

    pub(crate) fn argument(message: impl Display) -> Failure {
        Failure::new(ErawanStatus::InvalidArgument, message)
    }

    pub(crate) fn parse(message: impl Display) -> Failure {
        Failure::new(ErawanStatus::Parse, message)
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

fn remember(message: &str) {
    let message = CString::new(message.replace('\0', "\u{FFFD}")).unwrap_or_default();
    // Nobody else holds it: the pointers handed out are not tracked.
    let _ = LAST.try_with(|last| last.replace(message));
}

/// Runs what a function does, keeps the message of a failure and lets no panic
/// out.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> ErawanStatus {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => ErawanStatus::Ok,
        Ok(Err(failure)) => {
            remember(&failure.message);
            failure.status
        }
        Err(panic) => {
            remember(&format!("a fault in the library: {}", words(&*panic)));
            ErawanStatus::Panic
        }
    }
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(words), _) => words,
        (_, Some(words)) => words,
        _ => "no reason given",
    }
}

/// The object behind a pointer, to look at.
///
/// # Safety
/// The pointer is NULL or points at a `T` that nobody changes for `'a`.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::argument(format!("{name} is NULL")))
}

/// The object behind a pointer, to change it.
///
/// # Safety
/// The pointer is NULL or points at a `T` that nobody else uses for `'a`.
pub(crate) unsafe fn borrow_mut<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or_else(|| Failure::argument(format!("{name} is NULL")))
}

/// Writes a result where the caller wants it.
///
/// # Safety
/// The pointer is NULL or points at room for a `T`.
pub(crate) unsafe fn put<T>(pointer: *mut T, name: &str, value: T) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::argument(format!("{name} is NULL")));
    }
    // SAFETY: the caller's promise.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Hands an object out.
///
/// # Safety
/// As for [`put`].
pub(crate) unsafe fn give<T>(
    pointer: *mut *mut T,
    value: impl FnOnce() -> Result<T, Failure>,
) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::argument("out is NULL"));
    }
    // SAFETY: the caller's promise.
    unsafe { put(pointer, "out", Box::into_raw(Box::new(value()?))) }
}

/// Takes an object back.
///
/// # Safety
/// The pointer is NULL or came from [`give`] and was not taken back before.
pub(crate) unsafe fn take_back<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // Dropping does not fail, but nothing may get out in any case.
        guard(|| {
            // SAFETY: the caller's promise.
            drop(unsafe { Box::from_raw(pointer) });
            Ok(())
        });
    }
}

/// What was wrong with the last call of this thread that failed, for people.
/// Never NULL. Valid until the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn erawan_last_error() -> *const c_char {
    // At the very end of a thread there is nothing to be had.
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library, `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn erawan_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    #[test]
    fn panics_become_a_status_and_a_message() {
        let message = || {
            // SAFETY: a text of the library's that no call has replaced yet.
            unsafe { CStr::from_ptr(erawan_last_error()) }.to_str().unwrap().to_owned()
        };
        let panicking = |body: fn()| {
            guard(|| {
                body();
                Ok(())
            })
        };
        assert_eq!(panicking(|| panic!("plain words")), ErawanStatus::Panic);
        assert!(message().ends_with("plain words"));
        assert_eq!(panicking(|| panic!("number {}", 7)), ErawanStatus::Panic);
        assert!(message().ends_with("number 7"));
        assert_eq!(panicking(|| std::panic::panic_any(7)), ErawanStatus::Panic);
        assert!(message().ends_with("no reason given"));
        assert_eq!(guard(|| Err(Failure::parse("a\0b"))), ErawanStatus::Parse);
        assert_eq!(message(), "a\u{FFFD}b");
    }
}
