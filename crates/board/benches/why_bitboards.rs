//! Why bitboards: the same work done by a plain 0x88 mailbox and by this crate.
//!
//! ```text
//! cargo bench -p erawan-board --bench why_bitboards
//! ```
//!
//! Both must give the same answers, or the program stops. It prints a Markdown
//! table; `benches/README.md` holds one, and says what it shows.

use std::hint::black_box;
use std::time::Instant;

use erawan_board::{Chess, Color, Makruk, Move, Position, Role, Rules, Square, Strictness, perft};
use erawan_testing::mailbox::{Board, CastlingStyle, Game, Mv};
use erawan_testing::notation::fen;

/// Each task is timed so often, and the best time counts.
const ROUNDS: u32 = 15;

const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

const MAKRUK: [&str; 6] = [
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1",
    "8/2k5/8/4P3/8/3KR3/2S5/8 w - - 0 1",
    "3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1",
    "8/8/4k3/3p4/8/2RMK3/8/3N4 w - - 0 1",
    "r1smk1nr/3n1s2/ppp1pppp/3p4/3P4/PPPSPPPP/3N4/R1SKM1NR b - - 0 4",
];

/// One position in both forms.
struct Pair<R: Rules> {
    mailbox: Board,
    bitboards: Position<R>,
}

fn main() {
    // `cargo test --benches` runs this too, to see that it works.
    let quick = !std::env::args().any(|argument| argument == "--bench");
    let rounds = if quick { 1 } else { ROUNDS };
    println!("| what is done | 0x88 mailbox | bitboards | times as fast |");
    println!("|---|--:|--:|--:|");
    measure::<Chess>("chess", Game::Chess, &CHESS, 3, rounds);
    measure::<Makruk>("Makruk", Game::Makruk, &MAKRUK, 4, rounds);
}

/// Times everything for one game, with perft `depth` plies deep. With one round
/// it is enough that everything works.
fn measure<R: Rules>(name: &str, game: Game, fens: &[&str], depth: u32, rounds: u32) {
    let quick = rounds == 1;
    let pair = |text: &str| Pair {
        mailbox: Board::from_fen(game, text).expect("the mailbox reads its FEN"),
        bitboards: fen::parse(text, Strictness::Strict).expect("the FEN is good"),
    };
    let mut roots: Vec<Pair<R>> = fens.iter().map(|text| pair(text)).collect();
    // Enough positions that no processor learns them by heart: all that follow.
    let pairs: Vec<Pair<R>> = roots
        .iter()
        .flat_map(|root| {
            let moves = root.bitboards.legal_moves().to_vec();
            moves.into_iter().map(|m| fen::write(&root.bitboards.play_unchecked(m)))
        })
        .map(|text| pair(&text))
        .collect();
    let repeat = |times: u64| if quick { 1 } else { times };

    // Moves a second.
    let by_mailbox = best(rounds, repeat(5), || {
        pairs.iter().map(|pair| black_box(&pair.mailbox).legal_moves().len() as u64).sum()
    });
    let listed = best(rounds, repeat(100), || {
        pairs.iter().map(|pair| black_box(&pair.bitboards).legal_moves().len() as u64).sum()
    });
    let counted = best(rounds, repeat(100), || {
        pairs.iter().map(|pair| black_box(&pair.bitboards).count_legal_moves() as u64).sum()
    });
    row(&format!("{name}: list legal moves"), "moves", by_mailbox, listed);
    row(&format!("{name}: count legal moves"), "moves", by_mailbox, counted);

    // Answers a second, every square asked about for each side.
    let questions = 2 * 64 * pairs.len() as u64;
    let by_mailbox = best(rounds, repeat(5), || {
        pairs.iter().map(|pair| attacked_by_mailbox(black_box(&pair.mailbox))).sum()
    });
    let by_bitboards = best(rounds, repeat(40), || {
        pairs.iter().map(|pair| attacked_by_bitboards(black_box(&pair.bitboards))).sum()
    });
    let what = format!("{name}: is a square attacked?");
    row(&what, "answers", scaled(questions, by_mailbox), scaled(questions, by_bitboards));

    // Moves a second, every legal move made and taken back.
    let mut mailboxes: Vec<(Board, Vec<Mv>)> =
        pairs.iter().map(|pair| (pair.mailbox.clone(), pair.mailbox.legal_moves())).collect();
    let mut positions: Vec<(Position<R>, Vec<Move>)> =
        pairs.iter().map(|pair| (pair.bitboards, pair.bitboards.legal_moves().to_vec())).collect();
    let by_mailbox = best(rounds, repeat(10), || mailboxes.iter_mut().map(make_by_mailbox).sum());
    let in_place = best(rounds, repeat(10), || positions.iter_mut().map(make_by_bitboards).sum());
    let by_copy = best(rounds, repeat(20), || positions.iter().map(play_by_bitboards).sum());
    row(&format!("{name}: make and unmake"), "moves", by_mailbox, in_place);
    row(&format!("{name}: play into a copy instead"), "moves", by_mailbox, by_copy);

    // Leaves a second.
    let depth = if quick { 2 } else { depth };
    let by_mailbox =
        best(rounds, 1, || roots.iter_mut().map(|root| root.mailbox.perft(depth)).sum());
    let played = best(rounds, repeat(5), || {
        roots.iter().map(|root| perft_by_playing(&root.bitboards, depth)).sum()
    });
    let counted = best(rounds, repeat(40), || {
        roots.iter().map(|root| perft::perft(black_box(&root.bitboards), depth)).sum()
    });
    row(&format!("{name}: perft, every leaf played"), "leaves", by_mailbox, played);
    row(&format!("{name}: perft, last ply only counted"), "leaves", by_mailbox, counted);

    measure_search(name, game, &mut roots, depth + 1, rounds);
    measure_fens(name, &pairs, rounds);
}

