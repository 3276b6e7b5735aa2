//! Tables that are none, and small ones made by hand. No files are needed.

use std::fs;
use std::path::PathBuf;

use erawan_board::{Chess, Position, Strictness};
use erawan_notation::fen;
use erawan_syzygy::{
    Corruption, Material, PathProblemReason, ProbeError, RootRules, TableKind, Tables, Wdl,
};
use erawan_testing::Random;

const WDL_MAGIC: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];
const DTZ_MAGIC: [u8; 4] = [0xD7, 0x66, 0x0C, 0xA5];

/// White to move; the king is attacked by nothing and can take nothing.
const QUIET: &str = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1";
const QUIET_BLACK: &str = "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1";

fn position(text: &str) -> Position<Chess> {
    fen::parse(text, Strictness::Strict).unwrap()
}

fn queen() -> Material {
    Material::from_name("KQvK").unwrap()
}

/// Fills up to the length that whole tables have.
fn pad(mut bytes: Vec<u8>) -> Vec<u8> {
    while bytes.len() % 64 != 16 {
        bytes.push(0);
    }
    bytes
}

/// KQvK with one result for each side to move.
fn constant_wdl(white: u8, black: u8) -> Vec<u8> {
    let mut bytes = WDL_MAGIC.to_vec();
    // Two-sided; the lead is the first digit; queen, king, king, then a pad.
    bytes.extend([0x31, 0x00, 0x55, 0x66, 0xEE, 0x00]);
    bytes.extend([0x80, white, 0x80, black]);
    pad(bytes)
}

/// KQvK with one distance, for positions with White to move.
fn constant_dtz(flags: u8, value: u8, map: &[u8]) -> Vec<u8> {
    let mut bytes = DTZ_MAGIC.to_vec();
    bytes.extend([0x31, 0x00, 0x05, 0x06, 0x0E, 0x00]);
    bytes.extend([0x80 | flags, value]);
    bytes.extend(map);
    pad(bytes)
}

/// KQvK with a Huffman code: one block for each side, in which every position
/// is a win, a symbol of 256 values. The code is a bit long.
fn blocks_wdl() -> Vec<u8> {
    let mut bytes = WDL_MAGIC.to_vec();
    bytes.extend([0x31, 0x00, 0x55, 0x66, 0xEE, 0x00]);
    for _ in 0..2 {
        // Blocks of 64 bytes, spans of 2^16 values, one entry of padding, one
        // block, codes of one bit, the first symbol, ten symbols.
        bytes.extend([0x00, 6, 16, 1, 1, 0, 0, 0, 1, 1, 0, 0, 10, 0]);
        // Symbol 0 is symbol 1 twice, and so on; the last is the value.
        for next in 1..10u8 {
            bytes.extend([next, next << 4, 0]);
        }
        bytes.extend([4, 0xF0, 0xFF]);
    }
    for _ in 0..2 {
        // The middle of the span is value 32768 of the first block.
        bytes.extend([0, 0, 0, 0, 0x00, 0x80]);
    }
    for _ in 0..2 {
        bytes.extend([0xFF, 0x7A, 0, 0]);
    }
    bytes.resize(bytes.len().next_multiple_of(64) + 2 * 64, 0);
    pad(bytes)
}

fn with(kind: TableKind, bytes: Vec<u8>) -> Tables {
    let mut tables = Tables::with_cache(1);
    if kind == TableKind::Dtz {
        tables.add_bytes(queen(), TableKind::Wdl, constant_wdl(4, 0));
    }
    tables.add_bytes(queen(), kind, bytes);
    tables
}

