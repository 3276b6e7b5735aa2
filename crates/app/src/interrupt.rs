//! Ctrl-C: the first asks the work to end, the second ends the program.

use std::sync::atomic::AtomicBool;

/// Set once somebody has pressed Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Begins to listen, and returns the flag that Ctrl-C will set. Where there
/// are no Unix signals it is never set, and Ctrl-C ends the program at once.
pub(crate) fn listen() -> &'static AtomicBool {
    #[cfg(unix)]
    signals::listen();
    &INTERRUPTED
}

#[cfg(unix)]
mod signals {
    use std::ffi::c_int;
    use std::sync::atomic::Ordering::Relaxed;

    const SIGINT: c_int = 2;
    const SIGTERM: c_int = 15;
    /// The handler that ends the process.
    const DEFAULT: usize = 0;

    unsafe extern "C" {
        /// `signal` of the C library, which the standard library links anyway.
        /// Its handler is a function or one of two small numbers.
        fn signal(number: c_int, handler: usize) -> usize;
    }

    extern "C" fn on_signal(number: c_int) {
        super::INTERRUPTED.store(true, Relaxed);
        // SAFETY: `signal` may be called in a handler (POSIX lists it among the
        // functions that are safe there), with the default handler.
        unsafe { signal(number, DEFAULT) };
    }

    pub(super) fn listen() {
        let handler = on_signal as extern "C" fn(c_int) as usize;
        for number in [SIGINT, SIGTERM] {
            // SAFETY: the handler is a function of the type that `signal`
            // expects. It does nothing but store to an atomic and call `signal`,
            // both of which are allowed in a handler.
            unsafe { signal(number, handler) };
        }
    }
}
