//! Sums kept up to date are the sums made anew, along every kind of move.

use std::sync::Arc;

use erawan_board::{
    Chess, Color, Makruk, Move, Piece, Position, Role, Rules, Setup, Square, Strictness, Variant,
};
use erawan_nnue::{Accumulators, Architecture, Kernel, Network};
use erawan_notation::{fen, uci};
use erawan_testing::Random;

/// A bucket for every two ranks and every two files: kings often leave theirs.
fn eight_buckets() -> [u8; 64] {
    std::array::from_fn(|square| (square / 16 * 2 + (square % 8 / 2) % 2) as u8)
}

fn network(game: Variant, hidden: usize) -> Arc<Network> {
    let architecture = Architecture::new(game, hidden).with_king_buckets(8, eight_buckets());
    Arc::new(Network::random(architecture, 7).unwrap())
}

/// Makruk's outputs are chosen by the count.
fn layered(game: Variant, hidden: usize) -> Arc<Network> {
    let architecture = Architecture::layered(game, hidden).with_king_buckets(8, eight_buckets());
    let by_count = game == Variant::Makruk;
    let architecture = if by_count { architecture.with_outputs_by_count() } else { architecture };
    Arc::new(Network::random(architecture, 7).unwrap())
}

/// A random start of the game: for chess any of 960 × 960.
fn start<R: Rules>(random: &mut Random) -> Position<R> {
    if R::VARIANT == Variant::Makruk {
        return Position::startpos();
    }
    let setup =
        erawan_board::chess960::double_start(random.below(960) as u16, random.below(960) as u16);
    Position::from_setup(&setup, Strictness::Strict).unwrap()
}

