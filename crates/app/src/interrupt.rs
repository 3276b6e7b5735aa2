//! Ctrl-C, for work that wants to leave its files in order.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C sets the flag that is returned; the second
/// ends the program as usual.
#[cfg(unix)]
pub(crate) fn flag() -> &'static AtomicBool {
    type Handler = extern "C" fn(i32);
    const INTERRUPT: i32 = 2;
    const TERMINATE: i32 = 15;
    const DEFAULT: usize = 0;

    unsafe extern "C" {
        fn signal(number: i32, handler: usize) -> usize;
    }

    extern "C" fn interrupted(number: i32) {
        INTERRUPTED.store(true, Relaxed);
        // SAFETY: `signal` may be called from a handler (POSIX lists it among
        // the async-signal-safe functions), and 0 is SIG_DFL on every Unix.
        unsafe { signal(number, DEFAULT) };
    }

    let handler: Handler = interrupted;
    for number in [INTERRUPT, TERMINATE] {
        // SAFETY: the C library is linked by std; the handler does nothing but
        // store to an atomic and call `signal`, both allowed in a handler.
        unsafe { signal(number, handler as usize) };
    }
    &INTERRUPTED
}

/// Elsewhere Ctrl-C ends the program; what was written is still good.
#[cfg(not(unix))]
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}
