//! Packed positions: 32 bytes are a position that packs into the same bytes, or
//! they are refused.
#![no_main]

use erawan_board::{Cambodian, Chess, Makpong, Makruk, Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = [0; 32];
    for (byte, &given) in bytes.iter_mut().zip(data) {
        *byte = given;
    }
    check::<Chess>(&bytes);
    check::<Makruk>(&bytes);
    check::<Cambodian>(&bytes);
    check::<Makpong>(&bytes);
});

fn check<R: Rules>(bytes: &[u8; 32]) {
    match Position::<R>::unpack(bytes) {
        Ok(position) => {
            assert_eq!(position.pack(), Ok(*bytes), "{position:?}");
            assert_eq!(*position.keys(), position.compute_keys(), "{position:?}");
            for &m in &position.legal_moves() {
                let next = position.play_unchecked(m);
                let again = next.pack().map(|bytes| Position::<R>::unpack(&bytes));
                assert_eq!(again, Ok(Ok(next)), "{position:?} {m:?}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
