//! Benchmarks kept, compared and drawn.

use std::fs;

use super::{Benchmark, Figure, History, Run, compare, sparkline, svg};
use crate::DatabaseError;
use crate::testing::Folder;

fn benchmark(name: &str, machine: &str, nodes: u64, seconds: &[f64]) -> Benchmark {
    let run = |&seconds: &f64| Run { nodes, seconds, perft: Some((4_865_609, seconds / 100.0)) };
    Benchmark {
        number: 0,
        time: 1_763_526_300,
        date: "2025-11-19 04:25".into(),
        name: name.into(),
        machine: machine.into(),
        version: "0.1.0".into(),
        runs: seconds.iter().map(run).collect(),
    }
}

#[test]
fn what_was_kept_is_there_again() {
    let folder = Folder::new("benchmarks");
    let path = folder.path("history");
    let first = benchmark("abc", "here", 9_178_068, &[2.0, 2.5]);
    let mut second = benchmark("ช้าง' --", "there", u64::from(u32::MAX), &[1.0]);
    second.runs[0].perft = None;
    assert_eq!(History::create(&path).unwrap().add(&first).unwrap(), 1);
    assert_eq!(History::create(&path).unwrap().add(&second).unwrap(), 2);
    let found = History::open(&path).unwrap().all().unwrap();
    assert_eq!(found[0], Benchmark { number: 1, ..first });
    assert_eq!(found[1], Benchmark { number: 2, ..second });
}

#[test]
fn what_is_no_history_is_refused_and_left_alone() {
    let folder = Folder::new("benchmarks-bad");
    let missing = folder.path("missing");
    assert!(matches!(History::open(&missing), Err(DatabaseError::Missing(_))));
    assert!(!missing.exists());
    let text = folder.path("text");
    fs::write(&text, "not a database at all, but long enough to be looked at\n".repeat(9)).unwrap();
    assert!(matches!(History::open(&text), Err(DatabaseError::NotADatabase(_))));
    assert!(matches!(History::create(&text), Err(DatabaseError::NotADatabase(_))));
    assert!(fs::read_to_string(&text).unwrap().starts_with("not a database"));
    // Games are in a file of another kind.
    let games = folder.path("games");
    drop(crate::Database::create(&games).unwrap());
    let before = fs::read(&games).unwrap();
    assert!(matches!(History::create(&games), Err(DatabaseError::NotADatabase(_))));
    assert_eq!(fs::read(&games).unwrap(), before);
    let newer = folder.path("newer");
    drop(History::create(&newer).unwrap());
    let connection = rusqlite::Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", 2).unwrap();
    drop(connection);
    assert!(matches!(History::open(&newer), Err(DatabaseError::Newer { version: 2, .. })));
}

/// Welch's test by hand: means 10 and 11, variances 1 and 1 of three runs each; the
/// standard error is 0.8165, the degrees of freedom 4, t is 2.776.
#[test]
fn the_noise_is_welchs() {
    let old = benchmark("old", "here", 1000, &[100.0, 1000.0 / 11.0, 1000.0 / 9.0]);
    let new = benchmark("new", "here", 1000, &[1000.0 / 11.0, 1000.0 / 12.0, 100.0]);
    let found = compare(&old, &new).unwrap();
    assert!(found.is_one_machine && found.is_same_search);
    assert!((found.speed.old.mean - 10.0).abs() < 1e-9, "{found:?}");
    assert!((found.speed.relative - 0.1).abs() < 1e-9);
    assert!((found.speed.noise.unwrap() - 0.226_66).abs() < 1e-4, "{found:?}");
    assert_eq!(found.speed.is_certain(), Some(false));

    let faster = benchmark("new", "there", 999, &[50.0, 50.1, 49.9]);
    let found = compare(&old, &faster).unwrap();
    assert!(!found.is_one_machine && !found.is_same_search);
    assert_eq!(found.speed.is_certain(), Some(true));
    assert!(found.perft.is_some());

    let once = benchmark("once", "here", 1000, &[50.0]);
    assert_eq!(compare(&old, &once).unwrap().speed.is_certain(), None);
    assert_eq!(compare(&old, &benchmark("none", "here", 1, &[])), None);
    // Alike to the last bit: no noise, and no change beyond it.
    let exact = benchmark("exact", "here", 1000, &[50.0, 50.0]);
    assert_eq!(compare(&exact, &exact).unwrap().speed.is_certain(), Some(false));
    assert_eq!(Figure::of(&[]), None);
}

#[test]
fn pictures_have_a_mark_for_each() {
    assert_eq!(sparkline(&[]), "");
    assert_eq!(sparkline(&[5.0]), "▄");
    assert_eq!(sparkline(&[0.0, 7.0, 3.5]).chars().count(), 3);
    let (a, b) = (benchmark("<a&b>", "here", 10, &[1.0, 2.0]), benchmark("c", "here", 10, &[3.0]));
    let chart = svg(&[&a, &b], "on <this>");
    assert_eq!(chart.matches("<circle").count(), 3);
    assert!(chart.contains("&lt;a&amp;b&gt;") && chart.contains("on &lt;this&gt;"));
    assert!(!chart.contains("NaN") && !chart.contains("inf"), "{chart}");
    assert!(!svg(&[], "").contains("NaN"));
}
