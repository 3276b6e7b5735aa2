//! How long a probe takes, over all tables of a folder.
//!
//! `cargo run --release -p erawan-endings --example probe_speed -- FOLDER
//! [POSITIONS [ROUNDS]]`: random positions of Makruk, the same number from each
//! table, in random order. The first round unpacks what they need; the others
//! are timed.

use std::error::Error;
use std::time::Instant;

use erawan_board::{Counting, Makruk, Position, SplitMix64, Variant};
use erawan_endings::{Endings, Material};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let folder = words.first().ok_or("which folder has the tables?")?;
    let positions: usize = words.get(1).map_or(Ok(200_000), |word| word.parse())?;
    let rounds: usize = words.get(2).map_or(Ok(5), |word| word.parse())?;
    let endings = Endings::open(folder);
    let all = (3..=endings.max_men(Variant::Makruk)).flat_map(Material::all);
    let tables: Vec<Material> =
        all.filter(|&material| endings.has(Variant::Makruk, material)).collect();
    let mut random = SplitMix64::new(1);
    let mut suite: Vec<Position<Makruk>> = Vec::new();
    for &material in &tables {
        let mut found = 0;
        while found < positions / tables.len() {
            let place = random.next_u64() as usize % material.places();
            // Sixty-four moves, as many plies as the number has bits.
            let count = Counting::new(128, (random.next_u64() % 64) as u16);
            if let Some(position) = material.position::<Makruk>(place, count) {
                suite.push(position);
                found += 1;
            }
        }
    }
    for at in (1..suite.len()).rev() {
        suite.swap(at, random.next_u64() as usize % (at + 1));
    }
    let cold = Instant::now();
    let won = round(&endings, &suite);
    let first = cold.elapsed().as_secs_f64() * 1e6 / suite.len() as f64;
    println!("{} positions of {} tables, {won} won or lost", suite.len(), tables.len());
    println!("first {first:.3} µs a probe");
    for _ in 0..rounds {
        let warm = Instant::now();
        let again = round(&endings, &suite);
        let micros = warm.elapsed().as_secs_f64() * 1e6 / suite.len() as f64;
        println!("warm {micros:.3} µs a probe");
        assert_eq!(again, won);
    }
    Ok(())
}

fn round(endings: &Endings, suite: &[Position<Makruk>]) -> usize {
    let decided = |position: &&Position<Makruk>| {
        endings.probe(position).is_ok_and(|found| found.plies.is_some())
    };
    suite.iter().filter(decided).count()
}
