//! Network files: any bytes are read or refused, and what is read is written
//! the same.
//!
//! The first byte chooses: a file of the other bytes, or a good file of either
//! version in which every four bytes change one, two for the place, or cut it
//! off. Files are hashed as a whole: with some choices the hash is put right,
//! so that what is behind it is reached.
#![no_main]

use std::sync::OnceLock;

use erawan_board::{Chess, Makruk, Position, Variant};
use erawan_nnue::{Architecture, Network};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    if choice % 4 == 0 {
        return check(data);
    }
    let single = choice % 4 == 1;
    let mut file = good(single).to_vec();
    for edit in data.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]]));
        if edit[3] == 255 {
            file.truncate(place);
        } else if let Some(byte) = file.get_mut(place) {
            *byte = edit[2];
        }
    }
    let is_sealed = choice % 4 == 3 || choice % 8 == 5;
    if is_sealed && file.len() > 108 {
        seal(&mut file, if single { 92 } else { 100 });
    }
    check(&file);
});

/// A small network of version 1 or 2.
fn good(single: bool) -> &'static [u8] {
    static GOOD: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    GOOD[usize::from(single)].get_or_init(|| {
        let architecture = if single {
            Architecture::new(Variant::Chess, 32)
        } else {
            Architecture::layered(Variant::Makruk, 64).with_outputs_by_count()
        };
        Network::random(architecture, 1).expect("a small network").to_bytes()
    })
}

/// Puts the hash of a file right: FNV-1a with zeros in its place.
fn seal(file: &mut [u8], at: usize) {
    file[at..at + 8].fill(0);
    let hash = file.iter().fold(0xCBF2_9CE4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    file[at..at + 8].copy_from_slice(&hash.to_le_bytes());
}

fn check(bytes: &[u8]) {
    match Network::from_bytes(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(network) => {
            let again = network.to_bytes();
            if again.len() == bytes.len() {
                assert_eq!(again, bytes);
            } else {
                // A header may have more room than its summary needs.
                assert!(Network::from_bytes(&again).is_ok_and(|again| again == network));
            }
            network.evaluate(&Position::<Chess>::startpos());
            network.evaluate(&Position::<Makruk>::startpos());
        }
    }
}
