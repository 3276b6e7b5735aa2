//! The distances say for every count what the game is worth.
//!
//! A count only ever grows, and a game is drawn beyond its limit. So if the
//! answer for each position and number is what its moves make of the answers
//! after them, all are right, by induction from the limit downwards. The
//! library's own positions play the moves and keep the count.

use erawan_board::{Cambodian, Counting, Makpong, Position, Rules};
use erawan_endings::{Endings, Material, Outcome, Solved};

use crate::{MAKRUK, WORK, packed, three_men};

/// What the game is worth to the side to move, by the rules and the tables of
/// what comes after.
fn by_moves<R: Rules>(endings: &Endings, position: &Position<R>) -> Outcome {
    if !position.has_legal_moves() {
        return if position.in_check() { Outcome::Loss } else { Outcome::Draw };
    }
    if position.counting().is_over() || position.is_insufficient_material() {
        return Outcome::Draw;
    }
    let worth = |&m| endings.probe(&position.play_unchecked(m)).expect("in the table");
    let moves = position.legal_moves();
    moves.iter().map(|m| worth(m).outcome.flip()).max().expect("a move")
}

fn holds<R: Rules>(solved: &Solved<R>, limit_moves: u8, step: usize) {
    let endings = packed(solved);
    let material = Material::from_name("KRvK").expect("a name");
    let table = solved.get(material).expect("a table");
    let limit = 2 * limit_moves;
    let mut saved = 0;
    for place in (0..table.places()).step_by(step) {
        // Three men are counted when the king is bared; past the limit by two.
        for ply in 5..=u16::from(limit) + 2 {
            let count = Counting::new(limit, ply);
            let Some(position) = table.position::<R>(place, count) else { break };
            let found = endings.look_up(&position).expect("in the table");
            assert_eq!(found.outcome, by_moves(&endings, &position), "{place} at {ply}");
            saved += u64::from(found.is_saved_by_count());
        }
        // And as a position that was set up without a count.
        if let Some(position) = table.position::<R>(place, Counting::NONE) {
            let found = endings.look_up(&position).expect("in the table");
            assert_eq!(found.outcome, by_moves(&endings, &position), "{place}");
        }
    }
    assert!(saved > 1000, "the count saves {saved}");
}

#[test]
fn makruk_is_decided_by_the_distance_to_mate() {
    holds(&*MAKRUK, 16, 37);
}

#[test]
fn ouk_is_decided_by_the_distance_to_mate() {
    holds(&three_men::<Cambodian>(), 15, 73);
}

#[test]
fn makpong_is_decided_by_the_distance_to_mate() {
    holds(&three_men::<Makpong>(), 16, 73);
}

fn follows<R: Rules>(solved: &Solved<R>) {
    for material in (2..=3).flat_map(Material::all) {
        let table = solved.get(material).expect("a table");
        let (looked_at, wrong) = solved.verify(&table, 1, WORK).expect("verified");
        assert_eq!(wrong, None);
        assert!(looked_at as usize == table.places());
    }
}

#[test]
fn every_number_follows_from_its_successors() {
    follows(&*MAKRUK);
    follows(&three_men::<Cambodian>());
    follows(&three_men::<Makpong>());
}
