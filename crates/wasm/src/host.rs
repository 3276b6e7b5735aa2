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
}

/// A search begins.
pub(crate) fn begin(control: Control) {
    erawan_engine::set_clock(clock);
    RUNNING.set(Some(control));
}

/// It is over.
pub(crate) fn end() {
    RUNNING.set(None);
}

/// A search asks for the time now and then: the moment to ask whether to stop as well.
fn clock() -> Duration {
    if is_stopped() != 0 {
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
