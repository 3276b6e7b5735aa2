//! What a search asks of a library: fill a list with the legal moves, play
//! each of them, know the key of the position that arises.
//!
//! Nothing is counted in bulk: the moves of the last ply are played too. Every
//! child is handed to [`black_box`], so that nobody's compiler leaves out the
//! half of a board that no one looks at, and its key goes into a checksum.
//!
//! Libraries choose differently what to find out when: cozy-chess and chess
//! look for pins and checkers when a move is played, Erawan and shakmaty when
//! moves are generated. At the last ply, where moves are only played, that
//! favours the latter. A search that generates in each position it reaches
//! gains nothing by it, so the walk is measured once more with the moves of
//! the leaves listed too. Real searches lie in between.

use std::hint::black_box;
use std::ops::Deref;

use arrayvec::ArrayVec;
use erawan_board::{Chess, MoveFilter, MoveList, Position};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};

use crate::measure::{Contestant, Task, race};
use crate::options::Options;
use crate::positions::POSITIONS;

pub fn run(options: &Options) -> Result<(), String> {
    println!("Leaves played:\n");
    race_walks::<false>(options);
    println!("\nLeaves played and their moves listed:\n");
    race_walks::<true>(options);
    Ok(())
}

fn race_walks<const LIST_LEAVES: bool>(options: &Options) {
    let shallower = if options.quick { 2 } else { 1 };
    let depths = POSITIONS.each_ref().map(|position| position.depth(shallower));
    let tasks = POSITIONS
        .iter()
        .zip(depths)
        .map(|(position, (depth, amount))| Task {
            name: format!("{} d{depth}", position.name),
            amount,
        })
        .collect();

    let erawan = POSITIONS.each_ref().map(|position| position.erawan());
    let cozy = POSITIONS.each_ref().map(|position| position.cozy());
    let chess = POSITIONS.each_ref().map(|position| position.chess());
    let shakmaty = POSITIONS.each_ref().map(|position| Shakmaty::new(position.shakmaty()));

    fn contestant<'a, B: Board, const LIST_LEAVES: bool>(
        name: &str,
        boards: &'a [B; 4],
        depths: [(u32, u64); 4],
    ) -> Contestant<'a> {
        Contestant::new(name, move |number| {
            let mut checksum = 0;
            let nodes = walk::<B, LIST_LEAVES>(&boards[number], depths[number].0, &mut checksum);
            black_box(checksum);
            nodes
        })
    }
    let contestants = vec![
        contestant::<_, LIST_LEAVES>("cozy-chess", &cozy, depths),
        contestant::<_, LIST_LEAVES>("chess", &chess, depths),
        contestant::<_, LIST_LEAVES>("shakmaty", &shakmaty, depths),
        contestant::<_, LIST_LEAVES>("Erawan", &erawan, depths),
    ];
    race(contestants, tasks, options.rounds(20)).print("Mnps", 0);
}

fn walk<B: Board, const LIST_LEAVES: bool>(board: &B, depth: u32, checksum: &mut u64) -> u64 {
    let mut list = B::List::default();
    board.fill(&mut list);
    if depth == 0 {
        black_box(&list);
        return 1;
    }
    let mut nodes = 0;
    let mut next = board.clone();
    for m in list.iter() {
        board.play(m, &mut next);
        black_box(&next);
        *checksum = checksum.wrapping_add(next.key());
        nodes += if depth > 1 || LIST_LEAVES {
            walk::<B, LIST_LEAVES>(&next, depth - 1, checksum)
        } else {
            1
        };
    }
    nodes
}

/// What the walk needs. A move is played into a position that is there, as
/// searches with a stack of positions do: returned by value, a position is
/// copied once more than need be, which slows all four libraries down. Lists
/// lie on the stack, uninitialised where empty.
trait Board: Clone {
    type Move;
    type List: Default + Deref<Target = [Self::Move]>;
    /// Fills an empty list with the legal moves.
    fn fill(&self, list: &mut Self::List);
    fn play(&self, m: &Self::Move, next: &mut Self);
    fn key(&self) -> u64;
}

impl Board for Position<Chess> {
    type Move = erawan_board::Move;
    type List = MoveList;
    #[inline(always)]
    fn fill(&self, list: &mut MoveList) {
        self.generate_into(MoveFilter::All, list);
    }
    #[inline(always)]
    fn play(&self, m: &erawan_board::Move, next: &mut Self) {
        self.play_into(*m, next);
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        Position::key(self)
    }
}

impl Board for cozy_chess::Board {
    type Move = cozy_chess::Move;
    type List = ArrayVec<cozy_chess::Move, 218>;
    #[inline(always)]
    fn fill(&self, list: &mut Self::List) {
        self.generate_moves(|moves| {
            // Faster than `extend`. Pushing unchecked would gain a few parts
            // in a hundred more; Erawan's list checks too.
            for m in moves {
                list.push(m);
            }
            false
        });
    }
    #[inline(always)]
    fn play(&self, m: &cozy_chess::Move, next: &mut Self) {
        next.clone_from(self);
        next.play_unchecked(*m);
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        self.hash()
    }
}

impl Board for chess::Board {
    type Move = chess::ChessMove;
    type List = ArrayVec<chess::ChessMove, 218>;
    #[inline(always)]
    fn fill(&self, list: &mut Self::List) {
        for m in chess::MoveGen::new_legal(self) {
            list.push(m);
        }
    }
    #[inline(always)]
    fn play(&self, m: &chess::ChessMove, next: &mut Self) {
        self.make_move(*m, next);
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        self.get_hash()
    }
}

/// shakmaty keeps no key, but can say how a move changes it; for castling,
/// king moves, double steps and whatever touches castling rights it cannot,
/// and the key is made from scratch. En passant squares are taken as they
/// are, which is the cheapest choice.
#[derive(Clone)]
struct Shakmaty {
    position: shakmaty::Chess,
    key: Zobrist64,
}

impl Shakmaty {
    fn new(position: shakmaty::Chess) -> Shakmaty {
        let key = position.zobrist_hash(EnPassantMode::Always);
        Shakmaty { position, key }
    }
}

impl Board for Shakmaty {
    type Move = shakmaty::Move;
    type List = shakmaty::MoveList;
    #[inline(always)]
    fn fill(&self, list: &mut Self::List) {
        *list = self.position.legal_moves();
    }
    #[inline(always)]
    fn play(&self, m: &shakmaty::Move, next: &mut Self) {
        let key = self.position.update_zobrist_hash(self.key, *m, EnPassantMode::Always);
        next.position.clone_from(&self.position);
        next.position.play_unchecked(*m);
        next.key = key.unwrap_or_else(|| next.position.zobrist_hash(EnPassantMode::Always));
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        self.key.0
    }
}
