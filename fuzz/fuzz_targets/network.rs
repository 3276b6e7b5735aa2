//! Network files: any bytes are read or refused, and what is read is written
//! the same.
//!
//! The first byte chooses: a file of the other bytes, or a good file in which
//! every four bytes change one, two for the place, or cut it off.
#![no_main]

use std::sync::OnceLock;

use erawan_board::{Chess, Makruk, Position, Variant};
use erawan_nnue::{Architecture, Network};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    if choice % 2 == 0 {
        return check(data);
    }
    let mut file = good().to_vec();
    for edit in data.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]]));
        if edit[3] == 255 {
            file.truncate(place);
        } else if let Some(byte) = file.get_mut(place) {
            *byte = edit[2];
        }
    }
    check(&file);
});

fn good() -> &'static [u8] {
    static GOOD: OnceLock<Vec<u8>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let architecture = Architecture::new(Variant::Chess, 32);
        Network::random(architecture, 1).expect("a small network").to_bytes()
    })
}

fn check(bytes: &[u8]) {
    match Network::from_bytes(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(network) => {
            assert_eq!(network.to_bytes(), bytes);
            network.evaluate(&Position::<Chess>::startpos());
            network.evaluate(&Position::<Makruk>::startpos());
        }
    }
}
