//! Searches with several threads, and what an engine keeps between searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use erawan_board::{Chess, Game, Makruk};
use erawan_engine::{Best, Engine, Limits};

/// A game of one engine against itself.
fn play(engine: &mut Engine, plies: usize) -> (Vec<Best>, Game<Chess>) {
    let mut game = Game::new();
    let mut found = Vec::new();
    for _ in 0..plies {
        let best = engine.search(&game, &Limits::nodes(3_000), |_| ());
        game.play(best.best.unwrap()).unwrap();
        found.push(best);
    }
    (found, game)
}

#[test]
fn the_same_game_gives_the_same_nodes() {
    let (first, _) = play(&mut Engine::new(1).unwrap(), 12);
    let mut engine = Engine::new(1).unwrap();
    assert_eq!(first, play(&mut engine, 12).0);
    // Cleared, an engine is as good as new.
    engine.clear();
    assert_eq!(first, play(&mut engine, 12).0);
    // What was learnt makes a difference, so clearing does something.
    assert_ne!(first, play(&mut engine, 12).0);
}

#[test]
fn one_thread_is_the_same_after_several() {
    let (first, _) = play(&mut Engine::new(1).unwrap(), 6);
    let mut engine = Engine::new(1).unwrap();
    engine.set_threads(4).unwrap();
    play(&mut engine, 6);
    engine.set_threads(1).unwrap();
    engine.clear();
    assert_eq!(first, play(&mut engine, 6).0);
}

#[test]
fn helpers_search_and_both_games_may_take_turns() {
    let mut engine = Engine::new(4).unwrap();
    for threads in [1, 2, 5, 3] {
        engine.set_threads(threads).unwrap();
        assert_eq!(engine.threads(), threads);
        for _ in 0..3 {
            let limits = Limits { movetime: Some(Duration::from_millis(60)), ..Limits::default() };
            let mut last = None;
            let chess = Game::<Chess>::new();
            let found = engine.search(&chess, &limits, |info| last = Some(info));
            let last = last.unwrap();
            assert_eq!(Some(last.pv[0]), found.best, "the last line is the one played");
            assert_eq!(last.score, found.score);
            let makruk = Game::<Makruk>::new();
            let found = engine.search(&makruk, &limits, |_| ());
            assert!(makruk.position().is_legal(found.best.unwrap()));
        }
    }
}

#[test]
fn stopping_ends_all_threads_at_once() {
    let mut engine = Engine::new(4).unwrap();
    engine.set_threads(8).unwrap();
    let control = engine.control();
    let game = Game::<Chess>::new();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        control.stop();
        Instant::now()
    });
    engine.search(&game, &Limits::default(), |_| ());
    let late = stopper.join().unwrap().elapsed();
    // Generous, for machines that are busy with other tests.
    assert!(late < Duration::from_secs(2), "{late:?}");
}

/// The least lateness of several searches with far more threads than any
/// processor has cores. The machine may be busy with other tests, so the least
/// counts.
fn least_lateness(mut search: impl FnMut(&mut Engine) -> Duration) -> Duration {
    let mut engine = Engine::new(4).unwrap();
    engine.set_threads(64).unwrap();
    (0..4).map(|_| search(&mut engine)).min().unwrap()
}

#[test]
fn far_too_many_threads_end_on_time() {
    let (game, time) = (Game::<Chess>::new(), Duration::from_millis(150));
    let late = least_lateness(|engine| {
        let begun = Instant::now();
        assert!(engine.search(&game, &Limits::movetime(time), |_| ()).best.is_some());
        begun.elapsed().saturating_sub(time)
    });
    assert!(late < Duration::from_millis(400), "{late:?}");
}

#[test]
fn far_too_many_threads_stop_when_told() {
    let game = Game::<Makruk>::new();
    let late = least_lateness(|engine| {
        let control = engine.control();
        control.reset();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            control.stop();
            Instant::now()
        });
        assert!(engine.search(&game, &Limits::default(), |_| ()).best.is_some());
        stopper.join().unwrap().elapsed()
    });
    assert!(late < Duration::from_millis(400), "{late:?}");
}

#[test]
fn a_limit_of_nodes_is_for_all_threads_together() {
    let mut engine = Engine::new(4).unwrap();
    engine.set_threads(4).unwrap();
    let found = engine.search(&Game::<Chess>::new(), &Limits::nodes(100_000), |_| ());
    // Each thread may be some way beyond its last look.
    assert!((90_000..120_000).contains(&found.nodes), "{}", found.nodes);
}

#[test]
fn the_expected_move_may_be_played_before_the_search_begins() {
    let mut engine = Engine::new(1).unwrap();
    let game = Game::<Chess>::new();
    let pondering = Limits { ponder: true, ..Limits::movetime(Duration::from_millis(20)) };
    let control = engine.control();
    control.ponderhit();
    // Without the hit this would not end.
    assert!(engine.search(&game, &pondering, |_| ()).best.is_some());
    // After a reset it is a matter of the next search.
    control.reset();
    let hit = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(120));
        control.ponderhit();
    });
    let begun = Instant::now();
    engine.search(&game, &pondering, |_| ());
    assert!(begun.elapsed() >= Duration::from_millis(100));
    hit.join().unwrap();
}

#[test]
fn a_panic_of_the_listener_leaves_a_usable_engine() {
    let mut engine = Engine::new(1).unwrap();
    engine.set_threads(3).unwrap();
    let game = Game::<Chess>::new();
    let search = catch_unwind(AssertUnwindSafe(|| {
        engine.search(&game, &Limits::default(), |info| assert!(info.depth < 4, "on purpose"))
    }));
    assert!(search.is_err());
    let found = engine.search(&game, &Limits::depth(4), |_| ());
    assert!(game.position().is_legal(found.best.unwrap()));
}

#[test]
fn very_many_threads_work_or_are_refused() {
    let mut engine = Engine::new(1).unwrap();
    let before = match engine.set_threads(usize::MAX) {
        Ok(()) => Engine::MAX_THREADS,
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            1
        }
    };
    assert_eq!(engine.threads(), before);
    engine.set_threads(0).unwrap();
    assert_eq!(engine.threads(), 1);
}
