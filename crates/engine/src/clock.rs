//! What time it is.
//!
//! In WebAssembly whoever runs the engine says where a clock is, and hears by it how a
//! search goes on; without one time stands still, and only depth, nodes and being told
//! to stop end a search.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub(crate) use host::Instant;
#[cfg(target_arch = "wasm32")]
pub use host::set_clock;

#[cfg(target_arch = "wasm32")]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Names the clock of this module: the time since any moment, never going
    /// back. Searches ask it some thousand times a second. The first one named
    /// stays.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment by that clock.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
