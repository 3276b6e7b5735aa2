//! Polyglot books and Syzygy tables: any bytes give moves that are legal and
//! results, or an error.
//!
//! The first byte chooses what the others are.
#![no_main]

use erawan_board::{Chess, Position, Strictness};
use erawan_notation::fen;
use erawan_polyglot::Book;
use erawan_syzygy::{Material, TableKind, Tables};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [(&str, &[&str]); 3] = [
    ("KQvK", &["8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1"]),
    ("KPvK", &["8/8/8/3k4/8/8/1P6/K7 w - - 0 1", "4k3/8/8/8/8/5p2/8/K7 b - - 0 1"]),
    ("KRvKP", &["8/8/8/3k4/8/2p5/8/K6R w - - 0 1", "8/8/8/3k4/8/2p5/8/K6R b - - 0 1"]),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let choice = usize::from(choice);
    let Some((name, positions)) = ENDINGS.get(choice % 4) else { return book(bytes) };
    let kind = if choice & 4 == 0 { TableKind::Wdl } else { TableKind::Dtz };
    // The magic number costs the fuzzer time and finds nothing.
    let magic = match kind {
        TableKind::Wdl => [0x71, 0xE8, 0x23, 0x5D],
        _ => [0xD7, 0x66, 0x0C, 0xA5],
    };
    let mut file = magic.to_vec();
    file.extend_from_slice(bytes);
    while file.len() % 64 != 16 {
        file.push(0);
    }
    let mut tables = Tables::with_cache(1);
    tables.add_bytes(Material::from_name(name).expect("an ending"), kind, file);
    for text in *positions {
        let position: Position<Chess> = fen::parse(text, Strictness::Strict).expect("a position");
        for result in
            [tables.probe_wdl(&position).map(|_| ()), tables.probe_dtz(&position).map(|_| ())]
        {
            if let Err(error) = result {
                assert!(!error.to_string().is_empty());
            }
        }
    }
});

fn book(bytes: &[u8]) {
    let start = Position::<Chess>::startpos();
    let mut file = bytes.to_vec();
    // Let the first entry be one for the start position.
    if let Some(key) = file.first_chunk_mut::<8>() {
        *key = 0x463B_9618_1691_FC9C_u64.to_be_bytes();
    }
    match Book::from_bytes(&file) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(book) => {
            assert_eq!(book.to_bytes().len(), file.len());
            for (m, _) in book.probe(&start) {
                assert!(start.is_legal(m));
            }
            assert!(book.pick(&start, u64::MAX).is_none_or(|m| start.is_legal(m)));
        }
    }
}
