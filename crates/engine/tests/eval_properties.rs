//! What must hold for every evaluation: symmetry, bounds, a sum that adds up,
//! and an order of things nobody doubts.

use erawan_board::{Chess, Color, Makruk, Piece, Position, Role, Rules, Setup, Square, Strictness};
use erawan_engine::Playable;
use erawan_engine::eval::{Conclusion, Evaluator, HandWritten, LIMIT, Pair, Parameters, trace};
use erawan_notation::fen;
use erawan_testing::Random;

fn evaluate<R: Playable>(position: &Position<R>) -> i32 {
    HandWritten.evaluate(position)
}

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text, Strictness::Lenient).unwrap()
}

/// The score for the side to move.
fn chess(text: &str) -> i32 {
    evaluate(&position::<Chess>(text))
}

fn makruk(text: &str) -> i32 {
    evaluate(&position::<Makruk>(text))
}

/// Positions from games played at random.
fn random_games<R: Rules>(games: usize, seed: u64, mut check: impl FnMut(&Position<R>)) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut position = Position::<R>::startpos();
        for _ in 0..200 {
            check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves.as_slice()[random.below(moves.len())]);
        }
    }
}

/// Men thrown on the board: `men` of a hundred squares are taken.
fn scattered<R: Rules>(random: &mut Random, men: usize) -> Option<Position<R>> {
    let mut setup = Setup::empty();
    for square in Square::all() {
        if random.below(100) < men {
            let color = Color::ALL[random.below(2)];
            setup.put(square, Piece::new(color, Role::ALL[random.below(5)]));
        }
    }
    let kings = [Square::from_index(random.below(64))?, Square::from_index(random.below(64))?];
    setup.put(kings[0], Piece::new(Color::White, Role::King));
    setup.put(kings[1], Piece::new(Color::Black, Role::King));
    setup.turn = Color::ALL[random.below(2)];
    setup.halfmove_clock = random.below(300) as u16;
    Position::from_setup(&setup, Strictness::Lenient).ok()
}

fn flip_colors<R: Rules>(position: &Position<R>) -> Position<R> {
    Position::from_setup(&position.to_setup().flip_colors(), Strictness::Lenient).unwrap()
}

fn flip_horizontal<R: Rules>(position: &Position<R>) -> Position<R> {
    Position::from_setup(&position.to_setup().flip_horizontal(), Strictness::Lenient).unwrap()
}

fn check_symmetry<R: Playable>(position: &Position<R>) {
    let score = evaluate(position);
    assert!(score.abs() <= LIMIT);
    let text = || fen::write(position);
    assert_eq!(score, evaluate(&flip_colors(position)), "colours exchanged: {}", text());
    if position.castling_rooks().is_empty() {
        assert_eq!(score, evaluate(&flip_horizontal(position)), "mirrored: {}", text());
    }
}

#[test]
fn games_score_the_same_from_both_sides_and_in_a_mirror() {
    random_games::<Chess>(60, 0x1234_5678_9ABC_DEF1, check_symmetry);
    random_games::<Makruk>(60, 0x0FED_CBA9_8765_4321, check_symmetry);
}

