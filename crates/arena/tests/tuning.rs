//! Tuning from beginning to end.

use std::sync::atomic::AtomicBool;

use erawan_arena::Openings;
use erawan_arena::tuning::{Row, Tuned, Tuning, TuningError, tuned};
use erawan_board::Chess;
use erawan_engine::Parameters;

fn tuning(iterations: u64) -> Tuning<Chess> {
    Tuning {
        tuned: ["reduction_quiet_base", "futility_margin"]
            .iter()
            .map(|name| Tuned { step: 60.0, ..tuned(name).unwrap() })
            .collect(),
        base: Parameters::DEFAULT,
        iterations,
        batch: 3,
        rate: 0.5,
        nodes: 300,
        hash: 1,
        openings: Openings::from_pgn(
            b"1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 c5 *\n\n1. e4 c5 *\n\n",
            2,
        )
        .unwrap(),
        adjudication: erawan_arena::Adjudication { max_moves: Some(150), ..Default::default() },
        concurrency: 1,
        seed: 1,
    }
}

#[test]
fn a_run_depends_on_its_settings_alone_and_can_be_resumed() {
    let stop = AtomicBool::new(false);
    let mut rows: Vec<Row> = Vec::new();
    let last = tuning(8)
        .run(None, &stop, |row| {
            rows.push(row.clone());
            true
        })
        .unwrap();
    let iterations: Vec<u64> = rows.iter().map(|row| row.iteration).collect();
    assert_eq!(iterations, [3, 6, 8]);
    assert_eq!(rows.last(), Some(&last));
    let start: Vec<f64> = tuning(8).tuned.iter().map(|number| number.start).collect();
    assert_ne!(last.values, start, "something was learnt");

    let threads = Tuning { concurrency: 3, ..tuning(8) };
    assert_eq!(threads.run(None, &stop, |_| true).unwrap(), last);
    let half = tuning(8).run(None, &stop, |_| false).unwrap();
    assert_eq!(half, rows[0]);
    assert_eq!(tuning(8).run(Some(&half), &stop, |_| true).unwrap(), last);
    assert_eq!(tuning(8).run(Some(&last), &stop, |_| panic!("all is done")).unwrap(), last);

    let table = tuning(8).table(&last);
    assert_eq!(table.reduction_quiet_base, last.values[0].round() as i32);
    assert_eq!(table.see_quiet, Parameters::DEFAULT.see_quiet);
}

#[test]
fn mistakes_are_named() {
    let stop = AtomicBool::new(false);
    let mut wrong = tuning(1);
    wrong.tuned[0].name = "futility_marge".into();
    let error = wrong.run(None, &stop, |_| true).unwrap_err();
    assert_eq!(error.to_string(), "there is no parameter 'futility_marge'");
    let row = Row { iteration: 1, points: 0.0, values: vec![1.0] };
    assert_eq!(tuning(2).run(Some(&row), &stop, |_| true), Err(TuningError::Row));
    assert_eq!(tuned("nothing"), None);
}
