//! Probing real tables against recorded answers of another prober.
//!
//! The tables are too large to keep here: their folder is taken from the
//! variable `ERAWAN_SYZYGY`, and needs to hold all tables with three and four
//! men. More answers, of the same form, can be named in
//! `ERAWAN_SYZYGY_ANSWERS`.

use std::io::Write;

use erawan_board::{Chess, Color, Game, Outcome, Position, Role, Strictness, WinReason};
use erawan_notation::fen;
use erawan_syzygy::{Material, ProbeError, RootRules, TableKind, Tables, Wdl};
use erawan_testing::Random;

const ANSWERS: &str = include_str!("answers.txt");

fn folder(test: &str) -> Option<String> {
    let folder = std::env::var("ERAWAN_SYZYGY").ok();
    if folder.is_none() {
        // Straight to the stream: what is printed is hidden if a test passes.
        let text = "needs Syzygy tables: set ERAWAN_SYZYGY to their folder";
        let _ = writeln!(std::io::stderr(), "SKIPPED: {test} {text}");
    }
    folder
}

fn tables(test: &str) -> Option<Tables> {
    let tables = Tables::open(&folder(test)?);
    assert_eq!(tables.problems(), &[], "ERAWAN_SYZYGY");
    assert!(tables.max_men() >= 4);
    Some(tables)
}

fn position(text: &str) -> Position<Chess> {
    match fen::parse(text, Strictness::Lenient) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// `FEN;result;distance` on each line.
fn answers(text: &str) -> impl Iterator<Item = (Position<Chess>, i32, i32)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, wdl, dtz] = fields[..] else { panic!("three fields: {line}") };
        (position(fen), wdl.parse().unwrap(), dtz.parse().unwrap())
    })
}

fn check(tables: &Tables, text: &str) -> usize {
    let mut count = 0;
    for (position, wdl, dtz) in answers(text) {
        let fen = fen::write(&position);
        assert_eq!(tables.probe_wdl(&position).map(Wdl::value), Ok(wdl), "{fen}");
        assert_eq!(tables.probe_dtz(&position), Ok(dtz), "{fen}");
        count += 1;
    }
    count
}

#[test]
fn agrees_with_recorded_answers() {
    let Some(tables) = tables("agrees_with_recorded_answers") else { return };
    assert_eq!(check(&tables, ANSWERS), 1403);
    if let Ok(path) = std::env::var("ERAWAN_SYZYGY_ANSWERS") {
        let answers = std::fs::read_to_string(path).unwrap();
        eprintln!("{} further answers agree", check(&tables, &answers));
    }
}

#[test]
fn threads_share_a_cache_that_is_too_small() {
    let Some(folder) = folder("threads_share_a_cache_that_is_too_small") else { return };
    let mut tables = Tables::with_cache(1);
    tables.add_paths(&folder);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| check(&tables, ANSWERS));
        }
    });
}

#[test]
fn says_why_there_is_no_answer() {
    let Some(tables) = tables("says_why_there_is_no_answer") else { return };
    let castling = position("8/8/8/8/8/4k3/8/R3K3 w Q - 0 1");
    assert_eq!(tables.probe_wdl(&castling), Err(ProbeError::Castling));
    assert_eq!(tables.probe_dtz(&castling), Err(ProbeError::Castling));
    let many = Position::<Chess>::startpos();
    let max = tables.max_men();
    assert_eq!(tables.probe_wdl(&many), Err(ProbeError::TooManyMen { men: 32, max }));
    assert!(tables.root_moves(&many, RootRules::default()).is_err());
}

/// The best of the ranked moves gives what the position is worth.
#[test]
fn ranked_moves_keep_the_result() {
    let Some(tables) = tables("ranked_moves_keep_the_result") else { return };
    for (position, wdl, dtz) in answers(ANSWERS) {
        let fen = fen::write(&position);
        let ranked = tables.root_moves(&position, RootRules::default()).unwrap();
        assert!(ranked.by_distance);
        assert_eq!(ranked.moves.len(), position.count_legal_moves(), "{fen}");
        assert!(ranked.moves.is_sorted_by_key(|m| -m.rank), "{fen}");
        let Some(first) = ranked.moves.first() else { continue };
        assert_eq!(first.wdl.value(), wdl, "{fen} {first:?}");
        // Some tables count in moves, so a ply may be lost on the way.
        assert!(first.dtz.unwrap().abs_diff(dtz) <= 1, "{fen} {first:?} {dtz}");
        for m in &ranked.moves {
            let after = -tables.probe_wdl(&position.play_unchecked(m.m)).unwrap();
            assert_eq!(m.wdl, after, "{fen} {m:?}");
        }
    }
}

