//! Known figures of Makruk's endings.

use erawan_board::{Color, Makpong};
use erawan_endings::{Material, Metric, Statistics};

use crate::{MAKRUK, three_men};

#[test]
fn three_men_come_out_as_others_found() {
    let solved = &*MAKRUK;
    let of = |name: &str, turn| -> Statistics {
        let table = solved.get(Material::from_name(name).expect("a name")).expect("a table");
        table.statistics(Metric::Mate, turn)
    };
    // Published without the mirror: twice as many.
    let rua = of("KRvK", Color::White);
    assert_eq!((2 * rua.positions, rua.won), (175_168, rua.positions));
    assert_eq!(rua.longest_win.map(|(plies, _)| plies), Some(31));
    let khon = of("KSvK", Color::White);
    assert_eq!(2 * khon.positions, 209_856);
    let percent = 100.0 * khon.won as f64 / khon.positions as f64;
    assert!((0.075..0.085).contains(&percent), "{percent}");
    assert_eq!(khon.lost, 0);
    for name in ["KNvK", "KMvK", "KPvK", "KvK"] {
        for turn in Color::ALL {
            let drawn = of(name, turn);
            assert_eq!((drawn.won, drawn.lost), (0, 0), "{name}");
        }
    }
}

#[test]
fn a_king_that_may_not_run_is_mated_by_any_man() {
    let solved = three_men::<Makpong>();
    for name in ["KNvK", "KMvK", "KPvK"] {
        let table = solved.get(Material::from_name(name).expect("a name")).expect("a table");
        assert!(table.statistics(Metric::Mate, Color::White).won > 0, "{name}");
    }
}
