//! Exchange evaluation against playing the captures out.

use erawan_board::{Chess, Makruk, Move, Position, Role, Strictness, Variant};
use erawan_engine::Playable;
use erawan_engine::see;
use erawan_notation::{fen, uci};
use erawan_testing::Random;

/// What the side to move gains by taking on the square or leaving it, with its
/// least valuable man first. `None` where the rules forbid or force what an
/// exchange evaluation does not know: a check from elsewhere, or a pin that
/// arises from one.
fn gain<R: Playable>(position: &Position<R>, last: Move) -> Option<i32> {
    let target = last.to();
    if (position.checkers().without(target)).any() {
        return None;
    }
    let victim = see::worth::<R>(position.role_at(target)?);
    let rank = |role: Role| match R::VARIANT {
        Variant::Makruk => [0, 3, 2, 4, 1, 5][role.index()],
        _ => role.index(),
    };
    let best = position
        .legal_moves()
        .iter()
        .copied()
        .filter(|m| m.to() == target && !m.is_castle())
        .filter(|m| m.promotion().is_none_or(|role| role == Role::Queen))
        .min_by_key(|m| (rank(m.role()), m.from()));
    let Some(best) = best else { return Some(0) };
    let made = match best.promotion() {
        Some(role) => see::worth::<R>(role) - see::worth::<R>(Role::Pawn),
        None => 0,
    };
    Some((victim + made - gain(&position.play_unchecked(best), best)?).max(0))
}

fn played_out<R: Playable>(position: &Position<R>, m: Move) -> Option<i32> {
    let taken = position.captured(m).map_or(0, see::worth::<R>);
    let made = m.promotion().map_or(0, |role| see::worth::<R>(role) - see::worth::<R>(Role::Pawn));
    Some(taken + made - gain(&position.play_unchecked(m), m)?)
}

/// Compares on positions of random games; returns how many moves agreed and
/// how many could not be compared.
fn compare<R: Playable>(games: usize, seed: u64) -> (usize, usize) {
    let mut random = Random::new(seed);
    let (mut agreed, mut skipped) = (0, 0);
    for _ in 0..games {
        let mut position = Position::<R>::startpos();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &m in moves.iter().filter(|m| !m.is_castle()) {
                let value = see::value(&position, m);
                for threshold in [value - 1, value, value + 1, 0, 1, -100, 100] {
                    assert_eq!(
                        see::at_least(&position, m, threshold),
                        value >= threshold,
                        "{m} at least {threshold} in {}",
                        fen::write(&position)
                    );
                }
                match played_out(&position, m) {
                    Some(expected) => {
                        assert_eq!(value, expected, "{m} in {}", fen::write(&position));
                        agreed += 1;
                    }
                    None => skipped += 1,
                }
            }
            position = position.play_unchecked(moves.as_slice()[random.below(moves.len())]);
        }
    }
    (agreed, skipped)
}

#[test]
fn chess_exchanges_equal_captures_played_out() {
    let (agreed, skipped) = compare::<Chess>(60, 0x9E37_79B9_7F4A_7C15);
    assert!(agreed > 50_000 && skipped * 10 < agreed, "{agreed} agreed, {skipped} skipped");
}

#[test]
fn makruk_exchanges_equal_captures_played_out() {
    let (agreed, skipped) = compare::<Makruk>(60, 0xD1B5_4A32_D192_ED03);
    assert!(agreed > 50_000 && skipped * 10 < agreed, "{agreed} agreed, {skipped} skipped");
}

fn value<R: Playable>(text: &str, m: &str) -> i32 {
    let position = fen::parse::<R>(text, Strictness::Lenient).unwrap();
    let m = uci::parse(&position, m).unwrap();
    let value = see::value(&position, m);
    assert!(see::at_least(&position, m, value) && !see::at_least(&position, m, value + 1));
    value
}

#[test]
fn exchanges_by_hand() {
    let chess = value::<Chess>;
    // A rook takes a defended pawn; an undefended one.
    assert_eq!(chess("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"), -400);
    assert_eq!(chess("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"), 100);
    // The rook behind joins in.
    assert_eq!(chess("4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5"), 100);
    // The defender is pinned, or pinned along the line it takes on.
    assert_eq!(chess("4k3/4n3/8/3p4/4P3/8/8/4R1K1 w - - 0 1", "e4d5"), 100);
    assert_eq!(chess("4k3/4r3/8/4p3/8/3N4/8/4R1K1 w - - 0 1", "d3e5"), 100);
    // En passant, promotion, promotion that is taken, promotion by retaking.
    assert_eq!(chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
    assert_eq!(chess("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q"), 800);
    assert_eq!(chess("r3k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q"), -100);
    assert_eq!(chess("4k3/3P4/8/8/8/8/8/2r1K3 b - - 0 1", "e8d7"), 100);
    assert_eq!(chess("8/3P3k/8/8/2r5/8/8/4K3 b - - 0 1", "c4c8"), -500 - 800);
    // A king takes only what nobody defends; castling is even.
    assert_eq!(chess("8/8/4k3/4p3/8/8/8/R3R1K1 w - - 0 1", "e1e5"), -400);
    assert_eq!(chess("8/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5"), 100);
    assert_eq!(chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);

    let makruk = value::<Makruk>;
    // Khon takes a bia that a met defends; a rua behind the khon joins in.
    assert_eq!(makruk("4k3/3m4/4p3/4S3/8/8/8/4K3 w - - 0 1", "e5e6"), 100 - 300);
    assert_eq!(makruk("5k2/3m4/4p3/4S3/4R3/8/8/4K3 w - - 0 1", "e5e6"), 100 - 300 + 180);
    // A bia steps to its promotion, safely and not.
    assert_eq!(makruk("4k3/8/8/2P5/8/8/8/4K3 w - - 0 1", "c5c6m"), 80);
    assert_eq!(makruk("2r1k3/8/8/2P5/8/8/8/4K3 w - - 0 1", "c5c6m"), -100);
    assert_eq!(makruk("4k3/8/2n5/1P6/8/8/8/4K3 w - - 0 1", "b5c6m"), 480);
}