fn why(kind: TableKind, bytes: Vec<u8>) -> Result<(), Corruption> {
    let tables = with(kind, bytes);
    let result = match kind {
        TableKind::Wdl => tables.probe_wdl(&position(QUIET)).map(drop),
        TableKind::Dtz => tables.probe_dtz(&position(QUIET)).map(drop),
    };
    match result {
        Ok(()) => Ok(()),
        Err(ProbeError::Corrupt { material, kind: of, why }) => {
            assert_eq!((material, of), (queen(), kind));
            Err(why)
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn results_that_the_fifty_move_rule_spoils() {
    let mut tables = Tables::new();
    tables.add_bytes(queen(), TableKind::Wdl, constant_wdl(3, 1));
    tables.add_bytes(queen(), TableKind::Dtz, constant_dtz(0, 10, &[]));
    let (white, black) = (position(QUIET), position(QUIET_BLACK));
    assert_eq!(tables.probe_wdl(&white), Ok(Wdl::CursedWin));
    assert_eq!(tables.probe_wdl(&black), Ok(Wdl::BlessedLoss));
    // Ten moves are twenty plies, and one more to the move itself.
    assert_eq!(tables.probe_dtz(&white), Ok(121));
    // Black's distance comes from White's after the best move.
    assert_eq!(tables.probe_dtz(&black), Ok(-122));
    let ranked = tables.root_moves(&black, RootRules::default()).unwrap();
    assert!(ranked.moves.iter().all(|m| m.wdl == Wdl::BlessedLoss && m.rank < 0));
    let lax = RootRules { fifty_moves: false, repeated: false };
    let ranked = tables.root_moves(&black, lax).unwrap();
    assert!(ranked.moves.iter().all(|m| m.wdl == Wdl::Loss));
}

#[test]
fn distances_through_maps_and_in_plies() {
    let dtz = |flags, value, map: &[u8]| {
        with(TableKind::Dtz, constant_dtz(flags, value, map)).probe_dtz(&position(QUIET))
    };
    assert_eq!(dtz(0, 7, &[]), Ok(15));
    assert_eq!(dtz(4, 7, &[]), Ok(8));
    // Losses in plies say nothing about wins.
    assert_eq!(dtz(8, 7, &[]), Ok(15));
    // Four maps: wins, losses, cursed wins, blessed losses.
    assert_eq!(dtz(4 | 2, 1, &[3, 20, 30, 40, 0, 0, 0]), Ok(31));
    // Two bytes for each value: 0x0102 plies.
    assert_eq!(dtz(16 | 4 | 2, 1, &[2, 0, 5, 0, 2, 1, 0, 0, 0, 0, 0, 0]), Ok(259));
    let corrupt = dtz(2, 3, &[3, 20, 30, 40, 0, 0, 0]);
    assert!(matches!(corrupt, Err(ProbeError::Corrupt { why: Corruption::Value, .. })));
}

#[test]
fn without_distances_moves_are_ranked_by_result() {
    let tables = with(TableKind::Wdl, constant_wdl(4, 0));
    let missing = ProbeError::Missing { material: queen(), kind: TableKind::Dtz };
    assert_eq!(tables.probe_dtz(&position(QUIET)), Err(missing));
    let ranked = tables.root_moves(&position(QUIET), RootRules::default()).unwrap();
    assert!(!ranked.by_distance);
    // Some moves leave the queen to be taken; bare kings need no table.
    assert!(ranked.best().all(|m| m.wdl == Wdl::Win && m.dtz.is_none()));
    assert!(ranked.moves.iter().any(|m| m.wdl == Wdl::Draw));
}

#[test]
fn bare_kings_are_a_draw_without_tables() {
    let kings = position("8/8/8/3k4/8/8/8/K7 w - - 0 1");
    assert_eq!(Tables::new().probe_wdl(&kings), Ok(Wdl::Draw));
    assert_eq!(Tables::new().probe_dtz(&kings), Ok(0));
}

#[test]
fn a_table_made_by_hand_is_decoded() {
    let tables = with(TableKind::Wdl, blocks_wdl());
    assert_eq!(tables.probe_wdl(&position(QUIET)), Ok(Wdl::Win));
}

#[test]
fn one_set_of_tables_serves_many_threads() {
    let tables = with(TableKind::Wdl, blocks_wdl());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(tables.probe_wdl(&position(QUIET)), Ok(Wdl::Win)));
        }
    });
}

#[test]
fn files_that_are_no_tables() {
    use TableKind::{Dtz, Wdl};
    for kind in [Wdl, Dtz] {
        assert_eq!(why(kind, Vec::new()), Err(Corruption::Truncated));
        assert_eq!(why(kind, vec![0; 80]), Err(Corruption::Magic));
        assert_eq!(why(kind, b"not a table at all".to_vec()), Err(Corruption::Magic));
    }
    // The other kind's file.
    assert_eq!(why(Wdl, constant_dtz(0, 1, &[])), Err(Corruption::Magic));
    assert_eq!(why(Dtz, constant_wdl(4, 0)), Err(Corruption::Magic));
    assert_eq!(why(Wdl, constant_wdl(5, 0)), Err(Corruption::Value));
}

