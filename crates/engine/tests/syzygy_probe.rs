//! Probing real tables against recorded answers of another prober.
//!
//! The tables are too large to keep here: their folder is taken from the
//! variable `ERAWAN_SYZYGY`. More answers, of the same form, can be named in
//! `ERAWAN_SYZYGY_ANSWERS`.

use erawan_board::{Chess, Position, Strictness};
use erawan_engine::syzygy::{ProbeError, RootRules, Tables, Wdl};
use erawan_notation::fen;

fn tables(test: &str) -> Option<Tables> {
    let Ok(path) = std::env::var("ERAWAN_SYZYGY") else {
        eprintln!("SKIPPED: {test} needs Syzygy tables: set ERAWAN_SYZYGY to their folder");
        return None;
    };
    let tables = Tables::open(&path);
    assert_eq!(tables.problems(), &[], "ERAWAN_SYZYGY");
    Some(tables)
}

fn position(text: &str) -> Position<Chess> {
    match fen::parse(text, Strictness::Lenient) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// `FEN;result;distance` on each line.
fn check(tables: &Tables, answers: &str) -> usize {
    let mut count = 0;
    for line in answers.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, wdl, dtz] = fields[..] else { panic!("three fields: {line}") };
        let position = position(fen);
        assert_eq!(
            tables.probe_wdl(&position).map(|w| w.value().to_string()),
            Ok(wdl.into()),
            "{line}"
        );
        assert_eq!(tables.probe_dtz(&position).map(|d| d.to_string()), Ok(dtz.into()), "{line}");
        count += 1;
    }
    count
}

#[test]
fn agrees_with_recorded_answers() {
    let Some(tables) = tables("agrees_with_recorded_answers") else { return };
    if let Ok(path) = std::env::var("ERAWAN_SYZYGY_ANSWERS") {
        let answers = std::fs::read_to_string(path).unwrap();
        eprintln!("{} further answers", check(&tables, &answers));
    }
}
