//! Searches are ended when nobody wants them any more, or when they take too long.
//!
//! A thread looks after those that share their work. Where no thread can be had, as
//! in a browser that shares no memory, the searching thread itself is asked now and
//! then: the engine asks for the time, and whoever tells it calls [`look`].

use std::cell::RefCell;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use erawan_engine::Control;

/// How soon it is noticed that a search is over.
const TICK: Duration = Duration::from_millis(50);

/// Searches of this thread that nobody else looks after.
struct Searches {
    controls: Vec<Control>,
    until: Option<Instant>,
}

thread_local! {
    static HERE: RefCell<Option<Searches>> = const { RefCell::new(None) };
}

/// Ends the searches of this thread if they are not wanted, or have taken too long.
pub fn look(is_wanted: bool) {
    HERE.with_borrow(|here| {
        let Some(Searches { controls, until }) = here else { return };
        if !is_wanted || until.is_some_and(|until| Instant::now() >= until) {
            controls.iter().for_each(Control::stop);
        }
    });
}

/// Works while [`look`] ends these searches.
pub(crate) fn here<T>(
    controls: Vec<Control>,
    longest: Option<Duration>,
    work: impl FnOnce() -> T,
) -> T {
    let until = longest.map(|longest| Instant::now() + longest);
    HERE.set(Some(Searches { controls, until }));
    let done = work();
    HERE.set(None);
    done
}

/// Works while a thread looks whether these searches are still wanted.
pub(crate) fn watched<T>(
    controls: Vec<Control>,
    is_wanted: &(dyn Fn() -> bool + Sync),
    longest: Option<Duration>,
    work: impl FnOnce() -> T,
) -> T {
    let until = longest.map(|longest| Instant::now() + longest);
    let (done, wait) = channel::<()>();
    let watching = controls.clone();
    thread::scope(|scope| {
        let watch = Builder::new().name("watch".into()).spawn_scoped(scope, move || {
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(pause(until)) {
                if !is_wanted() || until.is_some_and(|until| Instant::now() >= until) {
                    watching.iter().for_each(Control::stop);
                    return;
                }
            }
        });
        // Dropped, and so heard of, even if the work panics.
        let _done = done;
        match watch {
            Ok(_) => work(),
            Err(_) => here(controls, longest, work),
        }
    })
}

/// Until when nothing has to be looked at.
fn pause(until: Option<Instant>) -> Duration {
    until.map_or(TICK, |until| until.saturating_duration_since(Instant::now()).min(TICK))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use erawan_board::{Chess, Game};
    use erawan_engine::{Engine, Limits};

    use super::*;

    fn endless(engine: &mut Engine) -> Duration {
        let begun = Instant::now();
        engine.search(&Game::<Chess>::new(), &Limits::default(), |_| ());
        begun.elapsed()
    }

    #[test]
    fn what_takes_too_long_is_ended() {
        let mut engine = Engine::new(1).unwrap();
        let (control, longest) = (engine.control(), Duration::from_millis(80));
        let took = watched(vec![control], &|| true, Some(longest), || endless(&mut engine));
        assert!(took >= longest && took < Duration::from_secs(10), "{took:?}");
    }

    #[test]
    fn what_nobody_wants_is_ended() {
        let mut engine = Engine::new(1).unwrap();
        let is_wanted = AtomicBool::new(true);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(80));
                is_wanted.store(false, Relaxed);
            });
            let control = engine.control();
            let took =
                watched(vec![control], &|| is_wanted.load(Relaxed), None, || endless(&mut engine));
            assert!(took < Duration::from_secs(10), "{took:?}");
        });
    }

    #[test]
    fn a_look_ends_the_searches_of_its_thread_alone() {
        let engine = Engine::new(1).unwrap();
        let control = engine.control();
        here(vec![control.clone()], None, || {
            look(true);
            assert!(!control.is_stopped());
            thread::scope(|scope| drop(scope.spawn(|| look(false))));
            assert!(!control.is_stopped());
            look(false);
            assert!(control.is_stopped());
        });
        engine.control().reset();
        here(vec![control.clone()], Some(Duration::ZERO), || look(true));
        assert!(control.is_stopped());
        engine.control().reset();
        look(false);
        assert!(!control.is_stopped());
    }
}