#[test]
fn headers_that_contradict_the_name_or_themselves() {
    let damage = |at: usize, byte: u8| {
        let mut bytes = blocks_wdl();
        bytes[at] = byte;
        why(TableKind::Wdl, bytes)
    };
    assert_eq!(damage(0, 0x71), Ok(()));
    assert_eq!(damage(4, 0x30), Err(Corruption::Flags));
    assert_eq!(damage(4, 0x33), Err(Corruption::Flags));
    assert_eq!(damage(5, 0x07), Err(Corruption::Order));
    assert_eq!(damage(6, 0x54), Err(Corruption::Pieces));
    assert_eq!(damage(6, 0x00), Err(Corruption::Pieces));
    // Block size, span, blocks.
    assert_eq!(damage(11, 0), Err(Corruption::Sizes));
    assert_eq!(damage(11, 60), Err(Corruption::Sizes));
    assert_eq!(damage(12, 0), Err(Corruption::Sizes));
    assert_eq!(damage(12, 64), Err(Corruption::Sizes));
    assert_eq!(damage(14, 0), Err(Corruption::Sizes));
    assert_eq!(damage(16, 9), Err(Corruption::Truncated));
    // Code lengths.
    assert_eq!(damage(18, 0), Err(Corruption::Code));
    assert_eq!(damage(18, 200), Err(Corruption::Code));
    // A first symbol past the last, more symbols than there can be, a symbol
    // that is half of itself.
    assert_eq!(damage(20, 99), Err(Corruption::Symbols));
    assert_eq!(damage(23, 0xFF), Err(Corruption::Symbols));
    assert_eq!(damage(24, 0), Err(Corruption::Symbols));
}

#[test]
fn a_header_cut_anywhere_is_an_error() {
    for (kind, whole) in [
        (TableKind::Wdl, constant_wdl(4, 0)),
        (TableKind::Wdl, blocks_wdl()),
        (TableKind::Dtz, constant_dtz(2, 1, &[3, 20, 30, 40, 0, 0, 0])),
    ] {
        assert_eq!(why(kind, whole.clone()), Ok(()));
        for len in 0..whole.len() {
            assert!(why(kind, whole[..len].to_vec()).is_err(), "{kind:?} {len}");
        }
    }
    // Of the right length, but without its blocks.
    let mut short = blocks_wdl();
    short.truncate(short.len() - 64);
    assert_eq!(why(TableKind::Wdl, short), Err(Corruption::Truncated));
}

#[test]
fn random_bytes_give_an_answer_or_an_error() {
    let mut random = Random::new(0x1234_5678_9ABC_DEF1);
    let mut next = || random.next();
    let templates = [
        (TableKind::Wdl, blocks_wdl()),
        (TableKind::Wdl, constant_wdl(4, 0)),
        (TableKind::Dtz, constant_dtz(2, 1, &[3, 20, 30, 40, 0, 0, 0])),
    ];
    let mut refused = 0;
    for round in 0..30_000 {
        let (kind, template) = &templates[round % 3];
        let mut bytes = template.clone();
        // All but the first few bytes at random, or a few bits flipped.
        if round % 2 == 0 {
            let keep = 4 + next() as usize % 40;
            bytes.iter_mut().skip(keep).for_each(|byte| *byte = next() as u8);
        } else {
            for _ in 0..=next() % 4 {
                let at = next() as usize % bytes.len();
                bytes[at] ^= 1 << (next() % 8);
            }
        }
        refused += usize::from(why(*kind, bytes).is_err());
    }
    assert!((1000..30_000).contains(&refused), "{refused}");
}

