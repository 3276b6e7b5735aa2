//! Files that are damaged, and those that are not.

use std::sync::Arc;

use erawan_board::{Color, Counting, Makruk, Variant};
use erawan_endings::{Damage, Endings, Material, Metric};

use crate::MAKRUK;

#[test]
fn what_was_packed_is_what_was_solved() {
    let solved = &*MAKRUK;
    let endings = crate::packed(solved);
    assert_eq!(endings.max_men(Variant::Makruk), 3);
    assert_eq!(endings.max_men(Variant::Makpong), 0);
    for material in (2..=3).flat_map(Material::all) {
        let table = solved.get(material).expect("a table");
        let loaded = endings.load::<Makruk>(material).expect("there").expect("whole");
        let (_, wrong) = solved.verify(&loaded, 1, crate::WORK).expect("verified");
        assert_eq!(wrong, None);
        for (metric, turn) in [(Metric::Mate, Color::White), (Metric::Count, Color::Black)] {
            assert_eq!(loaded.statistics(metric, turn), table.statistics(metric, turn));
        }
    }
}

#[test]
fn little_memory_gives_the_same_answers() {
    let solved = &*MAKRUK;
    let material = Material::from_name("KRvK").expect("a name");
    let table = solved.get(material).expect("a table");
    let bytes: Arc<[u8]> = table.to_bytes::<Makruk>().into();
    let (mut much, mut little) = (Endings::new(), Endings::with_memory(10_000));
    much.add_bytes(Variant::Makruk, material, Arc::clone(&bytes)).expect("whole");
    little.add_bytes(Variant::Makruk, material, bytes).expect("whole");
    for place in (0..table.places()).step_by(211) {
        if let Some(position) = table.position::<Makruk>(place, Counting::new(32, 9)) {
            assert_eq!(much.probe(&position), little.probe(&position));
        }
    }
}

#[test]
fn every_flipped_byte_is_refused() {
    let solved = &*MAKRUK;
    let material = Material::from_name("KSvK").expect("a name");
    let bytes = solved.get(material).expect("a table").to_bytes::<Makruk>();
    let read = |bytes: Vec<u8>| -> Result<(), Damage> {
        let mut endings = Endings::new();
        endings.add_bytes(Variant::Makruk, material, bytes)?;
        endings.load::<Makruk>(material).expect("there").map(|_| ())
    };
    assert_eq!(read(bytes.clone()), Ok(()));
    // Every byte of the header, and some of the many blocks.
    for at in (0..600).chain((600..bytes.len()).step_by(37)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(read(damaged).is_err(), "byte {at}");
    }
    for end in (0..600).chain((600..bytes.len()).step_by(97)) {
        assert!(read(bytes[..end].to_vec()).is_err(), "cut at {end}");
    }
    assert_eq!(read([bytes.as_slice(), &[0]].concat()), Err(Damage::Length));
    let mut other = Endings::new();
    assert_eq!(other.add_bytes(Variant::Makpong, material, bytes), Err(Damage::OtherTable));
}
