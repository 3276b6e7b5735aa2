//! Tables of endings: solved, verified, packed and probed.

mod figures;
mod files;
mod probes;
mod theory;

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use erawan_board::{Makruk, Rules};
use erawan_endings::{Endings, Material, Solved, Work};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Two threads, to be stopped by nobody.
const WORK: Work<'static> = Work { threads: 2, stop: &NEVER };

/// All tables of three men.
fn three_men<R: Rules>() -> Solved<R> {
    let mut solved = Solved::new();
    solved.solve_all(3, WORK).expect("three men are solved");
    solved
}

/// Makruk's, which most tests look at.
static MAKRUK: LazyLock<Solved<Makruk>> = LazyLock::new(three_men);

/// The same, packed and opened.
fn packed<R: Rules>(solved: &Solved<R>) -> Endings {
    let mut endings = Endings::new();
    for material in (2..=3).flat_map(Material::all) {
        let bytes = solved.get(material).expect("a table").to_bytes::<R>();
        endings.add_bytes(R::VARIANT, material, bytes).expect("a whole table");
    }
    endings
}

#[test]
fn every_file_of_tests_is_named() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