/// Plays random games and compares at every ply; lines are taken back and gone
/// again, some kernels skip positions so that sums are made over several plies,
/// and the turn is passed now and then.
/// Returns how many moves of each kind there were.
pub(crate) fn follow<R: Rules>(games: usize, network: &Arc<Network>) -> [usize; 6] {
    let mut random = Random::new(0x1234_5678_9ABC_DEF1);
    let mut lines: Vec<Accumulators> = Kernel::all()
        .iter()
        .map(|kernel| Accumulators::with_kernel(Arc::clone(network), kernel))
        .collect();
    let last = lines.len() - 1;
    let mut kinds = [0usize; 6];
    for _ in 0..games {
        let mut position = start::<R>(&mut random);
        let mut played: Vec<Position<R>> = Vec::new();
        for _ in 0..160 {
            let expected = network.evaluate(&position);
            assert!(expected.is_some());
            let skipped = random.below(4);
            for (i, line) in lines.iter_mut().enumerate() {
                // The best kernel looks at every ply.
                if i == last || skipped > 0 {
                    assert_eq!(line.evaluate(&position), expected, "{}", fen::write(&position));
                }
            }
            if random.below(8) == 0 && !position.in_check() {
                let passed = position.play_null();
                let expected = network.evaluate(&passed);
                for line in &mut lines {
                    assert_eq!(line.evaluate(&passed), expected);
                }
            }
            for _ in 0..if random.below(6) == 0 { random.below(4) } else { 0 } {
                if let Some(before) = played.pop() {
                    position = before;
                    lines.iter_mut().for_each(Accumulators::pop);
                }
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Moves of kings and special moves are rare; prefer them a little.
            let mut m = moves.as_slice()[random.below(moves.len())];
            let rare = |m: &&Move| m.is_castle() || m.is_en_passant() || m.is_promotion();
            if let Some(&special) = moves.iter().find(rare) {
                m = special;
            }
            kinds[position.kind_of(m) as usize] += 1;
            lines.iter_mut().for_each(|line| line.push(&position, m));
            played.push(position);
            position = position.play_unchecked(m);
        }
        for _ in 0..played.len() {
            lines.iter_mut().for_each(Accumulators::pop);
        }
        // One more does no harm.
        lines.iter_mut().for_each(Accumulators::pop);
    }
    kinds
}

/// The same with enough games that every kind of move comes up.
fn follow_games<R: Rules>(games: usize, network: &Arc<Network>) {
    let kinds = follow::<R>(games, network);
    // Quiet, capture, en passant, promotion, promotion with capture, castling.
    let expected: &[usize] =
        if R::VARIANT == Variant::Makruk { &[0, 1, 3, 4] } else { &[0, 1, 2, 3, 4, 5] };
    for &kind in expected {
        assert!(kinds[kind] > 20, "too few moves of kind {kind}: {kinds:?}");
    }
}

#[test]
fn following_games_of_chess() {
    follow_games::<Chess>(1000, &network(Variant::Chess, 32));
}

#[test]
fn following_games_of_makruk() {
    follow_games::<Makruk>(1000, &network(Variant::Makruk, 32));
}

#[test]
fn following_games_with_layers() {
    follow_games::<Chess>(300, &layered(Variant::Chess, 128));
    follow_games::<Makruk>(300, &layered(Variant::Makruk, 64));
}

/// A line of moves; every ply is compared, once step by step and once only at
/// the end.
fn line<R: Rules>(text: &str, moves: &str) {
    let networks = [network(R::VARIANT, 64), layered(R::VARIANT, 64)];
    for (kernel, network) in Kernel::all().iter().flat_map(|k| networks.iter().map(move |n| (k, n)))
    {
        let mut eager = Accumulators::with_kernel(Arc::clone(network), kernel);
        let mut lazy = eager.clone();
        let mut position = fen::parse::<R>(text, Strictness::Lenient).unwrap();
        for word in moves.split_whitespace() {
            assert_eq!(eager.evaluate(&position), network.evaluate(&position), "before {word}");
            let m = uci::parse(&position, word).unwrap();
            eager.push(&position, m);
            lazy.push(&position, m);
            position = position.play_unchecked(m);
        }
        let expected = network.evaluate(&position);
        assert!(expected.is_some());
        assert_eq!(eager.evaluate(&position), expected, "{text} {moves}");
        assert_eq!(lazy.evaluate(&position), expected, "{text} {moves}");
    }
}

#[test]
fn special_moves() {
    let castle = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    line::<Chess>(castle, "e1g1 e8c8 g1h1 c8b8");
    line::<Chess>(castle, "e1c1 e8g8");
    // Chess960: the king stays, the rook stays, they change places.
    line::<Chess>("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1 e8d8");
    line::<Chess>("2k5/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1 c8b8");
    line::<Chess>("2k5/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1");
    line::<Chess>("2rk4/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1 d8e8");
    line::<Chess>("2rk4/8/8/8/8/8/8/4K3 b c - 0 1", "d8c8 e1f1");
    line::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6 e8d7 e1d1");
    line::<Chess>("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5 d5c6");
    line::<Chess>("1r2k3/P7/8/8/8/8/p7/1R2K3 w - - 0 1", "a7b8n a2b1q e1d2 b1b8");
    // A promotion to each role.
    for role in ["q", "r", "b", "n"] {
        let text = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
        line::<Chess>(text, &format!("a7a8{role} e7d7"));
    }
    line::<Makruk>("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6m e8d8 a6b7 d8e8");
    line::<Makruk>("4k3/8/1r6/P7/8/8/8/4K3 w - - 0 1", "a5b6m e8d8");
    // Over the middle of the board and back, and through the buckets.
    line::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1e2 e8e7 e2e3 e7d7 e3d3");
    line::<Makruk>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1e2 e8e7 e2e3 e7d7");
}

/// The same accumulators go on from any other position without being told.
#[test]
fn lines_may_start_anywhere() {
    let network = network(Variant::Chess, 32);
    let mut accumulators = Accumulators::new(Arc::clone(&network));
    let mut random = Random::new(99);
    for _ in 0..200 {
        let position = start::<Chess>(&mut random);
        if random.below(2) == 0 {
            assert_eq!(accumulators.evaluate(&position), network.evaluate(&position));
        }
        let other = start::<Chess>(&mut random);
        let moves = other.legal_moves();
        let m = moves.as_slice()[random.below(moves.len())];
        accumulators.push(&other, m);
        let next = other.play_unchecked(m);
        assert_eq!(accumulators.evaluate(&next), network.evaluate(&next));
        assert_eq!(accumulators.evaluate_afresh(&next), network.evaluate(&next));
        accumulators.reset();
    }
}

/// Men thrown on the board.
fn scattered<R: Rules>(random: &mut Random, percent: usize) -> Option<Position<R>> {
    let mut setup = Setup::empty();
    for square in Square::all() {
        if random.below(100) < percent {
            let color = Color::ALL[random.below(2)];
            setup.put(square, Piece::new(color, Role::ALL[random.below(5)]));
        }
    }
    for color in Color::ALL {
        setup.put(Square::from_index(random.below(64))?, Piece::new(color, Role::King));
    }
    setup.turn = Color::ALL[random.below(2)];
    Position::from_setup(&setup, Strictness::Lenient).ok()
}

fn symmetries<R: Rules>(network: &Arc<Network>) {
    let mut accumulators = Accumulators::new(Arc::clone(network));
    let mut random = Random::new(5);
    let (mut seen, mut refused) = (0, 0);
    while seen < 500 || refused < 20 {
        let percent = random.below(100);
        let Some(position) = scattered::<R>(&mut random, percent) else { continue };
        let value = accumulators.evaluate(&position);
        assert_eq!(value, network.evaluate(&position));
        assert_eq!(value.is_none(), position.occupied().len() > 32);
        let turned = |setup: Setup| Position::<R>::from_setup(&setup, Strictness::Lenient).unwrap();
        let flipped = turned(position.to_setup().flip_colors());
        let mirrored = turned(position.to_setup().flip_horizontal());
        assert_eq!(accumulators.evaluate(&flipped), value, "{}", fen::write(&position));
        assert_eq!(accumulators.evaluate(&mirrored), value, "{}", fen::write(&position));
        if value.is_some() {
            seen += 1;
        } else {
            refused += 1;
        }
    }
}

/// White and Black, left and right are seen alike, and boards with too many
/// men are refused.
#[test]
fn colours_and_wings_are_alike() {
    symmetries::<Chess>(&network(Variant::Chess, 96));
    symmetries::<Makruk>(&network(Variant::Makruk, 96));
    symmetries::<Chess>(&layered(Variant::Chess, 64));
    symmetries::<Makruk>(&layered(Variant::Makruk, 192));
}

/// A line may begin with too many men and come down to what can be evaluated.
#[test]
fn captures_from_a_crowded_board() {
    let network = network(Variant::Chess, 32);
    let mut accumulators = Accumulators::new(Arc::clone(&network));
    let mut random = Random::new(17);
    let mut evaluated = 0;
    for _ in 0..160 {
        let Some(mut position) = scattered::<Chess>(&mut random, 56) else { continue };
        let mut depth = 0;
        loop {
            let moves = position.legal_moves();
            let Some(&m) = moves.iter().find(|&&m| position.is_capture(m)) else { break };
            accumulators.push(&position, m);
            position = position.play_unchecked(m);
            depth += 1;
            let expected = network.evaluate(&position);
            assert_eq!(accumulators.evaluate(&position), expected);
            evaluated += usize::from(expected.is_some());
        }
        (0..depth).for_each(|_| accumulators.pop());
    }
    assert!(evaluated > 20, "{evaluated}");
}

/// Every kernel says the same at every width, also those no tile divides.
#[test]
fn kernels_agree_at_every_width() {
    let single = [32, 64, 96, 160, 256, 288, 512, 1056];
    let single = single.map(|hidden| Architecture::new(Variant::Chess, hidden));
    let layers = [64, 128, 192, 320, 512, 1024, 1472, 4096];
    let layers = layers.map(|hidden| Architecture::layered(Variant::Chess, hidden));
    for architecture in single.into_iter().chain(layers) {
        let network = Arc::new(Network::random(architecture, 3).unwrap());
        let mut random = Random::new(architecture.hidden as u64);
        let mut values = std::collections::HashSet::new();
        for kernel in Kernel::all() {
            let mut accumulators = Accumulators::with_kernel(Arc::clone(&network), kernel);
            let mut position = start::<Chess>(&mut random);
            for _ in 0..40 {
                let value = network.evaluate(&position);
                assert_eq!(accumulators.evaluate(&position), value, "{architecture}");
                values.insert(value);
                let moves = position.legal_moves();
                let Some(&m) = moves.as_slice().get(random.below(moves.len().max(1))) else {
                    break;
                };
                accumulators.push(&position, m);
                position = position.play_unchecked(m);
            }
        }
        assert!(values.len() > 40, "{architecture}: {} values", values.len());
    }
}

/// The same men are worth something else as the count runs.
#[test]
fn counts_choose_the_output() {
    let network = layered(Variant::Makruk, 64);
    let mut accumulators = Accumulators::new(Arc::clone(&network));
    let mut values = Vec::new();
    for count in ["- 0", "128 2", "128 90", "128 110", "128 124"] {
        let text = format!("3rk3/8/8/8/8/8/8/2RRK3 w - {count} 90");
        let position = fen::parse::<Makruk>(&text, Strictness::Lenient).unwrap();
        assert_eq!(accumulators.evaluate(&position), network.evaluate(&position));
        values.push(network.evaluate(&position).unwrap());
    }
    // Makruk counts from the first position without bia, whatever the FEN says.
    values.dedup();
    assert!(values.len() >= 4, "{values:?}");
}
