//! Games played at random, and positions that nobody would reach.

use erawan_board::{
    Cambodian, Chess, Color, Counting, File, Makpong, Makruk, Move, Piece, Position, Rank, Role,
    Rules, Setup, Square, Strictness,
};
use erawan_notation::fen;

use crate::Random;

/// A position from its FEN.
///
/// # Panics
///
/// If it is none.
pub fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse::<R>(text, Strictness::Lenient).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Games that have what they need to make random play interesting.
pub trait Played: Rules {
    /// A start position: the usual one, a Chess960 one, or an ending.
    fn random_start(random: &mut Random) -> Position<Self>;
}

impl Played for Chess {
    fn random_start(random: &mut Random) -> Position<Chess> {
        match random.below(3) {
            0 => Position::startpos(),
            1 => Position::chess960(random.below(960) as u16),
            _ => Position::double_chess960(random.below(960) as u16, random.below(960) as u16),
        }
    }
}

/// The start position, or an ending of Makruk's men once in three times.
fn with_makruk_men<R: Rules>(random: &mut Random) -> Position<R> {
    const ENDINGS: [&str; 4] = [
        "8/2k5/8/4P3/8/3KR3/2S5/8 w - - 0 1",
        "r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1",
        "3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1",
        "8/8/4k3/3p4/8/2RMK3/8/3N4 w - - 0 1",
    ];
    match random.below(3) {
        0 => position(random.choose(&ENDINGS)),
        _ => Position::startpos(),
    }
}

impl Played for Makruk {
    fn random_start(random: &mut Random) -> Position<Makruk> {
        with_makruk_men(random)
    }
}

impl Played for Makpong {
    fn random_start(random: &mut Random) -> Position<Makpong> {
        with_makruk_men(random)
    }
}

impl Played for Cambodian {
    fn random_start(random: &mut Random) -> Position<Cambodian> {
        // Kings and mets that may leap, with little in their way.
        const OPEN: &str = "1r1mk1r1/8/p4p1p/8/8/P1P1P3/8/R2KM2R w DEde - 0 1";
        match random.below(4) {
            0 => position(OPEN),
            _ => with_makruk_men(random),
        }
    }
}

/// Plays a random game and shows every position. Captures and pawn moves are
/// preferred now and then, so that games open up and endings come about.
pub fn playout<R: Played>(
    random: &mut Random,
    plies: usize,
    mut visit: impl FnMut(&Position<R>, &[Move], &mut Random),
) {
    let mut position = R::random_start(random);
    for _ in 0..plies {
        let moves = position.legal_moves();
        visit(&position, &moves, random);
        if moves.is_empty() {
            break;
        }
        let mut m = random.choose(&moves);
        for _ in 0..random.below(4) {
            let lively = position.is_capture(m) || m.role() == Role::Pawn || m.is_castle();
            if !lively {
                m = random.choose(&moves);
            }
        }
        position = position.play_unchecked(m);
    }
}

/// A position nobody would reach: kings and up to 62 other men anywhere.
pub fn scatter<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::empty();
    setup.turn = random.choose(&Color::ALL);
    let mut free: Vec<Square> = Square::all().collect();
    let mut take = |random: &mut Random| free.swap_remove(random.below(free.len()));
    for color in Color::ALL {
        setup.put(take(random), Piece::new(color, Role::King));
    }
    let men = random.below(63);
    for _ in 0..men {
        let square = take(random);
        let role = random.choose(&Role::ALL[..5]);
        let edge = matches!(square.rank(), Rank::First | Rank::Eighth);
        if role == Role::Pawn && edge {
            continue;
        }
        setup.put(square, Piece::new(random.choose(&Color::ALL), role));
    }
    if R::CASTLING_AND_DOUBLE_STEP {
        for square in Square::all() {
            if random.below(2) == 0 {
                setup.castling_rooks = setup.castling_rooks.with(square);
            }
        }
        let rank = Rank::Sixth.relative_to(setup.turn);
        setup.en_passant = Some(Square::new(random.choose(&File::ALL), rank));
    } else {
        // Only those of Ouk that fit are kept.
        setup.leapers = Square::all().filter(|_| random.below(2) == 0).collect();
        setup.counting = Counting::new(random.choose(&[0, 16, 128]), random.below(20) as u16);
    }
    Position::from_setup(&setup, Strictness::Lenient).ok()
}
