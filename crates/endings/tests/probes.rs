//! Answers at the edges: counts that are over, and files that go away.

use std::fs;

use erawan_board::{Counting, Makruk, Position, Rules, Setup, Strictness, Variant};
use erawan_endings::{Endings, Material, Outcome, ProbeError};

use crate::{MAKRUK, packed};

fn position<R: Rules>(white: &str, black: &str, counting: Counting) -> Position<R> {
    let mut setup = Setup::with_men::<R>(white, black).expect("men");
    setup.counting = counting;
    Position::from_setup(&setup, Strictness::Lenient).expect("a position")
}

#[test]
fn nothing_wins_once_the_count_is_over() {
    let endings = packed(&*MAKRUK);
    let mate_in_one = |ply| position::<Makruk>("Kb6 Rh1", "Ka8", Counting::new(32, ply));
    let in_time = mate_in_one(32);
    assert_eq!(endings.look_up(&in_time).expect("in the table").outcome, Outcome::Win);
    assert_eq!(endings.rank(&in_time).expect("in the table")[0].outcome, Outcome::Win);
    let over = mate_in_one(33);
    assert_eq!(endings.look_up(&over).expect("in the table").outcome, Outcome::Draw);
    let ranked = endings.rank(&over).expect("in the table");
    assert_eq!(ranked.len(), over.legal_moves().len());
    assert!(ranked.iter().all(|found| found.outcome == Outcome::Draw && found.rank == 0));
}

#[test]
fn a_file_that_goes_away_is_an_error() {
    let folder = std::env::temp_dir().join(format!("erawan-endings-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for name in ["KvK", "KRvK"] {
        let table = MAKRUK.get(Material::from_name(name).expect("a name")).expect("a table");
        let bytes = table.to_bytes::<Makruk>();
        fs::write(folder.join(format!("makruk-{name}.ending")), bytes).expect("a file");
    }
    let endings = Endings::open(folder.to_str().expect("a name"));
    assert_eq!((endings.problems(), endings.len()), (&[][..], 2));
    let rua = Material::from_name("KRvK").expect("a name");
    assert!(endings.has(Variant::Makruk, rua) && !endings.has(Variant::Makpong, rua));
    // Nothing of it has been looked up yet.
    fs::remove_dir_all(&folder).expect("it was there");
    let asked = position::<Makruk>("Kb6 Rh1", "Ka8", Counting::new(32, 9));
    let found = endings.probe(&asked);
    assert!(matches!(found, Err(ProbeError::Damaged(material, _)) if material == rua), "{found:?}");
}