fn check_scattered<R: Playable>(seed: u64) {
    let mut random = Random::new(seed);
    let mut checked = 0;
    for round in 0..6000 {
        if let Some(position) = scattered::<R>(&mut random, 5 + round % 96) {
            check_symmetry(&position);
            checked += 1;
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn nonsense_stays_symmetric_and_in_bounds() {
    check_scattered::<Chess>(0xABCD_EF01_2345_6789);
    check_scattered::<Makruk>(0x9876_5432_10FE_DCBA);
}

#[test]
fn sixty_four_men_are_within_bounds() {
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let mut setup = Setup::empty();
        for square in Square::all() {
            let edge = matches!(square.rank().index(), 0 | 7);
            let role = if role == Role::Pawn && edge { Role::Queen } else { role };
            setup.put(square, Piece::new(Color::White, role));
        }
        setup.put(Square::A1, Piece::new(Color::White, Role::King));
        setup.put(Square::H8, Piece::new(Color::Black, Role::King));
        let chess = Position::<Chess>::from_setup(&setup, Strictness::Lenient).unwrap();
        let makruk = Position::<Makruk>::from_setup(&setup, Strictness::Lenient).unwrap();
        for score in [evaluate(&chess), evaluate(&makruk)] {
            assert!((1_000..=LIMIT).contains(&score), "{role:?} {score}");
        }
    }
}

#[test]
fn start_positions_are_worth_the_right_to_move() {
    fn check<R: Playable>() {
        let score = evaluate(&Position::<R>::startpos());
        assert!((1..=50).contains(&score), "{score}");
        let (white, trace) = trace(&Position::<R>::startpos());
        assert_eq!(white, score);
        for line in trace.terms(Parameters::of::<R>()) {
            assert!(line.name == "tempo" || line.sides[0] == line.sides[1], "{line:?}");
        }
    }
    check::<Chess>();
    check::<Makruk>();
}

#[test]
fn the_lines_of_a_trace_add_up() {
    fn check<R: Playable>(position: &Position<R>) {
        let (white, trace) = trace(position);
        let expected = match position.turn() {
            Color::White => white,
            Color::Black => -white,
        };
        assert_eq!(evaluate(position), expected);
        let lines = trace.terms(Parameters::of::<R>());
        let sum: Pair = lines.map(|line| line.sides[0] - line.sides[1]).sum();
        let Conclusion { sum: stated, white: stated_white, .. } = trace.conclusion;
        assert_eq!((sum, white), (stated, stated_white));
    }
    random_games::<Chess>(10, 0x5555_1234_AAAA_4321, check);
    random_games::<Makruk>(10, 0x7777_1234_AAAA_4321, check);
}

#[test]
fn parameters_have_names_of_their_own() {
    let names: std::collections::HashSet<String> = Parameters::names().collect();
    assert_eq!(names.len(), Parameters::of::<Chess>().as_slice().len());
    assert!(names.contains("squares knight b1") && names.contains("passed pawn 5"));
}

#[test]
fn more_material_is_better() {
    let score = |extra: &str| chess(&format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/{extra} w - - 0 1"));
    let order = ["4K3", "1N2K3", "R3K3", "3QK3"].map(score);
    assert!(order.is_sorted(), "{order:?}");
    assert!(order[0].abs() < 60 && order[1] > 200 && order[2] > order[1] + 80);
    assert!(order[3] > order[2] + 200);

    let score = |extra: &str| makruk(&format!("4k3/8/pppppppp/8/8/PPPPPPPP/8/{extra} w - - 0 1"));
    let order = ["3K4", "3KM3", "2SK4", "1N1K4", "R2K4"].map(score);
    assert!(order.is_sorted(), "{order:?}");
    assert!(order[1] > 100 && order[4] > order[3] + 100);
}

#[test]
fn structure_counts() {
    // The same pawns doubled and isolated, or side by side.
    assert!(
        chess("4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 1")
            > chess("4k3/5ppp/8/8/8/5P2/5P1P/4K3 w - - 0 1")
    );
    // A passed pawn near its goal against one at home.
    assert!(chess("4k3/8/P7/8/8/8/7p/4K2R w - - 0 1") > chess("4k3/8/8/8/8/8/P6p/4K2R w - - 0 1"));
    // Nobody stops it; the king is in time.
    assert!(chess("8/8/8/P6k/8/8/8/K7 w - - 0 1") > chess("8/8/1k6/P7/8/8/8/K7 w - - 0 1") + 200);
    // A rook on an open file.
    assert!(
        chess("r5k1/p4ppp/8/8/8/8/P4PPP/3R2K1 w - - 0 1")
            > chess("r5k1/p4ppp/8/8/8/8/P4PPP/R5K1 w - - 0 1")
    );
    // A king behind its pawns, with the queens on.
    assert!(
        chess("r2q1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R2Q1RK1 w - - 0 1")
            > chess("r2q1rk1/pppp1ppp/8/8/6PP/5P2/PPPP4/R2Q1RK1 w - - 0 1")
    );
    // Bia next to their promotion.
    assert!(
        makruk("4k3/8/p6p/3P4/8/8/8/4K3 w - - 0 1") > makruk("4k3/8/p6p/8/8/3P4/8/4K3 w - - 0 1")
    );
}

#[test]
fn hopeless_leads_are_worth_little() {
    for text in [
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "k7/8/8/P7/8/4B3/8/4K3 b - - 0 1",
        "4k3/4n3/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/4r3/8/8/8/8/8/R1B1K3 w - - 0 1",
    ] {
        assert!(chess(text).abs() < 100, "{text}: {}", chess(text));
    }
    for text in [
        "4k3/8/8/8/8/8/8/2N1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2NMK3 b - 128 8 1",
        "4k3/8/8/8/8/8/8/2NNK3 b - 64 8 1",
        "4k3/8/8/8/8/8/8/2S1K3 b - 88 6 1",
        "4k3/4m3/8/8/8/8/8/2SNK3 w - 128 127 1",
    ] {
        assert!(makruk(text).abs() < 60, "{text}: {}", makruk(text));
    }
}

#[test]
fn bishop_and_knight_drive_to_the_corner_of_the_bishop() {
    // A bishop on dark squares mates on a1 or h8.
    let right = chess("7k/8/5K2/8/8/8/8/2B1N3 w - - 0 1");
    let wrong = chess("k7/8/2K5/8/8/8/8/2B1N3 w - - 0 1");
    let middle = chess("8/8/5K2/8/3k4/8/8/2B1N3 w - - 0 1");
    assert!(right > wrong + 150 && right > middle + 150, "{right} {wrong} {middle}");
    assert!(wrong > 3_000);
    // Pushed to the edge the king is worse off.
    assert!(chess("8/8/8/8/4K3/8/8/k6R w - - 0 1") > chess("8/8/8/3k4/8/8/4K3/7R w - - 0 1"));
}

#[test]
fn a_lead_in_makruk_shrinks_as_the_count_fills() {
    let counts = [
        ("8/8/3k4/8/8/3K4/8/R7 w - 32", 32),
        ("8/8/3k4/8/8/3KS3/8/1N6 w - 88", 88),
        ("8/8/3k4/8/8/3KS3/8/1S6 w - 44", 44),
        ("3s4/8/3k4/8/8/3KS3/8/RN6 w - 128", 128),
    ];
    for (text, limit) in counts {
        let scores: Vec<i32> =
            (8..=limit + 1).map(|ply| makruk(&format!("{text} {ply} 50"))).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{text} {scores:?}");
        let (first, last) = (scores[0], scores[scores.len() - 1]);
        assert!(first > 60 && (0..40).contains(&last), "{text} {first} {last}");
    }
    // A rua mates in time from a fresh count, two khon mostly do not.
    let rua = makruk("8/8/3k4/8/8/3K4/8/R7 w - 32 7 50");
    let khon = makruk("8/8/3k4/8/8/3KS3/8/1S6 w - 44 9 50");
    assert!(rua > 1_000 && 3 * khon < 2 * rua, "{rua} {khon}");
}