/// Nodes a second.
fn measure_search<R: Rules>(
    name: &str,
    game: Game,
    roots: &mut [Pair<R>],
    depth: u32,
    rounds: u32,
) {
    let values = values(game);
    let by_mailbox = best(rounds, 1, || {
        roots.iter_mut().map(|root| search_mailbox(&mut root.mailbox, depth, -WORST, WORST).1).sum()
    });
    let times = if rounds == 1 { 1 } else { 5 };
    let by_bitboards = best(rounds, times, || {
        let search =
            |root: &Pair<R>| search_bitboards(&root.bitboards, &values, depth, -WORST, WORST).1;
        roots.iter().map(search).sum()
    });
    row(&format!("{name}: search by material"), "nodes", by_mailbox, by_bitboards);
}

/// Positions a second, written and read.
fn measure_fens<R: Rules>(name: &str, pairs: &[Pair<R>], rounds: u32) {
    let repeat = |times: u64| if rounds == 1 { 1 } else { times };
    let by_mailbox = |pair: &Pair<R>| pair.mailbox.to_fen(CastlingStyle::Standard, true);
    for pair in pairs {
        assert_eq!(by_mailbox(pair), fen::write(&pair.bitboards), "{name}: the two FENs differ");
    }
    let written_by_mailbox = best(rounds, repeat(20), || {
        pairs.iter().filter(|pair| !by_mailbox(black_box(pair)).is_empty()).count() as u64
    });
    let written = best(rounds, repeat(50), || {
        pairs.iter().filter(|pair| !fen::write(black_box(&pair.bitboards)).is_empty()).count()
            as u64
    });
    row(&format!("{name}: write a FEN"), "positions", written_by_mailbox, written);

    let game = pairs[0].mailbox.game();
    let texts: Vec<String> = pairs.iter().map(|pair| fen::write(&pair.bitboards)).collect();
    let read_by_mailbox = best(rounds, repeat(20), || {
        texts.iter().filter(|text| Board::from_fen(game, black_box(text)).is_ok()).count() as u64
    });
    let read = best(rounds, repeat(50), || {
        let is_read = |text: &&String| fen::parse::<R>(black_box(text), Strictness::Strict).is_ok();
        texts.iter().filter(is_read).count() as u64
    });
    row(&format!("{name}: read a FEN"), "positions", read_by_mailbox, read);
}

fn attacked_by_mailbox(board: &Board) -> u64 {
    let answers = (0..64).flat_map(|square| [true, false].map(|white| (square, white)));
    answers.filter(|&(square, white)| board.is_attacked(square, white)).count() as u64
}

fn attacked_by_bitboards<R: Rules>(position: &Position<R>) -> u64 {
    let occupied = position.occupied();
    let answers = Square::all().flat_map(|square| Color::ALL.map(|color| (square, color)));
    let attacked =
        |&(square, color): &(Square, Color)| position.attackers_of(color, square, occupied).any();
    answers.filter(attacked).count() as u64
}

fn make_by_mailbox((board, moves): &mut (Board, Vec<Mv>)) -> u64 {
    for &m in &*moves {
        let undo = black_box(&mut *board).make(m);
        black_box(&mut *board).unmake(m, undo);
    }
    moves.len() as u64
}

fn make_by_bitboards<R: Rules>((position, moves): &mut (Position<R>, Vec<Move>)) -> u64 {
    for &m in &*moves {
        let undo = black_box(&mut *position).make(m);
        black_box(&mut *position).unmake(undo);
    }
    moves.len() as u64
}