#[test]
fn mates_with_bishop_and_knight_before_the_fiftieth_move() {
    let Some(tables) = tables("mates_with_bishop_and_knight") else { return };
    let mut game = Game::from_position(position("7k/8/8/8/8/8/8/KBN5 w - - 0 1"));
    let dtz = tables.probe_dtz(game.position()).unwrap();
    while game.outcome().is_none() {
        // As if the position had been repeated: every move must make headway.
        let rules = RootRules { repeated: true, fifty_moves: true };
        let ranked = tables.root_moves(game.position(), rules).unwrap();
        game.play(ranked.moves[0].m).unwrap();
    }
    let mate = Outcome::Win { winner: Color::White, reason: WinReason::Checkmate };
    assert_eq!(game.outcome(), Some(mate));
    assert!((game.moves().len() as i32).abs_diff(dtz) <= 1);
}

#[test]
fn the_clock_decides_what_is_still_a_win() {
    let Some(tables) = tables("the_clock_decides") else { return };
    // Mate in about 30 moves: in time with the clock at 20, too late at 60.
    let rank = |clock: u32, fifty_moves| {
        let position = position(&format!("7k/8/8/8/8/8/8/KBN5 w - - {clock} 1"));
        let rules = RootRules { repeated: false, fifty_moves };
        tables.root_moves(&position, rules).unwrap().moves[0]
    };
    assert_eq!(rank(20, true).wdl, Wdl::Win);
    assert_eq!(rank(60, true).wdl, Wdl::CursedWin);
    assert_eq!(rank(60, false).wdl, Wdl::Win);
    assert!(rank(60, true).rank < rank(20, true).rank);
    // A pawn move starts the count anew.
    let position = position("8/8/8/8/8/k7/7P/K7 w - - 99 1");
    let ranked = tables.root_moves(&position, RootRules::default()).unwrap();
    assert_eq!(ranked.best().count(), 2);
    for m in &ranked.moves {
        let expected = if m.m.role() == Role::Pawn { Wdl::Win } else { Wdl::Draw };
        assert_eq!(m.wdl, expected, "{m:?}");
    }
}

/// Whatever happens to a file, probing it gives an answer or an error.
#[test]
fn damaged_files_neither_panic_nor_hang() {
    let Some(folder) = folder("damaged_files_neither_panic_nor_hang") else { return };
    let mut random = Random::new(0x5DEE_CE66_D1CE_5EED);
    let all: Vec<Position<Chess>> = answers(ANSWERS).map(|(position, ..)| position).collect();
    let (mut errors, mut values) = (0, 0);
    for name in ["KQvK", "KRvKP", "KPvKP", "KPPvK", "KBNvK", "KQvKR", "KBBvK", "KNvKN"] {
        let material = Material::from_name(name).unwrap();
        let positions: Vec<&Position<Chess>> = all
            .iter()
            .filter(|position| {
                let there = Material::of(position);
                there == material || there.flip() == material
            })
            .collect();
        assert!(positions.len() > 20);
        for kind in [TableKind::Wdl, TableKind::Dtz] {
            let path = format!("{folder}/{name}.{}", kind.extension());
            let whole = std::fs::read(path).unwrap();
            let mut try_bytes = |bytes: Vec<u8>| {
                let mut tables = Tables::new();
                tables.add_bytes(material, kind, bytes);
                // First come, first served: the damaged one is used.
                tables.add_paths(&folder);
                let mut failed = 0;
                for position in &positions {
                    let wdl = tables.probe_wdl(position);
                    let dtz = tables.probe_dtz(position);
                    failed += usize::from(wdl.is_err() || dtz.is_err());
                }
                errors += failed;
                values += positions.len() - failed;
                failed
            };
            assert_eq!(try_bytes(whole.clone()), 0);
            for round in 0..120 {
                let mut bytes = whole.clone();
                // Half of the damage goes to the header.
                let reach = if round % 2 == 0 { bytes.len().min(300) } else { bytes.len() };
                for _ in 0..=random.next() % 3 {
                    let at = random.next() as usize % reach;
                    bytes[at] ^= 1 << (random.next() % 8);
                }
                try_bytes(bytes);
            }
            for round in 0..40 {
                let mut bytes = whole.clone();
                let mut len = random.next() as usize % bytes.len();
                if round % 2 == 0 && len > 64 {
                    // The length alone does not give this one away.
                    len = len / 64 * 64 - 48;
                }
                bytes.truncate(len);
                let needs_table = kind == TableKind::Wdl;
                let failed = try_bytes(bytes);
                assert!(failed > 0 || !needs_table || whole.len() < 200, "{name} {len}");
            }
        }
    }
    assert!(errors > 1000 && values > 1000, "{errors} {values}");
}
