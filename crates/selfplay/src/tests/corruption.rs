//! Files with wrong bytes: errors, never panics, and never other games.

use std::io::Cursor;

use super::{chunks, random, use_chunk};
use crate::chunk::{self, Chunk};
use crate::error::ReadError;
use crate::layout::HEADER;
use crate::reader::Reader;

fn read(bytes: &[u8]) -> (Vec<Chunk>, Vec<ReadError>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for chunk in Reader::new(Cursor::new(bytes)) {
        match chunk {
            Ok(chunk) => good.push(chunk),
            Err(error) => bad.push(error),
        }
    }
    (good, bad)
}

#[test]
fn a_file_cut_off_anywhere_is_good_up_to_its_last_whole_chunk() {
    let chunks = chunks();
    let file = chunks.concat();
    let mut ends = vec![0];
    for chunk in &chunks {
        ends.push(ends.last().unwrap() + chunk.len());
    }
    for length in 0..file.len() {
        let whole = ends.iter().filter(|&&end| end <= length).count() - 1;
        let (good, bad) = read(&file[..length]);
        assert_eq!(good.len(), whole, "{length}");
        match bad.as_slice() {
            [] => assert!(ends.contains(&length)),
            [ReadError::CutOff(at)] => assert_eq!(*at as usize, ends[whole]),
            other => panic!("{length}: {other:?}"),
        }
    }
}

#[test]
fn a_changed_byte_costs_one_chunk_and_no_other() {
    let chunks = chunks();
    let file = chunks.concat();
    let (original, none) = read(&file);
    assert!(none.is_empty() && original.iter().all(use_chunk));
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        let (good, bad) = read(&changed);
        assert!(!bad.is_empty(), "byte {at}");
        assert!(good.len() == chunks.len() - 1, "byte {at}: {bad:?}");
        assert!(good.iter().all(|chunk| original.contains(chunk)), "byte {at}");
    }
}

#[test]
fn bytes_lost_or_added_in_the_middle_are_skipped() {
    let chunks = chunks();
    let file = chunks.concat();
    for number in 0..200 {
        let mut random = random(number);
        let mut changed = file.clone();
        let at = random.below(file.len());
        if number % 2 == 0 {
            changed.drain(at..(at + 1 + random.below(300)).min(file.len()));
        } else {
            let noise =
                (0..1 + random.below(300)).map(|_| random.next_u64() as u8).collect::<Vec<_>>();
            changed.splice(at..at, noise);
        }
        let (good, _) = read(&changed);
        assert!(good.len() + 2 >= chunks.len(), "{number}");
    }
}

/// Payloads changed at random behind a right checksum: whoever writes such a
/// file means harm, or has a bug.
#[test]
fn nonsense_with_a_right_checksum_is_found_out() {
    let (mut refused, mut rounds) = (0, 0);
    for bytes in chunks() {
        let (chunk, _) = read(&bytes);
        let (settings, games) = (chunk[0].settings, chunk[0].len() as u32);
        for number in 0..800 {
            let mut random = random(number);
            let mut payload = bytes[HEADER..].to_vec();
            for _ in 0..1 + random.below(4) {
                let at = random.below(payload.len());
                match random.below(3) {
                    0 => payload[at] = random.next_u64() as u8,
                    1 => payload[at] ^= 1 << random.below(8),
                    _ => payload.truncate(at.max(1)),
                }
            }
            let games = if number % 10 == 0 { random.next_u64() as u32 } else { games };
            let (good, bad) = read(&chunk::encode(&settings, 0, games, &payload));
            rounds += 1;
            refused += u32::from(!bad.is_empty() || !good.iter().all(use_chunk));
        }
    }
    // Most changes of a score, and of a clock at the start, are as good as
    // what was there before.
    assert!(refused > rounds / 3, "{refused} of {rounds}");
    assert!(refused < rounds);
}

#[test]
fn noise_is_no_file() {
    for number in 0..50 {
        let mut random = random(number);
        let noise: Vec<u8> = (0..random.below(5000)).map(|_| random.next_u64() as u8).collect();
        let (good, bad) = read(&noise);
        assert!(good.is_empty());
        assert_eq!(bad.is_empty(), noise.is_empty());
    }
    // A length beyond all measure takes no memory.
    let mut long = chunks().remove(0);
    long[8..12].fill(0xFF);
    assert!(matches!(read(&long).1[0], ReadError::Length(0, u32::MAX)));
}