fn play_by_bitboards<R: Rules>((position, moves): &(Position<R>, Vec<Move>)) -> u64 {
    let mut next = *position;
    for &m in moves {
        black_box(position).play_into(m, black_box(&mut next));
    }
    moves.len() as u64
}

/// Perft that plays even the last move, as a search would.
fn perft_by_playing<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut next = *position;
    let mut leaves = 0;
    for &m in &position.legal_moves() {
        position.play_into(m, &mut next);
        leaves += perft_by_playing(black_box(&next), depth - 1);
    }
    leaves
}

/// Nothing is worse.
const WORST: i32 = 10_000;

/// What a man is worth, by its letter in a FEN.
fn worth(letter: char) -> i32 {
    match letter.to_ascii_lowercase() {
        'p' => 1,
        'm' => 2,
        'n' | 'b' | 's' => 3,
        'r' => 5,
        'q' => 9,
        _ => 0,
    }
}

/// The same by its role; a queen is a met in Makruk.
fn values(game: Game) -> Values {
    let queen = if game == Game::Chess { 'q' } else { 'm' };
    let letters = [
        (Role::Pawn, 'p'),
        (Role::Knight, 'n'),
        (Role::Bishop, 'b'),
        (Role::Rook, 'r'),
        (Role::Queen, queen),
    ];
    letters.map(|(role, letter)| (role, worth(letter)))
}

type Values = [(Role, i32); 5];

/// The score and the nodes of an alpha-beta search; captures come first.
fn search_mailbox(board: &mut Board, depth: u32, mut alpha: i32, beta: i32) -> (i32, u64) {
    if depth == 0 {
        let men = (0..64).filter_map(|square| board.piece_at(square));
        let sum: i32 =
            men.map(|man| if man.is_uppercase() { worth(man) } else { -worth(man) }).sum();
        return (if board.white_to_move() { sum } else { -sum }, 1);
    }
    let mut moves = board.legal_moves();
    if moves.is_empty() {
        return (if board.in_check() { -WORST } else { 0 }, 1);
    }
    moves.sort_by_cached_key(|m| {
        let is_capture = board.piece_at(m.to).is_some() && !m.is_castle;
        (!is_capture, m.from, m.to, m.promotion.map(worth))
    });
    let (mut best, mut nodes) = (-WORST, 1);
    for m in moves {
        let undo = board.make(m);
        let (score, below) = search_mailbox(board, depth - 1, -beta, -alpha);
        board.unmake(m, undo);
        nodes += below;
        best = best.max(-score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    (best, nodes)
}

/// The same, with sets in the place of squares.
fn search_bitboards<R: Rules>(
    position: &Position<R>,
    values: &Values,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> (i32, u64) {
    let us = position.turn();
    if depth == 0 {
        let count = |color, role| position.pieces(color, role).len() as i32;
        let balance = |&(role, value)| value * (count(us, role) - count(!us, role));
        return (values.iter().map(balance).sum(), 1);
    }
    let mut moves = position.legal_moves().to_vec();
    if moves.is_empty() {
        return (if position.in_check() { -WORST } else { 0 }, 1);
    }
    let theirs = position.by_color(!us);
    moves.sort_by_cached_key(|m| {
        let value_of = |role| values.iter().find(|value| value.0 == role).map(|value| value.1);
        (!theirs.contains(m.to()), m.from(), m.to(), m.promotion().and_then(value_of))
    });
    let mut next = *position;
    let (mut best, mut nodes) = (-WORST, 1);
    for m in moves {
        position.play_into(m, &mut next);
        let (score, below) = search_bitboards(&next, values, depth - 1, -beta, -alpha);
        nodes += below;
        best = best.max(-score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    (best, nodes)
}

/// What a task gave, and how often it was done in a second.
type Timed = (u64, f64);

/// Does a task `times` times in each round and takes the best round.
fn best(rounds: u32, times: u64, mut task: impl FnMut() -> u64) -> Timed {
    let result = task();
    let seconds = (0..rounds).fold(f64::INFINITY, |best: f64, _| {
        let start = Instant::now();
        for _ in 0..times {
            black_box(task());
        }
        best.min(start.elapsed().as_secs_f64())
    });
    (result, result as f64 * times as f64 / seconds)
}

/// Counts questions rather than the answers that are yes.
fn scaled(questions: u64, (result, per_second): Timed) -> Timed {
    (result, per_second * questions as f64 / result as f64)
}

fn row(what: &str, unit: &str, mailbox: Timed, bitboards: Timed) {
    assert_eq!(mailbox.0, bitboards.0, "{what}: the two disagree");
    println!(
        "| {what} (million {unit} a second) | {:.1} | {:.1} | {:.1} |",
        mailbox.1 / 1e6,
        bitboards.1 / 1e6,
        bitboards.1 / mailbox.1
    );
}
