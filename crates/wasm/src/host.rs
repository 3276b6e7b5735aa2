//! What the engine asks of the one who runs the module: the time, whether to stop,
//! and an ear for each line that a search reports.

use std::cell::RefCell;
use std::time::Duration;

use erawan_engine::Control;

thread_local! {
    /// Stops the search that runs.
    static RUNNING: RefCell<Option<Control>> = const { RefCell::new(None) };
}

#[link(wasm_import_module = "erawan")]
unsafe extern "C" {
    /// Milliseconds since any moment, never going back.
    safe fn now() -> f64;
    /// Anything but 0 if the search that runs is to end.
    safe fn is_stopped() -> i32;
    /// A line that a search reports, as JSON; the text is there until this returns.
    /// It must not call the module.
    fn told(text: *const u8, length: usize);
    /// Waits while a word of the memory is as expected, for so many nanoseconds or for
    /// ever: what the instruction `memory.atomic.wait32` does.
    #[cfg(target_os = "wasi")]
    safe fn wait(at: u32, expected: i32, timeout: i64) -> i32;
}

/// Keeps the import above for `cargo xtask wasm`, which puts a call of it in the place of
/// each such instruction. Nobody calls this.
#[cfg(target_os = "wasi")]
#[unsafe(no_mangle)]
pub extern "C" fn host_wait(at: u32, expected: i32, timeout: i64) -> i32 {
    wait(at, expected, timeout)
}

#[cfg(target_os = "wasi")]
unsafe extern "C" {
    /// Makes the first thread known to the C library.
    fn __wasi_init_tp();
    /// Runs what is to run before all else.
    fn __wasm_call_ctors();
}

/// Makes the module ready, before anything else is called; not where it runs a thread
/// of another instance.
#[cfg(target_os = "wasi")]
#[unsafe(no_mangle)]
pub extern "C" fn _initialize() {
    // SAFETY: the host calls this once, first, as every module of WASI without a
    // `main` wants it; this is what the C library does where there is one.
    unsafe {
        __wasi_init_tp();
        __wasm_call_ctors();
    }
}

/// A search begins.
pub(crate) fn begin(control: Control) {
    listen();
    RUNNING.set(Some(control));
}

/// Lets searches ask the host for the time.
pub(crate) fn listen() {
    erawan_engine::set_clock(clock);
}

/// False once the search that runs is to end.
pub(crate) fn is_wanted() -> bool {
    is_stopped() == 0
}

/// It is over.
pub(crate) fn end() {
    RUNNING.set(None);
}

/// A search asks for the time now and then: the moment to ask whether to stop as well.
fn clock() -> Duration {
    let is_wanted = is_wanted();
    #[cfg(feature = "page")]
    erawan_answers::watch::look(is_wanted);
    if !is_wanted {
        RUNNING.with_borrow(|running| {
            if let Some(control) = running {
                control.stop();
            }
        });
    }
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// Tells the host of a line.
pub(crate) fn tell(text: &str) {
    // SAFETY: the text is there until the host returns.
    unsafe { told(text.as_ptr(), text.len()) };
}