/// Tables have no checksum. Whatever bit is flipped, there is an answer or an
/// error, and the moves are those of the position.
#[test]
fn a_flipped_bit_gives_no_illegal_move() {
    let positions = [QUIET, QUIET_BLACK].map(position);
    let (mut answers, mut refusals) = (0, 0);
    for (kind, template) in [
        (TableKind::Wdl, blocks_wdl()),
        (TableKind::Wdl, constant_wdl(4, 0)),
        (TableKind::Dtz, constant_dtz(2, 1, &[3, 20, 30, 40, 0, 0, 0])),
    ] {
        for bit in 0..8 * template.len() {
            let mut bytes = template.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let tables = with(kind, bytes);
            for position in &positions {
                let Ok(ranked) = tables.root_moves(position, RootRules::default()) else {
                    refusals += 1;
                    continue;
                };
                answers += 1;
                let legal = position.legal_moves();
                assert_eq!(ranked.moves.len(), legal.len(), "bit {bit}");
                assert!(ranked.moves.iter().all(|ranked| legal.contains(&ranked.m)), "bit {bit}");
            }
        }
    }
    assert!(answers > 500 && refusals > 500, "{answers} answers, {refusals} refusals");
}

/// A pipe in a table's place would be waited for without end.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused() {
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("KQvK.rtbw");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let tables = Tables::open(&folder.0.display().to_string());
    assert!(tables.probe_wdl(&position(QUIET)).is_err());
}

/// A folder of this test's own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("erawan-syzygy-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn bad_folders_are_reported_and_good_ones_used() {
    let (good, empty) = (Folder::new("good"), Folder::new("empty"));
    let file = good.0.join("KQvK.rtbw");
    fs::write(&file, constant_wdl(4, 0)).unwrap();
    fs::write(good.0.join("KRvK.rtbw"), []).unwrap();
    fs::write(good.0.join("KRvK.rtbw.part"), []).unwrap();
    fs::write(good.0.join("notes.rtbw"), []).unwrap();
    let good_path = good.0.display();
    let paths = format!(
        "{good_path};;{};{};{}-missing;{good_path}",
        empty.0.display(),
        file.display(),
        empty.0.display()
    );
    let tables = Tables::open(&paths);
    let reasons: Vec<_> = tables.problems().iter().map(|p| (p.entry, p.reason)).collect();
    let missing = PathProblemReason::Io(std::io::ErrorKind::NotFound);
    let expected = [
        (1, PathProblemReason::Empty),
        (2, PathProblemReason::NoTables),
        (3, PathProblemReason::NotAFolder),
        (4, missing),
        (5, PathProblemReason::Repeated),
    ];
    assert_eq!(reasons, expected);
    assert_eq!(tables.problems()[0].to_string(), "entry 2 of the path, is empty");
    assert_eq!(tables.files(), (2, 0));
    assert_eq!(tables.max_men(), 3);
    assert_eq!(tables.probe_wdl(&position(QUIET)), Ok(Wdl::Win));
    let rook = position("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
    let error = tables.probe_wdl(&rook).unwrap_err();
    assert_eq!(error.to_string(), "the table KRvK.rtbw is damaged: the file ends too early");
    let bishop = position("8/8/8/3k4/8/8/1B6/K7 w - - 0 1");
    let error = tables.probe_wdl(&bishop).unwrap_err();
    assert_eq!(error.to_string(), "the table KBvK.rtbw is missing");
    assert!(Tables::open("").problems().is_empty());
    assert!(Tables::open("  ").problems().is_empty());
}

#[test]
fn a_file_that_vanishes_or_shrinks_is_an_error() {
    let folder = Folder::new("shrinks");
    let file = folder.0.join("KQvK.rtbw");
    fs::write(&file, blocks_wdl()).unwrap();
    let tables = Tables::open(&folder.0.display().to_string());
    let gone = Tables::open(&folder.0.display().to_string());
    assert_eq!(tables.probe_wdl(&position(QUIET)), Ok(Wdl::Win));
    fs::File::options().write(true).open(&file).unwrap().set_len(20).unwrap();
    // What is in the cache still serves; the index of the other side is not.
    assert_eq!(tables.probe_wdl(&position(QUIET)), Ok(Wdl::Win));
    let why = Corruption::Truncated;
    let shrunk = ProbeError::Corrupt { material: queen(), kind: TableKind::Wdl, why };
    assert_eq!(tables.probe_wdl(&position(QUIET_BLACK)), Err(shrunk));
    fs::remove_file(&file).unwrap();
    let error = std::io::ErrorKind::NotFound;
    let io = ProbeError::Io { material: queen(), kind: TableKind::Wdl, error };
    assert_eq!(gone.probe_wdl(&position(QUIET)), Err(io));
}
